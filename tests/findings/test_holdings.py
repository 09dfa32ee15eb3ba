"""Lists of holders without headed columns: their parts, if they make up the whole."""

from array import array

import pytest

from sleuth.evidence.source import Page, PageSource, Source, Table
from sleuth.findings.profile import profile
from sleuth.findings.tables.holdings import holding_findings

CAPTION = "Shareholders Shareholder Shareholding at 31 March 2024"


def source(caption: str, *rows: tuple[str, ...]) -> Source:
    text, grid = f"Acme plc\n{caption}\n", array("I")
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            grid.extend((len(text), len(text) + len(cell), r, c))
            text += cell + ("\n" if c == len(row) - 1 else " ")
    table = Table(caption, {r: (row[0],) for r, row in enumerate(rows)}, {}, grid)
    return Source("deck.pdf", "pdf", PageSource.PRINTED, (Page(1, text, "p.1", tables=(table,)),))


def test_each_holder_has_its_part_at_the_day() -> None:
    made = source(CAPTION, ("Ann Lee", "37.0%"), ("Northgate III LP", "60.9%"), ("Option pool", "2.1%"))
    found = list(holding_findings(made, profile(made)))
    assert [(f.subject, f.dimension, str(f.quantity and f.quantity.value)) for f in found] == [
        ("Acme plc", ("Ann Lee",), "37.0"),
        ("Acme plc", ("Northgate III LP",), "60.9"),
        ("Acme plc", ("Option pool",), "2.1"),
    ]
    assert {f.period.name for f in found if f.period} == {"2024-03-31"}
    assert found[0].quote == "Ann Lee 37.0%"


@pytest.mark.parametrize(
    ("caption", "rows"),
    [
        (CAPTION, [("Ann Lee", "37.0%"), ("Bo Strand", "20.9%")]),  # some are missing
        ("Shareholder Shareholding", [("Ann Lee", "40%"), ("Bo Strand", "60%")]),  # when?
        ("Customer Share at 31 March 2024", [("Polar", "40%"), ("Hestra", "60%")]),
        (CAPTION, [("Ann Lee", "40%"), ("Bo Strand", "60"), ("Cy", "%")]),
    ],
)
def test_what_is_not_certain_stays_a_cell(caption: str, rows: list[tuple[str, ...]]) -> None:
    made = source(caption, *rows)
    assert list(holding_findings(made, profile(made))) == []

"""Rows that the document has shown to be parts are parts of the measure over them, whatever it is."""

import pytest

from sleuth.findings.tables.extraction import table_findings
from sleuth.ingest.readers import read
from sleuth.ingest.readers.limits import Limits

REVENUE = [
    ["Revenue", "2024", "2023"],
    ["Soups", "500", "450"],
    ["Sauces", "400", "380"],
    ["Eliminations", "(20)", "(15)"],
    ["Total", "880", "815"],
]
PROFIT = [
    ["Adjusted EBITDA", "2024", "2023"],
    ["Soups", "60", "50"],
    ["Sauces", "40", "30"],
    ["Corporate", "(10)", "(8)"],
    ["Total", "90", "72"],
]


def parts(*tables: list[list[str]]) -> set[tuple[str, str, str, str]]:
    """(metric, part, period, value) of each figure in a page with tables."""
    body = "".join(_table(rows) for rows in tables)
    page = f"<html><body><h1>Tarn Foods plc</h1><p>Segment information, EUR thousands</p>{body}</body></html>"
    source = read(page.encode(), "segments.html", Limits())
    return {
        (one.metric, "/".join(one.dimension), one.period.name, str(one.quantity.value))
        for one in table_findings(source)
        if one.period and one.quantity
    }


def _table(rows: list[list[str]]) -> str:
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


@pytest.mark.parametrize(
    ("head", "metric"),
    [("Adjusted EBITDA", "adjusted ebitda"), ("Capital expenditure", "capital expenditure"), ("EBITDA", "ebitda")],
)
def test_segments_are_parts_of_whatever_stands_over_their_labels(head: str, metric: str) -> None:
    table = [[head, *PROFIT[0][1:]], *PROFIT[1:]]
    found = parts(REVENUE, table)
    assert {
        (metric, "Soups", "FY2024", "60"),
        (metric, "Corporate", "FY2023", "-8"),
        (metric, "", "FY2024", "90"),
    } <= found


def test_what_follows_the_total_is_no_part() -> None:
    bridge = [["Depreciation", "(30)", "(28)"], ["Operating income", "60", "44"]]
    found = parts(REVENUE, [*PROFIT, *bridge])
    assert {part for metric, part, *_ in found if metric == "adjusted ebitda"} == {"Soups", "Sauces", "Corporate", ""}


def test_rows_that_are_nowhere_shown_to_be_parts_are_none() -> None:
    steps = [["Adjusted EBITDA", "2024", "2023"], ["Reported result", "70", "60"], ["Closure of a plant", "20", "12"],
             ["Total", "90", "72"]]  # fmt: skip
    assert not {part for metric, part, *_ in parts(REVENUE, steps) if metric == "adjusted ebitda" and part}


def test_a_section_s_name_tells_what_its_rows_are_parts_of() -> None:
    table = [
        ["", "2024", "2023"],
        ["Revenue", "", ""],
        *REVENUE[1:],
        ["EBITDA before special items", "", ""],
        *PROFIT[1:],
    ]
    assert {("adjusted ebitda", "Soups", "FY2024", "60"), ("revenue", "Sauces", "FY2023", "380")} <= parts(table)


def test_columns_of_known_parts_need_no_title_that_says_so() -> None:
    columns = [["FY2023", "Soups", "Sauces", "Corporate", "Group"], ["Gross profit", "70", "60", "-", "130"]]
    assert ("gross profit", "Soups", "FY2023", "70") in parts(REVENUE, columns)

"""Tables that go on under the headings of the table before; and whose a sheet of a workbook is."""

from dataclasses import replace

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.source import Page
from sleuth.findings.subjects import subject_of_sheet
from sleuth.findings.tables.extraction import table_findings
from tests.records import workbook_of

Rows = list[list[str | float | None]]


MODEL: Rows = [
    ["Consolidated Income Statement"],
    ["(in US$ millions)", None, "Actuals", "Estimates"],
    [None],
    ["On December 31", None, "2023A", "2024E"],
    ["Revenue", None, 100.0, 120.0],
    [None],
    ["EBITDA", None, 30.0, 40.0],
    ["Net income", None, 10.0, 12.0],
]


def test_a_block_below_a_blank_row_goes_on_under_the_headings_above_it() -> None:
    found = {
        (f.metric, f.period.name, str(f.scenario), str(f.quantity.value))
        for f in table_findings(workbook_of("model.xlsx", {"Model": MODEL}))
        if f.period and f.quantity
    }
    assert ("ebitda", "FY2023", "actual", "30") in {(m, p, s, v.partition(".")[0]) for m, p, s, v in found}
    assert ("net income", "FY2024", "estimate", "12") in {(m, p, s, v.partition(".")[0]) for m, p, s, v in found}


@pytest.mark.parametrize(
    ("label", "first", "subject"),
    [
        ("Pepsi", "Pepsi Income Statement", "Pepsi"),
        ("Diageo plc", "Diageo plc", "Diageo plc"),
        ("Income Statement", "Consolidated Income Statement", "Acme"),
        ("DCF", "Discounted Cash Flow Analysis", "Acme"),
        ("Scope", "Scope of plants after the merger", "Acme"),
        ("1 P&L group", "Group income statement - June 2025", "Acme"),
        ("June", "Income statement June 2025", "Acme"),
        ("Sensitivity", "Sensitivity of margins to prices. SEK thousand", "Acme"),
        ("Stretch Budget", "Stretch Budget", "Acme"),
        ("Keurig", "Keurig Income Statement\tPepsi Income Statement", None),
    ],
)
def test_a_sheet_is_whom_its_title_and_its_name_name(label: str, first: str, subject: str | None) -> None:
    assert subject_of_sheet(Page(2, f"{first}\nRevenue\t5", label), "Acme", is_statement=True) == subject


def test_a_peers_sheet_is_the_peers() -> None:
    peer: Rows = [
        ["Pepsi Income Statement"],
        ["in US$ millions", None, "2023A"],
        ["Revenue", None, 91.0],
        ["Net income", None, 9.0],
    ]
    found = table_findings(workbook_of("model.xlsx", {"Model": MODEL, "Pepsi": peer}))
    assert {f.subject for f in found if f.locator.startswith("Pepsi")} == {"Pepsi"}
    assert {f.subject for f in found if f.locator.startswith("Model")} == {""}


def test_a_statement_of_two_pages_goes_on_under_the_same_headings_with_its_caption() -> None:
    title = ["Halden AB", "Consolidated statements of cash flows", "(SEK millions)"]
    years = ["", "2024", "2023"]
    first = grid_source("a.html", [years, ["Additions to plant", "(449)", "(400)"]], title).pages[0]
    second = grid_source("a.html", [years, ["Net cash used by financing activities", "(8,871)", "(14,047)"]], []).pages[
        0
    ]
    source = replace(grid_source("a.html", [years], title), pages=(first, replace(second, number=2)))
    rules = {f.rule for f in table_findings(source) if f.metric == "cash flow from financing activities"}
    assert rules == {"table: named metric of a statement"}

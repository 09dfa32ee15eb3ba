"""Rows of numbers under times are lines by their own name, whatever they are called, where their unit is certain."""

import pytest

from sleuth.evals.grids import grid_source
from sleuth.findings.finding import Finding
from sleuth.findings.tables.extraction import table_findings
from tests.records import workbook_of

MONTHS = ["Jul-23", "Aug-23", "Sep-23"]


def findings(grid: list[list[str]], above: list[str]) -> list[Finding]:
    return table_findings(grid_source("indicators.xlsx", grid, above))


def units(grid: list[list[str]], above: list[str]) -> dict[str, str]:
    """The unit and power of ten of each line's findings, by the line's key."""
    found = findings(grid, above)
    return {f.metric: f"{f.quantity.unit} {f.quantity.scale}" for f in found if f.quantity}


def test_an_indicator_by_month_is_a_line_of_its_own_name() -> None:
    grid = [["Indicator", *MONTHS], ["Kilns delivered", "33", "34", "25"], ["Visits", "1,204", "1,190", "1,333"]]
    found = findings(grid, ["Indicators"])
    delivered = [f for f in found if f.metric == "line: kilns delivered"]
    assert [(f.period.name, str(f.quantity.value)) for f in delivered if f.period and f.quantity] == [
        ("Jul 2023", "33"),
        ("Aug 2023", "34"),
        ("Sep 2023", "25"),
    ]


@pytest.mark.parametrize("heading", ["Unit", "Units", "UoM", "Unit of measure", "Enhet", "Einheit"])
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("kilns", "count 0"),
        ("FTE", "count 0"),
        ("#", "count 0"),
        ("%", "percent 0"),
        ("per cent", "percent 0"),
        ("days", "day 0"),
        ("x", "times 0"),
        ("EUR m", "EUR 6"),
        ("€k", "EUR 3"),
        ("GBP", "GBP 0"),
    ],
)
def test_a_column_of_units_tells_the_unit_of_each_row(heading: str, unit: str, expected: str) -> None:
    grid = [["Indicator", heading, *MONTHS], ["Kilns", unit, "3", "4", "5"], ["Revenue", "EUR m", "7.1", "8.2", "9.3"]]
    assert units(grid, ["Indicators", "SEK thousands"]) == {"line: kilns": expected, "revenue": "EUR 6"}


@pytest.mark.parametrize("unit", ["EUR per MWh", "kEUR/kiln", "thousands"])
def test_a_rate_of_two_units_or_a_bare_scale_stays_a_cell(unit: str) -> None:
    grid = [["Indicator", "Unit", *MONTHS], ["Kilns", unit, "3", "4", "5"]]
    assert findings(grid, ["Indicators"]) == []


def test_under_an_amount_of_money_a_line_without_a_word_of_money_stays_cells() -> None:
    grid = [["", *MONTHS], ["Kilns delivered", "33", "34", "25"], ["Marketing costs", "5", "6", "7"]]
    assert units(grid, ["SEK thousands"]) == {"line: marketing costs": "SEK 3"}


def test_two_times_make_a_series_and_one_makes_none() -> None:
    assert findings([["", "2023", "2022"], ["Kilns delivered", "33", "34"]], ["Notes"]) != []
    assert findings([["", "2023"], ["Kilns delivered", "33"]], ["Notes"]) == []


def test_a_column_that_names_more_than_a_time_makes_no_series() -> None:
    grid = [["", *MONTHS, "Kilns of others"], ["Delivered", "33", "34", "25", "12"]]
    assert findings(grid, ["Indicators"]) == []


def test_a_row_that_names_a_time_of_its_own_is_no_line_of_the_columns() -> None:
    grid = [["", *MONTHS], ["Kilns delivered in FY22", "33", "34", "25"]]
    assert findings(grid, ["Indicators"]) == []


@pytest.mark.parametrize("label", ["Headcount at month end", "Employees at year end", "Employees, end of month"])
def test_a_count_at_the_end_of_a_time_is_the_measure(label: str) -> None:
    grid = [["", *MONTHS], [label, "33", "34", "25"]]
    assert {f.metric for f in findings(grid, ["Indicators"])} == {"headcount"}


def test_a_percent_sign_in_the_column_of_units_is_no_part_of_a_name_with_a_dash() -> None:
    grid = [["Indicator", "Unit", *MONTHS], ["First-time fixes", "%", "83", "84", "85"]]
    assert units(grid, ["Indicators"]) == {"line: first time fixes": "percent 0"}


@pytest.mark.parametrize("label", ["Margin", "Total", "Share %", "Other", "Variance"])
def test_a_row_that_says_not_of_what_is_no_line(label: str) -> None:
    grid = [["", *MONTHS], [label, "33", "34", "25"]]
    assert findings(grid, ["Indicators"]) == []


@pytest.mark.parametrize("column", ["Target", "Goal", "Basis", "Comment", "Mål"])
def test_a_column_of_what_is_aimed_at_or_remarked_is_no_part_of_the_rows(column: str) -> None:
    grid = [["", *MONTHS, column], ["Kilns delivered", "33", "34", "25", "40"], ["Survey", "", "41", "", "45"]]
    found = findings(grid, ["Indicators"])
    assert {(f.metric, f.period.name if f.period else "") for f in found} == {
        *(("line: kilns delivered", name) for name in ("Jul 2023", "Aug 2023", "Sep 2023")),
        ("line: survey", "Aug 2023"),
    }


@pytest.mark.parametrize(
    ("label", "unit"),
    [
        ("Order book, GBP million (end of month)", "GBP 6"),
        ("Order book (GBP 000)", "GBP 3"),
        ("Order book, SGD thousand", "SGD 3"),
        ("Order book (NOK m), end of month", "NOK 6"),
    ],
)
def test_a_label_names_its_measure_beside_its_unit_and_the_end_of_its_period(label: str, unit: str) -> None:
    grid = [["", *MONTHS], [label, "27.9", "31.2", "30.6"]]
    assert units(grid, ["Indicators"]) == {"order backlog": unit}


def test_rows_of_one_name_beside_their_scenarios_are_that_measure() -> None:
    rows = ["Revenue – actual", "Revenue – budget", "EBITDA (actual)", "EBITDA (budget)", "Kilns planned"]
    grid = [["EUR thousand", *MONTHS], *([label, "33", "34", "25"] for label in rows)]
    told = {
        (f.metric, str(f.scenario)) for f in findings(grid, ["P&L by month"]) if f.quantity and f.quantity.unit == "EUR"
    }

    assert told == {(metric, scenario) for metric in ("revenue", "ebitda") for scenario in ("actual", "budget")}


@pytest.mark.parametrize(
    ("sheet", "part"),
    [
        ("Downside", ("Downside",)),
        ("Upside case", ("Upside",)),
        ("Bank case", ("Bank",)),
        ("School segment", ("School",)),
        ("Base", ()),
        ("Bank loans", ()),
        ("P&L", ()),
    ],
)
def test_a_sheet_is_of_the_case_or_the_part_that_its_name_tells(sheet: str, part: tuple[str, ...]) -> None:
    grid = [["EUR thousand", "FY26 plan", "FY27", "FY28"], ["Revenue", "33", "34", "25"], ["EBITDA", "3", "4", "5"]]
    found = table_findings(workbook_of("Plan FY26-28.xlsx", {sheet: grid}))

    assert {f.dimension for f in found} == {part}
    assert {(f.period.fiscal_year, str(f.scenario)) for f in found if f.period} == {
        (year, "forecast") for year in (2026, 2027, 2028)
    }


def test_rows_beside_measures_of_money_without_a_unit_are_no_counts() -> None:
    grid = [["", *MONTHS], ["Chairs", "6", "7", "8"], ["Lamps", "4", "3", "2"], ["Growth", "1%", "2%", "3%"]]
    money = [*grid, ["Revenue", "10", "10", "10"]]

    assert {f.metric for f in findings(grid, ["Indicators"])} == {"line: chairs", "line: lamps"}
    assert "line: chairs" not in {f.metric for f in findings(money, ["Indicators"])}


def test_a_document_that_counts_in_thousands_lends_that_to_a_sheet_of_its_measures() -> None:
    known = [["EUR thousand", "FY24", "FY25"], ["Revenue", "90", "95"], ["EBITDA", "9", "10"], ["Net income", "4", "5"]]
    plan = [["", "FY26B", "FY27P", "FY28P"], ["Chairs", "60", "61", "62"], ["Lamps", "40", "41", "42"],
            ["Revenue", "100", "102", "104"], ["growth", "5%", "2%", "2%"], ["EBITDA", "11", "12", "13"],
            ["Net income", "5", "6", "7"]]  # fmt: skip
    found = table_findings(workbook_of("Plan.xlsx", {"Accounts": known, "Base": plan}))
    told = {
        (f.metric, *f.dimension, f.quantity.unit, f.quantity.scale) for f in found if f.span.page == 2 and f.quantity
    }

    assert told == {
        ("revenue", "Chairs", "EUR", 3), ("revenue", "Lamps", "EUR", 3), ("revenue", "EUR", 3), ("ebitda", "EUR", 3),
        ("net income", "EUR", 3),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("label", "is_at_a_day"),
    [
        ("Net debt excluding leases", True),
        ("Net debt (incl. IFRS 16)", True),
        ("Net bank debt", True),
        ("Reported net senior debt", True),
        ("Revenue excluding kilns", False),
        ("Net bank charges", False),
    ],
)
def test_a_line_called_by_a_balance_and_what_it_leaves_out_holds_at_a_day(label: str, *, is_at_a_day: bool) -> None:
    found = findings([["EUR thousand", "2023", "2024"], [label, "33", "34"]], ["Indicators"])

    assert {f.period.is_instant for f in found if f.period} == {is_at_a_day}


def test_the_result_of_a_segment_is_a_measure_of_its_own() -> None:
    grid = [["EUR thousand, 2024", "Flow", "Sense", "Group"], ["Revenue", "60", "40", "100"],
            ["Segment result", "7", "(2)", "5"]]  # fmt: skip
    found = findings(grid, ["Segments"])

    assert [(f.dimension, str(f.quantity.value)) for f in found if f.metric == "segment result" and f.quantity] == [
        (("Flow",), "7"),
        (("Sense",), "-2"),
        ((), "5"),
    ]


@pytest.mark.parametrize(
    "label",
    ["EBITDA margin, % of total revenue", "EBITDA margin (in % of sales)", "EBITDA margin on total segment revenue, %"],
)
def test_a_margin_may_say_of_what_it_is_a_percentage(label: str) -> None:
    found = findings([["EUR thousand", "2023", "2024"], ["Revenue", "90", "95"], [label, "9.4", "8.9"]], ["Indicators"])

    assert {f.quantity.unit for f in found if f.metric == "ebitda margin" and f.quantity} == {"percent"}


def test_costs_as_a_percentage_of_revenue_are_no_costs() -> None:
    grid = [["EUR thousand", "2023", "2024"], ["Revenue", "90", "95"], ["Personnel costs, % of revenue", "9.4", "8.9"]]

    assert "personnel costs" not in {f.metric for f in findings(grid, ["Indicators"])}

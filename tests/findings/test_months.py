"""Months that stand under their quarter or their year are months, and tell when the fiscal year ends."""

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.cells import Meaning, Verdict, check_cell
from sleuth.findings.profile import profile
from sleuth.findings.tables.extraction import table_findings
from sleuth.language.calendar import Calendar, Month
from tests.records import workbook_of

MONTHS = ["May 2024", "Jun 2024", "Jul 2024", "Aug 2024", "Sep 2024", "Oct 2024"]
YEAR = [*MONTHS, "Nov 2024", "Dec 2024", "Jan 2025", "Feb 2025", "Mar 2025", "Apr 2025"]
ABOVE = ["Halden AB", "Management accounts", "SEK thousands"]


def grid(outer: list[str], inner: list[str]) -> list[list[str]]:
    values = [str(100 + n) for n in range(len(inner))]
    return [["", *outer], ["", *inner], ["Net sales", *values], ["EBITDA", *values]]


def periods(outer: list[str], inner: list[str]) -> list[str]:
    """The periods of net sales, column by column."""
    found = table_findings(grid_source("accounts.xlsx", grid(outer, inner), ABOVE))
    return [one.period.name for one in found if one.metric == "revenue" and one.period]


def test_a_month_under_its_year_is_a_month() -> None:
    assert periods(["FY25"] * 13, [*YEAR, "Total"]) == [*YEAR, "FY2025"]


@pytest.mark.parametrize("number", ["P{}", "Per {}", "M{}", "Month {}"])
def test_the_number_of_a_period_below_its_month_is_no_name(number: str) -> None:
    rows = grid(["FY25"] * 13, [*YEAR, "Total"])
    numbers = ["", *(number.format(n) for n in range(1, 13)), ""]
    found = table_findings(grid_source("accounts.xlsx", [*rows[:2], numbers, *rows[2:]], ABOVE))
    assert [one.period.name for one in found if one.metric == "revenue" and one.period] == [*YEAR, "FY2025"]


def test_a_product_of_such_a_name_stays_one() -> None:
    rows = [["", "P7", "P8"], ["", "FY25", "FY25"], ["Net sales", "100", "101"], ["EBITDA", "10", "11"]]
    found = table_findings(grid_source("accounts.xlsx", rows, ABOVE))
    assert all(one.dimension for one in found)


@pytest.mark.parametrize("label", ["Net sales, total", "Net sales total", "Total net sales", "Nettoomsättning, totalt"])
def test_a_measure_with_its_total_behind_or_before_is_the_measure(label: str) -> None:
    rows = [["", "FY25"], [label, "100"], ["EBITDA", "10"]]
    found = table_findings(grid_source("accounts.xlsx", rows, ABOVE))
    assert "revenue" in [one.metric for one in found]


def test_a_month_under_its_quarter_is_a_month() -> None:
    assert periods(["Q1 FY25"] * 3 + ["Q2 FY25"] * 3, MONTHS) == MONTHS


def test_the_year_to_date_beside_its_months_ends_with_the_last_of_them() -> None:
    found = periods(["FY25"] * 13 + ["FY26 YTD"] * 3, [*YEAR, "Total", "May 2025", "Jun 2025", "YTD"])
    assert found[-3:] == ["May 2025", "Jun 2025", "2M Jun 2025"]


def test_months_that_do_not_follow_one_another_are_the_ends_of_longer_times() -> None:
    assert "Jun 2024" not in periods(["Second quarter"] * 2, ["Jun 2024", "Jun 2023"])


@pytest.mark.parametrize(
    ("outer", "inner", "calendar"),
    [
        (["FY25"] * 12, YEAR, Calendar(4, 0, stated=True)),
        (["FY24"] * 12, YEAR, Calendar(4, -1, stated=True)),
        (["Q1"] * 3 + ["Q2"] * 3, MONTHS, Calendar(4, 0, stated=True)),
        (["FY25"] * 6, MONTHS, Calendar()),  # half a year tells no end
    ],
)
def test_months_that_fill_their_year_or_quarter_tell_the_calendar(
    outer: list[str], inner: list[str], calendar: Calendar
) -> None:
    assert profile(grid_source("accounts.xlsx", grid(outer, inner), ABOVE)).calendar == calendar


@pytest.mark.parametrize(
    ("columns", "calendar"),
    [
        ([*YEAR, "FY25"], Calendar(4, 0, stated=True)),
        ([*YEAR, "FY24"], Calendar(4, -1, stated=True)),
        ([*MONTHS[:3], "Q1", *MONTHS[3:], "Q2"], Calendar(4, 0, stated=True)),
        ([*MONTHS[:3], "Q1 FY25", *MONTHS[3:], "Q2 FY25", *YEAR[6:], "FY25"], Calendar(4, 0, stated=True)),
        ([*MONTHS, "H1 FY25"], Calendar(4, 0, stated=True)),
        ([*MONTHS, "FY25"], Calendar()),  # half a year does not add up to a year
        ([*MONTHS, "YTD 2024"], Calendar()),
        ([*YEAR, "LTM Apr 2025"], Calendar()),
    ],
)
def test_months_before_the_quarter_half_or_year_that_they_make_tell_the_calendar(
    columns: list[str], calendar: Calendar
) -> None:
    values = [str(100 + n) for n in range(len(columns))]
    grid = [["", *columns], ["Net sales", *values], ["EBITDA", *values]]
    assert profile(grid_source("accounts.xlsx", grid, ABOVE)).calendar == calendar


@pytest.mark.parametrize(
    "title",
    [
        "P&L FY2026: budget versus 6+6 forecast (January 2026) and prior year",
        "Forecast FY2026 as of January 2026",
        "FY2026 plan, board meeting of March 2026",
    ],
)
def test_the_month_in_which_a_plan_was_made_ends_no_year_of_its_columns(title: str) -> None:
    rows = [
        ["", "Budget FY2026", "Forecast 6+6 FY2026", "Actual FY2025"],
        ["Net sales", "100", "90", "80"],
        ["EBITDA", "9", "8", "7"],
    ]
    found = table_findings(grid_source("budget.xlsx", rows, [title, "SEK thousands", "Financial year ends 30 June"]))
    told = {(one.period.name, one.scenario) for one in found if one.metric == "revenue" and one.period}
    assert told == {("FY2026", "budget"), ("FY2026", "forecast"), ("FY2025", "actual")}


@pytest.mark.parametrize(
    "title", ["Budget FY25 – net sales by segment", "Net sales by segment, FY25", "FY25 net sales by segment (budget)"]
)
def test_the_measure_of_parts_is_named_by_a_title_beside_its_time_and_scenario(title: str) -> None:
    rows = [["Segment", "FY25"], ["Kilns", "60"], ["Visits", "40"], ["Total", "100"]]
    source = grid_source("budget.xlsx", rows, [title, "SEK thousands"])
    found = {one.dimension: one for one in table_findings(source) if one.metric == "revenue"}
    assert set(found) == {("Kilns",), ("Visits",), ()}
    for one in found.values():
        assert one.quantity is not None
        assert one.scenario is not None
        meaning = Meaning(one.label, one.quantity, one.period, one.scenario, "revenue", dimension=one.dimension)
        assert check_cell(source, one.span, meaning).verdict is Verdict.AGREES


def test_a_length_and_a_year_alone_end_with_the_month_that_the_cover_gives() -> None:
    rows = [
        ["", "Three months 2025", "Three months 2024", "Six months 2025", "Six months 2024"],
        ["Net sales", "30", "29", "61", "58"],
        ["Net income", "3", "2", "6", "5"],
    ]
    above = [
        "Halden Inc.",
        "Interim report",
        "Three and six months ended June 30, 2025 (unaudited; thousands of euros)",
        "Statements of income",
    ]
    source = grid_source("interim.html", rows, above)
    found = [one for one in table_findings(source) if one.metric == "revenue" and one.period and one.quantity]
    assert [(one.period.name, one.quantity.scale) for one in found if one.period and one.quantity] == [
        ("Q2 2025", 3),
        ("Q2 2024", 3),
        ("H1 2025", 3),
        ("H1 2024", 3),
    ]
    for one in found:
        assert one.quantity is not None
        meaning = Meaning(one.label, one.quantity, one.period, metric="revenue")
        assert check_cell(source, one.span, meaning).verdict is Verdict.AGREES


def test_a_length_that_the_cover_does_not_give_stays_open() -> None:
    rows = [["", "Three months 2025", "Nine months 2025"], ["Net sales", "30", "61"], ["Net income", "3", "6"]]
    above = [
        "Halden Inc.",
        "Interim report",
        "Nine months ended September 30, 2025",
        "Statements of income (EUR thousand)",
    ]
    found = table_findings(grid_source("interim.html", rows, above))
    assert {one.period.name for one in found if one.period} == {"9M Sep 2025"}


@pytest.mark.parametrize("heading", ["FY budget", "Total", "Full year (budget)", "FY"])
def test_a_column_behind_twelve_months_that_is_headed_as_their_year_is_of_them(heading: str) -> None:
    rows = [["", *YEAR, heading], ["Net sales", *["10"] * 12, "120"], ["EBITDA", *["1"] * 12, "12"]]
    source = grid_source("budget.xlsx", rows, ["Halden AB", "Budget by month", "SEK thousands"])
    (year,) = [
        one for one in table_findings(source) if one.metric == "revenue" and one.period and one.period.months == 12
    ]
    assert year.quantity is not None
    assert year.scenario is not None
    assert year.period is not None
    assert str(year.period.end.closing_month) == str(Month(2025, 4))
    meaning = Meaning(year.label, year.quantity, year.period, year.scenario, "revenue")
    assert check_cell(source, year.span, meaning).verdict is Verdict.AGREES


def test_a_column_behind_fewer_months_is_no_year() -> None:
    assert periods([""] * 7, [*MONTHS, "FY budget"]) == MONTHS


BOARD = ["Halden AB", "Management accounts FY2026 (April to November 2025)", "SEK thousands"]
EIGHT = ["Apr-25", "May-25", "Jun-25", "Jul-25", "Aug-25", "Sep-25", "Oct-25", "Nov-25"]


def test_a_fiscal_year_told_by_its_first_month_ends_before_that_month() -> None:
    source = grid_source("accounts.xlsx", grid([""] * 8, EIGHT), BOARD)
    assert profile(source).calendar == Calendar(3, 0, stated=True)


def test_the_year_to_date_behind_its_months_goes_to_the_last_of_them_and_is_proven_so() -> None:
    columns = [*EIGHT, "YTD"]
    rows = [["", *columns], ["Net sales", *(str(100 + n) for n in range(9))], ["EBITDA", *(str(n) for n in range(9))]]
    source = grid_source("accounts.xlsx", rows, BOARD)
    found = [one for one in table_findings(source) if one.metric == "revenue"]
    checks = [check_cell(source, one.span, Meaning(one.label, one.quantity, one.period)) for one in found]  # type: ignore[arg-type]

    assert found[-1].period is not None
    assert found[-1].period.name == "8M Nov 2025"
    assert {check.verdict for check in checks} == {Verdict.AGREES}


@pytest.mark.parametrize(("title", "told"), [("Same months of FY2025", False), ("Trading in FY2026 by month", True)])
def test_months_outside_of_the_year_that_their_title_names_are_of_no_certain_time(title: str, told: bool) -> None:
    above = ["FY2026 (April 2025 to March 2026)", title, "SEK thousands"]
    found = table_findings(grid_source("accounts.xlsx", grid([""] * 8, EIGHT), above))
    assert bool(found) is told


def test_a_full_year_without_its_number_is_that_of_the_twelve_months_beside_it() -> None:
    months = ["P&L", "EUR thousand", "Jan-24 to Dec-24"]
    year = [
        f"{name}-24" for name in ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    ]
    by_month = [["", *year, "FY 2024"], ["Revenue", *["10"] * 12, "120"], ["EBITDA", *["2"] * 12, "24"]]
    against = [["EUR thousand, full year", "Actual", "Budget"], ["Revenue", "120", "130"], ["EBITDA", "24", "20"]]
    source = workbook_of("accounts.xlsx", {"P&L": [months, [], *by_month], "Act vs Bud": against})
    found = [one for one in table_findings(source) if one.span.page == 2]

    assert {(one.metric, one.period.name if one.period else "", str(one.scenario)) for one in found} == {
        (metric, "FY2024", scenario) for metric in ("revenue", "ebitda") for scenario in ("actual", "budget")
    }
    checks = [
        check_cell(source, one.span, Meaning(one.label, one.quantity, one.period, one.scenario))  # type: ignore[arg-type]
        for one in found
    ]
    assert {check.verdict for check in checks} == {Verdict.AGREES}


@pytest.mark.parametrize(
    "line", ["Key financials (SEK million, year to 30 September)", "Figures are for years to September"]
)
def test_a_title_tells_when_the_years_of_its_columns_end(line: str) -> None:
    source = grid_source("deck.html", [["", "FY22", "FY23"], ["Revenue", "830", "895"], ["EBITDA", "38", "45"]], [line])
    assert profile(source).calendar == Calendar(9, 0, stated=True)


def test_a_year_to_date_that_names_its_month_is_proven_among_the_months_of_the_whole_year() -> None:
    names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    columns = [*(f"{name}-25" for name in names), "YTD Sep-25", "Full year"]
    rows = [["NZ$000", *columns], ["Revenue", *map(str, range(100, 114))], ["EBITDA", *map(str, range(10, 24))]]
    source = grid_source("accounts.xlsx", rows, ["Group P&L by month", "year to 31 December"])
    found = [one for one in table_findings(source) if one.column_path == ("YTD Sep-25",)]

    assert {one.period.name for one in found if one.period} == {"9M Sep 2025"}
    checks = [check_cell(source, one.span, Meaning(one.label, one.quantity, one.period)) for one in found]  # type: ignore[arg-type]
    assert {check.verdict for check in checks} == {Verdict.AGREES}


@pytest.mark.parametrize(
    ("heading", "name"),
    [("Q1 Oct-Dec 24", "Dec 2024"), ("Q2 Jan–Mar 2025", "Mar 2025"), ("Q1 FY25 (Oct-Dec)", "Dec 2024")],
)
def test_the_months_of_a_quarter_tell_its_year_where_nothing_else_does(heading: str, name: str) -> None:
    above = ["FY25, year to 30 September 2025", "SEK thousands"]
    rows = [["", heading, "FY25"], ["Revenue", "10", "40"], ["EBITDA", "1", "4"]]
    (found, _) = [one for one in table_findings(grid_source("a.xlsx", rows, above)) if one.metric == "revenue"]

    assert found.period is not None
    assert found.period.months == 3
    assert found.period.end.closing_month is not None
    assert found.period.end.closing_month.name == name

"""What headings leave to the title of their table, or to the cover: years of months, ends of years to date, "PY".

Each layout is read twice: the ledger says what a cell is of, and the second reader, which shares no code with it,
agrees from the page alone.
"""

from collections.abc import Mapping, Sequence

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.source import Source
from sleuth.findings.profile import profile
from sleuth.findings.tables.extraction import table_findings
from sleuth.language.calendar import Calendar
from tests.findings.confirmed import confirmed
from tests.records import workbook_of

NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
Row = Sequence[object]


def told(source: Source, page: int = 1, metric: str = "revenue") -> dict[tuple[str, str], str]:
    """The printed value of each period and scenario of a measure, all of which the second reader confirms."""
    found = confirmed(source, metric, page)
    return {
        (one.period.name, str(one.scenario)): str(one.quantity.value)
        for one in found
        if one.period is not None and one.quantity is not None and not one.dimension
    }


def month_rows(names: Sequence[str], tail: Sequence[str] = ()) -> list[Row]:
    """Revenue of 100 and EBITDA of 10 a month, with sums behind them."""
    sums = len(tail)
    return [
        ["EUR thousand", *names, *tail],
        ["Revenue", *[100] * len(names), *[100 * len(names)] * sums],
        ["EBITDA", *[10] * len(names), *[10 * len(names)] * sums],
    ]


def book(sheets: Mapping[str, Sequence[Row]]) -> Source:
    return workbook_of("accounts.xlsx", sheets)


@pytest.mark.parametrize(
    ("title", "scenario", "year"),
    [
        ("Budget 2025", "budget", 2025),
        ("Prior year 2024", "actual", 2024),
        ("P&L by month 2025 - actual", "actual", 2025),
    ],
)
def test_months_without_a_year_are_of_the_year_in_the_title(title: str, scenario: str, year: int) -> None:
    found = told(book({"Sheet": [[title], [], *month_rows(NAMES, ["FY"])]}))
    assert found == {
        **{(f"{name} {year}", scenario): "100" for name in NAMES},
        (f"FY{year}", scenario): "1200",
    }


def test_months_over_two_years_of_the_calendar_are_those_of_the_fiscal_year_in_the_title() -> None:
    found = told(book({"Sheet": [["Budget FY26"], [], *month_rows([*NAMES[3:], *NAMES[:3]], ["FY"])]}))
    assert [period for period, _ in found][0::8] == ["Apr 2025", "Dec 2025"]
    assert ("Mar 2026", "budget") in found


def test_months_that_end_with_the_month_in_the_title_are_counted_back_from_it() -> None:
    found = told(book({"Sheet": [["Trading to February 2026"], [], *month_rows([*NAMES[9:], *NAMES[:2]])]}))
    assert [period for period, _ in found] == ["Oct 2025", "Nov 2025", "Dec 2025", "Jan 2026", "Feb 2026"]


def test_months_under_a_title_of_no_year_are_of_no_certain_time() -> None:
    assert not told(book({"Sheet": [["Budget"], [], *month_rows(NAMES[:6])]}))


def test_a_row_that_names_its_own_year_is_of_that_year() -> None:
    rows = [*month_rows(NAMES[:9], ["YTD"]), ["Revenue 2024", *[90] * 9, 810]]
    found = told(book({"Sheet": [["Revenue by month 2025"], [], *rows]}))
    assert found["Sep 2024", "actual"] == "90"
    assert found["Sep 2025", "actual"] == "100"


def test_columns_that_add_up_to_the_year_to_date_show_when_the_year_begins() -> None:
    months = [f"{name}-25" for name in NAMES[3:9]]
    assert profile(book({"P&L": month_rows(months, ["YTD"])})).calendar == Calendar(3, 0, stated=True)


@pytest.mark.parametrize("year", ["FY", "FY26", "Full year"])
def test_twelve_months_that_add_up_to_a_year_show_when_it_begins(year: str) -> None:
    months = [*NAMES[3:], *NAMES[:3]]
    assert profile(book({"Budget": month_rows(months, [year])})).calendar.ends_in == 3


def test_columns_that_do_not_add_up_show_nothing() -> None:
    rows: list[Row] = [
        ["", "Jul-25", "Aug-25", "Sep-25", "YTD"],
        ["Revenue", 100, 100, 100, 900],
        ["EBITDA", 10, 10, 10, 90],
    ]
    assert not profile(book({"P&L": rows})).calendar.stated


@pytest.mark.parametrize(
    "line",
    [
        "FY ends September 30.",
        "YTD = October to March",
        "Fiscal year ends September 30",
        "FY26 = October to September",
        "FY26 = year to 30 September 2026",
        "FY26 is the year to 30 September 2026",
    ],
)
def test_a_cover_tells_when_the_year_ends(line: str) -> None:
    assert profile(book({"Cover": [["Accounts"], [line]], "P&L": month_rows(["Oct-24"])})).calendar.ends_in == 9


COVER: dict[str, Sequence[Row]] = {
    "Cover": [["Halden AB"], ["Management accounts period 9 - September 2025"], ["EUR x 1,000, unaudited"]]
}
BY_MONTH: dict[str, Sequence[Row]] = {"By month": month_rows([f"{name}-25" for name in NAMES[:9]], ["YTD"])}
AGAINST: Sequence[Row] = [["Revenue", 900, 950, 850], ["EBITDA", 90, 95, 85]]
YTD = {("9M Sep 2025", "actual"): "900", ("9M Sep 2025", "budget"): "950", ("9M Sep 2024", "actual"): "850"}


@pytest.mark.parametrize(
    ("title", "headings"),
    [
        ("Management accounts September 2025", ["Sep YTD 2025 actual", "Sep YTD budget", "Sep YTD 2024"]),
        ("Capital and trading YTD September 2025", ["YTD actual", "YTD budget", "YTD PY"]),
        ("Segment reporting 2025", ["YTD actual", "YTD budget", "YTD prior year"]),
        (
            "Year to date September 2025 against budget and prior year",
            ["Actual 2025", "Budget 2025", "Prior year 2024"],
        ),
        ("YEAR TO DATE – September 2025", ["Actual", "Budget", "Prior year"]),
        ("YTD September, EUR thousand", ["Act", "Bud", "LY"]),
    ],
)
def test_a_year_to_date_ends_with_the_month_of_the_title_or_of_the_cover(title: str, headings: list[str]) -> None:
    sheets = {**COVER, **BY_MONTH, "Trading": [[title], [], ["EUR thousand", *headings], *AGAINST]}
    assert told(book(sheets), page=3) == YTD


@pytest.mark.parametrize(
    ("title", "headings"),
    [
        ("Summary September 2025", ["Month actual", "Month budget", "Month PY"]),
        ("MONTH – September 2025", ["Actual", "Budget", "Prior year"]),
    ],
)
def test_a_month_alone_is_that_of_the_title(title: str, headings: list[str]) -> None:
    sheets = {**COVER, **BY_MONTH, "Trading": [[title], [], ["EUR thousand", *headings], *AGAINST]}
    assert told(book(sheets), page=3) == {
        (period.replace("9M ", ""), scenario): value for (period, scenario), value in YTD.items()
    }


def test_the_month_beside_the_year_to_date_ends_it() -> None:
    headings = ["Dec-25 Act", "Dec-25 Bud", "Dec-24 PY", "YTD Act", "YTD Bud", "YTD PY", "FY26 Bud"]
    rows = [["£000", *headings], ["Revenue", *range(1, 8)], ["EBITDA", *range(1, 8)]]
    found = told(book({"Cover": [["Accounts"], ["Financial year to 31 March 2026"]], "P&L": rows}), page=2)
    assert list(found) == [
        ("Dec 2025", "actual"), ("Dec 2025", "budget"), ("Dec 2024", "actual"), ("9M Dec 2025", "actual"),
        ("9M Dec 2025", "budget"), ("9M Dec 2024", "actual"), ("FY2026", "budget"),
    ]  # fmt: skip


@pytest.mark.parametrize("heading", ["FY budget", "FY budget 2025", "Full year budget"])
def test_a_whole_year_beside_a_year_to_date_is_the_fiscal_year_it_lies_in(heading: str) -> None:
    title = "Year to date September 2025 against budget"
    rows: list[Row] = [
        [title],
        [],
        ["EUR thousand", "Actual 2025", heading],
        ["Revenue", 900, 1300],
        ["EBITDA", 90, 130],
    ]
    found = told(book({**COVER, **BY_MONTH, "Trading": rows}), page=3)
    assert found == {("9M Sep 2025", "actual"): "900", ("FY2025", "budget"): "1300"}


def test_a_year_behind_the_last_that_is_marked_is_no_actual_one() -> None:
    headings = ["FY 2024A", "FY 2025 Budget", "FY 2026", "FY 2027"]
    rows: list[Row] = [["Base case"], ["EUR thousand", *headings], ["Revenue", 1, 2, 3, 4], ["EBITDA", 1, 2, 3, 4]]
    found = told(workbook_of("Business plan.xlsx", {"Base": rows}))
    assert [scenario for _, scenario in found] == ["actual", "budget", "forecast", "forecast"]


def test_percentages_of_a_column_that_compares_others_leave_the_rest_amounts() -> None:
    rows = [["Management accounts 2025"], ["", "FY2025", "FY2024", "Var. %"], ["Revenue", "900", "850", "5.9%"]]
    source = grid_source(
        "accounts.html", [row if len(row) > 1 else [*row, "", "", ""] for row in rows], ["EUR x 1,000"]
    )
    assert {one.quantity.scale for one in table_findings(source) if one.quantity} == {3}


@pytest.mark.parametrize("stub", ["EBITDA by segment", "EBITDA by business unit"])
def test_parts_that_add_up_to_a_measure_in_the_corner_are_parts_of_it(stub: str) -> None:
    rows: list[Row] = [
        ["Segment reporting 2025"],
        [stub, "YTD actual"],
        ["Machines", 60],
        ["Service", 40],
        ["Total", 100],
    ]
    found = [one for one in table_findings(book({**COVER, **BY_MONTH, "Segments": rows})) if one.span.page == 3]
    assert {one.dimension for one in found if one.metric == "ebitda"} == {("Machines",), ("Service",), ()}


def test_a_title_over_several_tables_names_no_part_of_their_columns() -> None:
    months = [f"{name}-25" for name in NAMES[3:9]]
    rows: list[Row] = [
        ["Revenue by segment by month, FY26"],
        ["ACTUAL, EUR thousand", *months, "YTD"],
        ["Machines", *[60] * 6, 360],
        ["Service", *[40] * 6, 240],
        ["Total", *[100] * 6, 600],
    ]
    assert told(book({"Monthly revenue": rows})) == {
        **{(f"{name} 2025", "actual"): "100" for name in NAMES[3:9]},
        ("H1 FY2026", "actual"): "600",
    }


def test_the_numbers_of_periods_below_a_year_to_date_are_no_names() -> None:
    rows: list[Row] = [
        ["EUR thousand", "Oct-25", "Nov-25", "YTD ACT", "YTD BUD"],
        ["", "P01", "P02", "P01-02", "P01-02"],
        ["Revenue", 100, 100, 200, 210],
        ["EBITDA", 10, 10, 20, 21],
        ["Net finance", -1, -1, -2, -2],
    ]
    cover: Sequence[Row] = [["Accounts"], ["Financial year to 30 September 2026"]]
    found = told(book({"Cover": cover, "P&L": rows}), page=2)
    assert found["2M Nov 2025", "actual"] == "200"
    assert found["2M Nov 2025", "budget"] == "210"


def test_measures_over_columns_are_of_the_stretch_in_the_title() -> None:
    title = "Segment report YTD September 2025"
    headings = ["Segment", "Revenue actual", "Revenue budget", "Revenue PY"]
    rows: list[Row] = [[title], ["EUR thousand"], headings, ["Machines", 60, 65, 50], ["Total", 100, 110, 90]]
    found = [one for one in table_findings(book({**COVER, **BY_MONTH, "Segments": rows})) if one.span.page == 3]
    assert {(one.period.name, str(one.scenario)) for one in found if one.period and one.metric == "revenue"} == {
        ("9M Sep 2025", "actual"), ("9M Sep 2025", "budget"), ("9M Sep 2024", "actual"),
    }  # fmt: skip

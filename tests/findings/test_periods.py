"""What headings say of time, and when two periods are one."""

from dataclasses import replace
from datetime import date

import pytest

from sleuth.evals.grids import grid_source
from sleuth.findings.profile import profile
from sleuth.findings.tables.extraction import table_findings
from sleuth.language.calendar import ASSUMED, Calendar
from sleuth.language.period import same_period
from sleuth.language.timing import as_duration, as_instant, read_timing, spacing

NVIDIA = Calendar(ends_in=1, stated=True)
APPLE = Calendar(ends_in=9, stated=True)


def duration(heading: str, calendar: Calendar = ASSUMED) -> str | None:
    timing = read_timing(heading)
    period = as_duration(timing, calendar) if timing else None
    return period and period.name


def instant(heading: str, calendar: Calendar = ASSUMED) -> str | None:
    timing = read_timing(heading)
    period = as_instant(timing, calendar) if timing else None
    return period and period.name


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("FY2023A", "FY2023"),
        ("2024E", "FY2024"),
        ("Q3-24", "Q3 2024"),
        ("4Q23", "Q4 2023"),
        ("FY2023A Q1", "Q1 2023"),
        ("Q1 '24", "Q1 2024"),
        ("Third quarter of fiscal 2024", "Q3 2024"),
        ("Nine months ended 30 September 2024", "9M Sep 2024"),
        ("9M24", "9M Sep 2024"),
        ("Q3 YTD 2024", "9M Sep 2024"),
        ("1H24", "H1 2024"),
        ("LTM Jun-24", "LTM Jun 2024"),
        ("12 Months Ended Dec. 31, 2022", "FY2022"),
        ("Quarter Ended\nMarch 31,\n2020", "Q1 2020"),
        ("jan-sep 2024", "9M Sep 2024"),
        ("1 januari - 31 december 2023", "FY2023"),
        ("tredje kvartalet 2024", "Q3 2024"),
        ("Helår 2023", "FY2023"),
        ("3. Quartal 2024", "Q3 2024"),
        ("01.01.2024 - 30.09.2024", "9M Sep 2024"),
        ("Neunmonatszeitraum 2024", "9M Sep 2024"),
        ("Geschäftsjahr 2023", "FY2023"),
        ("2023/24", "FY2024"),
        ("6M FY2025", "H1 2025"),
        ("4 months ended 30 April 2024", "4M Apr 2024"),
        ("Year to date, 9 months to 30 September 2024", "9M Sep 2024"),
        ("Utfall 6 mån. jun 2024", "H1 2024"),
    ],
)
def test_headings_name_stretches_of_time(heading: str, name: str) -> None:
    assert duration(heading) == name


@pytest.mark.parametrize(
    ("heading", "calendar", "name"),
    [
        ("Three Months Ended October 29, 2023", NVIDIA, "Q3 FY2024"),
        ("Nine Months Ended October 29, 2023", NVIDIA, "9M Oct 2023"),
        ("Year Ended January 28, 2024", NVIDIA, "FY2024"),
        ("Three Months Ended July 1, 2023", APPLE, "Q3 2023"),
        ("Three Months Ended December 31, 2022", APPLE, "Q1 FY2023"),
        ("Year ended January 1, 2023", Calendar(12, stated=True), "FY2022"),
        ("52 weeks ended February 3, 2024", Calendar(1, -1, stated=True), "FY2023"),
        ("YTD Jun-24", APPLE, "9M Jun 2024"),
    ],
)
def test_a_fiscal_calendar_names_the_quarter_and_the_year(heading: str, calendar: Calendar, name: str) -> None:
    assert duration(heading, calendar) == name


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("December 31, 2023", "2023-12-31"),
        ("31.12.2023", "2023-12-31"),
        ("30 Sep 2024", "2024-09-30"),
        ("2023-06-30", "2023-06-30"),
        ("Sep-24", "2024-09"),
        ("2024-09 (EURk)", "2024-09"),
        ("31/12/2023", "2023-12-31"),
        ("12/31/2023", "2023-12-31"),
        ("Q3 2024", "2024-09"),
    ],
)
def test_headings_name_days_as_precisely_as_they_say(heading: str, name: str) -> None:
    assert instant(heading) == name


@pytest.mark.parametrize(
    "heading", ["2023 vs 2022", "December 31, 2023 and 2022", "Change", "Marketing", "Note", "Total", "YTD Jun-24"]
)
def test_two_times_or_none_are_no_period(heading: str) -> None:
    assert duration(heading) is None


@pytest.mark.parametrize("heading", ["1-3 months", "less than 12 months", "12 months or longer", "3 to 6 months"])
def test_spans_of_a_maturity_are_no_lengths(heading: str) -> None:
    timing = read_timing(heading)
    assert timing is not None
    assert timing.months is None


def test_two_numbers_that_may_be_years_are_no_month() -> None:
    timing = read_timing("2011-12")
    assert timing is not None
    assert timing.month is None


@pytest.mark.parametrize(
    ("headings", "length"),
    [
        (["Jan-24", "Feb-24", "Mar-24"], 1),
        (["Jun-24", "YTD"], 1),
        (["Jan-24", "Feb-24", "FY2024"], 1),
        (["Dec 2023", "Dec 2022"], 12),
        (["Jun 2024", "Jun 2023"], None),  # months, or years that end in June
        (["Jun-24"], None),
        (["LTM Jun-24", "YTD Jun-24"], None),
    ],
)
def test_bare_months_have_the_length_that_their_neighbours_tell(headings: list[str], length: int | None) -> None:
    timings = [timing for heading in headings if (timing := read_timing(heading)) is not None]
    assert spacing(timings, ASSUMED) == length


def test_a_day_is_that_day_whatever_the_fiscal_calendar() -> None:
    timing = read_timing("30 June 2024")
    assert timing is not None
    known, unknown = as_instant(timing, APPLE), as_instant(timing, ASSUMED)
    assert known is not None
    assert unknown is not None
    assert same_period(known, unknown)


def test_a_month_without_a_length_is_no_stretch_of_time() -> None:
    assert duration("Sep-24") is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Three months ended 30 September 2024", "Q3 2024", True),
        ("Q3 2024", "Q2 2024", False),
        ("Q3 2024", "Nine months ended 30 September 2024", False),
        ("FY2024", "Year ended 31 December 2024", True),
        ("FY2024", "FY2023", False),
    ],
)
def test_periods_are_one_whatever_they_are_called(one: str, other: str, same: bool) -> None:
    first, second = (as_duration(timing, ASSUMED) for text in (one, other) if (timing := read_timing(text)))
    assert first is not None
    assert second is not None
    assert same_period(first, second) is same
    assert (first.key == second.key) is same


def test_a_quarter_of_an_unknown_calendar_is_the_quarter_that_the_company_calls_so() -> None:
    deck, filing = read_timing("Q3 FY2024"), read_timing("Three Months Ended October 29, 2023")
    assert deck is not None
    assert filing is not None
    told, known = as_duration(deck, ASSUMED), as_duration(filing, NVIDIA)
    assert told is not None
    assert known is not None
    assert same_period(told, known)


def test_a_month_without_a_day_may_be_any_day_of_it() -> None:
    vague, exact = read_timing("September 2024"), read_timing("30 September 2024")
    assert vague is not None
    assert exact is not None
    month, day = as_instant(vague, ASSUMED), as_instant(exact, ASSUMED)
    assert month is not None
    assert day is not None
    assert same_period(month, day)
    assert month.key != day.key


def test_a_bare_year_in_a_quarterly_report_is_no_year() -> None:
    grid = [["", "2023"], ["Revenue", "$ 56,517"], ["Net income", "22,291"]]
    quarterly = ["Quarterly report", "Results (in millions)"]
    assert not table_findings(grid_source("q.html", grid, quarterly))
    assert table_findings(grid_source("y.html", grid, ["Annual report", "Results (in millions)"]))


def test_a_report_is_of_the_fiscal_year_that_its_cover_tells_not_of_the_day_on_which_it_was_signed() -> None:
    cover = ["ANNUAL REPORT", "FOR THE FISCAL YEAR ENDED", "May 26, 2019", "Fiscal 2019. June 28, 2019."]
    source = grid_source("10k.html", [["", "Fiscal 2019", "Fiscal 2018"], ["Revenue", "16,865", "15,740"]], cover)
    known = profile(source)
    assert known.date == date(2019, 5, 26)
    assert known.calendar == Calendar(ends_in=5, offset=0, stated=True)


def test_a_quarterly_report_that_compares_two_septembers_has_no_year_that_ends_in_september() -> None:
    grid = [
        ["", "30 September 2024", "30 September 2023"],
        ["Cash", "2,150", "1,720"],
        ["Borrowings", "4,650", "4,900"],
    ]
    quarterly = grid_source(
        "q.html", grid, ["Interim report, third quarter of 2024", "Statement of financial position"]
    )
    annual = grid_source("y.html", grid, ["Annual report", "Statement of financial position"])
    assert profile(quarterly).calendar == ASSUMED
    assert profile(annual).calendar == Calendar(ends_in=9, stated=True)


@pytest.mark.parametrize(
    "cover",
    [
        "Annual Report\nfor the financial year 1 January – 31 December 2024",
        "Annual Report\nfor the financial year 1 January 2024 to 31 December 2024",
        "Annual Report for the year ended 31 December 2024",
        "Årsredovisning\nRäkenskapsåret 1 januari – 31 december 2024",
    ],
)
def test_a_report_is_of_the_end_of_its_year_not_of_the_day_its_file_was_made(cover: str) -> None:
    source = grid_source("report.html", [["", "2024"], ["Revenue", "12"]], [cover])
    assert profile(replace(source, metadata={"created": "2026-11-22"})).date == date(2024, 12, 31)


@pytest.mark.parametrize(
    ("cover", "ends_in"),
    [
        (["Interim report for the first half of 2024/25", "1 October 2024 – 31 March 2025"], 9),
        (["Q2 2024/25 (January–March 2025)"], 9),
        (["Half-year report H1 FY2026", "Six months ended 31 October 2025 | Published 2 December 2025"], 4),
        (["Third quarter ended 31 January 2025"], 4),
        (["Interim report", "1 October 2024 – 31 March 2025"], 12),  # which part of a year it is, is not said
    ],
)
def test_the_place_of_a_part_in_its_year_and_its_last_day_tell_the_calendar(cover: list[str], ends_in: int) -> None:
    rows = [["", "2025"], ["Net sales", "10"]]
    assert profile(grid_source("interim.html", rows, ["Halden AB", *cover])).calendar.ends_in == ends_in

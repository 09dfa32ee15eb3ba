"""Times as headings and questions name them."""

import pytest

from sleuth.language.calendar import Calendar
from sleuth.language.times import find_times
from sleuth.language.times_together import in_their_year
from sleuth.language.timing import as_duration, common_timing, lengths, read_timing


@pytest.mark.parametrize(
    ("text", "year", "month", "months"),
    [
        ("FY25 (May 2024 – Apr 2025)", 2025, 4, 12),
        ("May 2024 – Apr 2025", 2025, 4, 12),
        ("May 2023 to June 2024", 2024, 6, 14),
        ("Jan – Mar 2024", 2024, 3, 3),
        ("the year to April 2025", 2025, 4, 12),
        ("the quarter to January 2025", 2025, 1, 3),
    ],
)
def test_a_stretch_has_the_length_between_its_ends(text: str, year: int, month: int, months: int) -> None:
    timing = read_timing(text)
    assert timing is not None
    assert (timing.year, timing.month, timing.months) == (year, month, months)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Q3 revenue 2023", ["Q3 2023"]),
        ("first-quarter revenue 2023", ["first-quarter 2023"]),
        ("first-half 2023 sales", ["First-half 2023"]),
        ("Q3 sales against 2023", ["Q3", "2023"]),
        ("revenue in Q3 and in 2023", ["Q3", "2023"]),
        ("sales in 2022 and 2023", ["2022", "2023"]),
    ],
)
def test_a_part_of_a_year_and_the_year_are_one_time_unless_a_word_sets_them_apart(text: str, times: list[str]) -> None:
    found = in_their_year(find_times(text), text)
    assert [time.text.casefold() for time in found] == [time.casefold() for time in times]


def test_years_to_come_are_no_stretch() -> None:
    timing = read_timing("in years to come")
    assert timing is not None
    assert timing.months is None


def test_lengths_that_are_told_together_are_each_told() -> None:
    assert lengths("for the three and nine months ended June 30, 2024") == {3, 9}


@pytest.mark.parametrize("text", ["CY2024", "CY24", "calendar 2024", "calendar year 2024", "kalenderåret 2024"])
def test_a_calendar_year_is_no_fiscal_year(text: str) -> None:
    timing = read_timing(text)
    assert timing is not None
    for calendar in (Calendar(), Calendar(4, stated=True)):
        period = as_duration(timing, calendar)
        assert period is not None
        assert (period.key, period.fiscal_year) == ("12m 2024-12", None)


def test_a_calendar_year_is_the_fiscal_year_of_a_company_that_closes_in_december() -> None:
    timing = read_timing("CY2024")
    assert timing is not None
    period = as_duration(timing, Calendar(12, stated=True))
    assert period is not None
    assert period.name == "FY2024"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("H1 2025/26", {"half": 1}),
        ("H1 25/26", {"half": 1}),
        ("1H25/26", {"half": 1}),
        ("First half 2025/26", {"half": 1}),
        ("Q2 2025/26", {"quarter": 2}),
        ("2Q25/26", {"quarter": 2}),
        ("6M 2025/26", {"months": 6}),
        ("FY2025/26", {"months": 12}),
        ("FY25/26", {"months": 12}),
        ("2025/26", {"months": 12}),
        ("2025-26", {"months": 12}),
        ("25/26", {"months": 12}),
        ("2025/2026", {"months": 12}),
    ],
)
def test_a_year_over_two_of_the_calendar_is_that_of_its_end_whatever_part_of_it_is_meant(
    text: str, part: dict[str, int]
) -> None:
    timing = read_timing(text)
    assert timing is not None
    assert timing.rest == ""
    assert {"year": 2026, **part}.items() <= {
        name: getattr(timing, name) for name in ("year", "half", "quarter", "months")
    }.items()


@pytest.mark.parametrize("text", ["2019/24", "2019-24", "24/7", "12/13", "1/2", "24/26"])
def test_numbers_that_do_not_follow_one_another_are_no_such_year(text: str) -> None:
    timing = read_timing(text)
    assert timing is not None
    assert timing.months is None


@pytest.mark.parametrize(
    "text", ["the last full year", "the latest full year", "last completed financial year", "last financial year"]
)
def test_the_last_full_year_is_the_one_that_has_ended(text: str) -> None:
    (time,) = find_times(f"Revenue in {text}?")
    assert (time.months, time.back, time.is_ended) == (12, 12, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Sales, H1 this year against last?", ["this year", "last"]),
        ("Was it more than last", ["last"]),
        ("Revenue against last quarter", ["last quarter"]),
        ("Who came last?", []),
    ],
)
def test_last_alone_is_a_year_only_where_it_is_set_against_another(text: str, told: list[str]) -> None:
    assert [time.text for time in find_times(text) if time.timing is None] == told


def test_a_half_is_of_each_year_that_is_told() -> None:
    question = "Sales, H1 this year against last?"
    times = in_their_year(find_times(question), question)
    assert [(time.text, time.back) for time in times] == [("H1 this year", 0), ("H1 last", 12)]


@pytest.mark.parametrize("text", ["ytd june revenue", "YTD June revenue", "year to date to june", "june YTD"])
def test_the_year_to_date_takes_the_month_beside_it_also_in_small_letters(text: str) -> None:
    (found,) = find_times(text)
    assert found.timing is not None
    assert (found.timing.month, found.timing.to_date) == (6, True)


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("Sales YTD against last year?", [("YTD", 0), ("YTD last year", 12)]),
        ("YTD sales this year against last", [("YTD this year", 0), ("YTD last", 12)]),
        ("Sales, FY25 so far", [("FY25 so far", 0)]),
        ("Sales ytd dec vs same period last yr", [("ytd dec", 0), ("same period last yr", 12)]),
        ("Sales ytd vs last year same period", [("ytd", 0), ("last year same period", 12)]),
        ("Last month's sales", [("Last month", 0)]),
        ("How have sales developed so far in 2026?", [("2026", 0)]),
    ],
)
def test_the_year_to_date_and_the_times_beside_it_go_by_what_people_type(
    question: str, times: list[tuple[str, int]]
) -> None:
    found = in_their_year(find_times(question), question)
    assert [(time.text, time.back) for time in found] == times


@pytest.mark.parametrize("text", ["Management accounts period 9 - September 2025", "Period 9 – September 2025"])
def test_the_number_of_a_period_is_no_day(text: str) -> None:
    timing = read_timing(text)
    assert timing is not None
    assert (timing.year, timing.month, timing.day) == (2025, 9, None)


def test_the_year_before_behind_last_year_is_the_one_before_that() -> None:
    question = "Sales last year and the year before"
    times = in_their_year(find_times(question), question)
    assert [(time.back, time.is_ended) for time in times] == [(12, True), (24, True)]


@pytest.mark.parametrize("text", ["the year before last", "two years ago"])
def test_two_years_back_is_one_time(text: str) -> None:
    assert [(time.months, time.back) for time in find_times(f"Sales {text}")] == [(12, 24)]


@pytest.mark.parametrize(
    ("text", "told", "years"),
    [
        ("EBITDA in FY24 and in the prior year", "FY23", [2024, 2023]),
        ("EBITDA FY2024 vs previous year", "FY2023", [2024, 2023]),
        ("EBITDA for the year to 30 June 2025 and the preceding year", "", [2025, 2024]),
    ],
)
def test_the_prior_year_beside_a_stated_one_is_the_year_before_that(text: str, told: str, years: list[int]) -> None:
    found = in_their_year(find_times(text), text)
    assert [one.timing.year for one in found if one.timing] == years
    assert not told or found[1].text == told


def test_last_year_is_not_told_by_another_time() -> None:
    text = "EBITDA in FY22 and last year"
    assert [one.timing is None for one in in_their_year(find_times(text), text)] == [False, True]


@pytest.mark.parametrize(
    ("heading", "month", "day"),
    [
        ("Twelve Months Ended June 30,", 6, 30),
        ("Three Months Ended September 24,", 9, 24),
        ("Year ended December 31", 12, 31),
        ("Balance at June 30,", 6, 30),
    ],
)
def test_the_day_on_which_a_stretch_ends_is_no_year(heading: str, month: int, day: int) -> None:
    timing = common_timing(heading)
    assert (timing.year, timing.month, timing.day) == (None, month, day)


@pytest.mark.parametrize(
    ("heading", "year"), [("year ended March 25", 2025), ("LTM Jun-30", 2030), ("Dec 30 budget", 2030)]
)
def test_two_digits_behind_a_month_are_a_year_elsewhere(heading: str, year: int) -> None:
    assert common_timing(heading).year == year

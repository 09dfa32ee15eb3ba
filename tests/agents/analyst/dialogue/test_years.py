"""Years that a message writes with two digits."""

import pytest

from sleuth.agents.analyst.dialogue.years import (
    with_full_years,
    with_last_year_of_plan,
    with_latest_month,
    with_stretch,
    with_time_before,
    with_year_of_month,
)
from sleuth.language.calendar import Month
from sleuth.language.period import Day, Period, fiscal_period


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("was the leasing limit kept in 24?", "was the leasing limit kept in 2024?"),
        ("vs 22?", "vs 2022?"),
        ("yearly growth 21 to 24", "yearly growth 2021 to 2024"),
        ("from 21 till 23, and why", "from 2021 till 2023, and why"),
        ("EBITDA for '25", "EBITDA for 2025"),
    ],
)
def test_two_digits_where_a_time_stands_are_a_year(message: str, meant: str) -> None:
    assert with_full_years(message) == meant


@pytest.mark.parametrize(
    "message",
    [
        "what falls due in 24 months",
        "is 22 to 24 in clause 8?",
        "net debt in june 25?",
        "how many staff have 12 to 18 months left?",
        "does the price rise to 30?",
        "in 24% of the stores",
        "H1 24 against H1 25",
    ],
)
def test_other_numbers_stay(message: str) -> None:
    assert with_full_years(message) == message


TO_JUNE = Period(Day(2026, 6, 30), 12, fiscal_year=2026)
SECOND_QUARTER = Period(Day(2025, 12, 31), 3, fiscal_year=2026, fiscal_quarter=2)


@pytest.mark.parametrize(
    ("message", "period", "meant"),
    [
        ("how far off was november on sales", TO_JUNE, "how far off was november 2025 on sales"),
        ("how was April for the kilns", TO_JUNE, "how was April 2026 for the kilns"),
        ("how was April for the kilns", SECOND_QUARTER, "how was April 2026 for the kilns"),
        ("how was april for the kilns", fiscal_period(2024, 3, 9), "how was april 2024 for the kilns"),
    ],
)
def test_a_month_amid_words_is_one_of_the_fiscal_year_that_was_spoken_of(
    message: str, period: Period, meant: str
) -> None:
    assert with_year_of_month(message, period) == meant


@pytest.mark.parametrize(
    "message", ["how was november 2024 for kilns", "may they march on?", "was it more in 2023 than april here", "why?"]
)
def test_a_message_that_tells_its_year_or_no_month_stays(message: str) -> None:
    assert with_year_of_month(message, TO_JUNE) == message


@pytest.mark.parametrize(
    ("message", "period", "meant"),
    [
        ("and the one before that?", TO_JUNE, "and the year before?"),
        ("And the one before", SECOND_QUARTER, "And the quarter before"),
        ("the period before it, please", SECOND_QUARTER, "the quarter before, please"),
        ("and the one before that in FY2023?", TO_JUNE, "and the one before that in FY2023?"),
        ("was the one before Ms Lind a lawyer?", TO_JUNE, "was the one before Ms Lind a lawyer?"),
        ("and the one before that?", None, "and the one before that?"),
    ],
)
def test_the_one_before_is_the_time_before_of_the_same_length(message: str, period: Period | None, meant: str) -> None:
    assert with_time_before(message, period) == meant


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("october revenue against budget?", "october 2025 revenue against budget?"),
        ("revenue in november", "revenue in november 2024"),
        ("revenue in october 2023", "revenue in october 2023"),
        ("may we see revenue?", "may we see revenue?"),
    ],
)
def test_a_month_that_opens_a_conversation_is_the_latest_of_that_name(message: str, meant: str) -> None:
    assert with_latest_month(message, Month(2025, 10)) == meant
    assert with_latest_month(message, None) == message


MONTH, HALF = Period(Day(2025, 9), 1), Period(Day(2025, 9), 6, fiscal_year=2026)


@pytest.mark.parametrize(
    ("message", "period", "meant"),
    [
        ("and just the month?", HALF, "and in September 2025?"),
        ("the month alone", HALF, "and in September 2025?"),
        ("ytd?", MONTH, "ytd September 2025?"),
        ("and year to date against budget?", MONTH, "and year to date September 2025 against budget?"),
        ("and just the month?", MONTH, "and just the month?"),
        ("ytd?", TO_JUNE, "ytd?"),
        ("what happened in the month before?", HALF, "what happened in the month before?"),
    ],
)
def test_the_month_and_the_year_to_date_go_over_into_each_other(message: str, period: Period, meant: str) -> None:
    assert with_stretch(message, period) == meant


def test_the_last_year_of_a_plan_is_the_last_that_is_planned() -> None:
    assert with_last_year_of_plan("margin in the last year of the business plan?", 2029).startswith("margin in FY2029")
    assert with_last_year_of_plan("margin in the last year?", 2029) == "margin in the last year?"
    assert with_last_year_of_plan("revenue in the final year of the plan", None).endswith("final year of the plan")


BALANCE = Period(Day(2025, 9, 30), None, fiscal_year=2025)


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("and end of Feb?", "and end of Feb 2026?"),
        ("and at the end of December", "and at the end of December 2025"),
        ("and end of May?", "and end of May?"),  # not reached yet
        ("and in February 2025?", "and in February 2025?"),
    ],
)
def test_behind_a_balance_the_next_such_month_is_meant_where_the_documents_reach_it(message: str, meant: str) -> None:
    assert with_year_of_month(message, BALANCE, Month(2026, 2)) == meant

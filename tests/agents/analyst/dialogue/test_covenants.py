"""Which questions ask whether a covenant is kept, or what its limit is."""

from datetime import date
from decimal import Decimal

import pytest

from sleuth.agents.analyst.behaviours.covenants import changes_within, read_covenant
from sleuth.agents.analyst.dialogue.context import Context
from sleuth.findings.asked.limits import Limit
from sleuth.language.days import Days


@pytest.mark.parametrize(
    "message",
    ["What is the leverage covenant at 30 September 2025?", "Current leverage covenant in the bank facility?"],
)
def test_the_limit_of_a_measure_is_asked_for_by_its_covenant(message: str) -> None:
    query = read_covenant(message, Context())
    assert query is not None
    assert query.measures[0].keys == ("leverage",)


@pytest.mark.parametrize(
    ("message", "before"),
    [
        ("When does the leverage covenant go back down?", ""),
        ("What was the leverage covenant originally?", ""),
        ("Is leverage in the downside case within the covenant?", ""),
        ("Worst leverage of the business plan, is that ok under the covenant?", ""),
        ("What can the bank do if the leverage covenant is broken?", ""),
        ("Does that break the leverage covenant?", "What is EBITDA in the downside case in FY27?"),
    ],
)
def test_what_else_is_asked_of_a_covenant_is_no_question_of_its_limit(message: str, before: str) -> None:
    assert read_covenant(message, Context(question=before)) is None


@pytest.mark.parametrize(
    ("message", "before", "is_one"),
    [
        ("what was the limit?", "What was leverage at the 30 June 2027 test date?", True),
        ("what is the limit from march 2028 on", "What was leverage at 30 June 2027?", True),
        ("and what is the limit for the following Sept 27 test date?", "What was leverage at 30 June 2027?", True),
        ("and what is the cargo limit for the following Sept 27 date?", "What was leverage at 30 June 2027?", False),
        ("what was the limit?", "What were leverage and revenue in FY27?", False),
        ("what was the limit?", "How much cover does the cargo policy give?", False),
        ("what is the limit of the cargo policy for stored goods", "What was leverage at 30 June 2027?", False),
        ("what was the revenue limit?", "What was leverage at 30 June 2027?", False),
    ],
)
def test_a_bare_limit_is_that_of_the_measure_asked_for_before(message: str, before: str, is_one: bool) -> None:
    assert (read_covenant(message, Context(question=before)) is not None) is is_one


def _limit(until: date) -> Limit:
    return Limit("leverage", Decimal("3.50"), "times", True, None, until, True, 0, 0)


@pytest.mark.parametrize(
    ("until", "is_open"),
    [(date(2025, 6, 28), True), (date(2025, 6, 30), False), (date(2025, 6, 29), False), (date(2025, 5, 31), False)],
)
def test_a_limit_that_ends_within_a_month_is_not_certain_for_a_test_of_that_month(until: date, is_open: bool) -> None:
    june = Days(date(2025, 6, 1), date(2025, 6, 30))
    assert changes_within(_limit(until), june) is is_open


def test_a_limit_that_ends_on_the_day_of_a_test_is_certain() -> None:
    day = date(2025, 6, 28)
    assert not changes_within(_limit(day), Days(day, day))

"""Which finding answers, and what is said to have been assumed."""

from dataclasses import dataclass

import pytest

from sleuth.findings.asked.lookup import look_up
from sleuth.language.period import Day, Period


@dataclass(frozen=True)
class Figure:
    shown: str
    stated_period: Period | None
    scenario: str = "actual"
    whole: bool = True
    weight: tuple[int, ...] = (2,)


YEARS = {year: Period(Day(year, 9, 30), 12, year, 4) for year in (2023, 2024)}
Q1 = Period(Day(2024, 12, 31), 3, 2025, 1)
Q4 = Period(Day(2024, 9, 30), 3, 2024, 4)
FIGURES = [
    Figure("2023", YEARS[2023]), Figure("2024", YEARS[2024]), Figure("Q4 2024", Q4), Figure("Q1 2025", Q1),
    Figure("plan", Period(Day(2025, 9, 30), 12, 2025, 4), scenario="budget"),
    Figure("Europe", YEARS[2024], whole=False),
]  # fmt: skip


def answer(period: str = "", scenario: str = "") -> tuple[list[str], tuple[str, ...]]:
    found = look_up(FIGURES, period, scenario)
    return [figure.shown for figure in found.found], found.assumptions


def test_an_open_question_is_answered_by_the_latest_actual_year_of_the_whole() -> None:
    assert answer() == (
        ["2024"],
        (
            "the whole, not its parts",
            "actual, not budget",
            "FY2024, the latest fiscal year of which there is a figure",
        ),
    )


@pytest.mark.parametrize(
    ("period", "shown"),
    [
        ("FY2023", "2023"), ("2024", "2024"), ("Q4 2024", "Q4 2024"), ("fourth quarter 2024", "Q4 2024"),
        ("Q1", "Q1 2025"), ("30 September 2024", "2024"), ("year ended 30 September 2023", "2023"),
        ("12m 2024-09", "2024"),
    ],
)  # fmt: skip
def test_a_period_is_found_however_it_is_said(period: str, shown: str) -> None:
    assert shown in answer(period)[0]


def test_a_scenario_that_is_asked_for_is_not_assumed() -> None:
    assert answer(scenario="budget") == (["plan"], ("the whole, not its parts",))


def test_where_only_a_budget_is_stated_it_answers_and_says_so() -> None:
    found = look_up([figure for figure in FIGURES if figure.scenario == "budget"])
    assert found.assumptions == ("budget",)


def test_what_is_not_there_is_said_with_what_is() -> None:
    found = look_up(FIGURES, "FY2019")
    assert found.found == ()
    assert found.missing == "none of FY2019; there is Q1 FY2025, FY2024, Q4 2024, FY2023"


def test_the_weightiest_source_answers_first() -> None:
    deck, audited = Figure("deck", YEARS[2024]), Figure("audited", YEARS[2024], weight=(0,))
    assert [figure.shown for figure in look_up([deck, audited]).found] == ["audited", "deck"]

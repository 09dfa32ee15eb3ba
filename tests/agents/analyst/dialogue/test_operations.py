"""What a message does with figures that were given, and which of them it means."""

import pytest

from sleuth.agents.analyst.dialogue.given import Given, Part, kept
from sleuth.agents.analyst.dialogue.operations import Reckoning, is_against_year_before, operands, wish_of
from sleuth.agents.analyst.wording import computed_name, is_between_times
from sleuth.answering.proving import Printed


def given(label: str, year: int, unit: str = "USD", page: int = 1) -> Given:
    printed = Printed(1, page, 4, 0, 20, "Fees were 5")
    return Given(label, label, str(year), (year, 12), unit, (("a", Part(1, 0, printed)),))


FEES = (given("fees", 2007), given("fees", 2009))


@pytest.mark.parametrize(
    ("message", "reckoning"),
    [
        ("What is the net change?", Reckoning.CHANGE),
        ("By how much did it increase?", Reckoning.CHANGE),
        ("what was, then, the change over the years?", Reckoning.CHANGE),
        ("Was that more or less than the year before?", Reckoning.CHANGE),
        ("up or down on the year before, by how much?", Reckoning.CHANGE),
        ("how much better is that than a year earlier, in percent?", Reckoning.PERCENT_CHANGE),
        ("how far down is that in percent?", Reckoning.PERCENT_CHANGE),
        ("What is the change in percent?", Reckoning.PERCENT_CHANGE),
        ("And in percent?", Reckoning.PERCENT_CHANGE),
        ("what percentage change does this represent?", Reckoning.PERCENT_CHANGE),
        ("so growth of how much?", Reckoning.PERCENT_CHANGE),
        ("and what growth is that?", Reckoning.PERCENT_CHANGE),
        ("What’s the difference between the two?", Reckoning.DIFFERENCE),
        ("Hur stor är skillnaden?", Reckoning.DIFFERENCE),
        ("What is the total of those two?", Reckoning.SUM),
        ("What is the average of both?", Reckoning.AVERAGE),
        ("What is that divided by 100?", Reckoning.SCALED),
        ("And the change in fees?", Reckoning.CHANGE),
    ],
)
def test_a_message_that_only_reckons_is_understood(message: str, reckoning: Reckoning) -> None:
    wish = wish_of(message, FEES, "en")

    assert wish is not None
    assert wish.reckoning is reckoning


@pytest.mark.parametrize(
    "message",
    [
        "What is the change in inventories?",
        "growth of the storage business?",
        "growth in 2011?",
        "What happens on a change of control?",
        "What is the total?",
        "And EBITDA?",
    ],
)
def test_a_message_with_a_matter_of_its_own_is_looked_up(message: str) -> None:
    assert wish_of(message, FEES, "en") is None


def times(message: str, *figures: Given) -> list[int]:
    wish = wish_of(message, figures, "en")
    assert wish is not None
    return [one.order[0] for one in operands(wish, figures)]


def test_a_change_is_from_the_earlier_to_the_later_time_whatever_was_asked_first() -> None:
    assert times("What is the net change?", given("fees", 2009), given("fees", 2007)) == [2007, 2009]


def test_bare_growth_lies_between_the_years_told_the_newer_last() -> None:
    assert times("so growth of how much?", given("fees", 2009), given("fees", 2008)) == [2008, 2009]
    only = given("fees", 2009)
    wish = wish_of("so growth of how much?", [only], "en")
    assert wish is not None
    assert is_against_year_before(wish, [only])


def test_a_change_lies_between_figures_of_one_measure() -> None:
    assert times("What is the net change?", given("rent", 2007), given("fees", 2009)) == []


def test_a_change_over_a_named_year_starts_in_it() -> None:
    assert times("What is the change over the 2009 value?", *FEES) == []


def test_numbers_without_a_unit_are_reckoned_only_on_one_page() -> None:
    assert times("What is the net change?", given("fees", 2007, ""), given("fees", 2009, "", page=2)) == []


def test_figures_of_two_units_have_no_difference() -> None:
    assert times("What is the difference?", given("fees", 2007, "USD"), given("staff", 2007, "employee")) == []


def test_a_result_set_against_something_else_is_not_computed() -> None:
    assert times("What is the difference over the total value?", *FEES) == []


def test_a_figure_that_is_given_again_is_the_latest() -> None:
    assert [one.order[0] for one in kept(FEES[:1], FEES)] == [2009, 2007]


@pytest.mark.parametrize(
    ("message", "figures", "is_meant"),
    [
        ("how far down is that in percent?", FEES[:1], True),
        ("how much lower is that than the year before?", FEES, True),
        ("how far down is that in percent?", FEES, False),  # from the other one
        ("What is the change over the 2009 value?", FEES[:1], False),
        ("how much down from 2005?", FEES[:1], True),  # which is asked for in the documents
        ("how much down from 2007?", FEES, False),
        ("What is the sum of both?", FEES[:1], False),
    ],
)
def test_a_change_of_the_one_figure_given_is_from_the_year_before(
    message: str, figures: tuple[Given, ...], is_meant: bool
) -> None:
    wish = wish_of(message, figures, "en")
    assert wish is not None
    assert is_against_year_before(wish, figures) is is_meant


@pytest.mark.parametrize(
    ("title", "name", "is_between"),
    [
        ("Debt, change from 31 December, 2022 to 31 December, 2023", "Debt", True),
        ("EBITDA margin, Kilns, change from FY2022 to FY2024", "EBITDA margin, Kilns", True),
        ("Revenue, average yearly change from FY2022 to FY2024", "Revenue", True),
        ("Revenue, average of FY2022 to FY2024", "Revenue", True),
        ("EBITDA margin, Kilns, FY2024", "EBITDA margin, Kilns", False),
        ("Staff, average of 12 months, FY2024", "Staff, average of 12 months", False),
    ],
)
def test_a_computed_figure_is_called_without_its_times(title: str, name: str, is_between: bool) -> None:
    assert computed_name(title) == name
    assert is_between_times(title) is is_between

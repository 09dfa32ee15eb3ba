"""What a cell is of is told by what stands over the labels, in the title, in other headings and in its own label."""

from decimal import Decimal

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.cells import Meaning, Verdict, check_cell
from sleuth.language.calendar import Calendar
from sleuth.language.period import Day, period_ending
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario
from tests.evidence.test_cells import Grid, span_of

SEP_2025 = period_ending(Day(2025, 9, 30), 1, Calendar(12, stated=True))
FY2024 = period_ending(Day(2024, 12, 31), 12, Calendar(12, stated=True))


def verdict(grid: Grid, above: list[str], printed: str, meaning: Meaning) -> Verdict:
    source = grid_source("pack.xlsx", grid, above)
    return check_cell(source, span_of(source, printed), meaning).verdict


def thousands(value: str, unit: str = "EUR") -> Quantity:
    return Quantity(Decimal(value), unit, 3)


@pytest.mark.parametrize(("stores", "agrees"), [("51.3", True), ("51", False)])
def test_a_part_called_by_things_is_money_where_no_things_make_its_numbers(stores: str, *, agrees: bool) -> None:
    grid = [["", "Sep-25"], ["Online", "100"], ["Stores", stores], ["Revenue", "151.3" if agrees else "151"]]
    meaning = Meaning("Stores", Quantity(Decimal(stores), "EUR", 6), SEP_2025, metric="revenue", dimension=("Stores",))

    assert (verdict(grid, ["Monthly trend, EUR m"], stores, meaning) is Verdict.AGREES) is agrees


def test_a_row_named_after_a_plan_is_of_it_beside_the_same_row_without_the_plan() -> None:
    grid = [["", "Sep-25"], ["EBITDA", "32.8"], ["EBITDA budget", "31.5"]]
    budget = Meaning("EBITDA budget", Quantity(Decimal("31.5"), "EUR", 6), SEP_2025, Scenario.BUDGET, metric="ebitda")
    actual = Meaning("EBITDA budget", Quantity(Decimal("31.5"), "EUR", 6), SEP_2025, metric="ebitda")

    assert verdict(grid, ["Monthly trend, EUR m"], "31.5", budget) is Verdict.AGREES
    assert verdict(grid, ["Monthly trend, EUR m"], "31.5", actual) is Verdict.DISAGREES


@pytest.mark.parametrize(("label", "dimension"), [("Group", ()), ("School & Council", ("School & Council",))])
def test_what_stands_over_the_labels_names_the_measure_with_its_unit(label: str, dimension: tuple[str, ...]) -> None:
    grid = [["Revenue actual EUR 000", "Aug-25", "Sep-25"], [label, "6,055", "6,210"]]
    meaning = Meaning(label, thousands("6210"), SEP_2025, metric="revenue", dimension=dimension)

    assert verdict(grid, ["Monthly trend"], "6,210", meaning) is Verdict.AGREES


@pytest.mark.parametrize("title", ["Financial profile (€000)", "Financial profile, €000"])
def test_a_title_in_thousands_states_no_amount(title: str) -> None:
    grid = [["", "FY23", "FY24"], ["Revenue", "5,512", "6,210"]]
    meaning = Meaning("Revenue", thousands("6210"), FY2024, metric="revenue")

    assert verdict(grid, [title, "- as management defines it"], "6,210", meaning) is Verdict.AGREES


def test_a_unit_over_the_last_of_several_years_is_that_of_all() -> None:
    grid = [["", "FY2024", "EUR thousands FY2023"], ["Revenue", "6,210", "5,512"]]
    meaning = Meaning("Revenue", thousands("6210"), FY2024, metric="revenue")

    assert verdict(grid, ["Consolidated income statement"], "6,210", meaning) is Verdict.AGREES


def test_a_row_of_which_may_be_called_without_these_words() -> None:
    grid = [["EUR 000", "FY24"], ["Capital expenditure", "9,120"], ["of which software", "6,210"]]
    meaning = Meaning("Capital expenditure > software", thousands("6210"), FY2024)

    assert verdict(grid, ["Plan"], "6,210", meaning) is Verdict.AGREES

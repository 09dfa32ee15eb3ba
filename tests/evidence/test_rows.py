"""Which rows of a table meet conditions, read from the page once more: a check on whoever selected them."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sleuth.evidence.rows import Checked, Selection, check_selection
from sleuth.evidence.source import Page
from sleuth.language.table_query import Dated, Derived, DerivedForm, OneOf, Ranged, RowOperation, TableQuery
from tests.records import CUSTOMERS, text_file

PAGE = text_file("Customers.csv", CUSTOMERS).pages[0]
NORWAY = OneOf("Country", ("Norway",))
QUERY = TableQuery("", "en", "customers", RowOperation.COUNT, (NORWAY,))
NORWEGIANS = Selection(QUERY, 0, "Customer", (2, 3), frozenset(), 6)
UNTIL = Dated("Contract until", None, date(2026, 4, 30), "on or before 30 April 2026")
EXPIRING = replace(NORWEGIANS, query=replace(QUERY, conditions=(UNTIL,)), rows=(2, 3, 4, 5), unread=frozenset({6}))
TOTAL = replace(
    NORWEGIANS,
    query=replace(QUERY, operation=RowOperation.SUM, columns=("Revenue FY25 (SEKk)",)),
    result=Decimal(59355),
)


@pytest.mark.parametrize("selection", [NORWEGIANS, EXPIRING, TOTAL])
def test_a_selection_that_the_page_makes_as_well_is_said(selection: Selection) -> None:
    assert isinstance(check_selection(PAGE, selection), Checked)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(NORWEGIANS, rows=(2,)),
        replace(NORWEGIANS, rows=(2, 3, 4)),
        replace(NORWEGIANS, counted=7),
        replace(NORWEGIANS, unread=frozenset({6})),
        replace(NORWEGIANS, query=replace(QUERY, conditions=(OneOf("Segment", ("Norway",)),))),
        replace(NORWEGIANS, query=replace(QUERY, conditions=(OneOf("Land", ("Norway",)),))),
        replace(NORWEGIANS, table=1),
        replace(EXPIRING, rows=(2, 3, 4)),
        replace(EXPIRING, unread=frozenset()),
        replace(TOTAL, result=Decimal(59356)),
        replace(TOTAL, rows=(2,), result=Decimal(31240)),
    ],
)
def test_a_selection_with_other_rows_another_count_or_another_figure_is_refused(wrong: Selection) -> None:
    assert isinstance(check_selection(PAGE, wrong), str)


@pytest.mark.parametrize(
    ("condition", "rows"),
    [
        (Ranged("Revenue FY25 (SEKk)", Decimal(31240000), None, "SEK", True, ""), {1}),
        (Ranged("Revenue FY25 (SEKk)", Decimal(31240000), None, "SEK", False, ""), {1, 2}),
        (Ranged("Share of revenue", None, Decimal("3.3"), "percent", False, ""), {4, 5}),
    ],
)
def test_amounts_are_held_against_a_limit_in_the_units_of_their_heading(condition: Ranged, rows: set[int]) -> None:
    asked = replace(QUERY, operation=RowOperation.LIST, conditions=(condition,))
    selection = Selection(asked, 0, "Customer", tuple(rows), frozenset({6}), 6)
    assert isinstance(check_selection(PAGE, selection), Checked)
    assert isinstance(check_selection(PAGE, replace(selection, rows=tuple(rows ^ {3}))), str)


def test_a_last_row_that_sums_up_the_others_under_another_name_is_no_row_of_the_list() -> None:
    page = _page(CUSTOMERS.replace("Total,,,", "Koncernkunder,,,"))
    assert isinstance(check_selection(page, replace(NORWEGIANS, counted=7)), str)
    assert isinstance(check_selection(page, NORWEGIANS), Checked)


def test_amounts_of_several_currencies_are_not_summed_up() -> None:
    text = "Lease,Currency,Rent\nLund,SEK,100\nOslo,NOK,200\nBonn,EUR,400\n"
    query = TableQuery("", "en", "", RowOperation.SUM, (), ("Rent",))
    selection = Selection(query, 0, "Lease", (1, 2, 3), frozenset(), 3, Decimal(700))
    assert "currencies" in str(check_selection(_page(text), selection))


REST = "Client,Sales\nAlnö,500\nBirka,300\nOther clients,200\n"
FIRST = TableQuery("", "en", "clients", RowOperation.SHARE, (), ("Sales",), count=1)
LEADER = Selection(FIRST, 0, "Client", (1,), frozenset(), 3, Decimal(50), among=2)


def test_the_part_of_the_largest_is_of_all_rows_and_the_largest_is_one_thing() -> None:
    assert "50.0% = 500 ÷ 1,000" in _text(check_selection(_page(REST), LEADER))
    leads = REST.replace("200", "2000")
    assert "(Alnö): 17.9%" in _text(check_selection(_page(leads), replace(LEADER, result=Decimal(50000) / 2800)))


@pytest.mark.parametrize(
    "wrong",
    [
        replace(LEADER, rows=(2,), result=Decimal(30)),
        replace(LEADER, result=Decimal(60)),
        replace(LEADER, among=3),
        replace(LEADER, query=replace(FIRST, operation=RowOperation.COUNT), rows=(1, 2, 3)),
        replace(LEADER, query=replace(FIRST, operation=RowOperation.AVERAGE), rows=(1, 2, 3), result=Decimal(1000) / 3),
    ],
)
def test_a_row_that_stands_for_several_is_neither_ranked_nor_counted(wrong: Selection) -> None:
    assert isinstance(check_selection(_page(REST), wrong), str)


def _text(checked: Checked | str) -> str:
    assert isinstance(checked, Checked), checked
    return checked.text


def _page(text: str) -> Page:
    return text_file("list.csv", text).pages[0]


SITES = """Site,Country,Ccy,Capacity,Occupied,Rent,Sales 23/24,Sales 24/25
Varberg,SE,SEK,200,150,900,50,60
Vejle,DK,DKK,100,90,700,80,60
Malmö,SE,SEK,0,0,300,20,25
Total,,,300,240,,150,145
"""
FULL = Derived("Occupancy", "Occupied", "Capacity", DerivedForm.PERCENT)
GROWN = Derived("Growth", "Sales 24/25", "Sales 23/24", DerivedForm.GROWTH)
DEAR = Derived("Rent per Capacity", "Rent", "Capacity", DerivedForm.RATIO)


def ranked(derived: Derived, rows: tuple[int, ...], unread: frozenset[int], among: int) -> Checked | str:
    query = TableQuery(
        "", "en", "sites", RowOperation.LARGEST, (), (derived.heading,), beside=(derived.top, derived.bottom),
        derived=(derived,),
    )  # fmt: skip
    page = text_file("Sites.csv", SITES).pages[0]
    return check_selection(page, Selection(query, 0, "Site", rows, unread, 3, among=among))


def test_what_two_columns_make_is_computed_anew_from_their_cells() -> None:
    assert isinstance(ranked(FULL, (2,), frozenset({3}), 2), Checked)
    assert isinstance(ranked(FULL, (1,), frozenset({3}), 2), str)
    assert isinstance(ranked(GROWN, (3,), frozenset(), 3), Checked)


def test_one_amount_for_each_of_another_is_not_ranked_in_several_currencies() -> None:
    assert "currencies" in str(ranked(DEAR, (2,), frozenset({3}), 2))


FISHERS = Selection(
    TableQuery(
        "", "en", "", RowOperation.LARGEST, (), ("Revenue FY25 (SEKk)",), count=1, group="Segment"
    ), 0, "Customer", (1, 2, 3, 5), frozenset({6}), 6, among=2,
)  # fmt: skip


def test_rows_of_one_thing_are_summed_up_before_things_are_ranked() -> None:
    text = _text(check_selection(PAGE, FISHERS))
    assert text.startswith("Fish (Skagen Pelagic A/S, Harstad Hvitfisk AS, Brofjord Lax AS, Baltic Herring OÜ)")
    assert "157,217 = 84,872 + 31,240 + 28,115 + 12,990 (the largest of 2 different “Segment”" in text


@pytest.mark.parametrize(
    "wrong",
    [
        replace(FISHERS, rows=(1,)),
        replace(FISHERS, rows=(4,)),
        replace(FISHERS, among=6),
        replace(FISHERS, query=replace(FISHERS.query, group="Trade")),
        replace(FISHERS, query=replace(FISHERS.query, group="Country")),
    ],
)
def test_a_ranking_of_things_with_other_rows_or_by_another_column_is_refused(wrong: Selection) -> None:
    assert isinstance(check_selection(PAGE, wrong), str)

"""Questions that go on from the rows of a table that answered the one before."""

import asyncio
from collections.abc import Callable

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.answering.tables import RowsResolved, resolve_follow_up, resolve_rows
from sleuth.evals.shelf import Shelf
from tests.records import CUSTOMERS, DEBT, HOLDERS, KUNDER, LEASES, letter, text_file, workbook

Follow = Callable[..., RowsResolved]

RENEWALS = """Customer,Country,ARR (SEKk),Contract end,Renewal
Aspnäs Kommun,Sweden,840,2026-03-31,Auto 12m
Birkmo AS,Norway,310,2026-05-31,None
Cedergren AB,Sweden,620,2026-06-30,None
Dunvik AS,Norway,450,2027-01-31,Auto 12m
"""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """A customer list, a debt schedule, a cap table and a lease list."""
    return Shelf([
        text_file("Customer_list_Apr2025.csv", CUSTOMERS),
        workbook("Debt_Schedule.xlsx", DEBT, "Debt"),
        workbook("Cap_table.xlsx", HOLDERS, "Cap table"),
        letter("Lease overview.docx", "Property overview", LEASES),
    ])  # fmt: skip


@pytest.fixture(scope="module")
def renewals() -> Shelf:
    """A customer list that says how contracts renew, with its words in short."""
    return Shelf([text_file("Customers_ARR.csv", RENEWALS)])


@pytest.fixture(scope="module")
def follow() -> Follow:
    """follow(shelf, question, message, …) → what the tables answer to the last message."""

    async def asked(shelf: Shelf, question: str, *messages: str) -> RowsResolved:
        found = await resolve_rows(shelf, question)
        for message in messages:
            assert found.query is not None, question
            found = await resolve_follow_up(shelf, message, found.before)
        return found

    return lambda shelf, *questions: asyncio.run(asked(shelf, *questions))


@pytest.mark.parametrize(
    ("question", "message", "query"),
    [
        ("How many customers in Norway?", "And the Danish ones?", "customers · Country is Denmark · count"),
        ("How many customers in Norway?", "And in Sweden?", "customers · Country is Sweden · count"),
        ("How many customers in Norway?", "What about Estonia?", "customers · Country is Estonia · count"),
        (
            "Which customers have revenue over SEK 30 million?",
            "And over SEK 20 million?",
            "customers · Revenue FY25 (SEKk) over SEK 20 million · list",
        ),
        ("Which leases end before 2027?", "And before 2026?", "leases · Lease ends before 2026 · list"),
    ],
)
def test_a_condition_of_the_same_column_replaces_that_of_the_question_before(
    follow: Follow, shelf: Shelf, question: str, message: str, query: str
) -> None:
    found = follow(shelf, question, message).query
    assert found is not None
    assert str(found).casefold() == query.casefold()


def test_what_another_column_limits_is_kept(follow: Follow, renewals: Shelf) -> None:
    before = ("Which customers in Sweden have contracts that end before 1 May 2026?", "And in Norway?")
    found = follow(renewals, *before).query
    assert found is not None
    assert [condition.column for condition in found.conditions] == ["Contract end", "Country"]


@pytest.mark.parametrize(
    ("question", "message", "rows", "result"),
    [
        ("Which customers are in Sweden?", "How much ARR is that?", 2, "1460"),
        ("How many customers in Norway?", "How much ARR do they have together?", 2, "760"),
        ("Top two customers by ARR", "How much ARR is that together?", 2, "1460"),
        ("Which contracts end in 2026?", "How much ARR is that in total?", 3, "1770"),
        ("Which customers are in Sweden?", "What is their average ARR?", 2, "730"),
    ],
)
def test_those_are_the_rows_that_were_told(
    follow: Follow, renewals: Shelf, question: str, message: str, rows: int, result: str
) -> None:
    found = follow(renewals, question, message)
    [answer] = found.found.answers
    assert (len(answer.selection.rows), str(answer.selection.result)) == (rows, result)


def test_of_those_a_further_condition_selects(follow: Follow, renewals: Shelf) -> None:
    questions = ("Which contracts end in 2026?", "How much ARR is that?", "Which of those do not renew automatically?")
    [told] = follow(renewals, *questions).before
    assert told.names == ("Birkmo AS", "Cedergren AB")


def test_their_is_of_every_row_that_was_told(follow: Follow, renewals: Shelf) -> None:
    [told] = follow(renewals, "Which customers are in Norway?", "When do their contracts end?").before
    assert told.names == ("Birkmo AS", "Dunvik AS")


def test_a_condition_on_the_same_column_narrows_those_rows(follow: Follow, renewals: Shelf) -> None:
    [told] = follow(renewals, "Which contracts end in 2026?", "Which of those contracts end before June 2026?").before
    assert told.names == ("Aspnäs Kommun", "Birkmo AS")


def test_another_column_ranks_as_before(follow: Follow) -> None:
    holders = ("Holder,Shares,Capital %,Votes %", "Alba AB,500,50%,30%", "Brita AB,300,30%,60%", "Cleo AB,200,20%,10%")
    shelf = Shelf([text_file("Shareholders.csv", "\n".join(holders))])
    [told] = follow(shelf, "Who is the largest shareholder?", "And by votes?").before
    assert told.names == ("Brita AB",)


@pytest.mark.parametrize(
    "message",
    [
        "How much EBITDA is that?",  # no such column
        "Which of those are audited?",
        "How much revenue and churn is that?",
        "And altogether?",  # of these, or of all
    ],
)
def test_a_word_without_a_meaning_in_the_table_leaves_a_follow_up_open(
    follow: Follow, renewals: Shelf, message: str
) -> None:
    assert follow(renewals, "Which customers are in Sweden?", message).query is None


def test_those_different_values_are_no_rows(follow: Follow, shelf: Shelf) -> None:
    assert follow(shelf, "Which lenders are there?", "How much is outstanding of those?").query is None


@pytest.mark.parametrize("question", ["What rent is that in total?", "How many of them are secured?"])
def test_a_question_about_rows_that_nobody_named_is_not_answered_over_all_rows(shelf: Shelf, question: str) -> None:
    assert asyncio.run(resolve_rows(shelf, question)).query is None


def test_a_second_question_in_one_is_of_the_rows_of_the_first(shelf: Shelf) -> None:
    found: Research = asyncio.run(research_in(shelf, "Which leases end before 2027, and what rent is that in total?"))
    text = " ".join(claim.text for claim in found.proven)
    assert "2 of 3" in text
    assert "10,304" not in text  # the rent of all three


def test_a_swedish_follow_up_is_answered_of_the_same_rows(follow: Follow) -> None:
    shelf = Shelf([text_file("Kundlista.csv", KUNDER)])
    found = follow(shelf, "Hur många kunder finns i Norge?", "Och i Sverige?")
    assert found.before[0].names == ("Svenska Kök AB",)


BOUGHT = """Period,Shares bought,Price paid per share
October 1 - 31 2024,120,61.5
November 1 - 30 2024,90,64.0
December 1 - 31 2024,75,70.2
"""


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("What is the highest price paid per share?", True),
        ("And where is the highest price paid per share, and how much?", False),  # months are no places
        ("Why is the highest price paid per share?", False),  # rows tell no reason
    ],
)
def test_rows_tell_neither_where_they_are_times_nor_why(question: str, is_told: bool) -> None:
    shelf = Shelf([text_file("purchases.csv", BOUGHT)])
    assert bool(asyncio.run(resolve_rows(shelf, question)).query) is is_told


def test_a_run_of_text_in_place_of_a_heading_is_no_list() -> None:
    run = "Price paid per share " + "of the shares that were bought under the programme " * 6
    shelf = Shelf([text_file("purchases.csv", BOUGHT.replace("Price paid per share", run))])
    assert asyncio.run(resolve_rows(shelf, "What is the highest price paid per share?")).query is None

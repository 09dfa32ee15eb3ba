"""A question over rows, taken apart: operation, limits, and the words that an answer must account for."""

from datetime import date
from decimal import Decimal

import pytest

from sleuth.language.table_query import RowOperation
from sleuth.reason.records.asking import take_apart


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("How many customers are in Norway?", RowOperation.COUNT),
        ("Hur många anställda finns i Lund?", RowOperation.COUNT),
        ("What is the average salary in engineering?", RowOperation.AVERAGE),
        ("Vad är snittlönen i Sverige?", RowOperation.AVERAGE),
        ("What share of revenue comes from Norway?", RowOperation.SHARE),
        ("Which customers have a share of more than 5%?", RowOperation.LIST),
        ("Who is the largest shareholder?", RowOperation.LARGEST),
        ("Vilken är den äldsta kunden?", RowOperation.SMALLEST),
        ("What is the total rent?", RowOperation.SUM),
        ("Which leases end before 2027?", RowOperation.LIST),
        ("When does the RCF mature?", RowOperation.VALUE),
    ],
)
def test_the_words_of_a_question_say_what_is_done_with_rows(question: str, operation: RowOperation) -> None:
    assert take_apart(question).operation is operation


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("Which plant had the worst rewash rate?", RowOperation.LARGEST),
        ("Which depot has the best absence rate?", RowOperation.SMALLEST),
        ("Which clinic had the worst margin?", RowOperation.SMALLEST),
        ("Which clinic has the best occupancy?", RowOperation.LARGEST),
        ("Which plant had the worst throughput?", RowOperation.LIST),  # nobody says which end of it is bad
        ("Which clinic has the worst margin and the worst absence?", RowOperation.LIST),
    ],
)
def test_the_worst_of_an_order_lies_where_its_measure_is_bad(question: str, operation: RowOperation) -> None:
    assert take_apart(question).operation is operation


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("before 30 April 2026", None, date(2026, 4, 29)),
        ("on or before 30 April 2026", None, date(2026, 4, 30)),
        ("by April 2026", None, date(2026, 4, 30)),
        ("senast den 30 april 2026", None, date(2026, 4, 30)),
        ("30 April 2026 or earlier", None, date(2026, 4, 30)),
        ("before 2026", None, date(2025, 12, 31)),
        ("after 2026", date(2027, 1, 1), None),
        ("efter den 30 april 2026", date(2026, 5, 1), None),
        ("on or after 1 May 2026", date(2026, 5, 1), None),
        ("in 2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("between 1 March 2026 and 30 June 2026", date(2026, 3, 1), date(2026, 6, 30)),
        ("mellan 1 mars 2026 och 30 juni 2026", date(2026, 3, 1), date(2026, 6, 30)),
    ],
)
def test_a_day_limits_on_the_side_that_the_words_before_it_say(said: str, first: date, last: date) -> None:
    limit = take_apart(f"Which contracts end {said}?").days[0]
    assert (limit.days.first if limit.first else None, limit.days.last if limit.last else None) == (first, last)
    assert limit.said == said


@pytest.mark.parametrize(
    ("said", "low", "high", "unit", "is_strict"),
    [
        ("more than SEK 20 million", "20000000", None, "SEK", True),
        ("at least 5%", "5", None, "percent", False),
        ("less than EUR 1.5m", None, "1500000", "EUR", True),
        ("mer än 10 Mkr", "10000000", None, "SEK", True),
        ("högst 400", None, "400", "", False),
        ("between 100 and 200", "100", "200", "", False),
    ],
)
def test_an_amount_limits_with_its_unit(
    said: str, low: str | None, high: str | None, unit: str, *, is_strict: bool
) -> None:
    limit = take_apart(f"Which customers have revenue of {said}?").amounts[0]
    bounds = (Decimal(low) if low else None, Decimal(high) if high else None)
    assert (limit.low, limit.high, limit.unit, limit.is_strict) == (*bounds, unit, is_strict)


@pytest.mark.parametrize("word", ["new", "lost", "large", "current", "Nordic", "former", "other", "medelstora"])
def test_a_word_that_restricts_must_be_accounted_for(word: str) -> None:
    asking = take_apart(f"How many {word} customers are there?")
    assert word in [asking.tokens[number].text for number in asking.words]


def test_degrees_count_behind_how_alone() -> None:
    asking = take_apart("How large a share does Skerry hold?")
    assert [asking.tokens[number].text for number in asking.words] == ["Skerry", "hold"]


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("Which site had the lowest occupancy in December 25?", 1),
        ("Which sites had the 3 lowest rents on 12 March 2025?", 3),
        ("Which is the largest contract above 20?", 1),
    ],
)
def test_no_day_and_no_amount_is_the_number_of_rows_that_are_ranked(question: str, count: int) -> None:
    assert take_apart(question).count == count

"""A typed question is answered from facts strictly, or not at all."""

from decimal import Decimal

import pytest

from sleuth.findings.books import Book, Fact, make_book
from sleuth.findings.resolution import Resolution, resolve
from sleuth.language.calendar import Calendar
from sleuth.language.period import Period
from sleuth.language.timing import as_duration, read_timing
from sleuth.reason.understand.figures import read_query


def period(text: str) -> Period:
    timing = read_timing(text)
    assert timing is not None
    duration = as_duration(timing, Calendar())
    assert duration is not None
    return duration


def fact(number: int, metric: str, label: str, value: str, *, unit: str = "USD", part: str = "") -> Fact:
    dimension = (part,) if part else ()
    return Fact(
        number, metric, label, (label,), dimension, "Halden plc", period("FY2023"), "actual", Decimal(value), unit,
        6 if unit == "USD" else 0, Decimal(1), 0, 1, 10 * number, 10 * number + 5, f"{label} {value}",
    )  # fmt: skip


def asked(question: str, *facts: Fact) -> Resolution:
    book: Book = make_book(1, "halden.pdf", "Halden plc", "en", "Halden plc", [period("FY2023")], list(facts))
    return resolve(read_query(question, "en"), [book])


def labels(resolution: Resolution) -> list[tuple[str, ...]]:
    return [tuple(one.label for _, one in figure.facts) for figure in resolution.figures]


REVENUE = fact(1, "revenue", "Revenue", "800")
PROFIT = fact(2, "operating income", "Operating income", "218")


def test_a_ratio_that_is_stated_in_full_points_is_computed() -> None:
    printed = fact(3, "operating margin", "Operating margin", "27", unit="percent")
    found = asked("What was Halden's operating margin in FY2023?", REVENUE, PROFIT, printed)
    assert [sorted(names) for names in labels(found)] == [["Operating income", "Revenue"]]


def test_where_its_parts_are_not_stated_it_is_taken_as_printed() -> None:
    printed = fact(3, "operating margin", "Operating margin", "27", unit="percent")
    assert labels(asked("What was Halden's operating margin in FY2023?", PROFIT, printed)) == [("Operating margin",)]


def test_an_amount_that_goes_by_a_ratios_name_is_shown_first() -> None:
    amount = fact(3, "gross profit", "Gross margin", "300")
    found = asked("What was Halden's gross margin in FY2023?", REVENUE, amount)
    assert labels(found)[0] == ("Gross margin",)


def test_who_asks_for_a_percentage_is_shown_no_amount() -> None:
    amount = fact(3, "gross profit", "Gross margin", "300")
    found = asked("What was Halden's gross margin in percent in FY2023?", REVENUE, amount)
    assert ("Gross margin",) not in labels(found)


def test_the_mark_of_a_note_behind_a_part_is_not_asked_for() -> None:
    goods = fact(3, "revenue", "Hardware 2", "120", part="Hardware 2")
    assert labels(asked("What was Halden's revenue from Hardware in FY2023?", REVENUE, goods)) == [("Hardware 2",)]


@pytest.mark.parametrize("level", ["Level 1", "Level 2"])
def test_parts_that_are_told_apart_by_their_numbers_keep_them(level: str) -> None:
    levels = [fact(n, "revenue", f"Level {n}", str(n), part=f"Level {n}") for n in (1, 2, 3)]
    assert labels(asked(f"What was Halden's revenue from {level} in FY2023?", *levels)) in ([], [(level,)])

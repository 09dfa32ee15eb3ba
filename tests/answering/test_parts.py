"""Parts of a figure that was not proven answer nothing alone."""

from dataclasses import replace
from decimal import Decimal

import pytest

from sleuth.answering.parts import without_lone_parts
from sleuth.answering.verification import Dropped, Proven
from sleuth.evidence.cells import Meaning
from sleuth.language.quantity import Quantity
from sleuth.reason.protocol import Claim, Computation, Operand, Quote
from sleuth.reason.understand.figures import read_query


def cell(label: str, metric: str) -> Claim:
    meaning = Meaning(label, Quantity(Decimal(5), "USD", 6, Decimal(1)), None, metric=metric)
    return Claim(label, (Quote(1, f"{label} 5", 0, 1),), stated=meaning)


DIVIDENDS, PROFIT = cell("Dividends paid", "dividends paid"), cell("Net income", "net income")
RATIO = Claim("Ratio", (), Computation("a / b", "ratio", (Operand("a", DIVIDENDS), Operand("b", PROFIT))))
DRAFT = [RATIO, DIVIDENDS, PROFIT]


def proven(claim: Claim) -> Proven:
    return Proven(claim.text, (), "exact")


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What was the payout ratio in FY2023?", 0),
        ("How did the retention ratio change in FY2023?", 0),
        ("What were dividends paid and net income in FY2023?", 2),
    ],
)
def test_without_the_figure_that_was_asked_for_its_parts_are_not_shown(question: str, shown: int) -> None:
    verdicts = [Dropped(RATIO, "a figure of another year"), proven(DIVIDENDS), proven(PROFIT)]
    kept = without_lone_parts(verdicts, DRAFT, read_query(question, "en"))
    assert sum(isinstance(one, Proven) for one in kept) == shown


def test_beside_the_figure_they_are_shown() -> None:
    verdicts = [proven(claim) for claim in DRAFT]
    assert without_lone_parts(verdicts, DRAFT, read_query("What was the payout ratio?", "en")) == verdicts


def test_parts_of_another_computation_that_was_proven_are_shown() -> None:
    before = replace(RATIO, text="Ratio of the year before")
    verdicts = [Dropped(before, "not stated"), *(proven(claim) for claim in DRAFT)]
    kept = without_lone_parts(verdicts, [before, *DRAFT], read_query("What was the payout ratio?", "en"))
    assert kept == verdicts

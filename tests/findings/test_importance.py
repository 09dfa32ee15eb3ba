"""Insights by what an analyst would act on first."""

from dataclasses import dataclass
from decimal import Decimal

from sleuth.findings.importance import Ground, _headlines, by_importance
from sleuth.language.metrics import default_lexicon


@dataclass(frozen=True)
class Told:
    rule: str
    metric: str
    rests_on: tuple[int, ...]
    subject: str = "Acme"


def ground(amount: str, end: str = "2024-12-31", *, is_part: bool = False) -> Ground:
    return Ground(Decimal(amount), is_share=False, is_part=is_part, end=end)


OLD, NEW, DOUBLE, PART = 1, 2, 3, 4
GROUNDS = {
    OLD: ground("100", "2023-12-31"), NEW: ground("110"), DOUBLE: ground("200"), PART: ground("200", is_part=True),
}  # fmt: skip


def ranked(*told: Told) -> list[Told]:
    return by_importance(told, GROUNDS)


def test_a_headline_goes_before_a_line_of_a_statement() -> None:
    line, headline = Told("trend", "line: other", (OLD, DOUBLE)), Told("trend", "revenue", (OLD, NEW))
    assert ranked(line, headline) == [headline, line]


def test_a_total_that_is_not_the_sum_of_its_parts_goes_before_a_trend() -> None:
    trend, total = Told("trend", "revenue", (OLD, NEW)), Told("sum: table", "total assets", (NEW, OLD))
    assert ranked(trend, total) == [total, trend]


def test_the_larger_change_goes_before_the_smaller() -> None:
    small, large = Told("trend", "revenue", (OLD, NEW)), Told("trend", "net income", (OLD, DOUBLE))
    assert ranked(small, large) == [large, small]


def test_the_whole_goes_before_its_parts_and_the_latest_before_what_is_past() -> None:
    part, whole = Told("trend", "revenue", (PART, PART)), Told("trend", "net income", (OLD, NEW))
    past = Told("trend", "ebitda", (OLD, OLD))
    assert ranked(part, past, whole)[0] == whole


def test_another_measure_is_told_before_the_same_comes_again() -> None:
    first, again = Told("trend", "revenue", (OLD, DOUBLE)), Told("trend", "revenue", (OLD, DOUBLE, NEW))
    other = Told("trend", "accounts payable", (OLD, NEW))
    assert ranked(first, again, other) == [first, other, again]


def test_nothing_is_lost() -> None:
    told = [Told("hole", "", (OLD, NEW)), Told("jump", "revenue", ()), Told("jump", "revenue", (9,))]
    assert sorted(ranked(*told), key=str) == sorted(told, key=str)


def test_every_headline_is_a_measure_of_the_lexicon() -> None:
    assert _headlines() <= set(default_lexicon().metrics)

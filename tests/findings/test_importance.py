"""Insights by what an analyst would act on first."""

from dataclasses import dataclass
from decimal import Decimal

from sleuth.findings.derived.importance import SIZES, Beside, Ground, _headlines, _same, by_importance, company_sizes
from sleuth.language.metrics import default_lexicon


@dataclass(frozen=True)
class Told:
    rule: str
    metric: str
    rests_on: tuple[int, ...]
    subject: str = "Acme"
    scenario: str = "actual"


def ground(
    amount: str, end: str = "2024-12-31", *, is_part: bool = False, rank: int = 0, months: int | None = 12,
    unit: str = "EUR",
) -> Ground:  # fmt: skip
    return Ground(Decimal(amount), unit, is_part, end, months, rank)


OLD, NEW, DOUBLE, PART = 1, 2, 3, 4
GROUNDS = {
    OLD: ground("100", "2023-12-31"), NEW: ground("110"), DOUBLE: ground("200"), PART: ground("200", is_part=True),
}  # fmt: skip


def ranked(*told: Told) -> list[Told]:
    return by_importance(told, GROUNDS)


def test_a_headline_goes_before_a_line_of_a_statement() -> None:
    line, headline = Told("trend", "line: other", (OLD, DOUBLE)), Told("trend", "revenue", (OLD, NEW))
    assert ranked(line, headline) == [headline, line]


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


def test_a_change_of_ten_points_of_the_company_goes_before_the_larger_rise_of_a_small_measure() -> None:
    grounds = {1: ground("100"), 2: ground("300"), 3: ground("5000"), 4: ground("4000")}
    small, material = Told("trend", "capital expenditure", (1, 2)), Told("trend", "operating income", (3, 4))
    beside = Beside({("Acme", "EUR"): Decimal(10_000)})
    assert by_importance([small, material], grounds, beside) == [material, small]


def test_a_quarter_is_made_a_year_before_it_is_held_against_the_company() -> None:
    grounds = {1: ground("100", months=3), 2: ground("200", months=3), 3: ground("100"), 4: ground("200")}
    of_year, of_quarter = Told("trend", "net income", (3, 4)), Told("trend", "revenue", (1, 2))
    beside = Beside({("Acme", "EUR"): Decimal(10_000)})
    assert by_importance([of_year, of_quarter], grounds, beside) == [of_quarter, of_year]


def test_what_happened_goes_before_what_is_planned() -> None:
    plan = Told("trend", "revenue", (OLD, DOUBLE), scenario="budget")
    actual = Told("trend", "accounts payable", (OLD, NEW))
    assert ranked(plan, actual) == [actual, plan]


def test_a_sudden_change_goes_before_a_steady_one() -> None:
    grounds = {n: ground(value) for n, value in enumerate(("100", "110", "121", "100", "101", "121"), 1)}
    steady, sudden = Told("trend", "revenue", (1, 2, 3)), Told("trend", "net income", (4, 5, 6))
    assert by_importance([steady, sudden], grounds) == [sudden, steady]


def test_the_face_of_a_statement_goes_before_a_note() -> None:
    grounds = {1: ground("100"), 2: ground("200"), 3: ground("100", rank=1), 4: ground("200")}
    note, face = Told("trend", "total liabilities", (3, 4)), Told("trend", "total assets", (1, 2))
    assert by_importance([note, face], grounds) == [face, note]


def test_what_documents_contradict_each_other_on_goes_first() -> None:
    plain, disputed = Told("trend", "revenue", (OLD, NEW)), Told("trend", "net income", (OLD, NEW))
    assert by_importance([plain, disputed], GROUNDS, Beside({}, {("Acme", "net income")})) == [disputed, plain]


def test_measures_that_move_together_are_told_once() -> None:
    first, same = Told("trend", "net income", (OLD, DOUBLE)), Told("jump", "comprehensive income", (OLD, NEW))
    other = Told("trend", "line: other", (OLD, NEW))
    assert ranked(first, same, other) == [first, other, same]


def test_a_company_is_as_large_as_its_usual_yearly_revenue_or_else_as_its_assets() -> None:
    revenue = [ground("100"), ground("30", months=3), ground("110000")]
    stated = [("Acme", "revenue", one) for one in revenue]
    stated += [("Acme", "total assets", ground("900", months=None)), ("Halden", "total assets", ground("70"))]
    stated += [("Acme", "revenue", ground("1", is_part=True))]
    assert company_sizes(stated) == {("Acme", "EUR"): Decimal(120), ("Halden", "EUR"): Decimal(70)}


def test_every_headline_is_a_measure_of_the_lexicon() -> None:
    assert _headlines() <= set(default_lexicon().metrics)


def test_what_is_told_once_and_what_companies_are_measured_by_are_measures_of_the_lexicon() -> None:
    known = set(default_lexicon().metrics)
    assert {*_same(), *_same().values(), *SIZES} <= known

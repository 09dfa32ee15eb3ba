"""When documents disagree, when they only seem to, and when they bear each other out."""

from datetime import date
from decimal import Decimal
from itertools import count

import pytest

from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.comparison import Comparison
from sleuth.findings.compared.conflicts import Statement, compare, known_subjects
from sleuth.findings.compared.corrections import Stated, corrections
from sleuth.findings.versions import Portrait, propose
from sleuth.language.period import Day, Period
from sleuth.language.quantity import Quantity
from tests.findings.witnesses import witnesses_of

Q3_2024 = Period(Day(2024, 9, 30), 3, 2024, 3)
FY2024 = Period(Day(2024, 12, 31), 12, 2024, 4)
FY2023 = Period(Day(2023, 12, 31), 12, 2023, 4)
_ids = count(1)


def eur(value: str, millions: bool = True) -> Quantity:
    number = Decimal(value)
    return Quantity(number, "EUR", 6 if millions else 0, Decimal(1).scaleb(int(number.as_tuple().exponent)))


def state(
    document: int, quantity: Quantity | str, period: Period = Q3_2024, scenario: str = "actual", *,
    metric: str = "revenue", subject: str = "acme", dimension: str = "", is_cost: bool = False,
    restated: bool = False, spoken: bool = False,
) -> Statement:  # fmt: skip
    figure = eur(quantity) if isinstance(quantity, str) else quantity
    return Statement(
        next(_ids), document, metric, figure, period, scenario, subject, dimension, is_cost, restated, spoken
    )  # fmt: skip


def held(*statements: Statement, superseded: tuple[int, ...] = (), **quality: str) -> Comparison[Statement]:
    """The statements held against each other; documents are of no stated kind unless `d1="audited"`."""
    return compare(statements, witnesses_of(statements, quality), superseded)


# P1's table.


def test_2023_p_and_l_against_2024_p_and_l_is_no_conflict() -> None:
    assert held(state(1, "4", FY2023), state(2, "5", FY2024)).conflicts == ()


def test_two_docs_from_q3_2024_are_a_conflict_unless_one_supersedes_the_other() -> None:
    five, more = state(1, "5", spoken=True), state(2, "5.2", spoken=True)
    assert len(held(five, more).conflicts) == 1
    assert held(five, more, superseded=(1,)).conflicts == ()


def test_annual_report_and_its_corrected_version_are_a_correction_chain() -> None:
    (link,) = propose([Portrait(1, "annual_report.pdf"), Portrait(2, "annual_report_CORRECTED.pdf")])
    assert (link.newer, link.older, link.certain) == (2, 1, True)
    assert held(state(1, "5", FY2024), state(2, "5.2", FY2024), superseded=(link.older,)).conflicts == ()


def test_management_deck_against_audited_financials_of_the_same_period_is_a_conflict() -> None:
    deck, audited = state(1, "5.0"), state(2, "5.2")
    (conflict,) = held(deck, audited, d1="management", d2="audited").conflicts
    assert [side.id for side in conflict.sides] == [audited.id, deck.id]
    assert conflict.authority.document == 2
    assert "2.pdf outranks" in conflict.authority.why
    assert "1.pdf is management’s own" in conflict.authority.why


# What only seems a conflict.


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (state(1, "5.0"), state(2, "5.2", scenario="forecast")),
        (state(1, "5.0"), state(2, "5.2", scenario="budget")),
        (state(1, "5.0"), state(2, Quantity(Decimal("5.2"), "SEK", 6, Decimal("0.1")))),
        (state(1, "5.0"), state(2, Quantity(Decimal("5.2"), "EUR/share", 0, Decimal("0.1")))),
        (state(1, "5.0"), state(2, "1.2", dimension="europe")),
        (state(1, "5.0"), state(2, "1.2", subject="acme service")),
        (state(1, "5.0"), state(2, "1.2", metric="ebitda")),
        (state(1, "5.0", FY2024), state(2, "1.2", Q3_2024)),
        (state(1, "5.0", FY2024), state(2, "1.2", Period(Day(2024, 12, 31)))),
        (state(1, "5.0"), state(1, "5.2")),
    ],
    ids=[
        "forecast", "budget", "currency", "per share", "part", "other subject", "other metric", "other length",
        "instant", "one document",
    ],
)  # fmt: skip
def test_statements_of_different_facts_are_never_held_against_each_other(one: Statement, other: Statement) -> None:
    found = held(one, other)
    assert (found.conflicts, found.supports) == ((), ())


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (eur("5.2"), eur("5214000", millions=False), True),
        (eur("5.2"), eur("5249999", millions=False), True),
        (eur("5.2"), eur("5251000", millions=False), False),
        (eur("5"), eur("5.4"), True),
        (eur("5.0"), eur("5.4"), False),
        (eur("5.2"), eur("-5.2"), False),
        (Quantity(Decimal("5214"), "EUR", 3), eur("5.214"), True),
        (Quantity(Decimal("5214"), "EUR", 3), Quantity(Decimal("5215"), "EUR", 3), True),
        (Quantity(Decimal("24"), "employee"), Quantity(Decimal("25"), "employee"), False),
        (Quantity(Decimal("44.1"), "percent", 0, Decimal("0.1")), Quantity(Decimal("44"), "percent"), True),
        (Quantity(Decimal("44.1"), "percent", 0, Decimal("0.1")), Quantity(Decimal("42"), "percent"), False),
    ],
)
def test_figures_agree_within_what_their_printed_digits_hide(one: Quantity, other: Quantity, agree: bool) -> None:
    found = held(state(1, one), state(2, other))
    assert (len(found.conflicts), len(found.supports)) == ((0, 1) if agree else (1, 0))


def test_a_round_number_in_a_sentence_is_a_claim_and_in_a_column_of_millions_it_is_rounding() -> None:
    assert len(held(state(1, "5", spoken=True), state(2, "5.2")).conflicts) == 1
    assert held(state(1, "5", spoken=True), state(2, "5.1")).conflicts == ()
    assert held(state(1, "5"), state(2, "5.2")).conflicts == ()


def test_a_cost_may_be_printed_with_either_sign() -> None:
    assert held(state(1, "-5.2", is_cost=True), state(2, "5.2", is_cost=True)).conflicts == ()


def test_the_more_precise_statement_of_a_document_speaks_for_it() -> None:
    rounded, exact = state(1, "5"), state(1, "5.214")
    assert held(rounded, exact, state(2, "5.214")).conflicts == ()
    (conflict,) = held(rounded, exact, state(2, "5.412")).conflicts
    assert exact in conflict.sides


def test_a_restated_comparative_is_a_restatement_and_no_conflict() -> None:
    first, later = state(1, "4.0", FY2023), state(2, "4.3", FY2023)
    witnesses = {
        1: Witness(1, "2023.pdf", "audited", series="annual report", closes="2023-12-31"),
        2: Witness(2, "2024.pdf", "audited", series="annual report", closes="2024-12-31"),
        3: Witness(3, "deck.pptx", "management"),
    }
    found = compare([first, later, state(3, "4.3", FY2023)], witnesses)
    assert found.conflicts == ()
    assert [(pair.one, pair.other) for pair in found.restatements] == [(later.id, first.id)]


@pytest.mark.parametrize(
    ("quality", "restated"), [("audited", True), ("management", True), ("unknown", True), ("draft", False)]
)
def test_a_heading_that_says_restated_replaces_what_an_older_report_printed(quality: str, restated: bool) -> None:
    first, later = state(1, "4.0", FY2023), state(2, "4.3", FY2023, restated=True)
    witnesses = {
        1: Witness(1, "annual report 2023.pdf", "audited", closes="2023-12-31"),
        2: Witness(2, "annual accounts 2024.pdf", quality, closes="2024-12-31"),
    }
    found = compare([first, later], witnesses)
    assert [(pair.one, pair.other) for pair in found.restatements] == ([(later.id, first.id)] if restated else [])
    assert bool(found.conflicts) is not restated


def test_what_is_no_comparative_is_not_restated() -> None:
    witnesses = {
        1: Witness(1, "2023.pdf", "audited", series="annual report", closes="2024-12-31"),
        2: Witness(2, "2024.pdf", "audited", series="annual report", closes="2024-12-31"),
    }
    assert len(compare([state(1, "4.0", FY2023), state(2, "4.3", FY2023)], witnesses).conflicts) == 1


# What a missing or loose date does.


def test_a_missing_document_date_hides_no_conflict() -> None:
    witnesses = {1: Witness(1, "a.pdf", dated=date(2024, 10, 1)), 2: Witness(2, "b.pdf", dated=None)}
    assert len(compare([state(1, "5.0"), state(2, "5.2")], witnesses).conflicts) == 1


def test_a_period_known_less_precisely_is_the_one_that_it_may_be() -> None:
    december = Period(Day(2024, 12))
    ends = [Period(Day(2024, 12, 31)), Period(Day(2024, 9, 30))]
    assert len(held(state(1, "5.0", december), state(2, "5.2", ends[0]), state(3, "9", ends[1])).conflicts) == 1


def test_an_assumed_fiscal_quarter_is_what_the_other_document_calls_so() -> None:
    fiscal = Period(Day(2024, 7, 31), 3, 2024, 3)
    assumed = Period(Day(2024, 9, 30), 3, 2024, 3, assumed=True)
    assert len(held(state(1, "5.0", fiscal), state(2, "5.2", assumed)).conflicts) == 1


def test_a_fact_of_nobody_is_that_of_whose_room_it_is() -> None:
    assert len(held(state(1, "5.0"), state(2, "5.2", subject="")).conflicts) == 1


def test_among_many_companies_a_fact_of_nobody_is_held_against_nothing() -> None:
    others = [state(n, "7", subject=f"company {n}") for n in range(3, 6)]
    assert held(state(1, "5.0"), state(2, "5.2", subject=""), *others).conflicts == ()


def test_subjects_with_a_word_before_them_are_the_same() -> None:
    counted = known_subjects([("acme", 1), ("of acme", 2), ("acme service", 3)])
    assert (counted["of acme"], counted["acme service"], counted[""]) == ("acme", "acme service", "acme")


# What is said of it.


def test_sources_of_one_rank_outrank_nobody() -> None:
    (conflict,) = held(state(1, "5.0"), state(2, "5.2")).conflicts
    assert conflict.authority.document is None
    assert conflict.authority.why.startswith("neither source outranks the other")


def test_two_audited_sources_that_disagree_are_not_outranked_by_a_third() -> None:
    (conflict,) = held(state(1, "5.0"), state(2, "5.2"), state(3, "5.4"), d1="audited", d2="audited").conflicts
    assert conflict.authority.document is None


def test_every_side_of_a_conflict_stands_in_a_pair() -> None:
    sides = [state(1, "5.0"), state(2, "5.0"), state(3, "5.2"), state(4, "5.6"), state(5, "5.6")]
    (conflict,) = held(*sides).conflicts
    assert {s.id for s in sides} == {i for pair in conflict.pairs for i in (pair.one, pair.other)}
    assert len(conflict.pairs) == len(sides) - 1


def test_documents_that_agree_support_each_other() -> None:
    deck, audited = state(1, "5.2"), state(2, "5.21")
    found = held(deck, audited, d2="audited")
    assert [(pair.one, pair.other) for pair in found.supports] == [(audited.id, deck.id)]


def test_formats_of_one_edition_do_not_support_each_other() -> None:
    witnesses = {1: Witness(1, "plan.xlsx", edition=1), 2: Witness(2, "plan.pdf", edition=1)}
    assert compare([state(1, "5.2"), state(2, "5.2")], witnesses).supports == ()


def test_a_column_that_is_far_off_everywhere_is_explained_and_not_dropped() -> None:
    metrics = ("revenue", "ebitda", "net income", "gross profit", "operating income")
    statements = [state(1, "12", metric=m) for m in metrics] + [state(2, "1", metric=m) for m in metrics]
    found = held(*statements)
    assert len(found.conflicts) == len(metrics)
    assert all(pair.explanation for conflict in found.conflicts for pair in conflict.pairs)


def test_a_hundred_thousand_findings_are_compared_in_seconds() -> None:
    from time import perf_counter

    statements = [
        state(document, str(metric + 1), Period(Day(2000 + year, 12, 31), 12, 2000 + year), metric=f"line: {metric}")
        for document in range(500) for metric in range(40) for year in range(document % 20, document % 20 + 5)
    ]  # fmt: skip
    begun = perf_counter()
    found = held(*statements)
    assert len(statements) == 100_000
    assert found.conflicts == ()
    assert found.supports
    assert perf_counter() - begun < 20  # two to three on an idle machine


# P8's updates of the graph, finding by finding.


def stated(number: int, document: int, shown: str, key: str = "revenue", place: str = "p.1") -> Stated:
    return Stated(number, document, (key,), place, shown, f"v{document}.pdf")


def test_each_finding_of_the_new_document_supersedes_the_corresponding_old_one() -> None:
    figures = [stated(1, 1, "12.4"), stated(2, 1, "3", "ebitda"), stated(3, 2, "11.9"), stated(4, 2, "7", "debt")]
    assert [(p.one, p.other, p.reason) for p in corrections(figures, {1: 2})] == [(3, 1, "12.4 → 11.9 in v2.pdf")]


def test_a_version_that_is_silent_is_passed_over() -> None:
    figures = [stated(1, 1, "12.4"), stated(2, 2, "3", "ebitda"), stated(3, 3, "11.9")]
    assert [(p.one, p.other) for p in corrections(figures, {1: 2, 2: 3})] == [(3, 1)]


def test_of_several_places_the_same_one_takes_over() -> None:
    figures = [
        stated(1, 1, "5", place="P&L!B7"), stated(2, 1, "5", place="Summary!A1"),
        stated(3, 2, "6", place="Summary!A1"), stated(4, 2, "6", place="P&L!B7"),
    ]  # fmt: skip
    assert {(p.one, p.other) for p in corrections(figures, {1: 2})} == {(4, 1), (3, 2)}


def test_of_several_facts_in_words_only_the_same_words_take_over() -> None:
    def words(number: int, document: int, said: str) -> Stated:
        return Stated(number, document, ("role",), "p.1", said, "a.pdf", is_figure=False)

    facts = [words(1, 1, "Ann, CEO"), words(2, 1, "Bo, CFO"), words(3, 2, "Ann, CEO"), words(4, 2, "Cy, CFO")]
    assert [(p.one, p.other) for p in corrections(facts, {1: 2})] == [(3, 1)]

"""When documents disagree about the terms of one agreement, and when they only seem to."""

from itertools import count

import pytest

from sleuth.findings.compared.agreements import Saying, compare_terms, read_saying
from sleuth.findings.compared.comparison import Comparison
from tests.findings.witnesses import witnesses_of

LEASE = "Lease Agreement (Acme plc; Rheinau Chemie)"
SUMMARY = "Lease Agreement (Rheinau Chemie)"
AMENDMENT = "Amendment No. 1 Lease Agreement (Acme plc; Rheinau Chemie)"
_ids = count(1)


def say(document: int, subject: str, text: str, metric: str = "notice period") -> Saying:
    said = read_saying(next(_ids), document, metric, subject, text)
    assert said is not None
    return said


def held(*sayings: Saying, superseded: tuple[int, ...] = (), **quality: str) -> Comparison[Saying]:
    return compare_terms(sayings, witnesses_of(sayings, quality), superseded)


def test_a_summary_that_gives_another_notice_period_is_a_conflict_and_the_signed_agreement_outranks_it() -> None:
    summary, lease = say(1, SUMMARY, "6 months"), say(2, LEASE, "twelve (12) months prior written notice")
    (conflict,) = held(summary, lease, d1="management", d2="filed").conflicts
    assert [side.id for side in conflict.sides] == [lease.id, summary.id]
    assert conflict.authority.document == 2
    assert [(pair.one, pair.other) for pair in conflict.pairs] == [(lease.id, summary.id)]


@pytest.mark.parametrize(
    ("metric", "agreement", "summary"),
    [
        ("governing law", "the laws of England and Wales", "Swedish law"),
        ("contract term", "initial term of five (5) years", "3 years"),
        ("contract date", "4 May 2021", "14 May 2021"),
        ("change of control", "The Landlord may terminate on a change of control", "none"),
    ],
)
def test_terms_of_every_kind_are_compared(metric: str, agreement: str, summary: str) -> None:
    assert len(held(say(1, LEASE, agreement, metric), say(2, SUMMARY, summary, metric)).conflicts) == 1


@pytest.mark.parametrize(
    ("metric", "agreement", "summary"),
    [
        ("notice period", "one year", "12 months"),
        ("governing law", "the laws of England and Wales", "English law"),
        ("change of control", "The Landlord may terminate with consent", "right to terminate"),
    ],
)
def test_the_same_in_other_words_bears_it_out(metric: str, agreement: str, summary: str) -> None:
    found = held(say(1, LEASE, agreement, metric), say(2, SUMMARY, summary, metric))
    assert (len(found.conflicts), len(found.supports)) == (0, 1)


@pytest.mark.parametrize(
    "other",
    [
        say(2, "Lease Agreement (Polar Stål)", "6 months"),
        say(2, "Supply Agreement (Rheinau Chemie)", "6 months"),
        say(2, SUMMARY, "6 years", "contract term"),
        say(1, SUMMARY, "6 months"),
    ],
    ids=["other party", "other kind", "other term", "one document"],
)
def test_terms_of_different_agreements_are_never_held_against_each_other(other: Saying) -> None:
    found = held(say(1, LEASE, "twelve months"), other)
    assert (found.conflicts, found.supports) == ((), ())


def test_what_an_amendment_changes_may_be_summed_up_as_changed() -> None:
    lease, amendment = say(1, LEASE, "twelve months"), say(2, AMENDMENT, "4 months")
    assert held(lease, amendment).conflicts == ()
    assert held(lease, amendment, say(3, SUMMARY, "4 months")).conflicts == ()
    assert len(held(lease, amendment, say(3, SUMMARY, "6 months")).conflicts) == 1


def test_an_agreement_that_was_replaced_is_history() -> None:
    draft, signed = say(1, LEASE, "two months"), say(2, LEASE, "twelve months")
    assert len(held(draft, signed).conflicts) == 1
    assert held(draft, signed, superseded=(1,)).conflicts == ()


def test_two_agreements_of_one_kind_and_parties_are_told_apart_by_their_dates() -> None:
    old = [say(1, LEASE, "two months"), say(1, LEASE, "4 May 2015", "contract date")]
    new = [say(2, LEASE, "twelve months"), say(2, LEASE, "4 May 2021", "contract date")]
    assert held(*old, *new).conflicts == ()
    summary = [say(3, SUMMARY, "two months"), say(3, SUMMARY, "4 May 2021", "contract date")]
    (conflict,) = held(*old, *new, *summary).conflicts
    assert {side.document for side in conflict.sides} == {2, 3}


def test_a_summary_that_may_be_of_two_agreements_is_held_against_neither() -> None:
    other = "Lease Agreement (Beta plc; Rheinau Chemie)"
    assert held(say(1, LEASE, "two months"), say(2, other, "six months"), say(3, SUMMARY, "9 months")).conflicts == ()


@pytest.mark.parametrize(
    ("metric", "subject", "text"),
    [
        ("notice period", LEASE, "reasonable notice"),
        ("notice period", "Acme plc", "six months"),
        ("person and role", LEASE, "Ann Lee, CEO"),
    ],
    ids=["not understood", "of no agreement", "no term"],
)
def test_what_is_no_certain_term_of_an_agreement_is_not_compared(metric: str, subject: str, text: str) -> None:
    assert read_saying(1, 1, metric, subject, text) is None

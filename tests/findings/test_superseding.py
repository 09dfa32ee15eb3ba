"""What a later paper says of a term of an agreement: that it is another one now."""

import pytest

from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import Sentence
from sleuth.findings.text.superseding import (
    DAY,
    MONEY,
    SHARE,
    TIME,
    Entry,
    entries,
    holds,
    is_otherwise,
    is_used,
    last_end,
    names_former,
)


def entry(text: str, behind: str = "") -> Entry:
    return Entry(Sentence(0, len(text), text), "", behind)


@pytest.mark.parametrize(
    "text",
    [
        "The Board resolved to raise the maximum bonus to 50 % of fixed salary.",
        "No notice was given, so the agreement has been renewed to 30 September 2026.",
        "The tenant gave up its right to terminate before 31 March 2029 (instead of 31 March 2027).",
        "Rent from 1 January 2025 is DKK 3,948,000 a year.",
        "The severance is raised from nine to 12 months' base salary.",
    ],
)
def test_what_was_decided_or_agreed_holds(text: str) -> None:
    assert holds(entry(text))


@pytest.mark.parametrize(
    "text",
    [
        "The Chair proposed that the maximum bonus be raised to 50 % of fixed salary.",
        "The landlord asked for a rent of DKK 4,000,000 instead of DKK 3,420,000.",
        "Could the agreement be renewed to 30 September 2026?",
        "The Board authorised the CFO to have the lease renewed to 2030; she is authorised to sign.",
        "An extended term to 2030 was discussed.",
        "The bonus is 40 % of fixed salary.",
    ],
)
def test_what_is_proposed_asked_or_only_told_does_not_hold(text: str) -> None:
    assert not holds(entry(text))


def test_what_waits_for_a_signature_does_not_hold() -> None:
    assert not holds(entry("A rent of £20,000 was agreed.", behind="The lease is not yet signed."))


@pytest.mark.parametrize(
    "text",
    [
        "The last day for a break notice had been 24 June 2025 and none had been served.",
        "The board decided not to use the right to end the lease in 2026.",
        "The option lapsed on 1 May 2025.",
    ],
)
def test_a_right_that_was_given_up_or_lapsed_is_used(text: str) -> None:
    assert is_used(entry(text))
    assert not is_used(entry("The Tenant may end this Lease on 25 March 2026."))


@pytest.mark.parametrize(
    ("told", "later", "kind"),
    [
        ("Bonus of up to 40 % of salary.", "raised to 50 % of salary from 1 January 2025", SHARE),
        ("Fixed salary EUR 310,000.", "raised to EUR 325,000", MONEY),
        ("It runs until 30 September 2025.", "it has been renewed to 30 September 2026", DAY),
        ("a severance of nine months' salary", "raised from nine to 12 months' salary", TIME),
    ],
)
def test_another_value_of_the_kind_that_is_asked_for_is_otherwise(told: str, later: str, kind: str) -> None:
    assert is_otherwise(told, later, frozenset({kind}))
    assert not is_otherwise(told, told, frozenset({kind}))
    assert not is_otherwise(told, later, frozenset())


def test_a_rounded_amount_is_no_other_one() -> None:
    told = "The yearly rent is DKK 3,420,000."

    assert not is_otherwise(told, "The rent was set at DKK 3.4 million a year.", frozenset({MONEY}))
    assert is_otherwise(told, "The rent was set at DKK 3.5 million a year.", frozenset({MONEY}))


def test_the_day_from_which_a_value_holds_is_no_other_end() -> None:
    assert not is_otherwise("It runs until 30 June 2026.", "The fee is raised from 1 July 2025.", frozenset({DAY}))


def test_a_sentence_that_names_the_former_value_beside_another_changes_it() -> None:
    told = "The tenant may terminate, at the earliest to vacate on 31 March 2027."

    assert names_former(told, "No termination before 31 March 2029 (instead of 31 March 2027).")
    assert not names_former(told, "No termination before 31 March 2029.")


def test_an_agreement_ends_on_the_last_day_until_which_it_runs() -> None:
    end = last_end("It takes effect on 1 October 2022 and runs until 30 September 2025.")

    assert end is not None
    assert end.isoformat() == "2025-09-30"
    assert last_end("It takes effect on 1 October 2022.") is None


@pytest.mark.parametrize("title", ["2. Lease Kilnside 14", "3. Remuneration.", "Item 30/25 Chief Executive."])
def test_a_sentence_stands_under_the_title_of_its_item(title: str) -> None:
    text = (
        f"Minutes of the board of 3 March 2025\n\n{title}\n\nThe rent is raised to DKK 20,000 a year for all of it.\n"
    )

    found = [one for one in entries(Page(1, text, "p.1")) if "rent" in one.sentence.text]

    assert [one.title for one in found] == [title]

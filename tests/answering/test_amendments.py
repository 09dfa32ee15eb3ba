"""Clauses that an amendment changes are told as it has them, wherever they are told, with what they were."""

import asyncio

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source

SUPPLY = """Master Supply Agreement

between Halden Mills Inc. (“Supplier”) and Orvik Foods Ltd. (“Customer”), dated 4 May 2021.

3 Term

3.1 The agreement runs from 1 June 2021 to 31 May 2025.

6 Payment

6.2 Invoices are payable within thirty (30) days.

9 Governing law

9.1 This agreement is governed by the laws of Norway.

12 Rebates

12.4 No rebate is granted to the Customer.
"""
AMENDMENT = """First Amendment

to the Master Supply Agreement dated 4 May 2021
between Halden Mills Inc. (“Supplier”) and Orvik Foods Ltd. (“Customer”).

1. Section 3.1 is hereby replaced: the agreement shall continue until 31 May 2030.

2. In clause 6.2 “thirty (30) days” is replaced by “forty-five (45) days”.

3. A new clause 12.5 is added: from 2024 the Supplier grants a rebate of 3% on purchases above EUR 1,000,000.

4. Clause 14.2 is replaced: a change of control of the Supplier requires the Customer's written consent.
Without that consent the Customer may terminate at once.

5. All other provisions, including clause 9.1, remain in force.
"""


def source(filename: str, text: str) -> Source:
    return Source(filename, "markdown", PageSource.WHOLE, (Page(1, text, "whole"),))


def ask(question: str, *amendments: str) -> Research:
    """The answer of the agreement and its amendments."""
    amending = [source(f"{number}_Amendment_Orvik.md", text) for number, text in enumerate(amendments, 1)]
    shelf = Shelf([source("Supply_Agreement_Orvik.md", SUPPLY), *amending])
    return asyncio.run(research_in(shelf, question))


@pytest.mark.parametrize(
    ("question", "now", "before"),
    [
        ("When does the Orvik supply agreement expire?", "31 May 2030", "31 May 2025"),
        (
            "What are the payment terms of the Orvik supply agreement?",
            "forty-five (45) days",
            "payable within thirty (30) days",
        ),
        ("Is any rebate granted to the Customer?", "a rebate of 3%", "No rebate is granted"),
    ],
)
def test_an_amended_clause_is_told_as_amended_and_as_it_was(question: str, now: str, before: str) -> None:
    found = ask(question, AMENDMENT)

    assert [now in claim.text for claim in found.proven] == [True]
    assert [before in str(one) for one in found.former] == [True]
    assert found.answer.index(now) < found.answer.index(before)


def test_without_its_amendment_the_agreement_answers_alone() -> None:
    found = ask("When does the Orvik supply agreement expire?")

    assert "31 May 2025" in found.answer
    assert not found.former


def test_what_follows_from_an_amended_clause_is_told_with_it() -> None:
    asked = "What happens on a change of control under the Orvik supply agreement?"
    assert "may terminate at once" in ask(asked, AMENDMENT).answer


def test_a_clause_that_stays_in_force_is_told_alone() -> None:
    answer = ask("Which law governs the Orvik supply agreement?", AMENDMENT).answer

    assert "Norway" in answer
    assert "remain in force" not in answer


def test_of_two_amendments_of_a_clause_the_later_stands() -> None:
    second = (
        AMENDMENT.replace("First", "Second").replace("31 May 2030", "31 May 2033").replace("1 June 2021", "2 May 2023")
    )
    found = ask("When does the Orvik supply agreement expire?", AMENDMENT, f"{second}\nDated 3 March 2024.\n")

    assert ["31 May 2033" in claim.text for claim in found.proven] == [True]
    assert "31 May 2030" in str(found.former[0])


def test_an_amendment_of_an_agreement_with_another_party_changes_nothing() -> None:
    other = AMENDMENT.replace("Orvik Foods Ltd.", "Sund Bakeries A/S").replace("4 May 2021", "5 May 2021")

    assert "31 May 2025" in ask("When does the Orvik supply agreement expire?", other).answer


def test_a_sentence_of_which_two_parts_are_changed_is_told_with_both_changes() -> None:
    agreement = SUPPLY.replace(
        "9 Governing law",
        "8 Service\n\n8.1 The Supplier ensures that (a) delays stay below 2%; (b) rejects stay below 4%.\n\n9 Law",
    )
    amendment = AMENDMENT.replace(
        "5. All other",
        "5. Clause 8.1(a) is replaced by: delays stay below 3%.\n\n6. Clause 8.1(b) is deleted.\n\n7. All other",
    )
    shelf = Shelf([source("Supply_Agreement_Orvik.md", agreement), source("1_Amendment_Orvik.md", amendment)])

    found = asyncio.run(research_in(shelf, "What share of rejects must the Supplier stay below?"))

    told = " ".join(claim.text for claim in found.proven)
    assert "delays stay below 3%" in told
    assert "8.1(b) is deleted" in told

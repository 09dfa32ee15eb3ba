"""Clauses that an amendment changes are told with what it makes of them."""

from collections.abc import Callable

import pytest

from sleuth.reason.protocol import Document
from sleuth.reason.rank.amended import amends
from sleuth.reason.read.reading import Reading

Prove = Callable[..., Callable[[str], str]]

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
OTHER = AMENDMENT.replace("Orvik Foods Ltd.", "Sund Bakeries A/S")


@pytest.fixture
def ask(evidence: Callable[..., object], prove: Prove) -> Callable[[str], str]:
    files = ["Supply_Agreement_Orvik.md", "First_Amendment_Orvik.md"]
    found = evidence(SUPPLY, AMENDMENT, filenames=files, covers=[SUPPLY, AMENDMENT])
    return prove(found)


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
def test_an_amended_clause_is_told_as_amended_and_as_it_was(
    question: str, now: str, before: str, ask: Callable[[str], str]
) -> None:
    answer = ask(question)

    assert now in answer
    assert before in answer
    assert answer.index(now) < answer.index(before)


def test_what_follows_from_an_amended_clause_is_told_with_it(ask: Callable[[str], str]) -> None:
    assert "may terminate at once" in ask("What happens on a change of control under the Orvik supply agreement?")


def test_a_clause_that_stays_in_force_is_told_alone(ask: Callable[[str], str]) -> None:
    answer = ask("Which law governs the Orvik supply agreement?")

    assert "Norway" in answer
    assert "remain in force" not in answer


@pytest.mark.parametrize(("cover", "is_of_it"), [(AMENDMENT, True), (OTHER, False), (SUPPLY, False)])
def test_an_amendment_is_of_the_agreement_that_it_names_between_the_same_parties(cover: str, is_of_it: bool) -> None:
    agreement, other = Document(1, "supply.md", cover=SUPPLY), Document(2, "other.md", cover=cover)

    assert amends(other, agreement, Reading("en")) is is_of_it
    assert not amends(agreement, other, Reading("en"))

"""Which agreements of a room a message is about."""

import pytest

from sleuth.agents.analyst.dialogue.agreements import agreements_meant
from sleuth.reason.protocol import Document

SUPPLY = Document(1, "Kestrel_Supply_Agreement.docx", "Supply agreement", cover="Kestrel Alloys GmbH and Halden Kilns")
SERVICE = Document(2, "Service_Agreement_CEO.docx", "Service agreement", cover="Halden Kilns, owned by North Fund II")
LOAN = Document(3, "Facilities_Agreement.pdf", "Facilities agreement", cover="Halden Kilns, owned by North Fund II")
SECOND = Document(4, "Bridge_Loan_Agreement.pdf", "Bridge loan", cover="Halden Kilns")
LEASE = Document(5, "Lease_Depot.pdf", "Lease", cover="Halden Kilns and Marsh Estates")


def meant(text: str, *documents: Document) -> set[int] | None:
    found = agreements_meant(text, "en", documents, frozenset())
    return None if found is None else set(found.numbers)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("could Kestrel walk away if a private equity fund buys us?", {1}),  # "fund" only stands in other covers
        ("can the bank walk away if a fund buys us?", {3}),
        ("can Kestrel end the lease?", {1, 5}),  # a name and a kind: both may be meant
        ("what does the fund get?", {2, 3}),
    ],
)
def test_names_and_kinds_call_an_agreement_before_words_of_its_cover_do(text: str, numbers: set[int]) -> None:
    assert meant(text, SUPPLY, SERVICE, LOAN, LEASE) == numbers


def test_the_loans_are_those_of_the_one_agreement_that_gives_loans() -> None:
    assert meant("when do the bank loans mature?", SUPPLY, LOAN) == {3}
    assert meant("when do the bank loans mature?", SUPPLY, LOAN, SECOND) is None
    assert meant("which loans mature in 2027?", SUPPLY, LOAN) is None  # all that a list has
    assert meant("do the leases and the loans end?", LOAN, LEASE) is None


def test_two_words_that_call_another_agreement_leave_the_one_that_is_spoken_of() -> None:
    papers = (SUPPLY, SERVICE, LOAN, LEASE)

    def after_loan(text: str) -> frozenset[int] | None:
        found = agreements_meant(text, "en", papers, frozenset({3}))
        return None if found is None else found.numbers

    assert after_loan("governing law of the Kestrel supply agreement") == {1}
    assert after_loan("governing law?") == {3}
    assert after_loan("can Kestrel cancel?") == {3}


def test_what_is_said_behind_a_question_makes_it_no_question_over_a_list() -> None:
    assert meant("when does the depot lease end? the register seems off", LOAN, LEASE) == {5}
    assert meant("which contracts end in 2027?", LOAN, LEASE) is None


def test_a_year_calls_an_agreement_less_than_a_word_does() -> None:
    report = Document(6, "Yard_Agreement.docx", "Yard agreement", cover="Draft of 26 January 2026, Halden Kilns")

    assert meant("marsh site: fee for 2026", report, LEASE) == {5}

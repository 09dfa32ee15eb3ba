"""Who signed for whom, where parties share a word of their names or are only pointed at."""

import asyncio

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from tests.records import letter

AMENDMENT = """Amendment No. 1 to Supply Agreement

This amendment is made between Moor Dairy Ltd (“Supplier”) and Tarn Dairy plc (“Customer”).

For Moor Dairy Ltd: Bo Lind, President

For Tarn Dairy plc: Ann Ek, Chief Operating Officer
"""


def ask(question: str) -> Research:
    paper = Source("Amendment_Tarn.md", "markdown", PageSource.WHOLE, (Page(1, AMENDMENT, "whole"),))
    return asyncio.run(research_in(Shelf([paper]), question))


@pytest.mark.parametrize(
    ("whom", "signed", "other"),
    [("the customer", "Ann Ek", "Bo Lind"), ("Tarn Dairy", "Ann Ek", "Bo Lind"), ("Moor Dairy", "Bo Lind", "Ann Ek")],
)
def test_a_word_that_two_parties_share_tells_them_not_apart(whom: str, signed: str, other: str) -> None:
    answer = ask(f"Who signed the amendment for {whom}?").answer

    assert signed in answer
    assert other not in answer


@pytest.mark.parametrize("whom", ["them", "it"])
def test_nobody_has_signed_for_a_party_that_is_only_pointed_at(whom: str) -> None:
    assert not ask(f"Who signed the amendment for {whom}?").proven


def test_a_table_of_signatures_tells_who_signed_for_whom() -> None:
    rows = (("For Moor Dairy Ltd", "For Tarn Dairy plc"), ("Bo Lind, President", "Ann Ek, Chief Operating Officer"))
    shelf = Shelf([letter("Amendment_Tarn.docx", "Amendment No. 1", rows)])
    found = asyncio.run(research_in(shelf, "Who signed the amendment for Tarn Dairy?"))

    assert found.answer == "Ann Ek, Chief Operating Officer"


LOAN = """# Loan Agreement of 2 March 2021

This agreement is made between Moor Dairy Ltd (“Borrower”) and Tarn Bank plc (“Lender”).

Signed: for the Borrower Dr. Bo Lind and Eva Dahl; for Tarn Bank plc Ann Ek.

"""
CHANGED = """AMENDMENT No. 1

dated 3 May 2024. Clause 4 is deleted.

Signed: for the Borrower, Ivar Moe and Lone Berg; for Tarn Bank plc Per Holm.
"""


@pytest.mark.parametrize(
    ("question", "signed"),
    [
        ("Who signed the loan agreement for the borrower?", "for the Borrower Dr. Bo Lind and Eva Dahl"),
        ("Who signed the original loan agreement for Moor Dairy?", "for the Borrower Dr. Bo Lind and Eva Dahl"),
        ("Who signed the loan amendment for the borrower?", "for the Borrower, Ivar Moe and Lone Berg"),
        ("Who signed the loan amendment on behalf of the company?", "for the Borrower, Ivar Moe and Lone Berg"),
        ("Who signed the loan amendment for Tarn Bank?", "for Tarn Bank plc Per Holm"),
    ],
)
def test_an_amendment_bound_behind_its_agreement_has_signatures_of_its_own(question: str, signed: str) -> None:
    pages = (Page(1, LOAN, "p.1"), Page(2, CHANGED, "p.2"))
    paper = Source("Loan_agreement_and_amendment.pdf", "pdf", PageSource.WHOLE, pages)
    assert asyncio.run(research_in(Shelf([paper]), question)).answer == signed

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

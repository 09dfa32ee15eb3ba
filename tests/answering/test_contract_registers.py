"""Entries of a list of contracts, each term held against the contract itself as it stands."""

import asyncio

import pytest

from sleuth.answering.registers import Entry, Held, Term, entries_in, held_against_contract
from sleuth.answering.run import research_in
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from tests.records import workbook

REGISTER = (
    ("Contract register, maintained by Legal",),
    ("Ref", "Group company", "Counterparty", "Type", "Dated", "Expiry", "Notice", "Payment days", "Change of control"),
    ("C-1", "Halden Mills Ltd", "Orvik Foods plc", "Customer", "04/05/2021", "31/05/2025", "6 months", 30, "No"),
    ("C-2", "Halden Mills Ltd", "Tarn Dairies plc", "Customer", "13/06/2022", "31/01/2027", "12 months", 60, "consent"),
    ("C-3", "Halden Mills Ltd", "Sund Bakeries A/S", "Customer", "15/02/2020", "31/08/2026", "3 months", 45, "No"),
)
ORVIK = """SUPPLY AGREEMENT

between Halden Mills Ltd (“Supplier”) and Orvik Foods plc (“Customer”), dated 4 May 2021.

3. Term

3.1 This agreement runs until 31 May 2025. 3.2 Either party may terminate on six months' written notice.

6. Payment

6.1 Invoices are payable within 30 days.

9. Change of control

9.1 On a change of control of the Supplier the Customer may terminate this agreement on one month's notice.
"""
AMENDMENT = """Amendment No. 1 to the Supply Agreement

between Halden Mills Ltd (“Supplier”) and Orvik Foods plc (“Customer”), amending the Supply Agreement dated 4 May 2021.

1. In clause 3.1 “31 May 2025” is replaced by “31 May 2030”.

2. In clause 6.1 “30 days” is replaced by “45 days”.
"""
TARN = """FRAME AGREEMENT

between Halden Mills Ltd (“Supplier”) and Tarn Dairies plc (“Customer”), dated 13 June 2022.

2. Duration

2.1 This agreement runs until 31 January 2027.

7. Change of control

7.1 There is no restriction on a change of control of the Supplier.
"""


def paper(filename: str, text: str) -> Source:
    return Source(filename, "markdown", PageSource.WHOLE, (Page(1, text, "whole"),))


SHELF = (
    workbook("Contract_register.xlsx", REGISTER, "Register"),
    paper("Supply_Agreement_Orvik.md", ORVIK),
    paper("Orvik_Amendment_1.md", AMENDMENT),
    paper("Tarn_frame.md", TARN),
)


def held(*papers: Source) -> dict[str, dict[str, Held]]:
    """What becomes of each term of each entry: {other side: {heading: verdict}}."""

    async def all_of_them() -> list[tuple[Entry, list[Term]]]:
        shelf = Shelf(list(papers))
        return [(one, await held_against_contract(shelf, one)) for one in await entries_in(shelf)]

    return {entry.name: {one.heading: one.held for one in terms} for entry, terms in asyncio.run(all_of_them())}


def test_an_entry_is_otherwise_where_the_contract_was_amended_and_nobody_entered_it() -> None:
    assert held(*SHELF)["Orvik Foods plc"] == {
        "Expiry": Held.OTHER,
        "Notice": Held.SAME,
        "Payment days": Held.OTHER,  # by the unit that the heading names
        "Change of control": Held.OTHER,  # “No”, and the customer may terminate
    }


def test_without_the_amendment_the_same_entry_is_right() -> None:
    found = held(SHELF[0], SHELF[1], SHELF[3])["Orvik Foods plc"]

    assert (found["Expiry"], found["Payment days"]) == (Held.SAME, Held.SAME)


def test_words_are_put_beside_the_clause_and_what_no_clause_says_is_unsaid() -> None:
    found = held(*SHELF)["Tarn Dairies plc"]

    assert found["Change of control"] is Held.BESIDE
    assert found["Payment days"] is Held.UNSAID


def test_a_clause_that_restricts_nothing_does_not_contradict_a_no() -> None:
    rows = (*REGISTER[:3], (*REGISTER[3][:-1], "No"), *REGISTER[4:])
    found = held(workbook("Contract_register.xlsx", rows, "Register"), *SHELF[1:])["Tarn Dairies plc"]

    assert found["Change of control"] is not Held.OTHER


@pytest.mark.parametrize("behind", [", Tarn", " (“Customer”)", ", a company of Tarn,"])
def test_a_party_is_named_whatever_stands_behind_its_name(behind: str) -> None:
    text = TARN.replace("Tarn Dairies plc (“Customer”)", f"Tarn Dairies plc{behind}")
    assert "Tarn Dairies plc" in held(SHELF[0], paper("Frame.md", text))


def test_a_clause_that_denies_a_right_to_end_does_not_contradict_a_no() -> None:
    denied = ORVIK.replace(
        "the Customer may terminate this agreement on one month's notice", "the Supplier informs the Customer"
    ).replace("informs the Customer.", "informs the Customer. It is not a ground for termination.")
    found = held(SHELF[0], paper("Supply_Agreement_Orvik.md", denied))["Orvik Foods plc"]
    assert found["Change of control"] is Held.BESIDE


def test_an_entry_whose_contract_is_not_there_is_held_against_nothing() -> None:
    assert "Sund Bakeries A/S" not in held(*SHELF)


def test_of_two_rows_that_may_be_of_one_contract_the_one_with_its_date_is() -> None:
    older = ("C-0", "Halden Mills Ltd", "Orvik Foods plc", "Customer", "01/02/2017", "31/05/2019", "1 month", 14, "No")
    rows = (*REGISTER, older)

    assert (
        held(workbook("Contract_register.xlsx", rows, "Register"), *SHELF[1:])["Orvik Foods plc"]["Notice"] is Held.SAME
    )


@pytest.mark.parametrize("question", ["Which contracts end in 2025?", "Which contracts expire before 31 July 2025?"])
def test_a_row_whose_contract_says_otherwise_is_told_with_a_note(question: str) -> None:
    found = asyncio.run(research_in(Shelf(list(SHELF)), question))

    assert any("31/05/2025" in claim.text for claim in found.proven)
    (note,) = [one for one in found.disagreements if "says otherwise" in one]
    assert "31 May 2030" in note

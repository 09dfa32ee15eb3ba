"""Terms that a list of customers states and an agreement too: the agreement answers, and the list is told beside it."""

import asyncio

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.answering.terms import listed_otherwise
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from tests.records import text_file, workbook

ROWS = (
    ("Customer list",),
    ("SEK '000. Extract of 31 March 2025.",),
    ("Customer", "Country", "Sales 2024", "Contract end", "Payment terms (days)", "Notice (months)"),
    ("Orvik Foods Ltd.", "Norway", 41200, "2025-05-31", 30, 6),
    ("Sund Bakeries A/S", "Denmark", 22150, "2026-08-31", 45, 3),
    ("Tarn Dairies plc", "Ireland", 12870, "2027-01-31", 60, 12),
)
SUPPLY = """Master Supply Agreement No. 17 Page 1

MASTER SUPPLY AGREEMENT

between Halden Mills Inc. (“Supplier”) and Orvik Foods Ltd. (“Customer”), dated 4 May 2021.

2. Minimum purchases

2.1 If purchases fall short, the Customer pays 20% of the shortfall within 90 days after the end of the year.

3. Term

3.1 This agreement takes effect on 1 June 2021 and runs until 31 May 2025.

6. Payment

6.1 Invoices fall due 30 days from the date of the invoice. 6.2 Late amounts bear interest of 8% within 10 days.
"""
AMENDMENT = """Amendment No. 1 to Master Supply Agreement

This amendment is made between Halden Mills Inc. (“Supplier”) and Orvik Foods Ltd. (“Customer”) and amends the
Master Supply Agreement No. 17 dated 4 May 2021.

1. Term

Clause 3.1 is amended so that the agreement runs until 31 May 2030.

2. Payment

In clause 6.1 “30 days” is replaced by “75 days”. Clause 2.1 is unchanged.
"""


def paper(filename: str, text: str) -> Source:
    return Source(filename, "markdown", PageSource.WHOLE, (Page(1, text, "whole"),))


def ask(question: str, *papers: Source) -> Research:
    """The answer of the customer list and some papers."""
    return asyncio.run(research_in(Shelf([workbook("Customers.xlsx", ROWS, "Customers"), *papers]), question))


SIGNED = paper("Supply_Agreement_Orvik.md", SUPPLY)
AMENDED = paper("Amendment_Orvik.md", AMENDMENT)


@pytest.mark.parametrize(
    ("question", "now", "listed"),
    [
        ("Until when does the Orvik Foods contract run?", "31 May 2030", "Contract end: 2025-05-31"),
        ("Payment terms of Orvik Foods?", "75 days", "Payment terms (days): 30"),
    ],
)
def test_the_agreement_as_amended_answers_before_a_list_that_says_otherwise(
    question: str, now: str, listed: str
) -> None:
    found = ask(question, SIGNED, AMENDED)

    assert [now in claim.text for claim in found.proven] == [True]
    assert "the list says otherwise" in found.answer
    assert found.answer.index(now) < found.answer.index(listed)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Until when does the Orvik Foods contract run?", "runs until 31 May 2025"),
        ("Payment terms of Orvik Foods?", "Invoices fall due 30 days"),
    ],
)
def test_a_list_that_says_what_the_agreement_says_needs_no_note(question: str, said: str) -> None:
    found = ask(question, SIGNED)

    assert said in found.answer
    assert "the list" not in found.answer


def test_a_term_that_the_agreement_does_not_state_is_told_as_the_lists_word() -> None:
    found = ask("What is the notice for Orvik Foods in months?", SIGNED, AMENDED)

    assert "Notice (months): 6" in found.answer
    assert "this is what the list says" in found.answer
    assert "no clause on “Notice (months)” in Supply_Agreement_Orvik.md" in found.answer


def test_a_customer_without_an_agreement_in_the_room_is_told_from_the_list_alone() -> None:
    found = ask("Payment terms of Sund Bakeries?", SIGNED, AMENDED)

    assert found.answer == "Sund Bakeries A/S, Payment terms (days): 45"


def test_two_agreements_that_both_state_the_term_leave_the_answer_to_the_list() -> None:
    other = SUPPLY.replace("Master Supply", "Toll Milling").replace("MASTER SUPPLY", "TOLL MILLING").replace("30", "20")
    found = ask("Payment terms of Orvik Foods?", SIGNED, paper("Toll_Milling_Orvik.md", other))

    assert "Payment terms (days): 30" in found.proven[0].text
    assert "several agreements with that party" in found.answer


def test_a_column_that_is_no_term_of_a_contract_is_the_lists_alone() -> None:
    found = ask("Which country is the customer Orvik Foods in?", SIGNED, AMENDED)

    assert found.answer == "Orvik Foods Ltd., Country: Norway"


def test_an_employment_agreement_of_the_account_manager_says_nothing_of_the_customers_contract() -> None:
    rows = (
        ("Customer", "Contract end", "Account manager"),
        ("Sund Bakeries A/S", "2026-08-31", "Ragna Ullvik"),
        ("Tarn Dairies plc", "2027-01-31", "Eskil Brodd"),
        ("Moor Mills Ltd", "2028-01-31", "Eskil Brodd"),
    )
    employment = (
        "Employment Agreement\n\nbetween Halden Mills Inc. (“Company”) and Ragna Ullvik (“Executive”).\n\n"
        "1. Term\n\n1.1 This agreement takes effect on 1 May 2023 and runs until 30 April 2029.\n"
    )
    shelf = Shelf([workbook("Customers.xlsx", rows), paper("Employment_Ullvik.md", employment)])
    found = asyncio.run(research_in(shelf, "When does the contract with Sund Bakeries end?"))

    assert found.answer == "Sund Bakeries A/S, Contract end: 2026-08-31"


@pytest.mark.parametrize(
    "heading", ["Payment terms (days)", "Lead time (weeks)", "Uppsägning (månader)", "Age [years]"]
)
def test_no_scale_of_money_stands_behind_days_weeks_and_months(heading: str) -> None:
    list_of = f"Site,{heading},Sales\nNorth,45,410\nSouth,30,820\nWest,60,155\n"
    shelf = Shelf([text_file("Sites.csv", f"SEK '000\n\n{list_of}")])
    name = heading.partition(" (")[0].partition(" [")[0]
    answer = asyncio.run(research_in(shelf, f"What is the {name} of the site North?")).answer

    assert answer == f"North, {heading}: 45"


@pytest.mark.parametrize(
    ("question", "noted"),
    [
        ("Until when does the Orvik Foods contract run?", ["Contract end: 2025-05-31"]),
        ("Until when does the Tarn Dairies contract run?", []),
        ("Which law governs the Orvik Foods contract?", []),
    ],
)
def test_an_agreement_that_was_asked_alone_is_told_with_what_a_list_says_otherwise(
    question: str, noted: list[str]
) -> None:
    papers = [SIGNED, AMENDED]
    alone = asyncio.run(research_in(Shelf(papers), "Until when does the Orvik Foods contract run?"))
    shelf = Shelf([*papers, workbook("Customers.xlsx", ROWS, "Customers")])
    told = asyncio.run(listed_otherwise(shelf, question, alone.proven, alone.former))

    assert [part in text for part, text in zip(noted, told, strict=True)] == [True] * len(noted)

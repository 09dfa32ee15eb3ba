"""Questions over the rows of tables, asked of real files through the whole graph."""

import asyncio
from collections.abc import Callable

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.answering.state import REFUSAL
from sleuth.evals.shelf import Shelf
from tests.records import CUSTOMERS, DEBT, HOLDERS, KUNDER, LEASES, letter, text_file, workbook

Ask = Callable[[str], Research]


@pytest.fixture(scope="module")
def ask() -> Ask:
    """Asks a room of a customer list, a debt schedule, a cap table and a lease list."""
    shelf = Shelf([
        text_file("Customer_list_Apr2025.csv", CUSTOMERS),
        workbook("Debt_Schedule.xlsx", DEBT, "Debt"),
        workbook("Cap_table.xlsx", HOLDERS, "Cap table"),
        letter("Lease overview.docx", "Property overview", LEASES),
    ])  # fmt: skip
    return lambda question: asyncio.run(research_in(shelf, question))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Which customers have contracts that expire on or before 30 April 2026?",
            ("4 of 6 customers", "Harstad", "Brofjord", "Kattegatt", "Baltic", "not certain for 1: Hamburg"),
        ),
        ("How many Norwegian customers are on the customer list?", ("2 of 6 customers", "Harstad", "Brofjord")),
        ("Which customers are not in Norway?", ("4 of 6 customers", "Skagen", "Kattegatt", "Baltic", "Hamburg")),
        ("What is the largest customer?", ("Skagen Pelagic A/S", "84,872")),
        ("Top 2 customers by revenue", ("Skagen Pelagic A/S", "Harstad")),
        ("Which customers have revenue over SEK 30 million?", ("2 of 6 customers", "Skagen", "Harstad")),
        ("What is the total revenue from Norwegian customers?", ("59,355 = 31,240 + 28,115",)),
        ("What share of revenue comes from Norwegian customers?", ("33.6% = 59,355 ÷ 176,647",)),
        ("Who is the oldest customer?", ("Kattegatt Catering AB", "2011")),
        ("When does the contract with Brofjord Lax expire?", ("Brofjord Lax AS, Contract until: 2025-12-31",)),
        ("Who is the largest shareholder?", ("Fjordhav Invest AB", "46.0%")),
        ("What share does Skerry hold?", ("Skerry Capital Fund II KB, Ownership %: 31.5%",)),
        ("How many shares does Skerry hold?", ("Shares: 75,600",)),
        ("Who owns more than 30 percent?", ("2 of 3 rows", "Fjordhav", "Skerry")),
        (
            "How much is outstanding under the RCF and when is it due?",
            ("Outstanding: 42.5 (All amounts in SEK million), Maturity: 2026-05-31",),
        ),
        ("What is the total outstanding debt?", ("234.2 (All amounts in SEK million) = 160.5 + 42.5 + 31.2",)),
        ("Which facilities are unsecured?", ("1 of 3 facilities", "Trailer leasing")),
        ("Which lenders are there?", ("2 different “Lender” in 3 rows: Sparbanken, Nordfin",)),
        ("Which leases end before 2027?", ("2 of 3 leases", "Warehouse Varberg", "Office Göteborg")),
        ("What is the average rent?", ("3,434.7 = (5,614 + 3,210 + 1,480) ÷ 3",)),
        ("Vilka hyresavtal löper ut före 2027?", ("2 av 3 hyresavtal", "Warehouse Varberg", "Office Göteborg")),
        ("Hur stor andel äger Fjordhav?", ("46.0%",)),
    ],
)  # fmt: skip
def test_the_rows_that_are_meant_answer_with_all_that_is_asked(ask: Ask, question: str, parts: tuple[str, ...]) -> None:
    research = ask(question)
    assert [part for part in parts if part not in research.answer] == []
    assert research.citations


@pytest.mark.parametrize(
    "question",
    [
        "How many new customers are there?",
        "How many large customers are there?",
        "How many customers were lost in FY25?",
        "Which customers have contracts that expire next year?",
        "Which suppliers are in Norway?",
        "Which customers have revenue over EUR 20 million?",
        "Which customers have revenue over 20?",
        "What was the total revenue from Norwegian customers in FY23?",
        "How many French leases are there?",
        "What is the median rent?",
    ],
)
def test_a_question_with_a_word_that_no_table_accounts_for_is_refused(ask: Ask, question: str) -> None:
    assert ask(question).answer == REFUSAL


def test_the_rows_that_are_told_cite_their_own_cells(ask: Ask) -> None:
    research = ask("Which leases end before 2027?")
    assert [citation.filename for citation in research.citations] == ["Lease overview.docx"] * 3
    assert "Warehouse Varberg" in research.citations[1].text
    assert "Cold store Hirtshals" not in research.citations[1].text


def test_a_count_cites_the_range_of_its_table(ask: Ask) -> None:
    research = ask("How many Norwegian customers are there?")
    assert research.citations[0].locator == "rows 1-8"


def test_decimal_commas_and_swedish_headings_are_read() -> None:
    shelf = Shelf([text_file("Kundlista.csv", KUNDER, "cp1252")])
    total = asyncio.run(research_in(shelf, "Vad är den totala omsättningen från kunder med ramavtal?"))
    assert "16,550.5 = 12,450.5 + 4,100.0" in total.answer
    listed = asyncio.run(research_in(shelf, "Vilka kunder har avtal som löper ut senast den 30 juni 2026?"))
    assert "2 av 3 kunder" in listed.answer


def test_tables_that_say_otherwise_are_each_told_with_their_file() -> None:
    other = CUSTOMERS.replace("Brofjord Lax AS,Norway", "Brofjord Lax AS,Sweden")
    shelf = Shelf([text_file("Customers A.csv", CUSTOMERS), text_file("Customers B.csv", other)])
    answer = asyncio.run(research_in(shelf, "How many Norwegian customers are there?")).answer
    assert "Customers A.csv: 2 of 6" in answer
    assert "Customers B.csv: 1 of 6" in answer


def test_tables_that_say_the_same_are_told_once() -> None:
    shelf = Shelf([text_file("Customers A.csv", CUSTOMERS), text_file("Customers B.csv", CUSTOMERS)])
    answer = asyncio.run(research_in(shelf, "How many Norwegian customers are there?")).answer
    assert answer.count("2 of 6") == 1

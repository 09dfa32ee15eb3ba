"""What lets a claim pass: quotes that stand on retrieved pages, also over a page's end."""

from decimal import Decimal

import pytest

from sleuth.answering.cells import prove_cell
from sleuth.answering.verification import Dropped, Proven, verify
from sleuth.evidence.cells import Meaning
from sleuth.evidence.source import Page
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario
from sleuth.reason.protocol import Claim, Document, Evidence, Quote
from tests.findings.periods import period
from tests.records import workbook

LEASE, LOAN = Document(1, "lease.pdf"), Document(2, "loan.pdf")
FIRST = Page(1, "Lease of the harbour site.\nThe Tenant shall pay to the Landlord a monthly", "p.1")
SECOND = Page(2, "rent of EUR 4,200 in advance.\nThe deposit is EUR 9,000.", "p.2")
THIRD = Page(3, "The Landlord insures the building.", "p.3")
OVER = "The Tenant shall pay to the Landlord a monthly rent of EUR 4,200 in advance."


def evidence(*items: tuple[Document, Page]) -> dict[int, Evidence]:
    return {n: Evidence(n, document, page, 0, len(page.text)) for n, (document, page) in enumerate(items)}


def judged(text: str, quote: str, named: int, *items: tuple[Document, Page]) -> Proven | Dropped:
    return verify(Claim(text, (Quote(named, quote),)), evidence(*items))


@pytest.mark.parametrize("named", [0, 1])
def test_a_quote_may_run_over_a_pages_end_and_is_cited_page_by_page(named: int) -> None:
    proven = judged(OVER, OVER, named, (LEASE, FIRST), (LEASE, SECOND))
    assert isinstance(proven, Proven)
    assert [(c.page, c.text, c.locator) for c in proven.citations] == [
        (1, "The Tenant shall pay to the Landlord a monthly", "p.1"),
        (2, "rent of EUR 4,200 in advance", "p.2"),
    ]


def test_a_page_that_was_not_retrieved_proves_nothing() -> None:
    assert isinstance(judged(OVER, OVER, 0, (LEASE, FIRST)), Dropped)


@pytest.mark.parametrize("other", [(LOAN, SECOND), (LEASE, THIRD)], ids=["another document", "not the next page"])
def test_only_the_next_page_of_the_same_document_goes_on(other: tuple[Document, Page]) -> None:
    assert isinstance(judged(OVER, OVER, 0, (LEASE, FIRST), other), Dropped)


def test_an_altered_value_behind_the_pages_end_is_refused() -> None:
    altered = OVER.replace("4,200", "2,400")
    assert isinstance(judged(altered, altered, 0, (LEASE, FIRST), (LEASE, SECOND)), Dropped)


def test_what_stands_on_the_named_page_is_cited_there_alone() -> None:
    proven = judged("The deposit is EUR 9,000.", "The deposit is EUR 9,000.", 1, (LEASE, FIRST), (LEASE, SECOND))
    assert isinstance(proven, Proven)
    assert [c.page for c in proven.citations] == [2]


def test_a_quote_that_joins_two_sections_is_read_as_two_quotes() -> None:
    term = Page(1, "Either party may withdraw if Closing has not taken place on or before the Long Stop Date.", "§ 4")
    meaning = Page(2, "“Long Stop Date” means 30 June 2025.", "§ 1")
    quote = f"{term.text[:-1]} … {meaning.text[:-1]}"
    claim = "Either party may withdraw if Closing has not taken place on or before 30 June 2025."

    proven = judged(claim, quote, 0, (LEASE, term), (LEASE, meaning))

    assert isinstance(proven, Proven)
    assert [citation.page for citation in proven.citations] == [1, 2]
    assert isinstance(judged(claim, quote, 0, (LEASE, term)), Dropped)


def test_a_better_sentence_proves_a_claim_whose_quote_is_not_found() -> None:
    proven = judged("The deposit is EUR 9,000.", "The deposit amounts to nine.", 0, (LEASE, SECOND))

    assert isinstance(proven, Proven)
    assert proven.citations[0].text == "The deposit is EUR 9,000."
    assert isinstance(judged("The deposit is EUR 8,000.", "The deposit amounts to nine.", 0, (LEASE, SECOND)), Dropped)


@pytest.mark.parametrize(
    ("sentence", "is_shown"),
    [
        ("The deposit is EUR 9,000, according to 03_Lease_2022-09-14.pdf.", True),
        ("According to 03_Lease_2022-09-14.pdf, the deposit is EUR 9,000.", True),
        ("The deposit (03_Lease_2022-09-14.pdf) is EUR 9,000.", True),
        ("The deposit is EUR 9,000, according to 04_Loan_2022-09-14.pdf.", False),  # which is not quoted
        ("The deposit is EUR 2,022, according to 03_Lease_2022-09-14.pdf.", False),
    ],
)
def test_the_name_of_a_quoted_file_states_nothing(sentence: str, *, is_shown: bool) -> None:
    lease = Document(3, "03_Lease_2022-09-14.pdf")

    assert isinstance(judged(sentence, "The deposit is EUR 9,000.", 0, (lease, SECOND)), Proven) is is_shown


@pytest.mark.parametrize(
    ("sentence", "may_be_judged"),
    [
        ("The Board decided to buy 14 electric vans for a total of 6.2 MSEK.", True),
        ("The Board decided to buy 15 electric vans for a total of 6.2 MSEK.", False),
        ("The Board decided to buy 14 electric vans from Flotta for a total of 6.2 MSEK.", False),
        ("The Board decided not to buy 14 electric vans for a total of 6.2 MSEK.", False),
        ("The Board decided on 3 May 2025 to buy 14 electric vans for a total of 6.2 MSEK.", False),
    ],
)
def test_of_a_quote_in_another_language_only_the_wording_is_judged(sentence: str, *, may_be_judged: bool) -> None:
    minutes = Page(1, "Styrelsen beslutade att köpa 14 eldrivna bilar för sammanlagt 6,2 MSEK.", "§ 8")
    verdict = judged(sentence, minutes.text, 0, (LEASE, minutes))

    assert isinstance(verdict, Dropped)
    assert verdict.is_judgeable is may_be_judged


@pytest.mark.parametrize(
    ("sentence", "is_shown"),
    [
        ("The salary is SEK 198,000 per month, which for twelve (12) months is SEK 2,376,000.", True),
        ("The salary is SEK 198,000 per month, which for twelve (12) months is SEK 2,367,000.", False),
        ("The salary is SEK 198,000 per month, which for eleven (11) months is SEK 2,178,000.", False),
        ("The rent is SEK 4,200 per year and the area 12 sq m, which is SEK 350 per sq m.", True),
        ("The rent is SEK 4,200 per year and the area 12 sq m, which is SEK 340 per sq m.", False),
    ],
)
def test_a_price_times_what_it_is_for_is_computed(sentence: str, *, is_shown: bool) -> None:
    page = Page(
        1, "The salary is SEK 198,000 per month. The notice is twelve (12) months. The rent is SEK 4,200 per year. "
        "The area is 12 sq m.", "p.1",
    )  # fmt: skip
    quotes = tuple(Quote(0, f"{one.strip('. ')}.") for one in page.text.split(". "))

    assert isinstance(verify(Claim(sentence, quotes), evidence((LEASE, page))), Proven) is is_shown


@pytest.mark.parametrize(("filename", "told"), [("Budget_2025_v3.xlsx", True), ("Plan.xlsx", False)])
def test_a_figure_is_a_budget_where_its_files_name_alone_says_so(filename: str, told: bool) -> None:
    page = workbook(filename, [("TSEK", "FY25"), ("Revenue", 214_500), ("EBITDA", 45_200)]).pages[0]
    start = page.text.index("45200")
    meaning = Meaning("EBITDA", Quantity(Decimal(45_200), "SEK", 3), period("FY2025"), Scenario.BUDGET, "ebitda")
    row = page.text[page.text.index("EBITDA") : start + 5]
    item = Evidence(0, Document(1, filename), page, 0, len(page.text))
    assert isinstance(prove_cell(Quote(0, row, start, start + 5), meaning, item), tuple) is told

"""Which cell of a table answers, and how it reads."""

import asyncio
from collections.abc import Callable

import pytest

from sleuth.evidence.source import Page
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.protocol import Evidence, Inquiry

Grid = tuple[tuple[str, ...], ...]
Lay = Callable[..., Page]
Gather = Callable[..., list[Evidence]]
Prove = Callable[[list[Evidence]], Callable[[str], str]]

ACCOUNTS = (
    ("", "FY2023A", "FY2023A", "FY2023A", "FY2024E", "FY2024E", "FY2024E"),
    ("", "Q2", "Q3", "Full year", "Q2", "Q3", "Full year"),
    ("Total revenue", "12,010", "12,220", "49,100", "13,090", "13,350", "53,500"),
    ("Gross margin", "52.0%", "52.0%", "52.0%", "52.8%", "52.9%", "52.9%"),
    ("Sales and marketing", "1,930", "1,945", "7,800", "2,045", "2,070", "8,250"),
    ("EBITDA", "1,995", "2,065", "8,375", "2,405", "2,515", "10,170"),
)
HEADCOUNT = (
    ("Function", "31 Dec 2023", "31 Dec 2024", "Change"),
    ("Production", "96", "101", "5.2%"),
    ("Total", "240", "257", "7.1%"),
)
CAPS = (
    ("Warranty class", "Cap (% of price)", "Cap (EUR)", "Claim period"),
    ("Tax Warranties", "30%", "19,350,000", "7 years"),
    ("Business Warranties", "10%", "6,450,000", "18 months"),
)
FILING = (
    ("", "Three Months Ended", "Three Months Ended", "Nine Months Ended"),
    ("", "July 1, 2023", "June 25, 2022", "July 1, 2023"),
    ("Total net sales", "$ 81,797", "$ 82,959", "$ 293,787"),
    ("Diluted earnings per share", "$ 1.26", "$ 1.20", "$ 4.67"),
    ("Effective tax rate", "12.5 %", "15.7 %", "15.4 %"),
)


@pytest.fixture
def answer(table_page: Lay, evidence: Gather, prove: Prove) -> Callable[[str], str]:
    """Asks all the tables, each a document of its own, and gives what is proven of the answer; empty: a refusal."""
    pages = [
        table_page("Income statement\nEUR thousands, unaudited\n\n", ACCOUNTS, headers=2, caption="Income statement"),
        table_page("Employees at year end\n\n", HEADCOUNT, caption="Employees at year end\nFunction"),
        table_page("", CAPS, caption="Warranty class"),
        table_page("Statements of operations (In millions, except per-share amounts)\n\n", FILING, headers=2),
    ]
    found = evidence(*pages, filenames=("accounts.xlsx", "heads.xlsx", "spa.docx", "2023 Q3 filing.pdf"))
    return prove(found)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was EBITDA in Q3 2024?", "EBITDA, Q3 2024, estimate: €2,515 thousand"),
        ("What was EBITDA in Q3 2023?", "EBITDA, Q3 2023: €2,065 thousand"),
        ("What was EBITDA in the third quarter of 2024?", "EBITDA, Q3 2024, estimate: €2,515 thousand"),
        ("Vad var EBITDA tredje kvartalet 2024?", "EBITDA, Q3 2024, estimate: €2,515 thousand"),
        ("What was EBITDA in FY2024?", "EBITDA, FY2024, estimate: €10,170 thousand"),
        ("What was EBITDA?", "EBITDA, FY2023: €8,375 thousand"),
        ("What was the gross margin in Q2 2024?", "Gross margin, Q2 2024, estimate: 52.8%"),
        ("How many employees are there?", "Headcount, December 31, 2024: 257 employees"),
        ("How many employees were there at the end of 2023?", "Headcount, December 31, 2023: 240 employees"),
        ("Hur många anställda finns det?", "Headcount, December 31, 2024: 257 employees"),
        ("What was the headcount in production?", "Headcount, Production, December 31, 2024: 101 employees"),
        (
            "What was the change in headcount?",
            "Headcount, change in percent: 7.1% = (257 employees − 240 employees) ÷ 240 employees",
        ),
        ("What is the cap on tax warranties?", "Tax Warranties, Cap (EUR): 19,350,000"),
        ("What is the claim period for business warranties?", "Business Warranties, Claim period: 18 months"),
        ("What were total net sales in Q3 2022?", "Total net sales, three months ended June 25, 2022: $82,959 million"),
        (
            "What was diluted EPS in Q3 2023?",
            "Diluted earnings per share, three months ended July 1, 2023: $1.26 per share",
        ),
        ("What was the EBITDA margin in 2024?", "EBITDA margin, FY2024: 19.0% = €10,170 thousand ÷ €53,500 thousand"),
        ("What was the effective tax rate?", "Effective tax rate, three months ended July 1, 2023: 12.5%"),
        (
            "What were total net sales for the nine months ended July 1, 2023?",
            "Total net sales, nine months ended July 1, 2023: $293,787 million",
        ),
    ],
)
def test_a_cell_answers_with_its_headers_scale_and_currency(
    answer: Callable[[str], str], question: str, expected: str
) -> None:
    assert expected in answer(question).splitlines()


@pytest.mark.parametrize(
    "question",
    [
        "What was EBITDA in Q3 2022?",
        "What was EBITDA in Q1 2024?",
        "What was EBITDA in January 2024?",
        "What was EBITDA in 2025?",
        "What was Norrsken's EBITDA in Q3 2024?",
        "What was EBITDA growth in 2024?",
        "What was net income in 2024?",
        "How many employees work in France?",
        "How many employees were there in 2022?",
        "What is the cap on environmental warranties?",
        "What was marketing revenue in 2024?",
        "What were total net sales in 2019?",
        "What was Apple's backlog?",
    ],
)
def test_what_no_cell_states_is_refused(answer: Callable[[str], str], question: str) -> None:
    assert answer(question) == ""


def test_a_row_that_only_holds_the_measures_name_is_another_measure(answer: Callable[[str], str]) -> None:
    """Revenue is also called sales; "Sales and marketing" is not revenue."""
    assert "Total revenue" in answer("What was revenue in Q2 2024?")
    assert "marketing" not in answer("What was revenue in Q2 2024?")


def test_each_of_several_years_is_answered(answer: Callable[[str], str]) -> None:
    lines = answer("What was EBITDA in 2023 and 2024?").splitlines()
    assert [line.rpartition(": ")[2] for line in lines] == ["€8,375 thousand", "€10,170 thousand"]


def test_a_report_on_a_fiscal_quarter_counts_years_from_its_own(
    table_page: Lay, evidence: Gather, prove: Prove
) -> None:
    """The first quarter of fiscal 2022 ended in December 2021."""
    grid = (
        ("", "Three Months Ended", "Three Months Ended"),
        ("", "December 31, 2022", "December 25, 2021"),
        ("Net income", "$ 29,998", "$ 34,630"),
    )
    found = evidence(table_page("Our fiscal year ends on September 30, 2023.\n(In millions)\n", grid, headers=2))
    said = prove(found)("What was net income in Q1 2022?")
    assert said == "Net income, Q1 FY2022 (three months ended December 25, 2021): $34,630 million"


def test_a_figure_of_nobody_named_is_not_that_of_a_company_asked_for(
    table_page: Lay, evidence: Gather, prove: Prove
) -> None:
    grid = (("EUR thousands", "FY2023A", "FY2024E"), ("Revenue", "49,100", "53,500"))
    ask = prove(evidence(table_page("Halden’s trading\n", grid), filenames=("board update.xlsx",)))
    assert ask("What was Norrsken's revenue?") == ""


def test_a_table_of_percentages_of_revenue_does_not_state_amounts(table_page: Lay, evidence: Gather) -> None:
    shares = (("", "April 30, 2023"), ("Revenue", "100.0"), ("Interest expense", "(0.9)"))
    page = table_page("", shares, caption="The following table sets forth items expressed as a percentage of revenue")
    found = evidence(page)
    inquiry = Inquiry("What was the interest expense in 2023?", (found[0].document,))
    assert asyncio.run(ExtractiveReasoner().draft(inquiry, found)).claims == ()


def test_what_a_balance_changed_by_is_not_its_level(table_page: Lay, evidence: Gather) -> None:
    flows = (("", "2023"), ("Net income", "110"), ("Increase in inventories", "(20)"))
    page = table_page("Statement of cash flows (in millions)\n\n", flows)
    found = evidence(page)
    inquiry = Inquiry("What were the inventories in 2023?", (found[0].document,))
    assert asyncio.run(ExtractiveReasoner().draft(inquiry, found)).claims == ()


BY_YEAR = (
    ("", "2007", "2006"),
    ("Net mooring expense", "257", "267"),
    ("Mooring price per berth", "60.94", "37.84"),
)
BY_REGION = (("", "2007", "2006"), ("Berth days in Europe", "120", "118"))
BY_QUARTER = (("", "Q1 2007", "Q2 2007"), ("Pilot journeys", "31", "32"))


@pytest.mark.parametrize(
    ("grid", "caption", "question", "expected"),
    [
        (BY_YEAR, "", "What was the net mooring expense in 2006?", "Net mooring expense, FY2006: 267"),
        (BY_YEAR, "", "What was the mooring price per berth in 2007?", "Mooring price per berth, 2007: 60.94"),
        (BY_YEAR, "", "What was the net mooring expense in 2005?", ""),
        (BY_YEAR, "", "What was the net mooring expense in Q1 2007?", ""),
        (BY_YEAR, "", "What was the mooring expense in 2007?", ""),  # not the row in all its words
        (BY_YEAR, "Three months ended 30 June", "What was the net mooring expense in 2007?", ""),
        (BY_REGION, "", "What were berth days in 2007?", ""),
        (BY_QUARTER, "", "What were pilot journeys in 2007?", ""),  # each column is a part of what is asked for
    ],
)
def test_a_column_headed_by_a_year_alone_answers_for_that_year(
    grid: Grid, caption: str, question: str, expected: str, table_page: Lay, evidence: Gather, prove: Prove
) -> None:
    assert prove(evidence(table_page("Moorings\n\n", grid, caption=caption)))(question) == expected

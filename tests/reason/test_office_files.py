"""Management accounts, slides and short lines: what deal teams are sent, read as they are written."""

from collections.abc import Callable

import pytest

from sleuth.evidence.source import Page
from sleuth.language.times import stated_times
from sleuth.reason.protocol import Evidence

Lay = Callable[..., Page]
Gather = Callable[..., list[Evidence]]
Prove = Callable[[list[Evidence]], Callable[[str], str]]

MONTHS = (
    ("", "Jan-24", "Feb-24", "Mar-24", "Q1 2024", "Apr-24"),
    ("", "Actual", "Actual", "Actual", "Actual", "Budget"),
    ("Turnover", "1,012", "998", "1,110", "3,120", "1,150"),
    ("EBITDA", "190", "183", "226", "599", "235"),
)
DEBT = (("£000", "31-Dec-22", "31-Dec-23", "30-Jun-24"), ("Net debt", "-2,190", "-1,625", "-1,525"))
STAFF = (("Department", "Dec-22", "Dec-23"), ("Drivers", "48", "52"), ("Warehouse staff on nights", "21", "23"))
DECK = (("", "FY22A", "FY23A", "FY24B"), ("Operating profit", "1.6", "2.0", "2.4"))
OWNERS = (
    ("Shareholder", "Ordinary shares", "% fully diluted"),
    ("Helen Marsh", "450,000", "45.0%"),
    ("Glacier Ventures LLP", "350,000", "35.0%"),
)
ACCOUNTS = (("£000", "2023", "2022"), ("Turnover", "11,842", "10,530"))
PLAN = (("", "Utfall 2023", "Budget 2025"), ("Bruttovinst", "21,4", "25,9"))
LEASE = "Hyresavtal för lokal\nUppsägningstiden är nio månader.\nÅrshyran uppgår till 1 850 000 kronor.\n"
PEOPLE = "Our people\n94 employees at 31 December 2023\nChief Executive Officer: Helen Marsh\n"
BOLAGET = "Bolaget i korthet\nRörelsemarginal 2023: 11,6 %\nVD: Karin Lindqvist\n"


@pytest.fixture
def answer(table_page: Lay, evidence: Gather, prove: Prove) -> Callable[[str], str]:
    """Asks all the files and gives what is proven of the answer; empty: a refusal."""
    slides = [Page(1, text, f"slide {n}") for n, text in enumerate((PEOPLE, BOLAGET, LEASE), 1)]
    pages = [
        table_page("Monthly accounts – GBP 000s\n", MONTHS, headers=2),
        table_page("", DEBT),
        table_page("Financial highlights (£m)\n", DECK),
        table_page("Capitalisation table as at 30 June 2024\n", OWNERS, caption="Shareholder"),
        table_page("Profit and loss account\n", ACCOUNTS),
        table_page("Budget, MSEK\n", PLAN),
        *slides,
    ]
    names = (
        "monthly accounts Mar-24.xlsx", "net debt.xlsx", "memorandum.pptx", "cap table.xlsx", "accounts.docx",
        "plan.xlsx", "people.pptx", "bolaget.pptx", "hyresavtal.docx",
    )  # fmt: skip
    covers = ("Monthly accounts EBITDA", "", "Information memorandum, September 2024")
    found = evidence(*pages, filenames=names, covers=covers)
    return prove(found)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was EBITDA in March 2024?", "EBITDA, March 2024: £226 thousand"),
        ("What was EBITDA in Q1 2024?", "EBITDA, three months ended March 2024: £599 thousand"),
        ("What is the EBITDA budget for April 2024?", "EBITDA, April 2024, budget: £235 thousand"),
        ("What is net debt at June 2024?", "Net debt, June 30, 2024: £(1,525) thousand"),
        ("What was net debt at 31 December 2023?", "Net debt, December 31, 2023: £(1,625) thousand"),
        ("What was operating profit in FY23?", "Operating profit, FY2023: £2.0 million"),
        ("What is operating profit?", "Operating profit, FY2023: £2.0 million"),
        ("What is the budgeted operating profit?", "Operating profit, FY2024, budget: £2.4 million"),
        ("What share does Glacier Ventures hold?", "Glacier Ventures LLP, % fully diluted: 35.0%"),
        ("What percentage does Helen Marsh own?", "Helen Marsh, % fully diluted: 45.0%"),
        ("Vad är budgeterad bruttovinst för 2025?", "Bruttovinst, FY2025, budget: SEK 25.9 million"),
        ("Vad är uppsägningstiden i hyresavtalet?", "Uppsägningstiden är nio månader."),
        ("Hur hög är årshyran?", "Årshyran uppgår till 1 850 000 kronor."),
        ("Who is the CEO?", "Chief Executive Officer: Helen Marsh"),
        ("How many employees are there?", "94 employees at 31 December 2023"),
        ("Vem är VD?", "VD: Karin Lindqvist"),
        ("Vilken var rörelsemarginalen 2023?", "Rörelsemarginal 2023: 11,6 %"),
    ],
)
def test_a_question_finds_its_figure(answer: Callable[[str], str], question: str, expected: str) -> None:
    assert answer(question) == expected


def test_a_table_of_shareholders_lists_them(answer: Callable[[str], str]) -> None:
    listed = ["Helen Marsh, % fully diluted: 45.0%", "Glacier Ventures LLP, % fully diluted: 35.0%"]
    assert answer("Who are the shareholders?").splitlines() == listed


def test_a_list_that_is_narrowed_is_not_given_whole(answer: Callable[[str], str]) -> None:
    assert answer("Who are the shareholders in Norway?") == ""


def test_growth_is_computed_from_two_years(answer: Callable[[str], str]) -> None:
    assert answer("What was revenue growth in 2023?").startswith("Turnover, change: 12.5% = ")


def test_no_month_answers_for_its_year(answer: Callable[[str], str]) -> None:
    assert answer("What was turnover in 2024?") == ""


def test_one_office_does_not_answer_for_another(answer: Callable[[str], str]) -> None:
    assert answer("Who is the CFO?") == ""


@pytest.mark.parametrize(
    ("heading", "latest"),
    [
        ("FY23A", (2023, 0, 0)),
        ("Q3-24", (2024, 9, 0)),
        ("Sep-24", (2024, 9, 0)),
        ("30-Jun-24", (2024, 6, 30)),
        ("31.12.2023", (2023, 12, 31)),
        ("June 25, 2022", (2022, 6, 25)),
        ("it may not exceed 24", (0, 0, 0)),
    ],
)
def test_a_heading_names_its_time(heading: str, latest: tuple[int, int, int]) -> None:
    assert stated_times(heading).latest == latest

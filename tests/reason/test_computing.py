"""Figures that are computed when asked for."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from sleuth.answering.verification import Dropped, verify
from sleuth.evidence.cells import Meaning
from sleuth.evidence.source import Page, Table
from sleuth.language.quantity import Quantity
from sleuth.reason.protocol import Claim, Evidence, Quote

Lay = Callable[..., Page]
Gather = Callable[..., list[Evidence]]
Prove = Callable[[list[Evidence]], Callable[[str], str]]

BALANCE = (
    ("", "2023", "2022"),
    ("Cash and cash equivalents", "$ 120", "$ 100"),
    ("Inventories", "300", "280"),
    ("Total current assets", "900", "840"),
    ("Total current liabilities", "500", "560"),
)
INCOME = (
    ("", "2023", "2022"),
    ("Net sales", "$ 2,000", "$ 1,600"),
    ("Cost of sales", "1,500", "1,240"),
    ("Net income", "110", "80"),
    ("Effective tax rate", "21.6%", "24.6%"),
)


@pytest.fixture
def answer(table_page: Lay, evidence: Gather, prove: Prove) -> Callable[[str], list[str]]:
    """Asks a report with a balance sheet and an income statement; the sentences that are proven."""
    pages = [
        table_page("Consolidated balance sheets (in millions)\n\n", BALANCE, caption="Consolidated balance sheets"),
        table_page("Consolidated statements of income (in millions)\n\n", INCOME, caption="Statements of income"),
    ]
    pages[1] = Page(2, pages[1].text, "p.2", tables=pages[1].tables)
    ask = prove(evidence(*pages))
    return lambda question: ask(question).splitlines()


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is the FY2023 quick ratio?",
         "Quick ratio, the end of 2023: 1.20 = ($900 million − $300 million) ÷ $500 million"),
        ("What was the current ratio in 2022?", "Current ratio, the end of 2022: 1.50 = $840 million ÷ $560 million"),
        ("What was the net profit margin in 2023?", "Net profit margin, FY2023: 5.5% = $110 million ÷ $2,000 million"),
        ("What was the gross margin percentage in FY2023?",
         "Gross margin, FY2023: 25.0% = ($2,000 million − $1,500 million) ÷ $2,000 million"),
        ("What was the inventory turnover in 2023?",
         "Inventory turnover, FY2023: 5.17 = $1,500 million ÷ (($300 million + $280 million) ÷ 2)"),
    ],
)  # fmt: skip
def test_a_ratio_is_computed_from_the_cells_of_its_year(
    answer: Callable[[str], list[str]], question: str, first: str
) -> None:
    assert answer(question)[0] == first


def test_each_cell_of_a_figure_is_said_beside_it(answer: Callable[[str], list[str]]) -> None:
    assert answer("What is the FY2023 quick ratio?")[1:] == [
        "Total current assets, the end of 2023: $900 million",
        "Inventories, the end of 2023: $300 million",
        "Total current liabilities, the end of 2023: $500 million",
    ]


def test_how_much_a_measure_changed_is_its_levels_and_their_difference(answer: Callable[[str], list[str]]) -> None:
    assert answer("How much has the effective tax rate changed between FY2022 and FY2023?") == [
        "Effective tax rate, change: −3.0 percentage points = 21.6% − 24.6%",
        "Effective tax rate, FY2022: 24.6%",
        "Effective tax rate, FY2023: 21.6%",
    ]


def test_the_change_of_an_amount_is_told_in_percent_too(answer: Callable[[str], list[str]]) -> None:
    assert answer("How much did net sales increase between 2022 and 2023?")[:2] == [
        "Net sales, change: $400 million = $2,000 million − $1,600 million",
        "Net sales, change in percent: 25.0% = ($2,000 million − $1,600 million) ÷ $1,600 million",
    ]


def test_what_one_share_has_of_a_measure_is_no_part_of_a_figure(
    table_page: Lay, evidence: Gather, prove: Prove
) -> None:
    rows = (("", "2023"), ("Revenue", "$ 2,000"), ("Per share data", ""), ("Net income", "$ 3.81"))
    page = table_page("Selected financial data (in millions, except per share)\n\n", rows)
    table = page.tables[0]
    paths = {**table.row_paths, 3: ("Per share data", "Net income")}
    told = Page(1, page.text, "p.1", tables=(Table(table.caption, paths, table.column_paths, table.grid),))
    assert prove(evidence(told))("What was the net profit margin in 2023?") == ""


@pytest.mark.parametrize(
    "title", ["Deed of Cross Guarantee\nConsolidated balance sheets", "Obligor Group balance sheets"]
)
def test_statements_of_a_part_of_a_group_are_not_its_own(
    table_page: Lay, evidence: Gather, prove: Prove, title: str
) -> None:
    page = table_page(f"{title} (in millions)\n\n", BALANCE)
    assert prove(evidence(page))("What was the quick ratio in 2023?") == ""


@pytest.mark.parametrize(
    "question",
    [
        "What was the return on equity in 2023?",
        "What was the quick ratio in 2019?",
        "What was the adjusted EBITDA in 2023?",
    ],
)
def test_a_figure_of_which_a_part_is_missing_is_not_computed(answer: Callable[[str], list[str]], question: str) -> None:
    assert answer(question) == []


def test_a_cell_that_does_not_mean_what_is_claimed_is_not_shown(table_page: Lay, evidence: Gather) -> None:
    page = table_page("Balance sheet (in millions)\n\n", BALANCE)
    (item,) = evidence(page)
    start = page.text.index("900")
    meaning = Meaning("Total current assets", Quantity(Decimal(950), "USD", 6), None)
    claim = Claim("Total current assets", (Quote(0, "Total current assets 900 840", start, start + 3),), stated=meaning)
    verdict = verify(claim, {0: item})
    assert isinstance(verdict, Dropped)


def test_a_cost_printed_in_brackets_is_taken_by_its_size(table_page: Lay, evidence: Gather, prove: Prove) -> None:
    rows = (("", "2023"), ("Revenue", "$ 11.1"), ("Cost of sales", "(6.4)"))
    page = table_page("Consolidated statements of income (in millions)\n\n", rows, caption="Statements of income")
    said = prove(evidence(page))("What was the gross margin in 2023?")
    assert said.startswith("Gross margin, FY2023: 42.3% = ")

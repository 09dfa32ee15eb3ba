"""Lists whose columns are times and whose cells the sheet's title names, and months of a year that is not over."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
from tests.records import book_of

SHEETS: dict[str, Sequence[Sequence[object]]] = {
    "By customer": [
        ["Net sales by customer (USD)"],
        [],
        ["Customer", "Channel", "Account manager", "FY2024", "FY2025", "YTD Jun-25", "YTD Jun-26"],
        ["Harlow Hospitality Group, Inc.", "Chain", "T. Mirza", 19917000, 22737000, 16549362, 18699637],
        ["Harlowe Foods Inc.", "Dealer", "T. Mirza", 9104000, 8870000, 6610000, 5816800],
        ["Juniper Bagel LLC", "Dealer", "O. Lind", 4200000, 4410000, 3300000, 2805000],
    ],
    "By product": [
        ["Net sales by product family (USD thousands)"],
        [],
        ["Product family", "FY2024", "FY2025"],
        ["Ice machines", 104350, 112480],
        ["Coffee brewers", 66840, 64215],
        ["Service contracts", 36275, 41930],
    ],
    "P&L months": [
        ["Consolidated P&L by month 2026, USD thousand"],
        [],
        ["Actual", "Jan-26", "Feb-26", "Mar-26", "Apr-26", "May-26", "Jun-26"],
        ["Revenue", 4986, 4900, 5236, 5113, 5247, 5358],
        ["EBITDA", 630, 602, 769, 622, 757, 684],
    ],
    "Clinics": [
        ["Revenue by clinic, amounts in USD (not thousands)"],
        [],
        ["Clinic", "Country", "2024", "2025", "H1 2025", "H1 2026"],
        ["Orvik North", "US", 1720180, 1654794, 830000, 790000],
        ["Orvik South", "US", 0, 811915, 230973, 588179],
        ["Halden", "CA", 2409749, 2388165, 1201000, 1190500],
    ],
}
Asks = Callable[[str], Reply]


@pytest.fixture
def room(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """room(message) → the reply over one workbook of four sheets."""
    (tmp_path / "Sales_and_accounts.xlsx").write_bytes(book_of(SHEETS))
    analyst = analyst_of(database, new_project("times"), [tmp_path / "Sales_and_accounts.xlsx"])
    return lambda message: asyncio.run(analyst.ask(message))


def test_a_currency_alone_in_brackets_is_the_unit_whatever_other_sheets_count_in(room: Asks) -> None:
    answer = room("What were sales to Harlow Hospitality in FY25?").answer

    assert "$22,737,000 (source" in answer


def test_a_row_of_a_list_is_called_by_its_first_column_not_by_what_is_said_of_it(room: Asks) -> None:
    answer = room("What were sales to Harlowe Foods in FY2024?").answer

    assert "$9,104,000" in answer
    assert "By customer!" in answer


def test_a_half_year_is_the_column_of_that_half_and_never_of_its_year(room: Asks) -> None:
    assert "588,179" in room("Revenue of Orvik South in H1 2026").answer
    assert "811,915" not in room("Revenue of Orvik South in H1 2026").answer
    assert "811,915" in room("Revenue of Orvik South in 2025").answer


def test_two_halves_are_told_side_by_side(room: Asks) -> None:
    answer = room("Orvik South clinic revenue H1 2026 and H1 2025").answer

    assert "H1 2026: 588179" in answer
    assert "H1 2025: 230973" in answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which month of 2026 had the highest revenue?", "Jun 2026 revenue was $5,358K"),
        ("best month for group sales so far in 2026?", "Jun 2026 revenue was $5,358K"),
        ("worst month for EBITDA in 2026?", "Feb 2026 EBITDA was $602K"),
    ],
)
def test_of_a_year_that_is_not_over_the_months_that_are_told_are_compared(room: Asks, question: str, told: str) -> None:
    reply = room(question)

    assert told in reply.answer
    assert "as far as it is told, to Jun 2026" in reply.assumption

"""The parent company's own figures beside its group's: both readers tell them apart, and so does a question."""

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.cells import Meaning, Verdict, check_cell
from sleuth.evidence.source import Span
from sleuth.language.metrics import PARENT
from sleuth.reason.understand.figures import read_query
from tests.findings.confirmed import confirmed

YEARS = ["", "31 December 2024", "31 December 2023", "31 December 2024", "31 December 2023"]
ROWS = [
    ["Inventories", "915", "862", "604", "588"],
    ["Trade receivables", "702", "641", "518", "476"],
    ["Total assets", "2,746", "2,544", "1,840", "1,743"],
]
ABOVE = ["Acme plc", "Balance sheets", "£ million"]


def parts(heads: list[str], above: list[str] = ABOVE) -> dict[str, tuple[str, ...]]:
    """The part that each printed total of assets is of."""
    source = grid_source("accounts.html", [heads, YEARS, *ROWS], above)
    return {
        str(found.quantity and found.quantity.value): found.dimension for found in confirmed(source, "total assets")
    }


@pytest.mark.parametrize(
    ("group", "parent"), [("Group", "Company"), ("Consolidated", "Parent company"), ("Consolidated", "Standalone")]
)
def test_columns_of_the_parent_company_are_no_columns_of_the_group(group: str, parent: str) -> None:
    found = parts(["", group, group, parent, parent])

    assert found == {"2746": (), "2544": (), "1840": (PARENT,), "1743": (PARENT,)}


def test_a_column_of_the_company_without_its_group_is_of_the_whole() -> None:
    source = grid_source("accounts.html", [["", "Company", "Company"], YEARS[:3], *(row[:3] for row in ROWS)], ABOVE)

    assert {found.dimension for found in confirmed(source, "total assets")} == {()}


@pytest.mark.parametrize(
    "title", ["Standalone balance sheet", "Parent Company balance sheet", "Moderbolagets balansräkning"]
)
def test_a_statement_of_the_parent_company_is_its_own(title: str) -> None:
    source = grid_source("accounts.html", [YEARS[:3], *(row[:3] for row in ROWS)], ["Acme plc", title, "£ million"])

    assert {found.dimension for found in confirmed(source, "total assets")} == {(PARENT,)}


def test_the_second_reader_takes_no_figure_of_the_parent_for_one_of_the_group() -> None:
    source = grid_source("accounts.html", [["", "Group", "Group", "Company", "Company"], YEARS, *ROWS], ABOVE)
    (found,) = [one for one in confirmed(source, "total assets") if one.quantity and one.quantity.value == 1840]
    assert found.quantity is not None
    assert found.scenario is not None
    claimed = Meaning(found.label, found.quantity, found.period, found.scenario, "total assets")

    assert check_cell(source, Span(1, found.span.start, found.span.end), claimed).verdict is Verdict.DISAGREES


@pytest.mark.parametrize(
    "question",
    [
        "What were the parent company's inventories at the end of 2023?",
        "How much cash did the parent company of Acme itself hold in 2024?",
        "Acme standalone profit after tax for FY25?",
        "How much tax did the Acme holding company itself pay in cash in 2025?",
    ],
)
def test_a_question_may_ask_for_the_parent_company_alone(question: str) -> None:
    query = read_query(question, "en")

    assert query.of_parent
    assert query.heavy <= {"acm", "acme"}


@pytest.mark.parametrize(
    "question",
    [
        "What was net income attributable to owners of the parent in 2024?",
        "How much did Acme pay in dividends to the parent's shareholders during 2024?",
        "What was the group's operating profit in 2024?",
    ],
)
def test_who_owns_the_parent_owns_the_group(question: str) -> None:
    assert not read_query(question, "en").of_parent

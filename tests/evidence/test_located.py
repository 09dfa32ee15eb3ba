"""A sentence over located quotes: ruled by their texts, or by the cells of the rows that they are."""

from array import array
from collections.abc import Mapping, Sequence

import pytest

from sleuth.evidence.claim import Context, Ruling
from sleuth.evidence.located import rule
from sleuth.evidence.quote import Match, locate
from sleuth.evidence.source import Page, PageSource, Source, Table

Rows = Sequence[Sequence[str]]
Paths = Mapping[int, tuple[str, ...]]

PLAN = (
    "Key figures\nEUR million",
    (
        ("", "FY2024", "FY2025", "Budget 2026"),
        ("Revenue", "61.4", "69.7", "78.0"),
        ("Net debt", "14.1", "13.9", "12.0"),
    ),
)
SALES = (
    "Statement of operations (in millions)",
    (
        ("Three months ended", "June 30,", "Six months ended", "June 30,"),
        ("", "2025", "2024", "2025", "2024"),
        ("Product sales", "$ 410", "$ 380", "$ 800", "$ 740"),
        ("Service sales", "95", "82", "190", "171"),
        ("Total sales", "$ 505", "$ 462", "$ 990", "$ 911"),
    ),
)
QUARTERS = ("Income by quarter, EUR thousand", (("", "Q3", "Q4", "Q3", "Q4"), ("EBITDA", "410", "455", "502", "530")))
STAFF = (
    "Employees at year end",
    (
        ("Function", "31 Dec 2024", "31 Dec 2025"),
        ("Service", "48", "55"),
        ("Workshop", "90", "92"),
        ("Total", "138", "147"),
    ),
)
ORDERS = (
    "Indicators, five months to August 2025",
    (
        ("Indicator", "Unit", "Jun 2025", "Aug 2025"),
        ("Order intake", "€k", "840", "510"),
        ("Debtor days", "days", "81", "92"),
    ),
)
HALVES: Paths = {
    1: ("Three months ended", "June 30,", "2025"), 2: ("Three months ended", "June 30,", "2024"),
    3: ("Six months ended", "June 30,", "2025"), 4: ("Six months ended", "June 30,", "2024"),
}  # fmt: skip
YEARS: Paths = {1: ("FY2024", "Q3"), 2: ("FY2024", "Q4"), 3: ("FY2025", "Q3"), 4: ("FY2025", "Q4")}


def table_page(caption: str, rows: Rows, paths: Paths | None = None, before: str = "") -> Source:
    """A page with one table, whose last heading row is the one above its first row with numbers."""
    text, grid = f"{before}{caption}\n", array("I")
    for row, line in enumerate(rows):
        for column, words in enumerate(line):
            if words:
                grid.extend((len(text), len(text) + len(words), row, column))
                text += f"{words}\t"
        text = text.rstrip("\t") + "\n"
    body = [row for row, line in enumerate(rows) if any(map(str.isdigit, "".join(line[1:]))) and line[0] and row]
    labels = {row: (rows[row][0],) for row in body if rows[row][0] != "Three months ended"}
    headings = paths or {column: (name,) for column, name in enumerate(rows[0]) if name}
    table = Table(caption, labels, dict(headings), grid)
    return Source("Report.pdf", "", PageSource.PRINTED, (Page(1, text, "p.1", tables=(table,)),))


def ruled(sentence: str, source: Source, *quotes: str, names: tuple[str, ...] = ()) -> Ruling:
    """The ruling on a sentence over quotes of a document."""
    found = [locate(quote, source) for quote in quotes]
    matches = [match for match in found if isinstance(match, Match)]
    assert len(matches) == len(found), found
    return rule(sentence, [(source, match) for match in matches], Context(names), ("Report.pdf",)).verdict


def proves(sentence: str, source: Source, *quotes: str) -> bool:
    """Whether quotes of a document prove a sentence."""
    return ruled(sentence, source, *quotes) is Ruling.PROVEN


@pytest.mark.parametrize(
    ("sentence", "is_proven"),
    [
        ("Revenue was EUR 69.7 million in FY2025.", True),
        ("Revenue was EUR 61.4 million in FY2025.", False),  # the year before
        ("Revenue was EUR 78.0 million in 2026.", False),  # a budget told as a fact
        ("The budget for 2026 has revenue of EUR 78.0 million.", True),
        ("Budgeted revenue was EUR 69.7 million in FY2025.", False),  # a fact told as a budget
        ("Net debt was EUR 69.7 million in FY2025.", False),  # another row
        ("Revenue was EUR 69.7 thousand in FY2025.", False),
        ("Revenue of all companies was EUR 69.7 million in FY2025.", False),
    ],
)
def test_a_row_quoted_with_its_header_row_is_ruled_by_its_cells(sentence: str, *, is_proven: bool) -> None:
    assert (
        proves(sentence, table_page(*PLAN), "FY2024 | FY2025 | Budget 2026", "Revenue | 61.4 | 69.7 | 78.0")
        is is_proven
    )


@pytest.mark.parametrize(
    ("quote", "is_found"),
    [
        ("FY2024 | FY2025 | Budget 2026\nNet debt | 14.1 | 13.9 | 12.0", True),  # a row between them is left out
        ("FY2024\tFY2025\tBudget 2026\nNet debt\t14.1\t13.9\t12.0", True),
        ("FY2024 | FY2025 | Budget 2026\nNet debt | 61.4 | 69.7 | 78.0", False),  # another row's numbers
        ("FY2024 | FY2025 | Budget 2026\nNet debt | 14.1 | 13.9", False),  # a part of a row
        ("Net debt | 14.1 | 13.9 | 12.0\nRevenue | 61.4 | 69.7 | 78.0", False),  # in another order
        ("FY2024 | FY2025 | Budget 2026\nGross debt | 14.1 | 13.9 | 12.0", False),
    ],
)
def test_a_header_row_and_a_row_further_down_are_one_quote(quote: str, *, is_found: bool) -> None:
    caption, rows = PLAN

    assert isinstance(locate(quote, table_page(caption, rows)), Match) is is_found


@pytest.mark.parametrize(
    ("sentence", "is_proven"),
    [
        ("Service sales were $95 million in the three months ended June 30, 2025.", True),  # "$" stands in other rows
        ("Service sales were €95 million in the three months ended June 30, 2025.", False),
        ("Service sales were $190 million in the three months ended June 30, 2025.", False),  # six months
        ("Service sales were $95 million in 2025.", False),  # a quarter told as the year
        ("Service sales were $95 million in the three months ended March 31, 2025.", False),
        ("Total sales were $95 million in the three months ended June 30, 2025.", False),  # a part told as the whole
        ("Sales were $95 million in the three months ended June 30, 2025.", False),
    ],
)
def test_a_number_is_of_the_months_and_the_line_that_it_stands_under(sentence: str, *, is_proven: bool) -> None:
    caption, rows = SALES
    found = ruled(sentence, table_page(caption, rows, HALVES), "Service sales | 95 | 82 | 190 | 171")

    assert (found is Ruling.PROVEN) is is_proven


@pytest.mark.parametrize(("year", "is_proven"), [("FY2025", True), ("FY2024", False)])
def test_a_quarter_is_one_of_the_year_that_it_stands_under(year: str, *, is_proven: bool) -> None:
    caption, rows = QUARTERS
    found = ruled(
        f"EBITDA in Q3 of {year} was EUR 502 thousand.",
        table_page(caption, rows, YEARS),
        "EBITDA | 410 | 455 | 502 | 530",
    )

    assert (found is Ruling.PROVEN) is is_proven


@pytest.mark.parametrize(
    ("sentence", "is_proven"),
    [
        ("Service had 55 employees at 31 December 2025.", True),  # the title says what is counted
        ("Service had 48 employees at 31 December 2025.", False),
        ("There were 55 employees in total at 31 December 2025.", False),
        ("Service had 55 trucks at 31 December 2025.", False),
    ],
)
def test_the_title_of_a_table_says_what_it_counts(sentence: str, *, is_proven: bool) -> None:
    assert proves(sentence, table_page(*STAFF), "Service | 48 | 55") is is_proven


@pytest.mark.parametrize(
    ("sentence", "is_proven"),
    [
        ("Order intake was €510 thousand in August 2025.", True),
        ("Order intake was €510 million in August 2025.", False),
        ("Order intake was €510 in August 2025.", False),
        ("Order intake was $510 thousand in August 2025.", False),
        ("Order intake was €840 thousand in August 2025.", False),
        ("Order intake fell from €840 thousand in June 2025 to €510 thousand in August 2025.", True),
        ("Order intake rose from €840 thousand in June 2025 to €510 thousand in August 2025.", False),
    ],
)
def test_a_column_of_units_says_in_what_its_rows_count(sentence: str, *, is_proven: bool) -> None:
    assert proves(sentence, table_page(*ORDERS), "Order intake | €k | 840 | 510") is is_proven


@pytest.mark.parametrize(("day", "is_proven"), [("31 March 2025", True), ("30 June 2025", False)])
def test_a_row_may_be_called_by_its_day(day: str, *, is_proven: bool) -> None:
    rows = (
        ("Test date", "Leverage (x)", "Limit (x)"),
        ("31 Mar 2025", "1.73", "3.25"),
        ("30 Jun 2025", "2.01", "3.25"),
    )
    source = table_page("Covenants", rows)

    assert (ruled(f"Leverage was 1.73x at {day}.", source, "31 Mar 2025 | 1.73 | 3.25") is Ruling.PROVEN) is is_proven


def test_the_length_of_a_time_is_no_number_that_a_cell_must_hold() -> None:
    rows = (("", "Actual", "Budget"), ("Controls", "11,490", "11,150"))
    source = table_page("Five months April–August 2025, EUR thousand", rows)
    sentence = "Controls was EUR {} thousand in the five months April–August 2025."

    assert ruled(sentence.format("11,490"), source, "Controls | 11,490 | 11,150") is Ruling.PROVEN
    assert ruled(sentence.format("11,150"), source, "Controls | 11,490 | 11,150") is not Ruling.PROVEN


def test_a_company_in_a_sentence_above_a_table_does_not_own_its_rows() -> None:
    caption, rows = PLAN
    before = (
        "Harbour Partners proposes to buy all shares of the company for EUR 89 million in cash by the end of July.\n"
    )
    found = ruled(
        "Harbour Partners' revenue was EUR 69.7 million in FY2025.",
        table_page(caption, rows, before=before),
        "Revenue | 61.4 | 69.7 | 78.0",
    )

    assert found is not Ruling.PROVEN

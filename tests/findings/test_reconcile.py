"""The primary statements of a document decide what is the whole company's."""

import html

from sleuth.findings.finding import Finding
from sleuth.findings.tables.extraction import table_findings
from sleuth.ingest.readers.html import read
from sleuth.ingest.readers.limits import Limits

Grid = list[list[str]]
INCOME: Grid = [
    ["", "2023", "2022"],
    ["Revenue", "$ 5,000", "$ 4,800"],
    ["Research and development", "900", "850"],
    ["Operating income", "700", "650"],
    ["Net income", "$ 410", "$ 395"],
]
INCOME_TITLE = ["Acme Inc.", "Consolidated Statements of Operations", "(in millions)", "Year ended December 31,"]
BALANCE: Grid = [
    ["", "December 31, 2023", "December 31, 2022"],
    ["Cash and cash equivalents", "$ 300", "$ 280"],
    ["Inventories", "120", "110"],
    ["Total assets", "$ 9,000", "$ 8,500"],
]
BALANCE_TITLE = ["Acme Inc.", "Consolidated Balance Sheets", "(in millions)"]


def whole(*tables: tuple[list[str], Grid]) -> set[tuple[str, str, str]]:
    """(metric, period, value) of the findings that are the whole company's."""
    return {(f.metric, f.period.name, str(f.quantity.value)) for f in found(*tables) if f.period and f.quantity}


def found(*tables: tuple[list[str], Grid]) -> list[Finding]:
    parts = []
    for above, grid in tables:
        parts += [f"<p>{html.escape(line)}</p>" for line in above]
        rows = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in grid)
        parts.append(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
    page = f"<!doctype html><meta charset=utf-8><body>{''.join(parts)}"
    return [f for f in table_findings(read(page.encode(), "filing.html", Limits())) if not f.dimension]


def test_a_part_of_a_cost_in_a_note_is_not_the_whole_cost() -> None:
    note = (
        ["The charge is included in these lines (in millions):", "Year ended December 31,"],
        [["", "2023", "2022"], ["Research and development", "7", "23"], ["Selling expenses", "3", "4"]],
    )
    stated = whole((INCOME_TITLE, INCOME), note)
    assert ("research and development", "FY2023", "900") in stated
    assert ("research and development", "FY2023", "7") not in stated


def test_a_note_that_agrees_with_the_statements_counts_and_brings_its_other_years() -> None:
    note = (
        ["Five-year summary (in millions)", "Year ended December 31,"],
        [["", "2023", "2022", "2021"], ["Revenue", "$ 5,000", "$ 4,800", "$ 4,500"]],
    )
    assert ("revenue", "FY2021", "4500") in whole((INCOME_TITLE, INCOME), note)


def test_a_row_of_other_periods_alone_is_not_certain() -> None:
    note = (
        ["The acquired goods (in millions)", "Year ended December 31,"],
        [["", "2019"], ["Research and development", "$ 14"]],
    )
    assert ("research and development", "FY2019", "14") not in whole((INCOME_TITLE, INCOME), note)


def test_a_second_balance_sheet_that_differs_is_somebody_elses() -> None:
    other: Grid = [
        ["", "December 31, 2023", "December 31, 2022"],
        ["Cash and cash equivalents", "$ 3", "$ 2"],
        ["Total assets", "$ 40", "$ 48"],
        ["Accounts payable", "5", "6"],
    ]
    stated = whole((BALANCE_TITLE, BALANCE), (["Balance sheets of our solar funds", "(in millions)"], other))
    assert ("total assets", "2023-12-31", "9000") in stated
    assert not {value for metric, _, value in stated if metric in ("accounts payable", "total assets")} & {"5", "40"}


def test_a_line_that_no_statement_has_is_kept_in_a_table_that_agrees() -> None:
    note = (
        ["Key figures (in millions)", "Year ended December 31,"],
        [["", "2023", "2022"], ["Revenue", "$ 5,000", "$ 4,800"], ["EBITDA", "980", "930"]],
    )
    assert ("ebitda", "FY2023", "980") in whole((INCOME_TITLE, INCOME), note)


def test_without_statements_nothing_is_left_out() -> None:
    summary = (
        ["Revenue (in millions)", "Year ended December 31,"],
        [["", "2023"], ["Revenue", "$ 14"], ["EBITDA", "3"]],
    )
    assert whole(summary) == {("revenue", "FY2023", "14"), ("ebitda", "FY2023", "3")}


def test_the_same_figure_under_another_period_has_lost_a_heading() -> None:
    note = (
        ["Summary (in millions)", "Year ended December 31,"],
        [["", "2022", "2021"], ["Revenue", "$ 4,800", "$ 5,000"]],
    )
    stated = whole((INCOME_TITLE, INCOME), note)
    assert ("revenue", "FY2021", "5000") not in stated
    assert ("revenue", "FY2023", "5000") in stated


def test_a_table_that_the_statements_cannot_be_compared_with_is_not_certain() -> None:
    investee = (
        ["Condensed results of Rivian (in millions)", "Six months ended June 30,"],
        [["", "2023", "2022"], ["Revenue", "$ 1,782", "$ 459"], ["Gross profit", "(947)", "(1,206)"]],
    )
    assert not {metric for metric, period, _ in whole((INCOME_TITLE, INCOME), investee) if period.startswith("H1")}


def test_shareholders_equity_beside_total_equity_is_without_minorities() -> None:
    grid: Grid = [
        ["", "December 31, 2023"],
        ["Total assets", "$ 9,000"],
        ["Total stockholders' equity", "4,000"],
        ["Noncontrolling interest", "32"],
        ["Total equity", "4,032"],
    ]
    stated = whole((BALANCE_TITLE, grid))
    assert ("total equity", "2023-12-31", "4032") in stated
    assert ("equity attributable to shareholders", "2023-12-31", "4000") in stated
    alone = whole((BALANCE_TITLE, [row for row in grid if row[0] not in ("Noncontrolling interest", "Total equity")]))
    assert ("total equity", "2023-12-31", "4000") in alone

"""Findings as a workbook that people open: values that link to where they stand."""

import csv
from pathlib import Path

import openpyxl
import pytest

from tests.commands import Run


@pytest.fixture
def workbook(run: Run, tmp_path: Path) -> Path:
    """The findings of a small statement, written by the command."""
    rows = (("EUR thousands", "FY2023", "FY2024"), ("Revenue", "1,200", "1,450"), ("EBITDA", "(30)", "210"))
    accounts = tmp_path / "Halden accounts.csv"
    with accounts.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    assert run("add", str(accounts), "-p", "cli-workbook").returncode == 0
    target = tmp_path / "out" / "matrix.xlsx"
    target.parent.mkdir()
    assert run("findings", "-p", "cli-workbook", "--xlsx", str(target)).returncode == 0
    return target


def test_the_matrix_holds_the_values_and_links_to_their_cells(workbook: Path) -> None:
    sheet = openpyxl.load_workbook(workbook).worksheets[1]
    cells = {cell.value: cell for row in sheet.iter_rows() for cell in row if cell.value is not None}
    assert {1200, 1450, -30, 210} <= cells.keys()
    assert cells[1450].hyperlink.tooltip == "Halden accounts.csv, row 2"
    assert cells[1450].hyperlink.target == "matrix%20sources/Halden%20accounts.csv"


def test_the_documents_that_are_linked_to_stand_beside_the_workbook(workbook: Path) -> None:
    assert "1,450" in (workbook.parent / "matrix sources" / "Halden accounts.csv").read_text(encoding="utf-8")


def test_the_list_has_a_row_for_each_finding_with_its_quote(workbook: Path) -> None:
    first, *rows = openpyxl.load_workbook(workbook)["Findings"].iter_rows(values_only=True)
    quoted = {(row[first.index("Period")], row[first.index("Value")]): row[first.index("Quote")] for row in rows}
    assert "1,450" in quoted["FY2024", 1450]


def test_a_workbook_that_cannot_be_written_is_bad_input(run: Run, workbook: Path) -> None:
    done = run("findings", "-p", "cli-workbook", "--xlsx", str(workbook / "within-a-file.xlsx"))
    assert done.returncode == 2
    assert "within-a-file.xlsx: cannot be written" in done.stderr


def test_the_names_of_lines_and_periods_stay_in_sight(workbook: Path) -> None:
    sheet = openpyxl.load_workbook(workbook).worksheets[1]
    assert sheet.freeze_panes == "C5"
    assert [cell.value for cell in sheet[4]][1:] == ["Unit", "FY2023", "FY2024"]


def test_a_whole_number_is_shown_without_a_point(workbook: Path) -> None:
    sheet = openpyxl.load_workbook(workbook).worksheets[1]
    formats = {cell.number_format for row in sheet.iter_rows(min_row=5, min_col=3) for cell in row if cell.value}
    assert formats == {"#,##0_);(#,##0)"}


def test_the_contents_lead_to_each_subject_and_each_document(workbook: Path) -> None:
    book = openpyxl.load_workbook(workbook)
    sheet = book["Contents"]
    shown = {cell.value for row in sheet.iter_rows() for cell in row}
    assert "Halden accounts.csv" in shown
    inside = {cell.hyperlink.location for row in sheet.iter_rows() for cell in row if cell.hyperlink}
    assert f"'{book.worksheets[1].title}'!A1" in inside
    assert "'Findings'!A1" in inside


def test_the_terminal_is_told_where_the_workbook_is_and_nothing_more(run: Run, workbook: Path) -> None:
    done = run("findings", "-p", "cli-workbook", "--xlsx", str(workbook))
    assert done.stdout == ""
    assert "matrix.xlsx" in done.stderr


def test_each_statement_is_a_block_of_its_own(run: Run, tmp_path: Path) -> None:
    statements = {
        "income": [("Revenue", "1,200", "1,450"), ("Operating income", "110", "150"), ("Net income", "80", "95")],
        "position": [
            ("Total assets", "900", "980"),
            ("Total liabilities", "500", "520"),
            ("Total equity", "400", "460"),
        ],
    }  # fmt: skip
    for name, rows in statements.items():
        with (tmp_path / f"Halden {name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("EUR thousands", "FY2023", "FY2024"), *rows])
    assert run("add", str(tmp_path), "-p", "cli-blocks").returncode == 0
    target = tmp_path / "matrix.xlsx"
    assert run("findings", "-p", "cli-blocks", "--xlsx", str(target)).returncode == 0
    sheet = openpyxl.load_workbook(target).worksheets[1]
    names = [row[0].value for row in sheet.iter_rows(min_row=5, max_row=12)]
    assert names == [
        "Income statement", "Revenue", "Operating income", "Net income",
        "Balance sheet", "Total assets", "Total liabilities", "Total equity",
    ]  # fmt: skip

"""Findings as a workbook that people open: values that link to where they stand."""

import csv
import subprocess
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


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
    sheet = openpyxl.load_workbook(workbook)["Matrix"]
    cells = {cell.value: cell for row in sheet.iter_rows() for cell in row if cell.value is not None}
    assert {1200, 1450, -30, 210} <= cells.keys()
    target = cells[1450].hyperlink.target.replace("%20", " ").replace("\\", "/")
    assert target == "matrix sources/Halden accounts.csv"


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

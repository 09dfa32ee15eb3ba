"""Request lists as people write them: tables, numbers, merged cells, indentation, bullets under headings."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from openpyxl import Workbook
from openpyxl.styles import Alignment

from sleuth.agents.analyst.requests.reading import read_list_file
from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.store.deal.requests import RequestDraft


def read(path: Path) -> list[RequestDraft]:
    return read_list_file(path, Settings())


def workbook(path: Path, rows: Sequence[Sequence[Any]]) -> Any:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return book


def test_numbers_make_the_hierarchy(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    workbook(
        path,
        [
            ["Project Birch – Due diligence request list"],
            [],
            ["#", "Information requested", "Priority", "Responsible", "Comments"],
            ["1", "Financial information"],
            ["1.1", "Audited annual accounts 2022-2024", "High", "CFO", "signed copies"],
            ["1.2", "Management accounts"],
            ["1.2.1", "Monthly P&L for 2025", "H", "CFO"],
            ["2", "Legal"],
            ["2.1", "Shareholders' agreement", "1", "GC"],
        ],
    )
    found = read(path)
    assert [(r.number, r.section, r.priority, r.owner, r.note) for r in found] == [
        ("1.1", ("Financial information",), "high", "CFO", "signed copies"),
        ("1.2.1", ("Financial information", "Management accounts"), "high", "CFO", ""),
        ("2.1", ("Legal",), "high", "GC", ""),
    ]
    assert [r.domain for r in found] == ["financial", "financial", "legal"]


def test_merged_cells_name_the_sections_of_all_their_rows(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    book = workbook(
        path,
        [
            ["Area", "Sub-area", "Request", "Prio", "Owner"],
            ["Finance", "Historical", "Annual reports 2023 and 2024", "A", "Ann"],
            [None, None, "Trial balance per December 2024", "B", "Ann"],
            [None, "Forecast", "Budget 2025", "A", "Bo"],
            ["Tax", "Returns", "VAT returns", "C", "Cy"],
        ],
    )
    book.active.merge_cells("A2:A4")
    book.active.merge_cells("B2:B3")
    book.save(path)
    assert [(r.section, r.text, r.priority) for r in read(path)] == [
        (("Finance", "Historical"), "Annual reports 2023 and 2024", "high"),
        (("Finance", "Historical"), "Trial balance per December 2024", "medium"),
        (("Finance", "Forecast"), "Budget 2025", "high"),
        (("Tax", "Returns"), "VAT returns", "low"),
    ]


def test_indentation_makes_the_hierarchy_of_a_list_in_one_column(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    book = Workbook()
    lines = [("Request list", 0), ("Corporate", 0), ("Articles of association", 1), ("Minutes", 1),
             ("Board minutes", 2), ("People", 0), ("Organisation chart", 1)]  # fmt: skip
    for row, (text, indent) in enumerate(lines, 1):
        book.active.cell(row, 1, text).alignment = Alignment(indent=indent)
    book.save(path)
    assert [(r.section, r.text) for r in read(path)] == [
        (("Corporate",), "Articles of association"),
        (("Corporate", "Minutes"), "Board minutes"),
        (("People",), "Organisation chart"),
    ]


def test_a_semicolon_file_is_read_by_its_heads(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("No.;Section;Description;Priority\n1;Legal;Lease agreements;High\n2;IT;IT systems;Low\n")
    assert [(r.number, r.section, r.text, r.priority, r.domain) for r in read(path)] == [
        ("1", ("Legal",), "Lease agreements", "high", "legal"),
        ("2", ("IT",), "IT systems", "low", "technology"),
    ]


def test_bullets_of_a_word_document_stand_under_its_headings(tmp_path: Path) -> None:
    path = tmp_path / "list.docx"
    document = Document()
    document.add_heading("Information request list", 0)
    document.add_paragraph("Please upload the following documents to the data room by Friday.")
    document.add_heading("1. Financial", 1)
    document.add_paragraph("Audited annual accounts for the last three years", style="List Number")
    document.add_heading("2. Legal", 1)
    document.add_heading("2.1 Contracts", 2)
    document.add_paragraph("Lease agreements (high)", style="List Bullet")
    document.save(str(path))
    assert [(r.section, r.text, r.priority) for r in read(path)] == [
        (("Financial",), "Audited annual accounts for the last three years", ""),
        (("Legal", "Contracts"), "Lease agreements", "high"),
    ]


def test_a_table_of_a_word_document_is_read_by_its_heads(tmp_path: Path) -> None:
    path = tmp_path / "list.docx"
    document = Document()
    rows = [("No", "Request", "Priority"), ("A", "Financial", ""), ("A.1", "Annual accounts 2024", "High"),
            ("B", "Tax", ""), ("B.1", "Tax returns 2023", "Medium")]  # fmt: skip
    table = document.add_table(rows=0, cols=3)
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.save(str(path))
    assert [(r.number, r.section, r.text) for r in read(path)] == [
        ("A.1", ("Financial",), "Annual accounts 2024"),
        ("B.1", ("Tax",), "Tax returns 2023"),
    ]


def test_a_file_without_requests_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    path.write_text("1;2\n3;4\n")
    with pytest.raises(UserError, match=r"figures\.csv: no request .* column “Request”"):
        read(path)

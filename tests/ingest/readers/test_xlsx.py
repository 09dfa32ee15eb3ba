"""Workbooks: values as shown, at the addresses the file gives them."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from sleuth.evidence.source import Source
from sleuth.ingest.readers import sheets
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.xlsx import read


def workbook(fill: Callable[[Any], None]) -> Source:
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream)
    fill(book)
    book.close()
    return read(stream.getvalue(), "book.xlsx", Limits())


def cells(source: Source, page: int = 0) -> dict[str, str]:
    found = source.pages[page]
    return {anchor.address: found.text[anchor.start : anchor.end] for anchor in found.anchors}


def test_a_cell_reads_as_its_number_format_shows_it() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("P&L")
        sheet.write_number("B2", 0.125, book.add_format({"num_format": "0.0%"}))
        sheet.write_number("C2", 119575, book.add_format({"num_format": "#,##0"}))

    assert cells(workbook(fill)) == {"B2": "12.5%", "C2": "119,575"}


def test_a_sheet_is_a_page_named_after_it() -> None:
    def fill(book: Any) -> None:
        book.add_worksheet("P&L").write("A1", "x")
        book.add_worksheet("Notes").write("A1", "y")

    assert [(page.number, page.label) for page in workbook(fill).pages] == [(1, "P&L"), (2, "Notes")]


def test_a_hidden_sheet_is_read_and_says_so() -> None:
    def fill(book: Any) -> None:
        book.add_worksheet("Shown").write("A1", "x")
        hidden = book.add_worksheet("Secret")
        hidden.write("A1", "y")
        hidden.hide()

    source = workbook(fill)
    assert source.pages[1].label == "Secret (hidden)"
    assert source.pages[1].text == "y"


def test_a_merged_header_reaches_all_its_columns() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("P&L")
        sheet.merge_range("B1:C1", "FY2023A")
        sheet.merge_range("D1:E1", "FY2024E")
        sheet.write_row("B2", ["Q1", "Q2", "Q1", "Q2"])
        sheet.write_row("A3", ["Sales", 1, 2, 3, 4])

    paths = workbook(fill).pages[0].tables[0].column_paths
    assert paths == {1: ("FY2023A", "Q1"), 2: ("FY2023A", "Q2"), 3: ("FY2024E", "Q1"), 4: ("FY2024E", "Q2")}


def test_a_formula_is_read_by_its_stored_result_and_kept() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet("P&L")
        sheet.write("A1", 2)
        sheet.write_formula("A2", "=A1*21", None, 42)

    source = workbook(fill)
    assert cells(source)["A2"] == "42"
    assert source.metadata["formulas"] == "P&L!A2: =A1*21"


def test_a_formula_without_a_stored_result_is_a_problem_that_names_the_cell() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["B7"] = 1, "=A1*2"
    stream = io.BytesIO()
    book.save(stream)
    source = read(stream.getvalue(), "book.xlsx", Limits())
    assert [problem.page for problem in source.problems] == [1]
    assert "B7" in source.problems[0].reason
    assert "Excel" in source.problems[0].reason


def test_text_truth_and_dates_keep_their_kind() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write_boolean("A1", True)
        sheet.write_rich_string("A2", "plain ", book.add_format({"bold": True}), "bold")
        sheet.write_number("A3", 45382, book.add_format({"num_format": "d mmm yyyy"}))
        sheet.write_string("A4", "two\nlines")

    assert cells(workbook(fill)) == {"A1": "TRUE", "A2": "plain bold", "A3": "2024-03-31", "A4": "two lines"}


def test_a_comment_is_read_with_the_cell_it_is_on() -> None:
    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        sheet.write("B3", 4200)
        sheet.write_comment("B3", "Excludes VAT")

    assert "Excludes VAT" in workbook(fill).pages[0].text


def test_a_very_large_sheet_has_an_address_for_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "_MOST_ADDRESSED", 2_000)

    def fill(book: Any) -> None:
        sheet = book.add_worksheet()
        for row in range(21):
            sheet.write_row(row, 0, range(100))

    page = workbook(fill).pages[0]
    assert page.anchors[0].address == "A1:CV1"
    assert len(page.anchors) == 21


def test_every_value_agrees_with_an_independent_reader(shared_data: Path) -> None:
    for path in sorted((shared_data / "redistributable" / "edgar_xlsx" / "xlsx").glob("*.xlsx")):
        source = read(path.read_bytes(), path.name, Limits())
        book = openpyxl.load_workbook(path, data_only=True)
        for number, sheet in enumerate(book.worksheets):
            theirs = {
                cell.coordinate
                for row in sheet.iter_rows()
                for cell in row
                if str(cell.value or "").strip() or cell.value == 0
            }
            assert {anchor.address for anchor in source.pages[number].anchors} == theirs, sheet.title


@pytest.mark.parametrize(
    "name", ["AdvancedEnergy_FY2022_10K_Financial_Report", "DeanFoods_FY2019_10K_Financial_Report"]
)
def test_headers_lead_to_the_facts_of_real_filings(name: str, shared_data: Path) -> None:
    root = shared_data / "redistributable" / "edgar_xlsx"
    facts = [json.loads(line) for line in (root / "facts.jsonl").read_text().splitlines()]
    facts = [fact for fact in facts if fact["filename"] == f"{name}.xlsx"]
    source = read((root / "xlsx" / f"{name}.xlsx").read_bytes(), name, Limits())
    assert facts
    assert [fact for fact in facts if not _is_led_to(source, fact)] == []


def _is_led_to(source: Source, fact: dict[str, str]) -> bool:
    """Do the row's last label and the column's headers say the metric, the period and the duration?"""
    page = next(page for page in source.pages if page.label == fact["sheet"])
    start = next(anchor.start for anchor in page.anchors if anchor.address == fact["cell"])
    for table in page.tables:
        for cell in table.cells():
            if cell.start == start:
                column = " ".join(table.column_paths[cell.column])
                duration = fact["duration"]
                return (
                    table.row_paths[cell.row][-1].strip() == fact["metric"].strip()
                    and fact["period"] in column
                    and (duration == "instant" or duration in column)
                )
    return False

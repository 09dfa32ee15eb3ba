"""A small deal room of the tests: real files, with figures known, a correction, a conflict and gaps put there."""

from collections.abc import Sequence
from pathlib import Path

import xlsxwriter
from fpdf import FPDF

Row = tuple[str, ...]

# EUR thousand: Q3 2023, Q2 2024, Q3 2024, as the quarterly report states them.
QUARTERS = ("Q3 2023", "Q2 2024", "Q3 2024")
QUARTERLY: tuple[tuple[str, int, int, int], ...] = (
    ("Product sales", 3_700, 3_850, 4_100),
    ("Services", 940, 950, 1_100),
    ("Total revenue", 4_640, 4_800, 5_200),
    ("Cost of goods sold", 2_552, 2_736, 3_016),
    ("Gross profit", 2_088, 2_064, 2_184),
    ("EBITDA", 1_067, 1_080, 1_200),
    ("Operating income", 920, 925, 1_040),
)
YEARS = ("FY2023", "FY2024")
YEARLY: tuple[tuple[str, int, int], ...] = (
    ("Revenue", 18_600, 20_400),
    ("Cost of goods sold", 10_230, 11_832),
    ("Gross profit", 8_370, 8_568),
    ("EBITDA", 4_200, 4_700),
    ("Operating income", 3_600, 4_050),
    ("Net income", 2_500, 2_900),
)


def write_room(folder: Path) -> Path:
    """Write the room's files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _quarterly(folder / "Q3_Report.xlsx")
    _audited(folder / "Annual_Report_2024.pdf")
    _deck(folder / "Management_Presentation.pdf")
    _budget(folder / "Budget_2024.xlsx")
    _net_debt(folder / "Net_Debt.xlsx", 10_600)
    _net_debt(folder / "Net_Debt_CORRECTED.xlsx", 10_800)
    _people(folder / "Management_Team.md")
    return folder


def _quarterly(path: Path) -> None:
    _sheet(path, "P&L", "Lumen AB, quarterly report. EUR thousand", QUARTERS, QUARTERLY)


def _budget(path: Path) -> None:
    rows = (("Revenue", 5_000), ("Gross profit", 2_200), ("EBITDA", 1_150))
    _sheet(path, "Budget", "Lumen AB, forecast. EUR thousand", ("Q3 2024 forecast",), rows)


def _net_debt(path: Path, total: int) -> None:
    rows = (("Bank loans", 12_000), ("Cash and cash equivalents", 12_000 - total), ("Net debt", total))
    _sheet(path, "Net debt", "Lumen AB, net debt schedule. EUR thousand", ("30 September 2024",), rows)


def _sheet(path: Path, name: str, title: str, headers: Sequence[str], rows: Sequence[tuple[str | int, ...]]) -> None:
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet(name)
        number = book.add_format({"num_format": "#,##0"})
        sheet.write(0, 0, title)
        for column, header in enumerate(headers, 1):
            sheet.write(2, column, header)
        for line, (label, *values) in enumerate(rows, 3):
            sheet.write(line, 0, label)
            for column, value in enumerate(values, 1):
                sheet.write(line, column, value, number)


def _audited(path: Path) -> None:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    pdf.add_page()
    _paragraphs(
        pdf,
        "Lumen AB",
        "Annual report 2024",
        "Independent auditor's report",
        "To the general meeting of the shareholders of Lumen AB. We have audited the annual accounts of Lumen AB for "
        "the year 2024. In our opinion they give a true and fair view. Stockholm, 14 March 2025.",
    )
    pdf.add_page()
    _paragraphs(pdf, "Income statement of Lumen AB", "EUR thousand")
    _table(pdf, ("", "FY2024", "FY2023"), [(label, f"{new:,}", f"{old:,}") for label, old, new in YEARLY])
    pdf.output(str(path))


def _deck(path: Path) -> None:
    """Management's own figures, which differ from the audited ones on the revenue of 2024."""
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    pdf.add_page()
    _paragraphs(pdf, "Lumen AB", "Management presentation", "October 2024", "Prepared by the management of Lumen AB.")
    _paragraphs(pdf, "Key figures of Lumen AB, EUR thousand")
    _table(pdf, ("", "FY2024", "FY2023"), [("Revenue", "20,000", "18,600"), ("EBITDA", "4,700", "4,200")])
    pdf.output(str(path))


def _people(path: Path) -> None:
    path.write_text(
        "# Management team of Lumen AB\n\n"
        "Jane Smith is the chief executive officer. Jane Smith joined Lumen AB in 2019 from Competitor Corp. "
        "Jane Smith owns 15% of the shares.\n\n"
        "John Doe is the chief financial officer. John Doe joined Lumen AB in 2021.\n",
        encoding="utf-8",
    )


def _paragraphs(pdf: FPDF, *texts: str) -> None:
    for text in texts:
        pdf.multi_cell(0, 7, text, new_x="LMARGIN", new_y="NEXT")
        pdf.ln(2)


def _table(pdf: FPDF, header: Row, rows: Sequence[Row]) -> None:
    for row in (header, *rows):
        for number, cell in enumerate(row):
            pdf.cell(80 if number == 0 else 35, 7, cell, align="L" if number == 0 else "R")
        pdf.ln(7)

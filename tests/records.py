"""Small real files with lists, as a data room has them."""

import datetime
from collections.abc import Mapping, Sequence
from io import BytesIO

from sleuth.evidence.source import Source
from sleuth.ingest.readers import read
from sleuth.ingest.readers.limits import Limits

CUSTOMERS = """Customer,Country,Segment,Revenue FY25 (SEKk),Share of revenue,Contract until,Customer since
Skagen Pelagic A/S,Denmark,Fish,"84,872",14.2%,2027-02-28,2014
Harstad Hvitfisk AS,Norway,Fish,"31,240",5.2%,2025-10-31,2016
Brofjord Lax AS,Norway,Fish,"28,115",4.7%,2025-12-31,2018
Kattegatt Catering AB,Sweden,Food service,"19,430",3.3%,2026-02-28,2011
Baltic Herring OÜ,Estonia,Fish,"12,990",2.2%,2026-04-30,2020
Hamburg Kühlhaus GmbH,Germany,Retail,,,until further notice,2021
Total,,,"176,647",,,
"""
KUNDER = """Kund;Land;Omsättning 2024 (tkr);Avtal t.o.m.;Ramavtal
Svenska Kök AB;Sverige;12 450,5;2025-12-31;Ja
Oslo Mat AS;Norge;8 210,0;2026-06-30;Nej
Finska Livs Oy;Finland;4 100,0;2027-01-31;Ja
Summa;;24 760,5;;
"""
DEBT = (
    ("Debt schedule at 30 April 2025",),
    ("All amounts in SEK million",),
    ("Facility", "Lender", "Committed", "Outstanding", "Margin", "Maturity", "Secured"),
    ("Term loan A", "Sparbanken", 200.5, 160.5, "2.40%", datetime.date(2028, 5, 31), "Yes"),
    ("Revolving credit facility (RCF)", "Sparbanken", 75, 42.5, "2.10%", datetime.date(2026, 5, 31), "Yes"),
    ("Trailer leasing", "Nordfin", 40, 31.2, "3.05%", datetime.date(2027, 12, 31), "No"),
    ("Total", "", 315.5, 234.2),
)
HOLDERS = (
    ("Shareholder", "Shares", "Ownership %", "Votes %"),
    ("Fjordhav Invest AB", "110,400", "46.0%", "46.0%"),
    ("Skerry Capital Fund II KB", "75,600", "31.5%", "31.5%"),
    ("Astrid Wallgren", "54,000", "22.5%", "22.5%"),
)
LEASES = (
    ("Premises", "City", "Annual rent (SEK thousand)", "Lease ends"),
    ("Cold store Hirtshals", "Hirtshals", "5 614", "31 December 2028"),
    ("Warehouse Varberg", "Varberg", "3 210", "30 June 2026"),
    ("Office Göteborg", "Göteborg", "1 480", "31 March 2026"),
)


def text_file(name: str, text: str, encoding: str = "utf-8") -> Source:
    """A text file, read."""
    return read(text.encode(encoding), name, Limits())


def workbook(name: str, rows: Sequence[Sequence[object]], sheet: str = "Sheet1") -> Source:
    """A workbook of one sheet, read."""
    return workbook_of(name, {sheet: rows})


def workbook_of(name: str, sheets: Mapping[str, Sequence[Sequence[object]]]) -> Source:
    """A workbook of several sheets, read."""
    return read(book_of(sheets), name, Limits())


def book_of(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """A workbook of several sheets, as a file has it."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def letter(name: str, heading: str, rows: Sequence[Sequence[str]]) -> Source:
    """A Word document with a heading and one table, read."""
    from docx import Document

    document = Document()
    document.add_heading(heading, 1)
    table = document.add_table(rows=0, cols=len(rows[0]))
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    data = BytesIO()
    document.save(data)
    return read(data.getvalue(), name, Limits())

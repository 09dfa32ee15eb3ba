"""Every format is cited by what a person opens: a cell, a row, a section, a slide, a line, an attachment."""

import io
from collections.abc import Callable
from email.message import EmailMessage

import pytest
import xlsxwriter
from docx import Document
from pptx import Presentation
from pptx.util import Inches

from sleuth.evidence.cite import locator, place_on
from sleuth.evidence.source import Anchor, Page, Source, Span
from sleuth.ingest.readers import read
from sleuth.ingest.readers.limits import Limits

TABLE = b"customer;revenue\nAlpha;1 200\nBeta;1 400\n"


def place(source: Source, words: str) -> str:
    """How the document is cited for the words, wherever they stand in it."""
    for page in source.pages:
        at = page.text.find(words)
        if at >= 0:
            return locator(source, Span(page.number, at, at + len(words)))
    raise AssertionError(f"{words!r} is not in the document")


def opened(data: bytes, filename: str) -> Source:
    return read(data, filename, Limits())


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


def workbook(rows: int = 3) -> bytes:
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream)
    sheet = book.add_worksheet("P&L")
    for row in range(rows):
        sheet.write_row(row, 0, [f"Line {row + 1}", 1000 + row])
    book.close()
    return stream.getvalue()


def agreement() -> bytes:
    document = Document()
    document.add_paragraph("An agreement of two companies.")
    document.add_heading("4 Term", level=1)
    document.add_heading("4.2 Renewal", level=2)
    document.add_paragraph("It renews each year.")
    document.add_heading("10 Law", level=1)
    document.add_paragraph("The parties agree on this.")
    document.add_paragraph("10.1 It is governed by the law of Sweden.")
    document.add_paragraph("10.2 The courts of Oslo decide.")
    document.add_heading("2023 results", level=1)
    document.add_paragraph("The results were good.")
    document.add_heading("Definitions", level=1)
    document.add_paragraph("A day is a day.")
    return saved(document.save)


def deck() -> bytes:
    presentation = Presentation()
    for text in ("Opening words", "The price is right"):
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        slide.shapes.add_textbox(0, 0, Inches(3), Inches(1)).text_frame.text = text
    slide.notes_slide.notes_text_frame.text = "Say it slowly."
    return saved(presentation.save)


def message(name: str, data: bytes) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "Rates"
    mail.set_content("See the attachment.")
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return bytes(mail)


def test_a_workbook_is_cited_by_sheet_and_cell() -> None:
    source = opened(workbook(), "book.xlsx")
    assert place(source, "1001") == "P&L!B2"
    assert place(source, "Line 2\t1001") == "P&L!A2:B2"
    assert place(source, "1000\nLine 2\t1001") == "P&L!A1:B2"


def test_a_csv_file_is_cited_by_row() -> None:
    source = opened(TABLE, "customers.csv")
    assert place(source, "1 400") == "row 3"
    assert place(source, "1 200\nBeta") == "rows 2-3"


def test_a_document_is_cited_by_its_section() -> None:
    source = opened(agreement(), "spa.docx")
    assert place(source, "It renews each year.") == "§ 4.2"
    assert place(source, "A day is a day.") == "Definitions"
    assert place(source, "An agreement of two") == "opening"


def test_a_numbered_clause_is_cited_by_its_own_number() -> None:
    source = opened(agreement(), "spa.docx")
    assert place(source, "The parties agree on this.") == "§ 10"
    assert place(source, "the law of Sweden") == "§ 10.1"
    assert place(source, "10.2 The courts") == "§ 10.2"


def test_a_year_that_begins_a_heading_is_no_number_of_a_section() -> None:
    assert place(opened(agreement(), "spa.docx"), "The results were good.") == "2023 results"


def test_a_presentation_is_cited_by_slide() -> None:
    source = opened(deck(), "deck.pptx")
    assert place(source, "The price is right") == "slide 2"
    assert place(source, "Say it slowly.") == "slide 2 notes"


def test_a_plain_text_is_cited_by_line() -> None:
    assert place(opened(b"One line\n\nAnother line\n", "notes.txt"), "Another") == "line 3"
    assert place(opened(b"Only words\n\nwithout headings\n", "notes.md"), "without") == "line 3"


def test_a_web_page_is_cited_by_the_page_it_prints_on() -> None:
    ruler = b"<hr style='page-break-after: always'>"
    page = b"<html><p>First</p>" + ruler + b"<p>Second</p>" + ruler + b"</html>"
    source = opened(page, "filing.html")
    assert [one.label for one in source.pages] == ["p.1", "p.2"]
    assert place(source, "Second") == "p.2"


@pytest.mark.parametrize(
    ("name", "data", "words", "expected"),
    [
        ("rates.csv", TABLE, "1 400", "attachment rates.csv row 3"),
        ("book.xlsx", workbook(), "1001", "attachment book.xlsx P&L!B2"),
        ("spa.docx", agreement(), "It renews", "attachment spa.docx § 4.2"),
        ("deck.pptx", deck(), "The price is", "attachment deck.pptx slide 2"),
        ("notes.txt", b"One line\nAnother line\n", "Another", "attachment notes.txt line 2"),
    ],
)
def test_an_attachment_is_cited_by_its_name_and_the_place_in_it(
    name: str, data: bytes, words: str, expected: str
) -> None:
    assert place(opened(message(name, data), "mail.eml"), words) == expected


def test_a_message_is_cited_as_such() -> None:
    assert place(opened(message("rates.csv", TABLE), "mail.eml"), "See the attachment") == "message"


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("6. Put and call", "§ 6"),
        ("Each Founder", "§ 6.1"),
        ("6.2 The Majority", "§ 6.2"),
        ("7.5 times", "§ 6.3"),  # a number of things, no paragraph
        ("higher of Fair Value", "§ 6.4"),
        ("a multiple", "§ 6.4"),  # "clause 6.3" is only spoken of
    ],
)
def test_words_are_cited_by_the_paragraph_they_stand_in_also_where_several_run_on_in_one_line(
    words: str, place: str
) -> None:
    text = (
        "6. Put and call\n6.1 Each Founder may sell (the Put). 6.2 The Majority Shareholder may buy. 6.3 The price is "
        "7.5 times EBITDA.\n6.4 The price is the higher of Fair Value and that under clause 6.3 with a multiple of 8.0."
    )
    page = Page(1, text, "§ 6", anchors=(Anchor(0, len(text), "6. Put and call"),))
    start = text.index(words)
    assert place_on(page, Span(1, start, start + len(words))) == place

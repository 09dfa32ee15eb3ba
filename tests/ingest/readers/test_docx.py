"""Word documents: what is written in them now, under the headings it stands under."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from docx import Document
from docx.document import Document as WordDocument
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from sleuth.errors import SourceError
from sleuth.evidence.source import PageSource, Source
from sleuth.ingest.readers.docx import read
from sleuth.ingest.readers.docx_numbering import Level, Numbering, written
from sleuth.ingest.readers.limits import Limits

AGREEMENT = Path(__file__).parents[3] / "examples" / "dataroom" / "Share Purchase Agreement (draft).docx"


def document(fill: Callable[[WordDocument], None], pages: int | None = None) -> Source:
    built = Document()
    fill(built)
    stream = io.BytesIO()
    built.save(stream)
    data = stream.getvalue() if pages is None else _stating_pages(stream.getvalue(), pages)
    return read(data, "a.docx", Limits())


def _changed(data: bytes, changes: dict[str, Callable[[bytes], bytes]]) -> bytes:
    """The document with some of its parts changed, or new ones added."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for name in parts | changes:
            part = parts.get(name, b"")
            new.writestr(name, changes[name](part) if name in changes else part)
    return stream.getvalue()


def _stating_pages(data: bytes, pages: int) -> bytes:
    """The document with Word's own count of its pages."""
    stated = b"<Pages>%d</Pages>" % pages
    return _changed(data, {"docProps/app.xml": lambda xml: re.sub(rb"<Pages>\d*</Pages>", stated, xml)})


def body(xml: str) -> Callable[[WordDocument], None]:
    """A document whose body is these elements."""

    def fill(built: WordDocument) -> None:
        for element in reversed(list(parse_xml(f"<w:body {nsdecls('w')}>{xml}</w:body>"))):
            built.element.body.insert(0, element)

    return fill


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t xml:space='preserve'>{text}</w:t></w:r></w:p>"


def test_paragraphs_and_tables_come_in_the_order_they_stand() -> None:
    def fill(built: WordDocument) -> None:
        built.add_paragraph("Before.")
        table = built.add_table(rows=2, cols=2)
        for cell, text in zip(table._cells, ("Item", "2024", "Rent", "20"), strict=True):
            cell.text = text
        built.add_paragraph("After.")

    page = document(fill).pages[0]
    assert page.text == "Before.\nItem\t2024\nRent\t20\nAfter."
    assert page.tables[0].row_paths == {1: ("Rent",)}
    assert page.tables[0].column_paths[1] == ("2024",)


def test_headings_make_sections_and_paths() -> None:
    def fill(built: WordDocument) -> None:
        built.add_heading("4 Term", level=1)
        built.add_heading("4.2 Renewal", level=2)
        built.add_paragraph("Five years.")
        built.add_heading("5 Rent", level=1)

    source = document(fill)
    assert source.page_source is PageSource.SECTION
    assert [page.label for page in source.pages] == ["§ 4", "§ 5"]
    assert source.pages[0].anchors[-1].address == "4 Term > 4.2 Renewal"


def test_what_was_inserted_is_in_and_what_was_deleted_is_out() -> None:
    source = document(
        body(
            "<w:p><w:r><w:t xml:space='preserve'>The fee is </w:t></w:r>"
            "<w:del w:id='1' w:author='a'><w:r><w:delText>10</w:delText></w:r></w:del>"
            "<w:ins w:id='2' w:author='a'><w:r><w:t>12</w:t></w:r></w:ins>"
            "<w:r><w:t xml:space='preserve'> dollars.</w:t></w:r></w:p>"
        )
    )
    assert source.pages[0].text == "The fee is 12 dollars."
    assert source.metadata["tracked_changes"] == "read as accepted"


def test_text_in_controls_and_boxes_is_read() -> None:
    box = f"<w:p><w:r><w:pict><w:txbxContent>{paragraph('In a box.')}</w:txbxContent></w:pict></w:r></w:p>"
    source = document(body(f"<w:sdt><w:sdtContent>{paragraph('In a control.')}</w:sdtContent></w:sdt>{box}"))
    assert source.pages[0].text == "In a control.\nIn a box."


def test_headers_and_footers_are_read_once() -> None:
    def fill(built: WordDocument) -> None:
        built.sections[0].header.paragraphs[0].text = "Confidential"
        built.sections[0].footer.paragraphs[0].text = "Halden AB"
        built.add_paragraph("Words.")

    assert document(fill).pages[0].text == "Confidential\nWords.\nHalden AB"


def test_a_footnote_is_read_after_the_text_under_its_number() -> None:
    stream = io.BytesIO()
    built = Document()
    body("<w:p><w:r><w:t>Net sales.</w:t><w:footnoteReference w:id='7'/></w:r></w:p>")(built)
    built.save(stream)
    relation = (
        b"<Relationship Id='n1' Target='footnotes.xml' "
        b"Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes'/></Relationships>"
    )
    notes = f"<w:footnotes {nsdecls('w')}><w:footnote w:id='7'>{paragraph('Excluding VAT.')}</w:footnote></w:footnotes>"
    data = _changed(
        stream.getvalue(),
        {
            "word/footnotes.xml": lambda _: notes.encode(),
            "word/_rels/document.xml.rels": lambda xml: xml.replace(b"</Relationships>", relation),
        },
    )
    assert read(data, "a.docx", Limits()).pages[0].text == "Net sales.\n[1] Excluding VAT."


def test_a_cell_merged_over_columns_heads_them_all() -> None:
    def fill(built: WordDocument) -> None:
        table = built.add_table(rows=3, cols=3)
        rows = (("", "FY", "FY"), ("", "2023", "2024"), ("Rent", "10", "20"))
        table.cell(0, 1).merge(table.cell(0, 2))
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                table.cell(row, column).text = text

    (table,) = document(fill).pages[0].tables
    assert table.column_paths == {1: ("FY", "2023"), 2: ("FY", "2024")}


def test_pages_that_word_laid_out_are_the_pages_where_all_of_them_are_recorded() -> None:
    breaks = "<w:p><w:r><w:lastRenderedPageBreak/><w:t>Two.</w:t></w:r></w:p>"
    source = document(body(paragraph("One.") + breaks), pages=2)
    assert source.page_source is PageSource.RENDERED
    assert [(page.label, page.text) for page in source.pages] == [("p.1", "One."), ("p.2", "Two.")]


def test_page_breaks_that_do_not_add_up_are_not_trusted() -> None:
    breaks = "<w:p><w:r><w:lastRenderedPageBreak/><w:t>Two.</w:t></w:r></w:p>"
    assert document(body(paragraph("One.") + breaks), pages=40).page_source is PageSource.WHOLE


def test_clauses_carry_the_numbers_word_gives_them() -> None:
    source = read(AGREEMENT.read_bytes(), AGREEMENT.name, Limits())
    third = next(page for page in source.pages if page.label == "§ 3")
    assert third.text.splitlines()[1].startswith("3.1 The purchase price for the Shares is EUR 64,500,000")
    assert third.anchors[0].address == "3 Purchase price"


@pytest.mark.parametrize(
    ("number", "style", "text"),
    [
        (3, "decimal", "3"),
        (4, "lowerLetter", "d"),
        (28, "upperLetter", "BB"),
        (14, "lowerRoman", "xiv"),
        (1999, "upperRoman", "MCMXCIX"),
        (7, "decimalZero", "07"),
    ],
)
def test_a_number_in_a_style_of_word(number: int, style: str, text: str) -> None:
    assert written(number, style) == text


def test_a_deeper_number_begins_anew_under_each_number_above_it() -> None:
    levels = {
        0: Level(1, "decimal", "%1.", None),
        1: Level(1, "decimal", "%1.%2", None),
        2: Level(1, "lowerLetter", "(%3)", None),
    }
    numbering = Numbering({"1": levels}, {"1": "list"})
    depths = (0, 1, 1, 2, 2, 0, 1, 2)
    assert [numbering.next("1", depth) for depth in depths] == ["1.", "1.1", "1.2", "(a)", "(b)", "2.", "2.1", "(a)"]


def test_a_document_without_text_is_refused() -> None:
    with pytest.raises(SourceError, match=r"^a\.docx: the document holds no text"):
        document(lambda built: None)


def test_the_date_of_a_programs_template_is_not_the_documents() -> None:
    stream, file = io.BytesIO(), Document()
    file.add_paragraph("Minutes")
    file.save(stream)
    assert not {"author", "created", "modified"} & read(stream.getvalue(), "a.docx", Limits()).metadata.keys()

"""Pages as Word documents: what Word and other programs read in them."""

import io
import re
import zipfile

import docx
from lxml import etree

from sleuth.agents.analyst.page.docx import write_docx
from sleuth.agents.analyst.page.model import Cell, Page, Paragraph, Section, Sentence, Source, Table, note
from sleuth.agents.analyst.page.package import w

ROW = Source(1, "Annual report.pdf", "p.12", 12, "Revenue 12.4 11.9")
CELL = Source(2, "model.xlsx", "P&L!B15", 1, "EBITDA 2.1", "computed: 2.1 = 1.5 + 0.6")
TABLE = Table(
    "Income statement, EUR million",
    ("", "FY2023", "FY2024"),
    ((Cell("Revenue"), Cell("12.4", (ROW,), True), Cell("11.9", (ROW,), True)),),
    "a remark",
)
PAGE = Page(
    "Acme",
    "Drafted today.",
    (
        Section("one", "One", (Paragraph((Sentence("It grew.", (ROW,)), Sentence("Slowly.", (CELL,)))), TABLE)),
        Section("two", "Two", (Paragraph((Sentence("It grew.", (ROW,)),), "bullet"), note("ours"))),
    ),
)


def parts() -> dict[str, etree._Element]:
    with zipfile.ZipFile(io.BytesIO(write_docx(PAGE, "acme sources"))) as archive:
        return {
            name: etree.fromstring(archive.read(name))
            for name in archive.namelist()
            if name.endswith((".xml", ".rels"))
        }


def test_another_program_reads_headings_paragraphs_and_the_table() -> None:
    document = docx.Document(io.BytesIO(write_docx(PAGE, "acme sources")))
    assert [(p.style.name, p.text) for p in document.paragraphs if p.text] == [
        ("Title", "Acme"), ("Subtitle", "Drafted today."), ("Heading 1", "One"), ("Normal", "It grew. Slowly."),
        ("Caption", "Income statement, EUR million"), ("Note", "a remark"), ("Heading 1", "Two"),
        ("List Bullet", "It grew."), ("Note", "ours"),
    ]  # fmt: skip
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [
        ["", "FY2023", "FY2024"], ["Revenue", "12.4", "11.9"],
    ]  # fmt: skip


def test_each_source_is_a_footnote_with_a_link_that_opens_the_place() -> None:
    found = parts()
    notes = [note for note in found["word/footnotes.xml"] if note.get(w("type")) is None]
    said = ["".join(t.text for t in one.iter(w("t"))).strip() for one in notes]
    assert said == [
        "Annual report.pdf, p.12: “Revenue 12.4 11.9”",
        "computed: 2.1 = 1.5 + 0.6; model.xlsx, P&L!B15: “EBITDA 2.1”",
        "Annual report.pdf, p.12: “Revenue 12.4 11.9”",
    ]
    links = {r.get("Target"): r.get("TargetMode") for r in found["word/_rels/footnotes.xml.rels"]}
    assert links == {
        "acme%20sources/Annual%20report.pdf#page=12": "External",
        "acme%20sources/model.xlsx#'P%26L'!B15": "External",
    }


def test_a_source_cited_again_in_its_section_refers_to_its_first_footnote() -> None:
    body = parts()["word/document.xml"]
    references = [one.get(w("id")) for one in body.iter(w("footnoteReference"))]
    again = [field.get(w("instr")) for field in body.iter(w("fldSimple"))]
    assert references == ["1", "2", "3"]
    assert [re.sub(r"\s+", " ", text).strip() for text in again] == [r"NOTEREF _SleuthNote1 \f \h"] * 2
    assert ["".join(t.text for t in field.iter(w("t"))) for field in body.iter(w("fldSimple"))] == ["1", "1"]


def test_every_footnote_that_is_cited_is_there_and_every_number_is_given_once() -> None:
    found = parts()
    ids = [one.get(w("id")) for one in found["word/footnotes.xml"]]
    bookmarks = [one.get(w("id")) for one in found["word/document.xml"].iter(w("bookmarkStart"))]
    cited = {one.get(w("id")) for one in found["word/document.xml"].iter(w("footnoteReference"))}
    assert len(ids) == len(set(ids))
    assert len(bookmarks) == len(set(bookmarks))
    assert cited <= set(ids)


def test_the_same_page_makes_the_same_bytes() -> None:
    assert write_docx(PAGE, "acme sources") == write_docx(PAGE, "acme sources")


def test_what_xml_cannot_hold_is_replaced() -> None:
    odd = Page("A\x00b", "", (Section("one", "One\x0b", (note("x\ufffe"),)),))
    document = docx.Document(io.BytesIO(write_docx(odd, "s")))
    assert document.paragraphs[0].text == "A\ufffdb"


def test_pages_are_numbered() -> None:
    section = docx.Document(io.BytesIO(write_docx(PAGE, "acme sources"))).sections[0]
    assert "PAGE" in section.footer._element.xml

"""Office files with a damaged part: what can be read is read, and what is missing is said."""

import io
import zipfile
from collections.abc import Callable

import pytest
import xlsxwriter
from docx import Document
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE

from sleuth.errors import SourceError
from sleuth.evidence.source import Source
from sleuth.ingest.readers import read as read_any
from sleuth.ingest.readers.limits import Limits

Damage = Callable[[bytes, str], bytes]


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


def contract() -> bytes:
    document = Document()
    document.core_properties.title = "Contract"
    document.sections[0].header.paragraphs[0].text = "Confidential draft"
    document.add_heading("Fees", level=1)
    document.add_paragraph("The annual fee is 4,200 dollars.", style="List Number")
    document.add_heading("Term", level=1)
    document.add_paragraph("The term is two years.")
    return saved(document.save)


def workbook() -> bytes:
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream)
    first, second = book.add_worksheet("P&L"), book.add_worksheet("Notes")
    first.write_row(0, 0, ["Revenue", 4200])
    first.write_number(0, 2, 0.125, book.add_format({"num_format": "0.0%"}))
    first.write_comment("B1", "Unaudited")
    second.write_row(0, 0, ["A second sheet", 7])
    book.set_properties({"title": "Accounts"})
    book.close()
    return stream.getvalue()


def deck() -> bytes:
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Fees"
    slide.placeholders[1].text = "The annual fee is 4,200 dollars."
    slide.notes_slide.notes_text_frame.text = "Say it slowly."
    data = CategoryChartData()
    data.categories = ["2023", "2024"]
    data.add_series("Revenue", (11, 12))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 100, 100, data)
    return saved(presentation.save)


def no_xml(data: bytes, part: str) -> bytes:
    """The part stored whole, but cut short as XML."""
    source, target = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as changed:
        for name in source.namelist():
            content = source.read(name)
            changed.writestr(name, content[: len(content) * 2 // 3] if name == part else content)
    return target.getvalue()


def wrong_bit(data: bytes, part: str) -> bytes:
    """One bit of the packed part flipped, so that its checksum does not agree."""
    info = zipfile.ZipFile(io.BytesIO(data)).getinfo(part)
    start = info.header_offset + 30 + len(info.filename.encode())
    changed = bytearray(data)
    changed[start + info.compress_size // 2] ^= 4
    return bytes(changed)


def read(data: bytes, filename: str) -> Source:
    return read_any(data, filename, Limits())


def text_of(source: Source) -> str:
    return "\n".join(page.text for page in source.pages)


@pytest.mark.parametrize("damage", [no_xml, wrong_bit])
@pytest.mark.parametrize(
    "part",
    ["word/styles.xml", "word/numbering.xml", "docProps/core.xml", "docProps/app.xml", "word/header1.xml",
     "word/_rels/document.xml.rels", "_rels/.rels", "[Content_Types].xml"],
)  # fmt: skip
def test_a_document_is_read_without_a_damaged_part(part: str, damage: Damage) -> None:
    source = read(damage(contract(), part), "contract.docx")
    assert "The annual fee is 4,200 dollars." in text_of(source)
    assert "The term is two years." in text_of(source)


@pytest.mark.parametrize("damage", [no_xml, wrong_bit])
@pytest.mark.parametrize(
    ("part", "loss"),
    [
        ("word/styles.xml", "headings may not be told from text"),
        ("word/numbering.xml", "numbers of headings and lists may be missing"),
        ("docProps/core.xml", "the title, the author and the dates may be missing"),
        ("word/header1.xml", "text of a header may be missing"),
    ],
)
def test_a_document_with_a_damaged_part_says_what_is_missing(part: str, loss: str, damage: Damage) -> None:
    problems = [problem.reason for problem in read(damage(contract(), part), "contract.docx").problems]
    assert len(problems) == 1
    assert part in problems[0]
    assert loss in problems[0]


@pytest.mark.parametrize("damage", [no_xml, wrong_bit])
@pytest.mark.parametrize(
    ("part", "missing"),
    [
        ("xl/styles.xml", ""),
        ("docProps/core.xml", ""),
        ("xl/comments1.xml", "comments may be missing"),
        ("xl/sharedStrings.xml", "are read"),
        ("xl/worksheets/sheet2.xml", "Notes is"),
    ],
)
def test_a_workbook_is_read_without_a_damaged_part(part: str, missing: str, damage: Damage) -> None:
    source = read(damage(workbook(), part), "book.xlsx")
    assert "4200" in source.pages[0].text
    assert source.problems
    assert any(missing in problem.reason for problem in source.problems)


def test_no_cell_of_a_sheet_with_a_wrong_bit_is_shown() -> None:
    source = read(wrong_bit(workbook(), "xl/worksheets/sheet2.xml"), "book.xlsx")
    assert source.pages[1].text == ""
    assert [problem.page for problem in source.problems] == [2]


@pytest.mark.parametrize("damage", [no_xml, wrong_bit])
@pytest.mark.parametrize(
    "part", ["ppt/notesSlides/notesSlide1.xml", "docProps/core.xml", "ppt/slides/_rels/slide1.xml.rels"]
)
def test_a_presentation_is_read_without_a_damaged_part(part: str, damage: Damage) -> None:
    source = read(damage(deck(), part), "deck.pptx")
    assert "The annual fee is 4,200 dollars." in text_of(source)
    assert source.problems


def test_a_slide_is_read_without_its_damaged_chart() -> None:
    data = deck()
    chart = next(name for name in zipfile.ZipFile(io.BytesIO(data)).namelist() if name.startswith("ppt/charts/chart"))
    source = read(wrong_bit(data, chart), "deck.pptx")
    assert "The annual fee is 4,200 dollars." in text_of(source)
    assert "Say it slowly." in text_of(source)
    assert "a chart is not read" in source.problems[0].reason


@pytest.mark.parametrize(
    ("build", "part"),
    [(contract, "word/document.xml"), (workbook, "xl/workbook.xml"), (deck, "ppt/presentation.xml")],
)
def test_a_file_whose_main_part_is_damaged_is_refused(build: Callable[[], bytes], part: str) -> None:
    name = f"file.{build.__name__}"
    with pytest.raises(SourceError, match=rf"{part} is damaged"):
        read(wrong_bit(build(), part), name)

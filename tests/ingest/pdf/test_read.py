"""What a PDF yields: text, words with boxes, metadata; and what is said of one that cannot be read."""

import io
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from sleuth.errors import SourceError
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.ingest.readers import pdf_ocr
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.pdf import read

LINE = "The monthly rent is EUR 4,200 and is due in advance."
Draw = Callable[..., bytes]


def read_pdf(data: bytes, **limits: int) -> Source:
    return read(data, "lease.pdf", Limits(**limits))


def words_of(page: Page) -> list[str]:
    assert page.words is not None
    spans = page.words.spans
    return [page.text[start:end] for start, end in zip(spans[::2], spans[1::2], strict=True)]


def test_each_page_has_its_text_label_and_size(draw: Draw) -> None:
    source = read_pdf(draw([(72, 100, LINE)], [(72, 100, "Second page, too.")]))
    assert [page.text for page in source.pages] == [LINE, "Second page, too."]
    assert [(page.number, page.label) for page in source.pages] == [(1, "p.1"), (2, "p.2")]
    assert (source.kind, source.page_source, source.problems) == ("pdf", PageSource.PRINTED, ())
    assert (source.pages[0].width, source.pages[0].height) == (612, 792)


def test_lines_end_with_a_newline_alone(draw: Draw) -> None:
    assert (
        read_pdf(draw([(72, 100, "First line"), (72, 115, "second line")])).pages[0].text == "First line\nsecond line"
    )


def test_words_are_the_text_between_spaces(draw: Draw) -> None:
    page = read_pdf(draw([(72, 100, LINE), (72, 115, "And more.")])).pages[0]
    assert words_of(page) == page.text.split()


def test_a_word_s_box_stands_where_it_is_drawn(draw: Draw) -> None:
    page = read_pdf(draw([(72, 100, LINE)])).pages[0]
    assert page.words is not None
    (box,) = page.words.boxes_of(0, 3)
    assert box.x0 == pytest.approx(72, abs=1)
    assert box.y0 < 94 < 100 < box.y1 + 1
    assert box.x1 == pytest.approx(72 + 17.2, abs=1.5)


def letters(text: str, x: float, y: float) -> list[tuple[float, float, str]]:
    """Each letter as an object of its own, as some converters of web pages write them: italics at 10 points."""
    from fpdf import FPDF

    pdf = FPDF(unit="pt")
    pdf.set_font("times", "I", 10)
    widths = [pdf.get_string_width(letter) for letter in text]
    return [(x + sum(widths[:at]), y, letter) for at, letter in enumerate(text) if letter != " "]


@pytest.mark.parametrize("text", ["It may differ in effect.", "Sniff and offer affine stuff", "An off day"])
def test_a_doubled_letter_that_overlaps_the_first_is_read(draw: Draw, text: str) -> None:
    page = read_pdf(draw(letters(text, 72, 100), family="times", style="I")).pages[0]
    assert page.text == text
    assert words_of(page) == text.split()


def test_a_letter_printed_twice_for_boldness_is_read_once(draw: Draw) -> None:
    text = "A bold offer of relief."
    twice = [place for letter in letters(text, 72, 100) for place in (letter, (letter[0] + 0.3, letter[1], letter[2]))]
    assert read_pdf(draw(twice, family="times", style="I")).pages[0].text == text


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_follow_the_rotation_of_the_page(draw: Draw, change: Draw, rotation: int) -> None:
    upright = read_pdf(draw([(72, 100, LINE)])).pages[0]
    turned = read_pdf(change(draw([(72, 100, LINE)]), lambda page: page.set_rotation(rotation))).pages[0]
    assert upright.words is not None
    assert turned.words is not None
    old, new = upright.words.boxes_of(0, 3)[0], turned.words.boxes_of(0, 3)[0]
    corner = {90: (792 - old.y1, old.x0), 180: (612 - old.x1, 792 - old.y1), 270: (old.y0, 612 - old.x1)}[rotation]
    assert (new.x0, new.y0) == pytest.approx(corner, abs=0.5)
    assert (turned.width, turned.height) == ((612, 792) if rotation == 180 else (792, 612))


def test_boxes_start_at_the_corner_of_the_crop_box(draw: Draw, change: Draw) -> None:
    page = read_pdf(change(draw([(72, 100, LINE)]), lambda page: page.set_cropbox(50, 400, 400, 750))).pages[0]
    assert page.words is not None
    box = page.words.boxes_of(0, 3)[0]
    assert (page.width, page.height) == (350, 350)
    assert box.x0 == pytest.approx(72 - 50, abs=1)
    assert box.y0 < 100 - 42 < box.y1


def test_text_that_is_drawn_upwards_has_boxes_too(write: Draw, as_stream: Callable[..., str]) -> None:
    content = as_stream("BT /F1 12 Tf 0 1 -1 0 300 200 Tm (Confidential) Tj ET")
    page = read_pdf(write(*one_page(content))).pages[0]
    assert page.words is not None
    (box,) = page.words.boxes_of(0, 5)
    assert box.y1 - box.y0 > 3 * (box.x1 - box.x0) > 0


def one_page(content: str, more: str = "", *objects: str) -> tuple[str, ...]:
    return (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        f"/Resources << /Font << /F1 5 0 R >> >> {more} >>",
        content,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *objects,
    )


def test_the_values_of_form_fields_are_text(write: Draw, as_stream: Callable[..., str]) -> None:
    look = as_stream(
        "BT /F1 12 Tf 2 4 Td (Ada Lovelace) Tj ET",
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 5 0 R >> >>",
    )
    field = (
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada Lovelace) /F 4 /Rect [72 600 272 620] "
        "/AP << /N 7 0 R >> >>"
    )
    content = as_stream("BT /F1 12 Tf 72 700 Td (Name of the tenant:) Tj ET")
    page = read_pdf(write(*one_page(content, "/Annots [6 0 R]", field, look))).pages[0]
    assert "Ada Lovelace" in page.text
    assert page.words is not None
    assert page.words.boxes_of(page.text.index("Ada"), page.text.index("Ada") + 3)[0].y0 > 160


def test_a_character_map_to_nothing_storable_leaves_no_trace(write: Draw, as_stream: Callable[..., str]) -> None:
    mapping = as_stream(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <FF> "
        "endcodespacerange 3 beginbfchar <41> <0000> <42> <D800> <43> <FFFE> endbfchar endcmap end end"
    )
    content = as_stream("BT /F1 12 Tf 72 700 Td (rent A B C of the lease) Tj ET")
    objects = list(one_page(content, "", mapping))
    objects[4] = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
    text = read_pdf(write(*objects)).pages[0].text
    assert "of the lease" in text
    assert not set(text) & {"\0", "\ufffe", "\ud800"}
    text.encode("utf-8")


def test_title_author_and_dates_are_as_stated(draw: Draw) -> None:
    source = read_pdf(draw([(72, 100, LINE)], title="Lease of Block B"))
    assert source.title == "Lease of Block B"
    assert source.metadata["author"] == "Ada Lovelace"
    assert source.metadata["created"][:2] == "20"
    assert "T" in source.metadata["created"]


@pytest.mark.parametrize(
    ("stated", "iso"),
    [
        ("D:20230203060221-05'00'", "2023-02-03T06:02:21-05:00"),
        ("D:20230203060221Z", "2023-02-03T06:02:21Z"),
        ("D:20230203", "2023-02-03"),
        ("D:2023", "2023"),
        ("last Tuesday", "last Tuesday"),
    ],
)
def test_dates_become_iso_as_precise_as_stated(
    stated: str, iso: str, write: Draw, as_stream: Callable[..., str]
) -> None:
    info = f"<< /CreationDate ({stated}) >>"
    data = write(*one_page(as_stream("BT /F1 12 Tf 72 700 Td (The rent of the lease) Tj ET"), "", info))
    assert read_pdf(data.replace(b"/Root 1 0 R", b"/Root 1 0 R /Info 6 0 R")).metadata["created"] == iso


def test_the_same_bytes_give_the_same_source(shared_data: Path) -> None:
    data = (shared_data / "redistributable/kgrag_sec10q/pdf/2022 Q3 AAPL.pdf").read_bytes()
    assert read_pdf(data) == read_pdf(data)


def test_a_file_that_opens_without_its_password_is_read(draw: Draw) -> None:
    assert read_pdf(draw([(72, 100, LINE)], password="")).pages[0].text == LINE


def test_what_stands_before_the_header_is_passed_over(draw: Draw) -> None:
    assert read_pdf(b"Received: from a mail gateway\n" * 100 + draw([(72, 100, LINE)])).pages[0].text == LINE


REFUSED = {
    "empty": (b"", "the file is empty"),
    "not a PDF": (b"Dear Sir or Madam, " * 100, "this is not a PDF"),
    "header only": (b"%PDF-1.7\n", "the PDF is damaged beyond repair"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_readable_pdf_is_refused_with_a_remedy(case: str) -> None:
    data, reason = REFUSED[case]
    with pytest.raises(SourceError, match=r"\Alease\.pdf: .*\. \w.*\.\Z") as refused:
        read_pdf(data)
    assert reason in str(refused.value)


def test_a_file_without_pages_is_refused(write: Draw) -> None:
    with pytest.raises(SourceError, match=r"\Alease\.pdf: the PDF has no pages\. Get another copy"):
        read_pdf(write("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"))


def test_a_file_with_a_password_is_refused_with_a_remedy(draw: Draw) -> None:
    with pytest.raises(SourceError, match=r"\Alease\.pdf: .*needs a password\. Remove the password"):
        read_pdf(draw([(72, 100, LINE)], password="secret"))


def test_more_pages_than_the_limit_are_refused(draw: Draw) -> None:
    with pytest.raises(SourceError, match=r"3 pages, more than the limit of 2\. Split it"):
        read_pdf(draw(*[[(72, 100, LINE)]] * 3), pages=2)


def test_an_empty_page_is_no_problem(draw: Draw) -> None:
    source = read_pdf(draw([(72, 100, LINE)], [], [(72, 100, "2")], [(72, 100, LINE)]))
    assert [page.text for page in source.pages] == [LINE, "", "2", LINE]
    assert source.problems == ()


@pytest.mark.skipif(pdf_ocr.is_available(), reason="the extra [ocr] is installed")
def test_a_page_that_is_an_image_is_listed_and_the_others_are_in(draw: Draw, image_page: bytes) -> None:
    document = pypdfium2.PdfDocument(draw([(72, 100, LINE)], [(72, 100, LINE)]))
    document.import_pages(pypdfium2.PdfDocument(image_page), index=1)
    buffer = io.BytesIO()
    document.save(buffer)
    source = read_pdf(buffer.getvalue())
    assert [page.text for page in source.pages] == [LINE, "", LINE]
    assert [(problem.page, "page 2 has no text" in problem.reason) for problem in source.problems] == [(2, True)]


def test_a_damaged_page_is_listed_and_the_others_are_in(write: Draw, as_stream: Callable[..., str]) -> None:
    objects = list(one_page(as_stream("BT /F1 12 Tf 72 700 Td (The rent of the lease) Tj ET")))
    objects[1] = "<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 >>"
    source = read_pdf(write(*objects))
    assert source.pages[0].text == "The rent of the lease"
    assert [problem.page for problem in source.problems] == [2]


def test_a_truncated_file_gives_what_is_left_or_says_why(shared_data: Path) -> None:
    data = (shared_data / "redistributable/kgrag_sec10q/pdf/2022 Q3 AAPL.pdf").read_bytes()
    try:
        source = read_pdf(data[: len(data) // 2])
    except SourceError as error:
        assert str(error).startswith("lease.pdf: ")  # noqa: PT017  either outcome is right
    else:
        lost = [page.number for page in source.pages if not page.text]
        assert lost == [problem.page for problem in source.problems]


@pytest.mark.skipif(pdf_ocr.is_available(), reason="the extra [ocr] is installed")
def test_a_scan_is_refused_with_the_extra_to_install(image_page: bytes) -> None:
    with pytest.raises(SourceError, match=r"no page has a text layer .* pip install 'sleuth\[ocr\]'"):
        read_pdf(image_page)


@pytest.mark.skipif(not pdf_ocr.is_available(), reason="the extra [ocr] is not installed")
def test_a_scan_is_read_with_the_box_of_each_word(image_page: bytes) -> None:
    source = read_pdf(image_page)
    page = source.pages[0]
    assert page.text.strip() == "The rent is EUR 4,200"
    assert source.metadata["ocr_pages"] == "1"
    assert words_of(page) == page.text.split()
    assert page.words is not None
    at = page.text.index("4,200")
    (box,) = page.words.boxes_of(at, at + 5)
    assert box.x0 > 300
    assert 40 < box.y0 < box.y1 < 130


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext of poppler is not installed")
@pytest.mark.parametrize(
    "name", ["kgrag_sec10q/pdf/2023 Q1 AAPL.pdf", "sou/pdf/Dir_2016_15.pdf", "kgrag_sec10q/pdf/2023 Q3 NVDA.pdf"]
)
def test_another_extractor_finds_the_same_words(name: str, shared_data: Path) -> None:
    path = shared_data / "redistributable" / name
    other = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, check=True).stdout
    pages = other.decode("utf-8", "replace").split("\f")
    ours = sum((Counter(page.text.split()) for page in read_pdf(path.read_bytes()).pages), Counter[str]())
    theirs = sum((Counter(page.split()) for page in pages), Counter[str]())
    assert (ours & theirs).total() >= 0.995 * theirs.total()

"""What a person sees of a citation."""

import re
import zlib
from pathlib import Path

import numpy as np
import pytest

from sleuth.config import Settings
from sleuth.evidence.cite import locator
from sleuth.evidence.source import Anchor, Page, Source, Span
from sleuth.ingest.rendering.picture import encode_png
from sleuth.ingest.rendering.sheet import column_letters, column_number
from sleuth.ingest.rendering.view import Cited, View, draw
from sleuth.ingest.sandbox import read_file

EXAMPLES = Path(__file__).parents[3] / "examples" / "dataroom"


def cite(source: Source, page: int, *words: str) -> Cited:
    """A citation of these words, wherever they stand on the page."""
    text = source.pages[page - 1].text
    spans = tuple(Span(page, at, at + len(one)) for one in words for at in [text.index(one)])
    return Cited(source.filename, source.kind, source.pages[page - 1], spans, locator(source, spans[-1]))


def pixels_of(view: View) -> np.ndarray:
    """The picture's pixels, read without the code that wrote them."""
    assert view.data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(view.data[16 + 4 * i : 20 + 4 * i]) for i in (0, 1))
    start = view.data.index(b"IDAT")
    size = int.from_bytes(view.data[start - 4 : start])
    rows = np.frombuffer(zlib.decompress(view.data[start + 4 : start + 4 + size]), dtype=np.uint8)
    return rows.reshape(height, 1 + 3 * width)[:, 1:].reshape(height, width, 3)


@pytest.fixture(scope="module")
def filing() -> Source:
    return read_file(EXAMPLES / "2023 Q3 AAPL.pdf", Settings())


def test_the_page_of_a_pdf_is_a_picture_twice_its_size_in_points(filing: Source) -> None:
    view = draw(cite(filing, 4, "21,213"), (EXAMPLES / filing.filename).read_bytes())
    assert view.suffix == ".png"
    assert pixels_of(view).shape == (1584, 1224, 3)


def test_the_cited_words_are_marked_and_nothing_else(filing: Source) -> None:
    cited = cite(filing, 4, "21,213")
    view = draw(cited, (EXAMPLES / filing.filename).read_bytes())
    assert cited.page.words is not None
    (box,) = cited.page.words.boxes_of(cited.spans[0].start, cited.spans[0].end)
    yellow = np.argwhere((pixels_of(view) == [255, 226, 64]).all(axis=2)) / 2
    assert len(yellow) > 100
    assert yellow[:, 1].min() == pytest.approx(box.x0, abs=3)
    assert yellow[:, 1].max() == pytest.approx(box.x1, abs=3)
    assert yellow[:, 0].min() == pytest.approx(box.y0, abs=3)
    assert yellow[:, 0].max() == pytest.approx(box.y1, abs=3)


def test_letters_under_the_mark_stay_black(filing: Source) -> None:
    pixels = pixels_of(draw(cite(filing, 4, "21,213"), (EXAMPLES / filing.filename).read_bytes()))
    yellow = np.argwhere((pixels == [255, 226, 64]).all(axis=2))
    (top, left), (bottom, right) = yellow.min(axis=0), yellow.max(axis=0)
    assert pixels[top:bottom, left:right].min() < 60


def test_a_pdf_that_cannot_be_drawn_is_shown_as_text_and_says_so(filing: Source) -> None:
    view = draw(cite(filing, 4, "21,213"), b"no PDF at all")
    assert view.suffix == ".html"
    assert '<mark id="cited">21,213</mark>' in view.data.decode()
    assert "cannot be drawn" in view.remark


def test_a_pdf_whose_words_have_no_boxes_says_that_nothing_is_marked(filing: Source) -> None:
    page = Page(4, filing.pages[3].text, "p.4", 612, 792)
    view = draw(Cited(filing.filename, "pdf", page, (), "p.4"), (EXAMPLES / filing.filename).read_bytes())
    assert "nothing is marked" in view.remark


def test_a_sheet_shows_its_cells_with_the_cited_ones_marked() -> None:
    sheet = read_file(EXAMPLES / "Halden Net Debt.xlsx", Settings())
    view = draw(cite(sheet, 1, "Net debt"), None)
    html = view.data.decode()
    assert "<th>A</th><th>B</th>" in html
    assert re.search(r'<td class="cited"[^>]*>[^<]*[Nn]et debt', html)
    assert view.fragment == "cited"


def test_of_a_large_sheet_the_head_and_what_stands_around_the_cell_are_shown() -> None:
    rows = [f"row {n}" for n in range(1, 1001)]
    text = "\n".join(rows)
    starts = [text.index(f"{row}\n") if row != "row 1000" else text.index(row) for row in rows]
    anchors = tuple(Anchor(at, at + len(row), f"A{n}") for n, (at, row) in enumerate(zip(starts, rows, strict=True), 1))
    span = Span(1, starts[499], starts[499] + 7)
    html = draw(Cited("large.xlsx", "xlsx", Page(1, text, "S", anchors=anchors), (span,), "S!A500"), None).data.decode()
    assert '<td class="cited" id="cited">row 500</td>' in html
    assert "<td>row 1</td>" in html
    assert "<td>row 510</td>" in html
    assert "row 300" not in html


def test_a_text_shows_its_section_with_the_quote_marked() -> None:
    agreement = read_file(EXAMPLES / "Share Purchase Agreement (draft).docx", Settings())
    number = next(page.number for page in agreement.pages if "substantive law of Sweden" in page.text)
    html = draw(cite(agreement, number, "substantive law of Sweden"), None).data.decode()
    assert '<mark id="cited">substantive law of Sweden</mark>' in html
    assert "§ 10.1" in html


def test_what_a_document_says_is_text_and_never_markup() -> None:
    page = Page(1, "<script>alert(1)</script> rent & law", "text")
    html = draw(Cited("<b>.txt", "txt", page, (Span(1, 0, 8),), "line 1"), None).data.decode()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "<title>&lt;b&gt;.txt</title>" in html


def test_overlapping_quotes_are_marked_once() -> None:
    page = Page(1, "one two three", "text")
    html = draw(Cited("a.txt", "txt", page, (Span(1, 0, 7), Span(1, 4, 13)), "line 1"), None).data.decode()
    assert '<mark id="cited">one two</mark><mark> three</mark>' in html


@pytest.mark.parametrize(("letters", "number"), [("A", 1), ("Z", 26), ("AA", 27), ("XFD", 16_384)])
def test_columns_have_letters(letters: str, number: int) -> None:
    assert column_number(letters) == number
    assert column_letters(number) == letters


def test_a_picture_is_a_png_that_others_read(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "a.png"
    path.write_bytes(encode_png(np.array([[[255, 0, 0], [0, 255, 0]]], dtype=np.uint8)))
    with image.open(path) as opened:
        assert [opened.getpixel((x, 0)) for x in (0, 1)] == [(255, 0, 0), (0, 255, 0)]

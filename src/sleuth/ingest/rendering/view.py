"""What a citation opens: a picture of the page of a PDF, otherwise an HTML page."""

from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.evidence.source import Box, Page, Span
from sleuth.ingest.readers.pdfium import UnreadableError
from sleuth.ingest.rendering.html import MARK_ID

PICTURE, HTML = ".png", ".html"


@dataclass(frozen=True, slots=True)
class Cited:
    """What is to be shown: a page of a file, and the words of it that are cited."""

    filename: str
    kind: str  # "pdf", "xlsx"
    page: Page
    spans: tuple[Span, ...]
    locator: str  # how the citation names the place
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """A file's worth of what a person sees."""

    suffix: str  # PICTURE or HTML
    data: bytes
    fragment: str = ""  # where a browser opens it
    remark: str = ""  # a sentence for the user; empty where all is as it should be


def draw(cited: Cited, data: bytes | None) -> View:
    """The page with the cited words marked. `data` are the bytes of a PDF; without them its text is shown."""
    remark = ""
    if cited.kind == "pdf" and data is not None:
        from sleuth.ingest.rendering.picture import draw_page

        try:
            picture = draw_page(data, cited.page.number, _boxes(cited))
        except UnreadableError as error:
            remark = f"The page cannot be drawn: {error} Its text is shown."
        else:
            return View(PICTURE, picture, remark="" if _boxes(cited) else _UNMARKED)
    return View(HTML, _html(cited).encode("utf-8"), MARK_ID, remark)


_UNMARKED = "It is not known where on the page the cited words stand: nothing is marked."


def _boxes(cited: Cited) -> Sequence[Box]:
    if cited.boxes or cited.page.words is None:
        return cited.boxes
    return [box for span in cited.spans for box in cited.page.words.boxes_of(span.start, span.end)]


def _html(cited: Cited) -> str:
    from sleuth.ingest.rendering.sheet import draw_sheet, read_sheet
    from sleuth.ingest.rendering.text import draw_text

    sheet = read_sheet(cited.page, cited.spans, cited.locator)
    if sheet.cells:
        return draw_sheet(sheet, cited.filename, cited.locator)
    return draw_text(cited.page, cited.spans, cited.filename, cited.locator)

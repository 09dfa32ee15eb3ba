"""HTML: what a browser would show, in reading order, with its headings and tables."""

import re
from collections.abc import Iterator

from lxml import etree

from sleuth.errors import SourceError
from sleuth.evidence.source import Page, PageSource, Problem, Source
from sleuth.ingest.readers.flow import Cut, Flow
from sleuth.ingest.readers.html_table import read_table
from sleuth.ingest.readers.html_text import BLOCKS, begins_page, ends_page, inner_text, is_shown
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.ooxml import Element
from sleuth.ingest.readers.sections import Heading, anchor_sections, section_pages
from sleuth.ingest.readers.text import decode_or_refuse

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_CHARSET = re.compile(
    rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]+encoding=[\"']([\w.:-]+)", re.IGNORECASE
)
# Entities of a document's own are declared here. Without their declarations they are nothing but text.
_PROLOGUE = re.compile(r"<\?xml[^>]*\?>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.IGNORECASE | re.DOTALL)
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_DEEPEST = 2_000  # the parser drops what is nested deeper


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """A page for each page that it prints on, where it says so; else for each of the outermost sections, if several."""
    declared = _CHARSET.search(data[:4096])
    encoding = (declared[1] or declared[2]).decode("ascii") if declared else None
    decoded = decode_or_refuse(data, filename, encoding)
    root = parse(decoded.text)
    if root is None:
        raise SourceError(f"{filename}: there is no HTML in it. Open it in a browser and save it again.")
    writer = _Writer()
    writer.write(root)
    problems = tuple(_problems(root))
    if not writer.flow.text().strip():
        if problems:
            raise SourceError(f"{filename}: {problems[0].reason}. Open it in a browser and save it as PDF.")
        raise SourceError(f"{filename}: the page shows no text; it may need a browser to fill it. Save it as PDF.")
    anchor_sections(writer.flow, writer.headings)
    page_source, pages = _pages(writer)
    if len(pages) > limits.pages:
        raise SourceError(f"{filename}: {len(pages):,} pages, more than the limit of {limits.pages:,}. Split it.")
    title = _BLANKS.sub(" ", root.findtext(".//title") or "").strip()
    metadata = {"encoding": decoded.encoding}
    return Source(filename, "html", page_source, pages, title, metadata, problems)


def _pages(writer: "_Writer") -> tuple[PageSource, tuple[Page, ...]]:
    starts = [at for at in writer.breaks if writer.flow.text()[at:].strip()]
    if not starts:
        return section_pages(writer.flow, writer.headings, "page")
    cuts = [Cut(start, f"p.{number}") for number, start in enumerate([0, *starts], 1)]
    return PageSource.RENDERED, writer.flow.cut(cuts)


def parse(text: str) -> Element | None:
    """The tree of a page; None where there is not one element."""
    body = _PROLOGUE.sub("", text, count=2)
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(body.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None


def _problems(root: Element) -> Iterator[Problem]:
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth >= _DEEPEST:
            yield Problem(f"elements are nested more than {_DEEPEST:,} deep; what stands in them is not read")
            return


class _Writer:
    """Writes a tree to a flow. Blanks collapse as they do in a browser."""

    def __init__(self) -> None:
        self.flow = Flow()
        self.headings: list[Heading] = []
        self.breaks: list[int] = []  # offsets at which a new page begins in print
        self._blank = True  # the line has just begun, or ends in a blank
        self._verbatim = 0  # how many <pre> we are in

    def write(self, root: Element) -> None:
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "start":
                if not is_shown(element) or self._wrote_whole(element):
                    walk.skip_subtree()
                else:
                    self._open(element)
            else:
                self._close(element)

    def _wrote_whole(self, element: Element) -> bool:
        """Tables of data and headings are read in one go."""
        if element.tag == "table":
            self._break()
            return read_table(element, self.flow)
        if element.tag in _HEADINGS:
            self._break()
            text = inner_text(element)
            if text:
                self.headings.append(Heading(self.flow.length, _HEADINGS[element.tag], text))
                self.flow.line(text)
            return True
        return False

    def _break_page(self) -> None:
        """Begin a page, unless nothing was written since the last began."""
        self._break()
        since = self.breaks[-1] if self.breaks else 0
        if self.flow.tail(self.flow.length - since).strip():
            self.breaks.append(self.flow.length)

    def _open(self, element: Element) -> None:
        if begins_page(element):
            self._break_page()
        if element.tag in BLOCKS:
            self._break()
        if element.tag == "br":
            self.flow.write("\n")
            self._blank = True
        self._verbatim += element.tag == "pre"
        self._text(element.text)

    def _close(self, element: Element) -> None:
        if is_shown(element):
            self._verbatim -= element.tag == "pre"
            if element.tag in BLOCKS:
                self._break()
            if ends_page(element):
                self._break_page()
        self._text(element.tail)

    def _text(self, text: str | None) -> None:
        if not text:
            return
        if not self._verbatim:
            text = _BLANKS.sub(" ", text)
            text = text.removeprefix(" ") if self._blank else text
        if text:
            self._blank = text[-1] in " \n"
            self.flow.write(text)

    def _break(self) -> None:
        self.flow.break_line()
        self._blank = True

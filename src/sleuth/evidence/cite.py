"""Renders citations: where a span stands, in words a person can follow and boxes a page can show."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sleuth.evidence.source import Anchor, Page, Source, Span

ATTACHMENT = "attachment"  # what the label of an attachment's page begins with; its name follows
PLAIN_TEXT = "text"  # the label of a plain text's only page
_CELL = re.compile(r"[A-Z]{1,3}[1-9]\d*(?::[A-Z]{1,3}[1-9]\d*)?")
_ROW = re.compile(r"(\d+):\1")  # a whole row, as spreadsheets write it
_NUMBERED = re.compile(r"(?:§\s*)?(\d{1,3}(?:\.\d+)*(?:\s?[a-z])?)(?=[\s.)]|$)")


class Citation(NamedTuple):
    """A file and the place in it."""

    filename: str
    locator: str  # "p.12", "P&L!B15", "row 12", "slide 7", "§ 4.2"


def render(citations: Sequence[Citation]) -> str:
    """`(source: file.ext, p.12)`, or `(sources: a.pdf p.5, b.xlsx B15)`; each place once, in the order given."""
    places = list(dict.fromkeys(citations))
    if not places:
        return ""
    if len(places) == 1:
        return f"(source: {places[0].filename}, {places[0].locator})"
    return "(sources: " + ", ".join(f"{place.filename} {place.locator}" for place in places) + ")"


def locator(source: Source, span: Span) -> str:
    """What to look for in the document, in the words of the program that opens it; see `place_on`."""
    return place_on(source.page_of(span), span)


def place_on(page: Page, span: Span) -> str:
    """The smallest place with a name that holds a span of the page.

    `P&L!B15` of a workbook, `row 12` of a CSV file, `§ 4.2` or a heading of a document with sections, `line 7` of a
    plain text, `slide 7`, `p.12`; in an attachment of an e-mail the attachment comes first.
    """
    attachment = _attachment(page)
    rows, cells = _rows(page, span), _cells(page, span)
    if rows:
        return f"{attachment} {rows}".strip()
    if cells:
        return f"{page.label}!{cells}"
    section = _section(page, span)
    if section:
        return f"{attachment} {section}".strip()
    if page.label.removeprefix(attachment).strip() == PLAIN_TEXT:
        line = page.text.count("\n", 0, span.start) + 1
        return f"{attachment} line {line}".strip()
    return page.label


def _touched(page: Page, span: Span) -> list[Anchor]:
    return [anchor for anchor in page.anchors if anchor.start < span.end and anchor.end > span.start]


def _attachment(page: Page) -> str:
    """The attachment that the page is a part of, as its label names it; "" for a page of the document itself."""
    names = (f"{ATTACHMENT} {anchor.address}" for anchor in page.anchors)
    return next((name for name in names if page.label.startswith(name)), "")


def _rows(page: Page, span: Span) -> str:
    """`row 12`, or `rows 12-14` for a span over several; "" on a page whose rows are no places."""
    rows = [row[1] for anchor in _touched(page, span) if (row := _ROW.fullmatch(anchor.address))]
    if not rows:
        return ""
    return f"row {rows[0]}" if rows[0] == rows[-1] else f"rows {rows[0]}-{rows[-1]}"


def _cells(page: Page, span: Span) -> str:
    """`B15`, or for a span over several cells the rectangle that holds them: `B15:D17`."""
    addresses = [anchor.address for anchor in _touched(page, span) if _CELL.fullmatch(anchor.address)]
    if not addresses:
        return ""
    corners = [_corner(corner) for address in addresses for corner in address.split(":")]
    columns = sorted((column for column, _ in corners), key=lambda letters: (len(letters), letters))
    rows = sorted(row for _, row in corners)
    first, last = f"{columns[0]}{rows[0]}", f"{columns[-1]}{rows[-1]}"
    return first if first == last else f"{first}:{last}"


def _corner(address: str) -> tuple[str, int]:
    """Column and row of a cell: ("B", 15) of "B15"."""
    letters = address.rstrip("0123456789")
    return letters, int(address[len(letters) :])


def _section(page: Page, span: Span) -> str:
    """The innermost section that holds the span's beginning, by number where it has one."""
    whole = _attachment(page).removeprefix(f"{ATTACHMENT} ")
    holding = [a for a in page.anchors if a.start <= span.start < a.end and a.address != whole]
    if not holding:
        return ""
    innermost = min(holding, key=lambda anchor: anchor.end - anchor.start)
    name = section_name(innermost.address.split(" > ")[-1])
    return _clause(page, innermost.start, span, name) if name.startswith("§ ") else name


def _clause(page: Page, start: int, span: Span, section: str) -> str:
    """The paragraph that the words stand in, by its number: `§ 10.1` within § 10, `§ 6.3` behind the heading of § 6.1.

    The section where no paragraph of it bears a number.
    """
    number = section.removeprefix("§ ")
    whole = re.escape(number.rpartition(".")[0] or number)
    begins = rf"(?:^|(?<=[.;:] ))({whole}(?:\.\d{{1,3}})+)(?=[.)]?\s)"  # also behind the paragraph before, on its line
    paragraphs = re.compile(begins, re.MULTILINE).finditer(page.text, start)
    told = [found[1] for found in paragraphs if found.start() <= span.start]
    return f"§ {told[-1]}" if told else section


def section_name(heading: str) -> str:
    """`§ 4.2` for "4.2 Renewal"; a heading without a number is its own name. A year is no number of a section."""
    numbered = _NUMBERED.match(heading.strip())
    return f"§ {numbered[1]}" if numbered else heading

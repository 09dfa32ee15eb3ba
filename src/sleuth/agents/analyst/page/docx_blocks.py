"""Blocks of a page as elements of a Word document, each source a footnote with a link."""

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from sleuth.agents.analyst.page.model import Block, Cell, Paragraph, Sentence, Source, Table
from sleuth.agents.analyst.page.package import DOCUMENT, FOOTNOTES, Package, R, w

_STYLES = {"plain": "", "bullet": "ListBullet", "note": "Note"}
_WIDTH = 9412  # of the text on the page, in twentieths of a point
_FIRST = 0.28  # of the width: the column that names the rows
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # what XML cannot hold
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def element(name: str, /, *children: etree._Element, **attributes: str) -> etree._Element:
    """An element of WordprocessingML; the attributes are of it too."""
    made = etree.Element(w(name), {w(key): value for key, value in attributes.items()})
    made.extend(children)
    return made


def run(text: str, *properties: etree._Element) -> etree._Element:
    """A stretch of text."""
    made = element("r", *([element("rPr", *properties)] if properties else []))
    text_element = etree.SubElement(made, w("t"))
    text_element.text = _FORBIDDEN.sub("\ufffd", text)
    text_element.set(_SPACE, "preserve")
    return made


def paragraph(style: str, *content: etree._Element) -> etree._Element:
    """A paragraph in a style; "" is the normal one."""
    properties = [element("pPr", element("pStyle", val=style))] if style else []
    return element("p", *properties, *content)


class Footnotes:
    """The footnotes of a file. A source that is cited again in the same section refers to its first footnote."""

    def __init__(self, package: Package, folder: str) -> None:
        self._package = package
        self._folder = folder
        self._root = package.tree(FOOTNOTES)
        ids = [int(note.get(w("id"), "0")) for note in self._root.iterfind(w("footnote"))]
        marks = [number for mark in package.tree(DOCUMENT).iter(w("bookmarkStart")) if (number := _marked(mark))]
        self._next = max([0, *ids, *marks]) + 1
        self._of_section: dict[Source, int] = {}

    def begin_section(self) -> None:
        """Sources cited from here on have footnotes of their own: a section can be taken out alone."""
        self._of_section.clear()

    def cite(self, source: Source) -> list[etree._Element]:
        """What stands behind a sentence: the footnote's number."""
        if source in self._of_section:
            return self._again(self._of_section[source])
        number = self._next
        self._next += 1
        self._of_section[source] = number
        self._root.append(self._note(number, source))
        reference = element("r", _superscript(), element("footnoteReference", id=str(number)))
        mark = _mark(number)
        start = element("bookmarkStart", id=str(_BOOKMARKS + number), name=mark)
        return [start, reference, element("bookmarkEnd", id=str(_BOOKMARKS + number))]

    def _again(self, number: int) -> list[etree._Element]:
        field = element("fldSimple", instr=f" NOTEREF {_mark(number)} \\f \\h ")
        shown = element("r", _superscript())
        text = etree.SubElement(shown, w("t"))
        text.text = str(number)
        field.append(shown)
        return [field]

    def _note(self, number: int, source: Source) -> etree._Element:
        """ "12 report.pdf, p.3: “the words”", the place a link."""
        target = self._package.relate(FOOTNOTES, f"{R}/hyperlink", source.link(self._folder), is_external=True)
        link = element("hyperlink", run(source.place, element("rStyle", val="Hyperlink")))
        link.set(f"{{{R}}}id", target)
        quote = [run(f": “{source.shown_quote}”")] if source.quote else []
        own = element("r", _superscript(), element("footnoteRef"))
        remark = f" {source.remark}; " if source.remark else " "
        return element("footnote", paragraph("FootnoteText", own, run(remark), link, *quote), id=str(number))


_BOOKMARKS = 100_000  # bookmarks of footnotes are numbered from here, those of sections below


_MARK = "_SleuthNote"
_REFERENCE = re.compile(rf"NOTEREF\s+({_MARK}\d+)")


def _mark(number: int) -> str:
    return f"{_MARK}{number}"


def _marked(bookmark: etree._Element) -> int | None:
    """The number in the name of a footnote's bookmark; None of any other bookmark."""
    name = str(bookmark.get(w("name"), ""))
    number = name.removeprefix(_MARK)
    return int(number) if name.startswith(_MARK) and number.isdigit() else None


def renumber_references(body: etree._Element) -> None:
    """Let what refers to an earlier footnote show the number that it has in the document as it is now."""
    shown: dict[str, int] = {}
    number, marks = 0, list[str]()
    for one in body.iter(w("bookmarkStart"), w("footnoteReference")):
        if one.tag == w("bookmarkStart"):
            marks.append(str(one.get(w("name"))))
        else:
            number += 1
            shown |= dict.fromkeys(marks[-1:], number)
    for field in body.iter(w("fldSimple")):
        found = _REFERENCE.search(str(field.get(w("instr"), "")))
        if found and found[1] in shown:
            for text in field.iter(w("t")):
                text.text = str(shown[found[1]])


def _superscript() -> etree._Element:
    return element("rPr", element("rStyle", val="FootnoteReference"))


def block_elements(block: Block, footnotes: Footnotes) -> Iterator[etree._Element]:
    """The paragraphs and tables of a block."""
    if isinstance(block, Table):
        yield from _table(block, footnotes)
    else:
        yield _paragraph(block, footnotes)


def _paragraph(block: Paragraph, footnotes: Footnotes) -> etree._Element:
    content: list[etree._Element] = []
    for number, sentence in enumerate(block.sentences):
        content += [run(" ")] if number else []
        content += _cited(sentence, footnotes)
    return paragraph(_STYLES[block.form], *content)


def _cited(part: Sentence | Cell, footnotes: Footnotes) -> list[etree._Element]:
    content = [run(" ".join(part.text.split()))]
    for number, source in enumerate(part.sources):
        content += [run(",", element("vertAlign", val="superscript"))] if number else []
        content += footnotes.cite(source)
    return content


def _table(table: Table, footnotes: Footnotes) -> Iterator[etree._Element]:
    if table.caption:
        yield paragraph("Caption", run(table.caption))
    figures = [any(row[column].is_figure for row in table.rows) for column in range(len(table.header))]
    widths = _widths(figures)
    head = element("tr", element("trPr", element("cantSplit"), element("tblHeader")))
    for text, width, is_figure in zip(table.header, widths, figures, strict=True):
        head.append(_cell([run(text)], width, is_figure))
    rows = [head]
    for row in table.rows:
        cells = [_cell(_cited(c, footnotes), width, c.is_figure) for c, width in zip(row, widths, strict=True)]
        rows.append(element("tr", element("trPr", element("cantSplit")), *cells))
    properties = element(
        "tblPr", element("tblStyle", val="Figures"), element("tblW", w=str(_WIDTH), type="dxa"),
        element("tblLayout", type="fixed"), element("tblLook", firstRow="1", lastRow="0", firstColumn="0", noHBand="1"),
    )  # fmt: skip
    grid = element("tblGrid", *(element("gridCol", w=str(width)) for width in widths))
    yield element("tbl", properties, grid, *rows)
    yield paragraph("Note", run(table.note)) if table.note else paragraph("Note")


def _widths(figures: Sequence[bool]) -> list[int]:
    """Columns of figures are alike and take what they need; those of words share what is left."""
    first = int(_WIDTH * _FIRST)
    others = figures[1:]
    if not others:
        return [_WIDTH]
    of_figures = min(1500, (_WIDTH - first) // len(others))
    words = len(others) - sum(others)
    left = _WIDTH - first - of_figures * sum(others)
    if not words:
        return [first + left, *(of_figures for _ in others)]
    return [first, *(of_figures if is_figure else left // words for is_figure in others)]


def _cell(content: list[etree._Element], width: int, is_figure: bool) -> etree._Element:
    text = paragraph("TableText", *content)
    if is_figure:
        properties = text.find(w("pPr"))
        assert properties is not None
        properties.append(element("jc", val="right"))
    return element("tc", element("tcPr", element("tcW", w=str(width), type="dxa")), text)

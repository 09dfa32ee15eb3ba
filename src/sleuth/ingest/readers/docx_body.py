"""A Word document's body in reading order: paragraphs, tables, text boxes and notes, written to a flow."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sleuth.ingest.readers.docx_numbering import Numbering
from sleuth.ingest.readers.docx_styles import Styles, W, value
from sleuth.ingest.readers.docx_text import Words, read_words
from sleuth.ingest.readers.flow import Flow
from sleuth.ingest.readers.grid import GridCell, build_table
from sleuth.ingest.readers.ooxml import Element, walk
from sleuth.ingest.readers.sections import Heading

_WRAPPERS = frozenset(f"{W}{tag}" for tag in ("sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"))
_DEEPEST = 20  # tables within tables, boxes within boxes
_LONGEST_CELL = 1_500  # characters; a table of longer cells lays out a page


@dataclass(slots=True)
class Body:
    """What has been written, and what was met."""

    styles: Styles
    numbering: Numbering
    flow: Flow = field(default_factory=Flow)
    headings: list[Heading] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)  # offsets at which a page began when Word last laid it out
    notes: list[tuple[str, str]] = field(default_factory=list)
    changed: bool = False
    too_deep: bool = False

    def write(self, container: Element, depth: int = 0) -> None:
        """Write the paragraphs and tables that stand in an element."""
        if depth > _DEEPEST:
            self.too_deep = True
            return
        for block in blocks(container):
            if block.tag == f"{W}p":
                self._write_paragraph(block, depth)
            else:
                self._write_table(block, depth)

    def _write_paragraph(self, paragraph: Element, depth: int) -> None:
        words = read_words(paragraph)
        self._note(words)
        number = self._number(paragraph, words)
        text = f"{number} {words.text}" if number else words.text
        shift = len(text) - len(words.text)
        start, _ = self.flow.line(text) if text.strip() else (self.flow.length, 0)
        self.breaks.extend(start + (shift + offset if offset else 0) for offset in words.breaks)
        level = self.styles.heading_level(paragraph) if text.strip() else None
        if level is not None:
            self.headings.append(Heading(start, level, " ".join(text.split())))
        for box in words.boxes:
            self.write(box, depth + 1)

    def _number(self, paragraph: Element, words: Words) -> str:
        """The paragraph's number in its list; an empty paragraph does not count."""
        numbered = self.styles.numbered(paragraph)
        return self.numbering.next(*numbered) if numbered and words.text.strip() else ""

    def _note(self, words: Words) -> None:
        self.notes.extend(words.notes)
        self.changed = self.changed or words.changed

    def _write_table(self, table: Element, depth: int) -> None:
        rows = [list(_cells(row)) for row in _rows(table)]
        if any(_holds_more(cell) for row in rows for _, _, cell in row):
            for row in rows:
                for _, _, cell in row:
                    self.write(cell, depth + 1)
            return
        self.flow.break_line()
        cells: list[GridCell] = []
        headers = _header_rows(table)
        above: dict[int, int] = {}  # column → the cell that goes on downwards, as an index into `cells`
        for number, row in enumerate(rows):
            self._write_row(row, number, cells, above)
        grid = build_table(cells, header_rows=headers or None)
        if grid is not None:
            self.flow.tables.append(grid)

    def _write_row(
        self, row: list[tuple[int, int, Element]], number: int, cells: list[GridCell], above: dict[int, int]
    ) -> None:
        begun = False
        for column, columns, element in row:
            if _continues(element):
                if column in above:
                    upper = cells[above[column]]
                    cells[above[column]] = upper._replace(rows=number - upper.row + 1)
                continue
            above.pop(column, None)
            text, bold = self._cell_text(element)
            if not text:
                continue
            if begun:
                self.flow.write("\t")
            start, end = self.flow.write(text)
            begun = True
            above[column] = len(cells)
            cells.append(GridCell(start, end, text, number, column, 1, columns, _indent(element), bold))
        if begun:
            self.flow.write("\n")

    def _cell_text(self, cell: Element) -> tuple[str, bool]:
        """The text of a cell on one line, and whether all of it is bold."""
        texts = []
        for paragraph in blocks(cell):
            words = read_words(paragraph)
            self._note(words)
            if words.breaks:
                self.breaks.append(self.flow.length)
            number = self._number(paragraph, words)
            texts.append(f"{number} {words.text}" if number else words.text)
        return " ".join(" ".join(texts).split()), _is_bold(cell)


def _within_wrappers(container: Element) -> Iterator[Element]:
    """The elements of a container, through the wrappers of controls and tracked changes."""
    return walk(container, lambda element: element.tag in _WRAPPERS)


def blocks(container: Element) -> Iterator[Element]:
    """The paragraphs and tables of an element."""
    return (element for element in _within_wrappers(container) if element.tag in (f"{W}p", f"{W}tbl"))


def _rows(table: Element) -> Iterator[Element]:
    """The rows of a table, but for those whose deletion is tracked."""
    for element in _within_wrappers(table):
        if element.tag == f"{W}tr" and element.find(f"{W}trPr/{W}del") is None:
            yield element


def _cells(row: Element) -> Iterator[tuple[int, int, Element]]:
    """Column, columns covered, and the cell."""
    column = _number(value(row.find(f"{W}trPr/{W}gridBefore")), 0)
    for element in _within_wrappers(row):
        if element.tag == f"{W}tc":
            columns = _number(value(element.find(f"{W}tcPr/{W}gridSpan")), 1)
            yield column, columns, element
            column += columns


def _holds_more(cell: Element) -> bool:
    """A cell with a table, a text box or a long text in it: the table lays out a page."""
    inner = list(blocks(cell))
    if any(block.tag == f"{W}tbl" for block in inner) or next(cell.iter(f"{W}txbxContent"), None) is not None:
        return True
    return sum(len(read_words(block).text) for block in inner) > _LONGEST_CELL


def _continues(cell: Element) -> bool:
    """Does the cell belong to the one above it?"""
    merge = cell.find(f"{W}tcPr/{W}vMerge")
    return merge is not None and value(merge) != "restart"


def _header_rows(table: Element) -> int:
    """How many rows at the top are repeated as headers on each page."""
    count = 0
    for row in _rows(table):
        header = row.find(f"{W}trPr/{W}tblHeader")
        if header is None or value(header) in ("0", "false", "off"):
            break
        count += 1
    return count


def _is_bold(cell: Element) -> bool:
    runs = [run for run in cell.iter(f"{W}r") if run.findtext(f"{W}t")]
    return bool(runs) and all(_on(run.find(f"{W}rPr/{W}b")) for run in runs)


def _on(element: Element | None) -> bool:
    return element is not None and value(element) not in ("0", "false", "off")


def _indent(cell: Element) -> int:
    indent = cell.find(f"{W}p/{W}pPr/{W}ind")
    if indent is None:
        return 0
    return _number(indent.get(f"{W}left") or indent.get(f"{W}start"), 0)


def _number(text: str | None, default: int) -> int:
    return min(int(text), 1 << 20) if text and text.isdigit() else default

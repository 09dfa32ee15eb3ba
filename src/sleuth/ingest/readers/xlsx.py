"""Excel workbooks: every sheet a page, every cell as shown, at its address."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sleuth.errors import SourceError
from sleuth.evidence.source import Page, PageSource, Problem, Source
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.number_format import shown
from sleuth.ingest.readers.ooxml import DamagedPartError, Element, Package
from sleuth.ingest.readers.sheets import ShownCell, column_letters, leading_blanks, sheet_page
from sleuth.ingest.readers.xlsx_sheet import Merge, StoredCell, plain_text, read_sheet, read_strings
from sleuth.ingest.readers.xlsx_styles import MAIN, Style, read_styles

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_MOST_NAMED = 20  # cells in one message
_MOST_FORMULAS = 2_000  # kept in the metadata
_MOST_OUTLINED = 2_000  # lines whose indentation is kept in the metadata
_TRUTH = {"1": "TRUE", "0": "FALSE", "true": "TRUE", "false": "FALSE"}


@dataclass(slots=True)
class _Workbook:
    package: Package
    strings: Sequence[str]
    styles: Sequence[Style]
    date1904: bool
    formulas: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    outlines: list[str] = field(default_factory=list)  # how far the lines of sheets without a table are indented
    damaged: bool = False  # a sheet could not be read


@dataclass(frozen=True, slots=True)
class _Sheet:
    number: int
    name: str
    hidden: bool
    part: str | None  # None for what is no worksheet, such as a chart on a sheet of its own

    @property
    def label(self) -> str:
        return f"{self.name} (hidden)" if self.hidden else self.name


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """A page for each sheet, hidden ones too. Formulas without a stored result are problems that name their cells."""
    package = Package.open(data, filename, limits)
    root = package.xml(package.main)
    properties = root.find(f"{MAIN}workbookPr")
    book = _Workbook(
        package,
        read_strings(package, package.related(package.main, "sharedStrings")),
        read_styles(package, package.related(package.main, "styles")),
        properties is not None and properties.get("date1904", "0") in ("1", "true"),
    )
    sheets = list(_sheets(package, root))
    if not sheets:
        raise SourceError(f"{filename}: the workbook has no sheets. Open it in Excel and save it again.")
    if len(sheets) > limits.pages:
        raise SourceError(f"{filename}: {len(sheets):,} sheets, more than the limit of {limits.pages:,}. Split it.")
    pages = tuple(_page(book, sheet) for sheet in sheets)
    if book.damaged and not any(page.text.strip() for page in pages):
        raise SourceError(f"{filename}: {book.problems[0].reason}")
    metadata = package.properties()
    if book.formulas:
        metadata["formulas"] = "\n".join(book.formulas[:_MOST_FORMULAS])
    if book.outlines:
        metadata["indents"] = "\n".join(book.outlines)
    title = metadata.pop("title", "")
    return Source(filename, "xlsx", PageSource.SHEET, pages, title, metadata, (*package.problems, *book.problems))


def _sheets(package: Package, root: Element) -> Iterator[_Sheet]:
    relations = package.needed_relations(package.main)
    for number, element in enumerate(root.iterfind(f"{MAIN}sheets/{MAIN}sheet"), 1):
        relation = relations.get(element.get(_RELATION, ""))
        part = relation.target if relation and relation.type == "worksheet" and package.has(relation.target) else None
        hidden = element.get("state", "visible") != "visible"
        yield _Sheet(number, element.get("name", f"Sheet {number}"), hidden, part)


def _page(book: _Workbook, sheet: _Sheet) -> Page:
    if sheet.part is None:
        book.problems.append(Problem(f"{sheet.name} is no worksheet; what it shows is not read", sheet.number))
        return Page(sheet.number, "", sheet.label)
    rows, merges = [], {}
    try:
        for item in read_sheet(book.package, sheet.part, book.strings):
            if isinstance(item, Merge):
                merges[item.row, item.column] = item
            else:
                rows.append(item)
    except DamagedPartError as error:  # the rows before the damage are good, and so are the other sheets
        how_far = f"is read up to row {rows[-1][0].row + 1}" if rows else "is not read"
        reason = str(error).removeprefix(f"{book.package.filename}: ")
        book.problems.append(Problem(f"{sheet.name} {how_far}: {reason}", sheet.number))
        if not rows:
            book.damaged = True
            return Page(sheet.number, "", sheet.label)
    _note_formulas(book, sheet, rows)
    outline = list(_outline(book, sheet, rows))
    page = sheet_page(_shown_rows(book, rows, merges), sheet.number, sheet.label, _comments(book.package, sheet.part))
    if not page.text.strip():
        book.problems.append(Problem(f"{sheet.name} has no cells with text", sheet.number))
    if not page.tables:
        book.outlines += outline[: _MOST_OUTLINED - len(book.outlines)]
    return page


def _outline(book: _Workbook, sheet: _Sheet, rows: list[list[StoredCell]]) -> Iterator[str]:
    """`Sheet!A5: 2` for each first cell of a row that is indented: in a list, that is what it stands under."""
    for row in rows:
        cell = row[0]
        style = book.styles[cell.style] if cell.style < len(book.styles) else book.styles[0]
        indent = style.indent or (0 if cell.type == "n" else leading_blanks(cell.value))
        if indent:
            yield f"{sheet.name}!{column_letters(cell.column)}{cell.row + 1}: {indent}"


def _shown_rows(
    book: _Workbook, rows: list[list[StoredCell]], merges: dict[tuple[int, int], Merge]
) -> Iterator[list[ShownCell]]:
    right = max((row[-1].column for row in rows), default=0)
    rows.reverse()
    while rows:  # what is shown is let go of, for both at once would be twice the memory
        yield [_shown(book, cell, merges.get((cell.row, cell.column)), right) for cell in rows.pop()]


def _shown(book: _Workbook, cell: StoredCell, merge: Merge | None, right: int) -> ShownCell:
    style = book.styles[cell.style] if cell.style < len(book.styles) else book.styles[0]
    numeric = cell.type == "n"
    if numeric:
        text = shown(cell.value, style.code, book.date1904) if cell.value else ""
    elif cell.type == "b":
        text = _TRUTH.get(cell.value, cell.value)
    else:
        text = " ".join(cell.value.split()) if "\n" in cell.value or "\t" in cell.value else cell.value.strip()
    rows, columns = (merge.rows, min(merge.columns, right - cell.column + 1)) if merge else (1, 1)
    indent = style.indent or leading_blanks(cell.value)
    return ShownCell(cell.row, cell.column, text, numeric, indent, style.bold, rows, max(1, columns))


def _note_formulas(book: _Workbook, sheet: _Sheet, rows: list[list[StoredCell]]) -> None:
    """Keep the formulas, and say which of them have no stored result."""
    without: list[str] = []
    for cell in (cell for row in rows for cell in row if cell.formula is not None):
        address = f"{column_letters(cell.column)}{cell.row + 1}"
        if not cell.value and cell.type == "n":
            without.append(address)
        if cell.formula and len(book.formulas) < _MOST_FORMULAS:
            book.formulas.append(f"{sheet.name}!{address}: ={cell.formula}")
    if without:
        more = f" and {len(without) - _MOST_NAMED:,} more" if len(without) > _MOST_NAMED else ""
        cells = ", ".join(without[:_MOST_NAMED]) + more
        reason = f"{sheet.name}: formulas without a stored result in {cells}; open the file in Excel and save it"
        book.problems.append(Problem(reason, sheet.number))


def _comments(package: Package, part: str) -> Iterator[tuple[str, str]]:
    comments = package.related(part, "comments")
    if comments is None:
        return
    try:
        for element in package.elements(comments, f"{MAIN}comment"):
            text = element.find(f"{MAIN}text")
            words = " ".join(plain_text(text).split()) if text is not None else ""
            if words:
                yield element.get("ref", ""), f"Comment on {element.get('ref', '')}: {words}"
    except DamagedPartError:
        package.note(comments, "comments may be missing")

"""The matrix of a workbook: a sheet for each subject, lines down, periods across, each figure linked to its source."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sleuth.findings.asked.books import rank_of
from sleuth.findings.tables.statements import Statement, face_of
from sleuth.language.scale import scale_name
from sleuth.language.spoken import spoken

if TYPE_CHECKING:
    from sleuth.store.ledger.findings import StoredFinding

NOBODY = "(of whom is not said)"
_OWN_LINE = "line: "  # what the name of a measure begins with that only the statement itself has
_KINDS = {12: "Fiscal years", 9: "Nine months", 6: "Half years", 3: "Quarters", 1: "Months", 0: "At the end of"}
# The blocks of a matrix, in their order.
_BLOCKS = {
    Statement.INCOME: "Income statement", Statement.BALANCE: "Balance sheet", Statement.CASH: "Cash flow statement",
}  # fmt: skip
_OTHER = "Other figures"
_OWN = "Further lines, as the statements name them"
_HEAD_ROWS = 4  # title, note, kinds of period, periods
_LABELS = 2  # columns: the line and its unit
_MOST_DECIMALS = 4
_LONGEST_TIP = 255  # characters, as spreadsheet programs have it
_BANNED = str.maketrans("[]:*?/\\", "()-   -")  # what no sheet's name may hold

Place = Callable[[Any, int, int, "StoredFinding", Any, str], None]  # sheet, row, column, finding, style, tip


@dataclass(frozen=True, slots=True, order=True)
class Column:
    """A period across the top."""

    kind: int  # its place among the kinds of period, the longest first
    end: str  # the end of the period, as precise as it is known
    scenario: str
    name: str = field(compare=False)

    @property
    def title(self) -> str:
        return f"{self.name}\n{self.scenario}".strip()


@dataclass(slots=True)
class Line:
    """A row of the matrix: one measure in one unit."""

    name: str
    unit: str
    is_own: bool  # it goes by its own name, as a line of a statement
    block: str = ""  # the heading that it stands under
    cells: dict[Column, list["StoredFinding"]] = field(default_factory=lambda: defaultdict(list))

    @property
    def decimals(self) -> int:
        """How many places after the point the figures of the line need, so that they stand under each other."""
        return decimals_of(f.value for found in self.cells.values() for f in found if f.value is not None)


@dataclass(frozen=True, slots=True)
class Subject:
    """All figures of one company, or of whom nobody names."""

    name: str
    lines: Sequence[Line]
    columns: Sequence[Column]
    figures: int


def decimals_of(values: Iterable[Decimal]) -> int:
    """How many places after the point show all of the values, up to four."""
    exponents = [value.normalize().as_tuple().exponent for value in values]
    return min(_MOST_DECIMALS, max((-e for e in exponents if isinstance(e, int) and e < 0), default=0))


def subjects_of(findings: "Iterable[StoredFinding]") -> list[Subject]:
    """The figures by subject, those with the most first."""
    groups: dict[str, list[StoredFinding]] = defaultdict(list)
    for f in findings:
        if f.value is not None:
            groups[f.subject or NOBODY].append(f)
    subjects = [_subject(name, group) for name, group in groups.items()]
    return sorted(subjects, key=lambda subject: (subject.name == NOBODY, -subject.figures, subject.name))


def _subject(name: str, group: "Sequence[StoredFinding]") -> Subject:
    lines: dict[tuple[str, tuple[str, ...], str], Line] = {}
    for f in group:
        unit = " ".join(filter(None, (f.unit, scale_name(f.scale))))
        key = (f.metric, tuple(f.dimension), unit)
        is_own = f.metric.startswith(_OWN_LINE)
        title = f.label if is_own else spoken(f.metric)
        line = lines.setdefault(key, Line(" / ".join([title[:1].upper() + title[1:], *f.dimension]), unit, is_own))
        line.cells[_column(f)].append(f)
    columns = sorted({column for line in lines.values() for column in line.cells})
    blocks = [*_BLOCKS.values(), _OTHER, _OWN]
    pages = _statements_of_pages(group)
    for line in lines.values():
        line.block = _OWN if line.is_own else _block(line, pages)
    ordered = sorted(lines.values(), key=lambda line: blocks.index(line.block))  # stable: as the documents have them
    return Subject(name, ordered, columns, len(group))


def _statements_of_pages(group: "Sequence[StoredFinding]") -> dict[tuple[int, int], Statement]:
    """The statement whose face stands on a page of a document, by the lines on it."""
    metrics: dict[tuple[int, int], set[str]] = defaultdict(set)
    for f in group:
        if rank_of(f.rule) == 0:
            metrics[f.document_id, f.page].add(f.metric)
    found = {place: face_of(known) for place, known in metrics.items()}
    return {place: statement for place, statement in found.items() if statement is not None}


def _block(line: Line, pages: Mapping[tuple[int, int], Statement]) -> str:
    """The first statement that a line stands on."""
    figures = [f for found in line.cells.values() for f in found if rank_of(f.rule) == 0]
    statements = {pages[f.document_id, f.page] for f in figures if (f.document_id, f.page) in pages}
    return next((name for statement, name in _BLOCKS.items() if statement in statements), _OTHER)


def _column(f: "StoredFinding") -> Column:
    period = f.period or {}
    months = int(period.get("months") or 0)
    kinds = sorted(_KINDS, reverse=True)
    kind = kinds.index(months) if months in kinds else len(kinds)
    return Column(kind, f.period_key.rpartition(" ")[2], "" if f.scenario == "actual" else f.scenario, f.period_name)


def sheet_names(subjects: Iterable[Subject]) -> list[str]:
    """A name for the sheet of each subject: at most 31 characters, none twice, whatever their case."""
    names: list[str] = []
    taken = {"contents", "findings"}
    for subject in subjects:
        base = subject.name.translate(_BANNED).strip(" '") or "Subject"
        name, number = base[:31], 1
        while name.lower() in taken:
            number += 1
            name = f"{base[:27]} ({number})"
        taken.add(name.lower())
        names.append(name)
    return names


class Styles:
    """The formats of a workbook; number formats are made as they are needed."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._made: dict[tuple[int, str], Any] = {}
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.note = book.add_format({"italic": True, "font_color": "#595959"})
        self.head = book.add_format(
            {"bold": True, "bottom": 1, "align": "right", "valign": "bottom", "text_wrap": True}
        )
        self.left = book.add_format({"bold": True, "bottom": 1, "valign": "bottom"})
        self.kind = book.add_format({"bold": True, "align": "center", "font_color": "#ffffff", "bg_color": "#1f4e79"})
        self.section = book.add_format({"bold": True, "italic": True, "bg_color": "#f2f2f2"})
        self.label = book.add_format({"valign": "top"})
        self.faint = book.add_format({"font_color": "#7f7f7f", "italic": True, "align": "right"})
        self.right = book.add_format({"align": "right"})
        self.unit = book.add_format({"font_color": "#595959", "valign": "top"})
        self.link = book.add_format({"font_color": "#1f4e79", "underline": 1})

    def number(self, decimals: int, mark: str = "") -> Any:
        """A linked figure with so many decimals; `mark` is "differs" or "corrected"."""
        if (decimals, mark) not in self._made:
            digits = "#,##0" + ("." + "0" * decimals if decimals else "")
            look = {"num_format": f"{digits}_);({digits})", "font_color": "#1f4e79", "valign": "top"}
            fills = {"differs": {"bg_color": "#fce4d6"}, "corrected": {"bg_color": "#ffeb9c", "font_color": "#9c0006"}}
            self._made[decimals, mark] = self._book.add_format(look | fills.get(mark, {}))
        return self._made[decimals, mark]


def write_matrix(sheet: Any, subject: Subject, styles: Styles, place: Place) -> None:
    """One subject's lines and periods. The periods and the lines' names stay in sight."""
    sheet.set_column(0, 0, 60)
    sheet.set_column(1, 1, 13)
    sheet.set_column(_LABELS, _LABELS + len(subject.columns), 13)
    sheet.write_string(0, 0, subject.name, styles.title)
    sheet.write_string(1, 0, "Each figure opens its source. Orange: sources differ. Yellow: corrected.", styles.note)
    sheet.write_string(_HEAD_ROWS - 1, 0, "", styles.left)
    sheet.write_string(_HEAD_ROWS - 1, 1, "Unit", styles.left)
    _write_head(sheet, subject.columns, styles)
    row = _HEAD_ROWS
    has_blocks = any(line.block not in (_OTHER, _OWN) for line in subject.lines)
    for line, before in zip(subject.lines, [None, *subject.lines], strict=False):
        if line.block != (before.block if before else "" if has_blocks else _OTHER):
            for column in range(_LABELS + len(subject.columns)):
                sheet.write_blank(row, column, None, styles.section)
            sheet.write_string(row, 0, line.block, styles.section)
            row += 1
        row = _write_line(sheet, row, line, subject.columns, styles, place)
    sheet.freeze_panes(_HEAD_ROWS, _LABELS)
    sheet.hide_gridlines(2)
    for_paper(sheet, _HEAD_ROWS - 2, _HEAD_ROWS - 1)


def for_paper(sheet: Any, first: int | None = None, last: int | None = None) -> None:
    """Let a sheet print as wide as A4; with heads, rows `first` to `last`, lengthwise and with them on every page."""
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    if first is not None:
        sheet.set_landscape()
        sheet.repeat_rows(first, last)


def _write_head(sheet: Any, columns: Sequence[Column], styles: Styles) -> None:
    """The periods, under the kind that each is of."""
    kinds = [_KINDS[kind] for kind in sorted(_KINDS, reverse=True)]
    names = [kinds[c.kind] if c.kind < len(kinds) else "Other periods" for c in columns]
    start = 0
    for at, column in enumerate(columns, _LABELS):
        sheet.write_string(_HEAD_ROWS - 1, at, column.title, styles.head)
    while start < len(columns):
        end = start
        while end + 1 < len(columns) and names[end + 1] == names[start]:
            end += 1
        first, last = _LABELS + start, _LABELS + end
        if first == last:
            sheet.write_string(_HEAD_ROWS - 2, first, names[start], styles.kind)
        else:
            sheet.merge_range(_HEAD_ROWS - 2, first, _HEAD_ROWS - 2, last, names[start], styles.kind)
        start = end + 1


def _write_line(sheet: Any, row: int, line: Line, columns: Sequence[Column], styles: Styles, place: Place) -> int:
    """One line; the row after it. What differs between sources stands in rows below, in the same column."""
    cells = {column: _distinct(found) for column, found in line.cells.items()}
    deep = max(len(found) for found in cells.values())
    decimals = line.decimals
    sheet.write_string(row, 0, line.name, styles.label)
    for offset in range(deep):
        sheet.write_string(row + offset, 1, line.unit, styles.unit)
        if offset:
            sheet.write_string(row + offset, 0, "another source", styles.faint)
    for at, column in enumerate(columns, _LABELS):
        found = cells.get(column, [])
        for offset, group in enumerate(found):
            mark = "corrected" if group[0].corrected else "differs" if len(found) > 1 else ""
            place(sheet, row + offset, at, group[0], styles.number(decimals, mark), _tip(group))
    return row + deep


def _distinct(found: "Sequence[StoredFinding]") -> "list[list[StoredFinding]]":
    """The findings by value: what several places state alike is one figure; a cost is, whatever its sign."""
    by_value: dict[tuple[Decimal, bool], list[StoredFinding]] = {}
    for f in found:
        by_value.setdefault((f.unsigned or Decimal(0), f.corrected is not None), []).append(f)
    return list(by_value.values())


def _tip(group: "Sequence[StoredFinding]") -> str:
    """The places that state a figure, as many as there is room for."""
    places = list(dict.fromkeys(f"{f.filename}, {f.locator}" for f in group))
    shown = [place for at, place in enumerate(places) if len("; ".join(places[: at + 1])) <= _LONGEST_TIP - 15]
    left = len(places) - len(shown)
    return ("; ".join(shown) + (f"; and {left} more" if left else ""))[:_LONGEST_TIP]


def extent(subject: Subject) -> Mapping[str, str]:
    """The first and the last period of a subject, and how many lines it has."""
    ends = sorted(subject.columns, key=lambda column: column.end)
    first, last = (ends[0].name, ends[-1].name) if ends else ("", "")
    return {"first": first, "last": last, "lines": f"{len(subject.lines):,}"}

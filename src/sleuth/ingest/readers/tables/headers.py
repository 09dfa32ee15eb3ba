"""What stands above the columns of a table, and over which of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sleuth.ingest.readers.tables.layout import Line, Run, Token, joined
from sleuth.ingest.readers.tables.numbers import PERIOD_GLUED, begins_period, is_year
from sleuth.ingest.readers.tables.regions import Column, Region, gaps

_SLACK = 4.0  # points
_STACKED = 1.0  # line heights between the lines of a header
_FAR = 3.2  # line heights between a table and its caption
_UNITS = re.compile(
    r"[(\[].*\b(?:thousand|million|billion|except|unaudited|audited|percent|share|dollar|USD|SEK|EUR|tkr|mkr|mnkr|kronor|"
    r"miljoner|miljarder|tusental|belopp)\w*\b.*[)\]]",
    re.IGNORECASE,
)
_PERIOD_OPENS = re.compile(r"\b(?:Ended|Ending|Period|As of|At|avslutad)\s*[:,]?\Z", re.IGNORECASE)
PERIOD = re.compile(
    r"\b(?:ended|ending|months?|weeks|quarters?|years?|fiscal|as of|at|"
    r"(?:january|february|march|april|may|june|july|august|"
    r"september|october|november|december) \d+|period|perioden|månader|kvartal|helår)\b",
    re.IGNORECASE,
)
_STACKED_SHIFT = 3.0  # points between the middles of two lines of one header
_CAPITAL = re.compile(r"(?<=[a-zåäöü])(?=[A-ZÅÄÖÜ])")
_EVEN = 1.5  # points between right edges that are set even
_HEADER_GAP = 0.45  # of the line's height, between two header cells
_MOST_HEADER_LINES = 9
_LONGEST_CELL = 80  # characters of a header cell on one line
_UNCOVERED = 0.2  # of the columns' distance: the cost of a column without a header
_ASTRAY = 0.75  # of the columns' distance: a header so far from its columns belongs to none


class Rule(NamedTuple):
    """A horizontal line drawn on the page."""

    x0: float
    x1: float
    y: float


@dataclass(slots=True)
class Header:
    """A header cell: its tokens, the lines it stands on, and the columns `first` to `last` (inclusive)."""

    first: int
    last: int
    tokens: list[Token]
    top: int  # index of its first line
    bottom: int
    middle: float = 0.0  # of its first line
    closed: bool = False  # a rule or a period's opening parts it from the cell below

    @property
    def text(self) -> str:
        return joined(self.tokens)


class Below(NamedTuple):
    """What stands below a line of headers: the columns that have one, and the cells of the nearest line."""

    columns: set[int]
    cells: list[Header]

    def stacks(self, run: Run) -> bool:
        """Whether a run is the upper part of a narrow header that goes on right below it."""
        if PERIOD.search(run.text):
            return False
        return any(cell.first == cell.last and abs(cell.middle - run.middle) < _STACKED_SHIFT for cell in self.cells)


@dataclass(slots=True)
class Head:
    """The lines above a table's body: `lines` holds indices from top to bottom."""

    lines: list[int] = field(default_factory=list)
    sections: list[Line] = field(default_factory=list)  # labels between the header and the first row
    headers: list[Header] = field(default_factory=list)  # from top to bottom
    units: list[int] = field(default_factory=list)  # a line of units between the header and the first row
    stubs: list[Run] = field(default_factory=list)  # what the header says above the labels
    caption: list[int] = field(default_factory=list)


def find_head(region: Region, lines: Sequence[Line], floor: int, rules: Sequence[Rule]) -> Head:
    """The head of a region. Lines before index `floor` belong to the table above."""
    head = Head()
    at = _sections(region, lines, floor, head)
    found: list[tuple[int, list[Run]]] = []
    while at >= floor and len(found) < _MOST_HEADER_LINES:
        line = lines[at]
        cells = _cells(region, line)
        if cells is None or not _is_close(lines, at, found):
            break
        if cells and (_is_units(cells) or _is_title(region, line, cells)):
            if found or head.units or not _is_units(cells):
                break
            head.units.append(at)  # some write the units below the header, and a section beside them
            beside = [run for run in line.runs if _is_stub(region, run)]
            if beside:
                head.sections.insert(0, Line([token for run in beside for token in run.tokens], beside))
            at -= 1
            continue
        found.append((at, cells))
        at -= 1
    while found and not found[-1][1]:  # labels above the header are none of it
        at = found.pop()[0]
    head.lines = [index for index, _ in reversed(found)]
    head.stubs = [run for index in head.lines for run in lines[index].runs if _is_stub(region, run)]
    if not found:
        head.sections, head.units = [], []
        at = region.first - 1
        while at >= floor and _is_section(region, lines, at):
            head.sections.insert(0, lines[at])
            at -= 1
    else:
        at = head.lines[0] - 1
    head.headers = _placed(region, lines, [pair for pair in found if pair[1]], rules)
    head.caption = _caption(region, lines, at, floor)
    return head


def _sections(region: Region, lines: Sequence[Line], floor: int, head: Head) -> int:
    """Collect the labels right above the first row; returns the index of the line above them."""
    at = region.first - 1
    while at >= floor:
        line = lines[at]
        far = lines[at + 1].top - line.bottom > _FAR * line.height
        if line.x1 > region.left + _SLACK or far or line.values:
            break
        head.sections.insert(0, line)
        at -= 1
    return at


def _is_section(region: Region, lines: Sequence[Line], index: int) -> bool:
    """Whether a label above a table without a header belongs to it."""
    close = lines[index + 1].top - lines[index].bottom < 1.5 * lines[index].height
    return close and lines[index].x1 <= region.left + _SLACK and lines[index].text.endswith(":")


def _cells(region: Region, line: Line) -> list[Run] | None:
    """The header cells of a line; None where it is no header: prose, or a title, that reaches over the labels."""
    cells = []
    for run in line.runs:
        if _is_stub(region, run):
            continue
        parts = _parted(run, line.height, region.columns)
        too_long = any(len(part.text) > _LONGEST_CELL for part in parts) or (
            len(run.text) > _LONGEST_CELL and len(parts) > len(region.columns)
        )
        if too_long or run.x1 > region.right + 60 or (run.x0 < _reach(region) and not _is_apart(region, line, parts)):
            return None
        cells += parts
    return cells


def _is_apart(region: Region, line: Line, parts: Sequence[Run]) -> bool:
    """Whether a wide header is surely one: it ends where its column ends, beside what stands over the labels.

    "Shareholder … Shareholding at 30 September 2024" over a column of percentages; or there is one for each column.
    """
    aligned = abs(parts[-1].x1 - region.right) < _SLACK
    if len(parts) == len(region.columns):
        return aligned and (len(parts) > 1 or any(_is_stub(region, run) for run in line.runs))
    return False


def _reach(region: Region) -> float:
    """How far left of the first column its header may begin: it is centred over a column of unknown width."""
    first = region.columns[0]
    width = max(next(gaps(region.columns), 0.0), 60.0)
    return min(first.x0 - _SLACK, first.ink1 - width) - 0.3 * width


def _is_stub(region: Region, run: Run) -> bool:
    """Whether a run of a header line stands over the labels."""
    labels = region.label_x0 + 0.4 * (region.left - region.label_x0)
    return run.x1 <= region.left + _SLACK and run.x0 < max(labels, _reach(region))


def _parted(run: Run, height: float, columns: Sequence[Column]) -> list[Run]:
    """A run cut where two header cells stand close together, or where as many periods begin as there are columns."""
    tokens = [part for token in run.tokens for part in _unglued(token, columns)]
    before = ["", *(token.text for token in tokens)]
    periods = [n for n, token in enumerate(tokens) if begins_period(token.text, before[n])]
    if len(columns) > 1 and len(periods) == len(columns) and periods[0] == 0 and len(tokens) > len(columns):
        return [Run(tuple(tokens[a:b])) for a, b in zip(periods, [*periods[1:], len(tokens)], strict=True)]
    groups = [[tokens[0]]]
    for token in tokens[1:]:
        last = groups[-1][-1]
        years = is_year(token.text) and is_year(last.text)
        if token.x0 - last.x1 > _HEADER_GAP * height or years or _fills(columns, last, run):
            groups.append([])
        groups[-1].append(token)
    return [Run(tuple(group)) for group in groups]


def _fills(columns: Sequence[Column], token: Token, run: Run) -> bool:
    """Whether a token of a run ends just where a column does, and the run itself where a later one does.

    Then it is two headers, each set to the right over its column, that leave no gap between them.
    """
    ends = [column.ink1 for column in columns if not column.is_text]
    here = [end for end in ends if abs(end - token.x1) < _EVEN]
    is_even = bool(here) and any(end > here[0] and abs(end - run.x1) < _EVEN for end in ends)
    return is_even and _UNITS.fullmatch(run.text) is None


def _unglued(token: Token, columns: Sequence[Column]) -> list[Token]:
    """The words that a token is, where a file sets headers so close that no blank is left between them."""
    if token.end - token.start != len(token.text):
        return [token]
    cut = PERIOD_GLUED.search(token.text)
    at, x = (cut.start(), _place(token, cut.start())) if cut is not None else _joint(token, columns)
    if not at:
        return [token]
    return [
        token._replace(end=token.start + at, x1=x, text=token.text[:at]),
        token._replace(start=token.start + at, x0=x, text=token.text[at:]),
    ]


def _joint(token: Token, columns: Sequence[Column]) -> tuple[int, float]:
    """The letter and the place of a column's right edge where a capital follows a small letter: "StorageTransport".

    Letters are of different widths: it may stand two of them away from where equal ones would. 0 where there is none.
    """
    slack = 2 * (token.x1 - token.x0) / max(len(token.text), 1)
    for found in _CAPITAL.finditer(token.text):
        for column in columns:
            inside = token.x0 < column.ink1 < token.x1 and not column.is_text
            if inside and abs(_place(token, found.start()) - column.ink1) < slack:
                return found.start(), column.ink1
    return 0, 0.0


def _place(token: Token, letter: int) -> float:
    """About where a letter of a token begins on the page."""
    return token.x0 + (token.x1 - token.x0) * letter / len(token.text)


def _is_close(lines: Sequence[Line], at: int, found: Sequence[tuple[int, list[Run]]]) -> bool:
    below = lines[at + 1]
    distance = below.top - lines[at].bottom
    return distance < (_STACKED if found else _FAR) * max(lines[at].height, below.height)


def _is_units(cells: Sequence[Run]) -> bool:
    return len(cells) == 1 and _UNITS.fullmatch(cells[0].text) is not None


def _is_title(region: Region, line: Line, cells: Sequence[Run]) -> bool:
    """A line centred on the whole table, labels included, is its title."""
    if len(cells) != 1 or len(line.runs) != 1:
        return False
    run = cells[0]
    return (
        run.x0 < region.left
        and abs(run.middle - (region.left + region.right) / 2) > 0.12 * (region.right - region.left) + 12
        and run.middle < region.left + 0.3 * (region.right - region.left)
        and len(region.columns) > 1
    )


def _caption(region: Region, lines: Sequence[Line], at: int, floor: int) -> list[int]:
    """The lines above that introduce the table: its units, its title, the sentence before it."""
    caption: list[int] = []
    while at >= floor and len(caption) < 4:
        line = lines[at]
        distance = lines[at + 1].top - line.bottom
        if distance > (_FAR if not caption else 1.2) * line.height or line.values:
            break
        caption.insert(0, at)
        at -= 1
    return caption


def _placed(
    region: Region, lines: Sequence[Line], found: Sequence[tuple[int, list[Run]]], rules: Sequence[Rule]
) -> list[Header]:
    """The header cells over their columns, from the lowest line up; what stands on several lines is one cell."""
    placed: list[Header] = []
    headed: set[int] = set()
    for index, cells in found:
        line = lines[index]
        below = [header for header in placed if header.top == min(h.top for h in placed)]
        for run, (first, last) in _over(region.columns, cells, line, Below(headed, below), rules):
            header = Header(first, last, list(run.tokens), index, index, run.middle)
            header.closed = _PERIOD_OPENS.search(run.text) is not None or _ruled(run, line, lines, index, rules)
            _add(placed, header, lines)
        headed = {c for header in placed for c in range(header.first, header.last + 1)}
    return sorted(placed, key=lambda header: (header.top, header.first))


def _add(placed: list[Header], header: Header, lines: Sequence[Line]) -> None:
    """Join the cell to the one below over the same columns, or add it."""
    below = [h for h in placed if h.first <= header.last and h.last >= header.first]
    nearest = min(below, key=lambda h: h.top, default=None)
    if nearest and (nearest.first, nearest.last) == (header.first, header.last) and not header.closed:
        upper, lower = lines[header.bottom], lines[nearest.top]
        if lower.top - upper.bottom < 0.8 * max(lower.height, upper.height):
            nearest.tokens = header.tokens + nearest.tokens
            nearest.top, nearest.middle = header.top, header.middle
            return
    placed.append(header)


def _ruled(run: Run, line: Line, lines: Sequence[Line], index: int, rules: Sequence[Rule]) -> bool:
    """Whether a rule is drawn between this cell and the line below."""
    until = lines[index + 1].top + 0.35 * lines[index + 1].height
    since = line.bottom - 0.3 * line.height
    return any(since < rule.y < until and rule.x0 - 2 < run.middle < rule.x1 + 2 for rule in rules)


def _over(
    columns: Sequence[Column], cells: Sequence[Run], line: Line, lower: Below, rules: Sequence[Rule]
) -> list[tuple[Run, tuple[int, int]]]:
    """Which columns each cell of a header line stands over."""
    while len(cells) > len(columns) and cells[0].x1 < columns[0].x0:
        cells = cells[1:]  # "Note", over a column that no row of this table fills
    result: dict[int, tuple[int, int]] = {}
    for i, run in enumerate(cells):
        group = _by_rule(columns, run, cells, line, rules)
        if group:
            result[i] = group
    if len(result) < len(cells):
        for i, group in _by_place(columns, cells, lower).items():
            taken = [g for j, g in result.items() if j != i and g[0] <= group[1] and g[1] >= group[0]]
            if i not in result and not taken:
                result[i] = group
    return [(cells[i], result[i]) for i in sorted(result)]


def _by_rule(
    columns: Sequence[Column], run: Run, cells: Sequence[Run], line: Line, rules: Sequence[Rule]
) -> tuple[int, int] | None:
    """The columns above which the rule under a cell is drawn."""
    for rule in rules:
        if not line.bottom - 0.4 * line.height < rule.y < line.bottom + 1.1 * line.height:
            continue
        if not rule.x0 - 2 <= run.middle <= rule.x1 + 2:
            continue
        if any(other is not run and rule.x0 < other.middle < rule.x1 for other in cells):
            continue  # it underlines the whole line
        if run.x0 < rule.x0 - 12 or run.x1 > rule.x1 + 12:
            continue
        under = [i for i, c in enumerate(columns) if rule.x0 - 2 < (c.ink0 + c.ink1) / 2 < rule.x1 + 2]
        if under:
            return under[0], under[-1]
    return None


def _by_place(columns: Sequence[Column], cells: Sequence[Run], lower: Below) -> dict[int, tuple[int, int]]:
    """The columns of each cell, chosen together: each as near the middle of its columns as the others allow.

    A cell may span several columns only if it reaches over them, or if they have headers of their own below.
    """
    pitch = min(gaps(columns), default=80.0)
    count = len(columns)
    best: list[list[tuple[float, tuple[tuple[int, int], ...]]]] = []
    infinite = (float("inf"), ())
    # best[k][c]: the cost of placing the first k cells within the first c columns
    best.append([(pitch * _UNCOVERED * c, ()) for c in range(count + 1)])
    for run in cells:
        row: list[tuple[float, tuple[tuple[int, int], ...]]] = [infinite] * (count + 1)
        for end in range(1, count + 1):
            options = [(row[end - 1][0] + pitch * _UNCOVERED, row[end - 1][1])]
            for start in range(end):
                cost, groups = best[-1][start]
                misfit = _misfit(columns, run, start, end - 1, lower)
                options.append((cost + misfit, (*groups, (start, end - 1))))
            row[end] = min(options, key=lambda option: option[0])
        best.append(row)
    cost, groups = best[-1][count]
    if cost == float("inf"):
        return {}
    return {
        i: group
        for i, (run, group) in enumerate(zip(cells, groups, strict=True))
        if _misfit(columns, run, *group, lower) < _ASTRAY * max(pitch, run.x1 - run.x0)
    }


def _misfit(columns: Sequence[Column], run: Run, first: int, last: int, lower: Below) -> float:
    """How far a cell is from where it would stand over these columns, in points."""
    left, right = _slot(columns, first)[0], columns[last].ink1
    if first == last:
        ink = (columns[first].ink0 + columns[first].ink1) / 2
        aligned = abs(run.x0 - columns[first].ink0) if columns[first].is_text else abs(run.x1 - right)
        return min(abs(run.middle - (left + right) / 2), aligned, abs(run.middle - ink))
    reached = run.x0 < columns[first].ink1 and run.x1 > columns[last].ink0
    if not reached and (not set(range(first, last + 1)) <= lower.columns or lower.stacks(run)):
        return float("inf")
    return abs(run.middle - (left + right) / 2)


def _slot(columns: Sequence[Column], index: int) -> tuple[float, float]:
    """The room of a column: from its currency sign, or where the column before ends, to its right edge."""
    column = columns[index]
    if column.x0 < column.ink0 - 2 or column.is_text:
        return column.x0, column.ink1
    before = columns[index - 1].ink1 if index else column.ink1 - max(next(gaps(columns), 60.0), 30.0)
    return min(column.ink0, before + 6.0), column.ink1

"""The head of a table: its lines of headers, its units, the labels between them and the first row, its caption."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sleuth.ingest.readers.tables.header_cells import SLACK, header_cells, header_runs, is_stub, is_units
from sleuth.ingest.readers.tables.header_columns import Header, HeaderLine, Rule, placed_headers
from sleuth.ingest.readers.tables.layout import Line, Run
from sleuth.ingest.readers.tables.regions import Region

_STACKED = 1.0  # line heights between the lines of a header
_SPANNING = 1.6  # line heights below headers side by side, under which there is room for the rules that underline them
_SIDE_BY_SIDE = 2  # headers on a line
_FAR = 3.2  # line heights between a table and its caption, or its header
_LARGER = 1.1  # times the height of a table's lines, of a heading above it
_MOST_HEADER_LINES = 9
_MOST_CAPTION_LINES = 4


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
    above = _take_sections(region, lines, floor, head)
    found = _take_headers(region, lines, above, floor, head)
    if found:
        head.lines = [index for index, _ in reversed(found)]
        head.stubs = [run for index in head.lines for run in header_runs(region, lines[index]) if is_stub(region, run)]
        above = head.lines[0] - 1
    else:
        head.sections, head.units = [], []
        above = region.first - 1
        while above >= floor and _is_section(region, lines, above):
            head.sections.insert(0, lines[above])
            above -= 1
    head.headers = placed_headers(region.columns, lines, [line for line in found if line.cells], rules)
    head.caption = _caption(lines, above, floor)
    return head


def _take_sections(region: Region, lines: Sequence[Line], floor: int, head: Head) -> int:
    """Collect the labels right above the first row; returns the index of the line above them."""
    at = region.first - 1
    while at >= floor:
        line = lines[at]
        if line.x1 > region.left + SLACK or line.values:
            break
        head.sections.insert(0, line)
        at -= 1
    return at


def _take_headers(region: Region, lines: Sequence[Line], at: int, floor: int, head: Head) -> list[HeaderLine]:
    """The lines of headers from index `at` up, the lowest first; a line of units below them goes to the head."""
    found: list[HeaderLine] = []
    while at >= floor and len(found) < _MOST_HEADER_LINES:
        line = lines[at]
        cells = header_cells(region, line)
        reach = _FAR if not found else _STACKED if cells is None or len(cells) < _SIDE_BY_SIDE else _SPANNING
        if cells is None or not _is_close(lines, at, reach):
            break
        if is_units(cells):
            if found:
                break
            _take_units(region, line, at, head)
        elif _is_title(region, line, cells) or (found and _is_heading(line, cells, lines[at + 1])):
            break
        else:
            found.append(HeaderLine(at, cells))
        at -= 1
    while found and not found[-1].cells:  # labels above the header are none of it
        found.pop()
    return found


def _take_units(region: Region, line: Line, at: int, head: Head) -> None:
    """Some write the units below the header, and a section beside them."""
    head.units.append(at)
    beside = [run for run in line.runs if is_stub(region, run)]
    if beside:
        head.sections.insert(0, Line([token for run in beside for token in run.tokens], beside))


def _is_section(region: Region, lines: Sequence[Line], index: int) -> bool:
    """Whether a label above a table without a header belongs to it."""
    close = lines[index + 1].top - lines[index].bottom < 1.5 * lines[index].height
    return close and lines[index].x1 <= region.left + SLACK and lines[index].text.endswith(":")


def _is_close(lines: Sequence[Line], at: int, reach: float) -> bool:
    """Whether a line stands close enough above the next to be a header of it: within so many line heights."""
    below = lines[at + 1]
    return below.top - lines[at].bottom < reach * max(lines[at].height, below.height)


def _is_title(region: Region, line: Line, cells: Sequence[Run]) -> bool:
    """A line centred on the whole table, labels included, is its title."""
    if len(cells) != 1 or len(line.runs) != 1 or len(region.columns) < 2:
        return False
    run, width = cells[0], region.right - region.left
    is_over_labels = run.x0 < region.left and run.middle < region.left + 0.3 * width
    is_off_columns = abs(run.middle - (region.left + region.right) / 2) > 0.12 * width + 12
    return is_over_labels and is_off_columns


def _is_heading(line: Line, cells: Sequence[Run], below: Line) -> bool:
    """Whether a line over the labels alone is a heading, in larger type than the header below: what stands above it is
    no header.
    """
    return not cells and line.height > _LARGER * below.height


def _caption(lines: Sequence[Line], at: int, floor: int) -> list[int]:
    """The lines above that introduce the table: its units, its title, the sentence before it."""
    caption: list[int] = []
    while at >= floor and len(caption) < _MOST_CAPTION_LINES:
        line = lines[at]
        distance = lines[at + 1].top - line.bottom
        if distance > (1.2 if caption else _FAR) * line.height or line.values:
            break
        caption.insert(0, at)
        at -= 1
    return caption

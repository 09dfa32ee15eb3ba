"""A table as a person sees it: what stands above it, its headings among the rows, names apart from attributes."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.source import Page, Table
from sleuth.findings.tables.headings import names_only_scenario, names_only_time, read_headings
from sleuth.language.glyphs import plain
from sleuth.language.metrics import label_form
from sleuth.language.quantity import read_cell
from sleuth.language.scale import NOTHING, is_unit_heading, read_scaling
from sleuth.language.timing import read_timing, scan_times
from sleuth.language.wordlist import wordlist

_ABOVE = 400  # characters before a table without a caption …
_LINES_ABOVE = 4  # … and lines
_OF_WHICH = re.compile(rf"{wordlist('labels')['of_which']}\b:?\s*(?=[A-ZÅÄÖ])", re.IGNORECASE)
_FEWEST_TIMES = 2  # that groups of rows stand under
_FEWEST_PARTS = 2  # rows that make up a total without a label
_TOP = 400  # characters of a page before a table that begins it
Texts = dict[int, dict[int, str]]  # row → column → text


def laid_out(page: Page, table: Table) -> Table:
    """The table with its leading rows of times and scenarios over the columns, and rows by their names."""
    texts = _texts(page, table)
    table = _headed(_unspread(_unglued(table)), texts)
    paths = _within(_timed(_named(table, texts), texts, stub(page, table)))
    return replace(table, row_paths=_with_totals(paths, texts))


def _unglued(table: Table) -> Table:
    """The table with a heading over as many columns as it names times, run together, as one over each: "31 Dec 202431
    Dec 2023 (restated)".
    """
    paths = {column: tuple(path) for column, path in table.column_paths.items()}
    for whole in {path[-1] for path in paths.values() if path and _GLUED.search(path[-1])}:
        columns = sorted(column for column, path in paths.items() if path and path[-1] == whole)
        text = _GLUED.sub(" ", whole)
        starts = [mention.start for mention in scan_times(plain(text).text)]
        if 1 < len(starts) == len(columns) and starts[0] == 0 and len(plain(text).text) == len(text):
            pieces = (text[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True))
            paths |= {column: (*paths[column][:-1], piece) for column, piece in zip(columns, pieces, strict=True)}
    return replace(table, column_paths=paths)


_GLUED = re.compile(r"(?<=\b(?:19|20)\d\d)(?=\d{1,2}\.? [A-Z][a-z]{2,8} (?:19|20)\d\d\b)")


def _unspread(table: Table) -> Table:
    """The table without a day over all its columns that all but one of them contradict: "June 29, 2024" is the first
    of three lines over its column, and stands above the two of those beside it.
    """
    paths = {column: tuple(path) for column, path in table.column_paths.items()}
    for first in {path[0] for path in paths.values() if len(path) > 1}:
        under = {column: path for column, path in paths.items() if len(path) > 1 and path[0] == first}
        contradicting = [column for column, path in under.items() if read_timing(" ".join(path)) is None]
        timing = read_timing(first)
        is_day = timing is not None and timing.date is not None and names_only_time(first)
        if is_day and len(contradicting) == len(under) - 1 > 0:
            paths |= {column: under[column][1:] for column in contradicting}
    return replace(table, column_paths=paths)


@dataclass(frozen=True, slots=True)
class BodyCell:
    """A cell of a table's body. `start` and `end` are characters of the page."""

    row: int
    column: int
    start: int
    end: int
    text: str


def body_cells(page: Page, table: Table) -> Iterator[BodyCell]:
    """The cells that stand beside a row's labels, in reading order."""
    pieces: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for cell in table.cells():
        if cell.row in table.row_paths:
            pieces[cell.row, cell.column].append((cell.start, cell.end))
    for (row, column), spans in pieces.items():
        start, end = min(spans)[0], max(span[1] for span in spans)
        text = page.text[start:end]
        is_torn = end - start > sum(b - a for a, b in spans) + 2 * len(spans)  # something else stands between
        if not is_torn and text not in table.row_paths[row]:
            yield BodyCell(row, column, start, end, text)


def lines_above(page: Page, table: Table) -> list[str]:
    """What introduces a table: its caption, and where the file sets no captions apart, the lines right before it."""
    caption = [line for line in table.caption.split("\n") if label_form(line) or read_scaling(line) != NOTHING]
    if page.words is not None:
        return caption  # the reader of PDFs has looked above the table
    start = min((cell.start for cell in table.cells()), default=0)
    before = page.text[max(0, start - _ABOVE) : start].rstrip().split("\n")
    lines: list[str] = []
    for line in reversed(before[-_LINES_ABOVE:]):
        if "\t" in line and any(read_cell(part) for part in line.split("\t")):
            break  # a row of the table above
        lines.insert(0, line.strip())
    return [*(line for line in lines if line and line not in caption), *caption]


def titles_of(page: Page, table: Table) -> list[str]:
    """The lines that may be a table's title: what introduces it, and the first lines of a page that it begins."""
    first = min((cell.start for other in page.tables for cell in other.cells()), default=0)
    start = min((cell.start for cell in table.cells()), default=0)
    top = page.text[:start].strip().split("\n") if start == first and start <= _TOP else []
    return [line for line in (*lines_above(page, table), *top) if label_form(line) != "table of contents"]


def stub(page: Page, table: Table) -> list[str]:
    """What stands over the labels of the rows, where the file does not set it apart."""
    body = min(table.row_paths, default=0)
    return [page.text[cell.start : cell.end] for cell in table.cells() if cell.row < body and cell.column == 0]


def _texts(page: Page, table: Table) -> Texts:
    texts: Texts = defaultdict(dict)
    for cell in table.cells():
        beside = texts[cell.row].get(cell.column, "")
        texts[cell.row][cell.column] = f"{beside} {page.text[cell.start : cell.end]}".strip()
    return texts


def _headed(table: Table, texts: Texts) -> Table:
    """The first rows that hold nothing but times and scenarios are headings: a slide's table keeps but one as such."""
    first = min((column for row in texts.values() for column in row), default=0)
    headings = {column: tuple(path) for column, path in table.column_paths.items()}
    last = max((row for row in texts if _is_above(texts[row], headings)), default=-1)
    paths = dict(table.row_paths)
    for row in sorted(row for row in texts if row > last):
        beside = {column: text for column, text in texts[row].items() if column != first}
        if any(_has_year(path) for path in headings.values()) or not _are_headings(beside):
            break
        headings |= {column: (*headings.get(column, ()), text) for column, text in beside.items()}
        if stub := texts[row].get(first, ""):
            headings[first] = (*headings.get(first, ()), stub)
        paths.pop(row, None)
    return replace(table, column_paths=headings, row_paths=paths)


def _is_above(row: Mapping[int, str], headings: Mapping[int, tuple[str, ...]]) -> bool:
    """Whether a row is one of the headings that the file sets apart."""
    return bool(row) and all(text in headings.get(column, ()) for column, text in row.items())


def _has_year(path: tuple[str, ...]) -> bool:
    timing = read_headings(path).timing
    return timing is None or timing.year is not None


def _are_headings(texts: Mapping[int, str]) -> bool:
    """Whether all cells of a row are times or scenarios, and some of them times."""
    times = [text for text in texts.values() if names_only_time(text)]
    return bool(times) and all(names_only_time(text) or names_only_scenario(text) for text in texts.values())


def _named(table: Table, texts: Texts) -> dict[int, tuple[str, ...]]:
    """Row paths without what stands in columns of words, where the first column already tells the rows apart.

    "Orchard Ventures | Series A" is Orchard Ventures; the class of its shares is said of it.
    """
    first = min((column for row in texts.values() for column in row), default=0)
    rows = [row for row in table.row_paths if len(texts[row]) > 1]
    names = [label_form(texts[row].get(first, "")) for row in rows]
    if names and all(name.isdigit() for name in names):
        return {row: (texts[row][first + 1],) for row in rows if first + 1 in texts[row]}  # a list: "No. | Customer"
    if not all(names) or len(set(names)) < len(names):
        return dict(table.row_paths)
    return {
        row: tuple(part for part in path if part not in _attributes(texts[row], first, table)) or path
        for row, path in table.row_paths.items()
    }


def _with_totals(paths: dict[int, tuple[str, ...]], texts: Texts) -> dict[int, tuple[str, ...]]:
    """The paths, and one for each row without a label that is the sum of the section above it: the section's own."""
    found = dict(paths)
    for row in sorted(texts):
        if row in paths or not paths or row < min(paths):
            continue
        section = _section_above(row, paths, texts)
        if section and _sums_up(row, [above for above in section if above in texts], texts):
            found[row] = paths[section[0]][:-1]
    return {row: found[row] for row in sorted(found)}


def _timed(paths: dict[int, tuple[str, ...]], texts: Texts, over: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """The paths, with the time that a group of rows stands under: "2024/25", and the same lines once more below
    "2023/24". The first of the times may stand over the labels (`over`), beside the headings.
    """
    times = {
        row: path[-1] for row, path in paths.items() if path and len(texts[row]) == 1 and names_only_time(path[-1])
    }
    first = next((text for text in over if names_only_time(text)), "")
    if len({*times.values(), first} - {""}) < _FEWEST_TIMES:
        return paths
    found = dict(paths)
    time = first
    for row in sorted(paths):
        time = times.get(row, time)
        if time and row not in times and time not in paths[row]:
            found[row] = (time, *(part for part in paths[row] if part not in times.values()))
    return found


def _within(paths: dict[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """The paths, with "of which Software" as a part of the row above that it tells of: "Net sales > Software"."""
    found = dict(paths)
    above: tuple[str, ...] = ()
    for row, path in sorted(paths.items()):
        part = _OF_WHICH.match(path[-1]) if path else None
        if part is None:
            above = path
        elif above and len(path) == len(above):
            found[row] = (*above, path[-1][part.end() :].strip())
    return found


def _section_above(row: int, paths: Mapping[int, tuple[str, ...]], texts: Texts) -> list[int]:
    """The rows right above that stand in one section, the first of them first; empty where they stand in none."""
    above = [other for other in sorted(paths) if other < row and len(texts.get(other, {})) > 1]
    if not above or len(paths[above[-1]]) < 2:
        return []
    outer = paths[above[-1]][:-1]
    section: list[int] = []
    for other in reversed(above):
        if paths[other][:-1] != outer:
            break
        section.insert(0, other)
    return section


def _sums_up(row: int, section: Sequence[int], texts: Texts) -> bool:
    """Whether every number of a row is the sum of those above it, within the rounding of all."""
    numbers = {column: read for column, text in texts[row].items() if (read := read_cell(text)) is not None}
    if not numbers or len(section) < _FEWEST_PARTS:
        return False
    for column, total in numbers.items():
        parts = [read for above in section if (read := read_cell(texts[above].get(column, ""))) is not None]
        rounding = sum((part.step for part in parts), total.step) / 2
        if not parts or abs(sum(part.value for part in parts) - total.value) > rounding:
            return False
    return True


def _attributes(row: Mapping[int, str], first: int, table: Table) -> set[str]:
    """The texts of a row's other columns that have headings of their own."""
    return {text for column, text in row.items() if column != first and table.column_paths.get(column)}


def units_beside(page: Page, table: Table) -> dict[int, str]:
    """What a column headed "Unit" says in each row."""
    columns = [column for column, path in table.column_paths.items() if path and is_unit_heading(path[-1])]
    if len(columns) != 1:
        return {}
    texts = _texts(page, table)
    return {row: texts[row][columns[0]] for row in table.row_paths if columns[0] in texts[row]}

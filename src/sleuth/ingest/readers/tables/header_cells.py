"""The header cells of one line: its runs, cut where two headers stand close together."""

import re
from collections.abc import Sequence

from sleuth.ingest.readers.tables.layout import Line, Run, Token
from sleuth.ingest.readers.tables.regions import Column, Region, gaps

SLACK = 4.0  # points by which what ends with the labels may reach into the columns
_UNITS = re.compile(
    r"[(\[].*\b(?:thousand|million|billion|except|unaudited|audited|percent|share|dollar|USD|SEK|EUR|tkr|mkr|mnkr|kronor|"
    r"miljoner|miljarder|tusental|belopp)\w*\b.*[)\]]",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"(?<=[a-zåäöü])(?=[A-ZÅÄÖÜ])")
_EVEN = 1.5  # points between right edges that are set even
_HEADER_GAP = 0.45  # of the line's height, between two header cells
_LONGEST_CELL = 80  # characters of a header cell on one line
_BEYOND = 60  # points right of the last column that a header may reach


def header_cells(region: Region, line: Line) -> list[Run] | None:
    """The header cells of a line; None where it is no header: prose, or a title, that reaches over the labels."""
    cells: list[Run] = []
    for run in header_runs(region, line):
        if is_stub(region, run):
            continue
        parts = _parted(run, line.height, region.columns)
        reaches_labels = run.x0 < _leftmost(region) and not _is_apart(region, line, parts)
        if reaches_labels or run.x1 > region.right + _BEYOND or _is_prose(region, run, parts):
            return None
        cells += parts
    return cells


def header_runs(region: Region, line: Line) -> list[Run]:
    """The runs of a line; one that is what stands over the labels and then a header for each column is cut into these.

    "$'000, 2024 restated   Paint   Coatings   Group", which reads as one run where a line has no numbers.
    """
    return [part for run in line.runs for part in _cut_behind_stub(region, run, line.height)]


def _cut_behind_stub(region: Region, run: Run, height: float) -> list[Run]:
    parts = _parted(run, height, region.columns)
    count = len(region.columns)
    stubs, heads = parts[:-count], parts[-count:]
    is_stubbed = bool(stubs) and all(is_stub(region, part) for part in stubs)
    are_over = all(map(_is_over, heads, region.columns))
    return [*stubs, *heads] if count > 1 and is_stubbed and are_over else [run]


def _is_over(head: Run, column: Column) -> bool:
    """Whether a header begins where its column does, or ends where it does."""
    return abs(head.x0 - column.x0) < SLACK or abs(head.x1 - column.ink1) < SLACK


def is_units(cells: Sequence[Run]) -> bool:
    """Whether a line is of units alone: "(in millions, except per share amounts)"."""
    return len(cells) == 1 and _UNITS.fullmatch(cells[0].text) is not None


def is_stub(region: Region, run: Run) -> bool:
    """Whether a run of a header line stands over the labels."""
    labels = region.label_x0 + 0.4 * (region.left - region.label_x0)
    return run.x1 <= region.left + SLACK and run.x0 < max(labels, _leftmost(region))


def _is_prose(region: Region, run: Run, parts: Sequence[Run]) -> bool:
    """Whether a run is longer than headers are."""
    is_crowded = len(run.text) > _LONGEST_CELL and len(parts) > len(region.columns)
    return is_crowded or any(len(part.text) > _LONGEST_CELL for part in parts)


def _is_apart(region: Region, line: Line, parts: Sequence[Run]) -> bool:
    """Whether a wide header is surely one: it ends where its column ends, beside what stands over the labels.

    "Shareholder … Shareholding at 30 September 2024" over a column of percentages; or there is one for each column.
    """
    if len(parts) != len(region.columns) or abs(parts[-1].x1 - region.right) >= SLACK:
        return False
    return len(parts) > 1 or any(is_stub(region, run) for run in line.runs)


def _leftmost(region: Region) -> float:
    """How far left of the first column its header may begin: it is centred over a column of unknown width."""
    first = region.columns[0]
    width = max(next(gaps(region.columns), 0.0), 60.0)
    return min(first.x0 - SLACK, first.ink1 - width) - 0.3 * width


def _parted(run: Run, height: float, columns: Sequence[Column]) -> list[Run]:
    """A run cut where two header cells stand close together."""
    tokens = [part for token in run.tokens for part in _unglued(token, columns)]
    groups = [[tokens[0]]]
    for token in tokens[1:]:
        last = groups[-1][-1]
        if token.x0 - last.x1 > _HEADER_GAP * height or _fills(columns, last, run):
            groups.append([])
        groups[-1].append(token)
    return [Run(tuple(group)) for group in groups]


def _fills(columns: Sequence[Column], token: Token, run: Run) -> bool:
    """Whether a token of a run ends just where a column does, and the run itself where a later one does.

    Then it is two headers, each set to the right over its column, that leave no gap between them.
    """
    ends = [column.ink1 for column in columns if not column.is_text]
    here = [end for end in ends if abs(end - token.x1) < _EVEN]
    return bool(here) and any(end > here[0] and abs(end - run.x1) < _EVEN for end in ends)


def _unglued(token: Token, columns: Sequence[Column]) -> list[Token]:
    """The words that a token is, where a file sets headers so close that no blank is left between them."""
    if token.end - token.start != len(token.text):
        return [token]
    letter, x = _joint(token, columns)
    if not letter:
        return [token]
    return [
        token._replace(end=token.start + letter, x1=x, text=token.text[:letter]),
        token._replace(start=token.start + letter, x0=x, text=token.text[letter:]),
    ]


def _joint(token: Token, columns: Sequence[Column]) -> tuple[int, float]:
    """The letter and the place of a column's right edge where a capital follows a small letter: "StorageTransport".

    Letters are of different widths: it may stand two of them away from where equal ones would. 0 where there is none.
    """
    slack = 2 * (token.x1 - token.x0) / max(len(token.text), 1)
    for found in _CAPITAL.finditer(token.text):
        for column in columns:
            inside = token.x0 < column.ink1 < token.x1 and not column.is_text
            if inside and abs(_x_of(token, found.start()) - column.ink1) < slack:
                return found.start(), column.ink1
    return 0, 0.0


def _x_of(token: Token, letter: int) -> float:
    """About where a letter of a token begins on the page."""
    return token.x0 + (token.x1 - token.x0) * letter / len(token.text)

"""A located quote with what belongs to it: the rest of its sentences, and what the cells in it are."""

import re
from collections.abc import Iterator

from sleuth.evidence.cells.place import Place, counts_things, headings_over, place_of, scaling_lines
from sleuth.evidence.quote import Match
from sleuth.evidence.quotes.cuts import sentence_borders
from sleuth.evidence.source import Page, Source, Span
from sleuth.language.quantity import read_cell
from sleuth.language.scale import NOTHING, read_scaling, scale_name

_REACH = 1_200  # characters looked at on each side for the borders of a sentence
_MOST_CELLS = 60  # of one quote
_LEAST_SAID = 4  # words of a cell that holds a text
_BLOCK = re.compile(r"\n\s*\n")
_GAP = re.compile(r"(?<=[$€£(-])\s+(?=[\d(])|(?<=\d)\s+(?=[)%])")  # "$ 63,355", "12 %"
_UNSCALED = re.compile(r"\bper (?:\w+ )?share\b|\bper aktie\b|%|percent|\bratio\b|\brate\b|\bmargin\b", re.IGNORECASE)
_LINE = re.compile(r"^(?P<before>[^\n]*\S[^\n]*)\n(?=(?P<after>[^\n]*\S[^\n]*))", re.MULTILINE)
_SHORT = 0.6  # of the next line
_LONGEST_HEADING = 60  # characters of a line that is nothing but a heading
_YEAR = re.compile(r"(?:19|20)\d\d")
_ENDED = re.compile(r"\b(?:ended|ending|avslutades)\b", re.IGNORECASE)
_WORDED = re.compile(r"%|[^\W\d_]{3}")
_SHARES = re.compile(r"\bshares\b|\baktier\b", re.IGNORECASE)


def widened(source: Source, match: Match) -> tuple[str, ...]:
    """The located words and the whole sentences around them; of a table each number, with headings, unit and scale."""
    found: list[str] = []
    for span in match.spans:
        page = source.page_of(span)
        cells = list(_cells(source, page, span))
        found += [] if cells else [match.text]
        found += cells or [page.text[slice(*sentence_on(page, span.start, span.end))]]
    return tuple(dict.fromkeys(found))


def sentence_on(page: Page, start: int, end: int) -> tuple[int, int]:
    """The same on a page, whose tables are no part of its sentences."""
    first, last = sentence_at(page.text, start, end)
    cells = [cell for table in page.tables for cell in table.cells()]
    first = max([first, *(cell.end for cell in cells if cell.end <= start)])
    last = min([last, *(cell.start for cell in cells if cell.start >= end)])
    stretch = page.text[first:last]
    return first + len(stretch) - len(stretch.lstrip()), first + len(stretch.rstrip())


def sentence_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Characters [start, end) and the rest of the sentences that they begin and end in, as offsets."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    blocks = [*(block.end() for block in _BLOCK.finditer(text, low, start)), *headings_before(text, low, start)]
    first = max([low if low else 0, *blocks, *(at for at in sentence_borders(text, low, start + 1) if at <= start)])
    block = _BLOCK.search(text, end, high)
    after = [at for at in sentence_borders(text, max(low, end - 1), high) if at >= end]
    last = min([high, *after, *([block.start()] if block else [])])
    stretch = text[first:last]
    return first + len(stretch) - len(stretch.lstrip()), first + len(stretch.rstrip())


def headings_before(text: str, low: int, start: int) -> Iterator[int]:
    """Where lines begin that a heading precedes: a short line with room for the next word, which has a capital."""
    for line in _LINE.finditer(text, low, start + 1):
        before, after = line["before"].strip(), line["after"]
        word = after.split(maxsplit=1)[0]
        fits = len(before) + 1 + len(word) <= _SHORT * len(after)
        if fits and word[:1].isupper() and before[-1:].isalnum():
            yield line.start("after")


def _cells(source: Source, page: Page, span: Span) -> Iterator[str]:
    for table in page.tables:
        touched = [cell for cell in table.cells() if cell.start < span.end and cell.end > span.start]
        for cell in touched[:_MOST_CELLS]:
            place = place_of(source, Span(page.number, cell.start, cell.end))
            if place is not None and any(map(str.isdigit, place.text)):
                yield described(place)
            if read_cell(text := page.line_of(cell)) is None:
                heading = " ".join(headings_over(page, table, cell.row, cell.column))
                yield from (text,) if len(text.split()) >= _LEAST_SAID else ()
                yield from (f"{heading}: {text}",) if heading else ()


def described(place: Place) -> str:
    """A cell in words: "Net sales, Services, three months ended July 1, 2023: $21,213 million"."""
    labels = [" ".join(label.split()).rstrip(" :,") for label in place.labels if label.strip()]
    heading = _heading(place)
    number = _GAP.sub("", " ".join(place.text.split()))
    return f"{', '.join([*labels, *([heading] if heading else [])])}: {_with_unit(place, number, ' '.join(labels))}"


def _heading(place: Place) -> str:
    """The column's headings; where they are a bare year, the line above that says what of the year ends when.

    A column of changes stands for the first period that it compares: "Change, Three Months Ended July 1, 2023".
    """
    outer = place.headings[:-1]
    dated = [path for path in place.table.column_paths.values() if path[:-1] == outer and _YEAR.search(path[-1])]
    if outer and dated and not any(_YEAR.search(heading) for heading in place.headings):
        return " ".join(f"{place.headings[-1]}, {' '.join(dated[0])}".split())
    heading = " ".join(" ".join(place.headings).split())
    longer = [line for line in place.lines if heading in line and _ENDED.search(line) and len(line) < _LONGEST_HEADING]
    return " ".join(longer[0].split()) if longer and _YEAR.fullmatch(heading) else heading


def _with_unit(place: Place, number: str, label: str) -> str:
    if _UNSCALED.search(label) or _WORDED.search(number) or counts_things(place):
        return number
    scaling = NOTHING
    for text in (*reversed(place.headings), *scaling_lines(place)):
        scaling = scaling.over(read_scaling(text, place.signs))
    counted = _SHARES.search(label) is not None
    scale = scaling.shares if counted else scaling.money
    signs = (sign[0] for text in place.column_numbers().values() if (sign := re.search(r"[$€£]", text)))
    currency = next(signs, "") or (f"{scaling.currency} " if scaling.currency else "")
    stated = counted or re.search(r"[$€£]", number)
    return f"{'' if stated else currency}{number} {scale_name(scale or 0)}".rstrip()

"""A cell known by its two headers alone: "Tax Warranties, Cap (EUR): 19,350,000"."""

from dataclasses import dataclass
from itertools import takewhile

from sleuth.evidence.cells.place import Place, place_of
from sleuth.evidence.source import Source, Span
from sleuth.language.quantity import read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.tokens import spaced


@dataclass(frozen=True, slots=True)
class Headed:
    """What a cell is said to stand under; its words are read from the page."""

    labels: tuple[str, ...]  # of the row, the outermost first
    headings: tuple[str, ...]  # of the column


_LONGEST_TITLE = 12  # words
_NEAREST = 3  # lines above a table that may name what it holds


def read_headed(source: Source, span: Span, headed: Headed) -> tuple[str, str]:
    """The cell in words, and "" or why it does not stand under these headers.

    Where a heading, a corner or a line above states a scale, the figure is given with that statement.
    """
    place = place_of(source, span)
    if place is None:
        return "", "it does not lie in one cell of a table"
    said = {_folded(part) for part in (*place.labels, *place.headings, place.beside)}
    foreign = [part for part in (*headed.labels, *headed.headings) if _folded(part) not in said]
    if foreign:
        return "", f"it does not stand under “{foreign[0]}”"
    names = [", ".join(dict.fromkeys(headed.labels)), " ".join(headed.headings)]
    scale = _stated_scale(place)
    value = f"{' '.join(place.text.split())} ({scale})" if scale else " ".join(place.text.split())
    return f"{', '.join(filter(None, names))}: {value}", ""


def titles_over(source: Source, span: Span) -> str:
    """What stands over the table of a cell, and in its corner, and what its page and its document are called."""
    place = place_of(source, span)
    if place is None:
        return ""
    above = takewhile(_is_title, place.lines[:_NEAREST])  # the nearest first
    return "\n".join((*place.corner, *above, place.page.label, spaced(source.filename), source.title))


def _is_title(line: str) -> bool:
    """Whether a line above a table may name what it holds: no sentence, but one that introduces it."""
    return line.rstrip().endswith(":") or (len(line.split()) <= _LONGEST_TITLE and not line.rstrip().endswith("."))


def _stated_scale(place: Place) -> str:
    """The line that says in what the table's amounts are counted; "" for cells that are no plain amounts."""
    printed = read_cell(place.text)
    if printed is None or printed.unit or any(read_scaling(h).percent for h in (*place.headings, *place.labels)):
        return ""
    if any(read_scaling(part).currency for part in (*place.headings, *place.labels)):
        return ""  # the header tells the unit itself: "Cap (EUR)"
    stated = [line for line in (*place.corner, *place.lines) if read_scaling(line).money]
    return " ".join(stated[0].split()).strip("() ") if stated else ""


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(" :,")

"""How a number that no cell holds follows from the numbers beside it in its sentence, which cells hold."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations

from sleuth.evidence.cells.place import Place
from sleuth.evidence.cells.quoted import Row, in_full, is_near, times_in, year_of
from sleuth.evidence.figures.arithmetic import CHANGE, DIFFERENCE, SUM
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.reading import read
from sleuth.evidence.rows.grid import Grid, Line, grid_of
from sleuth.evidence.values import Quantity
from sleuth.language.tokens import spaced

REFERENCE = re.compile(  # right before a number that another is held against
    r"(?<!\w)(?:from|than|against|versus|vs|compared (?:with|to)|budget\w*|från|än|mot|jämfört med)(?!\w)"
    r"[^.;:,]{0,40}\Z"
)
_TAKEN_AWAY = re.compile(
    r"(?<!\w)(?:less|minus|net of|after deduct\w+|after|avgår|med avdrag för|efter)(?!\w)[^.;:]*\Z"
)
_MEAN = re.compile(r"(?<!\w)(?:average|mean|genomsnitt\w*|snitt\w*)(?!\w)")
_A_YEAR = re.compile(
    r"(?<!\w)(?:annual\w*|yearly|a year|per year|per annum|p\.a\.|cagr|compound\w*|årlig\w*|per år|om året)(?!\w)"
)
_FEWEST_YEARS = 2  # between two numbers, for a growth a year
_OF = re.compile(r"\s*(?:of|av)\s[^\d.;:]{0,40}")  # between a share and that of which it is
_OF_THOSE = re.compile(r"(?<!\w)(?:of (?:those|these|them|which)|varav|av (?:dem|dessa))(?!\w)")


@dataclass(frozen=True, slots=True)
class Known:
    """A number of a sentence that a cell holds, counted as the cell is: with its sign, in full."""

    quantity: Quantity
    place: Place
    value: Decimal
    unit: str
    is_base: bool  # the sentence holds another against it
    is_less: bool  # the sentence takes it away

    @property
    def shown(self) -> str:
        return " ".join(self.place.text.split())

    @property
    def year(self) -> int:
        return year_of(self.place)


def is_taken_away(text: str, start: int) -> bool:
    """Whether what stands before a number in its sentence says that it is taken away: "less purchases of 10"."""
    return _TAKEN_AWAY.search(text[:start]) is not None


def follows(text: str, target: Quantity, known: Sequence[Known]) -> str:
    """How a number of a sentence (`text`, case folded) follows from known ones, written out; "" where it does not."""
    pairs = list(_compared(target, known))
    shares = _shares(target, known) if CHANGE.search(text) is None else ()
    for shown, value in (
        *_totals(text, target, known), *_changes(text, target, pairs), *shares, *_yearly(text, target, known),
    ):  # fmt: skip
        if is_near(abs(value), target):
            return f"{shown} = {target.text}"
    return ""


def grown(text: str, target: Quantity, known: Sequence[Known], rows: Sequence[Row]) -> str:
    """How a number follows as the change of a known one from the same column of the year before, which is not said."""
    for one in known:
        cells = (place for row in rows if row.number == one.place.row for place in row.cells)
        before = [place for place in cells if year_of(place) == one.year - 1 and _measure(place) == _measure(one.place)]
        if one.year and len(before) == 1:
            value, unit = in_full(before[0])
            base = replace(one, place=before[0], value=value, unit=unit, is_base=True)
            for shown, change in _changes(text, target, [(base, one)]):
                if CHANGE.search(text) and is_near(abs(change), target):
                    return f"{shown} = {target.text}"
    return ""


def _measure(place: Place) -> str:
    """What a cell's headings say beside its time: "Revenue" of "Revenue 2024"."""
    text = " ".join(place.headings)
    for start, end, _ in reversed(times_in(text)):
        text = text[:start] + text[end:]
    return " ".join(text.split())


def _totals(text: str, target: Quantity, known: Sequence[Known]) -> Iterator[tuple[str, Decimal]]:
    """The sum, or the mean, of all numbers that count the same; those taken away have the other sign."""
    alike = [one for one in known if _counts_like(one, target)]
    parts = list({(id(one.place.table), one.place.row, one.place.column): one for one in alike}.values())
    values = [-one.value if one.is_less and one.value > 0 else one.value for one in parts]
    sums = SUM.search(text) is not None or any(one.is_less for one in parts)
    if len(parts) < 2:
        return
    shown = " + ".join(
        f"{one.shown}" if value == one.value else f"(-{one.shown})" for one, value in zip(parts, values, strict=True)
    )
    if sums:
        yield shown, sum(values, Decimal(0))
    if _MEAN.search(text):
        yield f"({shown}) / {len(parts)}", sum(values, Decimal(0)) / len(parts)


def _compared(target: Quantity, known: Sequence[Known]) -> Iterator[tuple[Known, Known]]:
    """The two numbers right before a number, around it, or right after it: what is held against first."""
    before = [one for one in known if one.quantity.end <= target.start]
    after = [one for one in known if one.quantity.start >= target.end]
    for pair in (before[-2:], [*before[-1:], *after[:1]], after[:2]):
        if len(pair) == 2 and pair[0].unit == pair[1].unit:
            yield (pair[0], pair[1]) if is_held_against(*pair) else (pair[1], pair[0])


def is_held_against(one: Known, other: Known) -> bool:
    """Whether the second of two numbers is held against the first, which is said so, is earlier, or comes first."""
    if one.is_base != other.is_base:
        return one.is_base
    if one.year and other.year and one.year != other.year:
        return one.year < other.year
    return one.quantity.start < other.quantity.start


def _changes(text: str, target: Quantity, pairs: Sequence[tuple[Known, Known]]) -> Iterator[tuple[str, Decimal]]:
    """How much a number is above or below the one that it is held against, in the direction that the sentence tells."""
    said = [*CHANGE.finditer(text, 0, target.start)][-1:] or [*CHANGE.finditer(text, target.end)][:1]
    differs = DIFFERENCE.search(text) is not None or target.text.lstrip("(").startswith(("-", "+"))
    for base, other in pairs:
        difference = other.value - base.value
        rises = abs(other.value) > abs(base.value)
        told = difference if target.value < 0 else abs(difference)
        is_so = rises == bool(said[0]["up"]) if said else differs and (target.value >= 0 or difference < 0)
        if not is_so or not (_counts_like(base, target) or target.unit == "percent"):
            continue
        shown = f"{other.shown} − {base.shown}"
        if target.unit != "percent":
            yield shown, told
        elif base.value and base.unit != "percent":
            yield f"({shown}) / {base.shown} × 100", 100 * told / abs(base.value)


def _shares(target: Quantity, known: Sequence[Known]) -> Iterator[tuple[str, Decimal]]:
    """A share or a margin: a number in per cent of another of its row or of its column."""
    for part, whole in permutations(known, 2):
        beside = part.place.row == whole.place.row or part.place.headings == whole.place.headings
        if target.unit == "percent" and beside and part.unit == whole.unit != "percent" and whole.value:
            yield f"{part.shown} / {whole.shown} × 100", 100 * part.value / whole.value


def _yearly(text: str, target: Quantity, known: Sequence[Known]) -> Iterator[tuple[str, Decimal]]:
    """The compound growth a year between two numbers of a row that are some years apart."""
    said = CHANGE.search(text)
    if target.unit != "percent" or said is None or _A_YEAR.search(text) is None:
        return
    for base, other in permutations(known, 2):
        years = other.year - base.year if base.year and other.year else 0
        if years < _FEWEST_YEARS or base.place.row != other.place.row or min(base.value, other.value) <= 0:
            continue
        rate = (other.value / base.value) ** (Decimal(1) / years) - 1
        if (rate > 0) == bool(said["up"]):
            yield f"(({other.shown} / {base.shown}) ^ (1/{years}) − 1) × 100", 100 * rate


def spelled(text: str, target: Quantity, stated: Sequence[Quantity]) -> str:
    """How a number follows from others of its sentence, which spells out what is done with them: "1.5% of 200 is 3",
    "in total 5: 2 and 3". `stated` are the numbers that cells or texts state; "" where it does not follow."""
    for part, whole in permutations(stated, 2):
        of = part.unit == "percent" and _OF.fullmatch(text[part.end : whole.start])
        if of and whole.unit == target.unit and is_near(abs(part.value * whole.value) / 100, target):
            return f"{part.text} × {whole.text} = {target.text}"
    alike = [one for one in stated if one.unit == target.unit]
    if SUM.search(text) and len(alike) > 1 and is_near(abs(sum((one.value for one in alike), Decimal(0))), target):
        return f"{' + '.join(one.text for one in alike)} = {target.text}"
    return ""


def _counts_like(one: Known, target: Quantity) -> bool:
    return (
        one.unit == target.unit
        or (not one.unit and not target.scale)
        or (one.unit == "percent" and target.unit == "points")
    )


def counted(text: str, target: Quantity, rows: Sequence[Row], names: Sequence[str] = ()) -> str:
    """How many of a list's rows, or of the quoted ones, have what the sentence says under one heading; "" for another.

    What is counted must be what the list is of, by its headings or the `names` of its document: people of employees.
    A count of all is one only where the quoted rows are all of their list that have it.
    """
    grids = {id(row.table): grid_of(row.page, row.table) for row in rows}
    grid = next(iter(grids.values()))
    if target.scale or len(grids) != 1 or isinstance(grid, str):
        return ""
    if target.unit and not _is_list_of(target.unit, (*names, *grid.headings.values())):
        return ""
    numbers = {row.number for row in rows}
    lines = [line for line in grid.lines if line.row in numbers]
    is_part = _OF_THOSE.search(text) is not None
    for heading, value in _shared(text, grid, lines):
        quoted = [line for line in lines if _has(line, heading, value)]
        everywhere = [line for line in grid.lines if _has(line, heading, value)]
        if len(quoted) == len(lines) == len(everywhere) == target.value:
            return f"{len(quoted)} of the {len(grid.lines)} rows have “{value}” under “{heading}”"
        if is_part and len(quoted) == target.value:
            return f"{len(quoted)} of the {len(lines)} quoted rows have “{value}” under “{heading}”"
    return ""


def _is_list_of(unit: str, names: Sequence[str]) -> bool:
    """Whether names say what a unit counts: an employee list counts people."""
    alike = _PEOPLE if unit in _PEOPLE else {unit}
    words = [word for word, counts in lexicon("units")["unit"].items() if counts in alike]
    said = spaced(" ".join(names).casefold()).split()
    return any(word in said for word in words)


_PEOPLE = frozenset(("person", "employee"))


def _shared(text: str, grid: Grid, lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """The headings and values of quoted rows that a sentence says: words of a cell, or the time of a date."""
    said = {word.text for word in read(text).words}
    times = [time for _, _, time in times_in(text)]
    for heading in grid.headings.values():
        for value in dict.fromkeys(line.texts.get(heading, "") for line in lines):
            words = {word.text for word in read(value).words}
            if words and words <= said:
                yield heading, value
        dated = [time for line in lines[:1] for _, _, time in times_in(line.texts.get(heading, ""))]
        if dated and any(time.day for time in dated):
            yield from ((heading, str(time.year)) for time in times if time.year and not time.month)


def _has(line: Line, heading: str, value: str) -> bool:
    """Whether a row has a value under a heading; a year is had by each of its dates."""
    text = line.texts.get(heading, "")
    asked, own = ([time for _, _, time in times_in(one)] for one in (value, text))
    return text == value or bool(asked and own and not is_of_another_time(asked, own))

"""A sentence about rows of a table: whether each number it states is a cell's, of its row, column, time and unit.

`check` reads texts. Here the quotes are rows, and what a number is said of is known by the table's structure: the
labels of its row, the headings of its column, the lines around the table. A number that no cell holds must follow from
those that cells hold. What is left is wording.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import permutations

from sleuth.evidence.cells.place import Place, place_of
from sleuth.evidence.figures.arithmetic import CHANGE, compute
from sleuth.evidence.figures.labels import labels
from sleuth.evidence.figures.measured import Measured
from sleuth.evidence.figures.standing import with_kin
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.polarity import contradiction
from sleuth.evidence.quote import Match
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.rows.grid import grid_of, stands_for_several
from sleuth.evidence.source import Page, Source, Span, Table
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import stem
from sleuth.language.glyphs import plain
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.times import find_times
from sleuth.language.timing import Timing

_BELOW = 300  # characters behind a table that may say in what it counts
_LEAST_COMPARED = 2
_MOST_ROWS = 40
_CLOSE = re.compile(  # between a number and its time
    r"[^.;,()]{0,40}\b(?:in|for|at|on|during|as of|per|under|i|för|vid|den)\s(?:the\s)?|\s"
)
_REFERENCE = re.compile(  # right before a number that another is held against
    r"(?<!\w)(?:from|than|against|versus|vs|compared (?:with|to)|budget\w*|från|än|mot|jämfört med)(?!\w)"
    r"[^.;:,]{0,40}\Z"
)
_SHORT_YEARS = re.compile(r"(?<![\d/.])(\d\d)/(\d\d)(?![\d/.])")  # "24/25"
_SHORT_DATE = re.compile(r"(?<![\d.])([0-3]\d)\.([01]\d)\.(\d\d)(?![\d.])")  # "31.10.25"


@dataclass(frozen=True, slots=True)
class Worded:
    """How a sentence stands to rows of tables."""

    reason: str  # why a number, a time or a name is not theirs; "" where all are
    is_whole: bool = False  # each word is theirs as well
    arithmetic: str = ""  # how numbers that no cell holds follow
    rows: tuple[str, ...] = ()  # the rows as sentences: each cell under its heading


@dataclass(frozen=True, slots=True)
class _Row:
    """A quoted row of a table."""

    page: Page
    table: Table
    number: int
    cells: tuple[Place, ...]  # those that hold a number
    text: str  # all cells, as printed


def worded(sentence: str, quoted: Sequence[tuple[Source, Match]], names: Sequence[str]) -> Worded | None:
    """How `sentence` stands to the quoted rows; None where a quote is no row of a table, or they deny otherwise.

    A sentence over more rows than a person reads beside it is no sentence about rows: a typed question answers it.

    `names` are what the documents are called: their filenames and titles.
    """
    found = [_rows(source, match) for source, match in quoted]
    if not found or not all(found):
        return None
    rows = tuple({(id(row.table), row.number): row for rows in found for row in rows}.values())
    claim = read(sentence)
    return _Held(claim, rows, tuple(names)).ruling()


@dataclass
class _Held:
    """A sentence held against rows."""

    claim: Reading
    rows: tuple[_Row, ...]
    names: tuple[str, ...]

    def ruling(self) -> Worded | None:
        merged = read(". ".join(row.text for row in self.rows), self.claim.language)
        denies = bool(self.claim.polarity.denied - merged.polarity.denied)
        if denies or contradiction(self.claim.polarity, merged.polarity, computed=True):
            return None
        told = tuple(_told(row) for row in self.rows)
        used: dict[int, list[Place]] = {}
        stated = self._stated()
        for index in stated:
            places, reason = self._cells_of(index, self.claim.quantities[index])
            if reason:
                return Worded(reason, rows=told)
            if places:
                used[index] = places
        steps = [self._follows(index, used) for index in stated if index not in used]
        if not all(steps):
            return Worded("a number of the sentence is in no cell of the quoted rows, and does not follow", rows=told)
        self._keep_rows_of(used)
        goes_on = self._goes_as_said(used)
        if reason := self._exchanged(used) or self._of_other_line(used) or self._other_date() or self._other_name():
            return Worded(reason, rows=told)
        if goes_on is False:
            return Worded("its numbers go the other way", rows=told)
        ranked = self._ranked(used)
        if isinstance(ranked, str):
            return Worded(ranked, rows=told)
        is_whole = goes_on is True and not ranked and self._has_all_words() and self._are_bound(used)
        return Worded("", is_whole, "; ".join(steps), (*told, *ranked))

    def _keep_rows_of(self, used: dict[int, list[Place]]) -> None:
        """A row that none of the sentence's numbers is in proves nothing of it."""
        of = {(id(place.table), place.row) for places in used.values() for place in places}
        self.rows = tuple(row for row in self.rows if (id(row.table), row.number) in of) or self.rows

    def _goes_as_said(self, used: dict[int, list[Place]]) -> bool | None:
        """Whether the numbers rise or fall as the sentence says; None where it does not tell which it is held against.

        A sentence that tells of no change says nothing wrong.
        """
        said = list(CHANGE.finditer(self._without_labels()))
        if not said or len(used) < _LEAST_COMPARED:
            return True
        told = labels(self.claim)
        known = [Measured(self.claim.quantities[i], told[i], self.claim) for i in used]
        pairs = list(self._held_against(known))
        if len({bool(one["up"]) for one in said}) > 1 or not pairs:
            return None
        return any((abs(one.quantity.value) > abs(base.quantity.value)) == bool(said[0]["up"]) for base, one in pairs)

    def _held_against(self, known: Sequence[Measured]) -> Iterator[tuple[Measured, Measured]]:
        """Pairs of a number and one that the sentence holds against it: "from", "than", "a budget of"."""
        for base, other in permutations(known, 2):
            is_base = _REFERENCE.search(self._text_before(base)) and not _REFERENCE.search(self._text_before(other))
            if is_base and base.quantity.unit == other.quantity.unit:
                yield base, other

    def _stated(self) -> list[int]:
        """The numbers that the sentence states: "25" of "2024/25" is none, nor "90" of a row "More than 90 days"."""
        names = [*((start, end) for start, end, _ in _times(self.claim.plain)), *self._labels_said()]
        return [
            index
            for index, one in enumerate(self.claim.quantities)
            if not any(start <= one.start < end for start, end in names)
        ]

    def _labels_said(self) -> Iterator[tuple[int, int]]:
        """Where the sentence says the label of a quoted row whole."""
        said = {" ".join(place.labels[-1].split()) for row in self.rows for place in row.cells[:1] if place.labels}
        for label in said:
            for found in re.finditer(rf"(?<!\w){re.escape(plain(label).text)}(?!\w)", self.claim.plain, re.IGNORECASE):
                yield found.span()

    def _without_labels(self) -> str:
        """The sentence with the labels that it says whole left blank: "more than 90 days" tells of no rise."""
        text = self.claim.plain
        for start, end in self._labels_said():
            text = text[:start] + " " * (end - start) + text[end:]
        return text

    def _cells_of(self, index: int, quantity: Quantity) -> tuple[list[Place], str]:
        """The cells that hold a number of the sentence; none with the reason where they are of another time."""
        holding = [place for row in self.rows for place in row.cells if _holds(place, quantity)]
        if not holding:
            return [], ""
        asked = self._times_of(index)
        timely = [place for place in holding if self._is_timely(place, asked)]
        if timely:
            return timely, ""
        if not asked:
            return [], f"the sentence does not say of which time “{quantity.text}” is"
        return [], f"“{quantity.text}” is said of another time: it stands under “{' '.join(holding[0].headings)}”"

    def _times_of(self, index: int) -> list[Timing]:
        """The time that a number of the sentence is of: the one right behind it, else the last before it."""
        text, quantity = self.claim.plain, self.claim.quantities[index]
        found = _times(text)
        following = [self.claim.quantities[other].start for other in self._stated() if other > index]
        limit = min(following, default=len(text))
        between = {start: text[quantity.end : start] for start, _, _ in found if quantity.end <= start < limit}
        behind = [time for start, _, time in found if start in between and _CLOSE.fullmatch(between[start])]
        before = [time for _, end, time in found if end <= quantity.start]
        after = [time for start, _, time in found if start >= quantity.end]
        return behind[:1] or before[-1:] or after[:1]

    def _is_timely(self, place: Place, asked: Sequence[Timing]) -> bool:
        """Whether a cell is of one of these times. What its column leaves out the page must say."""
        own = _own_times(place)
        if not asked:
            return not own or not _has_rivals(place)
        if own and all(is_of_another_time([one], own) for one in asked):
            return False
        around = _page_times(place)
        years = [one for one in own if one.year] or [one for one in around if one.year and not one.month] or around
        return any(
            (not own or not is_of_another_time([one], own)) and (one.year is None or _says_year(one, years))
            for one in asked
        )

    def _follows(self, index: int, used: dict[int, list[Place]]) -> str:
        """How a number that no cell holds follows from those that cells hold."""
        told = labels(self.claim)
        known = [Measured(self.claim.quantities[i], told[i], self.claim) for i in used]
        if step := compute(self.claim, index, known):
            return step
        change = CHANGE.search(self._without_labels())
        return self._share(index, known) if change is None else self._change(index, known, is_up=bool(change["up"]))

    def _share(self, index: int, known: Sequence[Measured]) -> str:
        """A share or a margin: one of the known numbers in per cent of another."""
        quantity = self.claim.quantities[index]
        for part, whole in permutations((number.quantity for number in known), 2):
            alike = len({part.unit, whole.unit} - {""}) < 2
            if quantity.unit == "percent" and alike and _bare(whole):
                share = 100 * _bare(part) / _bare(whole)
                if _is_near(share, quantity):
                    return f"{part.text} / {whole.text} × 100 = {_shown(share)}"
        return ""

    def _change(self, index: int, known: Sequence[Measured], *, is_up: bool) -> str:
        """How much one of the known numbers is above or below another that the sentence holds it against."""
        quantity = self.claim.quantities[index]
        for base, other in self._held_against(known):
            rises = abs(other.quantity.value) > abs(base.quantity.value)
            if rises != is_up or not base.quantity.value:
                continue
            shown = f"{other.quantity.text} − {base.quantity.text}"
            difference = abs(other.quantity.value - base.quantity.value)
            if quantity.unit == "percent" and _is_near(100 * difference / abs(base.quantity.value), quantity):
                return f"({shown}) / {base.quantity.text} × 100"
            if quantity.unit in ("", base.quantity.unit) and _is_near(difference, quantity):
                return shown
        return ""

    def _text_before(self, number: Measured) -> str:
        """The words between a number and the one before it."""
        ends = [one.end for one in self.claim.quantities if one.end <= number.quantity.start]
        return self.claim.plain[max(ends, default=0) : number.quantity.start]

    def _exchanged(self, used: dict[int, list[Place]]) -> str:
        """Whether two numbers change places: each beside the words of the other's row or column alone."""
        for one, other in permutations(used, 2):
            mine, theirs = self._told_apart(one, other, used)
            others, ours = self._told_apart(other, one, used)
            if theirs and ours and not mine and not others:
                return f"“{self.claim.quantities[one].text}” is said of what another cell is of"
        return ""

    def _are_bound(self, used: dict[int, list[Place]]) -> bool:
        """Whether the words or the times beside each number are those of its own cell, and of no other's."""
        for one, other in permutations(used, 2):
            mine, theirs = self._told_apart(one, other, used)
            is_own_row = used[one][0].row == used[other][0].row and self._times_of(one) != self._times_of(other)
            if not is_own_row and (not mine or theirs):
                return False
        return True

    def _told_apart(self, one: int, other: int, used: dict[int, list[Place]]) -> tuple[frozenset[str], frozenset[str]]:
        """The words beside a number that only its own cell is of, and that only the other's is of."""
        said = with_kin(labels(self.claim)[one].stems)
        own, others = self._words_at(used[one]), self._words_at(used[other])
        return said & own - others, said & others - own

    def _words_at(self, places: Sequence[Place]) -> frozenset[str]:
        """What the rows and columns of some cells are called."""
        return with_kin(word for place in places for word in self._stems(" ".join((*place.labels, *place.headings))))

    def _of_other_line(self, used: dict[int, list[Place]]) -> str:
        """Whether the sentence names a row or a column of the tables in whole that none of its numbers is in."""
        said = with_kin(word.stem for word in self.claim.content)
        places = [place for found in used.values() for place in found]
        known = with_kin(self._stems(" ".join((*self.names, *(row.text for row in self.rows)))))
        for place in places:
            rows = _names_of_rows(place.table)
            columns = [" ".join(path) for path in place.table.column_paths.values()]
            mine = self._words_at(places) | known
            for line in (*rows, *columns):
                words = with_kin(self._stems(line)) - mine - _TOTALS
                if words and words <= said:
                    return f"the sentence speaks of “{' '.join(line.split())}”, which none of its numbers is of"
        return ""

    def _ranked(self, used: dict[int, list[Place]]) -> str | tuple[str, ...]:
        """What a sentence that calls its row the highest or the lowest rests on; why not, where another row is."""
        words = lexicon("words")
        said = {word.text for word in self.claim.words}
        sides = [name for name in ("highest", "lowest") if said & set(words[name])]
        places = {(place.row, place.column): place for found in used.values() for place in found[:1]}
        if not sides:
            return ()
        if len(sides) > 1 or len({row for row, _ in places}) != 1:
            return "nothing shows what is the highest or the lowest of which rows"
        first = next(iter(places.values()))
        for told, value_of in _measures(list(places.values()), self.claim):
            ranks = _values(first.page, first.table, value_of)
            own = ranks.get(first.row)
            best = max(ranks.values(), default=None) if sides[0] == "highest" else min(ranks.values(), default=None)
            if own is not None and own == best and len(ranks) > 1:
                return (f"Of the {len(ranks)} rows of the table this one has the {sides[0]} {told}",)
        return f"the row is not the one with the {sides[0]} value"

    def _stems(self, text: str) -> frozenset[str]:
        """The stems of a text's words, as the sentence's own are made."""
        return _stems_of(text, self.claim.language)

    def _other_date(self) -> str:
        """A date of the sentence that neither the quoted rows nor their columns nor the page around them say."""
        around = [time for row in self.rows for _, _, time in _times(row.text)]
        for row in self.rows:
            for place in row.cells:
                around += [*_own_times(place), *_page_times(place)]
        for start, end, time in _times(self.claim.plain):
            if all(is_of_another_time([time], [one]) or not _says_year(time, [one]) for one in around):
                return f"the quotes do not say “{self.claim.plain[start:end]}”"
        return ""

    def _other_name(self) -> str:
        """A name of the sentence that neither the pages nor what their documents are called say."""
        pages = " ".join(row.page.text for row in self.rows)
        known = self._stems(" ".join((*self.names, pages)))
        for token in self.claim.tokens:
            inner = token.capital and token.start > 0 and token.sort in ("word", "name")
            if inner and token.stem not in known and token.text not in lexicon("units")["currency"]:
                return f"the quotes do not name “{token.text}”"
        return ""

    def _has_all_words(self) -> bool:
        """Whether rows, headings, the lines around the tables and the documents' names have each word."""
        known = set(self._stems(" ".join((*self.names, *(row.text for row in self.rows)))))
        for row in self.rows:
            for place in row.cells:
                known |= self._stems(" ".join((*place.labels, *place.headings, *_around(place))))
        known |= {stem(word, self.claim.language) for word in lexicon("words")["reporting"]}
        told = [word for word in self.claim.content if word.text not in lexicon("units")["currency"]]
        return all(with_kin((word.stem,)) <= with_kin(known) for word in told)


_GROWTH = re.compile(r"(?<!\w)(?:fastest|grew|growing|snabbast|väx\w*)(?!\w)")
_TOTALS = frozenset(map(stem, ("total", "sum", "group", "summa", "totalt")))


def _rows(source: Source, match: Match) -> list[_Row]:
    """The rows of tables that located words lie in; none where other text lies among them, or where they are many."""
    found: list[_Row] = []
    for span in match.spans:
        page = next(page for page in source.pages if page.number == span.page)
        here = [row for table in page.tables for row in _touched(source, page, table, span)]
        if not here:
            return []
        found += here
    return found


def _touched(source: Source, page: Page, table: Table, span: Span) -> Iterator[_Row]:
    numbers = sorted({cell.row for cell in table.cells() if cell.start < span.end and cell.end > span.start})
    for number in numbers if len(numbers) <= _MOST_ROWS else ():
        cells = sorted((cell for cell in table.cells() if cell.row == number), key=lambda cell: cell.column)
        places = [place_of(source, Span(page.number, cell.start, cell.end)) for cell in cells]
        held = tuple(place for place in places if place is not None and place.row == number)
        text = " | ".join(" ".join(page.text[cell.start : cell.end].split()) for cell in cells)
        yield _Row(page, table, number, held, text)


def _told(row: _Row) -> str:
    """A row for a reader who does not see its table: its labels, each cell under its heading, and what is around."""
    if not row.cells:
        return row.text
    label = ", ".join(dict.fromkeys(" ".join(part.split()) for part in row.cells[0].labels if part.strip()))
    cells = [f"{' '.join(' '.join(place.headings).split())} = {' '.join(place.text.split())}" for place in row.cells]
    about = " / ".join(dict.fromkeys(_around(row.cells[0])))
    return f"{about}. {label or row.text}: {'; '.join(cells)}. As printed: {row.text}"


def _around(place: Place) -> list[str]:
    """The lines that say what a table is of and in what it counts: over it, its caption, and right below it."""
    end = max(cell.end for cell in place.table.cells())
    below = place.page.text[end : end + _BELOW].strip().split("\n")[:2]
    lines = [*place.lines, *place.corner, *place.table.caption.split("\n"), *below]
    return [" ".join(line.split()) for line in lines if line.strip()]


def _holds(place: Place, quantity: Quantity) -> bool:
    """Whether a cell states a number of the sentence: in its scale and unit, or rounded to the digits that it has."""
    printed = read_cell(place.text)
    is_negative = quantity.value < 0 and not quantity.text.startswith("(")  # "9,315 (7,120)": what it was before
    if printed is None or (printed.value < 0 and not is_negative) or (is_negative and printed.value >= 0):
        return False
    value = abs(quantity.value)
    if quantity.unit == "percent":
        return _is_share(place, printed) and _is_near(abs(printed.value), quantity)
    if quantity.unit in ("", "times") and not quantity.scale:
        return _is_near(abs(printed.value), quantity) if value == abs(printed.value) or quantity.unit else False
    return any(
        _is_near(abs(printed.value).scaleb(scale), quantity)
        for scale, currency in _counted(place, printed)
        if _fits(quantity, currency, place)
    )


def _is_near(value: Decimal, quantity: Quantity) -> bool:
    return abs(value - abs(quantity.value)) <= quantity.step / 2


def _bare(quantity: Quantity) -> Decimal:
    """The digits of a number without its scale: "119 040 of 447 120 TSEK" says the unit once."""
    return abs(quantity.value.scaleb(-quantity.scale))


def _shown(value: Decimal) -> str:
    return f"{round(value, 4).normalize():f}"


def _is_share(place: Place, printed: Printed) -> bool:
    texts = (place.text, *place.headings, *place.labels)
    return printed.unit == "percent" or any("%" in text or "per cent" in text.casefold() for text in texts)


def _counted(place: Place, printed: Printed) -> Iterator[tuple[int, str]]:
    """In what a cell may count: by its own words, its column's, else by what is said around the table."""
    if printed.scale is not None or printed.currency:
        yield printed.scale or 0, printed.currency or ""
        return
    for texts in (place.headings, _around(place)):
        stated = [scaling for text in texts if (scaling := read_scaling(text)).money is not None]
        if stated:
            yield from ((scaling.money or 0, scaling.currency or "") for scaling in stated[:2])
            return


def _fits(quantity: Quantity, currency: str, place: Place) -> bool:
    """Whether a number's currency is the cell's; where the table leaves it open, a cell of the row may name it."""
    if not quantity.unit or quantity.unit == currency:
        return True
    row = {" ".join(text.split()) for text in place.row_texts(place.row)}
    return not currency and quantity.unit in row


@lru_cache(maxsize=4096)
def _times(text: str) -> tuple[tuple[int, int, Timing], ...]:
    """The times that a text names with their offsets, years of two digits read as years."""
    found: list[tuple[int, int, Timing]] = []
    rest = text
    for pattern, written in ((_SHORT_DATE, _dated), (_SHORT_YEARS, _in_full)):
        for match in pattern.finditer(rest):
            times = find_times(written(match))
            found += [(match.start(), match.end(), one.timing) for one in times if one.timing]
            if times:
                rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    found += [(one.start, one.end, one.timing) for one in find_times(rest) if one.timing]
    return tuple(sorted(found, key=lambda one: one[0]))


def _dated(found: re.Match[str]) -> str:
    return f"20{found[3]}-{found[2]}-{found[1]}"


def _in_full(found: re.Match[str]) -> str:
    """ "24/25" is a fiscal year; "30/60" is not."""
    return f"20{found[0]}" if (int(found[1]) + 1) % 100 == int(found[2]) else found[0]


def _own_times(place: Place) -> list[Timing]:
    """The times that a cell's row and column name; a year that a month stands under is not the cell's own."""
    found = [time for text in (*place.labels, *place.headings) for _, _, time in _times(text)]
    parts = [time for time in found if time.month or time.quarter or time.half]
    return parts or found


def _has_rivals(place: Place) -> bool:
    """Whether other columns of the table are of other times."""
    own = _own_times(place)
    paths = [path for path in place.table.column_paths.values() if path != place.table.column_paths.get(place.column)]
    return any(is_of_another_time(own, [time for text in path for _, _, time in _times(text)]) for path in paths)


def _page_times(place: Place) -> list[Timing]:
    """The times that the lines around a table, its headings and its labels name."""
    paths = (*place.table.column_paths.values(), *place.table.row_paths.values())
    texts = (*_around(place), *(part for path in paths for part in path))
    return [time for text in texts for _, _, time in _times(text)]


def _says_year(asked: Timing, around: Iterable[Timing]) -> bool:
    return any(one.year is None or asked.year is None or one.year == asked.year for one in around)


def _names_of_rows(table: Table) -> list[str]:
    """What the rows of a table are called: their labels, and each name of a list that only one row has."""
    parts = [part for path in table.row_paths.values() for part in dict.fromkeys(path)]
    single = [part for part in parts if parts.count(part) == 1]
    return [*(" ".join(path) for path in table.row_paths.values()), *single]


_Value = Callable[[dict[int, Decimal]], Decimal | None]  # of a row's numbers by column


def _measures(places: Sequence[Place], claim: Reading) -> Iterator[tuple[str, _Value]]:
    """By what rows may be ranked: where two numbers are told their share or change, else the number."""
    percent = any(one.unit == "percent" for one in claim.quantities)
    for one, two in permutations(places, 2):
        first, second = read_cell(one.text), read_cell(two.text)
        if first is None or second is None:
            continue
        names = " and ".join(" ".join(place.headings) for place in (one, two))
        if CHANGE.search(claim.plain) or _GROWTH.search(claim.plain):
            yield f"change between {names}", _between(one.column, two.column, is_relative=percent)
        elif abs(first.value) <= abs(second.value):
            yield f"share of {names}", _share_of(one.column, two.column)
    if len(places) == 1:
        yield " ".join(places[0].headings), _at(places[0].column)


def _at(column: int) -> _Value:
    return lambda numbers: numbers.get(column)


def _share_of(part: int, whole: int) -> _Value:
    def value(numbers: dict[int, Decimal]) -> Decimal | None:
        return numbers[part] / numbers[whole] if part in numbers and numbers.get(whole) else None

    return value


def _between(old: int, new: int, *, is_relative: bool) -> _Value:
    def value(numbers: dict[int, Decimal]) -> Decimal | None:
        if old not in numbers or new not in numbers or (is_relative and not numbers[old]):
            return None
        change = numbers[new] - numbers[old]
        return change / numbers[old] if is_relative else change

    return value


def _values(page: Page, table: Table, value_of: _Value) -> dict[int, Decimal]:
    """The value of each row of a list; none of rows that sum others up or stand for several."""
    grid = grid_of(page, table)
    if isinstance(grid, str):
        return {}
    single = [line for line in grid.lines if not any(stands_for_several(line, name) for name in line.texts)]
    numbers = {column: grid.numbers(heading, "en") for column, heading in grid.headings.items()}
    rows = {line.row: {column: of[line.row] for column, of in numbers.items() if line.row in of} for line in single}
    found = {row: value_of(cells) for row, cells in rows.items()}
    return {row: value for row, value in found.items() if value is not None}


@lru_cache(maxsize=4096)
def _stems_of(text: str, language: str) -> frozenset[str]:
    return frozenset(word.stem for word in read(text, language).words)

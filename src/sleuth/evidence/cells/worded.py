"""A sentence about rows of a table: whether each number it states is a cell's, of its row, column, time and unit.

`check` reads texts. Here the quotes are rows, and what a number is said of is known by the table's structure: the
labels of its row, the headings of its column, the lines around the table. A number that no cell holds must follow from
those that cells hold (`follows`), or count the rows. What is left is wording.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from sleuth.evidence.bindings.doubts import extent_doubts
from sleuth.evidence.cells.compared import is_told_by, stems_of, turned, words_at
from sleuth.evidence.cells.follows import REFERENCE, Known, counted, follows, grown, is_taken_away
from sleuth.evidence.cells.place import Place
from sleuth.evidence.cells.quoted import (
    Row,
    Said,
    around,
    has_rivals,
    holds,
    in_full,
    is_heading,
    is_time,
    names_of_rows,
    own_times,
    page_times,
    rows_of,
    says_year,
    times_in,
)
from sleuth.evidence.cells.ranked import ranked
from sleuth.evidence.context import NO_CONTEXT
from sleuth.evidence.figures.arithmetic import CHANGE
from sleuth.evidence.figures.equal import in_base_unit
from sleuth.evidence.figures.labels import labels
from sleuth.evidence.figures.measured import measured
from sleuth.evidence.figures.standing import Standing, same_number, standing, with_kin
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.polarity import contradiction
from sleuth.evidence.quote import Match
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.source import Source
from sleuth.evidence.values import Quantity
from sleuth.evidence.widening import widened
from sleuth.evidence.words import stem
from sleuth.language.glyphs import plain
from sleuth.language.timing import Timing

_LEAST_COMPARED = 2
_LEAST_LETTERS = 3  # of a cell's words that a sentence says letter by letter
_LEAST_ROOT, _ROOT = 3, 5  # letters with which words of one root begin
_FEW_WORDS = 3  # of a cell that is one of a few values, and no text
_COMPARED = ("above", "below")  # bounds of a number that another is held against
_CLOSE = re.compile(  # between a number and its time
    r"[^.;,()]{0,40}\b(?:in|for|at|on|during|as of|per|under|i|för|vid|den)\s(?:the\s)?|\s"
)


@dataclass(frozen=True, slots=True)
class Worded:
    """How a sentence stands to rows of tables."""

    reason: str  # why a number, a time or a name is not theirs; "" where all are
    is_whole: bool = False  # each word is theirs as well
    arithmetic: str = ""  # how numbers that no cell holds follow
    rows: tuple[str, ...] = ()  # the rows as sentences: each cell under its heading


def worded(sentence: str, quoted: Sequence[tuple[Source, Match]], names: Sequence[str]) -> Worded | None:
    """How `sentence` stands to the quoted rows, and to texts quoted beside them; None where they deny otherwise.

    None too where no quote is a row, and where no number and no short cell of the rows is said: it is about texts.
    A sentence over more rows than a person reads beside it is no sentence about rows: a typed question answers it.

    `names` are what the documents are called: their filenames and titles.
    """
    found = [rows_of(source, match) for source, match in quoted]
    if not any(found):
        return None
    texts = [
        text for (source, match), rows in zip(quoted, found, strict=True) if not rows for text in widened(source, match)
    ]
    quoted_rows = tuple({(id(row.table), row.number): row for rows in found for row in rows}.values())
    rows = tuple(row for row in quoted_rows if not is_heading(row)) or quoted_rows
    claim = read(sentence)
    return _Held(claim, rows, tuple(names), tuple(read(text, claim.language) for text in texts)).ruling()


@dataclass
class _Held:
    """A sentence held against rows."""

    claim: Reading
    rows: tuple[Row, ...]
    names: tuple[str, ...]
    texts: tuple[Reading, ...] = ()  # what is quoted beside the rows

    def ruling(self) -> Worded | None:
        cells = [
            cell for row in self.rows for cell in row.text.split(" | ") if " " in cell
        ]  # "No" denies no other cell
        merged = read(". ".join((*cells, *(text.text for text in self.texts))), self.claim.language)
        denies = bool(self.claim.polarity.denied - merged.polarity.denied)
        if denies or contradiction(self.claim.polarity, merged.polarity, computed=True):
            return None
        told = (*(row.told() for row in self.rows), *(text.text for text in self.texts))
        used: dict[int, list[Place]] = {}
        stated = self._stated()
        for index in stated:
            places, reason = self._cells_of(index, self.claim.quantities[index])
            if reason:
                return Worded(reason, rows=told)
            if places:
                used[index] = places
        if not used and self._is_of_texts(stated):
            return None
        known, all_rows = self._known(used), self.rows
        own = [index for index in stated if index not in used and not self._is_in_texts(index)]
        steps = [self._step(index, known) for index in own]
        if not all(steps):
            return Worded("a number of the sentence is in no cell of the quoted rows, and does not follow", rows=told)
        self._keep_rows_of(used)
        goes_on = self._goes_as_said(known)
        reasons = (
            self._exchanged(used),
            self._of_other_line(used),
            self._misread(all_rows),
            self._answered_otherwise(),
            "" if used else turned(self.claim, self._without_labels(), self.rows),
            self._other_date(),
            self._other_name(),
        )
        if reason := next(filter(None, reasons), ""):
            return Worded(reason, rows=told)
        if goes_on is False:
            return Worded("its numbers go the other way", rows=told)
        best = ranked(self.claim, [places[0] for places in used.values()])
        if isinstance(best, str):
            return Worded(best, rows=told)
        is_whole = goes_on is True and not best and self._has_all_words() and self._are_bound(used)
        said = bool(used) or any(self._is_said(one) for row in self.rows for one in row.words)
        is_whole = is_whole and said and not self.texts and not self._is_dated_beside(used)
        is_whole = is_whole and self._says_own_rows(used) and not self._denies() and not self._says_other_day()
        shown = (*told, *(f"Computed: {step}" for step in steps), *best)
        return Worded("", is_whole, "; ".join(steps), shown)

    def _is_of_texts(self, stated: Sequence[int]) -> bool:
        """Whether the sentence says no short cell of the rows, and its numbers are all in cells that hold texts.

        One without numbers over rows of numbers is about them where it says a time or a word of theirs.
        """
        cells = [one for row in self.rows for one in row.words]
        places = [place for row in self.rows for place in row.cells]
        if not stated and any(is_told_by(place, self.claim.plain, self.claim.language) for place in places):
            return False
        numbers = [number for one in cells for number in read(one.text, self.claim.language).quantities]
        stated_there = all(any(same_number(self.claim.quantities[i], number) for number in numbers) for i in stated)
        return stated_there and not any(map(self._is_said, cells))

    def _is_in_texts(self, index: int) -> bool:
        """Whether a text that is quoted beside the rows says a number of what the sentence says it of.

        One with which the sentence compares another of its numbers, "less than 60 per cent", must be so.
        """
        quantity, numbers = self.claim.quantities[index], measured(self.texts)
        if not any(in_base_unit(quantity) == in_base_unit(one.quantity) for one in numbers):
            return False
        if quantity.bound in _COMPARED:
            alike = [one for one in self.claim.quantities if one.unit == quantity.unit and one is not quantity]
            return any((one.value > quantity.value) == (quantity.bound == "above") for one in alike)
        return standing(self.claim, index, numbers, None)[0] is Standing.SAME

    def _answered_otherwise(self) -> str:
        """Whether the sentence says what a column of yes and no is called, and the row answers the contrary."""
        answers = lexicon("words")["answer"]
        denied = bool(self.claim.polarity.denied)
        said = [word.text for word in self.claim.words]
        columns: dict[str, list[Said]] = {}
        for cell in (one for row in self.rows for one in row.words):
            columns.setdefault(cell.heading, []).append(cell)
        for heading, cells in columns.items():
            names = [word.text for word in read(heading, self.claim.language).content]
            told = names and all(any(_same_root(name, word) for word in said) for name in names)
            contrary = all(answers.get(cell.text.strip().casefold()) is denied for cell in cells)
            if told and contrary and not any(map(self._is_said, cells)):
                return f"the row says “{cells[0].text}” under “{heading}”"
        return ""

    def _known(self, used: dict[int, list[Place]]) -> list[Known]:
        """The numbers that cells hold, in the order of the sentence."""
        text = self._without_labels()
        found = []
        for index, places in sorted(used.items()):
            quantity, (value, unit) = self.claim.quantities[index], in_full(places[0])
            is_base = REFERENCE.search(self._text_before(quantity)) is not None
            less = is_taken_away(text, quantity.start)
            found.append(Known(quantity, places[0], value, unit or quantity.unit, is_base, less))
        return found

    def _step(self, index: int, known: Sequence[Known]) -> str:
        """How a number that no cell holds follows."""
        quantity = self.claim.quantities[index]
        text = self._without_labels()
        step = follows(text, quantity, known) or grown(text, quantity, known, self.rows)
        return step or (counted(self.claim.plain, quantity, self.rows) if self._has_all_words() else "")

    def _keep_rows_of(self, used: dict[int, list[Place]]) -> None:
        """A row that none of the sentence's numbers is in proves nothing of it."""
        of = {(id(place.table), place.row) for places in used.values() for place in places}
        self.rows = tuple(row for row in self.rows if (id(row.table), row.number) in of) or self.rows

    def _goes_as_said(self, known: Sequence[Known]) -> bool | None:
        """Whether the numbers rise or fall as the sentence says; None where it does not tell which it is held against.

        A sentence that tells of no change says nothing wrong.
        """
        said = list(CHANGE.finditer(self._without_labels()))
        if not said or len(known) < _LEAST_COMPARED:
            return True
        pairs = [
            (base, one)
            for base, one in permutations(known, 2)
            if base.is_base and not one.is_base and base.quantity.unit == one.quantity.unit
        ]
        if len({bool(one["up"]) for one in said}) > 1 or not pairs:
            return None
        return any((abs(one.value) > abs(base.value)) == bool(said[0]["up"]) for base, one in pairs)

    def _stated(self) -> list[int]:
        """The numbers that the sentence states: "25" of "2024/25" is none, nor "90" of a row "More than 90 days"."""
        times = ((start, end) for start, end, _ in times_in(self.claim.plain))
        names = [*times, *self._labels_said(), *self._label_numbers()]
        return [
            index
            for index, one in enumerate(self.claim.quantities)
            if not any(start <= one.start < end for start, end in names)
        ]

    def _labels_said(self) -> Iterator[tuple[int, int]]:
        """Where the sentence says the label or the words of a cell of a quoted row whole."""
        cells = {" ".join(one.text.split()) for row in self.rows for one in row.words if not is_time(one.text)}
        cells |= {" ".join(part.split()) for row in self.rows for part in row.table.row_paths.get(row.number, ())}
        for label in filter(lambda cell: sum(map(str.isalpha, cell)) >= _LEAST_LETTERS or "-" in cell, cells):
            for found in re.finditer(rf"(?<!\w){re.escape(plain(label).text)}(?!\w)", self.claim.plain, re.IGNORECASE):
                yield found.span()

    def _label_numbers(self) -> Iterator[tuple[int, int]]:
        """Where the sentence says the numbers of a row's label: "15" behind a heading, "99.3 % to below 99.7 %"."""
        headings = self._stems(" ".join(heading for row in self.rows for heading in row.headings))
        for label in {part for row in self.rows for part in row.table.row_paths.get(row.number, ())}:
            numbers = read(label, self.claim.language).quantities
            said = [one for one in self.claim.quantities if any(one.value == number.value for number in numbers)]
            is_range = len(said) == len(numbers) > 1
            for one in said:
                before = self.claim.plain[: one.start].split()[-1:]
                if is_range or (label.strip() == one.text and self._stems(" ".join(before)) & headings):
                    yield one.start, one.end

    def _without_labels(self) -> str:
        """The sentence with the labels that it says whole left blank: "more than 90 days" tells of no rise."""
        text = self.claim.plain
        for start, end in self._labels_said():
            text = text[:start] + " " * (end - start) + text[end:]
        return text

    def _cells_of(self, index: int, quantity: Quantity) -> tuple[list[Place], str]:
        """The cells that hold a number of the sentence; none with the reason where they are of another time."""
        is_less = is_taken_away(self.claim.plain, quantity.start)
        holding = [place for row in self.rows for place in row.cells if holds(place, quantity, is_less=is_less)]
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
        found = times_in(text)
        following = [self.claim.quantities[other].start for other in self._stated() if other > index]
        limit = min(following, default=len(text))
        between = {start: text[quantity.end : start] for start, _, _ in found if quantity.end <= start < limit}
        behind = [time for start, _, time in found if start in between and _CLOSE.fullmatch(between[start])]
        before = [time for _, end, time in found if end <= quantity.start]
        after = [time for start, _, time in found if start >= quantity.end]
        return behind[:1] or before[-1:] or after[:1]

    def _is_timely(self, place: Place, asked: Sequence[Timing]) -> bool:
        """Whether a cell is of one of these times. What its column leaves out the page must say."""
        own = own_times(place)
        if not asked:
            return not own or not has_rivals(place)
        if own and all(is_of_another_time([one], own) for one in asked):
            return False
        if not own and any(not is_of_another_time(asked, [one]) for one in self._dates_beside(place)):
            return True
        on_page = page_times(place)
        years = [one for one in own if one.year] or [one for one in on_page if one.year and not one.month] or on_page
        return any(
            (not own or not is_of_another_time([one], own)) and (one.year is None or says_year(one, years))
            for one in asked
        )

    def _says_own_rows(self, used: dict[int, list[Place]]) -> bool:
        """Whether the sentence says a word of the label of each number's row, and no cell for two numbers."""
        said = with_kin(word.stem for word in self.claim.words)
        labels = [with_kin(self._stems(" ".join(places[0].labels))) for places in used.values()]
        held = [(id(places[0].table), places[0].row, places[0].column) for places in used.values()]
        return all(not label or label & said for label in labels) and len(set(held)) == len(held)

    def _denies(self) -> bool:
        """Whether the sentence denies anything in words that its rows do not have."""
        told = {word.text for row in self.rows for word in read(row.text, self.claim.language).words}
        return any(token.sort == "negation" and token.text not in told for token in self.claim.tokens)

    def _says_other_day(self) -> bool:
        """Whether the sentence names a day, and its rows only others."""
        days = [time for row in self.rows for _, _, time in times_in(row.text) if time.day]
        asked = [time for _, _, time in times_in(self.claim.plain) if time.day]
        headed = any(time.day for row in self.rows for place in row.cells for time in own_times(place))
        return bool(days) and not headed and any(is_of_another_time([one], days) for one in asked)

    def _is_dated_beside(self, used: dict[int, list[Place]]) -> bool:
        """Whether a number's time is told by another column of its row alone, as the start of a lease."""
        places = [(index, places[0]) for index, places in used.items() if not own_times(places[0])]
        return any(
            not is_of_another_time([one], [asked])
            for index, place in places
            for asked in self._times_of(index)
            for one in self._dates_beside(place)
        )

    def _dates_beside(self, place: Place) -> list[Timing]:
        """The dates that other columns of a cell's row hold: what the cell is of, or what else is told of its row."""
        words = [one for row in self.rows if row.number == place.row for one in row.words]
        return [time for one in words if is_time(one.text) for _, _, time in times_in(one.text)]

    def _text_before(self, quantity: Quantity) -> str:
        """The words between a number and the one before it."""
        ends = [one.end for one in self.claim.quantities if one.end <= quantity.start]
        return self.claim.plain[max(ends, default=0) : quantity.start]

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
        return len(self.rows) == 1 or not any(self._is_said(one) for row in self.rows for one in row.words)

    def _told_apart(self, one: int, other: int, used: dict[int, list[Place]]) -> tuple[frozenset[str], frozenset[str]]:
        """The words beside a number that only its own cell is of, and that only the other's is of."""
        said = with_kin(labels(self.claim)[one].stems)
        own, others = words_at(used[one], self.claim.language), words_at(used[other], self.claim.language)
        return said & own - others, said & others - own

    def _of_other_line(self, used: dict[int, list[Place]]) -> str:
        """Whether the sentence names a row or a column of the tables in whole that none of its numbers is in."""
        said = with_kin(word.stem for word in self.claim.content)
        places = [place for found in used.values() for place in found]
        beside = [text for row in self.rows for text in (row.text, *(one.heading for one in row.words))]
        first = [" ".join(place.table.column_paths.get(place.label_column, ())) for place in places]
        own = with_kin(self._stems(" ".join((*self.names, *beside, *first, *lexicon("units")["currency"]))))
        mine = own | words_at(places, self.claim.language) | _TOTALS
        columns = {" ".join(path) for place in places for path in place.table.column_paths.values()}
        for line in (*names_of_rows(self.rows), *columns):
            words = with_kin(self._stems(line)) - mine
            if words and words <= said:
                return f"the sentence speaks of “{' '.join(line.split())}”, which none of its numbers is of"
        return ""

    def _misread(self, rows: Sequence[Row]) -> str:
        """Whether the sentence names a column of words or dates, and gives what another row or column says there."""
        for column in {one.column for row in rows for one in row.words}:
            quoted = [one for row in rows for one in row.words if one.column == column]
            named = self._stems(quoted[0].heading)
            if not named or not named <= {word.stem for word in self.claim.words} or any(map(self._is_said, quoted)):
                continue
            if self._says_other(quoted[0], rows[0]):
                return f"the row says “{quoted[0].text}” under “{quoted[0].heading}”"
        return ""

    def _says_other(self, cell: Said, row: Row) -> bool:
        """Whether the sentence says what the column of a cell holds in another row; of a column of dates, a date."""
        if times_in(cell.text):
            return any(time.month for _, _, time in times_in(self.claim.plain))
        column = [one for one in row.table.cells() if one.column == cell.column and one.row in row.table.row_paths]
        texts = {row.page.text[one.start : one.end] for one in column} - {cell.text}
        return any(self._is_said(Said(cell.column, "", text)) for text in texts)

    def _is_said(self, cell: Said) -> bool:
        """Whether the sentence says the few words of a cell, or its date."""
        if dated := [time for _, _, time in times_in(cell.text)]:
            asked = [time for _, _, time in times_in(self.claim.plain)]
            return any(not is_of_another_time([one], dated) and says_year(one, dated) for one in asked)
        words = {word.text for word in read(cell.text).words}
        return 0 < len(words) <= _FEW_WORDS and words <= {word.text for word in self.claim.words}

    def _stems(self, text: str) -> frozenset[str]:
        """The stems of a text's words, as the sentence's own are made."""
        return stems_of(text, self.claim.language)

    def _all_texts(self) -> list[str]:
        return [*(row.text for row in self.rows), *(text.text for text in self.texts)]

    def _other_date(self) -> str:
        """A date of the sentence that neither the quoted rows nor their columns nor the page around them say."""
        known = [time for text in self._all_texts() for _, _, time in times_in(text)]
        for row in self.rows:
            for place in row.cells:
                known += [*own_times(place), *page_times(place)]
        for start, end, time in times_in(self.claim.plain):
            if all(is_of_another_time([time], [one]) or not says_year(time, [one]) for one in known):
                return f"the quotes do not say “{self.claim.plain[start:end]}”"
        return ""

    def _other_name(self) -> str:
        """A name of the sentence that neither the rows and their headings nor what the documents are called say.

        What another row of the table is called is no name of theirs.
        """
        told = [text for row in self.rows for text in (row.text, *row.headings, *row.titles)]
        texts = (*self.names, *told, *(text.text for text in self.texts))
        known = self._stems(" ".join(texts))
        for doubt in extent_doubts(self.claim, [read(text, self.claim.language) for text in texts], NO_CONTEXT):
            return doubt.reason
        for token in self.claim.tokens:
            inner = token.capital and token.start > 0 and token.sort in ("word", "name")
            is_month = inner and bool(times_in(token.text))
            if inner and not is_month and token.stem not in known and token.text not in lexicon("units")["currency"]:
                return f"the quotes do not name “{token.text}”"
        return ""

    def _is_bare_unit(self, word: str) -> bool:
        """Whether a unit of the sentence belongs to none of its numbers: "49,510 and 8,060 (TSEK)"."""
        return not any(one.unit for one in self.claim.quantities) and word in self.claim.plain

    def _has_all_words(self) -> bool:
        """Whether rows, headings, the lines around the tables and the documents' names have each word."""
        texts = [*self.names]
        for row in self.rows:
            texts += [row.text, *(one.heading for one in row.words)]
            texts += [part for place in row.cells for part in (*place.labels, *place.headings, *around(place))]
        known = {
            *self._stems(" ".join(texts)),
            *(stem(word, self.claim.language) for word in lexicon("words")["reporting"]),
        }
        counted = [(one.start, one.end) for one in self.claim.quantities]
        told = [word for word in self.claim.content if not any(start <= word.start < end for start, end in counted)]
        told = [word for word in told if word.text not in lexicon("units")["currency"] or self._is_bare_unit(word.text)]
        return all(with_kin((word.stem,)) <= with_kin(known) for word in told)


def _same_root(one: str, other: str) -> bool:
    """Whether two words begin alike, one of them whole: "auto" and "automatically", "renewal" and "renews"."""
    length = min(len(one), len(other), _ROOT)
    return length >= _LEAST_ROOT and one[:length] == other[:length]


_TOTALS = frozenset(map(stem, ("total", "sum", "group", "summa", "totalt")))

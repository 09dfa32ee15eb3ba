"""A sentence about rows of a table: whether each number it states is a cell's, of its row, column, time and unit.

`check` reads texts. Here the quotes are rows, and what a number is said of is known by the table's structure: the
labels of its row, the headings of its column, the lines around the table. A number that no cell holds must follow from
those that cells hold (`follows`), or count the rows. What is left is wording.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from sleuth.evidence.cells.compared import is_told_by, turned
from sleuth.evidence.cells.contrary import (
    TOTALS,
    answered_otherwise,
    exchanged,
    misread,
    of_other_line,
    other_date,
    other_name,
    told_apart,
)
from sleuth.evidence.cells.follows import REFERENCE, Known, counted, follows, grown, is_taken_away, spelled
from sleuth.evidence.cells.held import Held
from sleuth.evidence.cells.place import Place
from sleuth.evidence.cells.quoted import (
    around,
    in_full,
    is_heading,
    is_time,
    own_times,
    rows_of,
    times_in,
)
from sleuth.evidence.cells.ranked import ranked
from sleuth.evidence.currency import common_signs
from sleuth.evidence.figures.arithmetic import CHANGE
from sleuth.evidence.figures.equal import in_base_unit
from sleuth.evidence.figures.measured import measured
from sleuth.evidence.figures.standing import Standing, same_number, standing, with_kin
from sleuth.evidence.lexicon import currencies, lexicon
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.polarity import contradiction
from sleuth.evidence.quote import Match
from sleuth.evidence.reading import read
from sleuth.evidence.source import Source
from sleuth.evidence.tokens import words_of
from sleuth.evidence.values import Quantity
from sleuth.evidence.widening import widened
from sleuth.evidence.words import stem

_LEAST_COMPARED = 2
_BESIDE_NAME = re.compile(
    r"\([^()]*\)|,\s*(?:net|gross|less|respectively|netto|brutto)\b.*|\d+"
)  # of what a row is called
_COMPARED = ("above", "below")  # bounds of a number that another is held against


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
    quoted_rows = tuple({(id(row.table), row.number): row for rows in found for row in rows}.values())
    rows = tuple(row for row in quoted_rows if not is_heading(row)) or quoted_rows
    over = {line for row in rows for place in row.cells[:1] for line in around(place)}
    texts = [
        text
        for (source, match), of_match in zip(quoted, found, strict=True)
        if not of_match and " ".join(match.text.split()) not in over
        for text in widened(source, match)
    ]
    claim = read(sentence, signs=common_signs(source for source, _ in quoted))
    return _Ruled(claim, rows, tuple(names), tuple(read(text, claim.language, claim.signs) for text in texts)).ruling()


class _Ruled(Held):
    """The sentence with its ruling."""

    def ruling(self) -> Worded | None:
        cells = [
            cell for row in self.rows for cell in row.text.split(" | ") if " " in cell
        ]  # "No" denies no other cell
        merged = read(". ".join((*cells, *(text.text for text in self.texts))), self.claim.language, self.claim.signs)
        denies = bool(self.claim.polarity.denied - merged.polarity.denied)
        if denies or contradiction(self.claim.polarity, merged.polarity):
            return None
        told = (*(row.told() for row in self.rows), *(text.text for text in self.texts))
        used: dict[int, list[Place]] = {}
        stated = self.stated()
        for index in stated:
            places, reason = self.cells_of(index, self.claim.quantities[index])
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
            exchanged(self, used),
            of_other_line(self, used),
            misread(self, all_rows),
            answered_otherwise(self),
            "" if used else turned(self.claim, self.without_labels(), self.rows),
            other_date(self),
            other_name(self),
        )
        if reason := next(filter(None, reasons), ""):
            return Worded(reason, rows=told)
        if goes_on is False:
            return Worded("its numbers go the other way", rows=told)
        best = ranked(self.claim, [places[0] for places in used.values()])
        if isinstance(best, str):
            return Worded(best, rows=told)
        is_whole = goes_on is True and not best and self._has_all_words() and self._are_bound(used)
        said = bool(used) or any(self.is_said(one) for row in self.rows for one in row.words)
        is_whole = is_whole and said and not self.texts and not self._is_dated_beside(used)
        is_whole = is_whole and self._says_own_rows(used) and not self._denies() and not self._says_other_day()
        is_whole = is_whole and not self._widens()
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
        numbers = [
            number for one in cells for number in read(one.text, self.claim.language, self.claim.signs).quantities
        ]
        stated_there = all(any(same_number(self.claim.quantities[i], number) for number in numbers) for i in stated)
        return stated_there and not any(map(self.is_said, cells))

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

    def _known(self, used: dict[int, list[Place]]) -> list[Known]:
        """The numbers that cells hold, in the order of the sentence."""
        text = self.without_labels()
        found = []
        for index, places in sorted(used.items()):
            quantity, (value, unit) = self.claim.quantities[index], in_full(places[0])
            is_base = REFERENCE.search(self.text_before(quantity)) is not None
            less = is_taken_away(text, quantity.start)
            found.append(Known(quantity, places[0], value, unit or quantity.unit, is_base, less))
        return found

    def _step(self, index: int, known: Sequence[Known]) -> str:
        """How a number that no cell holds follows."""
        quantity = self.claim.quantities[index]
        text = self.without_labels()
        step = follows(text, quantity, known) or grown(text, quantity, known, self.rows)
        step = step or spelled(text, quantity, self._stated_beside(index, known))
        return step or (counted(self.claim.plain, quantity, self.rows, self.names) if self._has_all_words() else "")

    def _stated_beside(self, index: int, known: Sequence[Known]) -> list[Quantity]:
        """The other numbers of the sentence that a cell holds, or a text beside the rows says."""
        held = [one.quantity for one in known]
        others = (one for one in self.stated() if one != index and self.claim.quantities[one] not in held)
        return [*held, *(self.claim.quantities[one] for one in others if self._is_in_texts(one))]

    def _keep_rows_of(self, used: dict[int, list[Place]]) -> None:
        """A row that none of the sentence's numbers is in proves nothing of it."""
        of = {(id(place.table), place.row) for places in used.values() for place in places}
        self.rows = tuple(row for row in self.rows if (id(row.table), row.number) in of) or self.rows

    def _goes_as_said(self, known: Sequence[Known]) -> bool | None:
        """Whether the numbers rise or fall as the sentence says; None where it does not tell which it is held against.

        A sentence that tells of no change says nothing wrong.
        """
        said = list(CHANGE.finditer(self.without_labels()))
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

    def _says_own_rows(self, used: dict[int, list[Place]]) -> bool:
        """Whether the sentence says the label of each number's row, and no cell for two numbers.

        "Revenue" is not "Service revenue". A label that only calls its row a total is said by a word of its section.
        """
        said = with_kin(word.stem for word in self.claim.words)
        held = [(id(places[0].table), places[0].row, places[0].column) for places in used.values()]
        return all(self._says_label(places[0], said) for places in used.values()) and len(set(held)) == len(held)

    def _says_label(self, place: Place, said: frozenset[str]) -> bool:
        """Whether the sentence says all that a row is called, or a word of it where that is no name."""
        whole = with_kin(self.stems(" ".join(place.labels)))
        beside = place.row_texts(place.row)  # a list may count the cells before its first number as labels
        names = [label for label in place.labels if label not in beside] or [*place.labels[:1]]
        if names and is_time(names[-1]):
            return True  # its time was held against the sentence's
        name = read(_BESIDE_NAME.sub(" ", " ".join(names[-1:])), self.claim.language)
        own = with_kin(word.stem for word in name.content) - with_kin(self.stems(" ".join(currencies()))) - TOTALS
        return own <= said if own else not whole or bool(whole & said)

    def _denies(self) -> bool:
        """Whether the sentence denies anything in words that its rows do not have."""
        told = {word.text for row in self.rows for word in read(row.text, self.claim.language).words}
        return any(token.sort == "negation" and token.text not in told for token in self.claim.tokens)

    def _widens(self) -> bool:
        """Whether the sentence says of all of some things what its rows do not say of all."""
        told = {word.text for row in self.rows for text in (row.text, *row.headings) for word in read(text).words}
        return any(token.text in words_of("whole") and token.text not in told for token in self.claim.tokens)

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
            for asked in self.times_of(index)
            for one in self.dates_beside(place)
        )

    def _are_bound(self, used: dict[int, list[Place]]) -> bool:
        """Whether the words or the times beside each number are those of its own cell, and of no other's."""
        for one, other in permutations(used, 2):
            mine, theirs = told_apart(self, one, other, used)
            is_own_row = used[one][0].row == used[other][0].row and self.times_of(one) != self.times_of(other)
            if not is_own_row and (not mine or theirs):
                return False
        return len(self.rows) == 1 or not any(self.is_said(one) for row in self.rows for one in row.words)

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
            *self.stems(" ".join(texts)),
            *(stem(word, self.claim.language) for word in lexicon("words")["reporting"]),
        }
        counted = [(one.start, one.end) for one in self.claim.quantities]
        told = [word for word in self.claim.content if not any(start <= word.start < end for start, end in counted)]
        told = [word for word in told if word.text not in currencies() or self._is_bare_unit(word.text)]
        return all(with_kin((word.stem,)) <= with_kin(known) for word in told)

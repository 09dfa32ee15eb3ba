"""A sentence that speaks of rows of tables: its numbers, the cells that hold them, and the times that both are of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.evidence.cells.compared import stems_of
from sleuth.evidence.cells.follows import is_taken_away
from sleuth.evidence.cells.place import Place
from sleuth.evidence.cells.quoted import (
    Row,
    Said,
    has_rivals,
    holds,
    is_of_other_length,
    is_time,
    own_times,
    page_times,
    says_year,
    scenarios_of,
    times_in,
)
from sleuth.evidence.figures.arithmetic import BY_HOW_MUCH, CHANGE, DIFFERENCE, OF_CHANGE, THAN
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.values import Quantity
from sleuth.language.glyphs import plain
from sleuth.language.scenario import Scenario, is_alike, read_scenarios
from sleuth.language.timing import Timing

_LEAST_LETTERS = 3  # of a cell's words that a sentence says letter by letter
_FEW_WORDS = 3  # of a cell that is one of a few values, and no text
_LENGTHS = ("month", "quarter", "week", "year")
_JOINT = re.compile(r"\s*(?:ended|ending|to|of|from|,|\()?\s*")  # between a length and its time
_CLOSE = re.compile(  # between a number and its time
    r"[^.;,()]{0,40}\b(?:in|for|at|on|during|as of|per|under|i|för|vid|den)\s(?:the\s)?|\s"
)


def _is_change(place: Place) -> bool:
    """Whether the row or the column of a cell is of a change, not of what changes."""
    name = " ".join((*place.labels, *place.headings)).casefold()
    return any(pattern.search(name) for pattern in (CHANGE, DIFFERENCE, OF_CHANGE))


@dataclass
class Held:
    """A sentence held against rows."""

    claim: Reading
    rows: tuple[Row, ...]
    names: tuple[str, ...]
    texts: tuple[Reading, ...] = ()  # what is quoted beside the rows

    def stated(self) -> list[int]:
        """The numbers that the sentence states: "25" of "2024/25" is none, nor "90" of a row "More than 90 days"."""
        times = [(start, end) for start, end, _ in times_in(self.claim.plain)]
        lengths = [(one.start, one.end) for one in self.claim.quantities if self._is_length(one, times)]
        names = [*times, *lengths, *self.labels_said(), *self.label_numbers()]
        return [
            index
            for index, one in enumerate(self.claim.quantities)
            if not any(start <= one.start < end for start, end in names)
        ]

    def _is_length(self, quantity: Quantity, times: Sequence[tuple[int, int]]) -> bool:
        """Whether a number only says how long a time is that follows it: "the five months April to August 2025"."""
        between = (self.claim.plain[quantity.end : start] for start, _ in times if start >= quantity.end)
        return quantity.unit in _LENGTHS and any(_JOINT.fullmatch(text) for text in between)

    def labels_said(self) -> Iterator[tuple[int, int]]:
        """Where the sentence says the label or the words of a cell of a quoted row whole."""
        cells = {" ".join(one.text.split()) for row in self.rows for one in row.words if not is_time(one.text)}
        cells |= {" ".join(part.split()) for row in self.rows for part in row.table.row_paths.get(row.number, ())}
        for label in filter(lambda cell: sum(map(str.isalpha, cell)) >= _LEAST_LETTERS or "-" in cell, cells):
            for found in re.finditer(rf"(?<!\w){re.escape(plain(label).text)}(?!\w)", self.claim.plain, re.IGNORECASE):
                yield found.span()

    def label_numbers(self) -> Iterator[tuple[int, int]]:
        """Where the sentence says the numbers of a row's label: "15" behind a heading, "99.3 % to below 99.7 %"."""
        headings = self.stems(" ".join(heading for row in self.rows for heading in row.headings))
        for label in {part for row in self.rows for part in row.table.row_paths.get(row.number, ())}:
            numbers = read(label, self.claim.language, self.claim.signs).quantities
            said = [one for one in self.claim.quantities if any(one.value == number.value for number in numbers)]
            is_range = len(said) == len(numbers) > 1
            for one in said:
                before = self.claim.plain[: one.start].split()[-1:]
                if is_range or (label.strip() == one.text and self.stems(" ".join(before)) & headings):
                    yield one.start, one.end

    def without_labels(self) -> str:
        """The sentence with the labels that it says whole left blank: "more than 90 days" tells of no rise."""
        text = self.claim.plain
        for start, end in self.labels_said():
            text = text[:start] + " " * (end - start) + text[end:]
        return text

    def cells_of(self, index: int, quantity: Quantity) -> tuple[list[Place], str]:
        """The cells that hold a number of the sentence; none with the reason where they are of another time."""
        is_less = is_taken_away(self.claim.plain, quantity.start)
        holding = [place for row in self.rows for place in row.cells if holds(place, quantity, is_less=is_less)]
        if BY_HOW_MUCH.search(self.claim.plain[: quantity.start]) and CHANGE.search(self.claim.plain):
            holding = [place for place in holding if _is_change(place)]
        if not holding:
            return [], ""
        asked = self.times_of(index)
        timely = [place for place in holding if self.is_timely(place, asked)]
        likely = [place for place in timely if self.is_of_scenario(place)]
        if likely:
            return likely, ""
        if timely:
            heading = " ".join(timely[0].headings)
            return [], f"“{quantity.text}” stands under “{heading}”, which the sentence does not say"
        if not asked:
            return [], f"the sentence does not say of which time “{quantity.text}” is"
        return [], f"“{quantity.text}” is said of another time: it stands under “{' '.join(holding[0].headings)}”"

    def times_of(self, index: int) -> list[Timing]:
        """The time that a number of the sentence is of: the one right behind it, else the last before it."""
        text, quantity = self.claim.plain, self.claim.quantities[index]
        found = times_in(text)
        following = [self.claim.quantities[other].start for other in self.stated() if other > index]
        limit = min(following, default=len(text))
        between = {start: text[quantity.end : start] for start, _, _ in found if quantity.end <= start < limit}
        behind = [time for start, _, time in found if start in between and _CLOSE.fullmatch(between[start])]
        before = [time for _, end, time in found if end <= quantity.start]
        after = [time for start, _, time in found if start >= quantity.end]
        return behind[:1] or before[-1:] or after[:1]

    def is_timely(self, place: Place, asked: Sequence[Timing]) -> bool:
        """Whether a cell is of one of these times. What its column leaves out the page must say."""
        own = own_times(place)
        if not asked:
            return not own or not has_rivals(place)
        if own and all(is_of_another_time([one], own) or is_of_other_length(one, place) for one in asked):
            return False
        if not own and any(not is_of_another_time(asked, [one]) for one in self.dates_beside(place)):
            return True
        on_page = page_times(place)
        years = [one for one in own if one.year] or [one for one in on_page if one.year and not one.month] or on_page
        return any(
            (not own or not is_of_another_time([one], own)) and (one.year is None or says_year(one, years))
            for one in asked
        )

    def is_of_scenario(self, place: Place) -> bool:
        """Whether a cell is a budget or a forecast where the sentence says so, and happened where it does not.

        A sentence that compares names both: "above budget".
        """
        said, own = read_scenarios(self.claim.text), scenarios_of(place)
        if own:
            return any(is_alike(one.value, other.value) for one in own for other in said)
        compares = len(self.stated()) > 1 or any(one.search(self.claim.plain) for one in (CHANGE, THAN, DIFFERENCE))
        paths = place.table.column_paths.values()
        beside = {one for path in paths for text in path for one in read_scenarios(text)} - {Scenario.ACTUAL}
        return compares or not beside & said

    def dates_beside(self, place: Place) -> list[Timing]:
        """The dates that other columns of a cell's row hold: what the cell is of, or what else is told of its row."""
        words = [one for row in self.rows if row.number == place.row for one in row.words]
        return [time for one in words if is_time(one.text) for _, _, time in times_in(one.text)]

    def text_before(self, quantity: Quantity) -> str:
        """The words between a number and the one before it."""
        ends = [one.end for one in self.claim.quantities if one.end <= quantity.start]
        return self.claim.plain[max(ends, default=0) : quantity.start]

    def is_said(self, cell: Said) -> bool:
        """Whether the sentence says the few words of a cell, or its date."""
        if dated := [time for _, _, time in times_in(cell.text)]:
            asked = [time for _, _, time in times_in(self.claim.plain)]
            return any(not is_of_another_time([one], dated) and says_year(one, dated) for one in asked)
        words = {word.text for word in read(cell.text).words}
        return 0 < len(words) <= _FEW_WORDS and words <= {word.text for word in self.claim.words}

    def stems(self, text: str) -> frozenset[str]:
        """The stems of a text's words, as the sentence's own are made."""
        return stems_of(text, self.claim.language)

    def all_texts(self) -> list[str]:
        return [*(row.text for row in self.rows), *(text.text for text in self.texts)]

"""The numbers of the quotes, each with what it is said of and what stands around it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.figures.labels import Label, labels
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading, sentences_of
from sleuth.evidence.values import Quantity, with_caption_scale
from sleuth.language.scale import read_scaling

_CAPTION = re.compile(
    r"\W*(?:(?:amounts|dollars|usd|eur|sek|cad|aud|belopp)\s+|(?:[a-z]{1,3})?[$€£]\s*)?(?:in|i)\s+(millions?|thousands?|billions?"
    r"|miljoner|tusental|mkr|tkr|msek|tsek|meur|keur|teur)(?!\w)[^.;]{0,60}"
)
_CELL_WORDS = 8  # more words make a sentence
_CONTEXT = 60  # characters looked at on each side of a number


@dataclass(frozen=True, slots=True)
class Measured:
    """A quantity of a quote with what it is said of, and the sentence it stands in."""

    quantity: Quantity
    label: Label
    sentence: Reading

    @property
    def before(self) -> str:
        """The words right before it."""
        return self.sentence.plain[max(0, self.quantity.start - _CONTEXT) : self.quantity.start]


def measured(readings: Sequence[Reading]) -> list[Measured]:
    """All quantities of the quotes, sentence by sentence; those of bare cells in the scale that a caption gives too."""
    numbers = [
        Measured(quantity, label, sentence)
        for sentence in sentences_of(readings)
        for quantity, label in zip(sentence.quantities, labels(sentence), strict=True)
    ]
    numbers = _dated_by_place(numbers, [reading for reading in readings if is_cell(reading)])
    captions = {caption for reading in readings if (caption := _caption(reading))}
    if len(captions) != 1:
        return numbers
    scale, unit = captions.pop()
    scaled = [
        replace(number, quantity=with_caption_scale(number.quantity, scale, unit or number.quantity.unit))
        for number in numbers
        if is_cell(number.sentence)
    ]
    return [*numbers, *(number for number in scaled if number.quantity.scale)]


def _dated_by_place(numbers: list[Measured], cells: Sequence[Reading]) -> list[Measured]:
    """The n-th number of a row is of the n-th date of a header, where the two have as many."""
    headers = [cell.dates for cell in cells if len(cell.dates) > 1 and not cell.quantities]
    if len(headers) != 1:
        return numbers
    dated, rows = [], Counter(id(number.sentence) for number in numbers)
    places: Counter[int] = Counter()
    for number in numbers:
        row = id(number.sentence)
        place, places[row] = places[row], places[row] + 1
        if rows[row] == len(headers[0]) and not number.label.dates and is_cell(number.sentence):
            number = replace(number, label=Label(number.label.stems, (headers[0][place],)))
        dated.append(number)
    return dated


def is_cell(reading: Reading) -> bool:
    """Whether a quote is too short for a sentence: a cell, or a header."""
    return len(reading.words) < _CELL_WORDS


def _caption(reading: Reading) -> tuple[int, str] | None:
    """The scale and currency of "(in millions of US dollars)"; None for any other text."""
    found = _CAPTION.fullmatch(reading.plain)
    if found is None:
        return None
    return lexicon("units")["scale"].get(found[1], 0), read_scaling(reading.plain, reading.signs).currency or ""

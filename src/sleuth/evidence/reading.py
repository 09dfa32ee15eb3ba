"""One text read for its values, words and names, and for what they grant or deny."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from sleuth.evidence.polarity import Polarity, read_polarity
from sleuth.evidence.tokens import Time, Token, periods, tokenize
from sleuth.evidence.values import Quantity, read_values
from sleuth.evidence.words import Name, Word, content, read_names, read_words
from sleuth.language.currency import USUAL, Signs
from sleuth.language.dates import Date
from sleuth.language.glyphs import plain
from sleuth.language.sentences import goes_on
from sleuth.language.weight import detect_language

_SENTENCE_END = re.compile(
    r"(?<=[^\W\d_]{2}[.!?])[\"”’)]*\s+(?=[\"“‘(]?[A-ZÅÄÖÉÜÆØ\d§•–-])|(?<=[\d%)][.!?])[\"”’)]*(?:\s+(?=[^\d\s])|\n\s*(?=\d{1,2}\.\s))|\n\s*\n|;\s+(?!provided|except|unless|however|dock|såvida)|\s*…\s*"
)


@dataclass(frozen=True)
class Reading:
    """A text and what it states. All offsets are into `plain`."""

    text: str
    plain: str
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    words: tuple[Word, ...]
    names: tuple[Name, ...]
    capitals: frozenset[int] = frozenset()  # where the words stand that are written with a capital
    language: str = "en"
    times: tuple[tuple[int, int, Time], ...] = ()  # where the dates stand with their lengths: "three months ended …"
    signs: Signs = USUAL  # what "$" and "kr" mean in its document

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The text as a run of words, values, dates and marks."""
        return tokenize(self.plain, self.words, self.quantities, self.times, self.capitals)

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """Its weighty words, without those that are part of a number or a date."""
        taken = [(q.start, q.end) for q in self.quantities] + [(start, end) for start, end, _ in self.times]
        return tuple(w for w in content(self.words) if not any(start <= w.start < end for start, end in taken))

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(word.stem for word in self.words)

    @cached_property
    def polarity(self) -> Polarity:
        return read_polarity(self.plain, self.words)

    @cached_property
    def sentences(self) -> tuple["Reading", ...]:
        """The sentences, each read by itself."""
        pieces = [piece for _, piece in split_sentences(self.text)]
        return (self,) if len(pieces) < 2 else tuple(read(piece, self.language, self.signs) for piece in pieces)


def split_sentences(text: str) -> list[tuple[int, str]]:
    """The sentences of a text, each with its offset."""
    ends = [end for end in _SENTENCE_END.finditer(text) if not goes_on(text, end)]
    edges = [0, *(end.end() for end in ends), len(text)]
    return [(start, text[start:end]) for start, end in pairwise(edges) if text[start:end].strip()]


def sentences_of(readings: Iterable[Reading]) -> list[Reading]:
    """All sentences of several texts, in order."""
    return [sentence for reading in readings for sentence in reading.sentences]


def read(text: str, language: str = "", signs: Signs = USUAL) -> Reading:
    """Read one text, or one sentence of it. `language` is "en" or "sv"; the text tells it where none is given.

    `signs` are what "$" and "kr" mean in the document that it is of, or that it speaks of.
    """
    form = plain(text)
    language = language or detect_language(form.text)
    quantities, dates = read_values(form.text, signs)
    times = periods(form.text, quantities, dates)
    known = {date.start for date in dates}
    relative = [time.date for _, _, time in times if time.date.start not in known]
    dates = tuple(sorted([*dates, *relative], key=lambda date: date.start))
    quantities = tuple(q for q in quantities if not any(start <= q.start < end for start, end, _ in times))
    words = read_words(form.text, language)
    capitals = frozenset(word.start for word in words if text[form.start(word.start)].isupper())
    return Reading(text, form.text, quantities, dates, words, read_names(text), capitals, language, times, signs)

"""The limits that an agreement sets for a measure, with the days until which each holds: financial covenants."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sleuth.language.dates import read_dates
from sleuth.language.days import days_of
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.sentences import ends_sentence
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist

_NUMBER = r"(?P<value>\d+(?:[.,]\d+)?)\s*(?P<unit>:\s*1\b|x\b|times\b|gånger\b|%|per ?cent\b)"
_SAID = wordlist("limits")
_BOUND = re.compile(
    rf"(?:(?P<most>{_SAID['bounds']['most']})|(?P<least>{_SAID['bounds']['least']}))\s*{_NUMBER}", re.IGNORECASE
)
_THEN = re.compile(rf"(?:,|;|\band\b|\boch\b|\bthen\b)+\s*{_NUMBER}", re.IGNORECASE)
_UNTIL = re.compile(_SAID["bounds"]["until"], re.IGNORECASE)
_SHORTEST = 20  # characters of a sentence


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that one sentence sets for a measure."""

    metric: str  # a key of the lexicon
    value: Decimal
    unit: str  # times or percent
    is_most: bool  # at most; else at least
    since: date | None  # exclusive; None: from the beginning
    until: date | None  # inclusive; None: without an end
    is_rule: bool  # an agreement's "shall not exceed"; else it tells of a limit: "a maximum of 3.50x"
    start: int  # of the sentence, in characters of its text
    end: int

    def holds_at(self, day: date) -> bool:
        """Whether it is the limit of a day."""
        return (self.since is None or day > self.since) and (self.until is None or day <= self.until)

    def is_met(self, value: Decimal) -> bool:
        """Whether a figure keeps within it."""
        return value <= self.value if self.is_most else value >= self.value


def read_limits(text: str) -> list[Limit]:
    """The limits that the sentences of a text set, each of a known measure and with its end."""
    return [limit for start, end in sentences(text) for limit in _limits(text[start:end], start, end)]


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text: inclusive start, exclusive end. An empty line ends one too."""
    begin = 0
    for found in re.finditer(r"[.!?](?=\s|\Z)|\n\s*\n", text):
        is_end = found[0].isspace() or ends_sentence(text, found.start(), begin)
        if is_end:
            yield from _trimmed(text, begin, found.end())
            begin = found.end()
    yield from _trimmed(text, begin, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    said = text[start:end]
    left = start + len(said) - len(said.lstrip())
    right = end - (len(said) - len(said.rstrip()))
    if right - left >= _SHORTEST:
        yield left, right


def _limits(sentence: str, start: int, end: int) -> Iterator[Limit]:
    line = " ".join(sentence.split())
    bound = _BOUND.search(line)
    if bound is None:
        return
    metric = _measure(line[: bound.start()])
    unit = "percent" if bound["unit"].strip()[:1] in "%p" else "times"
    if not metric:
        return
    is_rule = re.match(_SAID["bounds"]["rules"], bound[0].casefold()) is not None
    steps = [bound, *_THEN.finditer(line, bound.end())]
    since: date | None = None
    for number, step in enumerate(steps):
        is_last = number + 1 == len(steps)
        between = line[step.end() : len(line) if is_last else steps[number + 1].start()]
        until = _last_day(between)
        if until is None and not is_last:
            return  # until when the first holds is not told
        value = Decimal(step["value"].replace(",", "."))
        ends = None if is_last else until
        yield Limit(metric, value, unit, bound["most"] is not None, since, ends, is_rule, start, end)
        since = until


def _measure(before: str) -> str:
    """The measure of the lexicon that the words before a limit name first."""
    named = find_measures(tokens(before, "en"), default_lexicon(), "en")
    keys: Sequence[str] = [key for one in named for key in one.measure.keys if key in _KINDS]
    return keys[0] if keys else ""


_KINDS = tuple(_SAID["measures"])


def read_bound(text: str) -> tuple[Decimal, bool] | None:
    """The number of a cell that states a limit, and whether it is an upper one: "max 3.00x", "min 12%"."""
    bound = _BOUND.search(text)
    return (Decimal(bound["value"].replace(",", ".")), bound["most"] is not None) if bound else None


def _last_day(text: str) -> date | None:
    """The day up to which a limit holds, where the words behind it say so."""
    if not _UNTIL.search(plain(text).text):
        return None
    days = [found.last for one in read_dates(plain(text).text) if (found := days_of(one)) is not None]
    return days[0] if len(days) == 1 else None

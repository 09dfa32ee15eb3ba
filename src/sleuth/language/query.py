"""A typed question: which measure of whom, when, in which scenario, and what to do with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sleuth.language.times import AskedTime


class Operation(StrEnum):
    """What is to be done with a measure's figures."""

    LEVEL = "level"
    CHANGE = "change"  # the difference between two times
    GROWTH = "growth"  # the same in percent
    RATIO = "ratio"  # a formula over several measures
    SHARE = "share"  # of a part in its whole, in percent
    AVERAGE = "average"  # over several years
    TREND = "trend"  # every period there is
    PARTS = "parts"  # the parts that make up the whole
    LARGEST = "largest"  # the part with the highest figure
    SMALLEST = "smallest"
    COMPARE = "compare"  # several measures, times or subjects side by side


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured: measures of the lexicon by their keys, or a formula; as the question names it."""

    name: str  # as asked
    keys: tuple[str, ...] = ()  # more than one where only the unit tells them apart; none of a line known by its name
    formula: str = ""  # the name of an entry of `data/formulas.toml`

    @property
    def is_known(self) -> bool:
        """Whether it is in the lexicon, and not only a line known by its name."""
        return bool(self.keys or self.formula)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question that tells of whom or of what part a figure is asked."""

    text: str
    stem: str
    is_heavy: bool  # an answer must account for it


@dataclass(frozen=True, slots=True)
class Query:
    """A question about figures, understood."""

    text: str
    language: str  # ISO 639-1
    operation: Operation
    measures: tuple[Measure, ...]
    words: tuple[Word, ...]  # company, segment, product, geography: whose figure, or of what part
    times: tuple[AskedTime, ...]  # none: the latest
    scenario: str = ""  # "" where none is named: what happened
    is_since: bool = False  # from the one time to the latest: a change, or one of the periods
    each: int = 0  # months of the periods of which the highest or lowest is asked for; 0: of parts, or of companies
    is_mean: bool = False  # of a growth between two years: the mean of that of each year
    is_compound: bool = False  # of a growth between two years: the yearly rate that leads from one to the other
    of_parent: bool = False  # of the parent company alone, not of the group

    @property
    def is_timed(self) -> bool:
        """Whether it names its time, and not only by its place beside the latest, which is each document's own.

        What is asked for since a time reaches to each document's own latest.
        """
        return not self.is_since and any(time.timing is not None for time in self.times)

    @property
    def names_measure(self) -> bool:
        """Whether it names a measure of the lexicon."""
        return bool(self.known_measures)

    @property
    def known_measures(self) -> tuple[Measure, ...]:
        """The measures of the lexicon that it names."""
        return tuple(measure for measure in self.measures if measure.is_known)

    @property
    def heavy_words(self) -> tuple[Word, ...]:
        """The words that an answer must account for."""
        return tuple(word for word in self.words if word.is_heavy)

    @property
    def heavy(self) -> frozenset[str]:
        """The stems of the words that an answer must account for."""
        return frozenset(word.stem for word in self.heavy_words)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of all words that tell of whom or what."""
        return frozenset(word.stem for word in self.words)

    def __str__(self) -> str:
        return " · ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        yield " and ".join(measure.keys[0] if measure.keys else measure.name for measure in self.measures)
        if self.words:
            yield " ".join(word.text for word in self.heavy_words)
        yield " and ".join(map(str, self.times)) or "the latest"
        yield self.scenario or "actual"
        yield self.operation.value

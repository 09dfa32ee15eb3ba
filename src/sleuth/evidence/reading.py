"""One text read for its values, words and names, and which words and dates belong to which number."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from sleuth.evidence.dates import Date
from sleuth.evidence.glyphs import plain
from sleuth.evidence.polarity import Polarity, read_polarity
from sleuth.evidence.values import Quantity, read_values
from sleuth.evidence.words import Name, Word, content, read_names, read_words

_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{2}[.!?])[\"”’)]*\s+|(?<=[\d%)][.!?])[\"”’)]*\s+(?=[^\d\s])|\n\s*\n|;\s+")
_JOINT = re.compile(
    r"[,;:()]|(?<!\w)(?:and|och|but|men|while|whereas|medan|from|från|to|till|compared|against|versus|vs|jämfört|mot)(?!\w)"
)
_CLAUSE_END = re.compile(
    r"[,;()]|[.:!?](?=\s|\Z)|(?<!\w)(?:and|och|but|men|while|whereas|medan|compared|jämfört)(?!\w)"
)
_RESPECTIVELY = re.compile(r"(?<!\w)(?:respectively|respektive)(?!\w)")


@dataclass(frozen=True, slots=True)
class Label:
    """What a number is said of: the stems and the dates that belong to it."""

    stems: frozenset[str]
    dates: tuple[Date, ...]


@dataclass(frozen=True)
class Reading:
    """A text and what it states. All offsets are into `plain`."""

    text: str
    plain: str
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    words: tuple[Word, ...]
    names: tuple[Name, ...]

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """Its weighty words, without those that are part of a number or a date."""
        taken = [(q.start, q.end) for q in self.quantities] + [(d.start, d.end) for d in self.dates]
        return tuple(w for w in content(self.words) if not any(start <= w.start < end for start, end in taken))

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(word.stem for word in self.words)

    @cached_property
    def polarity(self) -> Polarity:
        return read_polarity(self.plain)

    @cached_property
    def sentences(self) -> tuple["Reading", ...]:
        """The sentences, each read by itself."""
        pieces = [piece for piece in _SENTENCE_END.split(self.text) if piece and piece.strip()]
        return (self,) if len(pieces) < 2 else tuple(read(piece) for piece in pieces)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The label of each of `quantities`, in the same order."""
        if _RESPECTIVELY.search(self.plain) and (paired := self._labels_in_order()):
            return paired
        return tuple(self._labels_by_place())

    def between(self, start: int, end: int) -> Label:
        """The stems and dates that stand in [start, end)."""
        return Label(
            frozenset(word.stem for word in self.content if start <= word.start < end),
            tuple(date for date in self.dates if start <= date.start < end),
        )

    def _labels_by_place(self) -> list[Label]:
        """Text up to the joint before a number belongs to the number before; a number without words inherits."""
        labels: list[Label] = []
        left, shared = 0, Label(frozenset(), ())
        for index, quantity in enumerate(self.quantities):
            last = index + 1 == len(self.quantities)
            following = len(self.plain) if last else self.quantities[index + 1].start
            joint = _last_clause(self.plain, quantity.end) if last else _joint(self.plain, quantity.end, following)
            before, after = self.between(left, quantity.start), self.between(quantity.end, joint)
            if not before.stems:
                before = Label(shared.stems, before.dates)
            dates = before.dates[-1:] if not after.dates else after.dates
            labels.append(Label(before.stems | after.stems, dates or shared.dates))
            shared, left = Label(before.stems, dates or shared.dates), joint
        return labels

    def _labels_in_order(self) -> tuple[Label, ...] | None:
        """ "Sales and costs were 5 and 3, respectively": the n-th number belongs to the n-th name or date."""
        count = len(self.quantities)
        whole = self.between(0, len(self.plain))
        if count > 1 and len(self.dates) == count:
            return tuple(Label(whole.stems, (date,)) for date in self.dates)
        if count < 2:
            return None
        head = self.plain[: self.quantities[0].start]
        joints = [found.end() for found in re.finditer(r",?\s(?:and|och)\s|,\s", head)]
        edges = [0, *joints[-(count - 1) :], len(head)]
        if len(edges) != count + 1:
            return None
        names = [self.between(start, end).stems for start, end in pairwise(edges)]
        ours = [word.stem for word in self.content if word.start < edges[1]]
        shared = frozenset(ours[:-1])  # "sales in" of "sales in Europe and Asia"
        return tuple(Label(name | shared, whole.dates[:1]) for name in names)


def _joint(text: str, start: int, end: int) -> int:
    """Where the text between two numbers stops belonging to the first."""
    found = [joint.start() for joint in _JOINT.finditer(text, start, end)]
    return found[-1] if found else start


def _last_clause(text: str, start: int) -> int:
    found = _CLAUSE_END.search(text, start + 1)
    return found.start() if found else len(text)


def read(text: str) -> Reading:
    """Read one text, or one sentence of it."""
    form = plain(text).text
    quantities, dates = read_values(form)
    return Reading(text, form, quantities, dates, read_words(form), read_names(text))

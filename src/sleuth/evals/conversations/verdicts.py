"""Judges one reply of the analyst by what the set says is right. Every judge names exactly one outcome."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from sleuth.evals.analyst.amounts import Amount
from sleuth.evals.analyst.answer import Answer, Kind, Line

_FALLS = re.compile(r"\b(?:fell|fall|decreas\w+|declin\w+|lower|down|dropp\w+)\b", re.IGNORECASE)
_MINUS = re.compile(r"[-−–]")
_SCALES = (0, 3, 6, 9)  # powers of ten: the set leaves out "in millions"
_COARSEST = Decimal("0.05")  # of the value: what is rounded more than this states another value


class Manner(StrEnum):
    """What the analyst did with a message."""

    ANSWERED = "answered"
    REFUSED = "refused"
    ASKED = "asked back"
    BESIDE = "spoke of itself"  # a greeting, what it can do: nothing of the documents


@dataclass(frozen=True)
class Reply:
    """A reply as it is judged."""

    text: str  # Markdown, with sources
    claims: int  # sentences that state something of the documents
    refuses: bool
    choices: int = 0  # of a question back
    files: frozenset[str] = frozenset()  # that are cited

    @property
    def manner(self) -> Manner:
        """Whether it answers, refuses, asks back, or none of these."""
        if self.choices:
            return Manner.ASKED
        if self.refuses:
            return Manner.REFUSED
        if self.claims:
            return Manner.ANSWERED
        return Manner.ASKED if self.text.rstrip().endswith("?") else Manner.BESIDE

    @cached_property
    def lines(self) -> list[Line]:
        """What it tells, with the notes and without the sources, headings and offers."""
        told = Answer({"answer": self.text}).lines
        return [line for line in told if line.kind not in (Kind.HEADING, Kind.QUESTION)]


class Judge(Protocol):
    """What is right of a reply."""

    @property
    def outcomes(self) -> tuple[str, ...]:
        """Every outcome that there is, in the order of a report."""

    def judge(self, reply: Reply) -> str:
        """One of the outcomes."""


RIGHT, WRONG = "right", "wrong but shown"
_BESIDE_ANSWERS = (Manner.REFUSED.value, Manner.ASKED.value, Manner.BESIDE.value)


@dataclass(frozen=True, slots=True)
class Value:
    """A value that the first lines of the answer must state: a number, or "yes" and "no"."""

    right: Decimal | str
    is_computed: bool  # from several figures; its sign counts

    @property
    def outcomes(self) -> tuple[str, ...]:
        """Right, wrong, or no answer of three kinds."""
        return (RIGHT, WRONG, *_BESIDE_ANSWERS)

    def judge(self, reply: Reply) -> str:
        """Right where a line other than a note states the value, up to the rounding of what is printed."""
        if reply.manner is not Manner.ANSWERED:
            return reply.manner.value
        stated = [line for line in reply.lines if line.kind is not Kind.NOTE]
        return RIGHT if any(self._is_stated(line) for line in stated) else WRONG

    def _is_stated(self, line: Line) -> bool:
        if isinstance(self.right, str):
            return folded(line.text).startswith(f" {self.right} ")
        return any(self._is_value(one, self.right, line.text) for one in line.numbers)

    def _is_value(self, figure: Amount, right: Decimal, text: str) -> bool:
        if self.is_computed and not _has_sign(right, figure.written, text):
            return False
        if figure.unit:
            return is_near(figure.value, abs(right) * 100) or is_near(figure.value, abs(right))
        return any(is_near(figure.value, abs(right).scaleb(scale)) for scale in _SCALES)


def _has_sign(right: Decimal, written: str, text: str) -> bool:
    """Whether a figure is written with the right sign; a fall may be told by a bracket or a word."""
    minus = _MINUS.search(written) is not None
    return minus or "(" in written or _FALLS.search(text) is not None if right < 0 else not minus


def is_near(shown: Decimal, right: Decimal) -> bool:
    """Whether they are alike up to half of the last digit that is shown.

    >>> is_near(Decimal("142.4"), Decimal("142.403")), is_near(Decimal("143"), Decimal("142.403"))
    (True, False)
    """
    exponent = shown.as_tuple().exponent
    if right == 0 or not isinstance(exponent, int):
        return shown == right
    half_a_digit = Decimal(1).scaleb(exponent) / 2
    return abs(shown - right) <= min(max(half_a_digit, Decimal("0.00001")), right * _COARSEST)


@dataclass(frozen=True, slots=True)
class Answerability:
    """Whether the passages answer a message: answerable, partial, unanswerable, underspecified."""

    kind: str

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What can be done with a message."""
        return tuple(Manner)

    def judge(self, reply: Reply) -> str:
        """What was done with it; whether an answer is a good one, a person must say."""
        return reply.manner.value


ALL, SEVERAL, ONE_RIGHT, ONE_FALSE = (
    "all values shown", "several shown, not all", "one right value alone", "one false value alone",
)  # fmt: skip
NOISE, NONE = "answered from noise alone", "answered without any of the values"


@dataclass(frozen=True, slots=True)
class Conflict:
    """The values that a question's documents state: all of them are to be shown."""

    right: frozenset[str]
    false: frozenset[str]  # stated by documents that mislead
    noise: frozenset[str] = frozenset()  # names of files that do not bear on the question

    @property
    def disagrees(self) -> bool:
        """Whether there is more than one value."""
        return len({folded(value) for value in self.right | self.false}) > 1

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What was shown of the values."""
        return (ALL, SEVERAL, ONE_RIGHT, ONE_FALSE, NOISE, NONE, *_BESIDE_ANSWERS)

    def judge(self, reply: Reply) -> str:
        """Which of the values stand in the answer or its notes."""
        told = " ".join(folded(line.text) for line in reply.lines)
        right, false = _shown(self.right, told), _shown(self.false, told)
        shown = right | false
        if reply.manner is not Manner.ANSWERED:
            return reply.manner.value
        if not shown:
            return NOISE if reply.files and reply.files <= self.noise else NONE
        if shown == _folded(self.right | self.false):
            return ALL
        if len(shown) > 1:
            return SEVERAL
        return ONE_RIGHT if right else ONE_FALSE


def _shown(values: Iterable[str], told: str) -> set[str]:
    return {value for value in _folded(values) if value in told}


def _folded(values: Iterable[str]) -> set[str]:
    return {folded(value) for value in values}


def folded(text: str) -> str:
    """Lower case, words and digits only, each between blanks: " 2 197 people "."""
    return f" {re.sub(r'[^a-z0-9]+', ' ', text.lower()).strip()} "

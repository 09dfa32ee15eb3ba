"""The numbered clauses of an agreement, and where each stands: "8.2", and "(a)" within it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sleuth.evidence.prose import is_contents_line
from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import ORDINAL_MARK, ORDINALS, Sentence, split
from sleuth.language.dates import read_dates
from sleuth.language.glyphs import plain

Number = tuple[int, ...]  # "8.2" as (8, 2)

_MARK = re.compile(
    r"[^\w(]*(?:(?P<called>clause|section|article|sec\.|§|punkt|avsnitt|artikel|ziffer)\s*)?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})(?P<stop>[.):]?)(?=\s|$)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:clause|section|article)\s(\d{1,2}(?:\.\d{1,2}){0,3})", re.IGNORECASE)
_LETTERED = re.compile(r"\W*\((?P<letter>[a-z]{1,4})\)\s")
_BRACKETED = re.compile(r"\W*\((?P<number>\d{1,2})\)\s")  # "(2)" under "Article 9" is 9.2, under "9.1" an item
_ORDINAL = re.compile(rf"\W*{ORDINAL_MARK}")
_DATE = 30  # characters in which a sentence that opens with a date gives it
_HEADING = 9  # words of one, with its number
_MOST_SKIPPED = 3  # numbers of clauses that may be missing between two: they were left out, or not recognised


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a document with its place, and the clause that it stands in."""

    page: int  # 1-based
    start: int  # inclusive, in the page's text
    end: int  # exclusive
    text: str
    number: Number = ()  # of the clause; none before the first
    letter: str = ""  # of the item within it: "a" of "(a) …"
    is_heading: bool = False


def read_number(text: str) -> Number:
    """The number of a clause as it is written: "2.01" is (2, 1)."""
    return tuple(int(part) for part in text.split("."))


def is_within(number: Number, clause: Number) -> bool:
    """Whether a clause is another one or a part of it: 8.2 is a part of 8."""
    return bool(clause) and number[: len(clause)] == clause


def names_another_clause(text: str, clauses: Sequence[Number]) -> bool:
    """Whether a sentence names clauses, and none of these or of what is within them."""
    named = [read_number(number) for number in _NAMED.findall(text)]
    pairs = ((one, clause) for one in named for clause in clauses)
    return bool(named) and not any(is_within(one, clause) or is_within(clause, one) for one, clause in pairs)


def passages(pages: Sequence[Page]) -> list[Passage]:
    """The sentences of an agreement, each with its clause. Numbers count only in their order: "24 months" opens none.

    Where numbers begin anew, as in an annex or behind a table of contents, those of the longest stretch are kept.
    """
    runs = _runs([(page.number, sentence) for page in pages for sentence in split(page)])
    longest = max(runs, key=_length, default=[])
    every = [
        one if run is longest else Passage(one.page, one.start, one.end, one.text, is_heading=one.is_heading)
        for run in runs
        for one in run
    ]
    heading = {one for one, behind in pairwise(every) if _heads_clauses(one, behind)}
    return [replace(one, is_heading=True) if one in heading else one for one in every]


def _heads_clauses(one: Passage, behind: Passage) -> bool:
    """Whether a passage is the heading of the clauses behind it: "11 Assignment and change of control" before 11.1."""
    is_short = len(one.text.split()) <= _HEADING and one.text[-1:].isalnum()
    return len(one.number) == 1 and behind.number == (*one.number, 1) and not one.letter and is_short


def _length(run: Sequence[Passage]) -> int:
    return sum(len(one.text) for one in run if one.number)


def _runs(sentences: Sequence[tuple[int, Sentence]]) -> list[list[Passage]]:
    """The sentences with their clauses, divided where the numbers begin anew."""
    runs: list[list[Passage]] = [[]]
    number: Number = ()
    letter = ""
    is_bracketed = False
    for page, sentence in sentences:
        found = _number_of(sentence)
        if found and _begins(found) and number:
            runs.append([])
        if found and (_begins(found) or _follows(found, number) or _heads(found, number, sentence)):
            number, letter, is_bracketed = found, "", False
        elif (item := _BRACKETED.match(sentence.text)) and number and (is_bracketed or len(number) == 1):
            number, letter, is_bracketed = (number[0], int(item["number"])), "", True
        elif lettered := _LETTERED.match(sentence.text):
            letter = lettered["letter"]
        place = Passage(page, sentence.start, sentence.end, sentence.text, number, letter, sentence.is_heading)
        runs[-1].append(place)
    return runs


def _number_of(sentence: Sentence) -> Number:
    """The number that a sentence opens with; none for a line of contents, or where it counts something."""
    found = _MARK.match(sentence.text)
    if sentence.is_heading and (counted := _ORDINAL.match(sentence.text)):
        return (ORDINALS.index(counted["ordinal"].capitalize()) + 1,)
    if found is None or is_contents_line(sentence.text):
        return ()
    following = sentence.text[found.end() :].lstrip()[:1]
    is_counted = "." not in found["number"] and not found["stop"] and following.islower()
    is_spoken_of = found["called"] is not None and (
        following.islower() or found["stop"] == ":"
    )  # "clause 2.2 is deleted"
    is_dated = any(one.start <= found.start("number") for one in read_dates(plain(sentence.text[:_DATE]).text))
    is_own = sentence.is_heading or not is_spoken_of
    return () if is_counted or is_dated or not is_own else read_number(found["number"])


def _begins(number: Number) -> bool:
    return number in ((1,), (1, 1), (1, 0))


def _heads(number: Number, before: Number, sentence: Sentence) -> bool:
    """Whether a number is that of a heading behind all before it; the first of an extract may be any."""
    is_clause = sentence.is_heading or len(number) > 1
    return is_clause and (not before or (sentence.is_heading and number > before))


def _follows(number: Number, before: Number) -> bool:
    """Whether a number comes right after another: 8.2 or 9 after 8.1, 8.1 after 8."""
    if not before or len(number) > len(before) + 1:
        return False
    level = len(number) - 1
    if level == len(before):
        return number[:-1] == before and number[-1] <= _MOST_SKIPPED
    same = number[:level] == before[:level]
    is_next = same and before[level] < number[level] <= before[level] + _MOST_SKIPPED
    opens_next = level > 0 and number[-1] <= 1 and _follows(number[:-1], before)
    return is_next or opens_next


def in_clause(every: Sequence[Passage], clause: Number, letter: str = "") -> Iterator[Passage]:
    """The sentences of a clause, without headings that announce nothing; of an item of it alone where that is named."""
    for one in every:
        is_told = not one.is_heading or one.text.rstrip().endswith(":")
        if is_within(one.number, clause) and is_told and letter in ("", one.letter):
            yield one

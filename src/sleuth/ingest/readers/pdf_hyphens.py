"""Whether a hyphen at the end of a line belongs to the word or only to the line, judged by the document's own words.

Real ones (non-GAAP) stay, soft ones (utred-ning) go, and one that waits for its other half (in- och utförsel) keeps
its line end.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise

import numpy as np

from sleuth.evidence.source import Words
from sleuth.ingest.readers.pdf_text import HYPHEN, Indices, RawPage

_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CUT_WORD = re.compile(rf"\S*{HYPHEN}\S*")
_BEFORE = re.compile(r"[^\W_]+(?:-[^\W_]+)*\Z")
_AFTER = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
# Words that follow a suspended hyphen: "in- och utförsel", "pre- and post-tax".
_CONJUNCTIONS = frozenset({"och", "eller", "samt", "resp", "respektive", "and", "or", "to", "und", "oder"})
_SHARE_OF_MARKED = 0.05  # of the words: 30 % in Swedish, 20 % in German, under 1 % in English with foreign names


class Verdict(Enum):
    """What to make of one line-end hyphen."""

    SOFT = "soft"  # goes; the word closes up
    HARD = "hard"  # stays; the word goes on after it
    SUSPENDED = "suspended"  # stays, and so does the line end


class Hyphens:
    """The judge of one document's line-end hyphens."""

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(texts)
        self._cut = any(HYPHEN in text for text in texts)
        self._words: Counter[str] = Counter()
        if self._cut:
            for text in texts:
                self._words.update(_TOKEN.findall(_CUT_WORD.sub(" ", text).lower()))
        self._heads = {word[: at.start()] for word in self._words for at in re.finditer("-", word)}
        majority = self._majority(texts)
        self._mostly_soft = _closes_compounds(self._words) if majority is None else majority

    def judge(self, text: str, at: int) -> Verdict:
        """The verdict on the hyphen at offset `at` of a text of this document."""
        before, after = _sides(text, at)
        if not before or not after:
            return Verdict.HARD
        if after.lower() in _CONJUNCTIONS:
            return Verdict.SUSPENDED
        verdict = self._by_shape(before, after) or self._by_vocabulary(before, after)
        if verdict:
            return verdict
        if self._mostly_soft:
            return Verdict.SOFT
        known = before.lower() in self._heads or before.lower() in self._words or after.lower() in self._words
        return Verdict.HARD if known else Verdict.SOFT  # "infor-mation": neither half is a word

    def _majority(self, texts: Sequence[str]) -> bool | None:
        """Whether most of the hyphens that the vocabulary decides are soft; None where it decides too few."""
        votes = Counter(
            self._by_vocabulary(*_sides(text, found.start())) for text in texts for found in re.finditer(HYPHEN, text)
        )
        soft, hard = votes[Verdict.SOFT], votes[Verdict.HARD]
        return soft > hard if soft + hard >= 3 else None

    @staticmethod
    def _by_shape(before: str, after: str) -> Verdict | None:
        """Digits, a capital after the hyphen, a single letter or an acronym before it: a word written so."""
        if "-" in before or "-" in after:
            return Verdict.HARD  # year-over-year
        last = before
        mixed = after[0].isupper() and not (last.isupper() and after[:2].isupper())
        acronym = last.isupper() and after[0].islower()
        if mixed or acronym or len(last) == 1 or last[-1].isdigit() or after[0].isdigit():
            return Verdict.HARD
        return None

    def _by_vocabulary(self, before: str, after: str) -> Verdict | None:
        before, after = before.lower(), after.lower()
        joined, hyphenated = self._words[before + after], self._words[f"{before}-{after}"]
        if joined == hyphenated:
            return None
        return Verdict.SOFT if joined > hyphenated else Verdict.HARD


def _closes_compounds(words: Counter[str]) -> bool:
    """Whether the language writes compounds as one word, as far as its letters tell: Nordic or German."""
    marked = sum(count for word, count in words.items() if any(letter in "åäöøæüß" for letter in word))
    return marked > _SHARE_OF_MARKED * words.total()


def _sides(text: str, at: int) -> tuple[str, str]:
    """What stands right before and right after the hyphen."""
    before = _BEFORE.search(text[max(0, at - 60) : at])
    after = _AFTER.match(text, at + 1)
    return before[0] if before else "", after[0] if after else ""


def settle(page: RawPage, hyphens: Hyphens) -> tuple[str, Words]:
    """The page's text without PDFium's marks, and its words; a word cut at a line end has a box on each line."""
    if HYPHEN not in page.text:
        spans = np.stack([page.starts, page.ends], axis=1)
        return page.text, _words(spans, page, np.arange(len(spans)))
    at = [found.start() for found in re.finditer(HYPHEN, page.text)]
    verdicts = [hyphens.judge(page.text, where) for where in at]
    text, shift = _rewritten(page.text, at, verdicts)
    starts = page.starts + shift[page.starts]
    ends = page.ends + shift[page.ends - 1]
    soft = [where for where, verdict in zip(at, verdicts, strict=True) if verdict is Verdict.SOFT]
    ends -= np.isin(page.ends - 1, soft)
    joints = [where + 1 for where, verdict in zip(at, verdicts, strict=True) if verdict is not Verdict.SUSPENDED]
    opens = ~np.isin(page.starts, joints)  # the pieces that begin a word
    owner = np.cumsum(opens) - 1
    closes = np.append(opens[1:], True)
    return text, _words(np.stack([starts[opens], ends[closes]], axis=1), page, owner)


def _rewritten(text: str, at: Sequence[int], verdicts: Sequence[Verdict]) -> tuple[str, Indices]:
    """The text with every hyphen settled, and how far each of its characters has moved."""
    marks = {Verdict.SOFT: "", Verdict.HARD: "-", Verdict.SUSPENDED: "-\n"}
    parts, shift = [text[: at[0]]], np.zeros(len(text) + 1, np.int64)
    for (where, until), verdict in zip(pairwise([*at, len(text)]), verdicts, strict=True):
        rest = text[where + 1 : until]
        if verdict is Verdict.SUSPENDED or rest.startswith((" ", "\n")):
            parts += [marks[verdict], rest]
        else:
            # PDFium swallowed the line end: it comes back after the joined word, where a space stands now.
            head, space, tail = rest.partition(" ")
            parts += [marks[verdict], head, "\n" if space and "\n" not in head else space, tail]
        shift[where + 1 :] += len(marks[verdict]) - 1
    return "".join(parts), shift


def _words(
    spans: Indices,
    page: RawPage,
    owner: Indices,
) -> Words:
    return Words(
        array("I", spans.astype(np.uint32).tobytes()),
        array("f", page.boxes.astype(np.float32).tobytes()),
        array("I", owner.astype(np.uint32).tobytes()),
    )

"""The words and numbers of a text, each with its place and its stem."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol

from sleuth.language.stems import family

_TOKEN = re.compile(
    r"\d{1,2}-[A-Z]s?\b"  # 10-K
    r"|(?:\d[\d,.\u00a0\u202f]*\d|\d)(?![^\W\d_])"  # 1,234.5
    r"|(?:[A-Z]\.){2,}"  # U.S.
    r"|[A-Za-z]{1,3}(?:&[A-Za-z]{1,3})+(?:['’]s)?(?![^\W_])"  # AT&T, R&D, g&a, D&o
    r"|[^\W_]+(?:['’][^\W\d_]+)?"
)
_LETTERS = re.compile(r"[^\W\d_]+")
_MARKS = re.compile(r"[\W_]+")
_GENITIVE = re.compile(r"['’]s?\Z")
_THOUSANDS = re.compile(r"(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))")


class Stretch(Protocol):
    """Characters `start` (inclusive) to `end` (exclusive) of a text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Token(NamedTuple):
    """Characters `start` (inclusive) to `end` (exclusive) of a text: a word or a number, and its stem."""

    text: str
    start: int
    end: int
    stem: str

    @property
    def is_number(self) -> bool:
        """Whether it is written in digits only."""
        return self.text[0].isdigit() and not self.text[-1].isalpha()

    @property
    def is_capital(self) -> bool:
        """Whether it opens with a capital letter."""
        return self.text[0].isupper()

    def is_within(self, stretches: Iterable[Stretch]) -> bool:
        """Whether it begins in one of these stretches of the text."""
        return any(stretch.start <= self.start < stretch.end for stretch in stretches)


@lru_cache(maxsize=8192)
def tokens(text: str, language: str = "en") -> tuple[Token, ...]:
    """The words and numbers of a text, in order. `language` is an ISO 639-1 code."""
    return tuple(Token(m[0], *m.span(), stem_of(m[0], language)) for m in _TOKEN.finditer(text))


@lru_cache(maxsize=16384)
def stems(text: str, language: str = "en") -> frozenset[str]:
    """The stems of a text's words and numbers."""
    return frozenset(token.stem for token in tokens(text, language))


def stem_of(word: str, language: str) -> str:
    """The stem of one word as tokens have it; of what begins with a digit, itself without separators of thousands and
    without what tells whose something is: "3M's".
    """
    if word[0].isdigit():
        return _THOUSANDS.sub("", without_genitive(word))
    return family(word.replace(".", ""), language)


def words_of(text: str) -> list[str]:
    """The words and numbers of a text as written, in order."""
    return [match[0] for match in _TOKEN.finditer(text)]


def stems_of(words: Iterable[str], language: str) -> frozenset[str]:
    """The stems of words and numbers."""
    return frozenset(stem_of(word, language) for word in words)


def letter_words(text: str, least: int = 1) -> list[str]:
    """The runs of at least so many letters in a text: "FY25 EBITDA-bridge" has "FY", "EBITDA" and "bridge"."""
    return [word for word in _LETTERS.findall(text) if len(word) >= least]


def spaced(text: str) -> str:
    """A text with one blank for whatever is neither a letter nor a digit: "IC-Memo_v2.pdf" is "IC Memo v2 pdf"."""
    return _MARKS.sub(" ", text)


def is_capitalised(text: str) -> bool:
    """Whether all words of a text begin with a capital, as a name's do: "Stonebeck Partners", "HMRC"."""
    return all(word[:1].isupper() for word in text.split())


def without_genitive(word: str) -> str:
    """A name without its ending: "Orvik’s" is "Orvik", "Holdings'" is "Holdings"."""
    return _GENITIVE.sub("", word)


def genitive_of(word: str) -> str:
    """The ending that tells whose something is: "’s" of "Orvik’s"; "" for none."""
    found = _GENITIVE.search(word)
    return found[0] if found else ""


def words_of_filename(filename: str) -> str:
    """What a file's name says, without its ending: "AcmeCo_IC-Memo.docx" is "AcmeCo Acme Co IC-Memo"."""
    stem = filename.rsplit("/", 1)[-1].rsplit(".", 1)[0].replace("_", " ")
    apart = parted(stem)
    return stem if apart == stem else f"{stem} {apart}"


def parted(text: str) -> str:
    """A text with a blank where a capital follows a small letter: "StartDate" is "Start Date"."""
    return re.sub(r"(?<=[a-zåäö])(?=[A-ZÅÄÖ])", " ", text)

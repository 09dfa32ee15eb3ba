"""Whether a full stop ends a sentence: the one place that knows abbreviations, initials and the marks of list items."""

import re
from functools import cache

from sleuth.language.wordlist import wordlist

_REACH = 24  # characters before a full stop that its word may have
_LAST_WORD = re.compile(r"(\S+)\Z")
_OPENING = "(\"“”'[«"
_SWEDISH_WORDS = "iå"  # words of one letter, which may end a sentence
_NUMBER = re.compile(r"\d{1,3}(?:\.\d+)*")
_CLAUSE = re.compile(r"\d{1,2}\.\d{1,2}\.?\s+[A-ZÅÄÖ]")  # "as set out in Schedule C. 7.2 The …"
_MONTH = re.compile(r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-zä]*\b")  # behind "31.": a German date


@cache
def _abbreviations(entry: str) -> frozenset[str]:
    return frozenset(str(wordlist("abbreviations")[entry]).split())


def goes_on(text: str, border: re.Match[str]) -> bool:
    """Whether the full stop right before a border ends no sentence."""
    return text[border.start() - 1] == "." and not ends_sentence(text, border.start() - 1)


def ends_sentence(text: str, stop: int, begin: int = 0) -> bool:
    """Whether the full stop at `text[stop]` ends the sentence that begins at `begin`.

    It does not behind an abbreviation ("Inc."), an initial ("J. Smith"), the mark of an item ("b.", "4.2.") that opens
    the sentence or a line, nor before a small letter.
    """
    following = text[stop + 1 : stop + 40].lstrip(" \t\n\"'”’»)]")
    if following[:1].islower():
        return False
    found = _LAST_WORD.search(text, max(begin, stop - _REACH), stop)
    word = found[1].lstrip(_OPENING).lower() if found else ""
    opens = found is None or found.start() == begin or text[found.start() - 1] == "\n"
    if len(word) == 1 and word.isalpha():
        return (word in _SWEDISH_WORDS or _CLAUSE.match(following) is not None) and not opens
    if word in _abbreviations("words"):
        return word in _abbreviations("may_end") and following[:1].isupper()
    parts = word.split(".")
    if len(parts) > 1 and all((len(part) == 1 and part.isalpha()) or part in _abbreviations("words") for part in parts):
        return False  # "E.H." of "Bo E.H. Tall", "jur.kand."
    if _NUMBER.fullmatch(word):
        return not opens and not _MONTH.match(following)
    return True

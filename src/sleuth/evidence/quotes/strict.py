"""Finds what folding makes alike though it says something else: unit case, primes, ratings, words joined or split."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.polarity import turning_words
from sleuth.language.glyphs import plain

# After a number the case of these tells apart milli and mega, bit and byte.
_CASED_UNIT = re.compile(
    r"(?<=\d)\s*(m(?:Ω|Ω|ohm|wh?|v|a|j|g|pa|hz|bq|sv|gy)|[kmgt]b(?:it|ps|/s)?|[kmgt]ib)(?![^\W\d_])", re.IGNORECASE
)
_ACRONYM = re.compile(r"(?<![\w.'’])(US|IT|WHO)(?![\w'’])", re.IGNORECASE)
_PRIME = re.compile(r"(?<=\d)\s?(′′|''|″|\"|”|“|′|'|’)(?![\dst])")
_RATING = re.compile(
    r"(?<![\w-])((?:AAA|AA|A|BBB|BB|B|CCC|CC|C|D|Aaa|Aa|Baa|Ba|Caa|Ca)[123]?)([-–−‐‑])(?=[\s,.;:)/]|\Z)(?!\s*\n)"
)
_SINGLE = frozenset("′'’")


def altered_sense(piece: str, passage: str) -> str:
    """How a quote's own characters say other things than the source's, though both fold alike; "" if they do not."""
    if piece == passage:
        return ""
    for what, read in _READINGS:
        ours, theirs = read(piece), read(passage)
        if ours != theirs:
            return f"{what}: the source has {_shown(theirs)}, the quote {_shown(ours)}"
    if changed := _altered_join(piece, passage) or _altered_primes(piece, passage):
        return changed
    if _in_one_case(piece) or _in_one_case(passage):
        return ""
    for what, read in _CASED_READINGS:
        ours, theirs = read(piece), read(passage)
        if ours != theirs:
            return f"{what}: the source has {_shown(theirs)}, the quote {_shown(ours)}"
    return ""


def _shown(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words) or "none"


def _in_one_case(text: str) -> bool:
    """All capitals, or none: its case says nothing."""
    return text.isupper() or text.islower()


def _turning(text: str) -> list[str]:
    return turning_words(plain(text).text)


@cache
def _joins() -> tuple[re.Pattern[str], ...]:
    pairs = lexicon("cuts")["joins"].items()
    return tuple(re.compile(rf"(?<![\w-])({first})([\s-]*)({any_of(rest)})(?!\w)") for first, rest in pairs)


def _joined(text: str) -> dict[int, str]:
    """How words that mean one thing written as one and another as two are written, by the letters before them."""
    form, found = plain(text).text, {}
    for pattern in _joins():
        for match in pattern.finditer(form):
            place = sum(map(str.isalnum, form[: match.start()]))
            if match[2].strip(" \t") != "-\n":  # a line's end says neither
                found[place] = f"{match[1]}{'-' if '-' in match[2] else ' ' if match[2] else ''}{match[3]}"
    return found


def _altered_join(piece: str, passage: str) -> str:
    ours, theirs = _joined(piece), _joined(passage)
    for place in sorted(ours.keys() & theirs.keys()):
        if ours[place] != theirs[place]:
            return f"the source says “{theirs[place]}”, the quote “{ours[place]}”, which is another word"
    return ""


def _units(text: str) -> list[str]:
    return [unit[1][0] + (unit[1][1] if unit[1][1] in "bB" else "") for unit in _CASED_UNIT.finditer(text)]


def _acronyms(text: str) -> list[str]:
    return [found[1] for found in _ACRONYM.finditer(text) if not found[1].istitle()]


def _ratings(text: str) -> list[str]:
    return [f"{found[1]}-" for found in _RATING.finditer(text)]


_READINGS: tuple[tuple[str, Callable[[str], list[str]]], ...] = (("spaces change the sense of words", _turning),)
_CASED_READINGS: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    ("the case of a unit makes it another", _units),
    ("the case makes another word", _acronyms),
    ("a rating loses or gains its minus", _ratings),
)


def _altered_primes(piece: str, passage: str) -> str:
    """Feet for inches; quotation marks after a number may come and go."""
    ours, theirs = ([_side(found[1]) for found in _PRIME.finditer(text)] for text in (piece, passage))
    if ours and theirs and len(ours) == len(theirs) and ours != theirs:
        return "a prime after a number is another: feet and inches, or minutes and seconds, are exchanged"
    measured = any(mark in piece + passage for mark in "′″")
    if measured and ours != theirs:
        return "a prime after a number is left out or added"
    return ""


def _side(mark: str) -> str:
    return "single" if mark in _SINGLE else "double"

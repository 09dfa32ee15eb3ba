"""What a term of an agreement comes to, however it is worded: "twelve (12) months" and "one year" are 12 months."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from sleuth.language.glyphs import plain_line
from sleuth.language.timing import read_timing
from sleuth.language.wordlist import wordlist

_LENGTH = re.compile(r"P(?P<count>\d+)(?P<unit>[DWMY])")
_IN_MONTHS = {"M": 1, "Y": 12}
_IN_DAYS = {"D": 1, "W": 7}
_ROUGHLY = 1.1  # of two lengths, one in days and one in months: they may be one


def normal_term(metric: str, text: str) -> str:
    """What a statement of a term comes to, such as "P12M"; "" where it is not understood."""
    read = _READERS.get(metric)
    return read(plain_line(text)) if read else ""


def same_term(metric: str, one: str, other: str) -> bool:
    """Whether two terms, as `normal_term` gives them, may both hold."""
    if metric == "change of control":
        return bool({*one.split()} & {*other.split()})
    first, second = _LENGTH.fullmatch(one), _LENGTH.fullmatch(other)
    return _same_length(first, second) if first and second else one == other


def _same_length(one: re.Match[str], other: re.Match[str]) -> bool:
    for scale in (_IN_MONTHS, _IN_DAYS):
        if one["unit"] in scale and other["unit"] in scale:
            return int(one["count"]) * scale[one["unit"]] == int(other["count"]) * scale[other["unit"]]
    short, long = sorted((_days(one), _days(other)))
    return long <= _ROUGHLY * short


def _days(length: re.Match[str]) -> int:
    return int(length["count"]) * int(dict(wordlist("terms", "findings")["units"].values())[length["unit"]])


def _length(text: str) -> str:
    """The one length of time that a text names, in ISO 8601."""
    found = set()
    for match in _lengths().finditer(text):
        count = match["digits"] or str(wordlist("terms", "findings")["numbers"].get(match["word"], ""))
        unit = next(
            letter
            for form, (letter, _) in wordlist("terms", "findings")["units"].items()
            if re.fullmatch(form, match["unit"])
        )
        if count:
            found.add(f"P{int(count)}{unit}")
    return next(iter(found)) if len(found) == 1 else ""


@cache
def _lengths() -> re.Pattern[str]:
    lists = wordlist("terms", "findings")
    words = "|".join(sorted(lists["numbers"], key=len, reverse=True))
    units = "|".join(lists["units"])
    return re.compile(
        rf"(?<![\w-])(?:(?P<word>{words})\s*(?:\(\d+\))?|\(?(?P<digits>\d{{1,3}})\)?)[\s-]+(?P<unit>{units})(?!\w)"
    )


def _law(text: str) -> str:
    """The one jurisdiction whose law a text names."""
    words = wordlist("terms", "findings")
    rest = " ".join(re.sub(rf"{words['law_words']['fill']}|[^\w\s]", " ", text).split())
    return _jurisdictions().get(rest, "")


@cache
def _jurisdictions() -> Mapping[str, str]:
    laws = wordlist("terms", "findings")["laws"]
    fill = re.compile(wordlist("terms", "findings")["law_words"]["fill"])
    return {" ".join(fill.sub(" ", name).split()): law for law, others in laws.items() for name in (law, *others)}


def _date(text: str) -> str:
    timing = read_timing(re.sub(r"\bday of\b", " ", text))
    if timing is None or None in (timing.year, timing.month, timing.day):
        return ""
    return f"{timing.year:04}-{timing.month:02}-{timing.day:02}"


def _control(text: str) -> str:
    """What follows, in words sorted: "consent terminate"; "nothing" where that is said."""
    words = wordlist("terms", "findings")["control"]
    if re.search(words["nothing"], text):
        return "nothing"
    return " ".join(sorted(name for name, form in words.items() if name != "nothing" and re.search(form, text)))


_READERS: Mapping[str, Callable[[str], str]] = {
    "notice period": _length,
    "contract term": _length,
    "governing law": _law,
    "contract date": _date,
    "change of control": _control,
}
COMPARED = frozenset(_READERS)

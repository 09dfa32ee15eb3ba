"""Numbers by which inquiries and their documents are known: SOU 2018:22, dir. 2015:107, S 2018:11, prop. 2019/20:45."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from sleuth.agents.detectives.words import lexicon

_LATEST = 2100
_EARLIEST = 1900


class Identifier(NamedTuple):
    """A number in its usual form, and where it stands in the text that was read."""

    kind: str  # "sou", "dir", "committee", "prop", "ds", "sfs"
    value: str  # "SOU 2018:22", "dir. 2015:107", "S 2018:11", "prop. 2019/20:45"
    start: int
    end: int

    @property
    def key(self) -> str:
        """The number as a process is named by it: "ju-2023-04", "dir-2015-107"."""
        return re.sub(r"[\W_]+", "-", self.value.casefold()).strip("-")


_FORMS = {
    "sou": re.compile(r"\b(?:SOU|Statens offentliga utredningar)[\s,]*(?P<year>\d{4})\s?:\s?(?P<number>\d{1,3})\b"),
    "dir": re.compile(r"\b[Dd]ir(?:ektiv)?\.?\s*(?P<year>\d{4})\s?:\s?(?P<number>\d{1,3})\b"),
    "ds": re.compile(r"\bDs\s+(?P<year>\d{4})\s?:\s?(?P<number>\d{1,3})\b"),
    "prop": re.compile(
        r"\b(?:[Pp]rop(?:osition(?:en)?)?\.?)\s+(?P<year>\d{4}(?:/\d{2,4})?)\s?:\s?(?P<number>\d{1,3})\b"
    ),
    "sfs": re.compile(r"\bSFS\s+(?P<year>\d{4})\s?:\s?(?P<number>\d{1,4})\b"),
}  # fmt: skip
_PREFIXES = {"sou": "SOU ", "dir": "dir. ", "ds": "Ds ", "prop": "prop. ", "sfs": "SFS "}


@cache
def _committee_form() -> re.Pattern[str]:
    codes = sorted({entry["code"] for entry in lexicon("ministries")["ministry"]}, key=len, reverse=True)
    return re.compile(rf"(?<![\w.])(?P<code>{'|'.join(codes)})\s?(?P<year>\d{{4}})\s?:\s?(?P<number>\d{{1,2}}|[A-Z])\b")


def read_identifiers(text: str) -> tuple[Identifier, ...]:
    """Every number in the text, in its order; a year out of reason makes none."""
    return tuple(sorted(_read(text), key=lambda found: found.start))


def _read(text: str) -> Iterator[Identifier]:
    taken: list[tuple[int, int]] = []
    for kind, form in _FORMS.items():
        for match in form.finditer(text):
            if _is_year(match["year"]):
                taken.append(match.span())
                yield Identifier(kind, f"{_PREFIXES[kind]}{match['year']}:{match['number'].lstrip('0')}", *match.span())
    for match in _committee_form().finditer(text):
        inside = any(start < match.end() and match.start() < end for start, end in taken)
        if not inside and _is_year(match["year"]) and not _is_reference(text, match.start()):
            yield Identifier("committee", f"{match['code']} {match['year']}:{_two(match['number'])}", *match.span())


def _is_year(text: str) -> bool:
    return _EARLIEST <= int(text[:4]) <= _LATEST


def _is_reference(text: str, start: int) -> bool:
    """Whether what reads as a committee's code is one of a court report or a journal: "NJA I 1970:3"."""
    return re.search(r"(?:NJA|RÅ|AD|MÖD|HFD|Prot\.?)\s*\Z", text[:start]) is not None


def _two(number: str) -> str:
    return number.zfill(2) if number.isdigit() else number


def committee_code(value: str) -> tuple[str, int]:
    """The ministry's prefix and the year of a committee's code: "S 2018:11" → ("S", 2018)."""
    prefix, _, rest = value.partition(" ")
    return prefix, int(rest[:4])


def ministry_of(value: str) -> str | None:
    """The ministry under which a committee's code was given out; None where the list does not say."""
    prefix, year = committee_code(value)
    for entry in lexicon("ministries")["ministry"]:
        in_years = entry.get("from", _EARLIEST) <= year <= entry.get("to", _LATEST)
        if entry["code"] == prefix and in_years:
            return str(entry["name"])
    return None

"""The numbers that Word gives to headings and list items: computed from the numbering definitions, never stored."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sleuth.ingest.readers.docx_styles import W, value
from sleuth.ingest.readers.ooxml import Element, Package

_PLACE = re.compile(r"%(\d)")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


class Level(NamedTuple):
    start: int
    format: str  # "decimal", "lowerLetter", "bullet" …
    text: str  # such as "%1.%2"
    restarts: int | None  # the level whose step restarts this one; None: any level above it


@dataclass(slots=True)
class Numbering:
    """The numbering of one document, counting as its paragraphs are read in order."""

    levels: Mapping[str, Mapping[int, Level]]  # by number id
    lists: Mapping[str, str]  # number id → the list it counts in, which several ids may share
    _counts: dict[str, dict[int, int]] = field(default_factory=dict)
    _begun: set[str] = field(default_factory=set)

    def next(self, number_id: str, depth: int) -> str:
        """The number of the next paragraph of this list and depth, such as "4.2" or "(a)"; "" for a bullet."""
        levels = self.levels.get(number_id, {})
        level = levels.get(depth)
        if level is None:
            return ""
        counts = self._counts.setdefault(self.lists.get(number_id, number_id), {})
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for lower in [d for d in counts if d > depth and _restarts(levels.get(d), depth)]:
            del counts[lower]
        if level.format in ("bullet", "none"):
            return ""
        return _PLACE.sub(lambda place: _place(levels, counts, int(place[1]) - 1), level.text).strip()


def _restarts(lower: Level | None, depth: int) -> bool:
    return lower is None or lower.restarts is None or depth < lower.restarts


def _place(levels: Mapping[int, Level], counts: Mapping[int, int], depth: int) -> str:
    level = levels.get(depth)
    if level is None:
        return ""
    return written(counts.get(depth, level.start), level.format)


def written(number: int, style: str) -> str:
    """A number in one of Word's styles; decimal where the style is not one of ours."""
    if style in ("lowerLetter", "upperLetter") and number > 0:
        letters = chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters.upper() if style == "upperLetter" else letters
    if style in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        roman = _roman(number)
        return roman.upper() if style == "upperRoman" else roman
    return f"{number:02}" if style == "decimalZero" else str(number)


def _roman(number: int) -> str:
    letters = ""
    for worth, letter in _ROMAN:
        while number >= worth:
            letters, number = letters + letter, number - worth
    return letters


def read_numbering(package: Package, part: str | None) -> Numbering:
    """The numbering definitions of a document; none where it has no such part."""
    root = None if part is None else package.optional(part, "numbers of headings and lists may be missing")
    if root is None:
        return Numbering({}, {})
    abstract = {e.get(f"{W}abstractNumId", ""): e for e in root.iterfind(f"{W}abstractNum")}
    levels: dict[str, Mapping[int, Level]] = {}
    lists: dict[str, str] = {}
    for number in root.iterfind(f"{W}num"):
        number_id, base = number.get(f"{W}numId", ""), value(number.find(f"{W}abstractNumId"))
        own = _levels(abstract[base]) if base in abstract else {}
        overrides = _overrides(number, own)
        levels[number_id] = own | overrides
        lists[number_id] = f"own {number_id}" if overrides else base
    return Numbering(levels, lists)


def _levels(element: Element) -> dict[int, Level]:
    return {_integer(e.get(f"{W}ilvl"), 0): _level(e) for e in element.iterfind(f"{W}lvl")}


def _level(element: Element) -> Level:
    restart = element.find(f"{W}lvlRestart")
    return Level(
        _integer(value(element.find(f"{W}start")), 1),
        value(element.find(f"{W}numFmt")) or "decimal",
        value(element.find(f"{W}lvlText")),
        None if restart is None else _integer(value(restart), 0),
    )


def _overrides(number: Element, own: Mapping[int, Level]) -> dict[int, Level]:
    """The levels that a list of its own start or look replaces."""
    replaced = {}
    for element in number.iterfind(f"{W}lvlOverride"):
        depth = _integer(element.get(f"{W}ilvl"), 0)
        level = element.find(f"{W}lvl")
        start = element.find(f"{W}startOverride")
        if level is not None:
            replaced[depth] = _level(level)
        elif start is not None and depth in own:
            replaced[depth] = own[depth]._replace(start=_integer(value(start), 1))
    return replaced


def _integer(text: str | None, default: int) -> int:
    return int(text) if text and text.isdigit() else default

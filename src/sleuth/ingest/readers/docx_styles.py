"""What Word's paragraph styles say of a paragraph: heading or not, and in which list."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sleuth.ingest.readers.ooxml import Element, Package

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# Word's built-in names are English in the file whatever the language of the program; some converters translate them.
_HEADING = re.compile(r"(?:heading|rubrik|überschrift|titre|título|titolo|kop|overskrift)\s*(\d)", re.IGNORECASE)
_TITLES = frozenset({"title", "titel", "rubrik"})
_BODY = 9  # the outline level of what is no heading


def value(element: Element | None) -> str:
    """The w:val of an element; "" where there is none."""
    return "" if element is None else element.get(f"{W}val", "")


@dataclass(frozen=True)
class Style:
    id: str
    name: str
    based_on: str
    outline: int | None  # 0 is the outermost heading
    number_id: str
    depth: int


@dataclass(frozen=True)
class Styles:
    """The styles of a document by their id."""

    by_id: Mapping[str, Style]
    default: str

    @cached_property
    def _chains(self) -> dict[str, tuple[Style, ...]]:
        return {}

    def chain(self, style_id: str) -> tuple[Style, ...]:
        """The style and those it is based on, its own first."""
        if style_id not in self._chains:
            chain: list[Style] = []
            style = self.by_id.get(style_id or self.default)
            while style is not None and style not in chain:
                chain.append(style)
                style = self.by_id.get(style.based_on)
            self._chains[style_id] = tuple(chain)
        return self._chains[style_id]

    def heading_level(self, paragraph: Element) -> int | None:
        """1 for the outermost heading, 0 for the title of the document, None for what is neither."""
        properties = paragraph.find(f"{W}pPr")
        if properties is None:
            return None
        own = _outline(properties)
        if own is not None:
            return own + 1 if own < _BODY else None
        for style in self.chain(value(properties.find(f"{W}pStyle"))):
            if style.name.lower() in _TITLES:
                return 0
            named = _HEADING.fullmatch(style.name)
            if named:
                return int(named[1])
            if style.outline is not None:
                return style.outline + 1 if style.outline < _BODY else None
        return None

    def numbered(self, paragraph: Element) -> tuple[str, int] | None:
        """The list a paragraph counts in and its depth there, by itself or by its style."""
        properties = paragraph.find(f"{W}pPr")
        if properties is None:
            return None
        own = properties.find(f"{W}numPr")
        number_id = depth = ""
        if own is not None:
            number_id, depth = value(own.find(f"{W}numId")), value(own.find(f"{W}ilvl"))
        for style in () if number_id else self.chain(value(properties.find(f"{W}pStyle"))):
            if style.number_id:
                number_id, depth = style.number_id, depth or str(style.depth)
                break
        if not number_id or number_id == "0":  # 0 takes the paragraph out of its style's list
            return None
        return number_id, int(depth) if depth.isdigit() else 0


def read_styles(package: Package, part: str | None) -> Styles:
    """The paragraph styles of a document; none where it has no such part."""
    root = None if part is None else package.optional(part, "headings may not be told from text")
    if root is None:
        return Styles({}, "")
    by_id, default = {}, ""
    for element in root.iterfind(f"{W}style"):
        if element.get(f"{W}type", "paragraph") != "paragraph":
            continue
        style = _style(element)
        by_id[style.id] = style
        if element.get(f"{W}default") in ("1", "true"):
            default = style.id
    return Styles(by_id, default)


def _style(element: Element) -> Style:
    properties = element.find(f"{W}pPr")
    number = properties.find(f"{W}numPr") if properties is not None else None
    depth = value(number.find(f"{W}ilvl")) if number is not None else ""
    return Style(
        element.get(f"{W}styleId", ""),
        value(element.find(f"{W}name")),
        value(element.find(f"{W}basedOn")),
        _outline(properties) if properties is not None else None,
        value(number.find(f"{W}numId")) if number is not None else "",
        int(depth) if depth.isdigit() else 0,
    )


def _outline(properties: Element) -> int | None:
    level = value(properties.find(f"{W}outlineLvl"))
    return int(level) if level.isdigit() else None

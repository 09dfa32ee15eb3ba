"""A document without pages, cut into the sections that its headings make."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sleuth.evidence.cite import section_name
from sleuth.evidence.source import Page, PageSource
from sleuth.ingest.readers.flow import Cut, Flow

_LONGEST_LABEL = 60


class Heading(NamedTuple):
    """A heading in the flow. Level 1 is the outermost."""

    start: int
    level: int
    text: str


def anchor_sections(flow: Flow, headings: Sequence[Heading]) -> None:
    """Give each section the path of headings that leads to it, such as "4 Term > 4.2 Renewal"."""
    path: list[Heading] = []
    for heading in headings:
        while path and path[-1].level >= heading.level:
            _close(flow, path, heading.start)
        path.append(heading)
    while path:
        _close(flow, path, flow.length)


def _close(flow: Flow, path: list[Heading], end: int) -> None:
    flow.anchor(path[-1].start, end, " > ".join(_shortened(heading.text) for heading in path))
    path.pop()


def section_pages(flow: Flow, headings: Sequence[Heading], name: str) -> tuple[PageSource, tuple[Page, ...]]:
    """A page for each section of the outermost level that has two at least; else the whole as one page, `name`."""
    levels = Counter(heading.level for heading in headings)
    top = min((level for level, count in levels.items() if count > 1), default=None)
    if top is None:
        return PageSource.WHOLE, flow.cut([Cut(0, name)])
    cuts = [Cut(heading.start, label(heading.text)) for heading in headings if heading.level <= top]
    return PageSource.SECTION, flow.cut(_with_opening(flow, cuts, headings, top))


def _with_opening(flow: Flow, cuts: list[Cut], headings: Sequence[Heading], top: int) -> list[Cut]:
    """What stands before the first section is a part of its own, unless it is only the title."""
    section = next(heading for heading in headings if heading.level == top)
    opening = flow.text()[: section.start]
    for heading in headings:
        if heading.start < section.start:
            opening = opening.replace(heading.text, "", 1)
    later = [cut for cut in cuts if cut.start > section.start]
    if not any(character.isalnum() for character in opening):
        return [Cut(0, label(section.text)), *later]
    return [Cut(0, "opening"), Cut(section.start, label(section.text)), *later]


def label(heading: str) -> str:
    """How a citation names a section: by its number if it has one."""
    return _shortened(section_name(heading))


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1].rstrip() + "…"

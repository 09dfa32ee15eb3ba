"""A document's text as one flow while it is written, and its cut into pages."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from sleuth.evidence.source import Anchor, Page, Table

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # neither PostgreSQL nor UTF-8 takes these


class Cut(NamedTuple):
    """A page begins at this offset of the flow."""

    start: int
    label: str


class Flow:
    """Text with addresses and tables; all offsets are into the flow. Write in reading order."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._last = ""
        self.length = 0
        self.anchors: list[Anchor] = []
        self.tables: list[Table] = []

    def write(self, text: str) -> tuple[int, int]:
        """Append, and say where it stands: [start, end)."""
        if _UNSTORABLE.search(text):
            text = _UNSTORABLE.sub("\ufffd", text)
        start = self.length
        if text:
            self._pieces.append(text)
            self._last = text[-1]
            self.length += len(text)
        return start, self.length

    def line(self, text: str) -> tuple[int, int]:
        """Append as a line of its own. The newline is not part of the span that is returned."""
        self.break_line()
        span = self.write(text)
        self.write("\n")
        return span

    def break_line(self) -> None:
        """Begin a new line unless one has just begun."""
        if self.length and self._last != "\n":
            self.write("\n")

    def tail(self, characters: int) -> str:
        """The last so many characters."""
        pieces: list[str] = []
        length = 0
        for piece in reversed(self._pieces):
            if length >= characters:
                break
            pieces.append(piece)
            length += len(piece)
        return "".join(reversed(pieces))[-characters:] if characters else ""

    def anchor(self, start: int, end: int, address: str) -> None:
        if end > start:
            self.anchors.append(Anchor(start, end, address))

    def text(self) -> str:
        return "".join(self._pieces)

    def page(self, number: int, label: str) -> Page:
        """The whole flow as one page."""
        return self.cut([Cut(0, label)], number)[0]

    def cut(self, cuts: Sequence[Cut], first: int = 1) -> tuple[Page, ...]:
        """The flow as pages, numbered from `first`. The newline before a cut belongs to no page: pages are joined
        by one. What crosses a cut is on both pages, each with its part."""
        text = self.text()
        self.anchors.sort(key=lambda a: (a.start, -a.end))
        starts = [0, *(c.start for c in cuts[1:])]
        ends = [*starts[1:], len(text)]
        return tuple(
            self._page(text, start, _without_newline(text, start, end), number, cut.label)
            for number, (start, end, cut) in enumerate(zip(starts, ends, cuts, strict=True), first)
        )

    def _page(self, text: str, start: int, end: int, number: int, label: str) -> Page:
        return Page(
            number=number,
            text=text[start:end],
            label=label,
            anchors=_anchors_in(self.anchors, start, end),
            tables=tuple(t for table in self.tables if (t := table_in(table, start, end)) is not None),
        )


def _without_newline(text: str, start: int, end: int) -> int:
    return end - 1 if end > start and text[end - 1] == "\n" else end


def _anchors_in(anchors: Sequence[Anchor], start: int, end: int) -> tuple[Anchor, ...]:
    stop = bisect_left(anchors, end, key=lambda a: a.start)
    if start == 0:  # the first page, often the only one: its anchors are right as they are, but at its end
        return tuple(a if a.end <= end else a._replace(end=end) for a in anchors[:stop])
    return tuple(
        Anchor(max(a.start, start) - start, min(a.end, end) - start, a.address) for a in anchors[:stop] if a.end > start
    )


def table_in(table: Table, start: int, end: int) -> Table | None:
    """The part of a table whose cells lie in [start, end), offsets counted from `start`; None where there is none."""
    grid = table.grid
    cell_starts = grid[0::4]
    first, last = bisect_left(cell_starts, start), bisect_right(cell_starts, end - 1)
    if first >= last:
        return None
    part = array("I", grid[4 * first : 4 * last])
    for i in range(0, len(part), 4):
        part[i] -= start
        part[i + 1] = min(part[i + 1], end) - start
    return Table(table.caption, table.row_paths, table.column_paths, part)

"""Where quotes stand in their document: in which sections, and under which headings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.context import Context
from sleuth.evidence.quote import Match
from sleuth.evidence.source import Page
from sleuth.evidence.widening import headings_before

_NUMBERED = re.compile(  # a section's number at the head of a line
    r"(?m)^[ \t]*(?:(?i:section|article|clause|note|item)\s+|§\s*)?(\d{1,3}(?:\.\d{1,3})*)[.:)]?\s{0,4}(?=[“\"'A-ZÅÄÖ])"
)
_LONGEST_HEADING = 80  # characters of the line that a page opens with


def placed(context: Context, pages: Sequence[Page], quotes: Iterable[Match]) -> Context:
    """What a document says of itself, and where quotes of it stand. `pages` are those that they were located on."""
    by_number = {page.number: page for page in pages}
    starts = [(by_number[span.page], span.start) for match in quotes for span in match.spans if span.page in by_number]
    sections = dict.fromkeys(number for page, start in starts for number in _sections_at(page.text, start))
    over = {tuple(_headings_at(page.text, start)) for page, start in starts}
    headings = over.pop() if len(over) == 1 else ()  # quotes of several sections stand under none alone
    return replace(context, sections=tuple(sections), headings=headings)


def _sections_at(text: str, start: int) -> Iterator[str]:
    """The numbers of the section that a place stands in, and of those around it: "4.2", "4"."""
    numbers = [found[1] for found in _NUMBERED.finditer(text, 0, start + 40) if found.start() <= start]
    parts = numbers[-1].split(".") if numbers else []
    for count in range(len(parts), 0, -1):
        yield ".".join(parts[:count])


def _headings_at(text: str, start: int) -> Iterator[str]:
    """The heading over a place, and the line that its page opens with."""
    below = max(headings_before(text, 0, start), default=0)
    if below:
        yield text[:below].rstrip().rpartition("\n")[2].strip()
    first, _, rest = text.partition("\n")
    if rest and start > len(first) and len(first) <= _LONGEST_HEADING and first.strip()[-1:].isalnum():
        yield first.strip()

"""Lists: what a sentence that ends in a colon announces."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.prose import announces
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.ranking import Candidate
from sleuth.reason.read.reading import Reading, Unit

_MOST_ITEMS = 12
_MARKS = {
    "bullet": re.compile(r"\W*[•▪●▪◦*·–-]\s"),
    "roman": re.compile(r"\(?(?:[ivx]{1,4})[.)]\s*(?=\S)"),
    "letter": re.compile(r"\(?[a-zA-Z][.)]\s*(?=\S)"),
    "number": re.compile(r"\(?\d{1,2}[.)]\s*(?=\S)"),
}


def with_items(candidate: Candidate, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """A candidate that announces a list with its items behind it; any other alone."""
    if not announces(candidate.unit.text) or candidate.unit.row is not None:
        return [candidate]
    lead = " ".join(candidate.unit.text.split())
    items = list(_items(candidate, evidence, reading))
    return [candidate, *(replace(candidate, evidence=e, unit=unit, follows=lead) for e, unit in items[:_MOST_ITEMS])]


def _items(candidate: Candidate, evidence: Sequence[Evidence], reading: Reading) -> Iterator[tuple[Evidence, Unit]]:
    """The first sentence of each item, over the page's end where the next page is known."""
    own = mark_of(candidate.unit.text)
    kind = ""
    for item, unit in _following(candidate, evidence, reading):
        mark = mark_of(unit.text)
        if unit.is_heading or (own and mark == own):
            return
        if not kind:
            if not mark:
                return  # what follows is no list
            kind = mark
        if mark == kind:
            yield item, unit
        elif mark == "number":
            return  # the next section


def _following(candidate: Candidate, evidence: Sequence[Evidence], reading: Reading) -> Iterator[tuple[Evidence, Unit]]:
    here = candidate.evidence
    pages = {item.page.number: item for item in evidence if item.document_id == here.document_id}
    for number in (here.page.number, here.page.number + 1):
        item = pages.get(number)
        for unit in reading.units(here.document, item.page) if item else ():
            after = number > here.page.number or unit.start >= candidate.unit.end
            if after and unit.row is None and any(letter.isalpha() for letter in unit.text):
                yield item, unit  # type: ignore[misc]  # an item there is where its page has units


def mark_of(text: str) -> str:
    """How a list's item is marked: "(a)", "(ii)", "3.", a bullet; "" for no item."""
    start = text.lstrip()
    if re.match(r"\(?i[.)]", start):  # one alone may be the first roman number
        return "roman"
    return next((kind for kind, mark in _MARKS.items() if mark.match(start)), "")

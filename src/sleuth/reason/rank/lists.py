"""Lists: what a sentence that ends in a colon announces."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.prose import announces
from sleuth.language.glyphs import plain
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.candidate import Candidate
from sleuth.reason.read.reading import Reading, Unit

_MOST_ITEMS = 12
_GOES_ON = re.compile(r"(?:[;,]|[;,]\s*(?:and|or|och|eller))\s*\Z", re.IGNORECASE)  # amid a list
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


def with_lead(candidate: Candidate, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """An item that ends amid its list behind the sentence that announces it; any other candidate alone.

    "(8) by either Party, if Halden is sold; or" says nothing without "This Agreement may be terminated as follows:".
    """
    text = candidate.unit.text
    kind = mark_of(text)
    if not kind or candidate.follows or candidate.unit.row is not None or _GOES_ON.search(plain(text).text) is None:
        return [candidate]
    item, lead = _lead_of(candidate, kind, evidence, reading)
    if item is None or lead is None:
        return [candidate]
    told = replace(candidate, evidence=item, unit=lead)
    return [*_with_own_lead(told, evidence, reading), replace(candidate, follows=" ".join(lead.text.split()))]


def _with_own_lead(lead: Candidate, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """A sentence that announces a list; where it is an item of another list, behind the one that announces that."""
    kind = mark_of(lead.unit.text)
    item, outer = _lead_of(lead, kind, evidence, reading) if kind else (None, None)
    if item is None or outer is None:
        return [lead]
    return [replace(lead, evidence=item, unit=outer), replace(lead, follows=" ".join(outer.text.split()))]


def _lead_of(
    candidate: Candidate, kind: str, evidence: Sequence[Evidence], reading: Reading
) -> tuple[Evidence | None, Unit | None]:
    """The nearest sentence before an item that announces a list, on its page or the one before; none past a heading."""
    here = candidate.evidence
    pages = {item.page.number: item for item in evidence if item.document_id == here.document_id}
    for number in (here.page.number, here.page.number - 1):
        item = pages.get(number)
        for unit in reversed(reading.units(here.document, item.page) if item else ()):
            is_before = number < here.page.number or unit.end <= candidate.unit.start
            if not is_before or unit.row is not None:
                continue
            if announces(unit.text) and mark_of(unit.text) != kind:
                return item, unit
            if unit.is_heading:
                return None, None
    return None, None


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

"""A clause that an amendment changes: "Clause 3.1 is replaced: …" is told with the clause 3.1 of the agreement."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.language.tokens import stems
from sleuth.language.weight import is_heavy
from sleuth.language.wordlist import wordlist
from sleuth.reason.protocol import Document, Evidence
from sleuth.reason.rank.ranking import Candidate
from sleuth.reason.read.reading import Reading, Unit

_LINES_OF_TITLE = 6  # at the head of a document, in which it calls itself an amendment
_OPENING = 900  # characters in which an amendment says which agreement it changes
_LONGEST_TITLE = 90  # characters
_MOST_AFTER = 2  # sentences that go on from the one that names the clause
_NUMBERED = re.compile(r"\W*(?:(?:clause|section|article|punkt|§)\s*)?(?P<number>\d+(?:\.\d+)*)(?:[.)]|\s|\Z)", re.I)
_LETTERED = re.compile(r"\W*\((?P<letter>[a-z]{1,4})\)\s")


def with_amended(
    candidate: Candidate, documents: Sequence[Document], evidence: Sequence[Evidence], reading: Reading
) -> list[Candidate]:
    """What amendments of the candidate's agreement say of its clause, the latest first, then the candidate.

    `documents` and `evidence`: all there are, amendments too. The candidate alone where nothing amends it. It is shown
    too: from which day an amendment applies is for the reader to see.
    """
    of = candidate.evidence.document
    amending = [one for one in documents if one.id != of.id and amends(one, of, reading)]
    number = _number_of(candidate, reading) if amending else ""
    if not number:
        return [candidate]
    amending.sort(key=lambda one: reading.names(one).times.latest, reverse=True)
    changes = [change for one in amending for change in _changes_in(one, number, evidence, reading)]
    if not changes:
        return [candidate]
    lead = " ".join(changes[0].unit.text.split())
    return [changes[0], *(replace(one, follows=lead) for one in (*changes[1:], candidate))]


def amends(one: Document, other: Document, reading: Reading) -> bool:
    """Whether a document calls itself an amendment, of an agreement with the other's title and between its parties."""
    if not _is_amendment(one) or _is_amendment(other):
        return False
    opening = f"{one.title} {one.cover[:_OPENING]}"
    said = stems(opening, reading.language)
    titles = [line for line in _head(other) if _is_title(line)]
    heavy = [{word for word in stems(line, reading.language) if is_heavy(word, reading.language)} for line in titles]
    parties = reading.names(other).parts.values()
    between = bool(parties) and all(who & said for who in parties)
    return between and any(words and words <= said for words in heavy)


def _is_amendment(document: Document) -> bool:
    changes = wordlist("contracts", "findings")["agreement"]["changes"]
    return any(re.search(changes, line.casefold()) for line in _head(document))


def _head(document: Document) -> list[str]:
    """The title and the first lines of a document."""
    lines = [" ".join(line.split()) for line in document.cover.splitlines() if line.strip()]
    return [document.title, *lines[:_LINES_OF_TITLE]]


def _is_title(line: str) -> bool:
    """Whether a line calls a document an agreement, and says no more."""
    kind = wordlist("contracts", "findings")["agreement"]["kind"]
    return len(line) <= _LONGEST_TITLE and re.search(kind, line.casefold()) is not None


def _number_of(candidate: Candidate, reading: Reading) -> str:
    """The number of the clause that a sentence stands in: its own, or that of a sentence or heading above it."""
    here = candidate.evidence
    heading = next(
        (found["number"] for one in reversed(candidate.unit.headings) if (found := _NUMBERED.match(one))), ""
    )
    own = [
        unit
        for unit in reading.units(here.document, here.page)
        if unit.start <= candidate.unit.start and unit.headings == candidate.unit.headings and unit.row is None
    ]
    for unit in reversed(own):
        numbered, lettered = _NUMBERED.match(unit.text), _LETTERED.match(unit.text)
        if lettered is not None and heading:
            return f"{heading}({lettered['letter']})"
        if numbered is not None:
            return numbered["number"]
    return heading


def _changes_in(document: Document, number: str, evidence: Sequence[Evidence], reading: Reading) -> Iterator[Candidate]:
    """The sentences of an amendment that change a clause, or add one beside it, with those that go on from them."""
    pages = {item.page.number: item for item in evidence if item.document_id == document.id}
    for _, item in sorted(pages.items()):
        units = [unit for unit in reading.units(document, item.page) if unit.row is None and not unit.is_heading]
        for at, unit in enumerate(units):
            if _changes(unit.text, number):
                for one in (unit, *_going_on(units, at)):
                    yield Candidate(item, one, 1.0, "")


def _going_on(units: Sequence[Unit], at: int) -> Iterator[Unit]:
    """The sentences behind one in its section, as far as none of them names a clause or opens another."""
    for unit in units[at + 1 : at + 1 + _MOST_AFTER]:
        if unit.headings != units[at].headings or _references(unit.text) or _NUMBERED.match(unit.text):
            return
        yield unit


def _changes(text: str, number: str) -> bool:
    """Whether a sentence changes a clause or the one that it is a part of, or adds another to the same section."""
    words = wordlist("contracts", "findings")["amending"]
    line = " ".join(text.casefold().split())
    if re.search(words["changes"], line) is None or re.search(words["keeps"], line):
        return False
    section = re.split(r"[.(]", number)[0]
    adds = re.search(words["adds"], line) is not None
    return any(
        number == named or number.startswith((f"{named}.", f"{named}(")) or (adds and named.startswith(f"{section}."))
        for named in _references(line)
    )


def _references(text: str) -> list[str]:
    """The numbers of the clauses that a text names: "clauses 6.2 and 14" gives both, "section 4 (b)" "4(b)"."""
    words = wordlist("contracts", "findings")["amending"]
    lists = re.finditer(words["names"], " ".join(text.casefold().split()))
    return [re.sub(r"\s", "", one) for found in lists for one in re.findall(words["number"], found["numbers"])]

"""The passages nearest to a question that nothing answers for certain: shown as what they are, never as its answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.requests.found import is_request_list
from sleuth.agents.analyst.room import Room
from sleuth.answering.amendments import amendments_in
from sleuth.answering.evidence import evidence_at
from sleuth.answering.verification import citation_at
from sleuth.evidence.prose import announces, states_value
from sleuth.evidence.source import Span
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.matching import fit
from sleuth.reason.read.cells import Row
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.question import understand

_MOST_SHOWN = 3
_MOST_PAGES = 12  # of those found, best first
_LONGEST = 320  # characters of a passage that are shown
_LEAST_OWN = 0.4  # of the question's weight, that a sentence or row says itself
_LEAST_OF_BEST = 0.7  # of the best passage's score, that another must have
_STATES = 0.5  # what a value of the kind asked for is worth


@dataclass(frozen=True, slots=True)
class _Near:
    """A sentence or row of a document, and how much of the question it says."""

    evidence: Evidence
    unit: Unit
    end: int  # of the passage on its page: an announcement goes on with what it announces
    score: float

    @property
    def words(self) -> str:
        """The passage in one line; a row with each value under its heading."""
        if self.unit.row is not None:
            return _row(self.unit.row)
        return " ".join(self.evidence.page.text[self.unit.start : self.end].split())


async def nearest_passages(room: Room, text: str) -> tuple[Block, ...]:
    """The sentence or row of each document that says most of a question, best first, each with its place.

    They are quotes and no claims: they carry no proof, because nothing says that they answer.
    """
    question = understand(text)
    finds = await room.library.search([text])
    evidence = await evidence_at(room.library, finds.places[:_MOST_PAGES])
    amendments = await amendments_in(room.library)
    best: dict[int, _Near] = {}
    for near in _said(question, evidence):
        if amendments.is_former(near.evidence.document_id, near.evidence.page.number, near.unit.start, near.end):
            continue
        known = best.get(near.evidence.document_id)
        if known is None or near.score > known.score:
            best[near.evidence.document_id] = near
    ranked = sorted(best.values(), key=lambda near: -near.score)[:_MOST_SHOWN]
    chosen = [near for near in ranked if near.score >= _LEAST_OF_BEST * ranked[0].score]
    return tuple(map(_shown, chosen))


def _said(question: Question, evidence: Sequence[Evidence]) -> Iterator[_Near]:
    """The sentences and rows of the pages found that say something of the question."""
    reading = Reading(question.language)
    pages = {(item.document_id, item.page.number): item for item in evidence if item.document.replaced_by is None}
    for item in pages.values():
        if is_request_list(item.filename, item.document.title):
            continue
        units = reading.units(item.document, item.page)
        for index, unit in enumerate(units):
            found = fit(question.terms, unit.around, question.language)
            lacks_name = any(term.is_name for term in found.lost)  # it is of another company, person or place
            if unit.is_heading or lacks_name or found.own < _LEAST_OWN:
                continue
            follows = announces(unit.text) and index + 1 < len(units) and units[index + 1].row is None
            value = _STATES * states_value(question.asked, unit.text)
            yield _Near(item, unit, units[index + 1].end if follows else unit.end, found.coverage + found.own + value)


def _shown(near: _Near) -> Block:
    """A passage in quotation marks with its source."""
    words = near.words
    quoted = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rpartition(' ')[0]} …"
    span = Span(near.evidence.page.number, near.unit.start, near.end)
    return bullet(f"“{quoted}”", [citation_at(near.evidence, [span])])


def _row(row: Row) -> str:
    """A row as its label and its values, each behind the heading over it."""
    values = [f"{value.headers[-1]} {value.text}" if value.headers else value.text for value in row.values]
    return " ".join(f"{' – '.join(row.path)}: {'; '.join(values)}".split())

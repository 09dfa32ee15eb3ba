"""The passages nearest to a question that nothing answers for certain: shown as what they are, never as its answer.

Those that say most of the question's words are weighed by their words and by their meaning alike (a convex mix of
scores normalised within the question, as the search has it); without a local encoder by their words alone.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.requests.found import is_request_list
from sleuth.agents.analyst.room import Room
from sleuth.answering.amendments import amendments_in
from sleuth.answering.evidence import evidence_at
from sleuth.answering.library import Place
from sleuth.answering.verification import citation_at
from sleuth.errors import ModelError
from sleuth.evidence.prose import announces, states_value
from sleuth.evidence.source import Span
from sleuth.language.tokens import words_of_filename
from sleuth.models.embeddings import choose_embedder, open_embedder
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.matching import fit
from sleuth.reason.read.cells import Row
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.question import understand
from sleuth.search.fusion import spread

MOST_SHOWN = 4  # passages
_MOST_PAGES = 12  # of those found, best first
_MOST_OF_DOCUMENT = 6  # of these pages
_LONGEST = 320  # characters of a passage that are shown
_STATES = 0.5  # what a value of the kind asked for is worth
_BY_WORDS = 0.5  # the words' part of the weight; the rest is the meaning's
_WEIGHED: Mapping[str, int] = {"minilm": 40, "e5": 10}  # passages a question, as many as an encoder takes in .5 s
_LEAST_ALIKE: Mapping[str, float] = {"minilm": 0.35, "e5": 0.0}  # E5 finds all texts alike
_LONGEST_ABBREVIATION = 4  # letters
_TITLE, _HEADING = 60, 80  # characters of the document's title and the heading that are weighed with a passage


@dataclass(frozen=True, slots=True)
class Near:
    """A sentence or row of a document, and how much of the question it says."""

    evidence: Evidence
    unit: Unit
    end: int  # of the passage on its page: an announcement goes on with what it announces
    score: float

    @property
    def told(self) -> str:
        """The passage with its document and its heading: what it is about may stand only there."""
        title = self.evidence.document.title or words_of_filename(self.evidence.filename)
        heading = self.unit.headings[-1] if self.unit.headings else ""
        return f"{title[:_TITLE]}. {heading[:_HEADING]}. {self.words[:_LONGEST]}"

    @property
    def words(self) -> str:
        """The passage in one line; a row with each value under its heading."""
        if self.unit.row is not None:
            return _row(self.unit.row)
        return " ".join(self.evidence.page.text[self.unit.start : self.end].split())


async def nearest_passages(room: Room, text: str) -> tuple[Block, ...]:
    """The sentences and rows of the pages found that are nearest to a question, best first, each with its place.

    They are quotes and no claims: they carry no proof, because nothing says that they answer.
    """
    question = understand(text)
    finds = await room.library.search([text])
    evidence = await evidence_at(room.library, list(_apart(finds.places))[:_MOST_PAGES])
    amendments = await amendments_in(room.library)
    standing = [
        near
        for near in _said(question, evidence)
        if not amendments.is_former(near.evidence.document_id, near.evidence.page.number, near.unit.start, near.end)
    ]
    once = {near.words: near for near in sorted(without_furniture(standing), key=lambda near: near.score)}
    ranked = _ranked(question, sorted(once.values(), key=lambda near: -near.score))
    return tuple(map(_shown, ranked[:MOST_SHOWN]))


def _apart(places: Iterable[Place]) -> Iterator[Place]:
    """The best place of each page, of one document some pages at most: a name in the question leads to one alone."""
    taken: set[tuple[int, int]] = set()
    of_document: Counter[int] = Counter()
    for place in places:
        page = (place.document_id, place.page)
        if page not in taken and of_document[place.document_id] < _MOST_OF_DOCUMENT:
            taken.add(page)
            of_document[place.document_id] += 1
            yield place


def _said(question: Question, evidence: Sequence[Evidence]) -> Iterator[Near]:
    """The sentences and rows of the pages found, with what they say of the question."""
    reading = Reading(question.language)
    pages = {(item.document_id, item.page.number): item for item in evidence if item.document.replaced_by is None}
    for item in pages.values():
        if is_request_list(item.filename, item.document.title):
            continue
        units = reading.units(item.document, item.page)
        for index, unit in enumerate(units):
            found = fit(question.terms, unit.around, question.language)
            if unit.is_heading or not found.own or any(map(_is_of_somebody, found.lost)):
                continue
            follows = announces(unit.text) and index + 1 < len(units) and units[index + 1].row is None
            score = found.coverage + found.own + _STATES * states_value(question.asked, unit.text)
            yield Near(item, unit, units[index + 1].end if follows else unit.end, score)


def _is_of_somebody(lost: Term) -> bool:
    """Whether a word that a passage lacks names a company, a person or a place; an abbreviation, as IM or FTE, may
    name a document or a measure by another word than the passage does.
    """
    is_short = lost.text.isupper() and lost.text.isalpha() and len(lost.text) <= _LONGEST_ABBREVIATION
    return lost.is_name and not is_short


def without_furniture(found: Sequence[Near]) -> list[Near]:
    """Without what stands on several pages of a document but for its numbers: headers and footers."""
    forms = [(near.evidence.document_id, re.sub(r"\d+", "#", near.words)) for near in found]
    pages: dict[tuple[int, str], set[int]] = {}
    for near, form in zip(found, forms, strict=True):
        pages.setdefault(form, set()).add(near.evidence.page.number)
    return [near for near, form in zip(found, forms, strict=True) if near.unit.row is not None or len(pages[form]) == 1]


def _ranked(question: Question, found: Sequence[Near]) -> list[Near]:
    """The passages by words and meaning; `found` is in order of words."""
    if not found:
        return []
    encoder = choose_embedder([question.language, *{near.evidence.document.language for near in found}])
    weighed = found[: _WEIGHED[encoder]]
    words = spread(dict(enumerate(near.score for near in weighed)))
    try:
        model = open_embedder(encoder)
    except ModelError:  # the encoder is not installed here: words alone decide
        return list(weighed)
    likeness = (model.embed_passages([near.told for near in weighed]) @ model.embed_query(question.text)).tolist()
    meaning = spread(dict(enumerate(likeness)))
    worth = [_BY_WORDS * words[number] + (1 - _BY_WORDS) * meaning[number] for number in range(len(weighed))]
    order = sorted(range(len(weighed)), key=lambda number: -worth[number])
    return [weighed[number] for number in order if likeness[number] >= _LEAST_ALIKE[encoder]]


def _shown(near: Near) -> Block:
    """A passage in quotation marks with its source."""
    words = near.words
    quoted = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rpartition(' ')[0]} …"
    span = Span(near.evidence.page.number, near.unit.start, near.end)
    return bullet(f"“{quoted}”", [citation_at(near.evidence, [span])])


def _row(row: Row) -> str:
    """A row as its label and its values, each behind the heading over it."""
    values = [f"{value.headers[-1]} {value.text}" if value.headers else value.text for value in row.values]
    return " ".join(f"{' – '.join(row.path)}: {'; '.join(values)}".split())

"""The passages nearest to a question that nothing answers for certain: shown as what they are, never as its answer.

In English each sentence and row of the passages found is weighed by late interaction (`models/late_interaction.py`) and
a little by the question's words: it need share none. Elsewhere those that say most of the question's words are weighed
by words and meaning alike, a convex mix of scores normalised within the question; without a local encoder words alone
decide.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.phrases import phrases_of
from sleuth.agents.analyst.requests.found import is_request_list
from sleuth.agents.analyst.room import Room
from sleuth.answering.amendments import Amendments, amendments_in, proven_spots
from sleuth.answering.evidence import evidence_at
from sleuth.answering.verification import citation_at
from sleuth.errors import ModelError
from sleuth.evidence.prose import announces, states_value
from sleuth.evidence.source import Span
from sleuth.language.asked import Answer
from sleuth.language.tokens import words_of_filename
from sleuth.models.embeddings import choose_embedder, open_embedder
from sleuth.models.late_interaction import late_likeness
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.holders import asks_for_holder
from sleuth.reason.rank.matching import fit
from sleuth.reason.read.cells import Row
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.question import understand
from sleuth.search.fusion import spread

MOST_SHOWN = 6  # passages
_MOST_PLACES = 40  # passages of those found, best first
_LONGEST = 320  # characters of a passage that are shown
_STATES = 0.5  # what a value of the kind asked for is worth
_BY_WORDS = 0.5  # the words' part of the weight; the rest is the meaning's
_MOST_WEIGHED = 10  # passages a question, as many as E5 takes in half a second
_NEAREST_ALIKE, _LEAST_ALIKE = 0.35, 0.15  # cosines of the one most alike, of any; in English: E5 finds all texts alike
_WORDS_BESIDE = 0.4  # what the words weigh beside late interaction's 1
_LONGEST_ABBREVIATION = 4  # letters
_TITLE, _HEADING = 60, 80  # characters of the document's title and the heading that are weighed with a passage


@dataclass(frozen=True, slots=True)
class Near:
    """A sentence or row of a document, and how much of the question it says."""

    evidence: Evidence
    unit: Unit
    end: int  # of the passage on its page: an announcement goes on with what it announces
    score: float
    own: float = 0.0  # 0 to 1: of the question's words that it says itself

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Document, page, start and end."""
        return self.evidence.document_id, self.evidence.page.number, self.unit.start, self.end

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
    amendments = await amendments_in(room.library)
    standing = (
        near
        for near in await nearest_to(room, text)
        if not amendments.is_former(*near.place) or amendments.changing(*near.place) is not None
    )
    return tuple([await _shown(room, near, amendments) for near in islice(standing, MOST_SHOWN)])


async def nearest_to(room: Room, text: str) -> list[Near]:
    """The sentences and rows of the pages found for a question, nearest first, whether or not they were amended."""
    question = understand(text)
    finds = await room.library.search([text])
    said = _said(question, await evidence_at(room.library, finds.places[:_MOST_PLACES]))
    once = {near.words: near for near in sorted(without_furniture(list(said)), key=lambda near: near.score)}
    return _ranked(question, sorted(once.values(), key=lambda near: -near.score))


def _said(question: Question, evidence: Sequence[Evidence]) -> Iterator[Near]:
    """The sentences and rows in which the passages found stand, with what they say of the question's words."""
    reading = Reading(question.language)
    is_of_office = asks_for_holder(question)  # the holder of another office is near in meaning, and nobody to show
    taken: set[tuple[int, int, int, int]] = set()
    for item in evidence:
        if item.document.replaced_by is not None or is_request_list(item.filename, item.document.title):
            continue
        units = reading.units(item.document, item.page)
        for index, unit in enumerate(units):
            place = (item.document_id, item.page.number, unit.start, unit.end)
            is_found = unit.start < item.end and item.start < unit.end
            is_figure = question.kind is Answer.REASON and unit.row is not None  # no figure says why
            if unit.is_heading or is_figure or not is_found or place in taken:
                continue
            taken.add(place)
            found = fit(question.terms, unit.around, question.language)
            if any(map(_is_of_somebody, found.lost)) or (is_of_office and not found.own):
                continue
            follows = announces(unit.text) and index + 1 < len(units) and units[index + 1].row is None
            score = found.coverage + found.own + _STATES * states_value(question.asked, unit.text)
            yield Near(item, unit, units[index + 1].end if follows else unit.end, score, found.own)


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
    """The passages by what they mean; `found` is in order of words."""
    encoder = choose_embedder([question.language, *{near.evidence.document.language for near in found}])
    saying = [near for near in found if near.own]
    try:
        return _by_token(question, found) if encoder == "minilm" else _by_mix(question, saying[:_MOST_WEIGHED], encoder)
    except ModelError:  # the encoder is not installed here: words alone decide
        return saying


def _by_token(question: Question, found: Sequence[Near]) -> list[Near]:
    """The passages by late interaction and a little by their words, without those that are unlike it."""
    if not found:
        return []
    as_a_whole, by_token = late_likeness(question.text, [near.told for near in found]).T
    if as_a_whole.max() < _NEAREST_ALIKE:  # nothing speaks of the matter
        return []
    order = _mixed(found, by_token.tolist(), words=_WORDS_BESIDE, meaning=1.0)
    return [found[number] for number in order if as_a_whole[number] >= _LEAST_ALIKE]


def _by_mix(question: Question, found: Sequence[Near], encoder: str) -> list[Near]:
    """The passages by words and meaning."""
    if not found:
        return []
    model = open_embedder(encoder)
    likeness = model.embed_passages([near.told for near in found]) @ model.embed_query(question.text)
    order = _mixed(found, likeness.tolist(), words=_BY_WORDS, meaning=1 - _BY_WORDS)
    return [found[number] for number in order]


def _mixed(found: Sequence[Near], likeness: Sequence[float], *, words: float, meaning: float) -> list[int]:
    """The numbers of the passages, best first, by what they say of the question's words and how like it they are, each
    normalised within the question and weighed.
    """
    said = spread(dict(enumerate(near.score for near in found)))
    alike = spread(dict(enumerate(likeness)))
    return sorted(range(len(found)), key=lambda number: -(words * said[number] + meaning * alike[number]))


async def _shown(room: Room, near: Near, amendments: Amendments) -> Block:
    """A passage in quotation marks with its source; with what an amendment changes in it."""
    span = Span(near.evidence.page.number, near.unit.start, near.end)
    told, citations = f"“{_cut(near.words)}”", [citation_at(near.evidence, [span])]
    changed = amendments.changing(*near.place)
    if changed is not None:
        name, spots = changed
        told += f"; {phrases_of(room.language)('changed_by', name=name, text=_cut(' '.join(one[4] for one in spots)))}"
        citations += [one for proven in await proven_spots(room.library, spots) for one in proven.citations]
    return bullet(told, citations)


def _cut(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rpartition(' ')[0]} …"


def _row(row: Row) -> str:
    """A row as its label and its values, each behind the heading over it."""
    values = [f"{value.headers[-1]} {value.text}" if value.headers else value.text for value in row.values]
    return " ".join(f"{' – '.join(row.path)}: {'; '.join(values)}".split())

"""Sentences of the documents that speak of a topic, each proven where it stands, with those that go on from it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.answering.amendments import as_amended
from sleuth.answering.evidence import evidence_at
from sleuth.answering.library import Place
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Citation, Proven
from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import Sentence, statements
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.tokens import stems
from sleuth.store.ledger.findings import StoredFinding

_MOST_FOLLOWING = 3  # sentences that go on from one with a pronoun
_LEAST_WORDS = 4  # of a sentence
_MOST_LINES = 5  # of a sentence on a page of running text

Accepts = Callable[[str], bool]
Spot = tuple[int, int, int, int, str]  # document, page, start, end, words


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of a document."""

    text: str
    citations: tuple[Citation, ...]
    proof: str

    @property
    def block(self) -> Block:
        """The sentence as an item of a list."""
        return bullet(self.text, self.citations, self.proof)


def laid_out(told: Sequence[Statement]) -> tuple[Block, ...]:
    """Statements as they are shown: one as a sentence of its own, several as a list."""
    blocks = tuple(one.block for one in told)
    return tuple(replace(block, kind="line") for block in blocks) if len(blocks) == 1 else blocks


def says_all(words: frozenset[str], language: str) -> Accepts:
    """Whether a sentence says all of some stems; of three or more all but one."""
    least = len(words) if len(words) < 3 else len(words) - 1

    def accepts(text: str) -> bool:
        return bool(words) and len(words & stems(text, language)) >= least

    return accepts


def says_any(pattern: str) -> Accepts:
    """Whether a sentence, in plain form and in one line, holds a pattern."""
    form = re.compile(pattern)
    return lambda text: form.search(plain_line(text)) is not None


async def statements_about(room: Room, queries: Sequence[str], accepts: Accepts) -> list[Statement]:
    """The sentences among the best passages for the queries that are accepted, in the order of the search."""
    finds = await room.library.search(queries)
    evidence = await evidence_at(room.library, finds.places)
    spots: dict[tuple[int, int, int], Spot] = {}
    for item in evidence:
        if item.document.replaced_by is not None:
            continue
        for spot in _spots(item.document_id, item.page, item.start, item.end, accepts):
            spots.setdefault(spot[:3], spot)
    return await proven_once(room, spots.values())


async def statements_on_matters(room: Room, fits: Callable[[Mapping[str, str]], bool]) -> list[Statement]:
    """What the documents say of those matters of a due diligence that fit, matter by matter."""
    matters: Sequence[Mapping[str, str]] = [matter for matter in data("risks")["matter"] if fits(matter)]
    told = [await statements_about(room, [matter["asks"]], says_any(matter["says"])) for matter in matters]
    return [one for of_matter in told for one in of_matter]


async def statements_at(room: Room, findings: Iterable[StoredFinding]) -> list[Statement]:
    """The sentences in which findings stand, each once."""
    found = list(findings)
    places = [Place(f.document_id, f.page, f.start, f.end, 1.0) for f in found]
    evidence = await evidence_at(room.library, places)
    spots: dict[tuple[int, int, int], Spot] = {}
    for item in evidence:
        if item.document.replaced_by is not None:
            continue
        own = next((s for s in statements(item.page) if s.start < item.end and item.start < s.end), None)
        if own is None or own.text.count("\n") >= _MOST_LINES:  # a row of a table, or a list that no mark divides
            own = _row_of(item.page, item.start, item.end, found[item.id].quote)
        spot = (item.document_id, item.page.number, own.start, own.end, own.text)
        spots.setdefault(spot[:3], spot)
    return await proven_once(room, spots.values())


def _row_of(page: Page, start: int, end: int, quote: str) -> Sentence:
    """The quote of a finding where it stands: the finding itself may be one cell of it."""
    at = page.text.find(quote, max(0, end - len(quote)))
    return Sentence(at, at + len(quote), quote) if 0 <= at <= start else Sentence(start, end, quote)


async def proven_once(room: Room, spots: Iterable[Spot]) -> list[Statement]:
    """The sentences that are proven, clauses as they were amended; of those that say the same the first."""
    verdicts = await prove_quotes(room.library, list(spots))
    standing, _ = await as_amended(room.library, [one for one in verdicts if isinstance(one, Proven)])
    told: dict[str, Statement] = {}
    for proven in standing:
        text = " ".join(proven.text.split()).rstrip(".")
        told.setdefault(plain(text).text, Statement(text, proven.citations, proven.proof))
    return list(told.values())


def _spots(document_id: int, page: Page, start: int, end: int, accepts: Accepts) -> Iterator[Spot]:
    """The accepted sentences of a passage, with those right behind that go on with "she" or "it"."""
    following = 0
    before = -1
    for sentence in statements(page):
        inside = sentence.start < end and start < sentence.end
        goes_on = following and _same_paragraph(page, before, sentence.start) and opens_with_pronoun(sentence.text)
        if (inside and is_sentence(sentence.text) and accepts(sentence.text)) or goes_on:
            following = following - 1 if goes_on else _MOST_FOLLOWING
            before = sentence.end
            yield document_id, page.number, sentence.start, sentence.end, sentence.text
        else:
            following = 0


def _same_paragraph(page: Page, before: int, start: int) -> bool:
    return before >= 0 and "\n\n" not in page.text[before:start]


def opens_with_pronoun(text: str) -> bool:
    """Whether a sentence begins with a word that stands for what was named before it."""
    first = plain(text).text.partition(" ")[0]
    return first in data("people")["pronouns"]


def is_answered(text: str) -> bool:
    """Whether a sentence of a message is of the words that it answers, which are marked so: "> Will you renew?"."""
    return text.lstrip().startswith(">")


def is_sentence(text: str) -> bool:
    """Whether a stretch is a sentence, not a heading or a row of figures."""
    letters = sum(letter.isalpha() for letter in text)
    return len(text.split()) >= _LEAST_WORDS and letters > len(text) / 2

"""What agreements provide: the provision that a question means, as amended, told whole in its own words."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Block, bullet, line, note
from sleuth.agents.analyst.behaviours.covenants import says_limit
from sleuth.agents.analyst.dialogue.documents import (
    folded,
    is_document_noun,
    kinds_of_noun,
    kinds_of_party,
    kinds_of_text,
    name_of_document,
    says_contract,
)
from sleuth.agents.analyst.notes import former_notes
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.agreements import Told, messages_changing, prove_provision, stated_in
from sleuth.answering.amendments import as_amended
from sleuth.answering.terms import listed_otherwise
from sleuth.findings.text.contracts import FRONT
from sleuth.language.glyphs import plain_line
from sleuth.language.tokens import letter_words, spaced, stems, tokens
from sleuth.language.weight import is_heavy, is_legal_form
from sleuth.reason.contracts.choosing import Asked, Chosen, Stated, choose
from sleuth.reason.contracts.topics import topics_in
from sleuth.reason.protocol import Document
from sleuth.reason.understand.phrases import says
from sleuth.reason.understand.question import understand

_CAPITAL = re.compile(r"\b[A-ZÅÄÖÆØ][\w’'-]+")


async def provision_told(turn: Turn) -> Answer | None:
    """The provisions that a question means, of the one agreement that it is about; None where none does for certain."""
    library = turn.room.library
    every = await stated_in(library)
    meant = _meant(turn, every)
    if meant is None:
        return None
    asked, pool = meant
    chosen = choose(asked, pool)
    told = [await prove_provision(library, one) for one in chosen.provisions]
    proven = [one for said in told for one in (*said.sentences, *said.rows)]
    if not proven:
        return None
    _, former = await as_amended(library, proven)
    listed = await listed_otherwise(library, turn.meant.question, proven, former)
    blocks = [block for said in told for block in _blocks(said, alone=len(proven) == len(told[0].sentences))]
    told_already = {plain_line(block.text) for block in blocks}
    changed = [one for one in former if not any(plain_line(one.proven.text) in text for text in told_already)]
    later = await _later(turn, chosen)
    notes = [*former_notes(changed, turn.phrases), *(note(f"{one}.") for one in listed)]
    if later:
        blocks = [*later, *(replace(one, kind="note" if one.kind == "line" else one.kind) for one in blocks)]
    return Answer((*blocks, *notes), calls=tuple(turn.tools.calls))


async def _later(turn: Turn, chosen: Chosen) -> list[Block]:
    """What messages of the parties say of the topic that is otherwise now."""
    if chosen.topic is None:
        return []
    changing = await messages_changing(turn.room.library, chosen.provisions[0].agreement, chosen.topic)
    return [line(" ".join(one.text.split()), one.citations, one.proof) for one in changing]


def _blocks(said: Told, *, alone: bool) -> Iterator[Block]:
    """One provision: its sentences in one paragraph, and the rows that it announces below."""
    if said.sentences:
        text = " ".join(" ".join(one.text.split()) for one in said.sentences)
        citations = list(dict.fromkeys(citation for one in said.sentences for citation in one.citations))
        yield (line if alone else bullet)(text, citations, "verbatim")
    yield from (bullet(one.text, one.citations, one.proof, level=1) for one in said.rows)


def _meant(turn: Turn, every: Sequence[Stated]) -> tuple[Asked, list[Stated]] | None:
    """What is asked of which agreements; None where no agreement is asked."""
    text, language = turn.meant.question, turn.meant.language
    agreements = {one.agreement for one in every}
    spoken = {turn.known.amends.get(number, number) for number in turn.meant.documents}
    if _asks_lists(text):
        return None
    held = _held(turn, text, agreements)
    if spoken and not spoken & agreements:  # of a list of contracts, perhaps, that told the question before
        before = _held(turn, turn.context.question, agreements)
        spoken = {number for number, words in before.items() if words and len(words) == max(map(len, before.values()))}
        if not spoken:
            return None
    most = max(map(len, held.values()), default=0)
    best = spoken & agreements or {number for number, words in held.items() if len(words) == most}
    is_called = bool(spoken) or most > 0 or says_contract(folded(text)) or says("contract", text)
    if not is_called and turn.meant.query is not None and not (says_limit(text) or _names_topic(text)):
        return None  # a figure of the accounts
    calling = frozenset().union(*(held[number] for number in best), stems(" ".join(turn.known.chief), language))
    nouns = frozenset(one.stem for one in tokens(text, language) if one.stem in calling and kinds_of_noun(one.text))
    question = Asked(understand(text), calling, nouns, of_contract=is_called)
    return question, [one for one in every if one.agreement in best]


def _names_topic(text: str) -> bool:
    """Whether a question calls what a provision is about by a name of several words, as "equity cure"."""
    return any(one.is_named and " " in one.phrase for one in topics_in(text, of_contract=False))


def _asks_lists(text: str) -> bool:
    """Whether a question is one over contracts, or over a list of them: "which contracts can be terminated?"."""
    lists = data("dialogue")["lists"]["nouns"].split()
    words = letter_words(folded(text))
    return any(
        word in lists or (word.endswith("s") and is_document_noun(word) and is_document_noun(word[:-1]))
        for word in words
    )


def _held(turn: Turn, text: str, agreements: Collection[int]) -> dict[int, frozenset[str]]:
    """The words of a question by which each agreement is called, and not all of them are."""
    language = turn.meant.language
    documents = [one for one in turn.room.library.documents if one.id in agreements]
    said = [word for word in tokens(text, language) if is_heavy(word.text, language)]
    names = {one.id: _called(one, language) for one in documents}
    kinds = {one.id: kinds_of_text(name_of_document(one.filename, one.title)) for one in documents}
    calls = {word.stem: kinds_of_noun(word.text) | kinds_of_party(word.text) for word in said}
    held = {
        number: frozenset(stem for stem, of in calls.items() if stem in called or of & kinds[number])
        for number, called in names.items()
    }
    shared = frozenset.intersection(*held.values()) if len(held) > 1 else frozenset()
    return {number: words - shared for number, words in held.items()}


def _called(document: Document, language: str) -> frozenset[str]:
    """The stems of what an agreement is called, of its parties, and of what it defines where it opens."""
    capitals = [word for word in _CAPITAL.findall(document.cover[:FRONT]) if not is_legal_form(word)]
    return stems(f"{spaced(document.filename)} {document.title} {' '.join(capitals)}", language)

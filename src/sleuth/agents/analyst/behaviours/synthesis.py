"""Synthesis: what the documents say of a topic, brought together by person or by document, and what they leave out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import takewhile

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, heading, line, note
from sleuth.agents.analyst.behaviours.deep_dive import deep_dive
from sleuth.agents.analyst.behaviours.fact import fact_lookup
from sleuth.agents.analyst.company import below
from sleuth.agents.analyst.people import of_company, persons, stated_offices
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.statements import (
    Statement,
    says_all,
    statements_about,
    statements_at,
    statements_on_matters,
)
from sleuth.agents.analyst.subjects import chief_subjects
from sleuth.agents.analyst.told import by_document, outline_of, told_in, told_of, topics_in
from sleuth.agents.analyst.topics import telling_stems, topic_after
from sleuth.agents.analyst.turn import Turn
from sleuth.language.glyphs import plain
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_contract, is_kind_of_contract
from sleuth.reason.protocol import Document
from sleuth.reason.rank.rosters import body_asked
from sleuth.reason.understand.figures import read_query
from sleuth.reason.understand.question import understand
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings

_PEOPLE = "person and role"
_BOARD = "board directors styrelse styrelsen ledamöter"  # whose members are no officers
_MOST_OF_ONE = 4  # statements of one person or document
_MOST_GROUPS = 8
_MOST_OTHERS = 2  # people in a statement of one
_MOST_STATEMENTS = 24
_MOST_SHOWN = 8  # statements of a topic, unless all are asked for
_TITLE_LINE = 16  # words
_OPENING = 600  # characters in which a contract says between whom it is made
_PARTIES = re.compile(r"\b(?:between|mellan)\s[^.;]{3,160}")
_TITLE = 120  # characters in which a title page says what the document is
_LEAST_SECTIONS = 3  # of an outline
_MOST_NAMED = 4  # documents that a topic names: of more it is no name


async def synthesis(turn: Turn) -> Answer:
    """What is known of the topic: a contract by its sections, a measure in time, people with what is said of each."""
    topic = topic_after(turn.message, turn.meant.language)
    if (outlined := await _contract(turn, topic)) is not None:
        return outlined
    query = read_query(turn.message, turn.meant.language)
    if query.names_measure:
        return await deep_dive(turn)
    if body := body_asked(understand(turn.message)):
        listed = await fact_lookup(turn)
        if not listed.refuses or stems(body, turn.meant.language) & stems(_BOARD, turn.meant.language):
            return listed
    if _is_of_people(topic, turn.meant.language):
        answer = await _people(turn, topic)
        if answer is not None:
            return answer
    return await _by_document(turn, topic)


def _is_of_people(topic: str, language: str) -> bool:
    """Whether a topic is people and nothing else: "the board minutes" are a document."""
    known = stems(" ".join(data("people")["topics"]), language)
    words = telling_stems(topic, language) - stems(" ".join(data("people")["beside"]), language)
    return bool(words) and words <= known


async def _people(turn: Turn, topic: str) -> Answer | None:
    """Each person that holds an office, with what the documents say of them; the offices that nobody is named for."""
    found = await stated_offices(turn.room)
    chief = chief_subjects(turn.room)
    people = persons(of_company(found, chief[0] if len(chief) == 1 else ""))
    if not people:
        return None
    today = _holders(people)
    blocks: list[Block] = [line(turn.phrases("synthesis_intro", topic=topic))]
    for name, (role, own) in list(people.items())[:_MOST_GROUPS]:
        told = await _said_of(turn, name, own)
        if told:
            shown = turn.phrases("office_before", office=role) if role and name not in today else role
            blocks.append(heading(f"{shown} – {name}" if role else name))
            blocks += [one.block for one in told[:_MOST_OF_ONE]]
    held = {role for role, _ in people.values()}
    empty = [office for office in data("people")["offices"] if not _is_held(office, held)]
    if empty:
        names = f" {turn.phrases('or')} ".join(empty)
        blocks.append(note(turn.phrases("no_information_on", names=names)))
    offers = (_ask(turn, empty),) if empty else ()
    return Answer(tuple(blocks), offers=offers, calls=tuple(turn.tools.calls))


def _holders(people: Mapping[str, tuple[str, Sequence[StoredFinding]]]) -> set[str]:
    """Of each office those whom no newer document follows by another."""
    newest: dict[str, date] = {}
    days = {name: max(one.document_date or date.min for one in own) for name, (_, own) in people.items()}
    for name, (role, _) in people.items():
        newest[role] = max(days[name], newest.get(role, date.min))
    return {name for name, (role, _) in people.items() if days[name] == newest[role]}


def _is_held(office: str, held: Iterable[str]) -> bool:
    return office in set(held)


async def _said_of(turn: Turn, name: str, own: Sequence[StoredFinding]) -> list[Statement]:
    """What the documents say of a person, the statement of their office first."""
    last = frozenset(stems(name.split()[-1], turn.meant.language))
    first = await statements_at(turn.room, own)
    found = await statements_about(turn.room, [name], says_all(last, turn.meant.language))
    named = [one for one in first if last <= stems(one.text, turn.meant.language)]
    whole = [one for one in (*named, *found) if not one.text[:1].islower()]  # not the rest of a line that began before
    said = [one for one in whole if not _lists_people(one.text)]
    once = {one.text: one for one in said}
    return sorted(once.values(), key=lambda one: not one.text.startswith(name))  # before what is signed or approved


def _lists_people(text: str) -> bool:
    """Whether a text only lists people: who was present, from whom and to whom a message went."""
    from sleuth.evidence.words import read_names

    names = [name for name in read_names(text) if len(name.text.split()) > 1]
    return len(names) > _MOST_OTHERS or "@" in text


def _ask(turn: Turn, offices: Sequence[str]) -> Offer:
    questions = [{"question": turn.phrases("ask_for", topic=office), "domain": "people"} for office in offices]
    return Offer(turn.phrases("offer_qa"), tool="add_to_qa", arguments={"questions": questions})


async def _by_document(turn: Turn, topic: str) -> Answer:
    """What the documents say of a topic, the newest document first; of a document that is named, its facts."""
    language = turn.meant.language
    topics = topics_in(topic, language)
    found = await told_of(turn.room, topics, language)
    facts = [fact for one in topics for fact in await _facts_of(turn, one.words)]
    found = [*facts[:_MOST_OF_ONE], *found, *facts[_MOST_OF_ONE:]]
    named = [one.words for one in topics if one.words]  # a topic may name a matter: "customer concentration"
    found += await statements_on_matters(
        turn.room, lambda matter: any(words <= stems(matter["asks"], language) for words in named)
    )
    told = list({one.text: one for one in found}.values())
    if not told:
        return await fact_lookup(turn)
    is_all = re.search(data("intents")["order"]["all"], plain(turn.message).text) is not None
    shown = told[: _MOST_STATEMENTS if is_all else _MOST_SHOWN]
    by_file = by_document(shown, turn.room)
    blocks: list[Block] = [line(turn.phrases("synthesis_intro", topic=topic))]
    for filename, of_file in by_file.items():
        if len(by_file) > 1:
            blocks.append(heading(filename))
        blocks += [one.block for one in of_file]
    left = len(told) - len(shown)
    offers = (Offer(turn.phrases("more_on", topic=topic), ask=turn.phrases("more_on", topic=topic)),) if left else ()
    closing = turn.phrases("more_statements", count=left) if left else ""
    return Answer(tuple(blocks), offers=offers, closing=closing, calls=tuple(turn.tools.calls))


async def _contract(turn: Turn, topic: str) -> Answer | None:
    """What the one contract that a topic names says under each of its headings; None where there is no such."""
    language = turn.meant.language
    words = telling_stems(topic, language)
    kinds = (word for word in tokens(topic, language) if is_contract(word.text, language))
    named = _named(turn, words) if any(kinds) or any(is_kind_of_contract(word, language) for word in words) else []
    sections = await outline_of(turn.room, named[0]) if len(named) == 1 else []
    if len(sections) < _LEAST_SECTIONS:
        return None
    blocks: list[Block] = [line(turn.phrases("synthesis_intro", topic=topic))]
    for title, told in sections:
        blocks += [bullet(f"**{title}:**"), below(told)] if title else [told.block]
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls))


async def _facts_of(turn: Turn, words: frozenset[str]) -> list[Statement]:
    """What the documents that are called by all words state: facts in words, then their most telling sentences."""
    named = _named(turn, words)
    if not named or len(named) > _MOST_NAMED:
        return []
    found = await turn.room.read(
        lambda connection, project: list_findings(connection, project, Filter(document_ids=named, limit=200))
    )
    facts = await statements_at(turn.room, [one for one in found if one.text and one.metric != _PEOPLE])
    return [*facts, *await told_in(turn.room, named)]


def _named(turn: Turn, words: frozenset[str]) -> list[int]:
    """The documents that count, and are called by all words."""
    return [
        document.id
        for document in turn.room.library.documents
        if document.replaced_by is None and words and words <= stems(_called(document), turn.meant.language)
    ]


def _called(document: Document) -> str:
    """How a document calls itself: its name, its title, how its title page begins, and between whom it is made."""
    lines = [line.strip() for line in document.cover[:_TITLE].split("\n")]
    title = takewhile(lambda line: len(line.split()) <= _TITLE_LINE and not line.endswith("."), lines)
    parties = _PARTIES.search(document.cover[:_OPENING])
    return f"{_words_of(document.filename)} {document.title} {' '.join(title)} {parties[0] if parties else ''}"


def _words_of(filename: str) -> str:
    return filename.replace("_", " ").replace("-", " ").replace(".", " ")

"""Synthesis: what the documents say of a topic, brought together by person or by document, and what they leave out."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from sleuth.agents.analyst.answer import Answer, Block, Offer, heading, line, note
from sleuth.agents.analyst.behaviours.deep_dive import deep_dive
from sleuth.agents.analyst.behaviours.fact import fact_lookup
from sleuth.agents.analyst.people import of_company, persons, stated_offices
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.statements import Statement, says_all, says_any, statements_about, statements_at
from sleuth.agents.analyst.subjects import chief_subjects
from sleuth.agents.analyst.told import by_document, told_in, told_of, topics_in
from sleuth.agents.analyst.topics import telling_stems, topic_after
from sleuth.agents.analyst.turn import Turn
from sleuth.language.glyphs import plain
from sleuth.language.tokens import stems
from sleuth.reason.protocol import Document
from sleuth.reason.rank.rosters import body_asked
from sleuth.reason.understand.figures import read_query
from sleuth.reason.understand.question import understand
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings

_PEOPLE = "person and role"
_BOARD = "board directors styrelse styrelsen ledamöter"  # whose members are no officers
_MOST_OF_ONE = 4  # statements of one person or document
_MOST_GROUPS = 8
_MOST_STATEMENTS = 24
_MOST_SHOWN = 8  # statements of a topic, unless all are asked for
_TITLE_LINE = 16  # words
_TITLE = 120  # characters in which a title page says what the document is
_MOST_NAMED = 4  # documents that a topic names: of more it is no name


async def synthesis(turn: Turn) -> Answer:
    """What is known of the topic. A measure is told in time; people each with what is said of them."""
    topic = topic_after(turn.message, turn.meant.language)
    query = read_query(turn.message, turn.meant.language)
    if any(measure.keys or measure.formula for measure in query.measures):
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
    blocks: list[Block] = [line(turn.phrases("synthesis_intro", topic=topic))]
    for name, (role, own) in list(people.items())[:_MOST_GROUPS]:
        told = await _said_of(turn, name, own)
        if told:
            blocks.append(heading(f"{role} – {name}" if role else name))
            blocks += [one.block for one in told[:_MOST_OF_ONE]]
    held = {role for role, _ in people.values()}
    empty = [office for office in data("people")["offices"] if not _is_held(office, held)]
    if empty:
        names = f" {turn.phrases('or')} ".join(empty)
        blocks.append(note(turn.phrases("no_information_on", names=names)))
    offers = (_ask(turn, empty),) if empty else ()
    return Answer(tuple(blocks), offers=offers, calls=tuple(turn.tools.calls))


def _is_held(office: str, held: Iterable[str]) -> bool:
    return office in set(held)


async def _said_of(turn: Turn, name: str, own: Sequence[StoredFinding]) -> list[Statement]:
    """What the documents say of a person, the statement of their office first."""
    last = frozenset(stems(name.split()[-1], turn.meant.language))
    first = await statements_at(turn.room, own)
    found = await statements_about(turn.room, [name], says_all(last, turn.meant.language))
    named = [one for one in [*first, *found] if last <= stems(one.text, turn.meant.language)]
    whole = [one for one in named if not one.text[:1].islower()]  # not the rest of a line that began before
    return list({one.text: one for one in whole}.values())


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
    for one in topics:
        found += await _of_matter(turn, one.words)
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


async def _of_matter(turn: Turn, words: frozenset[str]) -> list[Statement]:
    """The sentences on a matter of due diligence that the words name: "customer concentration"."""
    found: list[Statement] = []
    for matter in data("risks")["matter"]:
        if words and words <= stems(matter["asks"], turn.meant.language):
            found += await statements_about(turn.room, [matter["asks"]], says_any(matter["says"]))
    return found


async def _facts_of(turn: Turn, words: frozenset[str]) -> list[Statement]:
    """What the documents that are called by all words state: facts in words, then their most telling sentences."""
    language = turn.meant.language
    named = [
        document.id
        for document in turn.room.library.documents
        if document.replaced_by is None and words and words <= stems(_called(document), language)
    ]
    if not named or len(named) > _MOST_NAMED:
        return []
    found = await turn.room.read(
        lambda connection, project: list_findings(connection, project, Filter(document_ids=named, limit=200))
    )
    facts = await statements_at(turn.room, [one for one in found if one.text and one.metric != _PEOPLE])
    return [*facts, *await told_in(turn.room, named)]


def _called(document: Document) -> str:
    """How a document calls itself: its name, its title, and how its title page begins."""
    lines = [line.strip() for line in document.cover[:_TITLE].split("\n")]
    title = takewhile(lambda line: len(line.split()) <= _TITLE_LINE and not line.endswith("."), lines)
    return f"{_words_of(document.filename)} {document.title} {' '.join(title)}"


def _words_of(filename: str) -> str:
    return filename.replace("_", " ").replace("-", " ").replace(".", " ")

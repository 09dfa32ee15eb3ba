"""Whether a list of contracts is right: its entries held against the contracts in the room, as these stand."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from sleuth.agents.analyst.answer import Answer, Block, bullet, line, note
from sleuth.agents.analyst.notes import former_notes
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.registers import (
    Entry,
    Held,
    Term,
    clauses_asked,
    entries_in,
    held_against_contract,
    prove_entry,
    terms_in,
)
from sleuth.findings.records.reading import Record
from sleuth.language.dates import read_dates
from sleuth.language.glyphs import plain
from sleuth.language.spoken import in_a_row
from sleuth.language.tokens import spaced, stems, tokens
from sleuth.language.weight import is_contract, is_heavy
from sleuth.reason.contracts.topics import topics_in
from sleuth.reason.rank.provisions import find_clauses

_MOST_ENTRIES = 8
_EXPIRATION = "expiration"


def asks_of_register(message: str, before: str = "") -> bool:
    """Whether a message asks if a list of contracts is right; `before`: the question that it may go on from."""
    words, text = data("registers"), plain(message).text
    if re.search(words["checks"], text) is None:
        return False
    goes_on = re.search(words["more"], text) is not None and asks_of_register(before)
    return goes_on or re.search(words["list"], text) is not None


async def register_checked(turn: Turn) -> Answer | None:
    """What the entries that are meant say otherwise than their contracts; None where no entry that a message speaks of
    has its contract here, or it asks of something that no clause states.
    """
    entries = _meant(turn, await entries_in(turn.room.library))
    told: list[tuple[Entry, list[Term]]] = []
    for entry in entries[:_MOST_ENTRIES]:
        asked = [*_clauses_in(turn.message), *clauses_asked(entry, turn.message)]
        if not asked and topics_in(turn.message, of_contract=True):
            continue  # of a term that no clause of the list's columns states, as the rent
        told.append((entry, await held_against_contract(turn.room.library, entry, asked)))
    shown = [(entry, terms) for entry, terms in told if any(one.held is not Held.UNSAID for one in terms)]
    blocks = [block for entry, terms in shown for block in await _of_entry(turn, entry, terms)]
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls)) if blocks else None


def _clauses_in(message: str) -> list[str]:
    """The clauses that a message speaks of, by their names or as people do: "when does it run out?"."""
    spoken = (one.topic.worded for one in topics_in(message, of_contract=True))
    named = [one.name for one in (*find_clauses(message), *spoken) if one is not None]
    says_end = re.search(data("registers")["ends"], plain(message).text.casefold()) is not None
    return [*named, _EXPIRATION] if says_end and not named else named


def _meant(turn: Turn, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that a message names by words that no other row has; all where it names nothing. Of "any others?"
    those that were not told before.
    """
    message, said = turn.message, _naming(turn.message)
    telling = {one.row.row: _telling(one, entries) for one in entries}
    named = [one for one in entries if said & telling[one.row.row]]
    explained = frozenset[str]().union(*(telling[one.row.row] | _terms_of(one, message) for one in named or entries))
    if said - explained:
        return []  # of something else
    if not named and _states_value(message):  # "the register says it ends in May": of the one that is spoken of
        return [one for one in entries if one.agreement.id in turn.meant.documents]
    if named or re.search(data("registers")["more"], plain(message).text) is None:
        return named or list(entries)
    before = _naming(turn.context.question)
    return [one for one in entries if not before & telling[one.row.row]]


def _naming(message: str) -> frozenset[str]:
    """The stems of the words of a message that tell more than that a list is held against contracts, and what it says
    of when they end: neither the day, nor a number of days.
    """
    words = data("registers")
    form = plain(message).text
    days = read_dates(form)
    undated = "".join(" " if any(one.start <= at < one.end for one in days) else each for at, each in enumerate(form))
    rest = re.sub("|".join(words[key] for key in ("list", "checks", "more", "frame", "ends")), " ", undated)
    heavy = (one for one in tokens(rest, "en") if is_heavy(one.text, "en") and not is_contract(one.text, "en"))
    return frozenset(one.stem for one in heavy if not one.is_number)


def _states_value(message: str) -> bool:
    """Whether a message says itself what a list states: a day, or a number."""
    return bool(read_dates(plain(message).text)) or any(one.is_number for one in tokens(message, "en"))


def _telling(entry: Entry, entries: Sequence[Entry]) -> frozenset[str]:
    """The stems by which an entry alone is called: in its row, of its other side, or of its contract's file."""
    own, *others = (
        _stems_of(row, entry) for row in (entry.row, *(r for r in entry.records.rows if r is not entry.row))
    )
    beside = [one for one in entries if one is not entry]
    name, file = (stems(text, "en") for text in (entry.name, spaced(entry.agreement.filename)))
    names = stems(" ".join(one.name for one in beside), "en")
    files = stems(" ".join(spaced(one.agreement.filename) for one in beside), "en")
    return own.difference(*others) | (name - names) | (file - files)


def _stems_of(row: Record, entry: Entry) -> frozenset[str]:
    return stems(" ".join(row.text(column.index) for column in entry.records.columns), "en")


def _terms_of(entry: Entry, message: str) -> frozenset[str]:
    """The stems by which a message may call the terms of an entry."""
    headings = " ".join(spaced(heading) for heading, _, _ in terms_in(entry.records))
    asks = (ask for one in find_clauses(message) for ask in one.asks)
    spoken = (phrase for one in topics_in(message, of_contract=True) for phrase in one.phrases)
    return stems(" ".join((headings, *asks, *spoken)), "en")


async def _of_entry(turn: Turn, entry: Entry, terms: Sequence[Term]) -> list[Block]:
    """The verdict on one entry, then each term that is otherwise, or beside which the clause must be read."""
    phrases, library = turn.phrases, turn.room.library
    named = {held: [one.heading for one in terms if one.held is held] for held in Held}
    kinds = [held for held in (Held.OTHER, Held.SAME, Held.BESIDE) if named[held]]
    joined = {held: in_a_row(named[held], phrases("and")) for held in kinds}
    said = "; ".join(phrases(f"register_{held}", columns=joined[held]) for held in kinds)
    row = await prove_entry(library, entry, [one.heading for one in terms if one.held is not Held.UNSAID])
    if row is None:
        return []
    blocks = [line(phrases("register_entry", name=entry.name, filename=entry.document.filename, said=said))]
    blocks.append(bullet(row.text, row.citations, row.proof))
    blocks += [block for one in terms if one.held in (Held.OTHER, Held.BESIDE) for block in _of_term(turn, one)]
    former = {str(each): each for one in terms if one.held is Held.OTHER for each in one.former}
    blocks += former_notes(list(former.values()), phrases)
    if named[Held.UNSAID]:
        blocks.append(note(phrases("register_unsaid", columns=in_a_row(named[Held.UNSAID], phrases("and")))))
    return blocks


def _of_term(turn: Turn, term: Term) -> Iterator[Block]:
    """What the list says of a term, and below it the contract's own words."""
    yield bullet(turn.phrases("register_says", heading=term.heading, said=term.said))
    for _, run in groupby(term.standing, key=lambda one: one.citations[0].document_id):
        sentences = list(run)
        citations = tuple(dict.fromkeys(citation for one in sentences for citation in one.citations))
        text = " ".join(" ".join(one.text.split()) for one in sentences)
        yield bullet(text, citations, sentences[0].proof, level=1)

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
)
from sleuth.language.glyphs import plain
from sleuth.language.spoken import in_a_row
from sleuth.language.tokens import stems
from sleuth.language.weight import is_heavy
from sleuth.reason.rank.provisions import find_clauses

_MOST_ENTRIES = 8


def asks_of_register(message: str, before: str = "") -> bool:
    """Whether a message asks if a list of contracts is right; `before`: the question that it may go on from."""
    words, text = data("registers"), plain(message).text
    if re.search(words["checks"], text) is None:
        return False
    goes_on = re.search(words["more"], text) is not None and asks_of_register(before)
    return goes_on or re.search(words["list"], text) is not None


async def register_checked(turn: Turn) -> Answer | None:
    """What the entries that are meant say otherwise than their contracts; None where no entry has its contract here."""
    entries = await entries_in(turn.room.library)
    meant = _meant(turn, entries)
    named = [one.name for one in find_clauses(turn.message)]
    told = [
        (one, await held_against_contract(turn.room.library, one, [*named, *clauses_asked(one, turn.message)]))
        for one in meant[:_MOST_ENTRIES]
    ]
    shown = [(entry, terms) for entry, terms in told if any(one.held is not Held.UNSAID for one in terms)]
    blocks = [block for entry, terms in shown for block in await _of_entry(turn, entry, terms)]
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls)) if blocks else None


def _meant(turn: Turn, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that a message names, by words of theirs that are of few; of "any others?" those not told before."""
    before = turn.context.question if re.search(data("registers")["more"], plain(turn.message).text) else ""
    named, earlier = _named(turn.message, entries), _named(before, entries)
    return named or [one for one in entries if one not in earlier]


def _named(text: str, entries: Sequence[Entry]) -> list[Entry]:
    said = stems(text, "en")
    return [one for one in entries if said & _telling(one, entries)]


def _telling(entry: Entry, entries: Sequence[Entry]) -> frozenset[str]:
    """The stems of the name of an entry that no other one has."""
    others = stems(" ".join(one.name for one in entries if one.name != entry.name), "en")
    return frozenset(one for one in stems(entry.name, "en") - others if is_heavy(one, "en") and one.isalpha())


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

"""What a company is, by part: the sentences in which its documents say what it does, who owns, runs and finances it."""

import re
from collections.abc import Mapping
from typing import Any, cast

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.memo.under import statements_under
from sleuth.agents.analyst.people import of_company, of_latest_holder, offices_in, person_in, stated_offices
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import (
    Accepts,
    Spot,
    Statement,
    proven_once,
    says_any,
    statements_about,
    statements_at,
)
from sleuth.agents.analyst.turn import Turn
from sleuth.evidence.bindings.conditions import conditions_of
from sleuth.evidence.reading import read
from sleuth.findings.text.matters import MATTER
from sleuth.language.companies import without_legal_form
from sleuth.language.glyphs import plain
from sleuth.language.weight import detect_language
from sleuth.store.ledger.worded import list_matters

Part = Mapping[str, Any]

_UNRANKED = 9
_MOST_SPOTS = 6  # that are proven for a part


async def parts_of(turn: Turn, company: str) -> dict[str, list[Block]]:
    """The parts of an overview, in the order of the data: each with its title, empty where no document states it.

    A part that is told only where it is asked for is left out.
    """
    parts: dict[str, list[Block]] = {}
    for part in data("statements")["overview"]["part"]:
        if part.get("only_asked"):
            continue
        told = await told_of(turn.room, part, company)
        named = bullet(f"**{turn.phrases('overview_' + part['key'])}:**")
        parts[part["key"]] = [named, *map(below, told)] if told else []
    return parts


async def told_of(room: Room, part: Part, company: str) -> list[Statement]:
    """The sentences that tell a part of what a company is, each once; empty where no document states it."""
    told = await _under(room, part, company)
    if len(told) < part.get("least", 1):
        told += await _elsewhere(room, part, company)
    once = {one.text: one for one in told}
    return list(once.values())[: part["most"]]


def part_asked(message: str, company: str) -> Part | None:
    """The part of an overview that a message asks for, and nothing else; None where it asks otherwise."""
    asked = plain(message).text.casefold().strip(" ?.!")
    names = "|".join(re.escape(name.casefold()) for name in names_of(company)) or "the company"
    for part in data("statements")["overview"]["part"]:
        if "asked" in part and re.fullmatch(part["asked"].replace("{name}", f"(?:{names})"), asked):
            return cast("Part", part)
    return None


def below(statement: Statement) -> Block:
    """A sentence as an item under the name of its part."""
    return bullet(statement.text, statement.citations, statement.proof, level=1)


async def _under(room: Room, part: Part, company: str) -> list[Statement]:
    """The sentences under a part's headings in the weightiest document that has some."""
    live = {document.id for document in room.library.documents if document.replaced_by is None}
    kinds = {number: document.kind for number, document in room.documents.items() if number in live}
    headings = [one.replace("{name}", name) for one in part["headings"] for name in names_of(company)]
    with room.database.connection() as connection:
        found = await statements_under(connection, room.library, kinds, list(dict.fromkeys(headings)))
    accepts = _tells(part["says"])
    spots: dict[int, list[Spot]] = {}
    for one in found:
        if accepts(one.text):
            spot = (one.document_id, one.page.number, one.start, one.start + len(one.text), one.text)
            spots.setdefault(one.document_id, []).append(spot)
    best = min(spots, key=lambda document: _rank(room, document), default=None)
    return await proven_once(room, spots[best][:_MOST_SPOTS]) if best is not None else []


async def _elsewhere(room: Room, part: Part, company: str) -> list[Statement]:
    """What no heading tells: the statements of a matter, and the sentences of a pattern that a search finds."""
    told: list[Statement] = []
    if "matter" in part:
        stated = [one for one in await room.read(list_matters) if one.metric == f"{MATTER}{part['matter']}"]
        told += await statements_at(room, sorted(stated, key=lambda one: _rank(room, one.document_id)))
    if "elsewhere" in part:
        accepts = _tells(part["elsewhere"].replace("{name}", _called(company)))
        told += await statements_about(room, [part["asks"].replace("{name}", company)], accepts)
    return told


def _called(company: str) -> str:
    """A pattern for a company's name; its first word alone is not that of the whole: no "Falk" in "Falk Tidewater"."""
    whole, *short = [re.escape(name.casefold()) for name in names_of(company)]
    rest = whole[len(short[0]) :] if short else ""
    return f"(?:{whole}|{short[0]}(?!{rest}))" if short else whole


def _tells(pattern: str) -> Accepts:
    """Whether a sentence holds a pattern and says what is: what depends on a condition ("as long as") may not be."""
    says = says_any(pattern)
    return lambda text: says(text) and not any(conditions_of(read(text, detect_language(text))))


def names_of(company: str) -> tuple[str, ...]:
    """A company's name without its legal form, and the first word of it: "Lumen Group", "Lumen"."""
    name = without_legal_form(company)
    return tuple(dict.fromkeys((name, name.partition(" ")[0])))


def _rank(room: Room, document: int) -> tuple[int, str]:
    witness = room.witnesses.get(document)
    return (witness.rank, witness.filename) if witness else (_UNRANKED, "")


async def office_holders(turn: Turn, company: str) -> list[Block]:
    """Who holds the chief offices of a company, each with the place that says so."""
    stated = of_company(await stated_offices(turn.room), company)
    told: dict[str, Statement] = {}
    for office in data("statements")["overview"]["offices"]:
        own = of_latest_holder([one for one in stated if office in offices_in(one.text)])
        name = person_in(own[0].text) if own else ""
        lines = await statements_at(turn.room, own)
        shown = [one for one in lines if name and name in one.text and office in offices_in(one.text)]
        told |= {f"{office} {name}": one for one in shown[:1]}
    if not told:
        return []
    citations = dict.fromkeys(citation for one in told.values() for citation in one.citations)
    proof = next(iter(told.values())).proof
    title = bullet(f"**{turn.phrases('overview_management')}:**")
    return [title, bullet("; ".join(told), tuple(citations), proof, level=1)]

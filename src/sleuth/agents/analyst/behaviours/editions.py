"""Two versions of one document: which of them counts, why, what the documents say of it, and what differs."""

import asyncio
import re
from typing import TYPE_CHECKING

from sleuth.agents.analyst.answer import Answer, Block, bullet, heading, line
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.told import told_in
from sleuth.agents.analyst.topics import telling_stems
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.evidence import evidence_at
from sleuth.answering.library import Place
from sleuth.answering.verification import Proven, verify
from sleuth.evidence.cells import Headed
from sleuth.findings.versions.names import read_name
from sleuth.language.tokens import stems
from sleuth.reason.protocol import Claim, Quote
from sleuth.store.ledger.versions import Version, list_versions

if TYPE_CHECKING:
    from sleuth.agents.analyst.changes.changed import Reworded

_MOST_CHANGES = 8
_MOST_SAID = 3


async def editions(turn: Turn) -> Answer | None:
    """The pair of versions that a question means; None where it means none that replaces another."""
    links = [one for one in await turn.room.read(list_versions) if one.status == "confirmed"]
    meant = [one for one in links if _is_meant(one, turn)]
    if len(meant) != 1:
        return None
    (link,) = meant
    phrases = turn.phrases
    blocks: list[Block] = [
        line(phrases("use_edition", newer=link.newer_name, older=link.older_name, reason=link.reason))
    ]
    said = await told_in(turn.room, _speaking_of(link, turn))
    blocks += [heading(phrases("edition_said")), *(one.block for one in said[:_MOST_SAID])] if said else []
    changed = await asyncio.to_thread(_changes, turn, link)
    told = [block for one in changed[:_MOST_CHANGES] if (block := await _change(turn, one)) is not None]
    blocks += [heading(phrases("edition_changes")), *told] if told else []
    if told and len(changed) > len(told):
        blocks.append(bullet(phrases("edition_more", count=len(changed) - len(told))))
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls))


def _is_meant(link: Version, turn: Turn) -> bool:
    """Whether a question names the document by the words of its name; the only pair needs no name."""
    language = turn.meant.language
    form = re.sub(data("intents")["editions"]["empty"], " ", turn.message.casefold())
    wanted = telling_stems(form, language)
    return bool(wanted) and wanted <= stems(f"{read_name(link.newer_name).stem} {link.newer_name}", language)


def _speaking_of(link: Version, turn: Turn) -> list[int]:
    """Other documents whose title names the document and the newer version's mark: "Monthly accounts - use v2"."""
    language = turn.meant.language
    marks = set(read_name(link.newer_name).marks.split())
    name = {word for word in stems(read_name(link.newer_name).stem, language) if word.isalpha()}
    return [
        one.id
        for one in turn.room.documents.values()
        if one.id not in (link.newer, link.older)
        and marks & set(re.findall(r"\w+", one.title.casefold()))
        and len(name & stems(one.title, language)) >= min(2, len(name))
    ]


def _changes(turn: Turn, link: Version) -> "list[Reworded]":
    from sleuth.agents.analyst.changes.changed import Replacement
    from sleuth.agents.analyst.changes.wordings import reworded

    pair = Replacement(link.newer_name, link.older_name, link.reason, link.newer, link.older)
    with turn.room.database.connection() as connection:
        return reworded(connection, turn.room.project_id, [pair], [])


async def _change(turn: Turn, one: "Reworded") -> Block | None:
    """A cell with what it said before, both read on their pages; None for one that cannot be shown."""
    sides = (one.old, one.new)
    places = [Place(s.document_id, s.wording.span.page, s.wording.span.start, s.wording.span.end, 1.0) for s in sides]
    evidence = {item.id: item for item in await evidence_at(turn.room.library, places)}
    proven: list[Proven] = []
    for number, side in enumerate(sides):
        quote = Quote(number, side.wording.quote, side.wording.span.start, side.wording.span.end)
        verdict = verify(Claim(one.label, (quote,), headed=Headed((), ())), evidence)
        if not isinstance(verdict, Proven):
            return None
        proven.append(verdict)
    citations = [citation for verdict in proven for citation in verdict.citations]
    return bullet(f"{one.label}: {one.old.wording.value} → {one.new.wording.value}", citations, "cell")

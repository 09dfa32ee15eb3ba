"""Drafts one section of a memo: everything in it is proven, and what could not be found is told apart."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sleuth.agents.analyst.changes.page import finding_source, title_of
from sleuth.agents.analyst.company import names_of
from sleuth.agents.analyst.memo.answers import ask, closed
from sleuth.agents.analyst.memo.gates import without_numbering
from sleuth.agents.analyst.memo.outline import COMPANY, Ask, Conflicts, Figures, Insights, Plan, Question, Under
from sleuth.agents.analyst.memo.scope import Scope
from sleuth.agents.analyst.memo.tables import draft_tables, table_query
from sleuth.agents.analyst.memo.under import Found, statements_under
from sleuth.agents.analyst.page.model import Block, Paragraph, Section, Sentence, Source, source_of
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.evidence.fold import fold
from sleuth.language.scenario import Scenario
from sleuth.language.tokens import stems
from sleuth.store.documents.editions import EditionDifference, edition_differences
from sleuth.store.ledger.books import load_books
from sleuth.store.ledger.conflicts import list_conflicts
from sleuth.store.ledger.insights import ranked_insights
from sleuth.store.ledger.statements import load_witnesses

if TYPE_CHECKING:
    from sleuth.answering.library import StoredLibrary
    from sleuth.reason.protocol import Reasoner
    from sleuth.store.ledger.findings import StoredFinding
    from sleuth.store.server.database import Database

_MOST_DIFFERENCES = 3  # of two editions
_MOST_UNDER = 10  # statements from under headings, in one section
_SHOWN = 3  # places of an insight


@dataclass(frozen=True, slots=True)
class Drafted:
    """A section as drafted, and what it lacks, in sentences for the reader."""

    section: Section
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a section is drafted from."""

    database: "Database"
    project_id: int
    library: "StoredLibrary"
    scope: Scope
    reasoner: "Reasoner | None"
    remarks: dict[str, None] = field(default_factory=dict)  # of what did not work as it should, each once


async def draft_section(plan: Plan, desk: Desk) -> Drafted:
    """Everything that a section asks for, in its order; a statement that was made already is not made again."""
    blocks: list[Block] = []
    missing: list[str] = []
    for one in plan.asks:
        found, lacking = await _draft(one, desk)
        blocks += found
        missing += lacking
    return Drafted(Section(plan.key, plan.title, tuple(_once(blocks))), tuple(missing))


async def _draft(one: Ask, desk: Desk) -> tuple[Sequence[Block], Sequence[str]]:
    match one:
        case Question(text):
            answered = await ask(desk.library, text, desk.scope.company, desk.reasoner)
            desk.remarks.update(dict.fromkeys(answered.remarks))
            if answered.sentences:
                return [Paragraph(answered.sentences)], []
            return [], [answered.question]
        case Under(headings):
            return await _under(headings, desk), []
        case Figures():
            return await _figures(one, desk)
        case Insights(most):
            return await asyncio.to_thread(_insights, most, desk), []
        case Conflicts():
            return await asyncio.to_thread(_conflicts, desk), []


async def _under(headings: Sequence[str], desk: Desk) -> list[Block]:
    """What stands under these headings, the weightier and newer documents first; what several say is said once.

    A draft is told only where nothing else stands there.
    """
    kinds = {document.id: document.kind for document in desk.scope.documents}
    named = [heading.replace(COMPANY, name) for heading in headings for name in names_of(desk.scope.company)]
    with desk.database.connection() as connection:
        found = await statements_under(connection, desk.library, kinds, list(dict.fromkeys(named)))
        witnesses = load_witnesses(connection, desk.project_id, kinds)
    found = [one for one in found if witnesses[one.document_id].quality != "draft"] or found
    found.sort(key=lambda one: witnesses[one.document_id].closes, reverse=True)
    found.sort(key=lambda one: witnesses[one.document_id].rank)
    said: dict[str, list[Source]] = {}
    texts: dict[str, str] = {}
    for one in found:
        key = fold(one.text).text
        if len(said) >= _MOST_UNDER and key not in said:
            continue
        sources = await _proven(one, desk)
        if sources:
            said.setdefault(key, []).extend(sources)
            texts.setdefault(key, closed(without_numbering(one.text)))
    return [Paragraph((Sentence(texts[key], tuple(sources)),), "bullet") for key, sources in said.items()]


async def _proven(one: Found, desk: Desk) -> list[Source]:
    spot = (one.document_id, one.page.number, one.start, one.start + len(one.text), one.text)
    (verdict,) = await prove_quotes(desk.library, [spot])
    return [source_of(citation) for citation in verdict.citations] if isinstance(verdict, Proven) else []


async def _figures(asked: Figures, desk: Desk) -> tuple[Sequence[Block], Sequence[str]]:
    ids = [document.id for document in desk.scope.documents]
    with desk.database.connection() as connection:
        books = load_books(connection, desk.project_id, ids, table_query(asked))
        witnesses = load_witnesses(connection, desk.project_id, ids)
    drafted = await draft_tables(asked, books, desk.scope.company, witnesses, desk.library)
    return drafted.tables, [f"{asked.caption}: {one}" for one in drafted.missing]


def _insights(most: int, desk: Desk) -> list[Block]:
    """What stands out in the company's figures, each with its arithmetic and places."""
    ids = {document.id for document in desk.scope.documents}
    own = stems(desk.scope.company)
    with desk.database.connection() as connection:
        ranked = ranked_insights(connection, desk.project_id)
    found: list[Block] = []
    for insight in ranked.insights:
        rests_on = [ranked.findings[i] for i in insight.rests_on if i in ranked.findings]
        is_own = own & stems(insight.subject) and all(f.document_id in ids for f in rests_on)
        is_past = insight.kind != "gap" and insight.scenario == Scenario.ACTUAL.value
        if is_own and is_past and len(found) < most:
            sources = _places(rests_on, f"computed: {insight.computation}")
            found.append(Paragraph((Sentence(insight.statement, sources),), "bullet"))
    return found


def _places(findings: "Sequence[StoredFinding]", remark: str) -> tuple[Source, ...]:
    """Where the first few of the findings stand; the remark goes with the first."""
    first, *others = dict.fromkeys(finding_source(f) for f in findings[:_SHOWN])
    return replace(first, remark=remark), *others


def _conflicts(desk: Desk) -> list[Block]:
    """The open conflicts between the memo's documents, each side with its place."""
    ids = {document.id for document in desk.scope.documents}
    with desk.database.connection() as connection:
        conflicts = list_conflicts(connection, desk.project_id)
        editions = edition_differences(connection, desk.project_id, conflicts)
    found: list[Block] = []
    for conflict in conflicts:
        if not all(side.document_id in ids for side in conflict.sides):
            continue
        sides = [
            Sentence(
                f"{side.shown} in {side.filename}{'.' if n == len(conflict.sides) else ';'}", (finding_source(side),)
            )
            for n, side in enumerate(conflict.sides, 1)
        ]
        opening = Sentence(f"Documents disagree on {title_of(conflict.sides[0])}:")
        found.append(Paragraph((opening, *sides), "bullet"))
    between = [one for one in editions if all(side.document_id in ids and side.wording.value for side in one.sides)]
    pairs = dict.fromkeys(tuple(side.document_id for side in one.sides) for one in between)
    for pair in pairs:
        found += _editions([one for one in between if tuple(side.document_id for side in one.sides) == pair])
    return found


def _editions(pair: Sequence[EditionDifference]) -> list[Block]:
    """The first few differences of two editions, and how many more there are."""
    told: list[Block] = [_edition(one) for one in pair[:_MOST_DIFFERENCES]]
    left = len(pair) - len(told)
    if left:
        newer, older = pair[0].sides
        source = Source(newer.document_id, newer.filename, newer.locator, newer.wording.span.page, newer.wording.quote)
        text = f"{newer.filename} and {older.filename} differ in {left} further places: sleuth conflicts lists them."
        told.append(Paragraph((Sentence(text, (source,)),), "bullet"))
    return told


def _edition(one: EditionDifference) -> Paragraph:
    """What two editions that are both in force say differently."""
    sides = [
        Sentence(
            f"{side.wording.value} in {side.filename}{'.' if n else ';'}",
            (Source(side.document_id, side.filename, side.locator, side.wording.span.page, side.wording.quote),),
        )
        for n, side in enumerate(one.sides)
    ]
    return Paragraph((Sentence(f"Editions that are both in force disagree on “{one.label}”:"), *sides), "bullet")


def _once(blocks: "Iterable[Block]") -> Iterable[Block]:
    """Without sentences that were said before in the section."""
    said: set[str] = set()
    for block in blocks:
        if not isinstance(block, Paragraph):
            yield block
            continue
        fresh = tuple(s for s in block.sentences if not s.sources or fold(s.text).text not in said)
        said |= {fold(sentence.text).text for sentence in fresh}
        if any(sentence.sources for sentence in fresh):
            yield Paragraph(fresh, block.form)

"""What a reader should know beside a figure: conflicts, corrections, forecasts, drafts, dated and partial sources.

Why a figure is less than sure is said in words; the number behind it is never shown.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sleuth.agents.analyst.answer import Block, bullet, note
from sleuth.agents.analyst.contradictions import worded_conflict
from sleuth.agents.analyst.ledger import Shown, fact_of_finding
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.wording import small, value_of, when
from sleuth.answering.amendments import Former
from sleuth.answering.proving import prove_figures
from sleuth.answering.verification import Citation, Proven
from sleuth.findings.asked.answers import Figure
from sleuth.language.query import Query
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import in_a_row, opening, spoken
from sleuth.language.tokens import spaced
from sleuth.language.wordlist import wordlist
from sleuth.store.ledger.conflicts import StoredConflict, conflicts_of
from sleuth.store.ledger.findings import StoredFinding, stored_period
from sleuth.store.ledger.relations import chain_of

_TO_MONTH = 7  # characters of an ISO date up to its month
_DATED_MONTHS = 12  # that a figure lies behind the newest of its company before it is called dated


@dataclass(frozen=True, slots=True)
class Side:
    """What a document states against another, proven on its page."""

    finding: StoredFinding
    value: str
    citations: tuple[Citation, ...]
    proof: str


async def notes_on(room: Room, shown: Shown, query: Query, phrases: Phrases) -> list[Block]:
    """The notes to one figure, the weightiest first."""
    return [
        *await _conflicts(room, shown, phrases),
        *await _corrections(room, shown, phrases),
        *await _scenario(room, shown, query, phrases),
        *_source(room, shown, phrases),
    ]


async def sides_of(room: Room, findings: Sequence[StoredFinding]) -> list[Side]:
    """What findings state, each proven on its page; what cannot be proven is left out."""
    facts = [(finding, fact_of_finding(finding)) for finding in findings]
    stating = [(finding, fact) for finding, fact in facts if fact is not None]
    figures = [Figure(finding.document_id, (("", fact),)) for finding, fact in stating]
    verdicts = await prove_figures(room.library, figures)
    return [
        Side(finding, value_of(fact), verdict.citations, verdict.proof)
        for (finding, fact), verdict in zip(stating, verdicts, strict=True)
        if isinstance(verdict, Proven)
    ]


async def _conflicts(room: Room, shown: Shown, phrases: Phrases) -> list[Block]:
    """What other sources state for the same, and which of them is likelier, and why."""
    facts = [fact for _, fact in shown.stated.figure.facts]
    ids = [fact.id for fact in facts]
    found = await room.read(lambda connection, project: conflicts_of(connection, project, ids, ("open", "explained")))
    blocks: list[Block] = []
    for conflict in found:
        own = next((side for side in conflict.sides if side.id in ids), conflict.sides[0])
        others = [side for side in conflict.sides if side.id not in ids and side.document_id != own.document_id]
        about = small(spoken(own.metric)) if shown.stated.figure.expression else ""
        block = _disagreement(room, conflict, _other_values(own, await sides_of(room, others)), about, phrases)
        blocks += [block] if block is not None else []
    return blocks


def _other_values(own: StoredFinding, sides: Sequence[Side]) -> list[Side]:
    """One side for each document that states another value."""
    kept: dict[int, Side] = {}
    for side in sides:
        if not _is_rounded(side.finding, own):
            kept.setdefault(side.finding.document_id, side)
    return list(kept.values())


def _is_rounded(one: StoredFinding, other: StoredFinding) -> bool:
    """Whether two values differ by rounding alone, if at all: by no more than one unit of the last digit printed.

    A table that is rounded so that it adds up has some figures a unit off.
    """
    if one.amount is None or other.amount is None:
        return False
    units = [found.step.scaleb(found.scale) for found in (one, other) if found.step is not None]
    return abs(abs(one.amount) - abs(other.amount)) <= max(units, default=Decimal(0))


def _disagreement(
    room: Room, conflict: StoredConflict, sides: Sequence[Side], about: str, phrases: Phrases
) -> Block | None:
    """The other sources' values, and which source is likelier; None where all that was proven agrees."""
    if not sides:
        return None
    by_value: dict[str, list[Side]] = {}
    for side in sides:
        by_value.setdefault(side.value, []).append(side)
    said = [
        phrases("states", who=in_a_row(_called(room, alike, phrases), phrases("and")), value=value)
        for value, alike in by_value.items()
    ]
    why = conflict.explanation or _likelier(room, conflict, phrases)
    is_open = conflict.status != "explained"
    intro = phrases("conflict_intro_on", name=about) if about else phrases("conflict_intro")
    text = f"{intro}: {'; '.join(said)}" if is_open else "; ".join(said)
    citations = tuple(dict.fromkeys(c for side in sides for c in side.citations))
    return note(text, citations, sides[0].proof, f"{opening(why).rstrip('.')}.")


def _kind(room: Room, side: Side, phrases: Phrases) -> str:
    """What a source is, and its date: "management’s own figures, 2024-11-18"."""
    quality = side.finding.quality
    what = phrases(f"from_quality_{quality}") if quality in _QUALITIES else ""
    return ", ".join(filter(None, (what, _dated(room, side.finding.document_id))))


_QUALITIES = ("audited", "filed", "management", "draft", "correspondence")


def _dated(room: Room, document_id: int) -> str:
    dated = room.dated(document_id)
    return dated.isoformat() if dated is not None else ""


async def conflict_bullet(room: Room, conflict: StoredConflict, phrases: Phrases) -> Block | None:
    """A contradiction as an item of a list: what is disputed, each value with its sources, the likelier one."""
    first = conflict.sides[0]
    if first.value is None:
        return await worded_conflict(room, conflict, phrases)
    sides = await sides_of(room, conflict.sides)
    by_value: dict[str, list[Side]] = {}
    for side in sides:
        by_value.setdefault(side.value, []).append(side)
    if len(by_value) < 2:
        return None
    values = [
        phrases("in_source", value=value, who=in_a_row(_called(room, alike, phrases), phrases("and")))
        for value, alike in by_value.items()
    ]
    citations = tuple(dict.fromkeys(c for alike in by_value.values() for c in alike[0].citations))
    name = ", ".join((small(spoken(first.metric)), *first.dimension))
    text = phrases(
        "differs", name=opening(name), when=when(stored_period(first)), values=in_a_row(values, phrases("and"))
    )
    return replace(bullet(text, citations, "cell"), after=opening(_likelier(room, conflict, phrases)).rstrip(".") + ".")


def _called(room: Room, sides: Sequence[Side], phrases: Phrases) -> list[str]:
    """The sources of a value: those of one kind and date together."""
    by_kind: dict[str, dict[str, None]] = {}
    for side in sides:
        by_kind.setdefault(_kind(room, side, phrases), {})[side.finding.filename] = None
    return [in_a_row(list(names), phrases("and")) + (f" ({kind})" if kind else "") for kind, names in by_kind.items()]


def _likelier(room: Room, conflict: StoredConflict, phrases: Phrases) -> str:
    """Which source is likelier to be right, and why; or that none outranks the other."""
    best = conflict.authority.document
    if best is None:
        return phrases("conflict_open")
    quality = room.witnesses[best].quality
    why = phrases(f"is_{quality}") if quality in _QUALITIES else phrases("is_weightier")
    return phrases("conflict_likelier", filename=room.filename(best), why=why)


async def _corrections(room: Room, shown: Shown, phrases: Phrases) -> list[Block]:
    """What an earlier edition stated, where the figure replaces another value."""
    if shown.stated.figure.expression:
        return []
    fact = shown.fact
    chain = await room.read(lambda connection, project: chain_of(connection, project, fact.id))
    older = [one for one in chain if one.id != fact.id and one.amount != fact.amount and one.value is not None]
    older = [one for one in older if one.document_id != shown.stated.document_id]
    if not older:
        return []
    last = older[-1]
    sides = await sides_of(room, [last])
    if not sides:  # its page is gone, or does not prove it: the value is not repeated
        return [note(phrases("corrected_from", older=last.filename) + ".")]
    text = phrases("corrected", older=last.filename, value=sides[0].value)
    return [note(text, sides[0].citations, sides[0].proof)]


async def _scenario(room: Room, shown: Shown, query: Query, phrases: Phrases) -> list[Block]:
    """That a figure is planned, and what happened, where that is known by now."""
    from sleuth.agents.analyst.ledger import find_figures
    from sleuth.agents.analyst.queries import time_of

    fact = shown.fact
    if fact.scenario in ("", Scenario.ACTUAL.value):
        return []
    if not query.scenario:
        return [note(phrases("forecast_only", scenario=fact.scenario) + ".")]
    actual = replace(query, scenario="", times=(time_of(fact.period),))
    found = await find_figures(room, actual)
    real = [one for one in found.shown if one.fact.scenario == Scenario.ACTUAL.value]
    if not real:
        return []
    text = phrases("forecast_actual", scenario=fact.scenario, value=value_of(real[0].fact))
    return [note(text, real[0].proven.citations, real[0].proven.proof)]


def _source(room: Room, shown: Shown, phrases: Phrases) -> list[Block]:
    """That the source is a draft, a letter, or could not be read completely."""
    document_id = shown.stated.document_id
    witness = room.witnesses.get(document_id)
    found = []
    if witness is not None and witness.quality in ("draft", "correspondence"):
        found.append(note(phrases(witness.quality, filename=room.filename(document_id)) + "."))
    found += [note(phrases("partial", filename=name) + ".") for name in room.partial([document_id])]
    return found


def former_notes(former: Sequence[Former], phrases: Phrases) -> list[Block]:
    """What clauses of an answer said before they were amended, each with its place."""
    told = [(one.proven, phrases("before_amendment", name=one.amendment, text=one.proven.text)) for one in former]
    return [note(text, proven.citations, proven.proof) for proven, text in told]


def statement_notes(room: Room, claims: Sequence[Proven], phrases: Phrases) -> list[Block]:
    """What a reader should know of the documents that sentences stand in: drafts, and what is dated by now.

    A contract holds however old it is, and a sentence that names its year says itself of when it is.
    """
    newest = max((about.newest for about in room.subjects.values()), default="")
    notes: dict[str, Block] = {}
    for claim in claims:
        for document_id in dict.fromkeys(citation.document_id for citation in claim.citations):
            witness = room.witnesses.get(document_id)
            if witness is None:
                continue
            name = room.filename(document_id)
            if witness.quality == "draft":
                notes.setdefault(name, note(phrases("draft", filename=name) + "."))
            elif _is_dated(witness.dated, newest) and not _names_a_year(claim.text) and not _is_contract(name):
                notes.setdefault(name, note(phrases("dated_statement", filename=name, when=str(witness.dated)) + "."))
    return list(notes.values())


def _is_dated(made: date | None, newest: str) -> bool:
    """Whether a document was made a year or more before the newest figures end."""
    if made is None or len(newest) < _TO_MONTH:
        return False
    return 12 * (int(newest[:4]) - made.year) + int(newest[5:7]) - made.month >= _DATED_MONTHS


def _names_a_year(text: str) -> bool:
    return re.search(r"\b(?:19|20)\d\d\b|\bfy ?\d\d", text.lower()) is not None


def _is_contract(filename: str) -> bool:
    name = spaced(filename).lower()
    return re.search(wordlist("contracts", "findings")["agreement"]["says"], name) is not None

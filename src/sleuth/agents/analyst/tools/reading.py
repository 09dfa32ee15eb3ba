"""The tools that only look: figures and statements, documents, contradictions, gaps."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.dialogue.documents import (
    folded,
    is_document_noun,
    kinds_of_text,
    name_of_document,
    says_contract,
)
from sleuth.agents.analyst.ledger import Found, find_figures
from sleuth.agents.analyst.room import Room
from sleuth.answering.library import StoredLibrary
from sleuth.answering.papers import agreements_amended, with_amendments
from sleuth.answering.run import Research, research_in
from sleuth.answering.tables import resolve_rows
from sleuth.answering.terms import listed_otherwise
from sleuth.evidence.moments import is_of_another_time, stated_timings
from sleuth.evidence.pertinence import is_of_another_actor
from sleuth.language.query import Query
from sleuth.language.times import find_times
from sleuth.language.tokens import stems
from sleuth.language.weight import detect_language, is_stop
from sleuth.reason.understand.figures import figure_query
from sleuth.reason.understand.prose import ask
from sleuth.store.ledger.conflicts import StoredConflict, list_conflicts

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage
    from sleuth.agents.analyst.requests.questions import Suggestion
    from sleuth.store.documents.documents import Document


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the documents answer: figures of the ledger, or proven sentences; or why neither."""

    figures: Found = field(default_factory=Found)
    research: Research | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return not self.figures.shown and (self.research is None or not self.research.proven)

    def to_json(self) -> dict[str, Any]:
        """The claims with their places, as a model or a program reads them."""
        proven = [shown.proven for shown in self.figures.shown]
        proven += self.research.proven if self.research else ()
        return {
            "claims": [
                {
                    "text": claim.text,
                    "proof": claim.proof,
                    "sources": [
                        {"filename": c.filename, "locator": c.locator, "quote": " ".join(c.text.split())}
                        for c in claim.citations
                    ],
                }
                for claim in proven
            ],
            "missing": "" if proven else self.figures.missing or (self.research.trace.reason if self.research else ""),
        }


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that a question is about; all where it names none."""

    documents: tuple[int, ...] = ()
    is_only: bool = False  # nothing outside them answers it
    asked: tuple[str, ...] = ()  # the question in the words of these documents, to be tried first


ANYWHERE = Scope()


async def query_knowledge_base(
    room: Room, question: str, query: Query | None = None, subject: str = "", scope: Scope = ANYWHERE
) -> Knowledge:
    """What the documents state: figures by measure, period and scenario; anything else in the source's own sentences.

    `query` is the typed question where it is known already; otherwise it is read from the question. `subject`: the
    company that the conversation is about. `scope`: the documents that are asked first, or alone.
    """
    if scope.documents:
        narrow = await narrowed(room, scope.documents)
        for words in dict.fromkeys((*scope.asked, question)):
            found = await _within(narrow, words, query if words == question else None, subject)
            if not found.is_empty and not _is_of_another(found, question):
                return await _with_lists(room, question, found)
        if scope.is_only:
            return found
        wide = await query_knowledge_base(room, question, query, subject)
        proven = wide.research.proven if wide.research else ()
        told = {citation.document_id for claim in proven for citation in claim.citations}
        return found if is_of_other_contracts(room, question, scope.documents, told) else wide
    asked = query or figure_query(question)
    figures = Found()
    library = await named_library(room, question)
    rows = await resolve_rows(library, question) if room.reasoner.reads_ledger else None
    if asked is not None:
        figures = await find_figures(room, asked, subject)
    if rows is not None and rows.answers_before(asked) and not rows.yield_to(asked, has_figures=bool(figures.shown)):
        return Knowledge(Found(), await research_in(library, question, room.reasoner))
    if figures.shown or figures.known:
        return Knowledge(figures)
    research = await research_in(library, question, room.reasoner)
    return Knowledge(figures, _meant(research, asked, question) if asked is not None else research)


def _meant(research: Research, asked: Query, question: str) -> Research:
    """What is told of the time and the things asked for, where a follow-up takes them from the talk and the question
    that is looked for names others, or none: "and the year before?", "and EBITDA there?".
    """
    times = stated_timings(asked.times)
    is_moved = is_of_another_time(times, stated_timings(find_times(question)))
    taken = asked.heavy - stems(question, asked.language)
    kept = tuple(
        one
        for one in research.proven
        if not (is_moved and is_of_another_time(times, stated_timings(find_times(one.text))))
        and taken <= stems(" ".join((one.text, *(cited.text for cited in one.citations))), asked.language)
    )
    return research if len(kept) == len(research.proven) else replace(research, proven=kept)


async def _with_lists(room: Room, question: str, found: Knowledge) -> Knowledge:
    """What the documents that were meant tell, with what a list of the room says otherwise of the same term."""
    research = found.research
    if research is None or not research.proven or not room.reasoner.reads_ledger:
        return found
    listed = await listed_otherwise(room.library, question, research.proven, research.former)
    return replace(found, research=replace(research, disagreements=(*research.disagreements, *listed)))


def _is_of_another(found: Knowledge, question: str) -> bool:
    """Whether all that is told is of what another party than the question's may or must do.

    The question in the words of a document no longer names the other party: "in the agreement" for "in the Orvik deed".
    """
    proven = found.research.proven if found.research else ()
    asked = ask(question, detect_language(question))
    return bool(proven) and all(is_of_another_actor(asked, claim.text) for claim in proven)


def is_of_other_contracts(room: Room, question: str, asked: Sequence[int], told: Collection[int]) -> bool:
    """Whether one contract is asked of, and all that is told is of contracts that the question does not call.

    What another supplier guarantees is no answer to "what is guaranteed?"; where the question says a word of the other
    contract's name, or asks of several, it may be meant.
    """
    amends = agreements_amended(room.library.documents)
    about = {amends.get(number, number) for number in asked}
    sources = {amends.get(number, number) for number in told}
    names = {number: name_of_document(document.filename, "") for number, document in room.documents.items()}
    is_one = len(about) == 1 and all(says_contract(names.get(number, "")) for number in about)
    asks_several = any(is_document_noun(word) and word.endswith("s") for word in question.casefold().split())
    edition = {document.replaced_by for document in room.library.documents if document.id in about}
    if not is_one or asks_several or not sources or any(number in {*about, *edition} for number in sources):
        return False
    others = [names[number] for number in sources if number in names]
    said = stems(question, room.language)
    kinds = kinds_of_text(folded(question))
    return all(
        says_contract(name) and not said & stems(name, room.language) and not kinds & kinds_of_text(name)
        for name in others
    )


async def _within(narrow: Room, question: str, query: Query | None, subject: str) -> Knowledge:
    """What some documents state: also in sentences where a figure is asked for that none of them gives."""
    found = await query_knowledge_base(narrow, question, query, subject)
    if found.is_empty and found.research is None:
        return replace(found, research=await research_in(narrow.library, question, narrow.reasoner))
    return found


async def narrowed(room: Room, documents: Sequence[int]) -> Room:
    """The room as if it held these documents alone, with those that amend them."""
    import asyncio

    every = with_amendments(room.library.documents, documents)
    chosen = {number: room.documents[number] for number in every if number in room.documents}
    library = await asyncio.to_thread(
        StoredLibrary, room.database, room.project_id, list(chosen.values()), room.services, tuple(room.documents)
    )
    return replace(room, library=library, documents=chosen)


async def named_library(room: Room, question: str) -> StoredLibrary:
    """The document that a question names by the words of its filename, alone; all documents where it names none."""
    import asyncio

    said = stems(question, room.language)
    located = stems(" ".join(found["words"] for found in _LOCATED.finditer(question)), room.language)
    telling = {number: _telling(document.filename, room.language) for number, document in room.documents.items()}
    shared = Counter(word for words in telling.values() for word in words)
    named: dict[int, int] = {}
    for number, words in telling.items():
        common = len(words & said)
        is_called = words and words <= located and all(shared[word] == 1 for word in words)
        if is_called or (common >= _LEAST_NAMED and 2 * common >= len(words)):
            named[number] = common
    best = [number for number, common in named.items() if common == max(named.values())]
    newest = [number for number in best if not any(d.id == number and d.replaced_by for d in room.library.documents)]
    if len(newest) != 1:
        return room.library
    chosen = [room.documents[number] for number in with_amendments(room.library.documents, newest)]
    beside = tuple(room.documents)
    return await asyncio.to_thread(StoredLibrary, room.database, room.project_id, chosen, room.services, beside)


_LOCATED = re.compile(  # "in the comps", "from the call note"
    r"\b(?:in|on|from|across|per|according to|i|på|från|enligt)\s+(?:the|our|this|that|den|det|vår)\s+"
    r"(?P<words>(?:\w+\s*){1,3})",
    re.IGNORECASE,
)
_LEAST_NAMED = 2  # words of a document's name that a question must say to mean it


def _telling(filename: str, language: str) -> frozenset[str]:
    """The stems of the words of a filename that tell anything, without its ending and its numbers."""
    words = re.split(r"[\W_]+", PurePath(filename).stem)
    telling = (word for word in words if len(word) > 2 and not re.search(r"\d", word) and not is_stop(word, language))
    return stems(" ".join(telling), language)


async def get_document_info(room: Room, filename: str = "") -> "list[Document]":
    """The documents of the project: kind, pages, language, source quality, date, what could not be read.

    Raises UserError, with near names, for a filename that the project does not hold.
    """
    from sleuth.store.documents.documents import find_documents, list_documents

    if filename:
        return await room.read(lambda connection, project: find_documents(connection, project, [filename]))
    return await room.read(list_documents)


def document_json(room: Room, document: "Document") -> Mapping[str, Any]:
    """What is told of a document."""
    witness = room.witnesses.get(document.id)
    return {
        "filename": document.filename,
        "kind": document.kind,
        "label": document.label,
        "pages": document.page_count,
        "language": document.language,
        "status": document.status,
        "quality": document.quality,
        "dated": witness.dated.isoformat() if witness and witness.dated else None,
        "version": document.version,
    }


async def detect_contradictions(room: Room, measures: Sequence[str] = ()) -> list[StoredConflict]:
    """The open contradictions between sources: one measure, period and scenario with different values."""
    found = await room.read(list_conflicts)
    return [conflict for conflict in found if not measures or conflict.sides[0].metric in measures]


def conflict_json(conflict: StoredConflict) -> Mapping[str, Any]:
    """A contradiction as a program reads it."""
    first = conflict.sides[0]
    return {
        "id": conflict.id,
        "metric": first.metric,
        "period": first.period_name,
        "scenario": first.scenario,
        "sides": [
            {"value": f"{side.value}", "unit": side.unit, "scale": side.scale, "filename": side.filename,
             "locator": side.locator}
            for side in conflict.sides
        ],
        "likelier": conflict.authority.why,
    }  # fmt: skip


async def find_gaps(room: Room, domain: str = "") -> "Coverage":
    """What the request lists ask for and the documents lack; of the built-in checklist where the project has no list.

    `domain`: only one area, by the beginning of its name.
    """
    from sleuth.agents.analyst.requests.coverage import coverage_in

    found = await room.read(coverage_in)
    return found.of(domain) if domain else found


async def suggest_questions(room: Room, domain: str = "", covered: "Coverage | None" = None) -> "list[Suggestion]":
    """What the target should be asked and is not yet: of gaps, contradictions and unusual figures, best first."""
    from sleuth.agents.analyst.requests.questions import suggest_in

    return await room.read(lambda connection, project: suggest_in(connection, project, domain, covered))

"""The names that a project's documents give to companies and people, and what a turn spoke of, read against them."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sleuth.agents.analyst.dialogue.documents import name_of_document, noun_of, says_contract
from sleuth.agents.analyst.dialogue.mentions import Known, mentions, named
from sleuth.agents.analyst.dialogue.referents import Kind, Mentioned, Referent
from sleuth.agents.analyst.people import offices_in, person_in, stated_offices
from sleuth.agents.analyst.subjects import chief_subjects
from sleuth.answering.papers import agreements_amended
from sleuth.findings.finding import subject_key
from sleuth.findings.subjects import companies
from sleuth.language.asked import Answer as Wanted
from sleuth.language.glyphs import plain
from sleuth.language.tokens import stems
from sleuth.reason.understand.prose import ask
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings

if TYPE_CHECKING:
    from sleuth.agents.analyst.answer import Answer
    from sleuth.agents.analyst.room import Room

_PARTY = "contract party"
_LONGEST = 4_000  # characters of what was said that are kept in mind
_MOST = 500  # findings of names that are looked at
_NAMES = (Wanted.PERSON, Wanted.PLACE, Wanted.THING)


async def known_of(room: "Room") -> Known:
    """The companies, people and documents of a project."""
    named = await room.read(
        lambda connection, project: list_findings(connection, project, Filter(metric=_PARTY, limit=_MOST))
    )
    parties = [finding for finding in named if finding.metric == _PARTY]
    companies_named = [name for one in parties for name in companies(one.text)]
    current = {document.id for document in room.library.documents if document.replaced_by is None}
    binding = [one for one in parties if one.document_id in current]
    terms = {(one.document_id, subject_key(one.text)): f"the {term}" for one in binding if (term := _term(one))}
    live = {number: document for number, document in room.documents.items() if document.live}
    return Known(
        tuple(dict.fromkeys([*room.subjects, *companies_named])),
        tuple(chief_subjects(room)),
        tuple(dict.fromkeys(name for one in await stated_offices(room) if (name := person_in(one.text)))),
        {number: name_of_document(document.filename, document.title) for number, document in live.items()},
        terms,
        {number: document.filename for number, document in live.items()},
        agreements_amended(room.library.documents),
    )


_TERM = re.compile(
    r"[(“\"]\s*(?:the|nedan|hereinafter)?\s*[“\"‘']?(?P<term>[A-ZÅÄÖ][\w-]+(?: [A-ZÅÄÖ][\w-]+)?)[”\"’']\s*\)?"
)


def _term(finding: StoredFinding) -> str:
    """What a contract calls one of its parties: "Customer" of "Skagen Pelagic A/S (the “Customer”)"."""
    behind = finding.quote.partition(finding.text)[2]
    found = _TERM.search(behind)
    return found["term"] if found else ""


def mentioned_in(
    question: str, answer: "Answer", known: Known, language: str, documents: Sequence[int] = ()
) -> Mentioned:
    """What a turn spoke of: what its question names, what its answer names besides, and the documents cited.

    `documents`: those that the question was asked of.
    """
    asked = mentions(question, known)
    if documents and not any(one.documents for one in asked):
        asked = (*asked, _document(documents[0], known, language))
    told = [one for block in answer.blocks if block.proof for one in mentions(block.stated, known)]
    if answer.subject:
        told.insert(0, Referent(Kind.COMPANY, answer.subject))
    names = {one.name for one in asked}
    is_named = any(one.kind is Kind.PERSON and not one.name.startswith("the ") for one in told)
    told = [one for one in told if not (is_named and one.kind is Kind.PERSON and one.name.startswith("the "))]
    if holders := _holders([block.stated for block in answer.blocks if block.proof], question, known):
        told = [one for one in told if one.kind is not Kind.PERSON or one.name in holders]
    new = tuple(dict.fromkeys(one for one in told if one.name not in names and one.kind is not Kind.DOCUMENT))
    proven = () if answer.refuses else answer.citations  # what only comes nearest is not what was spoken of
    sources = dict.fromkeys(citation.document_id for citation in proven)
    cited = tuple(
        _document(number, known, language)
        for number in sources
        if number in known.amends or says_contract(known.documents.get(number, ""))
    )
    said = " ".join([question, *(block.stated for block in answer.blocks if block.proof)])[:_LONGEST]
    return Mentioned(asked, new, cited, stems(said, language), asks_name(question, language))


def _holders(sentences: Sequence[str], question: str, known: Known) -> frozenset[str]:
    """The people behind whose names an answer says the one office that is asked for: "Ann Ek (CFO), Bo Lind (COO)"."""
    asked = offices_in(question)
    found: set[str] = set()
    for text in sentences if len(asked) == 1 else ():
        people = [(name, one) for name, one in named(text, known) if one.kind is Kind.PERSON]
        ends = [*(name.start for name, _ in people[1:]), len(text)]
        spoken = zip(people, ends, strict=False)  # there may be none
        found |= {one.name for (name, one), end in spoken if asked[0] in offices_in(text[name.end : end])}
    return frozenset(found)


def _document(number: int, known: Known, language: str) -> Referent:
    """A cited document by what it is: "the lease", "the agreement"."""
    return Referent(Kind.DOCUMENT, noun_of(known.documents.get(number, ""), language), (number,))


def asks_name(question: str, language: str) -> bool:
    """Whether a question asks for somebody or something by name: "who signed", "which subsidiary has"."""
    opening = plain(question).text.split()
    wanted = ask(question, language).answer
    if wanted is Wanted.PERSON:
        return True
    return wanted in _NAMES and bool(opening) and opening[0] in _WHICH


_WHICH = ("which", "whose", "vilken", "vilket", "vilka", "vems")


def latest(mentioned: Mentioned, before: Sequence[Mentioned]) -> tuple[Mentioned, ...]:
    """What was spoken of with one more turn, the latest first; only the last few are kept."""
    return (mentioned, *before)[:_TURNS]


_TURNS = 4

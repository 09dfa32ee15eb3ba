"""Terms of contracts that a list states too: the agreement answers, as amended, and the list is told beside it.

A list of customers or leases is an extract: what it says of a contract's end, or of its terms of payment, holds where
the agreement of that party says nothing of it, and then it is told whose word it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sleuth.answering.amendments import Former, as_amended
from sleuth.answering.library import Library
from sleuth.answering.papers import agreements_amended, cover_of, with_amendments
from sleuth.answering.proving import prove_quotes, prove_selection
from sleuth.answering.registers import Entry, Term, otherwise_in
from sleuth.answering.tables import RowsResolved, resolve_rows
from sleuth.answering.verification import Proven
from sleuth.evidence.source import Page
from sleuth.findings.finding import subject_key
from sleuth.findings.records.reading import Record, Records
from sleuth.findings.text.contracts import agreement_title
from sleuth.findings.text.parties import parties_of
from sleuth.language.concepts import kinds_of_rows, text_stems
from sleuth.language.dates import read_dates
from sleuth.language.glyphs import plain
from sleuth.reason.draft.answers import Answerer
from sleuth.reason.protocol import Document, Evidence
from sleuth.reason.rank.provisions import clause_of_column
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.parts import Clause
from sleuth.reason.understand.question import understand

_MOST_PAGES = 80  # of an agreement, that are looked through for the clause
_PARTS = frozenset({"landlord", "tenant", "lender", "borrower"})  # kinds of columns that name a party
_PARTIES = frozenset({"customers", "suppliers", "banks"})  # kinds of rows that are parties
_NAME = re.compile(r"\s+(?:name|namn)$", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Asked:
    """One term of one row's contract."""

    clause: Clause
    heading: str  # of its column in the list
    said: str  # what the list says
    parties: tuple[str, ...]  # the names in the row that may be a party's


async def by_agreement(library: Library, final: Mapping[str, Any]) -> Mapping[str, Any]:
    """The final state of a question, with the agreement's own words where rows of a list state one of its terms.

    The list is told in a note (`noted`): that it says otherwise, or that no clause says it and it is the list's word.
    Where the room has no agreement with a party that the row names, the state is left as it is.
    """
    rows: RowsResolved | None = final.get("rows")
    if rows is None or not final.get("proven"):
        return final
    asked = _asked(rows)
    agreements = _agreements_with(library.documents, asked.parties) if asked is not None else []
    if asked is None or not agreements:
        otherwise = await otherwise_in(library, rows.found.answers)
        if asked is not None and len(otherwise) == 1:
            return {**final, "proven": otherwise[0][1].standing, "noted": (_otherwise(final["proven"][-1]),)}
        return {**final, "noted": (*final.get("noted", ()), *(_by_contract(*one) for one in otherwise))}
    by_list: Proven = final["proven"][-1]
    stated = [one for one in [await _stated(library, asked.clause, one) for one in agreements] if one]
    if len(stated) != 1:  # none says it, or several do and nothing tells which of them is meant
        return {**final, "noted": (_by_list_alone(by_list, asked, agreements, stated),)}
    standing, former = await as_amended(library, stated[0])
    noted = () if _is_borne_out(asked, standing, former) else (_otherwise(by_list),)
    return {**final, "proven": stated[0], "noted": noted}


async def listed_otherwise(
    library: Library, question: str, told: Sequence[Proven], former: Sequence[Former]
) -> tuple[str, ...]:
    """What a list says otherwise, where an agreement and its amendments alone were asked and told a term of it.

    `told`: the sentences as they stand; `former`: what they were before an amendment.
    """
    rows = await resolve_rows(library, question)
    asked = _asked(rows)
    if asked is None or _is_borne_out(asked, told, former):
        return ()
    agreements = [one.id for one in _agreements_with(library.documents, asked.parties)]
    meant = with_amendments(library.documents, agreements)
    cited = {citation.document_id for one in told for citation in one.citations}
    if not cited or not cited <= {*meant}:
        return ()
    answer = rows.found.answers[0]
    listed = answer.listed
    by_list = await prove_selection(library, listed.document.id, listed.records.page, answer.selection)
    return (_otherwise(by_list),) if isinstance(by_list, Proven) else ()


def _is_borne_out(asked: _Asked, standing: Sequence[Proven], former: Sequence[Former]) -> bool:
    """Whether an agreement says what the list says, and did not only say so before it was amended."""
    return _says(standing, asked.said) and not _says([one.proven for one in former], asked.said)


def _asked(rows: RowsResolved) -> _Asked | None:
    """The one term that is asked of the one row; None where anything else is."""
    if len(rows.found.answers) != 1:
        return None
    answer = rows.found.answers[0]
    query, records = answer.selection.query, answer.listed.records
    if any(condition.column in query.columns for condition in query.conditions):
        return None  # which end in 2025, and not when one ends
    if len(answer.selection.rows) != 1 or len(query.columns) != 1 or query.derived or query.is_ranked:
        return None
    clause = clause_of_column(query.columns[0], query.text)
    row = next(one for one in records.rows if one.row == answer.selection.rows[0])
    parties = tuple(_parties_in(row, records))
    said = row.text(records.column(query.columns[0]).index)
    return _Asked(clause, query.columns[0], said, parties) if clause is not None and parties else None


def _parties_in(row: Record, records: Records) -> Iterator[str]:
    """What a row is called, and what stands under a heading that names a party's part in a contract: "Tenant"."""
    for column in records.columns:
        head = _NAME.sub("", column.heading).rpartition(" ")[2]  # "Account manager" is no account
        is_part = bool(column.tells & _PARTS or kinds_of_rows(text_stems(head)) & _PARTIES)
        if (is_part or column.index == records.naming) and (text := row.text(column.index)):
            yield text


def _agreements_with(documents: Sequence[Document], names: Sequence[str]) -> list[Document]:
    """The agreements that stand, without their amendments, to which one of the names is a party."""
    amending = agreements_amended(documents)
    keys = {subject_key(name) for name in names}
    standing = [one for one in documents if one.replaced_by is None and one.id not in amending]
    return [one for one in standing if keys & _parties_of(one)]


def _parties_of(document: Document) -> frozenset[str]:
    """The folded names of an agreement's parties; none of any other document."""
    source = cover_of(document).source
    if not agreement_title(source):
        return frozenset()
    return frozenset(subject_key(party.name) for party in parties_of(source))


async def _stated(library: Library, clause: Clause, agreement: Document) -> list[Proven]:
    """The sentences of an agreement that make a clause and state a value of it, proven on their pages."""
    addresses = [(agreement.id, number) for number in range(1, _MOST_PAGES + 1)]
    pages = await library.pages(addresses)
    evidence = [_whole(agreement, number, pages[key]) for number, key in enumerate(sorted(pages))]
    question = replace(understand(clause.asks[0]), clauses=(clause,), terms=())
    outcome = Answerer(question, (agreement,), Reading(question.language)).answer(evidence)
    chosen = [one for one in outcome.chosen if _NUMBER.search(one.unit.text)]
    spots = [(agreement.id, one.evidence.page.number, one.unit.start, one.unit.end, one.unit.text) for one in chosen]
    return [one for one in await prove_quotes(library, spots) if isinstance(one, Proven)]


def _whole(document: Document, number: int, page: Page) -> Evidence:
    return Evidence(number, document, page, 0, len(page.text), 1.0)


def _says(sentences: Sequence[Proven], said: str) -> bool:
    """Whether sentences state what a list says: its day, or its number."""
    days = {(one.year, one.month, one.day) for one in read_dates(plain(said).text)}
    told = plain(" ".join(one.text for one in sentences)).text
    if days:
        return days <= {(one.year, one.month, one.day) for one in read_dates(told)}
    return set(_NUMBER.findall(said)) <= set(_NUMBER.findall(told))


def _otherwise(by_list: Proven) -> str:
    """That the list says something else."""
    return f"the list says otherwise: {by_list.text} ({_place(by_list)})"


def _by_contract(entry: Entry, term: Term) -> str:
    """That the contract of a row says something else than the list."""
    said = " ".join(" ".join(one.text.split()) for one in term.standing)
    return f"the contract of {entry.name} says otherwise on “{term.heading}”: {said} ({_place(term.standing[0])})"


def _by_list_alone(
    by_list: Proven, asked: _Asked, agreements: Sequence[Document], stated: Sequence[Sequence[Proven]]
) -> str:
    """Whose word an answer is that no agreement bears out."""
    names = ", ".join(one.filename for one in agreements)
    told = f"this is what the list says ({_place(by_list)})"
    if stated:
        return f"{told}; several agreements with that party state a “{asked.clause.name}”: {names}"
    return f"{told}; I found no clause on “{asked.heading}” in {names}"


def _place(claim: Proven) -> str:
    citation = claim.citations[0]
    return f"{citation.filename}, {citation.locator}"

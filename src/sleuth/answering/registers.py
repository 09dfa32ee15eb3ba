"""Entries of a list of contracts, each term held against the contract itself as it stands.

A register is written by hand, and knows nothing of an amendment that nobody entered. Compared are days, lengths of
time, amounts and percentages, and that a clause is denied; words are put beside the clause without a verdict.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sleuth.answering.agreements import prove_provision, stated_in
from sleuth.answering.amendments import Former, as_amended
from sleuth.answering.library import Library
from sleuth.answering.papers import agreements_amended, is_agreement_document
from sleuth.answering.proving import prove_selection
from sleuth.answering.verification import Proven
from sleuth.evidence.rows.selection import Selection
from sleuth.evidence.values import read_values
from sleuth.findings.finding import subject_key
from sleuth.findings.records.columns import Column
from sleuth.findings.records.reading import Record, Records, read_records
from sleuth.findings.text.changing import without_replaced
from sleuth.findings.text.contracts import FRONT
from sleuth.findings.text.terms import normal_term
from sleuth.language.concepts import kinds_of_rows, text_stems
from sleuth.language.dates import read_dates
from sleuth.language.days import days_of, read_days
from sleuth.language.glyphs import plain
from sleuth.language.table_query import OneOf, RowOperation, TableQuery
from sleuth.language.tokens import spaced, stems, tokens
from sleuth.language.weight import has_negation, is_contract, is_heavy
from sleuth.language.wordlist import wordlist
from sleuth.reason.contracts.asked import Asked
from sleuth.reason.contracts.choosing import choose
from sleuth.reason.contracts.stated import Stated
from sleuth.reason.protocol import Document
from sleuth.reason.rank.provisions import clause_of_column
from sleuth.reason.records.choosing import Answered
from sleuth.reason.understand.parts import Clause
from sleuth.reason.understand.question import understand

_FEWEST_TERMS = 2  # columns of a list of contracts that state terms
_MOST_PAGES = 100  # that may hold such a list
_LEAST_NAME = 5  # letters
_MOST_TOLD = 6  # rows of an answer that are held against their contracts
_IN_MONTHS = {"month": Decimal(1), "year": Decimal(12)}
_IN_DAYS = {"day": Decimal(1), "week": Decimal(7)}


class Held(StrEnum):
    """What a contract has to say of what a list says of it."""

    SAME = "same"
    OTHER = "other"
    BESIDE = "beside"  # the clause is there, and nothing tells whether the two come to the same
    UNSAID = "unsaid"  # no such clause was found


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an entry, with the words of the contract."""

    heading: str
    said: str  # what the list says
    clause: Clause
    held: Held
    standing: tuple[Proven, ...]
    former: tuple[Former, ...]  # what the clause said before it was amended


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a list of contracts, and the contract that it is of."""

    document: Document  # the list
    records: Records
    row: Record
    agreement: Document

    @property
    def name(self) -> str:
        """By what the list calls the other side; else what it calls the row."""
        return " / ".join(_names_in(self.row, self.records)) or self.row.text(self.records.naming)


async def entries_in(library: Library) -> list[Entry]:
    """The rows of lists of contracts of which the one contract is in the library."""
    amending = agreements_amended(library.documents)
    current = [one for one in library.documents if one.replaced_by is None]
    agreements = [one for one in current if one.id not in amending and is_agreement_document(one)]
    documents = {one.id: one for one in current if not is_agreement_document(one)}
    words = wordlist("registers", "findings")
    addresses = [one for one in await library.pages_saying(words["pages"]) if one[0] in documents]
    pages = await library.pages(addresses[:_MOST_PAGES])
    found: list[Entry] = []
    for (number, _), page in pages.items():
        for place in range(len(page.tables)):
            records = read_records(page, place, documents[number].language)
            if records is None or not _lists_contracts(records, documents[number]):
                continue
            fitting = [(row, _agreements_of(row, records, agreements)) for row in records.rows]
            entries = [Entry(documents[number], records, row, fit[0]) for row, fit in fitting if len(fit) == 1]
            found += [one for one in entries if _is_alone(one, entries)]
    return found


def _is_alone(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether no other row may be of the same contract, or the contract opens with a day of this row alone."""
    rivals = [one for one in entries if one.agreement.id == entry.agreement.id and one is not entry]
    return not rivals or (_is_dated(entry) and not any(map(_is_dated, rivals)))


def _is_dated(entry: Entry) -> bool:
    """Whether a contract names a day of its row where it opens."""
    own = {
        day.first
        for column in entry.records.columns
        if (day := read_days(entry.row.text(column.index), day_first=column.day_first)) is not None
    }
    return bool(own & _days(entry.agreement.cover))


def _lists_contracts(records: Records, document: Document) -> bool:
    """Whether a list is one of contracts, by its names, and states terms of them."""
    called = " ".join((spaced(document.filename), document.title, *records.titles))
    return "contracts" in kinds_of_rows(text_stems(called)) and len(list(terms_in(records))) >= _FEWEST_TERMS


def terms_in(records: Records) -> Iterator[tuple[str, int, Clause]]:
    """The columns that state a term of each contract: heading, place and clause."""
    for column in records.columns:
        clause = clause_of_column(spaced(column.heading), "contract")
        if clause is not None and column.index >= 0:
            yield column.heading, column.index, clause


def _agreements_of(row: Record, records: Records, agreements: Sequence[Document]) -> list[Document]:
    """The agreements that name the other side of a row where they open; else the one that is called by its name."""
    names = [name for each in _names_in(row, records) if (name := _words(subject_key(each)))]
    opening = {one.id: _words(one.cover[:FRONT].casefold()) for one in agreements}
    naming = [one for one in agreements if any(f" {name} " in f" {opening[one.id]} " for name in names)]
    first = {word for name in names if len(word := name.split()[0]) >= _LEAST_NAME}
    called = [one for one in agreements if first & {*subject_key(spaced(one.filename)).split()}]
    return naming or (called if len(called) == 1 else [])


def _words(text: str) -> str:
    """The words of a text alone: "Zorggroep Merelveen, Zwolle" names "Zorggroep Merelveen"."""
    return " ".join(re.findall(r"\w+", plain(text).text))


def _names_in(row: Record, records: Records) -> Iterator[str]:
    """The names of the other side of a row: what stands under its heading; else what the row is called."""
    words = wordlist("registers", "findings")
    headings = {column.index: plain(spaced(column.heading)).text for column in records.columns}
    other = [place for place, heading in headings.items() if re.search(words["other_side"], heading)]
    text = row.text(next(iter(other), records.naming))
    yield from (part for part in text.split(" / ") if sum(map(str.isalpha, part)) >= _LEAST_NAME)


async def held_against_contract(library: Library, entry: Entry, asked: Sequence[str] = ()) -> list[Term]:
    """What a row says of each term, and its contract as it stands. `asked`: clauses by name, or all."""
    pool = [one for one in await stated_in(library) if one.agreement == entry.agreement.id]
    found: list[Term] = []
    for heading, place, clause in terms_in(entry.records):
        said = entry.row.text(place)
        if not said or (asked and clause.name not in asked):
            continue
        standing, former = await _as_it_stands(library, clause, pool)
        column = entry.records.column(heading)
        held = _held(said, column, [without_replaced(one.text) for one in standing], clause)
        found.append(Term(heading, said, clause, held, tuple(standing), tuple(former)))
    return found


async def _as_it_stands(
    library: Library, clause: Clause, pool: Sequence[Stated]
) -> tuple[Sequence[Proven], Sequence[Former]]:
    """The sentences that make a clause of an agreement now, and those that they replace."""
    chosen = choose(Asked(understand(clause.asks[0]), of_contract=True), pool).provisions
    changing = [one for one in chosen if one.is_amending]
    standing = [one for one in chosen if not one.is_amending and not any(map(one.is_changed_by, changing))]
    told = [await prove_provision(library, one) for one in changing or standing]
    proven = [sentence for one in told for sentence in one.sentences]
    _, former = await as_amended(library, proven)
    return proven, former


def _held(said: str, column: Column, standing: Sequence[str], clause: Clause) -> Held:
    """What the sentences of a contract make of what a list says."""
    if not standing:
        return Held.UNSAID
    text = " ".join(standing)
    day = read_days(said, day_first=column.day_first)
    if day is not None:
        return _compared({day.first}, _days(text))
    amounts = _amounts(said, column.heading)
    if amounts:
        units = {unit for unit, _ in amounts}
        return _compared(amounts, {one for one in _amounts(text, "") if one[0] in units})
    denies = plain(said).text.strip(" .") in wordlist("registers", "findings")["none"].split("|")
    denies = denies and not has_negation(tokens(text, "en"), "en")  # a clause that is "no ground for termination"
    follows = normal_term(clause.name, text) if denies else ""
    return Held.OTHER if follows and follows != normal_term(clause.name, said) else Held.BESIDE


def _compared(said: Set[object], told: Set[object]) -> Held:
    """Values of a list beside those of the same kind that a contract tells."""
    if not told:
        return Held.BESIDE
    return Held.SAME if said & told else Held.OTHER


def _days(text: str) -> frozenset[date]:
    """The days that a text names in full."""
    named = (days_of(one) for one in read_dates(plain(text).text) if one.day)
    return frozenset(one.first for one in named if one is not None)


def _amounts(text: str, heading: str) -> frozenset[tuple[str, Decimal]]:
    """The lengths of time, percentages and amounts of money of a text, in months or days; a bare number is of the unit
    that its heading names.
    """
    bare = text.strip()
    unit = next((one for one in (*_IN_MONTHS, *_IN_DAYS) if one in plain(spaced(heading)).text), "")
    quantities = read_values(plain(f"{bare} {unit}s" if unit and bare.isdigit() else text).text)[0]
    return frozenset(
        next(
            ((name, one.value * scale[one.unit]) for name, scale in _SCALES.items() if one.unit in scale),
            (one.unit, one.value),
        )
        for one in quantities
        if one.unit
    )


_SCALES = {"months": _IN_MONTHS, "days": _IN_DAYS}


def clauses_asked(entry: Entry, text: str) -> list[str]:
    """The clauses of the columns of a list that a question names; none where it names none of them."""
    said = stems(text, "en")
    return [clause.name for heading, _, clause in terms_in(entry.records) if _words_of(heading) & said]


def _words_of(heading: str) -> frozenset[str]:
    """The stems of a heading that tell which column it is."""
    words = [word for word in spaced(heading).split() if is_heavy(word, "en") and not is_contract(word, "en")]
    return stems(" ".join(words), "en")


async def otherwise_in(library: Library, answered: Sequence[Answered]) -> list[tuple[Entry, Term]]:
    """The rows of an answer whose own contract says otherwise of a column that the question speaks of."""
    selected = {
        (one.listed.document.id, one.listed.records.page.number, one.listed.records.place, row): _columns_of(one)
        for one in answered
        for row in one.selection.rows
    }
    if not any(selected.values()):
        return []
    found: list[tuple[Entry, Term]] = []
    for entry in await entries_in(library):
        key = (entry.document.id, entry.records.page.number, entry.records.place, entry.row.row)
        clauses = [clause.name for heading, _, clause in terms_in(entry.records) if heading in selected.get(key, ())]
        terms = await held_against_contract(library, entry, clauses) if clauses and len(found) < _MOST_TOLD else []
        found += [(entry, term) for term in terms if term.held is Held.OTHER]
    return found


def _columns_of(answered: Answered) -> frozenset[str]:
    """The headings of a list that a question over its rows speaks of."""
    query = answered.selection.query
    return frozenset((*query.columns, *(condition.column for condition in query.conditions)))


async def prove_entry(library: Library, entry: Entry, headings: Sequence[str]) -> Proven | None:
    """What a row says under some headings, proven on its page."""
    records, naming = entry.records, entry.records.named_by.heading
    name = entry.row.text(records.naming)
    query = TableQuery(entry.name, "en", "", RowOperation.VALUE, (OneOf(naming, (name,)),), tuple(headings))
    rows = (entry.row.row,)
    selection = Selection(query, records.place, naming, rows, frozenset(), len(records.rows), told=entry.row.row)
    proven = await prove_selection(library, entry.document.id, records.page, selection)
    return proven if isinstance(proven, Proven) else None

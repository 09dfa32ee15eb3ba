"""Questions over the rows of tables: finds the tables of a library that answer, with their claims for verification."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.answering.library import Library, Place
from sleuth.evidence.source import Page
from sleuth.findings.records.reading import Records, goes_on, read_records
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.query import Operation, Query
from sleuth.language.table_query import TableQuery
from sleuth.language.tokens import stems
from sleuth.reason.protocol import Claim
from sleuth.reason.records.asking import Asking, take_apart
from sleuth.reason.records.choosing import Answered, Listed, RowsFound, choose, choose_after
from sleuth.reason.records.claims import row_claims
from sleuth.reason.records.deriving import both_ends, wish_of
from sleuth.reason.records.following import RowsBefore, needs_rows
from sleuth.reason.records.looking import patterns_of
from sleuth.reason.understand.figures import is_financial, read_query
from sleuth.reason.understand.phrases import says, without_doubts
from sleuth.reason.understand.several import split

_WHOLES = stems("total net group", "en")  # words by which a list's own column is called, too: "total sales"
_FEWEST_WORDS = 2  # that make a name which one of them alone does not say
_MOST_PAGES = 200  # that may hold the table


_OVER_PARTS = (Operation.LARGEST, Operation.SMALLEST, Operation.PARTS, Operation.SHARE)  # a list may tell more parts


@dataclass(frozen=True, slots=True)
class RowsResolved:
    """What tables answer: the typed question, and where the answers stand."""

    found: RowsFound

    @property
    def query(self) -> TableQuery | None:
        """The typed question, in the words of the first table that answers."""
        return self.found.query

    def answers_before(self, query: Query | None) -> bool:
        """Whether tables answer before the ledger is asked a question about figures, where there is one."""
        return self.query is not None and (query is None or self.found.is_explicit or not is_financial(query))

    def yield_to(self, query: Query | None, *, has_figures: bool) -> bool:
        """Whether the ledger's figures answer before tables do: one figure of accounts, or of a time that is named."""
        if query is None or not has_figures or query.operation in _OVER_PARTS:
            return False
        return is_financial(query) or bool(query.times)

    @property
    def before(self) -> tuple[RowsBefore, ...]:
        """What a question that goes on from this one needs of each answer."""
        return tuple(_before(one) for one in self.found.answers if not one.selection.query.derived)

    @property
    def places(self) -> list[Place]:
        """The page of each answer, as evidence."""
        return [_place(answer) for answer in self.found.answers]

    def claims(self, first: int) -> list[Claim]:
        """The claims, of evidence numbered from `first` in the order of the places."""
        return [
            claim
            for number, answer in enumerate(self.found.answers, first)
            for claim in row_claims(answer.listed.records.page, answer.selection, number)
        ]


async def resolve_rows(library: Library, question: str) -> RowsResolved:
    """What the tables of a library answer to a question over rows; nothing where it is none."""
    question = without_doubts(question)
    asking = take_apart(question)
    # By what stands under a document, and by what is decided; a list tells who there is today.
    is_told_elsewhere = says("signed", question) or says("succeeds", question)
    if not asking.words or is_told_elsewhere or (needs_rows(question) and len(split(question)) == 1):
        return RowsResolved(RowsFound())
    found = [choose(one, await _tables(library, one)) for one in map(take_apart, both_ends(question))]
    failed = next((one for one in found if not one.answers), None)
    if failed is not None:
        return RowsResolved(failed)
    answers = tuple(answer for one in found for answer in one.answers)
    query = read_query(question, asking.language)
    if not all(_has_measures(query, answer.listed) for answer in answers):
        return RowsResolved(RowsFound(reason="no list has the measure that is asked for"))
    return RowsResolved(RowsFound(answers))


def _has_measures(query: Query, listed: Listed) -> bool:
    """Whether a list names each measure that a question calls by several words: "capital" is no working capital."""
    records = listed.records
    headings = [column.heading for column in records.columns]
    said = stems(" ".join((*headings, *records.titles, listed.document.filename)), query.language)
    known = {metric.key for heading in headings for metric in default_lexicon().named(label_form(heading))}
    metrics = default_lexicon().metrics
    amounts = [one for one in query.measures if any(metrics[key].kind != "count" for key in one.keys if key in metrics)]
    named = [measure for measure in amounts if known.isdisjoint(measure.keys)]
    telling = (stems(measure.name, query.language) - _WHOLES for measure in named)
    return all(len(words) < _FEWEST_WORDS or words <= said for words in telling)


async def resolve_follow_up(library: Library, message: str, before: Sequence[RowsBefore]) -> RowsResolved:
    """What the same tables answer to a message that goes on from a question over rows; all of them, or none."""
    found: list[RowsFound] = []
    for one in before:
        listed = await list_again(library, one)
        found.append(RowsFound(reason="the list has changed") if listed is None else choose_after(message, one, listed))
    failed = [one for one in found if not one.answers]
    if failed or not found:
        return RowsResolved(failed[0] if failed else RowsFound())
    return RowsResolved(RowsFound(tuple(answer for one in found for answer in one.answers)))


async def list_again(library: Library, before: RowsBefore) -> Listed | None:
    """The list that answered before; None where it is no longer there."""
    address = (before.document, before.page)
    document = next((one for one in library.documents if one.id == before.document), None)
    beside = [(before.document, before.page + step) for step in (-1, 1)]
    pages = await library.pages([address, *beside])
    page = pages.get(address)
    if document is None or page is None or library.corrections.get(address):
        return None
    lists = _lists(page, document.language, [pages.get(one) for one in beside])
    return next((Listed(document, records) for records in lists if records.place == before.place), None)


def _before(answer: Answered) -> RowsBefore:
    records, selection = answer.listed.records, answer.selection
    by_row = {row.row: row for row in records.rows}
    told = (by_row[number].text(records.naming) for number in selection.rows)
    names = tuple(dict.fromkeys(told) if selection.query.group else told)
    document, page = answer.listed.document.id, records.page.number
    return RowsBefore(selection.query, document, page, selection.table, selection.naming, names, selection.counted)


async def _tables(library: Library, asking: Asking) -> list[Listed]:
    """The lists on the pages that say all words of the question."""
    wish = wish_of(asking)
    wanted = (await library.pages_saying(patterns_of(asking)))[:_MOST_PAGES]
    if wish is not None:  # no page need say what is derived
        more = await library.pages_saying([*patterns_of(wish.left_of(asking)), *wish.patterns])
        wanted = list(dict.fromkeys((*wanted, *more)))[:_MOST_PAGES]
    beside = [(document_id, number + step) for document_id, number in wanted for step in (-1, 1)]
    pages = await library.pages([*wanted, *beside])
    documents = {document.id: document for document in library.documents}
    corrected = library.corrections
    found: list[Listed] = []
    for address in wanted:
        page = pages.get(address)
        if page is None or corrected.get(address):  # a person's correction stands beside cells, not in them
            continue
        document = documents[address[0]]
        near = [pages.get((address[0], address[1] + step)) for step in (-1, 1)]
        found += [Listed(document, records) for records in _lists(page, document.language, near)]
    return found


def _lists(page: Page, language: str, near: Sequence[Page | None]) -> list[Records]:
    """The lists of a page; `near` are the pages before and after it."""
    found: list[Records] = []
    for place in range(len(page.tables)):
        records = read_records(page, place, language)
        if records is not None:
            found.append(replace(records, is_cut=goes_on(page, place, near[0], near[1])))
    return found


def _place(answer: Answered) -> Place:
    page = answer.listed.records.page
    return Place(answer.listed.document.id, page.number, 0, len(page.text), 1.0)

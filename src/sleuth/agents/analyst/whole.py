"""The part that rows of a list are of the company's own figure: a list of customers need not name all of them."""

from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.agents.analyst.answer import Answer, Block, line
from sleuth.agents.analyst.ledger import Shown, find_figures
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import name_of, when
from sleuth.answering.proving import prove_computed
from sleuth.answering.verification import Proven
from sleuth.evidence.source import Page
from sleuth.findings.asked.books import Fact
from sleuth.findings.records.columns import Column
from sleuth.findings.records.reading import Record, Records, read_records
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.quantity import read_cell
from sleuth.language.scale import without_units
from sleuth.language.scenario import Scenario
from sleuth.language.table_query import RowOperation
from sleuth.language.times import AskedTime
from sleuth.language.timing import read_timing
from sleuth.reason.records.following import RowsBefore
from sleuth.reason.understand.figures import read_query

_MOST_ROWS = 12  # of arithmetic that is shown in full
_SENTENCE = 2  # the rank of a fact that a sentence states


@dataclass(frozen=True, slots=True)
class _Told:
    """The rows that were told, and the column that tells their amounts."""

    page: Page
    records: Records
    rows: tuple[Record, ...]
    column: Column


async def with_company_share(turn: Turn, answer: Answer) -> Answer:
    """An answer that tells the share of some rows in their list, led by their share in the company's own figure.

    It stays as it is where the ledger has no such figure of that time in the same currency.
    """
    blocks: list[Block] = []
    for told in answer.rows:
        goes_on = any(one.query.operation is RowOperation.SHARE for one in turn.context.rows)
        is_share = told.query.operation is RowOperation.SHARE
        is_sum = told.query.operation is RowOperation.SUM and told.query.is_ranked  # "top 5 together?" after a share
        share = await _share(turn, told) if is_share or (is_sum and goes_on) else None
        if share is not None:
            blocks.append(share)
    return replace(answer, blocks=(*blocks, *answer.blocks)) if blocks else answer


async def _share(turn: Turn, before: RowsBefore) -> Block | None:
    """The share that the rows of an answer have in the company's figure, proven from their cells and from its own."""
    told = await _told(turn, before)
    figure = None if told is None else await _company_figure(turn, told.column)
    if told is None or figure is None:
        return None
    whole = figure.fact
    parts = [_fact(told, row, whole, number) for number, row in enumerate(told.rows)]
    facts = [one for one in parts if one is not None]
    if len(facts) < len(parts) or sum((one.amount for one in facts), Decimal()) > whole.amount:
        return None
    terms = {f"part_{number}": one for number, one in enumerate(facts)}
    documents = {**dict.fromkeys(terms, before.document), "whole": figure.stated.document_id}
    names = ", ".join(row.text(told.records.naming) for row in told.rows)
    title = turn.phrases("share_of_company", names=names, name=name_of(whole), when=when(whole.period))
    expression = f"({' + '.join(terms)}) / whole"
    operands = {**terms, "whole": whole}
    proven = await prove_computed(turn.room.library, title, expression, "percent", operands, documents)
    return line(proven.text, proven.citations, proven.proof) if isinstance(proven, Proven) else None


async def _told(turn: Turn, before: RowsBefore) -> _Told | None:
    """The rows of an answer with the column that it computed over; None where a row is not told by its name alone."""
    query = before.query
    if len(query.columns) != 1 or query.group or not 0 < len(before.names) <= _MOST_ROWS:
        return None
    library = turn.room.library
    page = (await library.pages([(before.document, before.page)])).get((before.document, before.page))
    language = next((one.language for one in library.documents if one.id == before.document), "en")
    records = read_records(page, before.place, language) if page is not None else None
    if page is None or records is None or records.named_by.heading != before.naming:
        return None
    rows = tuple(row for row in records.rows if row.text(records.naming) in before.names)
    if len(rows) != len(before.names):
        return None  # two rows bear one name
    return _Told(page, records, rows, records.column(query.columns[0]))


async def _company_figure(turn: Turn, column: Column) -> Shown | None:
    """The company's figure of what a column tells, of the time that its heading names, in its currency."""
    timing = read_timing(column.heading)
    if timing is None or timing.year is None or column.scaling.currency is None or column.scaling.money is None:
        return None
    measures = default_lexicon().named(label_form(without_units(timing.rest)))
    flows = [metric for metric in measures if metric.unit == "money" and metric.kind == "flow"]
    if len(flows) != 1:
        return None
    time = AskedTime(0, len(column.heading), str(timing.year), replace(timing, rest=""))
    query = replace(read_query(flows[0].key, "en"), words=(), times=(time,))
    if len(query.measures) != 1 or query.measures[0].keys != (flows[0].key,):
        return None
    found = await find_figures(turn.room, query, turn.meant.subject)
    whole = [one for one in found.shown if not one.fact.dimension and one.fact.unit == column.scaling.currency]
    is_cell = len(whole) == 1 and whole[0].fact.rank < _SENTENCE and not whole[0].stated.figure.expression
    return whole[0] if is_cell else None


def _fact(told: _Told, row: Record, whole: Fact, number: int) -> Fact | None:
    """A row's cell as a fact of the time of the company's figure, for its page to bear out; None without a number."""
    cell = row.fields.get(told.column.index)
    printed = read_cell(cell.text, told.column.comma_is_decimal) if cell is not None else None
    scaling = told.column.scaling
    if cell is None or printed is None or printed.is_nil or scaling.currency is None or scaling.money is None:
        return None
    if printed.scale is not None or printed.currency not in (None, scaling.currency):
        return None
    name = row.text(told.records.naming)
    start, end = min(one.start for one in row.fields.values()), max(one.end for one in row.fields.values())
    return Fact(
        -number, whole.metric, name, (name,), (name,), "", whole.period, Scenario.ACTUAL.value, printed.value,
        scaling.currency, scaling.money, printed.step, 1, told.page.number, cell.start, cell.end,
        told.page.text[start:end],
    )  # fmt: skip

"""Tables of a memo, from the ledger: measures as rows, periods as columns, one unit and one scale, each cell proven.

A column holds figures of one length of time and one scenario. Where documents disagree the weightier is shown and
marked; where none is weightier, all are. What is computed is computed from figures of one document, and says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sleuth.agents.analyst.memo.cells import COMPUTED, EMPTY, Cells, states
from sleuth.agents.analyst.memo.columns import Form, Stated, form_of
from sleuth.agents.analyst.memo.outline import Figures
from sleuth.agents.analyst.page.model import Cell, Table
from sleuth.findings.asked.books import Book
from sleuth.findings.compared.authority import Witness
from sleuth.language.measures import formulas, measures_of
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.spoken import spoken
from sleuth.language.tokens import stems

if TYPE_CHECKING:
    from sleuth.answering.library import Library

_OF_DISPUTED = {
    True: "* Documents disagree, and the weightier source is shown.",
    False: "* Documents disagree, and neither source outranks the other.",
}
_OF_COMPUTED = "† Computed from figures of one document; its footnote shows the arithmetic."

Row = tuple[Cell, ...]  # the measure's name, and a cell for each column


@dataclass(slots=True)
class Drafted:
    """Tables, and what is to be said of what they lack."""

    tables: list[Table] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def table_query(ask: Figures) -> Query:
    """The typed question whose facts a table takes: its measures, and those that they are computed from."""
    operands = {key for measure in ask.measures if measure.formula for key in measures_of(formulas()[measure.formula])}
    measures = [*ask.measures, *(Measure(key, (key,)) for key in sorted(operands))]
    return Query(ask.caption, "en", Operation.TREND, tuple(measures), (), ())


async def draft_tables(
    ask: Figures, books: Sequence[Book], company: str, witnesses: Mapping[int, Witness], library: "Library"
) -> Drafted:
    """One table for each kind of period that the measures have: over months, at days."""
    facts = list(_own_facts(books, company))
    drafted = Drafted()
    told: set[str] = set()  # names of the measures that have a row
    for instants in (False, True):
        of_kind = [one for one in facts if one.fact.period.is_instant == instants]
        asked = [one.fact for one in of_kind if any(states(measure, one.fact) for measure in ask.measures)]
        form = form_of(asked)
        cells = Cells(form, [one for one in of_kind if form.takes(one.fact)], witnesses, library)
        rows = await _rows(ask.measures, form, cells)
        table = _table(ask.caption, form, list(rows.values()), cells)
        if table is not None:
            drafted.tables.append(table)
            drafted.missing += cells.refused
            told |= rows.keys()
    without = [measure.name for measure in ask.measures if measure.name not in told]
    drafted.missing += [f"no figure of {', '.join(without)}"] if without else []
    return drafted


def _own_facts(books: Sequence[Book], company: str) -> Iterator[Stated]:
    """The figures of the company as a whole."""
    own = stems(company)
    for book in books:
        for fact in book.facts:
            subject = fact.subject or book.subject
            if not fact.dimension and (not subject or own & stems(subject)):
                yield Stated(book.document_id, fact)


async def _rows(measures: Sequence[Measure], form: Form, cells: Cells) -> dict[str, Row]:
    """A row for each measure that has a figure in any column, by its name."""
    rows: dict[str, Row] = {}
    for measure in measures:
        row = [await cells.cell(measure, column) for column in form.columns]
        if any(cell != EMPTY for cell in row):
            rows[measure.name] = (Cell(spoken(measure.name)), *row)
    return rows


def _table(caption: str, form: Form, rows: Sequence[Row], cells: Cells) -> Table | None:
    """The rows without columns that hold little, and what is remarked of them; None where there is nothing to show."""
    kept = _kept_columns(form, rows)
    if not kept:
        return None
    remarks = [f"{_OF_DISPUTED[outranks]} {'; '.join(told)}." for outranks, told in cells.disputed.items() if told]
    if any(COMPUTED in cell.text for row in rows for cell in row):
        remarks.append(_OF_COMPUTED)
    header = ("", *(form.columns[at].title for at in kept))
    shown = tuple((row[0], *(row[at + 1] for at in kept)) for row in rows)
    unit = f", {form.unit}" if form.unit else ""
    return Table(f"{caption}{unit}", header, shown, " ".join(remarks))


def _kept_columns(form: Form, rows: Sequence[Row]) -> list[int]:
    """The places of the columns that are of the usual year, or else hold half of what the fullest one does."""
    filled = [sum(row[at + 1] != EMPTY for row in rows) for at in range(len(form.columns))]
    return [
        at
        for at, column in enumerate(form.columns)
        if filled[at] and (form.is_usual(column) or 2 * filled[at] >= max(filled))
    ]

"""Tables of a memo, from the ledger: measures as rows, periods as columns, one unit and one scale, each cell proven.

A column holds figures of one length of time and one scenario. Where documents disagree the weightier is shown and
marked; where none is weightier, all are. What is computed is computed from figures of one document, and says so.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from sleuth.agents.analyst.memo.outline import Figures
from sleuth.agents.analyst.page.model import Cell, Table, source_of
from sleuth.answering.proving import prove_figures
from sleuth.answering.verification import Proven
from sleuth.findings.asked.answers import Figure
from sleuth.findings.asked.books import Book, Fact, agree
from sleuth.findings.compared.authority import Witness
from sleuth.language.measures import Formula, formulas, parts
from sleuth.language.period import Period, same_period
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import spoken
from sleuth.language.tokens import stems

if TYPE_CHECKING:
    from sleuth.answering.library import Library

_MOST_PAST, _MOST_AHEAD = 4, 3  # columns of what happened, and of what is planned
_SCALES = {0: "", 3: " thousand", 6: " million", 9: " billion"}
_YEAR = 12
_BEFORE = "_before"
_SENTENCE = 2  # the rank of what stands in a sentence: it fills a table's columns, and makes none beside them
DASH = "–"
_COMPUTED = "†"
_OF_DISPUTED = {
    True: "* Documents disagree, and the weightier source is shown.",
    False: "* Documents disagree, and neither source outranks the other.",
}
_OF_COMPUTED = "† Computed from figures of one document; its footnote shows the arithmetic."


@dataclass(frozen=True, slots=True)
class Column:
    """The figures of one period and one scenario."""

    period: Period
    scenario: str

    @property
    def title(self) -> str:
        """ "FY2024", "FY2025 budget", "30 September 2024" as the period is named."""
        name = self.period.end.written if self.period.is_instant else self.period.name
        return name if self.scenario == Scenario.ACTUAL.value else f"{name} {self.scenario}"

    def holds(self, fact: Fact) -> bool:
        """Whether a fact is of this column."""
        return fact.scenario == self.scenario and fact.period is not None and same_period(fact.period, self.period)


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in a cell: the fact that is shown, and those of other documents that say otherwise."""

    document_id: int
    fact: Fact
    others: tuple[tuple[int, Fact], ...] = ()  # each with its document
    outranks: bool = False  # the others


@dataclass(slots=True)
class Drafted:
    """Tables, and what is to be said of what they lack."""

    tables: list[Table] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def table_query(ask: Figures) -> Query:
    """The typed question whose facts a table takes."""
    measures = [*ask.measures, *(Measure(key, (key,)) for key in _operands(ask.measures))]
    return Query(ask.caption, "en", Operation.TREND, tuple(measures), (), ())


def _operands(measures: Iterable[Measure]) -> list[str]:
    """The measures of the lexicon that the formulas of a table take."""
    ways = [way for measure in measures if measure.formula for way in formulas()[measure.formula].ways]
    return sorted({key for name, key in parts().items() if any(name in way for way in ways)})


async def draft_tables(
    ask: Figures, books: Sequence[Book], company: str, witnesses: Mapping[int, Witness], library: "Library"
) -> Drafted:
    """One table for each kind of period that the measures have: over months, at days."""
    facts = list(_own_facts(books, company))
    drafted = Drafted()
    told: set[str] = set()
    for instants in (False, True):
        of_kind = [(d, f) for d, f in facts if f.period is not None and f.period.is_instant == instants]
        table = _Table(ask, of_kind, witnesses, library)
        made = await table.draft()
        if made is not None:
            drafted.tables.append(made)
            told |= table.told
            drafted.missing += table.refused
    without = [measure.name for measure in ask.measures if measure.name not in told]
    drafted.missing += [f"no figure of {', '.join(without)}"] if without else []
    return drafted


def _own_facts(books: Sequence[Book], company: str) -> Iterator[tuple[int, Fact]]:
    """The figures of the company as a whole, each with its document."""
    own = stems(company)
    for book in books:
        for fact in book.facts:
            subject = fact.subject or book.subject
            if not fact.dimension and (not subject or own & stems(subject)):
                yield book.document_id, fact


class _Table:
    """A table while it is drafted."""

    def __init__(
        self, ask: Figures, facts: Sequence[tuple[int, Fact]], witnesses: Mapping[int, Witness], library: "Library"
    ) -> None:
        self._ask = ask
        self._witnesses = witnesses
        self._library = library
        asked = [pair for pair in facts if any(_states(m, pair[1]) for m in ask.measures)]
        currencies = Counter(f.unit for _, f in asked if _is_money(f.unit))
        self._currency = currencies.most_common(1)[0][0] if currencies else ""
        self._facts = [(d, f) for d, f in facts if not _is_money(f.unit) or f.unit == self._currency]
        months = _length([f for _, f in asked])
        self._asked = [(d, f) for d, f in asked if f.period and f.period.months == months and f.unit in self._units(f)]
        in_tables = [f for _, f in self._asked if f.rank < _SENTENCE]
        ends = [end.month for _, f in self._asked if f.period and (end := f.period.end.closing_month)]
        self._closing = Counter(ends).most_common(1)[0][0] if ends else None  # the month that most years end with
        self._columns = _columns(in_tables or [f for _, f in self._asked])
        scales = Counter(f.scale for _, f in self._asked if _is_money(f.unit))
        self._scale = scales.most_common(1)[0][0] if scales else 0
        self.told: set[str] = set()  # names of the measures that have a row
        self.refused: list[str] = []  # figures that could not be proven
        self._disputed: dict[bool, list[str]] = {True: [], False: []}  # whether the figure shown outranks the others

    def _units(self, fact: Fact) -> tuple[str, ...]:
        return (fact.unit,) if not _is_money(fact.unit) else (self._currency,)

    async def draft(self) -> Table | None:
        """The table; None where there is nothing to put into it."""
        rows = [row for measure in self._ask.measures if (row := await self._row(measure))]
        filled = [sum(row[at + 1].text != DASH for row in rows) for at, _ in enumerate(self._columns)]
        kept = [at for at, one in enumerate(self._columns) if self._belongs(one, filled[at], max(filled))]
        remarks = [f"{_OF_DISPUTED[outranks]} {'; '.join(told)}." for outranks, told in self._disputed.items() if told]
        if any(_COMPUTED in cell.text for row in rows for cell in row):
            remarks.append(_OF_COMPUTED)
        if not rows or not kept:
            return None
        header = ("", *(self._columns[at].title for at in kept))
        shown = tuple((row[0], *(row[at + 1] for at in kept)) for row in rows)
        scale = _SCALES.get(self._scale, f" × 10^{self._scale}")
        unit = f", {self._currency}{scale}" if self._currency else ""
        return Table(f"{self._ask.caption}{unit}", header, shown, " ".join(remarks))

    def _belongs(self, column: Column, filled: int, fullest: int) -> bool:
        """Whether a column is of the usual year, or else states half of what the fullest one does."""
        end = column.period.end.closing_month
        is_usual = column.period.is_instant or end is None or end.month == self._closing
        return filled > 0 and (is_usual or 2 * filled >= fullest)

    async def _row(self, measure: Measure) -> tuple[Cell, ...] | None:
        """A measure's row: as documents state it; else computed; None where neither is possible in any column."""
        cells = [await self._cell(measure, column) for column in self._columns]
        if all(cell.text == DASH for cell in cells):
            return None
        self.told.add(measure.name)
        return Cell(spoken(measure.name)), *cells

    async def _cell(self, measure: Measure, column: Column) -> Cell:
        """What is stated; a ratio is computed where the weightiest figures are of a document that does not state it."""
        entry = self._entry(measure, column)
        formula = formulas()[measure.formula] if measure.formula else None
        if formula is not None and (entry is None or formula.form != "amount"):
            computed = await self._computed(formula, column, entry)
            if computed is not None:
                return computed
        return await self._stated(measure, column, entry)

    def _entry(self, measure: Measure, column: Column) -> Entry | None:
        """What the documents state for a cell, the weightiest first."""
        stating = [(d, f) for d, f in self._facts if _states(measure, f) and column.holds(f)]
        if not stating:
            return None
        best, *rest = sorted(stating, key=self._order)
        others: list[tuple[int, Fact]] = []
        for document_id, fact in rest:
            if not any(agree(fact, known) for _, known in (best, *others)):
                others.append((document_id, fact))
        outranks = all(self._rank(best[0]) < self._rank(document_id) for document_id, _ in others)
        return Entry(*best, tuple(others), outranks)

    def _order(self, stated: tuple[int, Fact]) -> tuple[object, ...]:
        """The weightier source first, then the face of a statement, the more precise figure, the newer document."""
        document_id, fact = stated
        return self._rank(document_id), fact.rank, fact.precision, -document_id, fact.id

    def _rank(self, document_id: int) -> int:
        return self._witnesses[document_id].rank

    async def _stated(self, measure: Measure, column: Column, entry: Entry | None) -> Cell:
        if entry is None:
            return Cell(DASH, is_figure=True)
        shown = [(entry.document_id, entry.fact), *(() if entry.outranks else entry.others)]
        verdicts = await prove_figures(self._library, [Figure(one, (("", fact),)) for one, fact in shown])
        ruled = zip(shown, verdicts, strict=True)
        proven = [(fact, verdict) for (_, fact), verdict in ruled if isinstance(verdict, Proven)]
        if not proven:
            self.refused.append(f"{spoken(measure.name)}, {column.title}: a figure is stated, but could not be proven")
            return Cell(DASH, is_figure=True)
        text = " or ".join(dict.fromkeys(self._written(fact) for fact, _ in proven))
        if entry.others:
            self._remark(measure, column, entry)
        sources = tuple(source_of(citation) for _, claim in proven for citation in claim.citations)
        return Cell(f"{text}*" if entry.others else text, sources, is_figure=True)

    def _remark(self, measure: Measure, column: Column, entry: Entry) -> None:
        """What is said below the table of a figure that documents dispute."""
        sides = [(entry.document_id, entry.fact), *entry.others]
        told = ", ".join(f"{self._written(f)} in {self._witnesses[d].filename}" for d, f in sides)
        self._disputed[entry.outranks].append(f"{spoken(measure.name)}, {column.title}: {told}")

    async def _computed(self, formula: Formula, column: Column, entry: Entry | None) -> Cell | None:
        """The first way of a formula whose parts one document states for the column, unless that states the figure."""
        for way in formula.ways:
            for document_id in sorted({d for d, _ in self._facts}, key=lambda d: (self._rank(d), -d)):
                if entry is not None and document_id == entry.document_id:
                    return None
                facts = self._operands(way, document_id, column)
                if facts is None or (formula.form == "amount" and any(f.scale != self._scale for _, f in facts)):
                    continue
                title = f"{formula.name}, {column.title}"
                figure = Figure(document_id, tuple(facts), title, way, formula.form)
                (verdict,) = await prove_figures(self._library, [figure])
                if isinstance(verdict, Proven):
                    return _computed_cell(verdict, formula)
        return None

    def _operands(self, way: str, document_id: int, column: Column) -> list[tuple[str, Fact]] | None:
        """The facts of an expression, of one document and not disputed by a weightier one; None where one lacks."""
        names = [name for name in parts() if _names(way, name)]
        if any(_names(way, f"{name}{_BEFORE}") for name in parts()):
            return None  # a part of the year before: of another column
        found = []
        for name in names:
            entry = self._entry(Measure(name, (parts()[name],)), column)
            stating = [f for d, f in self._facts if d == document_id and f.metric == parts()[name] and column.holds(f)]
            fact = min(stating, key=lambda f: (f.rank, f.precision, f.id), default=None)
            if entry is None or fact is None or not agree(fact, entry.fact) or fact.rank > 1:
                return None
            found.append((name, fact))
        return found

    def _written(self, fact: Fact) -> str:
        """A figure in the table's scale; percentages with their sign, outflows without theirs."""
        value = abs(fact.value) if fact.is_cost else fact.value
        if fact.unit == "percent":
            return f"{value:f}%"
        if not _is_money(fact.unit):
            per = f" {fact.unit}" if "/" in fact.unit else ""
            return _grouped(value.scaleb(fact.scale)) + per
        return _grouped(value.scaleb(fact.scale - self._scale))


def _states(measure: Measure, fact: Fact) -> bool:
    """Whether a fact is of a measure, in the kind of unit that the measure's formula has."""
    if fact.metric not in measure.keys:
        return False
    percent = bool(measure.formula) and formulas()[measure.formula].form == "percent"
    return (fact.unit == "percent") == percent


def _length(facts: Sequence[Fact]) -> int | None:
    """The length of time of a table's columns: years where there are any for half of what is stated, else the usual."""
    measures: dict[int | None, set[str]] = defaultdict(set)
    for fact in facts:
        if fact.period is not None:
            measures[fact.period.months].add(fact.metric)
    if not measures:
        return None
    most = max(map(len, measures.values()))
    if 2 * len(measures.get(_YEAR, ())) >= most:
        return _YEAR
    counts = Counter(fact.period.months for fact in facts if fact.period is not None)
    return max(measures, key=lambda months: (len(measures[months]), counts[months]))


def _columns(facts: Iterable[Fact]) -> list[Column]:
    """The columns of a table in time, what happened before what is planned for the same time."""
    columns: list[Column] = []
    for fact in facts:
        if fact.period is not None and not any(column.holds(fact) for column in columns):
            columns.append(Column(fact.period, fact.scenario))
    columns.sort(key=lambda column: (str(column.period.end), column.scenario != Scenario.ACTUAL.value))
    past = [column for column in columns if column.scenario == Scenario.ACTUAL.value][-_MOST_PAST:]
    ahead = [column for column in columns if column.scenario != Scenario.ACTUAL.value][-_MOST_AHEAD:]
    return [column for column in columns if column in past or column in ahead]


def _names(way: str, name: str) -> bool:
    import ast

    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(ast.parse(way)))


def _computed_cell(claim: Proven, formula: Formula) -> Cell:
    """ "52.0%", its arithmetic in the footnote: "Gross margin, FY2023: 52.0% = €25,525 thousand ÷ €49,100 thousand"."""
    figure = claim.text.partition(": ")[2].partition(" = ")[0]
    first, *others = claim.citations
    sources = (source_of(first, f"computed: {claim.text}"), *(source_of(citation) for citation in others))
    shown = _bare(figure) if formula.form == "amount" else figure
    return Cell(f"{shown}{_COMPUTED}", sources, is_figure=True)


def _bare(figure: str) -> str:
    """An amount without its currency and scale, which the table's caption states: "$3,215 million" is "3,215"."""
    digits = "".join(c for c in figure if c.isdigit() or c in ".,")
    return f"({digits})" if "−" in figure or "(" in figure else digits


def _is_money(unit: str) -> bool:
    return len(unit) == 3 and unit.isupper()


def _grouped(value: Decimal) -> str:
    """ "12,345.6", in brackets where it is negative; without an exponent or needless zeros."""
    plain = f"{abs(value):,f}"
    return f"({plain})" if value < 0 else plain

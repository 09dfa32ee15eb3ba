"""The cells of a memo's table: the weightiest stated figure, or one computed from one document; each proven."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.agents.analyst.memo.columns import Column, Form, Stated
from sleuth.agents.analyst.page.model import Cell, source_of
from sleuth.answering.proving import prove_figures
from sleuth.answering.verification import Proven
from sleuth.findings.asked.answers import Figure
from sleuth.findings.asked.books import Fact, agree
from sleuth.findings.compared.authority import Witness
from sleuth.language.measures import YEAR_BEFORE, Formula, Way, formulas, names_in, parts
from sleuth.language.query import Measure
from sleuth.language.spoken import spoken

if TYPE_CHECKING:
    from sleuth.answering.library import Library

EMPTY = Cell("–", is_figure=True)
COMPUTED = "†"  # behind a figure that was computed
_DISPUTED = "*"  # behind a figure that documents dispute


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in a cell: the fact that is shown, and those of other documents that say otherwise."""

    shown: Stated
    others: tuple[Stated, ...] = ()
    outranks: bool = False  # the others


class Cells:
    """Writes the cells of one table, and notes what is to be said of them below it."""

    def __init__(
        self, form: Form, facts: Sequence[Stated], witnesses: Mapping[int, Witness], library: "Library"
    ) -> None:
        self.refused: list[str] = []  # figures that could not be proven
        self.disputed: dict[bool, list[str]] = {True: [], False: []}  # whether the figure shown outranks the others
        self._form, self._facts, self._witnesses, self._library = form, facts, witnesses, library

    async def cell(self, measure: Measure, column: Column) -> Cell:
        """What is stated; a ratio is computed where the weightiest figures are of a document that does not state it."""
        entry = self._entry(measure, column)
        formula = formulas()[measure.formula] if measure.formula else None
        if formula is not None and (entry is None or formula.form != "amount"):
            computed = await self._computed(formula, column, entry)
            if computed is not None:
                return computed
        return await self._stated(measure, column, entry) if entry is not None else EMPTY

    def _entry(self, measure: Measure, column: Column) -> Entry | None:
        """What the documents state for a cell, the weightiest first."""
        stating = [one for one in self._facts if states(measure, one.fact) and column.holds(one.fact)]
        if not stating:
            return None
        best, *rest = sorted(stating, key=self._order)
        others: list[Stated] = []
        for one in rest:
            if not any(agree(one.fact, known.fact) for known in (best, *others)):
                others.append(one)
        rank = self._rank(best.document_id)
        return Entry(best, tuple(others), all(rank < self._rank(one.document_id) for one in others))

    def _order(self, stated: Stated) -> tuple[object, ...]:
        """The weightier source first, then the face of a statement, the more precise figure, the newer document."""
        document_id, fact = stated
        return self._rank(document_id), fact.rank, fact.precision, -document_id, fact.id

    def _rank(self, document_id: int) -> int:
        return self._witnesses[document_id].rank

    async def _stated(self, measure: Measure, column: Column, entry: Entry) -> Cell:
        """The figure shown, with its rivals where none outranks them; empty where nothing of that can be proven."""
        shown = [entry.shown, *(() if entry.outranks else entry.others)]
        verdicts = await prove_figures(self._library, [Figure(one.document_id, (("", one.fact),)) for one in shown])
        ruled = zip(shown, verdicts, strict=True)
        proven = [(one.fact, verdict) for one, verdict in ruled if isinstance(verdict, Proven)]
        if not proven:
            self.refused.append(f"{spoken(measure.name)}, {column.title}: a figure is stated, but could not be proven")
            return EMPTY
        text = " or ".join(dict.fromkeys(self._form.written(fact) for fact, _ in proven))
        if entry.others:
            self._remark(measure, column, entry)
            text += _DISPUTED
        sources = tuple(source_of(citation) for _, claim in proven for citation in claim.citations)
        return Cell(text, sources, is_figure=True)

    def _remark(self, measure: Measure, column: Column, entry: Entry) -> None:
        """Note what each document says of a figure that they dispute."""
        sides = [
            f"{self._form.written(one.fact)} in {self._witnesses[one.document_id].filename}"
            for one in (entry.shown, *entry.others)
        ]
        self.disputed[entry.outranks].append(f"{spoken(measure.name)}, {column.title}: {', '.join(sides)}")

    async def _computed(self, formula: Formula, column: Column, entry: Entry | None) -> Cell | None:
        """The first way of a formula whose parts one document states for the column, unless that states the figure."""
        documents = sorted({one.document_id for one in self._facts}, key=lambda number: (self._rank(number), -number))
        for way in formula.ways:
            for document_id in documents:
                if entry is not None and document_id == entry.shown.document_id:
                    return None
                facts = self._operands(way, document_id, column)
                if facts is None or (formula.form == "amount" and not self._is_of_scale(facts)):
                    continue
                title = f"{formula.name}, {column.title}"
                figure = Figure(document_id, tuple(facts), title, way.expression, formula.form)
                (verdict,) = await prove_figures(self._library, [figure])
                if isinstance(verdict, Proven):
                    return _computed_cell(verdict, formula)
        return None

    def _is_of_scale(self, facts: Sequence[tuple[str, Fact]]) -> bool:
        return all(fact.scale == self._form.scale for _, fact in facts)

    def _operands(self, way: Way, document_id: int, column: Column) -> list[tuple[str, Fact]] | None:
        """The facts of an expression, of one document and not disputed by a weightier one; None where one lacks."""
        names = way.names
        if any(name.endswith(YEAR_BEFORE) for name in names):
            return None  # a part of the year before: of another column
        found: list[tuple[str, Fact]] = []
        for name, key in parts().items():
            if name not in names:
                continue
            entry = self._entry(Measure(name, (key,)), column)
            own = [one.fact for one in self._facts if one.document_id == document_id and one.fact.metric == key]
            stating = [fact for fact in own if column.holds(fact)]
            fact = min(stating, key=lambda fact: (fact.rank, fact.precision, fact.id), default=None)
            if entry is None or fact is None or not agree(fact, entry.shown.fact) or fact.rank > 1:
                return None
            found.append((name, fact))
        if not way.holds({name: fact.amount for name, fact in found}):
            return None
        return [(name, fact) for name, fact in found if name in names_in(way.expression)]


def states(measure: Measure, fact: Fact) -> bool:
    """Whether a fact is of a measure, in the kind of unit that the measure's formula has."""
    if fact.metric not in measure.keys:
        return False
    percent = bool(measure.formula) and formulas()[measure.formula].form == "percent"
    return (fact.unit == "percent") == percent


def _computed_cell(claim: Proven, formula: Formula) -> Cell:
    """ "52.0%", its arithmetic in the footnote: "Gross margin, FY2023: 52.0% = €25,525 thousand ÷ €49,100 thousand"."""
    figure = claim.text.partition(": ")[2].partition(" = ")[0]
    first, *others = claim.citations
    sources = (source_of(first, f"computed: {claim.text}"), *(source_of(citation) for citation in others))
    shown = _bare(figure) if formula.form == "amount" else figure
    return Cell(f"{shown}{COMPUTED}", sources, is_figure=True)


def _bare(figure: str) -> str:
    """An amount without its currency and scale, which the table's caption states: "$3,215 million" is "3,215"."""
    digits = "".join(character for character in figure if character.isdigit() or character in ".,")
    return f"({digits})" if "−" in figure or "(" in figure else digits

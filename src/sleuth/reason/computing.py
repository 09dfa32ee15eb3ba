"""Figures that a question wants computed: which cells they are made of, period by period."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sleuth.reason.claims import to_claim
from sleuth.reason.formulas import Part, parts_of
from sleuth.reason.measures import on_statement, rank_measures
from sleuth.reason.parts import Formula, Question
from sleuth.reason.phrases import says
from sleuth.reason.protocol import Claim, Computation, Evidence, Operand
from sleuth.reason.ranking import Candidate
from sleuth.reason.reading import Reading

_ON_STATEMENT = 0.4  # more, where a figure is computed, for a row on the face of its statement
_MOST_YEARS = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure to be computed, and the cells it is made of."""

    title: str
    expression: str
    form: str
    cells: tuple[tuple[str, Candidate], ...]  # by their names in the expression

    def to_claims(self) -> list[Claim]:
        """The figure, then each of its cells."""
        operands = tuple(Operand(name, to_claim(cell), cell.value.start) for name, cell in self.cells if cell.value)
        quotes = tuple(dict.fromkeys(quote for operand in operands for quote in operand.claim.quotes))
        figure = Claim(self.title, quotes, Computation(self.expression, self.form, operands))
        return [figure, *dict.fromkeys(operand.claim for operand in operands)]


def figures(question: Question, formula: Formula, evidence: Sequence[Evidence], reading: Reading) -> list[Figure]:
    """The formula's figure for each year asked about; none unless all parts of all of them are found."""
    made = [_figure(question, formula, year, evidence, reading) for year in _years(question)]
    if not question.period.years and says("trend", question.text) and made[0] is not None:
        newest = max((year for _, cell in made[0].cells if cell.value for year in cell.value.period.years), default=0)
        if newest:
            made = [_figure(question, formula, year, evidence, reading) for year in (newest - 1, newest)]
    whole = [figure for figure in made if figure is not None]
    if len(whole) < len(made):
        return []
    return [_average(formula, whole)] if says("average", question.text) and len(whole) > 1 else whole


def change_of(old: Candidate, new: Candidate) -> list[Figure]:
    """What a measure changed by, between two of its cells; in percent as well, unless it is a share itself."""
    cells = (("old", old), ("new", new))
    changed = [Figure("Change", "new - old", "amount", cells)]
    if new.value is not None and "%" not in new.value.text:
        changed.append(Figure("Change in percent", "(new - old) / abs(old)", "percent", cells))
    return changed


def _years(question: Question) -> list[int | None]:
    """The years to compute for, earliest first; None stands for the newest there is."""
    years = sorted(question.period.years)
    if not years:
        return [None]
    if says("average", question.text) and len(years) > 1:
        years = list(range(years[0], years[-1] + 1))[:_MOST_YEARS]
    if says("trend", question.text) and len(years) == 1:
        years = [years[0] - 1, years[0]]
    return list(years)


def _figure(
    question: Question, formula: Formula, year: int | None, evidence: Sequence[Evidence], reading: Reading
) -> Figure | None:
    title = f"{formula.name}, {year}" if year else formula.name
    for way in formula.ways:
        parts = parts_of(way, question.language)
        stating = {part: _stating(question, part, year, evidence, reading) for part in parts}
        cells = [(part.name, cell) for part, cell in _together(stating, question.language).items()]
        if len(cells) == len(parts):
            return Figure(title, way, formula.form, tuple(cells))
    return None


def _stating(
    question: Question, part: Part, year: int | None, evidence: Sequence[Evidence], reading: Reading
) -> list[Candidate]:
    """The cells that state a part."""
    if year is None and part.years_back:
        return []
    years = frozenset({year - part.years_back}) if year else question.period.years
    asked = replace(
        question,
        text=part.metric.texts[0],
        metrics=(part.metric,),
        terms=tuple(
            term for term in question.terms if term.is_name and term.text.isalpha() and not term.text.isupper()
        ),
        period=replace(question.period, years=years, days=frozenset(), month=None),
    )
    return [c for c in rank_measures(asked, part.metric, evidence, reading) if c.answers and c.value]


def _together(stating: Mapping[Part, Sequence[Candidate]], language: str) -> dict[Part, Candidate]:
    """A cell for each part: parts of one statement from one page, the page that states most of them best."""
    chosen: dict[Part, Candidate] = {}
    for statement in dict.fromkeys(part.metric.statement for part in stating):
        pages: dict[int, dict[Part, tuple[float, Candidate]]] = {}
        for part, candidates in stating.items():
            for cell in candidates if part.metric.statement == statement else ():
                score = cell.score + _ON_STATEMENT * on_statement(part.metric, cell.evidence.page, cell.unit, language)
                on_page = pages.setdefault(cell.evidence.page.number, {})
                if part not in on_page or on_page[part][0] < score:
                    on_page[part] = score, cell
        best = max(pages.values(), key=lambda cells: (len(cells), sum(s for s, _ in cells.values())), default={})
        chosen |= {part: cell for part, (_, cell) in best.items()}
    return chosen


def _average(formula: Formula, yearly: Sequence[Figure]) -> Figure:
    """The mean of the same figure over several years."""
    terms, cells = [], []
    for number, figure in enumerate(yearly):
        names = "|".join(name for name, _ in figure.cells)
        terms.append("(" + re.sub(rf"\b({names})\b", rf"\1_{number}", figure.expression) + ")")
        cells += [(f"{name}_{number}", cell) for name, cell in figure.cells]
    span = f"{yearly[0].title.rpartition(' ')[2]}–{yearly[-1].title.rpartition(' ')[2]}"
    expression = f"({' + '.join(terms)}) / {len(yearly)}"
    return Figure(f"{formula.name}, average of {span}", expression, formula.form, tuple(cells))

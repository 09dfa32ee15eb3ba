"""Figures that a question wants computed: which cells they are made of, period by period."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.computation import Amount, agree
from sleuth.evidence.source import Table
from sleuth.reason.cells import Value
from sleuth.reason.claims import to_claim
from sleuth.reason.formulas import Part, parts_of
from sleuth.reason.lexicon import word_sets
from sleuth.reason.measures import narrowing, on_statement, rank_measures
from sleuth.reason.parts import Formula, Metric, Question, Term
from sleuth.reason.phrases import says
from sleuth.reason.protocol import Claim, Computation, Evidence, Operand
from sleuth.reason.ranking import Candidate
from sleuth.reason.reading import Names, Reading
from sleuth.reason.wording import amount_of

_ON_STATEMENT = 0.4  # more, where a figure is computed, for a row on the face of its statement
_MOST_YEARS = 6
_TRIED = 6  # cells of the part and of the whole, best first


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
    if not evidence:
        return []
    if formula.whole is not None:
        shares = [_share(question, formula.whole, formula.part, y, evidence, reading) for y in _years(question)]
        return [share for share in shares if share is not None] if all(shares) else []
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
        if len(cells) == len(parts) and _are_as_long(cells):
            return Figure(title, way, formula.form, tuple(cells))
    return None


def _share(
    question: Question, whole: Metric, measure: Metric | None, year: int | None, evidence: Sequence[Evidence],
    reading: Reading,
) -> Figure | None:  # fmt: skip
    """What a measure, or else the line or segment that the question names, makes up of a whole at the same time."""
    line = () if measure else _line(question, whole, reading.names(evidence[0].document))
    if not measure and not line:
        return None
    parts = _stating(question, Part("part", measure or whole, 0), year, evidence, reading, line)
    wholes = _stating(question, Part("whole", whole, 0), year, evidence, reading)
    pairs = [(part, one) for part in parts[:_TRIED] for one in wholes[:_TRIED] if _makes_up(part, one)]
    if not pairs:
        return None
    part, one = next((pair for pair in pairs if _table(pair[0]) is _table(pair[1])), pairs[0])
    title = f"{_label(part)}, share of {_label(one).lower()}"
    return Figure(title, "part / whole", "percent", (("part", part), ("whole", one)))


def _line(question: Question, whole: Metric, names: Names) -> tuple[Term, ...]:
    """The words of the line or segment whose share is asked for; none where nothing narrows the whole."""
    said = word_sets("metrics", "makes_up")
    terms = tuple(term for term in question.terms if term.text.lower() not in said)
    return terms if narrowing(replace(question, terms=terms), whole, names) else ()


def _makes_up(part: Candidate, whole: Candidate) -> bool:
    """Whether two cells are of one time and unit, and the first is the smaller."""
    amounts = [_amount(part), _amount(whole)]
    if amounts[0] is None or amounts[1] is None or not (part.value and whole.value):
        return False
    a, b = agree({"part": amounts[0], "whole": amounts[1]}).values()
    return _same_time(part.value, whole.value) and a.unit == b.unit and 0 < a.number < b.number


def _amount(cell: Candidate) -> Amount | None:
    return amount_of(cell.evidence.page, cell.unit.row, cell.value) if cell.unit.row and cell.value else None


def _same_time(one: Value, other: Value) -> bool:
    """Whether two columns are of the same days, or years, and as long."""
    a, b = one.period, other.period
    same = bool(a.days & b.days) if a.days and b.days else a.years == b.years and a.quarter == b.quarter
    return one.headers == other.headers or (same and (a.months == b.months or None in (a.months, b.months)))


def _table(candidate: Candidate) -> Table | None:
    return candidate.unit.row.table if candidate.unit.row else None


def _label(candidate: Candidate) -> str:
    return candidate.unit.row.label if candidate.unit.row else ""


def _stating(
    question: Question, part: Part, year: int | None, evidence: Sequence[Evidence], reading: Reading,
    narrowed_by: tuple[Term, ...] = (),
) -> list[Candidate]:  # fmt: skip
    """The cells that state a part."""
    if year is None and part.years_back:
        return []
    years = frozenset({year - part.years_back}) if year else question.period.years
    asked = replace(
        question,
        text=part.metric.texts[0],
        metrics=(part.metric,),
        terms=narrowed_by or _names_in(question),
        period=replace(question.period, years=years, days=frozenset(), month=None),
    )
    return [c for c in rank_measures(asked, part.metric, evidence, reading) if c.answers and c.value]


def _are_as_long(cells: Sequence[tuple[str, Candidate]]) -> bool:
    """Whether what flows flows over stretches of one length: a quarter's sales and nine months' cash do not mix."""
    return len({cell.value.period.months for _, cell in cells if cell.value and cell.value.period.months}) < 2


def _names_in(question: Question) -> tuple[Term, ...]:
    return tuple(term for term in question.terms if term.is_name and term.text.isalpha() and not term.text.isupper())


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

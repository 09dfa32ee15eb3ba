"""The columns of a memo's table, and the one currency, scale and length of time that its figures have."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple, TypeVar

from sleuth.findings.asked.books import Fact
from sleuth.language.calendar import YEAR
from sleuth.language.currency import is_code
from sleuth.language.period import Period, same_period
from sleuth.language.scale import scale_name
from sleuth.language.scenario import Scenario

_MOST_PAST, _MOST_AHEAD = 4, 3  # columns of what happened, and of what is planned
_T = TypeVar("_T")
_SENTENCE = 2  # the rank of what stands in a sentence: it fills a table's columns, and makes none beside them


class Stated(NamedTuple):
    """A fact, and the document that states it."""

    document_id: int
    fact: Fact


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
        return fact.scenario == self.scenario and same_period(fact.period, self.period)


@dataclass(frozen=True, slots=True)
class Form:
    """What all figures of a table have in common."""

    columns: tuple[Column, ...]
    currency: str = ""  # ISO 4217; "" where no amount is of money
    scale: int = 0  # of money, as a power of ten
    closing: int | None = None  # the month that most years end with

    @property
    def unit(self) -> str:
        """The currency and the scale, as a caption states them: "EUR thousand"."""
        return f"{self.currency} {scale_name(self.scale)}".rstrip() if self.currency else ""

    def takes(self, fact: Fact) -> bool:
        """Whether a fact is in the table's currency, or none of money."""
        return not is_code(fact.unit) or fact.unit == self.currency

    def is_usual(self, column: Column) -> bool:
        """Whether a column is of a day, or of a time that ends as most of them do."""
        end = column.period.end.closing_month
        return column.period.is_instant or end is None or end.month == self.closing

    def written(self, fact: Fact) -> str:
        """A figure in the table's scale; percentages with their sign, outflows without theirs."""
        if fact.unit == "percent":
            return f"{fact.unsigned:f}%"
        if is_code(fact.unit):
            return _grouped(fact.unsigned.scaleb(fact.scale - self.scale))
        per = f" {fact.unit}" if "/" in fact.unit else ""
        return _grouped(fact.magnitude) + per


def form_of(facts: Sequence[Fact]) -> Form:
    """The form of a table of these facts: what most of them have."""
    form = Form((), _most_common((fact.unit for fact in facts if is_code(fact.unit)), ""))
    months = _length(facts)
    fitting = [fact for fact in facts if fact.period.months == months and form.takes(fact)]
    ends = [fact.period.end.closing_month for fact in fitting if fact.period]
    of_tables = [fact for fact in fitting if fact.rank < _SENTENCE]
    return Form(
        columns=_columns(of_tables or fitting),
        currency=form.currency,
        scale=_most_common((fact.scale for fact in fitting if is_code(fact.unit)), 0),
        closing=_most_common((end.month for end in ends if end), None),
    )


def _most_common(values: Iterable[_T], default: _T) -> _T:
    """The value that stands most often, the first of several; the default for none."""
    counts = Counter(values).most_common(1)
    return counts[0][0] if counts else default


def _length(facts: Sequence[Fact]) -> int | None:
    """The months of a table's columns: years where there are any for half of what is stated, else the usual."""
    measures: dict[int | None, set[str]] = defaultdict(set)
    for fact in facts:
        measures[fact.period.months].add(fact.metric)
    if not measures:
        return None
    most = max(map(len, measures.values()))
    if 2 * len(measures.get(YEAR, ())) >= most:
        return YEAR
    counts = Counter(fact.period.months for fact in facts)
    return max(measures, key=lambda months: (len(measures[months]), counts[months]))


def _columns(facts: Iterable[Fact]) -> tuple[Column, ...]:
    """The columns of a table in time, what happened before what is planned for the same time."""
    columns: list[Column] = []
    for fact in facts:
        if not any(column.holds(fact) for column in columns):
            columns.append(Column(fact.period, fact.scenario))
    columns.sort(key=lambda column: (str(column.period.end), column.scenario != Scenario.ACTUAL.value))
    past = [column for column in columns if column.scenario == Scenario.ACTUAL.value][-_MOST_PAST:]
    ahead = [column for column in columns if column.scenario != Scenario.ACTUAL.value][-_MOST_AHEAD:]
    return tuple(column for column in columns if column in past or column in ahead)


def _grouped(value: Decimal) -> str:
    """ "12,345.6", in brackets where it is negative; without an exponent or needless zeros."""
    plain = f"{abs(value):,f}"
    return f"({plain})" if value < 0 else plain

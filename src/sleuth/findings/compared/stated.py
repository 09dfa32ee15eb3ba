"""Where documents state different numbers of the same things, or different shares of the same customer.

Compared are statements of one noun and one owner, of one time: a statement without a time is held against the latest
one that has a time, unless its document is of another year. Rounding hides what the printed digits leave out.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sleuth.evidence.values import Quantity as Read
from sleuth.evidence.values import read_values
from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.comparison import Comparison
from sleuth.findings.compared.conflicts import Statement, compare
from sleuth.findings.finding import subject_key
from sleuth.findings.text.stated import OWN
from sleuth.language.glyphs import plain
from sleuth.language.period import Day, Period
from sleuth.language.quantity import Quantity

_UNDATED = Period(Day(1))  # that nothing but another statement without a time is of
_ANYBODY = "*"  # a share is told by whom it is of
_FAR = 550  # days between an undated statement's document and the end of a time: then it may be of another year


@dataclass(frozen=True, slots=True)
class Amount:
    """A stated number, as one side of a comparison."""

    id: int
    document: int
    metric: str
    subject: str  # folded; "" where it is the document's own
    dimension: str  # folded, without legal form
    quantity: Quantity
    period: Period | None
    is_own: bool = False  # it is of the company that the document is about, not of one that the sentence names


def read_amount(
    number: int, document: int, metric: str, key: str, text: str, period: Period | None, rule: str
) -> Amount | None:
    """A finding from its parts as the store holds them; None where its text has no number."""
    read = next(iter(read_values(plain(text).text)[0]), None)
    if read is None:
        return None
    subject, _, dimension = key.partition(" | ")
    unit = read.unit if read.unit == "percent" else "count"
    quantity = Quantity(read.value, unit, 0, _step(read, is_count=unit == "count"))
    return Amount(number, document, metric, subject, subject_key(dimension), quantity, period, rule == OWN)


def compare_amounts(
    amounts: Iterable[Amount],
    witnesses: Mapping[int, Witness],
    superseded: Collection[int] = (),
    subjects: Mapping[str, str | None] | None = None,
) -> Comparison[Statement]:
    """Hold statements of one noun and owner against each other; arguments as of `conflicts.compare`."""
    groups: dict[tuple[str, str], list[Amount]] = defaultdict(list)
    for one in amounts:
        if one.document not in superseded:
            groups[one.metric, one.dimension].append(one)
    statements = [said for group in groups.values() for said in _timed(group, witnesses)]
    return compare(statements, witnesses, superseded, _owners(groups.values(), subjects or {}))


def _owners(groups: Iterable[Sequence[Amount]], subjects: Mapping[str, str | None]) -> dict[str, str | None]:
    """What each subject counts as; where nobody prevails, a company that goes unnamed is the only one that is named."""
    known = dict(subjects)
    own = {one.subject for group in groups for one in group if one.is_own and one.subject}
    if not known.get("") and len(own) == 1:
        (known[""],) = own
    return known


def _timed(group: Sequence[Amount], witnesses: Mapping[int, Witness]) -> list[Statement]:
    """Statements with a time each: those without one take the latest that is stated, where it may be theirs."""
    dated = [one.period for one in group if one.period is not None]
    latest = max(dated, key=lambda period: str(period.end), default=_UNDATED)
    return [_statement(one, one.period or _time_of(one, latest, witnesses)) for one in group]


def _time_of(one: Amount, latest: Period, witnesses: Mapping[int, Witness]) -> Period:
    made = witnesses[one.document].dated
    month = latest.end.closing_month
    if made is None or month is None:
        return latest
    return latest if abs((made - date(month.year, month.month, 28)).days) <= _FAR else _UNDATED


def _statement(one: Amount, period: Period) -> Statement:
    known = replace(period, assumed=False)
    return Statement(
        one.id,
        one.document,
        one.metric,
        one.quantity,
        known,
        subject=_ANYBODY if one.dimension else one.subject,
        dimension=one.dimension,
        spoken=True,
    )


def _step(read: Read, *, is_count: bool) -> Decimal:
    """What a number may hide: "148,000" may be 148,250, "about 17%" 16 to 18; small counts are exact."""
    step = _roundness(read.value) if is_count else read.step
    return step * 2 if read.bound else step


def _roundness(value: Decimal) -> Decimal:
    digits = f"{value:f}"
    zeros = len(digits) - len(digits.rstrip("0")) if "." not in digits else 0
    return Decimal(10) ** zeros if zeros > 1 else Decimal(1)

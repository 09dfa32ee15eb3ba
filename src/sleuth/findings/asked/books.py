"""What one document states, in the form in which questions are resolved: its facts, its names and its calendar."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.findings.compared.conflicts import is_restated
from sleuth.findings.finding import Finding
from sleuth.language.calendar import ASSUMED, YEAR, Calendar, Month
from sleuth.language.companies import other_names, own_names
from sleuth.language.glyphs import plain
from sleuth.language.metrics import PARENT
from sleuth.language.period import Period, placed
from sleuth.language.scenario import Scenario
from sleuth.language.tokens import stems, words_of_filename
from sleuth.language.wordlist import wordlist


@dataclass(frozen=True, slots=True)
class Fact:
    """A finding as a candidate for an answer."""

    id: int
    metric: str
    label: str  # as printed, with its sections
    row_path: tuple[str, ...]
    dimension: tuple[str, ...]  # a segment, a geography, a component; empty for the whole
    subject: str  # whose figure it is, as printed; "" where the document does not say
    period: Period
    scenario: str
    value: Decimal  # as printed
    unit: str
    scale: int  # power of ten
    step: Decimal  # the value of one unit of the last printed digit
    rank: int  # 0 on the face of a statement, 1 in another table, 2 in a sentence
    page: int  # 1-based
    start: int  # inclusive, in the page's text: of the value, or of the sentence that states it
    end: int  # exclusive
    quote: str  # the source's own characters: the row, or the sentence
    is_cost: bool = False
    is_restated: bool = False  # the heading of its column says so
    of_parent: bool = False  # of the parent company alone: its part is left out of `dimension`

    @property
    def parts(self) -> tuple[str, ...]:
        """What it is a part of, with the parent company where it is of that alone."""
        return (PARENT, *self.dimension) if self.of_parent else self.dimension

    @property
    def amount(self) -> Decimal:
        """The value in single units."""
        return self.value.scaleb(self.scale)

    @property
    def unsigned(self) -> Decimal:
        """The value as printed; of a cost, which may be printed with either sign, without its sign."""
        return abs(self.value) if self.is_cost else self.value

    @property
    def magnitude(self) -> Decimal:
        """How much it is, in single units: as `unsigned`."""
        return self.unsigned.scaleb(self.scale)

    @property
    def precision(self) -> Decimal:
        """One unit of the last printed digit, in single units."""
        return self.step.scaleb(self.scale)

    @property
    def name(self) -> str:
        """What the line itself is called, without its sections."""
        return self.row_path[-1] if self.row_path else self.label


@dataclass(frozen=True, slots=True)
class Book:
    """What one document states, and what it says of itself."""

    document_id: int
    names: frozenset[str]  # stems of the words by which people mean it or whose it is
    subject: str  # whose figures most of it states
    calendar: Calendar
    latest: Month | None  # the month with which its latest period ends
    months: int  # of the period that it chiefly reports: 3 of a quarterly report
    facts: tuple[Fact, ...]
    language: str = "en"  # by whose rules words are stemmed: that of the question
    newest: Month | None = None  # the latest month of all documents of the company: "this year" is of that

    @property
    def today(self) -> Month | None:
        """The month beside which years are told: that of the newest document, where others are known."""
        return self.newest or self.latest


_IN_PROSE = 2  # the rank of what stands in a sentence


def agree(a: Fact, b: Fact) -> bool:
    """Whether two figures are one, as far as both are precise; costs may be printed with either sign."""
    if a.unit != b.unit:
        return False
    return abs(a.magnitude - b.magnitude) <= max(a.precision, b.precision) / 2


def make_book(
    document_id: int, filename: str, title: str, language: str, subject: str, periods: Sequence[Period],
    facts: Sequence[Fact],
) -> Book:  # fmt: skip
    """A document's book. `periods` are those of its figures of the past, each as often as it is stated."""
    called = words_of_filename(filename)
    words = (*own_names(subject), called, title, *_called_for_short(f"{called} {title}"))
    names = frozenset().union(*(stems(text, language) for text in words))
    latest, months = latest_of(periods)
    known = names | other_names(names)
    return Book(document_id, known, subject, calendar_of(periods), latest, months, tuple(facts), language)


def _called_for_short(title: str) -> Iterator[str]:
    """What a paper of such a title goes by among those who read it: "QoE"."""
    words = " ".join(plain(title).text.split())
    return (short for name, short in wordlist("labels")["papers"].items() if name in words)


def fact_of(number: int, finding: Finding) -> Fact | None:
    """A finding as a fact of this number; None where it states no figure."""
    quantity, period = finding.quantity, finding.period
    if quantity is None or period is None:
        return None
    return Fact(
        number, finding.metric, finding.label, finding.row_path, finding.dimension, finding.subject, period,
        finding.scenario.value if finding.scenario else "", quantity.value, quantity.unit, quantity.scale,
        quantity.step, rank_of(finding.rule), finding.span.page, finding.span.start, finding.span.end, finding.quote,
        finding.is_cost, is_restated(finding.column_path),
    )  # fmt: skip


def rank_of(rule: str) -> int:
    """Where a figure stands, by the rule that read it: 0 on a statement's face, 1 in another table, 2 in a sentence."""
    if rule.startswith("prose"):
        return 2
    return 0 if "statement" in rule else 1


def share_calendar(books: Sequence[Book]) -> list[Book]:
    """The books with the periods of those that do not place their fiscal years placed as the others of the company do.

    Where the others have more than one calendar, or none, nothing changes. A plan, which reports nothing of the past,
    has the latest month of the others: "Q3 this year" is of one year in all of them.
    """
    shared = [_with_calendar(book, _calendar_beside(book, books)) for book in books]
    reported = {book.document_id: _last_reported(book) for book in shared}
    newest = [_last_of(reported[one.document_id] for one in _fellows(book, shared)) for book in shared]
    return [replace(book, latest=book.latest or last, newest=last) for book, last in zip(shared, newest, strict=True)]


def _calendar_beside(book: Book, books: Sequence[Book]) -> Calendar | None:
    if book.calendar.stated:
        return None
    found = {one.calendar for one in _fellows(book, books) if one.calendar.stated}
    return found.pop() if len(found) == 1 else None


def _last_reported(book: Book) -> Month | None:
    """The last month of which a document reports anything: a month of monthly accounts too."""
    return _last_of((book.latest, *(fact.period.end.closing_month for fact in book.facts if _is_of_months(fact))))


def _last_of(months: Iterable[Month | None]) -> Month | None:
    return max((month for month in months if month is not None), default=None)


def _is_of_months(fact: Fact) -> bool:
    """Whether a figure is of what has happened over some months, on a statement or in a table."""
    is_stretch = fact.period.months is not None and not fact.period.assumed
    return is_stretch and fact.scenario == Scenario.ACTUAL.value and fact.rank < _IN_PROSE


def _fellows(book: Book, books: Sequence[Book]) -> list[Book]:
    """The documents of the same company, as far as they say whose they are."""
    company = stems(book.subject, book.language)
    return [one for one in books if not company or not one.subject or company == stems(one.subject, book.language)]


def _with_calendar(book: Book, calendar: Calendar | None) -> Book:
    if calendar is None:
        return book
    facts = [replace(fact, period=placed(fact.period, calendar)) for fact in book.facts]
    latest, months = latest_of([fact.period for fact in facts if fact.scenario == "actual"])
    return replace(book, calendar=calendar, facts=tuple(facts), latest=latest or book.latest, months=months)


def calendar_of(periods: Iterable[Period]) -> Calendar:
    """The fiscal calendar that most of a document's periods are named by; the calendar year where none tells."""
    found: Counter[tuple[int, int]] = Counter()
    for period in periods:
        month = period.end.closing_month
        if month is None or period.fiscal_year is None or period.assumed:
            continue
        passed = 12 if period.months == 12 else 3 * period.fiscal_quarter if period.fiscal_quarter else None
        if passed is not None:
            last = month.plus(12 - passed)
            found[last.month, period.fiscal_year - last.year] += 1
    if not found:
        return ASSUMED
    ends_in, offset = found.most_common(1)[0][0]
    return Calendar(ends_in, offset, stated=True)


def latest_of(periods: Collection[Period]) -> tuple[Month | None, int]:
    """The month with which a document's latest reported months end, and how many months it chiefly reports.

    Twelve months up to a quarter, which some quarterly reports add, are no year of the company.
    """
    counted = Counter(
        (period.end.closing_month, period.months)
        for period in periods
        if period.months in (3, 6, 9, 12) and period.end.closing_month is not None
    )
    years = {one.end.closing_month for one in periods if one.months == YEAR and one.fiscal_year is not None}
    often = max(counted.values(), default=0)
    usual = [(month, months) for (month, months), count in counted.items() if month and 4 * count >= often]
    if not usual:
        return None, 12
    last = max(month for month, _ in usual)
    lengths = [months for month, months in usual if month == last and months is not None]
    return last, YEAR if YEAR in lengths and (last in years or len(lengths) == 1) else min(lengths)

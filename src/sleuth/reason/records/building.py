"""Makes one typed question of the meanings of all words, or says why they make none."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sleuth.findings.records.columns import Column, Kind, year_of
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import asked_by, columns_told, kinds_of_rows, sizes_of, text_stems
from sleuth.language.quantity import read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.table_query import Condition, Dated, OneOf, Ranged, RowOperation, TableQuery
from sleuth.language.timing import read_timing
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import AmountLimit, Asking, DayLimit, limits_in
from sleuth.reason.records.senses import Meaning, Sense, telling_stems

_HELD = frozenset(["ownership", "shares"])  # what a holder has of a company
_NUMERIC = (Kind.AMOUNT, Kind.PERCENT)
_WHOLE_LISTS = (RowOperation.COUNT, RowOperation.SUM, RowOperation.AVERAGE, RowOperation.SHARE, RowOperation.SMALLEST)
Built = tuple[TableQuery, float] | str


@dataclass(frozen=True, slots=True)
class Parts:
    """The meanings that account for all words, and the column of each day (None: it names a column or the list)."""

    meanings: tuple[Meaning, ...]
    days: tuple[Column | None, ...]

    def of(self, sense: Sense) -> list[Meaning]:
        """The meanings of one sense, in the order of the question."""
        return sorted((m for m in self.meanings if m.sense is sense), key=lambda m: min(m.words))


@dataclass(frozen=True, slots=True)
class _Draft:
    """What all operations share."""

    asking: Asking
    records: Records
    noun: Meaning | None
    conditions: tuple[Condition, ...]
    wanted: tuple[Column, ...]  # headed columns that no condition is of
    is_implied: bool  # a column is named that only some rows have: a salary is an employee's
    carried: bool = False  # its rows are those of a question before it

    @property
    def by_name(self) -> bool:
        """Whether rows are asked for by their names."""
        return not self.carried and any(
            condition.column == self.records.named_by.heading for condition in self.conditions
        )

    @property
    def is_placed(self) -> bool:
        """Whether it is said what rows are meant: by their kind, their names, or a column that only they have."""
        return self.noun is not None or self.by_name or self.is_implied

    @property
    def repeated(self) -> str:
        """The heading over the rows' names, where the question counts what it names and two rows bear one name."""
        column = self.records.named_by
        kinds = self.noun.kinds if self.noun is not None else frozenset()
        names = [row.text(column.index) for row in self.records.rows]
        is_named = bool(kinds & kinds_of_rows(text_stems(column.heading)))
        return column.heading if is_named and len(set(names)) < len(names) else ""

    def query(self, operation: RowOperation, columns: Iterable[Column] = (), **others: object) -> TableQuery:
        """The typed question."""
        rows = self._noun_text()
        headings = tuple(dict.fromkeys(column.heading for column in columns))
        fields = {"count": 0, **others}
        return TableQuery(
            self.asking.text,
            self.asking.language,
            rows,
            operation,
            self.conditions,
            headings,
            **fields,  # type: ignore[arg-type]
        )

    def _noun_text(self) -> str:
        if self.noun is None or not self.noun.words:
            return ""
        word = self.asking.tokens[min(self.noun.words)].text
        is_asking = bool(asked_by(word)) and not self.noun.kinds
        return "" if is_asking else word


def build(asking: Asking, records: Records, parts: Parts, names: Sequence[str]) -> Built:
    """The typed question with what speaks for it, or why the meanings make none."""
    nouns = parts.of(Sense.ROWS)
    if len({(m.column, m.kinds) for m in nouns}) > 1:
        return "it names two kinds of rows"
    if any(min(noun.words) + 1 in name.words and not name.is_list for noun in nouns for name in parts.of(Sense.NAME)):
        return "the word behind its kind of rows says what is asked for"
    if any(name.kinds and not name.kinds & _kinds(nouns) for name in parts.of(Sense.NAME) if nouns):
        return "the list is called after other rows than are asked for"
    conditions = conditions_of(asking, records, parts)
    if isinstance(conditions, str):
        return conditions
    headed = dict.fromkeys(m.column for m in parts.of(Sense.HEADING) if m.column is not None)
    limited = {condition.column for condition in conditions}
    wanted = tuple(column for column in headed if column.heading not in limited)
    draft = _Draft(asking, records, nouns[0] if nouns else None, conditions, wanted, _is_implied(asking, parts))
    return _made(draft, names)


def conditions_of(
    asking: Asking, records: Records, parts: Parts, otherwise: tuple[Column, ...] = ()
) -> tuple[Condition, ...] | str:
    """The conditions that a question sets, or why they are not certain.

    `otherwise`: the columns that amounts are said of where the question heads none.
    """
    headed = tuple(dict.fromkeys(m.column for m in parts.of(Sense.HEADING) if m.column is not None)) or otherwise
    values = _values(asking, parts)
    if isinstance(values, str):
        return values
    ranged = [_ranged(limit, headed, records) for limit in asking.amounts if not _is_stated(limit, headed)]
    if any(isinstance(one, str) for one in ranged):
        return next(one for one in ranged if isinstance(one, str))
    days = [_dated(limit, column) for limit, column in zip(asking.days, parts.days, strict=True) if column is not None]
    return (*values, *days, *(one for one in ranged if not isinstance(one, str)))


def build_of_rows(
    asking: Asking,
    records: Records,
    kinds: frozenset[str],
    conditions: tuple[Condition, ...],
    wanted: Iterable[Column],
    names: Sequence[str],
) -> Built:
    """The typed question over rows that are known to be meant: those of some kinds that meet all conditions."""
    rows = Meaning(Sense.ROWS, frozenset(), 0.0, kinds=kinds)
    return _made(_Draft(asking, records, rows, conditions, tuple(wanted), False, carried=True), names)


def _made(draft: _Draft, names: Sequence[str]) -> Built:
    """The typed question of a draft, where it is certain what rows are meant and the list has all of them."""
    asking, records = draft.asking, draft.records
    if not draft.is_placed and not _is_printed_total(draft):
        return "it does not say which rows are meant"
    if records.is_cut and not draft.by_name:
        return "the list goes on on another page"
    is_whole = asking.operation in _WHOLE_LISTS or (asking.ranks and asking.wants_share)
    if part_of_list(names) and not records.rest and is_whole:
        return "the list names a part of its rows only"
    return _OPERATIONS[asking.operation](draft)


def _is_counted(meaning: Meaning, asking: Asking) -> bool:
    """Whether a value names what is counted: "how many trucks", where a column says "Truck" of some rows."""
    is_kind = meaning.column is not None and meaning.column.kind is Kind.TEXT and not meaning.is_part
    last = asking.tokens[max(meaning.words)].text
    return is_kind and not last[:1].isupper()


def _kinds(nouns: Sequence[Meaning]) -> frozenset[str]:
    return frozenset().union(*(noun.kinds for noun in nouns))


def _is_implied(asking: Asking, parts: Parts) -> bool:
    told = columns_told()
    if asking.operation is RowOperation.COUNT and any(_is_counted(m, asking) for m in parts.of(Sense.VALUE)):
        return True
    limited = [m.column for m in parts.of(Sense.VALUE) if m.column is not None]
    if any(told[name].of for column in limited for name in column.tells):
        return True
    for meaning in parts.of(Sense.HEADING):
        tells = meaning.column.tells if meaning.column is not None else frozenset()
        asked = [asked_by(asking.tokens[number].text) for number in meaning.words]
        if any(told[name].of for kinds in asked for name in kinds & tells):
            return True
    return False


def part_of_list(names: Sequence[str]) -> str:
    """The name that says that a list holds a part of its rows only: "Top customers"; "" where none does."""
    said = wordlist("records")["totals"]["parts"]
    return next((name for name in names if re.search(said, name.casefold().replace("_", " "))), "")


def _values(asking: Asking, parts: Parts) -> list[Condition] | str:
    """The conditions that columns say certain values; of one column together."""
    found: dict[str, tuple[str, ...]] = {}
    for meaning in (*parts.of(Sense.VALUE), *parts.of(Sense.FLAG)):
        if meaning.column is not None:
            heading = meaning.column.heading
            found[heading] = tuple(dict.fromkeys((*found.get(heading, ()), *meaning.values)))
    flags = parts.of(Sense.FLAG)
    if not asking.is_negated:
        return [OneOf(column, values) for column, values in found.items()]
    if len(found) == 1:
        return [OneOf(column, values, is_not=not flags) for column, values in found.items()]
    return "it denies something, and what is not certain"


def _dated(limit: DayLimit, column: Column) -> Dated:
    first = limit.days.first if limit.first else None
    return Dated(column.heading, first, limit.days.last if limit.last else None, limit.said)


def _ranged(limit: AmountLimit, headed: Sequence[Column], records: Records) -> Ranged | str:
    """The condition that an amount sets, on the column that it is said of."""
    kind = Kind.PERCENT if limit.unit == "percent" else Kind.AMOUNT
    named = [column for column in headed if column.kind is kind]
    others = [column for column in records.columns if column.kind is kind and column.index >= 0]
    if not named and any(column.kind in _NUMERIC for column in headed):
        return f"what is to be {limit.said} is of another unit"
    columns = named or others
    if len(columns) != 1:
        return f"which column is to be {limit.said} is not certain"
    column = columns[0]
    if kind is Kind.AMOUNT and not _same_units(limit, column):
        return f"“{column.heading}” does not say that it counts in the units of “{limit.said}”"
    return Ranged(column.heading, limit.low, limit.high, limit.unit, limit.is_strict, limit.said)


def _is_stated(limit: AmountLimit, headed: Sequence[Column]) -> bool:
    """Whether an amount is a part of a heading, so that it names the column: "overdue more than 60 days"."""
    stated = [(one.low, one.high, one.is_strict) for column in headed for one in limits_in(column.heading)]
    return (limit.low, limit.high, limit.is_strict) in stated


def _is_printed_total(draft: _Draft) -> bool:
    """Whether a sum is asked for that the list prints below the one column that the question calls by all its words."""
    if draft.asking.operation is not RowOperation.SUM or draft.conditions or len(draft.wanted) != 1:
        return False
    column = draft.wanted[0]
    said = {word.stem for word in draft.asking.tokens}
    named = {stem for stem in telling_stems(column.heading, draft.asking.language) if len(stem) > 1}
    printed = [read_cell(total.text(column.index), column.comma_is_decimal) for total in draft.records.totals]
    amounts = [read_cell(row.text(column.index), column.comma_is_decimal) for row in draft.records.rows]
    total = sum((one.value for one in amounts if one is not None), Decimal())
    return bool(named) and named <= said and total != 0 and any(one and one.value == total for one in printed)


def _same_units(limit: AmountLimit, column: Column) -> bool:
    """Whether an amount can be held against a column: the same currency, and a scale where the amount has none."""
    currency = column.scaling.currency or ""
    if limit.unit and limit.unit != currency:
        return False
    return limit.scale is not None or limit.unit != "" or not column.scaling.money


def _listed(draft: _Draft) -> Built:
    if draft.noun is not None and draft.noun.column is not None:
        return _distinct(draft, RowOperation.LIST)
    if draft.by_name:
        return _value(draft)
    if draft.noun is None and not draft.wanted and not draft.is_implied:
        return "it names no rows"
    repeated = "" if draft.wanted else draft.repeated
    size = _told_size(draft) if not (draft.wanted or draft.conditions or repeated) else None
    beside = () if size is None else (size.heading,)
    return draft.query(RowOperation.LIST, draft.wanted, beside=beside, distinct=repeated), _newest_of(draft)


def _distinct(draft: _Draft, operation: RowOperation) -> Built:
    """The different values of a column that the question takes for its rows: "which lenders"."""
    if draft.wanted or draft.noun is None or draft.noun.column is None:
        return "it asks something of the values of a column"
    if operation is RowOperation.LIST and draft.by_name:
        return draft.query(RowOperation.VALUE, [draft.noun.column]), 0.0
    return draft.query(operation, distinct=draft.noun.column.heading), 0.0


def _value(draft: _Draft) -> Built:
    """What rows say in a column."""
    if not draft.wanted:
        return "it does not say what of a row is asked for"
    if not draft.conditions:
        return draft.query(RowOperation.LIST, draft.wanted), 0.0
    return draft.query(RowOperation.VALUE, draft.wanted), _newest_of(draft)


def _counted(draft: _Draft) -> Built:
    if draft.carried and draft.wanted:
        return _things_of_rows(draft)
    if draft.noun is not None:
        if draft.wanted and draft.asking.wants_sum:
            return _summed(draft)  # "how many, and how much together": a sum tells of how many rows it is
        if draft.wanted:
            return "it asks for more than a number of rows"
        if draft.noun.column is not None:
            return _distinct(draft, RowOperation.COUNT)
        return draft.query(RowOperation.COUNT, distinct=draft.repeated), 0.0
    if not draft.wanted and not draft.by_name:
        return draft.query(RowOperation.COUNT), 0.0  # things that a column names: "how many trucks"
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or not _counts(column):
        return "no column counts what is asked for"
    if draft.by_name:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    return draft.query(RowOperation.SUM, [column]), 0.0


def _things_of_rows(draft: _Draft) -> Built:
    """How many of something the rows before have, as a column counts it: "How many options do they hold?"."""
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1 or not _counts(column):
        return "no column counts what is asked for"
    return draft.query(RowOperation.SUM, [column]), _newest(column, draft)


def _counts(column: Column) -> bool:
    """Whether a column's amounts are numbers of things, not of money."""
    return column.scaling.currency is None and not column.scaling.money and not column.scaling.percent


def _single(columns: Sequence[Column], kinds: Sequence[Kind]) -> Column | None:
    """The one column of some kinds; of several of one name the one of the latest time. None where there is no such."""
    fitting = [column for column in columns if column.kind in kinds]
    return fitting[0] if len(fitting) == 1 else None


def _summed(draft: _Draft) -> Built:
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1:
        return "it does not say which amounts are to be summed up"
    if draft.by_name:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    return draft.query(RowOperation.SUM, [column]), _newest(column, draft)


def _averaged(draft: _Draft) -> Built:
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1 or draft.by_name:
        return "it does not say which amounts the average is of"
    return draft.query(RowOperation.AVERAGE, [column]), _newest(column, draft)


def _shared(draft: _Draft) -> Built:
    """A share as the list states it, for a row by its name; else computed over a column of amounts."""
    if not draft.conditions:
        return "it does not say whose share is asked for"
    if draft.by_name and (stated := _stated_shares(draft)):
        if len(stated) == 1 and len(draft.wanted) <= 1:
            return draft.query(RowOperation.VALUE, stated), 0.5
        return "several columns state shares"
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1:
        return "it does not say in which amounts the share is"
    return draft.query(RowOperation.SHARE, [column]), _newest(column, draft)


def _stated_shares(draft: _Draft) -> list[Column]:
    """The columns that state the share that is asked for: those that are named, else those of holdings."""
    named = [column for column in draft.wanted if column.kind is Kind.PERCENT]
    if named or any(not column.tells & _HELD for column in draft.wanted):
        return named
    stated = [column for column in draft.records.columns if column.kind is Kind.PERCENT]
    held = [column for column in stated if "ownership" in column.tells]
    return held if len(stated) > 1 and held else stated


def _ranked(draft: _Draft) -> Built:
    asking = draft.asking
    kinds = (Kind.DAYS,) if asking.by_days else _NUMERIC  # "when does the largest contract end?" ranks by no day
    if draft.noun is not None and draft.noun.column is not None:
        return "it ranks the values of a column, not rows"
    column = _single(draft.wanted, kinds)
    others = [other for other in draft.wanted if other is not column]
    if column is None and any(other.kind in kinds for other in others):
        return "it does not say what the rows are ranked by"
    bonus = 0.0
    if column is None:
        column = _size(draft, kinds)
        if column is None:
            return "it does not say what the rows are ranked by"
        bonus = -0.2
    if asking.wants_share and column.kind is Kind.AMOUNT:
        return _share_of_first(draft, column, others, bonus)
    query = draft.query(asking.operation, [column, *others], count=asking.count, place=asking.place)
    return query, bonus + _newest(column, draft)


def _share_of_first(draft: _Draft, column: Column, others: Sequence[Column], bonus: float) -> Built:
    """The part that the first rows of an order are of the whole: as the list states it, else computed."""
    asking = draft.asking
    if stated := [other for other in draft.records.columns if other.kind is Kind.PERCENT and _is_part(other)]:
        columns = [column, *others, *stated]
        return draft.query(asking.operation, columns, count=asking.count, place=asking.place), bonus
    if others or draft.conditions or asking.place > 1 or asking.operation is not RowOperation.LARGEST:
        return "it does not say which part of what is asked for"
    return draft.query(RowOperation.SHARE, [column], count=asking.count), bonus + _newest(column, draft)


def _is_part(column: Column) -> bool:
    """Whether a column states parts of a whole: "Share of revenue"."""
    return re.search(wordlist("records")["operations"]["part"], column.heading.casefold()) is not None


def _size(draft: _Draft, kinds: Sequence[Kind]) -> Column | None:
    """The column that tells how large a row is, where the question does not say by what it is to be ranked."""
    columns = [column for column in draft.records.columns if column.kind in kinds and column.index >= 0]
    if draft.asking.by_days:
        began = [column for column in columns if "start" in column.tells]
        return began[0] if len(began) == 1 and draft.asking.by_start else None
    amounts = [column for column in columns if column.kind in _NUMERIC]
    return _told_size(draft) or (amounts[0] if len(amounts) == 1 else None)


def _told_size(draft: _Draft) -> Column | None:
    """The column that tells the size of such rows as the question names."""
    amounts = [column for column in draft.records.columns if column.kind in _NUMERIC and column.index >= 0]
    sizes = [size for kind in sorted(draft.noun.kinds if draft.noun else ()) for size in sizes_of(kind)]
    for size in sizes:
        telling = [column for column in amounts if size in column.tells]
        if len(telling) > 1:
            telling = [c for c in telling if c.kind is Kind.AMOUNT] or telling
            telling = _latest(telling)
        if telling:
            return telling[0] if len(telling) == 1 else None
    return None


def _latest(columns: Sequence[Column]) -> list[Column]:
    """Of columns that name years those of the latest; all of them where one names none."""
    years = [_year(column) for column in columns]
    if None in years:
        return list(columns)
    return [column for column, year in zip(columns, years, strict=True) if year == max(y for y in years if y)]


def _year(column: Column) -> tuple[int, int, int] | None:
    """The time that a heading names, for comparison; None where it names no year."""
    year, timing = year_of(column.heading), read_timing(column.heading)
    if year is None:
        return None
    return (year, timing.month or 0, timing.day or 0) if timing is not None else (year, 0, 0)


def _newest_of(draft: _Draft) -> float:
    """What speaks for the columns that are asked for, as the latest of their kind."""
    return sum(_newest(column, draft) for column in draft.wanted)


def _newest(column: Column, draft: _Draft) -> float:
    """A little for the latest of columns that tell the same at different times, and for one that names its currency."""
    alike = [
        other
        for other in draft.records.columns
        if other.kind is column.kind and other.tells == column.tells and _year(other)
    ]
    is_latest = len(alike) > 1 and column in _latest(alike)
    return 0.1 * is_latest + 0.1 * (column.kind is Kind.AMOUNT and read_scaling(column.heading).currency is not None)


_OPERATIONS = {
    RowOperation.LIST: _listed,
    RowOperation.COUNT: _counted,
    RowOperation.SUM: _summed,
    RowOperation.AVERAGE: _averaged,
    RowOperation.SHARE: _shared,
    RowOperation.LARGEST: _ranked,
    RowOperation.SMALLEST: _ranked,
    RowOperation.VALUE: _value,
}

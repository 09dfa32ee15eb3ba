"""Makes one typed question of the meanings of all words, or says why they make none."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import combinations, pairwise

from sleuth.findings.records.columns import NUMERIC, Column, Kind
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import asked_by, columns_told, kinds_of_rows, text_stems
from sleuth.language.table_query import Condition, Dated, OneOf, Ranged, RowOperation
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import AmountLimit, Asking, DayLimit, limits_in
from sleuth.reason.records.drafting import Built, Draft
from sleuth.reason.records.operations.adding import prints_total
from sleuth.reason.records.operations.dispatch import typed
from sleuth.reason.records.senses.headings import telling_stems
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.records.senses.names import is_list_word, list_words

_WHOLE_LISTS = (RowOperation.COUNT, RowOperation.SUM, RowOperation.AVERAGE, RowOperation.SHARE, RowOperation.SMALLEST)
_OF_PLACE = frozenset(("in", "on", "of", "from", "to", "i", "på", "av", "från", "till"))
_OF_NAMED = 0.5  # of weight, for a list of some where those that it names are asked for


@dataclass(frozen=True, slots=True)
class Parts:
    """The meanings that account for all words, and the column of each day (None: it names a column or the list)."""

    meanings: tuple[Meaning, ...]
    days: tuple[Column | None, ...]

    def of(self, sense: Sense) -> list[Meaning]:
        """The meanings of one sense, in the order of the question."""
        return sorted((m for m in self.meanings if m.sense is sense), key=lambda m: min(m.words))


def build(asking: Asking, records: Records, parts: Parts, names: Sequence[str]) -> Built:
    """The typed question with what speaks for it, or why the meanings make none."""
    by = _parted_by(asking, records, parts)
    nouns = [noun for noun in parts.of(Sense.ROWS) if not noun.words & asking.by or by is None]
    if len({(m.column, m.kinds) for m in nouns}) > 1:
        return "it names two kinds of rows"
    if any(min(noun.words) + 1 in name.words and not name.is_list for noun in nouns for name in parts.of(Sense.NAME)):
        return "the word behind its kind of rows says what is asked for"
    if nouns and any(_is_told_of_rows(asking, nouns[0], name) for name in parts.of(Sense.NAME)):
        return "what it says of the rows stands in the list's name only"
    if any(_is_of_title(noun, value) for noun in nouns for value in parts.of(Sense.VALUE)):
        return "the word before a title belongs to it"
    others = [name for name in parts.of(Sense.NAME) if name.kinds and not name.is_list]
    if nouns and any(not name.kinds & _kinds(nouns) for name in others):
        return "the list is called after other rows than are asked for"
    conditions = conditions_of(asking, records, parts)
    if isinstance(conditions, str):
        return conditions
    kinds = [*nouns, *(name for name in parts.of(Sense.NAME) if name.kinds and not name.is_list)]
    if not conditions and not asking.ranks and any(_is_one_row(asking, max(one.words)) for one in kinds):
        return "it speaks of one row, and does not say which"
    headed = dict.fromkeys(m.column for m in parts.of(Sense.HEADING) if m.column is not None)
    limited = {condition.column for condition in conditions}
    wanted = tuple(column for column in headed if column.heading not in limited and column is not by)
    is_implied = _is_implied(asking, parts) or _asks_who(asking, records, conditions, names)
    lists = [replace(name, words=frozenset()) for name in parts.of(Sense.NAME) if name.is_list]
    noun = next(iter((*nouns, *lists)), None)
    draft = Draft(
        asking, records, noun, conditions, wanted, is_implied, by=by,
        is_titled=len(lists) < len(parts.of(Sense.NAME)), is_whole=bool(lists) and not nouns,
    )  # fmt: skip
    return _made(draft, names)


def _parted_by(asking: Asking, records: Records, parts: Parts) -> Column | None:
    """The column that the question parts the rows by: "by segment", "per country"; the names where several bear one."""
    for meaning in parts.of(Sense.HEADING) + parts.of(Sense.ROWS):
        if not meaning.words & asking.by:
            continue
        if meaning.column is not None and meaning.column.kind in (Kind.TEXT, Kind.COUNTRY):
            return meaning.column
        if meaning.sense is Sense.ROWS and meaning.column is None and records.repeats_names:
            return records.named_by
    return None


def _is_of_title(noun: Meaning, value: Meaning) -> bool:
    """Whether a kind of rows stands right before a part of a title: a "plant director" is no other director."""
    is_title = value.is_part and value.column is not None and "position" in value.column.tells
    return is_title and max(noun.words, default=-2) + 1 == min(value.words)


def _is_told_of_rows(asking: Asking, noun: Meaning, name: Meaning) -> bool:
    """Whether a word of the list's name says something of the rows: "governed" of "contracts governed by Swedish law".

    Of a place it does not, nor does a word for the list itself: "the shareholders in the cap table", "per the census".
    """
    first, last = max(noun.words), min(name.words)
    if is_list_word(asking.tokens[last].text):
        return False
    between = {token.text.casefold() for token in asking.tokens[first + 1 : last]}
    is_common = not asking.tokens[last].is_capital
    return last > first and is_common and not name.is_list and not name.kinds and not between & _OF_PLACE


def _is_one_row(asking: Asking, number: int) -> bool:
    """Whether a noun is a definite singular: "avtalet", "kunden", the subject of "how much is the contract worth".

    A name for many in one is none ("the staff"), nor is a noun that only tells what kind the next is ("the customer
    revenue").
    """
    forms = wordlist("records")["one"]
    words = [token.text.casefold() for token in asking.tokens]
    noun = words[number]
    if noun in forms["many"].split():
        return False
    if asking.language == "sv":
        is_neuter = noun.removesuffix("en").endswith(tuple(forms["neuter_sv"].split()))
        return noun.endswith(("et", "n")) and not (noun.endswith("en") and is_neuter)
    is_subject = words[0] == "how" or number == len(words) - 1
    is_of_list = any(word in forms["lists"].split() for word in words[number + 1 : number + 2])
    return is_subject and not is_of_list and not noun.endswith("s") and words[number - 1 : number] == ["the"]


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
    if any(_are_one_name(one, other) for one, other in combinations(parts.of(Sense.VALUE), 2)):
        return "words side by side name one value, not two"
    timed = records.by_time
    if timed is not None and sum(meaning.column is timed for meaning in parts.of(Sense.VALUE)) > 1:
        return "it names two times"
    ranged = [_ranged(limit, headed, records) for limit in asking.amounts if not _is_stated(limit, headed)]
    if any(isinstance(one, str) for one in ranged):
        return next(one for one in ranged if isinstance(one, str))
    days = [_dated(limit, column) for limit, column in zip(asking.days, parts.days, strict=True) if column is not None]
    for term in parts.of(Sense.TERM):
        dated = _termed(asking, term, records)
        if isinstance(dated, str):
            return dated
        days.append(dated)
    if any(one.column == other.column and _are_apart(one, other) for one, other in combinations(days, 2)):
        return "no day lies in both times"
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
    return _made(Draft(asking, records, rows, conditions, tuple(wanted), False, carried=True), names)


def _made(draft: Draft, names: Sequence[str]) -> Built:
    """The typed question of a draft, where it is certain what rows are meant and the list has all of them."""
    asking, records = draft.asking, draft.records
    if not draft.is_placed and not _is_printed_total(draft):
        return "it does not say which rows are meant"
    if records.is_cut and not draft.by_name:
        return "the list goes on on another page"
    is_whole = asking.operation in _WHOLE_LISTS or (asking.ranks and asking.wants_share) or draft.is_grouped
    is_part = bool(part_of_list(names))
    is_of_named = is_part and re.search(wordlist("records")["totals"]["named"], asking.text.casefold()) is not None
    is_of_row = draft.by_name and asking.operation is RowOperation.COUNT  # "how many members", of the row so called
    if is_part and not (records.rest or is_of_named or draft.carried or is_of_row) and is_whole:
        return "the list names a part of its rows only"
    built = typed(draft)
    return built if isinstance(built, str) else (built[0], built[1] + _OF_NAMED * is_of_named)


def _asks_who(asking: Asking, records: Records, conditions: Iterable[Condition], names: Sequence[str]) -> bool:
    """Whether people are asked for by a number or a day that a list of employees tells of each: "who has 12 months'
    notice?". Who holds an office is told by more than a list."""
    kinds = {column.heading: column.kind for column in records.columns}
    is_measured = any(kinds.get(condition.column) in (*NUMERIC, Kind.DAYS) for condition in conditions)
    is_of_people = any("employees" in kinds_of_rows(text_stems(name)) for name in names)
    return is_measured and is_of_people and asking.tokens[0].text.casefold() in ("who", "vem", "vilka")


def _is_counted(meaning: Meaning, asking: Asking) -> bool:
    """Whether a value names what is counted: "how many trucks", where a column says "Truck" of some rows."""
    is_kind = meaning.column is not None and meaning.column.kind is Kind.TEXT and not meaning.is_part
    last = asking.tokens[max(meaning.words)].text
    return is_kind and not last[:1].isupper()


def _is_of_several(meaning: Meaning, asking: Asking) -> bool:
    """Whether a value is said in the plural, so that the rows that bear it are asked for: "list the property leases",
    where a column says "Property lease" of some."""
    said = " ".join(asking.tokens[number].text.casefold() for number in sorted(meaning.words))
    printed = {value.casefold() for value in meaning.values}
    return _is_counted(meaning, asking) and any(said != value and said.startswith(value) for value in printed)


def _kinds(nouns: Sequence[Meaning]) -> frozenset[str]:
    return frozenset().union(*(noun.kinds for noun in nouns))


def _is_implied(asking: Asking, parts: Parts) -> bool:
    told = columns_told()
    values = parts.of(Sense.VALUE)
    if asking.operation is RowOperation.COUNT and any(_is_counted(m, asking) for m in values):
        return True
    if asking.operation is RowOperation.LIST and any(_is_of_several(m, asking) for m in values):
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
    forms = wordlist("records")["totals"]
    for name in names:
        told = re.sub(forms["hidden"], " ", name.casefold().replace("_", " "))
        if re.search(forms["parts"], told):
            return name
    return ""


def _values(asking: Asking, parts: Parts) -> list[Condition] | str:
    """The conditions that columns say certain values; of one column together."""
    found: dict[str, tuple[str, ...]] = {}
    if any(_are_unlinked(asking, one, other) for one, other in pairwise(parts.of(Sense.VALUE))):
        return "two values of one column stand apart, and nothing says that either is meant"
    before_list = frozenset(list_words(asking))
    if any(one.is_part and one.words & before_list for one in parts.of(Sense.VALUE)):
        return "the word before a list says whose it is"
    for meaning in (*parts.of(Sense.VALUE), *parts.of(Sense.FLAG)):
        if meaning.column is not None:
            heading = meaning.column.heading
            found[heading] = tuple(dict.fromkeys((*found.get(heading, ()), *meaning.values)))
    flags = parts.of(Sense.FLAG)
    but = {m.column.heading for m in parts.of(Sense.VALUE) if m.is_not and m.column is not None}
    if not asking.is_negated:
        return [OneOf(column, values, is_not=column in but) for column, values in found.items()]
    if not found and len(parts.of(Sense.TERM)) == 1:
        return []
    if len(found) == 1 and not but:
        return [OneOf(column, values, is_not=not flags) for column, values in found.items()]
    return "it denies something, and what is not certain"


def _are_apart(one: Dated, other: Dated) -> bool:
    """Whether no day lies between the bounds of both."""
    first, last = (
        max(filter(None, (one.first, other.first)), default=None),
        min(filter(None, (one.last, other.last)), default=None),
    )
    return first is not None and last is not None and first > last


def _are_unlinked(asking: Asking, one: Meaning, other: Meaning) -> bool:
    """Whether two values of one column have words of weight between them and no "or": "the HR census … field service".

    "Customers in Norway and Sweden", "Norwegian customers or Danish ones" are linked.
    """
    first, second = sorted((max(one.words), min(other.words)))
    between = asking.tokens[first + 1 : second]
    text = asking.text[asking.tokens[first].end : asking.tokens[second].start]
    links = wordlist("records")["linked"]["words"].split()
    is_linked = "," in text or any(token.text.casefold() in links for token in between)
    is_one = one.column is other.column and one.values != other.values
    return is_one and not is_linked and any(number in asking.words for number in range(first + 1, second))


def _are_one_name(one: Meaning, other: Meaning) -> bool:
    """Whether two parts of values of one column stand side by side: the "rack" and "ovens" of "Rack & Deck Ovens"."""
    is_part = one.is_part and other.is_part and one.column is other.column
    return is_part and min(abs(first - second) for first in one.words for second in other.words) == 1


def _termed(asking: Asking, term: Meaning, records: Records) -> Dated | str:
    """The condition that a row's term has ended at the date of the list, or lasts: "already expired", "in force"."""
    as_of = records.as_of
    if as_of is None or term.column is None:
        return "the list does not say of what day it is"
    said = wordlist("records")["wording"].get(asking.language, wordlist("records")["wording"]["en"])
    if term.is_not != asking.is_negated:
        return Dated(term.column.heading, as_of, None, said["lasts"].format(day=as_of))
    return Dated(term.column.heading, None, as_of - timedelta(days=1), said["passed"].format(day=as_of))


def _dated(limit: DayLimit, column: Column) -> Dated:
    first = limit.days.first if limit.first else None
    return Dated(column.heading, first, limit.days.last if limit.last else None, limit.said)


def _ranged(limit: AmountLimit, headed: Sequence[Column], records: Records) -> Ranged | str:
    """The condition that an amount sets, on the column that it is said of."""
    kind = Kind.PERCENT if limit.unit == "percent" else Kind.AMOUNT
    named = [column for column in headed if column.kind is kind]
    others = [column for column in records.columns if column.kind is kind and column.index >= 0]
    if not named and any(column.kind in NUMERIC for column in headed):
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


def _is_printed_total(draft: Draft) -> bool:
    """Whether a sum is asked for that the list prints below the one column that the question calls by all its words."""
    if draft.asking.operation is not RowOperation.SUM or draft.conditions or len(draft.wanted) != 1:
        return False
    column = draft.wanted[0]
    said = {word.stem for word in draft.asking.tokens}
    named = {stem for stem in telling_stems(column.heading, draft.asking.language) if len(stem) > 1}
    return bool(named) and named <= said and prints_total(draft.records, column)


def _same_units(limit: AmountLimit, column: Column) -> bool:
    """Whether an amount can be held against a column: the same currency, and a scale where the amount has none."""
    currency = column.scaling.currency or ""
    if limit.unit and limit.unit != currency:
        return False
    return limit.scale is not None or limit.unit != "" or not column.scaling.money

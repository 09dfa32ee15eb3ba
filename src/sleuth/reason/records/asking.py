"""Takes a question about the rows of a table apart: the operation, the days and amounts that limit, and its words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from functools import cache

from sleuth.language.concepts import is_frame
from sleuth.language.dates import Date, read_dates
from sleuth.language.days import Days, days_of
from sleuth.language.glyphs import Plain, plain
from sleuth.language.numbers import NUMBER, parse_digits
from sleuth.language.scale import read_scaling
from sleuth.language.table_query import RowOperation
from sleuth.language.times import find_times
from sleuth.language.tokens import Token, tokens
from sleuth.language.weight import detect_language
from sleuth.language.wordlist import wordlist

_BEFORE = 40  # characters before a day or an amount that may say where the limit lies
_DAY = timedelta(days=1)
_UNIT = rf"(?:\s?(?:{wordlist('records')['amounts']['unit']}))?"
_MONEY = rf"(?:{wordlist('records')['amounts']['money']})"
_AMOUNT = re.compile(
    rf"(?<![\w.,])(?P<before>{_MONEY}\s?(?:m|k|bn)?\s?)?(?P<digits>{NUMBER})(?P<unit>{_UNIT})(?P<after>\s?{_MONEY}(?!\w))?"
)
_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "två": 2, "tre": 3, "fyra": 4, "fem": 5, "tio": 10,
}  # fmt: skip
_PLACES = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "näst": 2, "andra": 2, "tredje": 3}
_HALF = re.compile(r"\b(?:the )?(?:(?P<name>first|second) half (?:of )?|h(?P<number>[12]) )(?P<year>(?:19|20)\d\d)\b")
_MOST_RANKED = 50


@dataclass(frozen=True, slots=True)
class DayLimit:
    """A day or time that a question names: from `first` to `last`, None where it sets no limit on that side.

    `is_open` means that it only says "in 2025", which may also name a column or a table.
    """

    days: Days
    first: bool  # whether it is limited from below
    last: bool
    said: str
    start: int  # characters of the question
    end: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class AmountLimit:
    """An amount that a question names as a limit."""

    low: Decimal | None
    high: Decimal | None
    unit: str  # ISO 4217, "percent" or ""
    scale: int | None  # power of ten; None where none is named
    is_strict: bool
    said: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Asking:
    """A question taken apart. `words` are those that an answer must account for, by their place among all tokens."""

    text: str
    language: str
    operation: RowOperation
    tokens: tuple[Token, ...]
    words: tuple[int, ...]
    days: tuple[DayLimit, ...]
    amounts: tuple[AmountLimit, ...]
    count: int = 1  # of a ranking
    place: int = 1
    is_negated: bool = False
    by_days: bool = False  # it ranks by days: the oldest, the latest
    by_start: bool = False  # … on which something began: the oldest
    wants_sum: bool = False  # it says "total", or "how much"
    together: bool = False  # it says so of several rows: "the top five together"
    wants_share: bool = False  # it says "share", or another word for a part
    times: frozenset[int] = frozenset()  # the tokens that name a time: none of them is a kind of row
    by: frozenset[int] = frozenset()  # the tokens behind "by" or "per"
    of_groups: bool = False  # it asks for groups of companies, each with all its members

    @property
    def ranks(self) -> bool:
        """Whether the first or last rows of an order are asked for."""
        return self.operation in (RowOperation.LARGEST, RowOperation.SMALLEST)

    def words_in(self, start: int, end: int) -> frozenset[int]:
        """The telling words that begin in the characters `start` (inclusive) to `end` (exclusive)."""
        return frozenset(number for number in self.words if start <= self.tokens[number].start < end)


def take_apart(text: str, *, follows: bool = False) -> Asking:
    """The parts of a question; any text has some. One that follows another may speak of rows named there."""
    language = detect_language(text)
    folded = plain(text)
    days = tuple(_days(folded, text))
    amounts = tuple(_amounts(folded, text, days))
    groups = tuple(_groups(folded))
    rest = _blanked(folded, (*days, *amounts))
    operation = _operation(rest)
    words = tokens(text, language)
    ranks = operation in (RowOperation.LARGEST, RowOperation.SMALLEST)
    named = find_times(text)
    times = frozenset(n for n, word in enumerate(words) if word.is_within(named))
    telling = [
        number
        for number, word in enumerate(words)
        if not word.is_within((*days, *amounts, *groups))
        and not (follows and word.text.casefold() in _standing())
        and _tells(words, number, language, ranks=ranks and number not in times)
    ]
    undated = [word for word in words if not word.is_within((*named, *days, *amounts))]  # no 25 of "December 25"
    count, place = _ranking(undated) if ranks else (1, 1)
    return Asking(
        text, language, operation, words, tuple(telling), days, amounts, count, place,
        is_negated=any(_denies(word) and not word.is_within((*days, *amounts)) for word in words),
        by_days=_says("days", rest), by_start=_says("start", rest), wants_sum=_says("sum", rest),
        together=_says("together", rest), wants_share=_says("part", rest), times=times,
        by=_behind(words, "by"), of_groups=bool(groups),
    )  # fmt: skip


def _tells(words: Sequence[Token], number: int, language: str, *, ranks: bool) -> bool:
    """Whether a word restricts or names something: it is neither frame nor a degree, a denial or a ranking's number."""
    word = words[number].text.casefold()
    before = words[number - 1].text.casefold() if number else ""
    if number and len(word) == 1 and words[number].text.isupper() and word != "i":
        return True  # "Facility A" is one of several, and not "a facility"
    if word in _degrees() and before in ("how", "hur"):
        return False
    if word in _standing():
        return not any(_tells(words, earlier, language, ranks=ranks) for earlier in range(number))
    if ranks and re.fullmatch("|".join(wordlist("records")["operations"][one] for one in ("worst", "best")), word):
        return False
    if word in _denials() or (ranks and word.isdigit() and int(word) <= _MOST_RANKED):
        return False
    return not is_frame(word, language)


@cache
def _degrees() -> frozenset[str]:
    return frozenset(wordlist("records")["degrees"]["words"].split())


@cache
def _standing() -> frozenset[str]:
    """Words that stand for what was named before: with nothing before them, what they restrict is not known."""
    return frozenset(wordlist("records")["standing"]["words"].split())


def _denies(word: Token) -> bool:
    return word.text.casefold() in _denials()


@cache
def _denials() -> frozenset[str]:
    return frozenset(wordlist("records")["yes_no"]["denies"].split())


def _says(name: str, rest: str) -> bool:
    return re.search(wordlist("records")["operations"][name], rest) is not None


def _operation(rest: str) -> RowOperation:
    """What is to be done. The order matters: "how many of the largest" counts, "what share" is no list."""
    for operation in (RowOperation.COUNT, RowOperation.AVERAGE, RowOperation.SHARE):
        if _says(operation.value, rest):
            is_of_first = operation is RowOperation.SHARE and _says("first", rest)  # "what share has the largest"
            return RowOperation.LARGEST if is_of_first else operation
    for operation in (RowOperation.LARGEST, RowOperation.SMALLEST):
        if _says(operation.value, rest):
            return operation
    if (judged := _judged(rest)) is not None:
        return judged
    if _says("sum", rest):
        return RowOperation.SUM
    return RowOperation.LIST if _says("list", rest) else RowOperation.VALUE


def _judged(rest: str) -> RowOperation | None:
    """The end of an order that is best or worst: "worst rewash rate" is the largest, "worst margin" the smallest.

    None where the question names neither end, or no measure of which it is known whether more of it is better.
    """
    is_worst, is_best = _says("worst", rest), _says("best", rest)
    is_low, is_high = _says("better_low", rest), _says("better_high", rest)
    if is_worst == is_best or is_low == is_high:
        return None
    return RowOperation.LARGEST if is_worst == is_low else RowOperation.SMALLEST


def _ranking(words: Sequence[Token]) -> tuple[int, int]:
    """How many rows a ranking wants, and from which place on."""
    said = [word.text.casefold() for word in words]
    place = next((_PLACES[word] for word in said if word in _PLACES), 1)
    counts = [_NUMBERS[word] for word in said if word in _NUMBERS]
    counts += [int(word) for word in said if word.isdigit() and 0 < int(word) <= _MOST_RANKED]
    return (counts[0] if counts else 1), place


def _behind(words: Sequence[Token], name: str) -> frozenset[int]:
    """The words right behind one of a list."""
    said = wordlist("records")["parted"][name].split()
    return frozenset(number for number, word in enumerate(words[:-1], 1) if word.text.casefold() in said)


@dataclass(frozen=True, slots=True)
class Wording:
    """Words of a question that are accounted for as a whole."""

    start: int
    end: int


def _groups(folded: Plain) -> Iterator[Wording]:
    """The words by which groups of companies are asked for: "by parent group", "whole group of companies"."""
    for found in re.finditer(wordlist("records")["parted"]["groups"], folded.text):
        yield Wording(folded.start(found.start()), folded.end(found.end() - 1))


def _blanked(folded: Plain, limits: Sequence[DayLimit | AmountLimit]) -> str:
    """The question in plain form without its limits."""
    text = folded.text
    for limit in limits:
        shown = [i for i in range(len(text)) if limit.start <= folded.start(i) < limit.end]
        if shown:
            text = text[: shown[0]] + " " * len(shown) + text[shown[-1] + 1 :]
    return " ".join(text.split())


def limits_in(heading: str) -> list[AmountLimit]:
    """The limits that a heading states of the things that its amounts are of: "Overdue >60 d"."""
    return list(_amounts(plain(heading), heading, ()))


def _days(folded: Plain, text: str) -> Iterator[DayLimit]:
    """The days that a question names, each with the side on which it limits."""
    marks = wordlist("records")["days"]
    halves = [_half(found) for found in _HALF.finditer(folded.text)]
    others = [
        d for d in read_dates(folded.text) if _is_calendar(d) and not any(h.start <= d.start < h.end for h in halves)
    ]
    dates = sorted((*halves, *others, *_months(folded, (*halves, *others))), key=lambda date: date.start)
    at = 0
    while at < len(dates):
        one, days = dates[at], days_of(dates[at])
        at += 1
        if days is None:
            continue
        before = folded.text[max(0, one.start - _BEFORE) : one.start]
        if at < len(dates) and re.search(marks["between"], before):
            joint = folded.text[one.end : dates[at].start].strip()
            other = days_of(dates[at])
            if other is not None and joint in ("and", "to", "och", "till", "until", "-"):
                found = re.search(marks["between"], before)
                start = one.start - len(before) + (found.start() if found else len(before))
                yield _limit(folded, text, (start, dates[at].end), Days(days.first, other.last), True, True)
                at += 1
                continue
        yield _side(folded, text, one, days, before)


def _half(found: re.Match[str]) -> Date:
    """The half of a year that a question names: "the first half of 2026", "H1 2026"."""
    half = {"first": 1, "second": 2, "1": 1, "2": 2}[found["name"] or found["number"]]
    return Date(int(found["year"]), half=half, start=found.start(), end=found.end(), text=found[0])


def _months(folded: Plain, found: Sequence[Date]) -> Iterator[Date]:
    """The months with a short year that no date was read of: "jan 26", "dec '25"."""
    for time in find_times(folded.text):
        timing = time.timing
        is_month = timing is not None and timing.year and timing.month and not timing.day and not timing.months
        if is_month and timing and not any(one.start < time.end and time.start < one.end for one in found):
            yield Date(timing.year, timing.month, start=time.start, end=time.end, text=time.text)


def _is_calendar(one: Date) -> bool:
    return one.year is not None and not one.fiscal


def _side(folded: Plain, text: str, one: Date, days: Days, before: str) -> DayLimit:
    marks = wordlist("records")["days"]
    behind = re.match(marks["also"], folded.text[one.end :])
    later = re.match(marks["later"], folded.text[one.end :])
    end = one.end + (behind.end() if behind else later.end() if later else 0)
    if behind or later:
        return _limit(folded, text, (one.start, end), days, bool(later), bool(behind))
    for name in ("until", "before", "from", "after"):
        found = re.search(marks[name], before)
        if found is None:
            continue
        span = (one.start - len(before) + found.start(), end)
        if name == "until":
            return _limit(folded, text, span, days, False, True)
        if name == "from":
            return _limit(folded, text, span, days, True, False)
        if name == "before":
            return _limit(folded, text, span, Days(days.first - _DAY, days.first - _DAY), False, True)
        return _limit(folded, text, span, Days(days.last + _DAY, days.last + _DAY), True, False)
    found = re.search(marks["within"], before)
    start = one.start - len(before) + found.start() if found else one.start
    return _limit(folded, text, (start, end), days, True, True, is_open=True)


def _limit(
    folded: Plain, text: str, span: tuple[int, int], days: Days, first: bool, last: bool, *, is_open: bool = False
) -> DayLimit:
    start, end = folded.start(span[0]), folded.end(span[1] - 1)
    while text[start : start + 1].isspace():
        start += 1
    return DayLimit(days, first, last, " ".join(text[start:end].split()), start, end, is_open)


def _amounts(folded: Plain, text: str, days: Sequence[DayLimit]) -> Iterator[AmountLimit]:
    """The amounts before which a word tells on which side they limit, or behind which one does: "10m or more"."""
    marks = wordlist("records")["amounts"]
    found = [one for one in _AMOUNT.finditer(folded.text) if not _inside(folded, one, days)]
    at = 0
    while at < len(found):
        one = found[at]
        at += 1
        before = folded.text[max(0, one.start() - _BEFORE) : one.start()]
        for name in ("least", "most", "between", "over", "under"):
            mark = re.search(marks[name], before)
            if mark is None:
                continue
            start = one.start() - len(before) + mark.start()
            if name == "between":
                joint = folded.text[one.end() : found[at].start()].strip() if at < len(found) else ""
                if joint in ("and", "och", "to", "-"):
                    yield _limited(folded, text, start, name, one, found[at])
                    at += 1
                break
            yield _limited(folded, text, start, name, one)
            break
        else:
            yield from _limited_behind(folded, text, one)


def _limited_behind(folded: Plain, text: str, one: re.Match[str]) -> Iterator[AmountLimit]:
    """The limit that an amount sets by the words behind it: "10m or more" is at least that."""
    marks = wordlist("records")["amounts"]
    for mark, name in (("more", "least"), ("less", "most")):
        found = re.match(marks[mark], folded.text[one.end() :])
        if found is not None:
            limit = _limited(folded, text, one.start(), name, one)
            end = folded.end(one.end() + found.end() - 1)
            said = " ".join(text[limit.start : end].split())
            yield replace(limit, said=said, end=end)


def _inside(folded: Plain, one: re.Match[str], days: Sequence[DayLimit]) -> bool:
    return any(limit.start < folded.end(one.end() - 1) and folded.start(one.start()) < limit.end for limit in days)


def _limited(
    folded: Plain, text: str, start: int, name: str, one: re.Match[str], other: re.Match[str] | None = None
) -> AmountLimit:
    """The limit that an amount sets behind a word of its side; between two of them where there is another."""
    value, unit, scale = _read_amount(one)
    low, high = (None, value) if name in ("under", "most") else (value, None)
    if other is not None:
        high, unit_too, scale_too = _read_amount(other)
        unit = unit or unit_too
        if scale is None and scale_too is not None:
            low, scale = value.scaleb(scale_too), scale_too
    first, last = folded.start(start), folded.end((other or one).end() - 1)
    said = " ".join(text[first:last].split())
    return AmountLimit(low, high, unit, scale, name in ("over", "under"), said, first, last)


def _read_amount(one: re.Match[str]) -> tuple[Decimal, str, int | None]:
    """The value in single units, what it counts, and its scale where one is named."""
    value, _ = parse_digits(one["digits"].strip())
    words = f"{one['before'] or ''} {one['unit'] or ''} {one['after'] or ''}"
    if re.search(r"%|per ?cent|procent", words):
        return value, "percent", 0
    scaling = read_scaling(words)
    letter = re.fullmatch(r"\s?(m|mn|bn|k)", one["unit"] or "")
    scale = {"m": 6, "mn": 6, "bn": 9, "k": 3}[letter[1]] if letter else scaling.money
    currency = scaling.currency or ("SEK" if re.search(r"\b(?:m|t|md)?kr(?:onor)?\b", words) else "")
    return value.scaleb(scale or 0), currency, scale

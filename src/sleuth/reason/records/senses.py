"""What each word of a question may mean in a list: its rows, a heading, a value of a column, or the list's own name."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from sleuth.findings.records.columns import Column, Kind, period_of, year_of, yes_or_no
from sleuth.findings.records.reading import Records, distinct
from sleuth.language.concepts import (
    Stem,
    ambiguous_in_titles,
    asked_by,
    both_stems,
    is_frame,
    kinds_of_rows,
    shares_stem,
    text_stems,
)
from sleuth.language.countries import country_of, longest_name
from sleuth.language.scale import without_units
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing, merged, read_timing
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.weight import is_legal_form, is_linking
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.states import asks_of_term, lasts, states_asked, status_column, values_in

_LONGEST_RUN = 8  # words of a value that a question says
_SHORT = 6  # words that the values of a column have at most, where a part of one may stand for it
_LEAST_COMPOUND = 3
_LEAST_SHORT = 4  # letters of a word that stands for a longer one: "auto"
_LEAST_LEFT_OUT = 3
_NEAR = 4  # words behind "end" that may name its month
_IN_HEADINGS = frozenset(["contracts", "leases", "loans"])  # rows that only a column may name, by its days
_LIST_ENDINGS = (
    "listan",
    "lista",
    "registret",
    "register",
    "förteckningen",
    "förteckning",
    "tabellen",
    "tabell",
    "boken",
    "bok",
)


class Sense(IntEnum):
    """The part that words play."""

    ROWS = 1  # what a row is
    VALUE = 2  # what a column says
    FLAG = 3  # that a column says yes, or no
    TERM = 6  # that a column's day has passed at the date of the list, or not yet
    HEADING = 4  # a column
    NAME = 5  # the list itself


@dataclass(frozen=True, slots=True)
class Meaning:
    """Some words of a question, by their numbers, in one sense. A higher weight is the likelier."""

    sense: Sense
    words: frozenset[int]
    weight: float
    column: Column | None = None  # None: the table as a whole
    values: tuple[str, ...] = ()
    is_not: bool = False
    is_part: bool = False  # the values say more
    is_list: bool = False  # a word for a list: "the customer list"
    kinds: frozenset[str] = frozenset()  # of rows or columns, as language/data/records.toml names them


@dataclass(frozen=True, slots=True)
class Names:
    """What a list is called: by its own title and sheet, and by its file with all that stands in it."""

    own: tuple[str, ...]
    file: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Every name, without what the file's say of its other tables."""
        return (*(self._of_this(name) for name in self.file), *self.own)

    def _of_this(self, name: str) -> str:
        """A file's name without the things that this table's own names leave out where they say others of them:
        "Patents and permits", of its sheet "Permits"."""
        things = [word for word in tokens(name) if _is_plural(word.text) and not is_frame(word.text, "en")]
        own = frozenset().union(*map(text_stems, self.own))
        others = [word for word in things if not both_stems(word.text) & own]
        if len(others) == len(things):
            return name
        left = name
        for word in reversed(others):
            left = left[: word.start] + left[word.end :]
        return left

    @property
    def stems(self) -> frozenset[Stem]:
        """The stems of all their words."""
        return _called(self.all)

    @property
    def rows(self) -> frozenset[str]:
        """The kinds of rows that its own names say; where they say none, the one kind that its file's name says."""
        of_file = kinds_of_rows(_called(tuple(map(self._of_this, self.file))))
        return kinds_of_rows(_called(self.own)) or (of_file if len(of_file) == 1 else frozenset())


def _called(names: Sequence[str]) -> frozenset[Stem]:
    """The stems of some names' words; of a Swedish "kundlista" also that of its first part."""
    words = [word.text for name in names for word in tokens(name)]
    parts = [part for word in words if (part := without_list(word))]
    said = frozenset().union(*map(text_stems, names), *map(both_stems, parts))
    return said - ambiguous_in_titles()


def meanings_of(asking: Asking, records: Records, names: Names) -> list[Meaning]:
    """What the telling words may mean in a list of some names."""
    found = [
        *_rows(asking, records, names),
        *_values(asking, records),
        *_shortened(asking, records),
        *_countries(asking, records),
        *_lengths(asking, records),
        *_periods(asking, records),
        *_flags(asking, records),
        *_states(asking, records),
        *_headings(asking, records),
        *_names(asking, names),
    ]
    terms = frozenset().union(*(meaning.words for meaning in found if meaning.sense is Sense.TERM))
    kept = [meaning for meaning in found if not (meaning.sense is Sense.HEADING and meaning.words & terms)]
    return [meaning for meaning in kept if meaning.words and not _is_of_the_rows(meaning, found)]


def _is_of_the_rows(meaning: Meaning, found: Sequence[Meaning]) -> bool:
    """Whether words that stand in a part of a value only say what a row is: "Option (customer)" of customers."""
    if meaning.sense is not Sense.VALUE or not meaning.is_part:
        return False
    return any(other.sense is Sense.ROWS and other.column is None and other.words >= meaning.words for other in found)


def _rows(asking: Asking, records: Records, names: Names) -> Iterator[Meaning]:
    """Words that say what a row is: by the heading over the names, by the table's name, or by another column's."""
    called_after = names.rows
    counted = _counted((*names.own, records.named_by.heading))
    said = {word.text.casefold() for name in names.all for word in tokens(name)}
    is_by_time = records.by_time is not None  # then a title says what is counted at each time: a month is no employee
    for number in asking.words:
        word = asking.tokens[number]
        kinds = kinds_of_rows(both_stems(word.text))
        if kinds & counted or number in asking.times:
            continue
        here = frozenset([number])
        for column in records.columns:
            is_kind = column.kind in (Kind.TEXT, Kind.IDENTITY)
            is_month = column.kind is Kind.DAYS and column.index == records.naming
            if not (is_kind or is_month) or not _is_headed(word.text, kinds, column, asking):
                continue
            is_own = column.index == records.naming or column.kind is Kind.IDENTITY
            yield Meaning(Sense.ROWS, here, 3.0 if is_own else 2.0, None if is_own else column, kinds=kinds)
        if kinds & _IN_HEADINGS and _is_of_rows(kinds, records):
            yield Meaning(Sense.ROWS, here, 1.8, None, kinds=kinds)
        is_open = not kinds and not asked_by(word.text) and _is_plural(word.text)  # "sales" asks for a column
        of_title = kinds & called_after or (is_open and word.text.casefold() in said)
        if of_title and not is_by_time:
            yield Meaning(Sense.ROWS, here, 2.4, None, kinds=kinds)


def _counted(texts: Sequence[str]) -> frozenset[str]:
    """The kinds that titles say the cells count: below "Number of employees" a row is a country, no employee."""
    form = rf"(?:{wordlist('records')['totals']['counts']})\s+\w+"
    found = [said for text in texts for said in re.findall(form, text.casefold())]
    return frozenset().union(*(kinds_of_rows(text_stems(said)) for said in found))


def calls(word: str, column: Column, language: str) -> bool:
    """Whether a word says what the rows are that a column names."""
    kinds = kinds_of_rows(both_stems(word))
    return shares_stem(word, column.heading, language) or bool(kinds & kinds_of_rows(text_stems(column.heading)))


def list_words(asking: Asking) -> Iterator[int]:
    """The words before one for a list: the "order" of "order book"."""
    lists = wordlist("records")["one"]["lists"].split()
    for number, word in enumerate(asking.tokens[1:]):
        if word.text.casefold() in lists:
            yield number


def _is_headed(word: str, kinds: frozenset[str], column: Column, asking: Asking) -> bool:
    return shares_stem(word, column.heading, asking.language) or bool(kinds & kinds_of_rows(text_stems(column.heading)))


def _is_of_rows(kinds: frozenset[str], records: Records) -> bool:
    """Whether a column says when each row's contract begins or ends: "Contract until" makes rows contracts too."""
    return any(
        column.kind is Kind.DAYS and kinds & _IN_HEADINGS & kinds_of_rows(text_stems(column.heading))
        for column in records.columns
    )


def _is_plural(word: str) -> bool:
    return word.casefold().endswith(("s", "r", "n", "or", "ar", "er"))


def _values(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Runs of words that are a value of a column, or a part of one.

    A part of a row's name is written with a capital letter, or is several words that only one row has.
    """
    for column in records.columns:
        if column.kind not in (Kind.TEXT, Kind.COUNTRY):
            continue
        values = _Values(distinct(records.rows, column.index), asking.language)
        is_name = column.index in (records.naming, *records.keys)
        for run in _runs(asking):
            telling = frozenset(run) & frozenset(asking.words)
            forms = (tuple(asking.tokens[number].stem for number in run), _said(asking, run))
            if exact := values.equal(forms):
                yield Meaning(Sense.VALUE, telling, 1.0 + 1.5 * len(telling), column, exact)
            elif column is not records.by_time and (is_name or values.longest <= _SHORT) and _may_be_part(asking, run):
                parts = values.holding(forms[1], anywhere=is_name)
                is_sure = not is_name or asking.tokens[run[0]].is_capital
                if parts and (is_sure or (len(parts) == 1 and len(telling) > 1)):
                    weight = 0.6 + 1.4 * len(telling) - 0.1 * len(parts)
                    yield Meaning(Sense.VALUE, telling, weight, column, parts, is_part=True)


def _shortened(asking: Asking, records: Records) -> Iterator[Meaning]:
    """A word that a column prints in short, where the question names the column too: "renew automatically", of a
    column "Renewal" that says "Auto 12m".
    """
    for column in records.columns:
        if column.kind is not Kind.TEXT or column.index == records.naming:
            continue
        heads = [n for n in asking.words if shares_stem(asking.tokens[n].text, column.heading, asking.language)]
        printed = {value: tokens(value) for value in distinct(records.rows, column.index)} if heads else {}
        for number in asking.words:
            if number in heads:
                continue
            word = asking.tokens[number].text.casefold()
            meant = tuple(value for value, words in printed.items() if words and _is_short_for(words[0].text, word))
            if meant:
                yield Meaning(Sense.VALUE, frozenset([number]), 1.4, column, meant, is_part=True)


def _is_short_for(short: str, word: str) -> bool:
    return (
        len(short) >= _LEAST_SHORT and word.startswith(short.casefold()) and len(word) >= len(short) + _LEAST_LEFT_OUT
    )


class _Values:
    """The different values of a column, found by the stems of their words."""

    def __init__(self, values: Iterable[str], language: str) -> None:
        self._stems = {value: tuple(word.stem for word in tokens(value, language)) for value in values}
        self._by_stem: dict[str, list[str]] = {}
        for value, stems in self._stems.items():
            for stem in dict.fromkeys(stems):
                self._by_stem.setdefault(stem, []).append(value)
        self.longest = max(map(len, self._stems.values()), default=0)  # words

    def equal(self, forms: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        """The values that are one of some forms."""
        wanted = set(forms)
        found = (value for form in wanted for value in self._by_stem.get(form[0], ()) if self._stems[value] in wanted)
        return tuple(dict.fromkeys(found))

    def holding(self, said: tuple[str, ...], *, anywhere: bool) -> tuple[str, ...]:
        """The values that have some words."""
        near = self._by_stem.get(said[0], ())
        return tuple(value for value in near if _holds(self._stems[value], said, anywhere=anywhere))


def _may_be_part(asking: Asking, run: Sequence[int]) -> bool:
    """Whether a run may be a part of a value: it begins with a telling word that is no company's legal form."""
    return run[0] in asking.words and not is_legal_form(asking.tokens[run[0]].text)


def _runs(asking: Asking) -> Iterator[tuple[int, ...]]:
    """Words that stand side by side and hold a telling one, the longest first."""
    count = len(asking.tokens)
    for length in range(min(_LONGEST_RUN, count), 0, -1):
        for start in range(count - length + 1):
            run = tuple(range(start, start + length))
            if not frozenset(run).isdisjoint(asking.words):
                yield run


def _said(asking: Asking, run: Sequence[int]) -> tuple[str, ...]:
    """The stems of a run; without the small words inside it, where it has several: "landschefen i Tyskland"."""
    inner = [number for number in run if number in asking.words or number in (run[0], run[-1])]
    return tuple(asking.tokens[number].stem for number in inner)


def _holds(stems: tuple[str, ...], said: tuple[str, ...], *, anywhere: bool) -> bool:
    """Whether a value has some words: two and more in any order; one anywhere in a name, else at its ends."""
    if len(said) > 1 and len(set(said)) == len(said) and set(said) <= set(stems):
        return True
    if not anywhere:
        return said in (stems[: len(said)], stems[-len(said) :])
    return any(stems[at : at + len(said)] == said for at in range(len(stems) - len(said) + 1))


def _countries(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Countries, their adjectives and people, over a column of countries; also such as no row is of."""
    for column in records.columns:
        if column.kind is not Kind.COUNTRY:
            continue
        for run in _runs(asking):
            if len(run) > longest_name():
                continue
            text = " ".join(asking.tokens[number].text for number in run)
            if code := country_of(text):
                values = tuple(value for value in distinct(records.rows, column.index) if country_of(value) == code)
                telling = frozenset(run) & frozenset(asking.words)
                yield Meaning(Sense.VALUE, telling, 1.2 + 1.5 * len(telling), column, values or (text,))


def _lengths(asking: Asking, records: Records) -> Iterator[Meaning]:
    """A number of months, over a column of such: "6 months" under "Notice (m)"."""
    months = re.compile(wordlist("records")["totals"]["months"])
    for number in range(len(asking.tokens) - 1):
        count, unit = asking.tokens[number], asking.tokens[number + 1]
        if not (count.is_number and months.fullmatch(unit.text.casefold().rstrip("'’"))):
            continue
        here = frozenset((number, number + 1)) & frozenset(asking.words)
        for column in records.columns:
            if column.kind is Kind.AMOUNT and months.search(column.heading.casefold()):
                values = tuple(v for v in distinct(records.rows, column.index) if v == count.text)
                yield Meaning(Sense.VALUE, here, 1.0 + 1.5 * len(here), column, values or (count.text,))


def _periods(asking: Asking, records: Records) -> Iterator[Meaning]:
    """A fiscal time, over a column of fiscal periods: "FY25" of the quarters "FY2025-Q1" to "FY2025-Q4"."""
    column = records.by_time
    if column is None or column.kind is Kind.DAYS:
        return
    times = [time for time in find_times(asking.text) if time.timing is not None]
    years = [time for time in times if time.timing and time.timing.year and not time.timing.quarter]
    parts = [time for time in times if time.timing and not time.timing.year]
    if len(years) == len(parts) == 1:  # "FY2024-Q3", "the Q3 waste of FY2024"
        times = [time for time in times if time not in (*years, *parts)]
        yield from _period_meant(asking, records, column, (*years, *parts))
    for time in times:
        yield from _period_meant(asking, records, column, (time,))


def _period_meant(asking: Asking, records: Records, column: Column, times: Sequence[AskedTime]) -> Iterator[Meaning]:
    """The values of a column that lie in a time, which may be said in two places: its year, and the part of it."""
    timing = merged([time.timing for time in times if time.timing is not None])
    here = frozenset(n for n in asking.words for time in times if time.start <= asking.tokens[n].start < time.end)
    is_fiscal = any(_is_fiscal(time.text) for time in times)
    said = distinct(records.rows, column.index)
    inside = [value for value in said if timing and _lies_in(value, timing) and _is_fiscal(value) == is_fiscal]
    by_length: dict[int, list[str]] = {}
    for value in inside:
        by_length.setdefault(_quarters(period_of(value)), []).append(value)
    if here and by_length:  # of a year and its quarters in one column the year, not both
        yield Meaning(Sense.VALUE, here, 1.1 + 1.5 * len(here), column, tuple(by_length[max(by_length)]))


def _quarters(period: Timing | None) -> int:
    """The length of a period in quarters."""
    if period is None or period.quarter:
        return 1
    return 2 if period.half else 4


def _lies_in(printed: str, timing: Timing) -> bool:
    """Whether a printed period is the one asked for, or a part of it."""
    period = period_of(printed)
    if period is None or timing.year != period.year or timing.month != period.month:
        return False
    quarters = {period.quarter} if period.quarter else {2 * period.half - 1, 2 * period.half} if period.half else set()
    if timing.quarter is not None:
        return quarters == {timing.quarter}
    return timing.half is None or (bool(quarters) and quarters <= {2 * timing.half - 1, 2 * timing.half})


def _is_fiscal(text: str) -> bool:
    """Whether a text calls its year a fiscal one: "FY25", "2024/25"."""
    return re.search(r"(?i)\bfy|fiscal|\d\d\s?/\s?\d\d\b|räkenskapsår", text) is not None


def _flags(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words that are the heading of a column of yes and no: "secured", "unsecured", "with a framework agreement"."""
    for column in records.columns:
        if column.kind is not Kind.YES_NO:
            continue
        heads = [w for w in tokens(column.heading, asking.language) if not is_frame(w.text, asking.language)]
        plain = {word.stem for word in heads}
        said = {number: asking.tokens[number] for number in asking.words}
        here = frozenset(number for number, word in said.items() if word.stem in plain)
        denied = frozenset(
            number
            for number, word in said.items()
            if word.text.casefold().startswith("un") and stem_of(word.text[2:] or word.text, asking.language) in plain
        )
        found = {asking.tokens[n].stem for n in here} | {
            stem_of(asking.tokens[n].text[2:], asking.language) for n in denied
        }
        if plain and found == plain:
            is_not = asking.is_negated != bool(denied)
            values = tuple(v for v in distinct(records.rows, column.index) if yes_or_no(v) is not is_not)
            yield Meaning(Sense.FLAG, here | denied, 0.8 + 1.5 * len(plain), column, values, is_not)


def _states(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words that ask for the state of rows: what a column of statuses or remarks says, else by the end of its term."""
    told_by_state = False
    for number in asking.words:
        here = frozenset([number])
        states = states_asked(asking.tokens[number].text)
        for column, values in values_in(states, records) if states else ():
            told_by_state = True
            others = tuple(value for value in distinct(records.rows, column.index) if value not in values)
            yield Meaning(Sense.VALUE, here, 2.6, column, values or others, is_not=not values)
    ends = [column for column in records.columns if column.kind is Kind.DAYS and "expiry" in column.tells]
    if told_by_state or len(ends) != 1 or asking.days or status_column(records) is not None:
        return
    for number in asking.words:
        word = asking.tokens[number].text
        if asks_of_term(word):
            first = number - (word.casefold() == "out")  # "run out"
            here = frozenset((first, number)) & frozenset(asking.words)
            yield Meaning(Sense.TERM, here, 2.6, ends[0], is_not=lasts(word))


def _headings(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words of a column's heading, or that ask for what it tells; a year, where the heading names the same.

    The more of a heading's words the question says, the likelier it is meant: "revenue" is rather "Revenue (SEKk)" than
    "Share of revenue".
    """
    spoken = {word.stem for word in asking.tokens}
    for column in records.columns:
        if column.kind is Kind.UNIT:
            continue
        own = telling_stems(column.heading, asking.language)
        said = len(own & spoken)
        precision = said / len(own) if own else 0.0
        year = year_of(column.heading)
        for number in asking.words:
            word = asking.tokens[number]
            here = frozenset([number])
            if shares_stem(word.text, column.heading, asking.language):
                yield Meaning(Sense.HEADING, here, 1.0 + 0.6 * precision + 0.1 * said, column)
            elif year is not None and any(map(str.isdigit, word.text)) and year_of(word.text) == year:
                yield Meaning(Sense.HEADING, here, 1.6, column)
            elif split := _split_year(asking, number, year):
                yield Meaning(Sense.HEADING, split, 1.6, column)
            elif _is_time_in(asking, number, column):
                yield Meaning(Sense.HEADING, here, 1.2, column)
            elif column.index != records.naming and (kinds := asked_by(word.text) & column.tells):
                yield Meaning(Sense.HEADING, here, 0.9 + 0.2 / max(1, len(own)), column, kinds=kinds)


def _split_year(asking: Asking, number: int, year: int | None) -> frozenset[int]:
    """The words of a year over two that is a heading's, of which this is the first: "23/24"."""
    if year is None or number not in asking.times:
        return frozenset()
    time = next(time for time in find_times(asking.text) if time.start <= asking.tokens[number].start < time.end)
    here = frozenset(n for n in asking.words if time.start <= asking.tokens[n].start < time.end)
    is_first = len(here) > 1 and number == min(here)
    return here if is_first and time.timing is not None and time.timing.year == year else frozenset()


def _is_time_in(asking: Asking, number: int, column: Column) -> bool:
    """Whether a word tells a time of a heading: the days of "Overdue >60 d", the "end" of October in "31 Oct"."""
    forms = wordlist("records")["totals"]
    word, heading = asking.tokens[number].text.casefold(), column.heading
    if re.fullmatch(forms["day"], word):
        return re.search(forms["days"], heading.casefold()) is not None
    if not re.fullmatch(forms["ends"], word):
        return False
    behind = [read_timing(token.text) for token in asking.tokens[number + 1 : number + _NEAR]]
    months = {timing.month for timing in behind if timing is not None} - {None}
    timing = read_timing(heading)
    if timing is None or not (timing.year and timing.month and timing.day):
        return False
    return timing.day == monthrange(timing.year, timing.month)[1] and timing.month in months


def telling_stems(heading: str, language: str) -> frozenset[str]:
    """The stems of a heading's words without units, times and words that only link."""
    timing = read_timing(without_units(heading))
    left = timing.rest if timing is not None and timing.is_time else without_units(heading)
    words = [word for word in tokens(left, language) if not is_linking(word.text, language)]
    return frozenset(word.stem for word in words) or frozenset(word.stem for word in tokens(heading, language))


def _names(asking: Asking, names: Names) -> Iterator[Meaning]:
    """Words of the table's name, its file's or its sheet's: "the cap table", "kundlistan"."""
    called = names.stems
    kinds = kinds_of_rows(called)
    for number in list_words(asking):
        here = frozenset((number, number + 1)) & frozenset(asking.words)
        own = kinds_of_rows(both_stems(asking.tokens[number].text))
        if number in here and (both_stems(asking.tokens[number].text) & called or own & kinds):
            yield Meaning(Sense.NAME, here, 3.2, is_list=True, kinds=own)
    for number in asking.words:
        word = asking.tokens[number]
        own = kinds_of_rows(both_stems(without_list(word.text) or word.text))
        if both_stems(word.text) & called or own & kinds:
            is_list = bool(without_list(word.text))
            yield Meaning(Sense.NAME, frozenset([number]), 0.7, is_list=is_list, kinds=own)


def without_list(word: str) -> str:
    """A Swedish word for a list without that: "kund" of "kundlistan"; "" for other words."""
    folded = word.casefold()
    kept = next((folded.removesuffix(ending) for ending in _LIST_ENDINGS if folded.endswith(ending)), "")
    return kept if len(kept) >= _LEAST_COMPOUND else ""

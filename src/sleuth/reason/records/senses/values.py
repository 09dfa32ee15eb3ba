"""The words of a question that a column of a list says of some rows, in full, in part or in short."""

import re
from collections.abc import Iterable, Iterator, Sequence

from sleuth.findings.records.columns import Column, Kind
from sleuth.findings.records.reading import Records, distinct
from sleuth.language.concepts import shares_stem
from sleuth.language.countries import country_of, longest_name
from sleuth.language.table_query import RowOperation
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.weight import is_legal_form
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning, Sense

_LONGEST_RUN = 8  # words of a value that a question says
_SHORT = 6  # words that the values of a column have at most, where a part of one may stand for it
_LEAST_SHORT = 4  # letters of a word that stands for a longer one: "auto"
_LEAST_LEFT_OUT = 3  # letters of that longer one

_OF_SEVERAL = (RowOperation.LIST, RowOperation.COUNT)


def values_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Runs of words that are a value of a column, or a part of one."""
    by_time = records.by_time
    columns = [column for column in records.columns if column.kind in (Kind.TEXT, Kind.COUNTRY)]
    found = [m for column in columns for m in _values_of(column, asking, records, is_time=column is by_time)]
    narrower = [*_within_wider(found, records)]
    yield from (meaning for meaning in found if meaning not in narrower)


def _values_of(column: Column, asking: Asking, records: Records, *, is_time: bool) -> Iterator[Meaning]:
    """Runs of words that are a value of one column, or a part of one.

    A part of a row's name is written with a capital letter, or is several words that only one row has, or with which
    the names of all those begin that are asked for: "which term loans".
    """
    values = _Values(distinct(records.rows, column.index), asking.language)
    is_name = column.index in (records.naming, *records.keys)
    takes_parts = not is_time and (is_name or values.longest <= _SHORT)
    for run in _runs(asking):
        telling = _telling(run, asking)
        all_stems = tuple(asking.tokens[number].stem for number in run)
        said = _said(asking, run)
        if exact := values.equal((all_stems, said, _in_full(asking, run))):
            yield Meaning(Sense.VALUE, telling, 1.0 + 1.5 * len(telling), column, exact)
            behind = run[-1] + 1
            if behind in asking.words and values.heads_another(asking.tokens[behind].stem, exact):
                yield Meaning(Sense.VALUE, telling | {behind}, 1.6 + 1.5 * len(telling) + 1.5, column, exact)
            continue
        may_be_part = takes_parts and _may_be_part(asking, run) and not _is_no_office(column, asking, run)
        parts = values.holding(said, anywhere=is_name) if may_be_part else ()
        if "position" in column.tells and len(said) == 1:
            parts = values.all_ending(parts, said)  # a "hospital director" is a director, and no hospital
        is_sure = not is_name or asking.tokens[run[0]].is_capital
        is_only_row = len(parts) == 1 and len(telling) > 1
        are_of_kind = asking.operation in _OF_SEVERAL and len(telling) > 1 and values.all_begin(parts, said)
        if parts and (is_sure or is_only_row or are_of_kind):
            weight = 0.6 + 1.4 * len(telling) - 0.1 * len(parts)
            yield Meaning(Sense.VALUE, telling, weight, column, parts, is_part=True)
            if len(parts) == 1 and _is_kind_of_place(column, asking, run[-1] + 1):
                yield Meaning(Sense.VALUE, telling | {run[-1] + 1}, weight + 2.1, column, parts, is_part=True)


def _is_no_office(column: Column, asking: Asking, run: Sequence[int]) -> bool:
    """Whether a run names a place or a company, by the word before it, and a column tells offices: who works at Digital
    need not be the "Managing director Digital".
    """
    before = asking.tokens[run[0] - 1].text.casefold() if run[0] else ""
    return "position" in column.tells and before in wordlist("records")["places"]["before"].split()


def _is_kind_of_place(column: Column, asking: Asking, number: int) -> bool:
    """Whether a word behind the name of a place only says what kind of place it is: the "hospital" of "the Aarhus
    hospital", over a column of sites.
    """
    kinds = wordlist("records")["places"]["kinds"].split()
    is_of_places = any(word.text.casefold() in kinds for word in tokens(column.heading))
    return is_of_places and says_place(asking, number)


def says_place(asking: Asking, number: int) -> bool:
    """Whether a word behind a name written with a capital may only say what kind of place that is."""
    if number not in asking.words or number - 1 not in asking.words:
        return False
    word, before = asking.tokens[number], asking.tokens[number - 1]
    is_kind = word.text in wordlist("records")["places"]["kinds"].split()
    return is_kind and before.is_capital and number > 1


def _runs(asking: Asking) -> Iterator[tuple[int, ...]]:
    """Words that stand side by side and hold a telling one, the longest first."""
    count = len(asking.tokens)
    for length in range(min(_LONGEST_RUN, count), 0, -1):
        for start in range(count - length + 1):
            run = tuple(range(start, start + length))
            if _telling(run, asking):
                yield run


def _telling(run: Sequence[int], asking: Asking) -> frozenset[int]:
    """The telling words among some."""
    return frozenset(run) & frozenset(asking.words)


def _called(value: str, language: str) -> tuple[str, ...]:
    """The stems of a value's words, without the legal form at its end: "Orvik Digital, Lda" is called "Digital"."""
    words = tokens(value, language)
    while len(words) > 1 and is_legal_form(words[-1].text):
        words = words[:-1]
    return tuple(word.stem for word in words)


class _Values:
    """The different values of a column, found by the stems of their words."""

    def __init__(self, values: Iterable[str], language: str) -> None:
        self._stems = {value: tuple(word.stem for word in tokens(value, language)) for value in values}
        self._called = {value: _called(value, language) for value in self._stems}
        self._by_stem: dict[str, list[str]] = {}
        for value, stems in self._stems.items():
            for stem in dict.fromkeys(stems):
                self._by_stem.setdefault(stem, []).append(value)
        self.longest = max(map(len, self._stems.values()), default=0)  # words

    def equal(self, forms: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        """The values that are one of some forms."""
        wanted = dict.fromkeys(forms)
        near = [value for form in wanted for value in self._by_stem.get(form[0], ())]
        return tuple(dict.fromkeys(value for value in near if self._stems[value] in wanted))

    def heads_another(self, stem: str, values: Sequence[str]) -> bool:
        """Whether a word is what another value is a kind of, so that behind one it says nothing more: "long-term sick
        leave" beside "Parental leave".
        """
        near = self._by_stem.get(stem, ())
        return any(len(self._stems[one]) > 1 and self._stems[one][-1] == stem for one in near if one not in values)

    def all_begin(self, values: Sequence[str], said: tuple[str, ...]) -> bool:
        """Whether each of some values begins with some words."""
        return all(self._stems[value][: len(said)] == said for value in values)

    def all_ending(self, values: Sequence[str], said: tuple[str, ...]) -> tuple[str, ...]:
        """The values among some that end with some words; none where others have them elsewhere: of an "HR director"
        and a "Plant director Leith" nothing tells which are all directors.
        """
        ending = tuple(value for value in values if self._called[value][-len(said) :] == said)
        others = (value for value in self._by_stem.get(said[0], ()) if value not in ending)
        is_open = any(said[0] in self._called[value][1:-1] for value in others)
        return () if is_open else ending

    def holding(self, said: tuple[str, ...], *, anywhere: bool) -> tuple[str, ...]:
        """The values that have some words."""
        near = self._by_stem.get(said[0], ())
        forms = {value: dict.fromkeys((self._stems[value], self._called[value])) for value in near}
        return tuple(v for v in near if any(_holds(stems, said, anywhere=anywhere) for stems in forms[v]))


def _holds(stems: tuple[str, ...], said: tuple[str, ...], *, anywhere: bool) -> bool:
    """Whether a value has some words: two and more in any order; one anywhere in a name, else at its ends."""
    if len(said) > 1 and len(set(said)) == len(said) and set(said) <= set(stems):
        return True
    if not anywhere:
        return said in (stems[: len(said)], stems[-len(said) :])
    return any(stems[at : at + len(said)] == said for at in range(len(stems) - len(said) + 1))


def _may_be_part(asking: Asking, run: Sequence[int]) -> bool:
    """Whether a run may be a part of a value: it begins with a telling word that is no company's legal form."""
    return run[0] in asking.words and not is_legal_form(asking.tokens[run[0]].text)


def _said(asking: Asking, run: Sequence[int]) -> tuple[str, ...]:
    """The stems of a run; without the small words inside it, where it has several: "landschefen i Tyskland"."""
    inner = [number for number in run if number in asking.words or number in (run[0], run[-1])]
    return tuple(asking.tokens[number].stem for number in inner)


def _in_full(asking: Asking, run: Sequence[int]) -> tuple[str, ...]:
    """The stems of a run whose words are written out: "veterinarians" for "vets"."""
    full = wordlist("records")["clipped"]
    words = (asking.tokens[number].text.casefold() for number in run)
    return tuple(stem_of(full.get(word, word), asking.language) for word in words)


def _within_wider(found: Sequence[Meaning], records: Records) -> Iterator[Meaning]:
    """The job titles that are also the name of a whole group of staff with more people in it: the group is meant."""
    rows = {one: _rows_of(one, records) for one in found if not one.is_part}
    titles = [one for one in rows if one.column is not None and "position" in one.column.tells]
    for one in titles:
        others = (other for other in rows if other.words == one.words and other.column is not one.column)
        if any(rows[one] < rows[other] for other in others):
            yield one


def _rows_of(meaning: Meaning, records: Records) -> frozenset[int]:
    """The rows that say a value."""
    column = meaning.column
    return frozenset(row.row for row in records.rows if column and row.text(column.index) in meaning.values)


def countries_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Countries, their adjectives and people, over a column of countries; also such as no row is of. Over a column of
    laws, some of which are of no country, only such as a row is of.
    """
    for column in records.columns:
        is_of_laws = column.kind is Kind.TEXT and _is_of_countries(column.heading)
        if column.kind is not Kind.COUNTRY and not is_of_laws:
            continue
        for run in _runs(asking):
            if len(run) > longest_name():
                continue
            text = " ".join(asking.tokens[number].text for number in run)
            code = country_of(text)
            if not code:
                continue
            telling = _telling(run, asking)
            values = tuple(value for value in distinct(records.rows, column.index) if country_of(value) == code)
            if values or not is_of_laws:
                yield Meaning(Sense.VALUE, telling, 1.2 + 1.5 * len(telling), column, values or (text,))


def _is_of_countries(heading: str) -> bool:
    """Whether a heading says that its column names countries, or their laws."""
    said = wordlist("records")["places"]["countries"].split()
    return any(word.text.casefold() in said for word in tokens(heading))


def shortened_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """A word that a column prints in short, where the question names the column too: "renew automatically", of a
    column "Renewal" that says "Auto 12m".
    """
    for column in records.columns:
        if column.kind is not Kind.TEXT or column.index == records.naming:
            continue
        heads = [n for n in asking.words if shares_stem(asking.tokens[n].text, column.heading, asking.language)]
        if not heads:
            continue
        printed = {value: tokens(value) for value in distinct(records.rows, column.index)}
        for number in asking.words:
            if number in heads:
                continue
            word = asking.tokens[number].text.casefold()
            meant = tuple(value for value, words in printed.items() if words and _is_short_for(words[0].text, word))
            if meant:
                yield Meaning(Sense.VALUE, frozenset([number]), 1.4, column, meant, is_part=True)


def _is_short_for(short: str, word: str) -> bool:
    is_long_enough = len(short) >= _LEAST_SHORT and len(word) >= len(short) + _LEAST_LEFT_OUT
    return is_long_enough and word.startswith(short.casefold())


def lengths_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """A number of months, over a column of such: "6 months" under "Notice (m)"."""
    months = re.compile(wordlist("records")["totals"]["months"])
    columns = [column for column in records.columns if column.kind is Kind.AMOUNT]
    of_months = [column for column in columns if months.search(column.heading.casefold())]
    for number in range(len(asking.tokens) - 1):
        count, unit = asking.tokens[number], asking.tokens[number + 1]
        if not (count.is_number and months.fullmatch(unit.text.casefold().rstrip("'’"))):
            continue
        here = _telling((number, number + 1), asking)
        for column in of_months:
            yield Meaning(Sense.VALUE, here, 1.0 + 1.5 * len(here), column, (count.text,))

"""A sentence as a run of tokens: words by their part in it, whole values and whole dates."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from sleuth.evidence.lexicon import any_of, currencies, lexicon
from sleuth.evidence.values import BETWEEN, Quantity
from sleuth.evidence.words import Word
from sleuth.language.dates import Date
from sleuth.language.numbers import NUMBER_WORD, SPELLED_OUT

_MARK = re.compile(r"(?<!\d),|,(?!\d)|[;:()]|(?<=\s)-(?=\s)")
_REPEATED = re.compile(rf"{SPELLED_OUT}\s*\(\s*[$€£¥]?\s*\d")  # "thirty (30) days": the digits are the value
_ENDED = re.compile(r"\s*(?:-?\s*period\s+)?(?:ended|ending|som avslutades)\s+(?:the\s+|den\s+)?")
_FIRST = re.compile(r"(?:first|initial|första)\s+\Z")
_FIRST_HALF = re.compile(r"(?:first\s+half\s+(?:of\s+)?|första\s+halvåret\s+)(?:fiscal\s+)?\Z")
_YEAR_ENDED = re.compile(
    r"(?:fiscal\s+)?years?\s+(?:ended|ending)\s+(?:the\s+)?\Z|(?:(?<=the\s)|fiscal\s+|financial\s+)year\s+to\s+\Z"
)
_OF_YEAR = re.compile(r"\s+(?:of|i|av)\s+(?:the\s+)?")
_SUBJECT_AND = re.compile(r"subject\s+to\s+(?:and|or|,)")  # "subject to and governed by the laws of …"
_AND = re.compile(r"\s*(?:,|and|or|och|eller|,\s*and)\s+(?:the\s+|den\s+)?")
_SAME = re.compile(
    r"(?<!\w)(?:same|samma)\s+(?:quarter|month|kvartal|kvartalet|månad)\s+(?:in\s+|of\s+|i\s+)?(?:fiscal\s+|the\s+)?\Z"
)
_MONTHS = {"month": 1, "quarter": 3, "year": 12}


@dataclass(frozen=True, slots=True)
class Time:
    """A date and how many months end with it; 0 for the date itself."""

    date: Date
    months: int = 0


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a value, a date or a mark. `start` and `end` are offsets in the sentence's plain text."""

    text: str
    stem: str
    sort: str  # value, date, mark, negation, modal, coordinator, subordinator, factive, preposition, free, verb, word
    start: int
    end: int
    capital: bool = False
    amount: Quantity | None = None
    period: Time | None = None

    @property
    def is_content(self) -> bool:
        """Whether it says something by itself."""
        return self.sort in ("word", "verb", "value", "date")

    @property
    def is_denied_limit(self) -> bool:
        """Whether it is a limit worded as a denial: "not exceed 5%"."""
        return self.sort == "value" and self.text.split()[0] in ("not", "never", "inte", "aldrig")

    @property
    def is_verb(self) -> bool:
        """Whether it is a finite verb, an auxiliary among them."""
        return self.sort == "verb" or self.text in words_of("modal") or self.text in _auxiliaries()


@cache
def _auxiliaries() -> frozenset[str]:
    return words_of("free") & kind("finite")


@cache
def words_of(name: str) -> frozenset[str]:
    """A list of the alignment's lexicon."""
    return frozenset(lexicon("alignment")[name])


def first_verb(tokens: Sequence[Token]) -> int:
    """The place of the first verb; 0 where there is none."""
    return next((at for at, token in enumerate(tokens) if token.is_verb), 0)


def is_stance(token: Token) -> bool:
    """Whether a word tells an opinion, a plan or a forecast, and names no document."""
    return token.text in words_of("stance") and token.text not in words_of("instrument")


_SORTS = ("negation", "modal", "coordinator", "subordinator", "factive", "preposition", "free")


def tokenize(
    text: str,
    words: Sequence[Word],
    quantities: Sequence[Quantity],
    times: Sequence[tuple[int, int, Time]],
    capitals: frozenset[int],
) -> tuple[Token, ...]:
    """The tokens of one sentence (plain text) in order. `capitals` are the offsets of words written with a capital."""
    spans = list(_spans(text, quantities, times))
    taken = [(start, end) for start, end, _ in spans]
    found = [
        Token(text[start:end], "", "value" if isinstance(item, Quantity) else "date", start, end, False,
              item if isinstance(item, Quantity) else None, item if isinstance(item, Time) else None)
        for start, end, item in spans
    ]  # fmt: skip
    found += [
        Token(mark[0], "", "mark", mark.start(), mark.end())
        for mark in _MARK.finditer(text)
        if not _inside(mark.start(), taken)
    ]
    free = [word for word in words if not _inside(word.start, taken) and _REPEATED.match(text, word.start) is None]
    for index, word in enumerate(free):
        apart = index and any(free[index - 1].end <= start < word.start for start, _ in taken)
        before = free[index - 1].text if index and not apart else ""
        after = free[index + 1].text if index + 1 < len(free) else ""
        month = word.text == "may" and word.start in capitals and index
        sort = "word" if month else _sort(before, word, after, text)
        found.append(Token(word.text, word.stem, sort, word.start, word.end, word.start in capitals))
    return tuple(sorted(found, key=lambda token: (token.start, token.end)))


def _inside(at: int, taken: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in taken)


def _spans(
    text: str, quantities: Sequence[Quantity], times: Sequence[tuple[int, int, Time]]
) -> Iterator[tuple[int, int, Quantity | Time]]:
    yield from times
    own = [(quantity.start, quantity.end) for quantity in quantities]
    for quantity in quantities:
        start = _with_bound(text, quantity)
        yield quantity.start if _inside(start, own) else start, quantity.end, quantity


def periods(text: str, quantities: Sequence[Quantity], dates: Sequence[Date]) -> tuple[tuple[int, int, Time], ...]:
    """Where dates stand, with "three months ended" before them or "first nine months of", and what they name."""
    found = _with_years(text, list(_periods(text, quantities, dates)))
    return tuple(sorted([*found, *_other_years(text, found)], key=lambda time: time[0]))


@cache
def _years_beside(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of(lexicon('alignment')[name])}(?!\w)")


def _other_years(text: str, found: Sequence[tuple[int, int, Time]]) -> Iterator[tuple[int, int, Time]]:
    """ "The same quarter a year earlier", "the following year": the one date that is named, a year before or after."""
    dated = [time for _, _, time in found if time.date.year]
    if len(dated) != 1 or dated[0].date.year is None:
        return
    named = dated[0].date
    for name, years in (("year_before", -1), ("year_after", 1)):
        for phrase in _years_beside(name).finditer(text):
            year = (named.year or 0) + years
            date = replace(named, year=year, start=phrase.start(), end=phrase.end(), text=phrase[0])
            yield phrase.start(), phrase.end(), Time(date, dated[0].months)


def _periods(text: str, quantities: Sequence[Quantity], dates: Sequence[Date]) -> Iterator[tuple[int, int, Time]]:
    for date in dates:
        start, months = date.start, 0
        for quantity in quantities:
            if quantity.unit not in ("month", "quarter", "year", "week") or quantity.end > date.start:
                continue
            between = text[quantity.end : date.start]
            opening = _FIRST.search(text, 0, quantity.start)
            if _ENDED.fullmatch(between) or (opening and _OF_YEAR.fullmatch(between)):
                weeks = quantity.unit == "week"
                count = int(quantity.value)
                months = round(count / 4.33) if weeks else count * _MONTHS[quantity.unit]
                start = opening.start() if opening and _OF_YEAR.fullmatch(between) else quantity.start
        half = _FIRST_HALF.search(text, 0, start)
        if half and not months:
            start, months = half.start(), 6
        yearly = _YEAR_ENDED.search(text, 0, start)
        if yearly and not months:
            start, months = yearly.start(), 12
        yield start, date.end, Time(date, months)


def _with_years(text: str, found: list[tuple[int, int, Time]]) -> list[tuple[int, int, Time]]:
    """In "the nine months ended September 30, 2022 and 2023" each year has the day and the length."""
    whole = list(found)
    for index in range(1, len(whole)):
        (_, end, before), (start, stop, here) = whole[index - 1], whole[index]
        bare = here.date.month is None and here.date.quarter is None and not here.months
        again = _SAME.search(text, end, start)
        if bare and again and (before.date.month or before.date.quarter):
            date = replace(before.date, year=here.date.year, start=again.start(), end=stop)
            whole[index] = (again.start(), stop, Time(date, before.months))
        elif bare and (before.date.month or before.date.quarter) and _AND.fullmatch(text[end:start]):
            date = replace(before.date, year=here.date.year, start=here.date.start, end=here.date.end)
            whole[index] = (start, stop, Time(date, before.months))
    for index in range(len(whole) - 2, -1, -1):
        (start, end, here), (following, _, after) = whole[index], whole[index + 1]
        if here.date.year is None and after.date.year and _AND.fullmatch(text[end:following]):
            whole[index] = (start, end, Time(replace(here.date, year=after.date.year), here.months))
    return whole


@cache
def _bounds() -> tuple[tuple[str, re.Pattern[str]], ...]:
    between = rf"{BETWEEN}(?:{SPELLED_OUT}\s+)?\(?[$€£¥]?\s*\Z"
    return tuple(
        (kind, re.compile(rf"(?<!\w){any_of(words['before'])}\s+{between}"))
        for kind, words in lexicon("bounds").items()
    )


@cache
def _currency() -> re.Pattern[str]:
    codes = (word for word in currencies() if word.isalpha() and len(word) <= 4)
    return re.compile(rf"(?<!\w){any_of(codes)}\s*\Z")


def _with_bound(text: str, quantity: Quantity) -> int:
    """Where a value begins with the words that bound it: "up to 0.45%" is one value."""
    currency = _currency().search(text, max(0, quantity.start - 8), quantity.start)
    start = currency.start() if currency else quantity.start
    for bound, pattern in _bounds():
        if bound == quantity.bound and (found := pattern.search(text, max(0, start - 40), start)):
            return found.start()
    return start


def _sort(before: str, word: Word, after: str, text: str) -> str:
    if word.text.endswith(("n't",)):
        return "negation"
    if word.text in ("non", "icke", "ej") and text[word.end : word.end + 1] == "-":
        return "word"
    governed = _SUBJECT_AND.match(text, word.start) is not None
    if word.text in ("provided", "subject") and (governed or after not in ("that", "to", "however")):
        return "verb" if is_finite(before, word, after) else "word"
    if word.text == "om" and not _opens_clause(text, word.end):
        return "preposition"
    for sort in _SORTS:
        if word.text in words_of(sort):
            return sort
    return "verb" if is_finite(before, word, after) else "word"


def _opens_clause(text: str, at: int) -> bool:
    """Whether a Swedish "om" is an "if": it has a verb of its own, as far as the next mark."""
    following = re.split(r"[,.;:]|(?<!\w)(?:och|men|som|att)(?!\w)", text[at:], maxsplit=1)[0].split()
    return (
        following[:1] != []
        and following[0] not in ("hur", "vad", "vem", "när", "var")
        and any(
            word in kind("finite") or word in words_of("modal") or word.endswith(("ade", "ades"))
            for word in following[1:]
        )
    )


@cache
def kind(name: str) -> frozenset[str]:
    """The words of one kind in the lexicon of verbs and joints."""
    return frozenset(lexicon("verbs")[name])


def is_finite(before: str, word: Word, after: str) -> bool:
    """Whether a word is a finite verb, as far as its form and its neighbours tell."""
    if before in kind("before_noun"):
        return before in ("det", "den", "de", "detta", "this") and word.text in kind("finite")
    listed = word.text in kind("finite") or word.text in kind("either") or word.text in words_of("past")
    if listed or _stands_as_verb(before, word, after):
        return True
    return word.text.endswith(tuple(kind("ending"))) and word.text not in kind("not_past") and len(word.text) > 4


def _stands_as_verb(before: str, word: Word, after: str) -> bool:
    """Verbs that no list holds: after "we" or "they", before "that", or with an -s before an article."""
    if not before or word.text in kind("never_verb"):
        return False
    if before in kind("subject") or after in ("that", "att"):
        return True
    if word.text.endswith("s") and before in kind("coordinator") and after in words_of("preposition"):
        return True
    plural = before.endswith("s") and not word.text.endswith("s") and re.fullmatch(NUMBER_WORD, after) is not None
    return plural or (word.text.endswith("s") and len(word.text) > 3 and after in kind("article"))

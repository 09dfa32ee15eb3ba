"""The limits that an agreement sets for a measure, with the days until which each holds: financial covenants."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from sleuth.language.dates import read_dates
from sleuth.language.days import Days, days_of, read_days
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.sentences import ends_sentence
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist

_NUMBER = r"(?P<value>\d+(?:[.,]\d+)?)\s*(?P<unit>:\s*1\b|x\b|times\b|gånger\b|%|per ?cent\b)"
_SAID = wordlist("limits")
_ITEM = r"(?:\([a-z]{1,3}\)\s*)?"  # "(a) 3.75:1 on 31 January 2026; (b) 3.50:1 on …"
_BOUND = re.compile(
    rf"(?:(?P<most>{_SAID['bounds']['most']})|(?P<least>{_SAID['bounds']['least']}))\s*:?\s*{_ITEM}{_NUMBER}",
    re.IGNORECASE,
)
_THEN = re.compile(
    rf"(?:[,;]|\band\b|\boch\b|\bthen\b)(?:[,;\s]|\band\b|\boch\b|\bthen\b)*{_ITEM}{_NUMBER}", re.IGNORECASE
)
_OPENS = re.compile(_SAID["bounds"]["opens"], re.IGNORECASE)
_GOES_ON = re.compile(_SAID["bounds"]["goes_on"], re.IGNORECASE)
_AT = re.compile(_SAID["bounds"]["at"], re.IGNORECASE)
_UNTIL = re.compile(_SAID["bounds"]["until"], re.IGNORECASE)
_AFTER = re.compile(_SAID["bounds"]["after"], re.IGNORECASE)
_ON = re.compile(_SAID["bounds"]["on"], re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")  # "(both included)"
_TO = re.compile(_SAID["bounds"]["to"], re.IGNORECASE)
_STEP = re.compile(rf"^(?P<when>[^\n]*[^\s|])[ \t|]+{_NUMBER}[ \t|]*$", re.MULTILINE | re.IGNORECASE)
_ENDS = re.compile(r"[.!?](?=\s|\Z)|\n\s*\n|\n(?=\([a-z]{1,4}\)\s)|(?<=\d)\s+(?=\d{1,2}\.\d{1,2}\.?\s+[A-ZÅÄÖ“\"])")
_FEWEST_STEPS = 2  # of a table
_DAY = timedelta(days=1)
_SHORTEST = 20  # characters of a sentence


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that one sentence sets for a measure."""

    metric: str  # a key of the lexicon
    value: Decimal
    unit: str  # times or percent
    is_most: bool  # at most; else at least
    since: date | None  # exclusive; None: from the beginning
    until: date | None  # inclusive; None: without an end
    is_rule: bool  # an agreement's "shall not exceed"; else it tells of a limit: "a maximum of 3.50x"
    start: int  # of the sentence, in characters of its text
    end: int

    def holds_at(self, day: date) -> bool:
        """Whether it is the limit of a day."""
        return (self.since is None or day > self.since) and (self.until is None or day <= self.until)

    def is_met(self, value: Decimal) -> bool:
        """Whether a figure keeps within it."""
        return value <= self.value if self.is_most else value >= self.value


def read_limits(text: str) -> list[Limit]:
    """The limits that the sentences of a text set, each of a known measure and with its end."""
    return [limit for start, end in sentences(text) for limit in _limits(text[start:end], start, end)]


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text: inclusive start, exclusive end. An empty line ends one too, the next of a list, and the
    number of the next clause: "… 2.75:1 8.2 Interest Cover …"."""
    begin = 0
    for found in _ENDS.finditer(text):
        is_end = found[0].isspace() or ends_sentence(text, found.start(), begin)
        if is_end:
            yield from _trimmed(text, begin, found.end())
            begin = found.end()
    yield from _trimmed(text, begin, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    said = text[start:end]
    left = start + len(said) - len(said.lstrip())
    right = end - (len(said) - len(said.rstrip()))
    if right - left >= _SHORTEST:
        yield left, right


def _limits(sentence: str, start: int, end: int) -> Iterator[Limit]:
    if stepped := list(_stepped(sentence, start)):
        yield from stepped
        return
    line = " ".join(sentence.split())
    bound = _BOUND.search(line)
    if bound is None or re.search(_SAID["bounds"]["condition"], line[: bound.start()], re.IGNORECASE):
        return
    before = [said.end() for said in re.finditer(_NUMBER, line[: bound.start()])]
    metric = _measure(line[before[-1] if before else 0 : bound.start()])  # behind a number another limit is named
    unit = "percent" if bound["unit"].strip()[:1] in "%p" else "times"
    if not metric:
        return
    is_rule = re.match(_SAID["bounds"]["rules"], bound[0].casefold()) is not None
    steps = [bound, *_THEN.finditer(line, bound.end())]
    since: date | None = None
    ends = [step.start() for step in steps[1:]]
    behind = [line[step.end() : end] for step, end in zip(steps, [*ends, len(line)], strict=True)]
    if (spans := _spans_behind(behind)) is not None:
        for step, (opened, closed) in zip(steps, spans, strict=True):
            value = Decimal(step["value"].replace(",", "."))
            yield Limit(metric, value, unit, bound["most"] is not None, opened, closed, is_rule, start, end)
        return
    for number, (step, between) in enumerate(zip(steps, behind, strict=True)):
        is_last = number + 1 == len(steps)
        opens, until = _stretch(between) or (since, _last_day(between))
        if until is None and not is_last:
            return  # until when the first holds is not told
        is_open = is_last and opens == since  # the last one holds on, unless both its ends are told
        value, last = Decimal(step["value"].replace(",", ".")), None if is_open else until
        yield Limit(metric, value, unit, bound["most"] is not None, opens, last, is_rule, start, end)
        since = until


def _spans_behind(texts: Sequence[str]) -> list[tuple[date | None, date | None]] | None:
    """After which day and until which each step holds, where each is followed by the day from which it does ("3.25x
    from 31 March 2025 and 2.75x from 30 September 2026"), or by the day on which it is tested ("3.75:1 on 31 January
    2026; 3.50:1 on 31 July 2026 and each test date thereafter"); None where one is followed by neither.
    """
    opened = [_opening(text) for text in texts]
    if all(opened):
        firsts = [one - _DAY for one in opened if one]
        in_order = all(one < other for one, other in pairwise(firsts))
        return list(zip(firsts, [*firsts[1:], None], strict=True)) if in_order else None
    tested = [_test_day(text) for text in texts]
    spans: list[tuple[date | None, date | None]] = []
    for text, day in zip(texts, tested, strict=True):
        if day is None:
            return None
        goes_on = text is texts[-1] and _GOES_ON.search(text) is not None
        spans.append((day - _DAY, None if goes_on else day))
    return spans


def _opening(text: str) -> date | None:
    """The one day that is named behind a number, where a limit holds from it on."""
    days = _days_in(text)
    is_bounded = _UNTIL.search(plain(text).text) is not None
    return days[0].first if len(days) == 1 and _OPENS.search(plain(text).text) and not is_bounded else None


def _test_day(text: str) -> date | None:
    """The one day right behind a number, where a limit is tested on it."""
    days = _days_in(text)
    is_day = len(days) == 1 and days[0].first == days[0].last
    is_bounded = _UNTIL.search(plain(text).text) is not None  # "on any Test Date up to 31 March 2026"
    return days[0].first if is_day and not is_bounded and _AT.match(plain(text).text) else None


def _stepped(sentence: str, start: int) -> Iterator[Limit]:
    """The limits of a table of steps, which the words over it set: "shall not exceed the ratio below: / 31 March 2024 –
    31 December 2024 3.00:1 / Thereafter 2.00:1". Each runs from the start of these words to the end of its row."""
    rows = list(_STEP.finditer(sentence))
    over = " ".join(sentence[: rows[0].start()].split()) if rows else ""
    sides = [side for side in ("most", "least") if re.search(_SAID["bounds"][side], over, re.IGNORECASE)]
    metric = _measure(over)
    steps = _spans([row["when"] for row in rows])
    if len(rows) < _FEWEST_STEPS or len(sides) != 1 or not metric or len(steps) != len(rows):
        return
    said = re.search(_SAID["bounds"][sides[0]], over, re.IGNORECASE)
    is_rule = said is not None and re.match(_SAID["bounds"]["rules"], said[0].casefold()) is not None
    for row, (since, until) in zip(rows, steps, strict=True):
        unit = "percent" if row["unit"].strip()[:1] in "%p" else "times"
        value = Decimal(row["value"].replace(",", "."))
        yield Limit(metric, value, unit, sides[0] == "most", since, until, is_rule, start, start + row.end())


def _spans(steps: Sequence[str]) -> list[tuple[date | None, date | None]]:
    """After which day each step of a table holds, and until which; those before the first that does not tell it."""
    found: list[tuple[date | None, date | None]] = []
    for text in steps:
        span = _span(text.strip(), found[-1][1] if found else None)
        if span is None:
            return found
        if found and found[-1][1] is None:  # "from 31 March 2025", until the next begins
            found[-1] = found[-1][0], span[0]
        found.append(span)
    return found


def _span(text: str, before: date | None) -> tuple[date | None, date | None] | None:
    """After which day a step holds, and until which, where the one before it ends; None where that is not told."""
    text, onwards = _ON.subn("", _ASIDE.sub("", text).strip())
    opened, ended = _AFTER.match(text), _UNTIL.match(text)
    mark = opened or ended
    parts = [part for part in _TO.split(text[mark.end() :] if mark else text) if part.strip()]
    days = [one for part in parts if (one := read_days(part)) is not None]
    if len(days) != len(parts) or len(days) > len(Days._fields):
        return None
    if not days:
        return (before, None) if opened and before else None
    if ended:
        return before, days[-1].last
    return days[0].first - _DAY, None if (opened or onwards) and len(days) == 1 else days[-1].last


def _measure(before: str) -> str:
    """The measure of the lexicon that the words before a limit name first."""
    named = find_measures(tokens(before, "en"), default_lexicon(), "en")
    keys: Sequence[str] = [key for one in named for key in one.measure.keys if key in _KINDS]
    return keys[0] if keys else ""


_KINDS = tuple(_SAID["measures"])


def read_bound(text: str) -> tuple[Decimal, bool] | None:
    """The number of a cell that states a limit, and whether it is an upper one: "max 3.00x", "min 12%"."""
    bound = _BOUND.search(text)
    return (Decimal(bound["value"].replace(",", ".")), bound["most"] is not None) if bound else None


def read_tested(sentence: str, limit: Limit, day: date) -> Decimal | None:
    """What a measure was on a day, where a sentence opens with that day and tells the figure right before its limit.

    "Covenants at 31 March 2025: Leverage 2.10x, limit 3.00x; Interest Cover 5.0x, minimum 4.0x"
    """
    line = " ".join(sentence.split())
    dates = read_dates(plain(line).text)
    spans = [days_of(one) for one in dates]
    if not spans or spans[0] is None or spans[0].first != day or spans[0].last != day:
        return None
    for found in _TESTED.finditer(line):
        clause = re.split(r"[;:]", line[: found.start()])[-1]
        named = _measure(clause) or _measure(line[: found.start()])
        if named == limit.metric and Decimal(found["limit"].replace(",", ".")) == limit.value:
            return Decimal(found["figure"].replace(",", "."))
    return None


_TESTED = re.compile(
    r"(?P<figure>\d+[.,]\d+)\s*(?:x|times|:\s?1|to 1)[,;(]?\s*(?:(?:against|vs\.?|with) )?(?:(?:a|the) )?"
    r"(?:limit|max(?:imum)?|covenant(?: limit| maximum)?|gräns)(?: of)?:?\s*"
    r"(?P<limit>\d+[.,]\d+)\s*(?:x|times|:\s?1|to 1)",
    re.IGNORECASE,
)


def _stretch(text: str) -> tuple[date, date] | None:
    """After which day and until which a limit holds, where the words behind it name both: "from … to …"."""
    days = _days_in(text)
    if len(days) != _ENDS_OF_STRETCH or not re.search(_SAID["bounds"]["stretch"], plain(text).text):
        return None
    return days[0].first - _DAY, days[1].last


_ENDS_OF_STRETCH = 2


def _last_day(text: str) -> date | None:
    """The day up to which a limit holds, where the words behind it say so."""
    if not _UNTIL.search(plain(text).text):
        return None
    days = _days_in(text)
    return days[0].last if len(days) == 1 else None


def _days_in(text: str) -> list[Days]:
    """The days that the dates in a text stand for, in their order."""
    return [days for found in read_dates(plain(text).text) if (days := days_of(found)) is not None]

"""What a message does with the figures of earlier answers: their change, sum, ratio; and which figures it means."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from sleuth.agents.analyst.dialogue.given import Given, is_bare, places_of
from sleuth.agents.analyst.phrases import data
from sleuth.language.glyphs import plain
from sleuth.language.query import Operation
from sleuth.language.tokens import stem_of
from sleuth.reason.understand.figures import read_query

_YEAR = re.compile(r"\b(?:fy\s?)?((?:19|20)\d\d|\d\d(?=\b)(?<=fy\d\d))\b")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")


class Reckoning(StrEnum):
    """What can be computed from figures that were given."""

    CHANGE = "change"  # later less earlier
    PERCENT_CHANGE = "percent_change"
    DIFFERENCE = "difference"  # of two, whatever they are
    SUM = "sum"
    AVERAGE = "average"
    RATIO = "ratio"
    SCALED = "scaled"  # by a number that the message states


@dataclass(frozen=True, slots=True)
class Wish:
    """A reckoning that a message asks for."""

    reckoning: Reckoning
    years: tuple[int, ...] = ()  # that it names
    how: str = ""  # of SCALED: "/", "*", "-", "+"
    by: str = ""  # and the number
    says_more: bool = False  # it sets the result against something else: "the difference over the total value"
    is_other_time: bool = False  # it names a time that the figures may not have: "the year before"


def wish_of(message: str, given: Sequence[Given], language: str) -> Wish | None:
    """The reckoning that a message asks for; None where it names a matter of its own, which must be looked up."""
    form = plain(message).text.replace("’", "'")
    for reckoning, patterns in _operations():
        found = next((match for says in patterns if (match := says.search(form))), None)
        if found is None:
            continue
        years = tuple(int(year) for year in _YEAR.findall(form) if len(year) == 4)
        if not _says_only(form, given, language):
            return None
        if reckoning is Reckoning.SCALED:
            return Wish(reckoning, years, _HOW[found["how"]], found["by"].replace(",", "").rstrip("."))
        says_more = reckoning is not Reckoning.PERCENT_CHANGE and _AGAINST.search(form) is not None
        return Wish(reckoning, years, says_more=says_more, is_other_time=_OTHER_TIME.search(form) is not None)
    return _bare_growth(message, form, given, language)


def _bare_growth(message: str, form: str, given: Sequence[Given], language: str) -> Wish | None:
    """The growth between figures that were given, where a message asks for growth in no other words.

    "So growth of how much?", "what growth is that?". None where it names a time or a matter of its own.
    """
    asked = read_query(message, language)
    if asked.operation is not Operation.GROWTH or asked.times or not _says_only(form, given, language):
        return None
    return Wish(Reckoning.PERCENT_CHANGE)


_HOW = {
    "divided by": "/", "delat med": "/", "times": "*", "multiplied by": "*", "gånger": "*", "less": "-", "minus": "-",
    "plus": "+",
}  # fmt: skip
_OTHER_TIME = re.compile(
    r"\b(?:year before|prior year|previous year|last year|year earlier|året innan|föregående år|förra året)\b"
)


_AGAINST = re.compile(
    r"\b(?:over|relative to|in relation to|excluding|of) (?:the|this|that) "
    r"(?!two\b|years?\b|period|time|\w+ years|same)"
)


def _says_only(form: str, given: Sequence[Given], language: str) -> bool:
    """Whether a message says nothing but the reckoning, times, and words by which a figure was asked for."""
    known = set(data("dialogue")["reckoned"]["words"].split())
    spoken = " ".join(f"{one.label} {one.name} {one.when}" for one in given).casefold()
    named = {stem_of(word, language) for word in _WORD.findall(spoken)}
    return all(word in known or stem_of(word, language) in named for word in _WORD.findall(form))


def is_against_year_before(wish: Wish, given: Sequence[Given]) -> bool:
    """Whether a change is asked for, and the figure that it is from is not among those given.

    "How far down is that?" after one figure means: from the year before; "down from 2022?" from that year.
    """
    if wish.is_other_time:
        return True
    is_change = wish.reckoning in (Reckoning.CHANGE, Reckoning.PERCENT_CHANGE)
    if not is_change or wish.says_more or not given:
        return False
    figures = [one for one in given if not one.is_reckoned]
    if wish.years:
        return len(wish.years) == 1 and bool(figures) and _is_missing_before(wish.years[0], figures)
    return bool(figures) and not any(_same_measure(one, figures[-1]) for one in figures[:-1])


def _is_missing_before(year: int, figures: Sequence[Given]) -> bool:
    """Whether a year lies before that of the last figure, and no figure of the same measure is of it."""
    last = figures[-1]
    return year < last.order[0] and not any(_same_measure(one, last) and one.order[0] == year for one in figures)


def operands(wish: Wish, given: Sequence[Given]) -> tuple[Given, ...]:
    """The figures that a reckoning takes, the earlier first; none where it is not certain which."""
    if wish.says_more:
        return ()
    if wish.reckoning is Reckoning.SCALED:
        return (given[-1],) if given else ()
    figures = [one for one in given if not one.is_reckoned]
    if wish.reckoning in (Reckoning.SUM, Reckoning.AVERAGE):
        return _alike(figures, wish)
    if wish.reckoning in (Reckoning.CHANGE, Reckoning.PERCENT_CHANGE):
        return _of_two_times(figures, wish)
    two = tuple(figures[-2:])
    return two if len(two) == 2 and _agree(two) else ()


def _of_two_times(figures: Sequence[Given], wish: Wish) -> tuple[Given, ...]:
    """The last figure and the latest other one of the same measure at another time, in the order of time."""
    if not figures:
        return ()
    last = figures[-1]
    others = [one for one in figures[:-1] if _same_measure(one, last) and one.order != last.order and one.order[0]]
    if wish.years:
        others = [one for one in others if {one.order[0], last.order[0]} >= set(wish.years[-2:])]
    if not others or not last.order[0] or (len({one.order for one in others}) > 1 and len(wish.years) < 2):
        others = others[-1:] if _are_asked_together(others, last, figures) else []
    if not others:
        return ()
    pair = sorted((others[-1], last), key=lambda one: one.order)
    if len(wish.years) == 1 and pair[0].order[0] != wish.years[0]:
        return ()  # "the change over the 2014 value" is a change from 2014
    return tuple(pair) if _agree(pair) else ()


def _are_asked_together(others: Sequence[Given], last: Given, figures: Sequence[Given]) -> bool:
    """Whether the other figure was given right before the last one."""
    return bool(others) and len(figures) > 1 and others[-1] is figures[-2] and bool(last.order[0])


def _same_measure(one: Given, other: Given) -> bool:
    return one.label == other.label and one.unit == other.unit


def _alike(figures: Sequence[Given], wish: Wish) -> tuple[Given, ...]:
    """The figures at the end of the conversation that count the same: of one measure, or in one unit."""
    if wish.years:
        chosen = [one for one in figures if one.order[0] in wish.years]
        return tuple(chosen) if len(chosen) == len(set(wish.years)) and _agree(chosen) else ()
    run: list[Given] = []
    for one in reversed(figures):
        if run and not _same_measure(one, run[-1]):
            break
        run.insert(0, one)
    return tuple(run) if len(run) > 1 and _agree(run) else ()


def _agree(figures: Sequence[Given]) -> bool:
    """Whether figures may be reckoned with each other: of one unit; without a unit only from one page."""
    if len({one.unit for one in figures}) != 1:
        return False
    bare = [one for one in figures if is_bare(one)]
    return not bare or len(set.union(*(places_of(one) for one in bare))) == 1


@lru_cache(maxsize=1)
def _operations() -> tuple[tuple[Reckoning, tuple[re.Pattern[str], ...]], ...]:
    rows = data("dialogue")["operation"]
    return tuple((Reckoning(row["name"]), tuple(re.compile(says) for says in row["says"])) for row in rows)

"""Completes a follow-up question by the one before: "And in 2022?", "What about operating income?"."""

import re

from sleuth.language.dates import read_dates
from sleuth.language.glyphs import plain
from sleuth.language.weight import detect_language

_ABOUT = r"(?:(?:what|how)\s+about|what\s+of|hur\s+(?:är|var)\s+det\s+med)\b"
_OPENING = re.compile(
    rf"\s*(?:(?:and|but|och|men)\b,?\s*(?:{_ABOUT})?|{_ABOUT})\s*"
    r"(?:(?:for|in|on|at|of|during|the|för|i|på|under|den|det)\b\s*)?",
    re.IGNORECASE,
)
_ASKS = re.compile(  # what opens a question that stands alone, if only without its "and"
    r"(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|does|do|did|has|have|had|can|could|may|must|shall"
    r"|should|will|would|vad|vilken|vilket|vilka|vem|vems|när|var|varför|hur|är|blev|har|hade|kan|kunde|får|fick|ska"
    r"|skall|måste|finns)\b",
    re.IGNORECASE,
)
_ASKS_AMOUNT = re.compile(
    r"(?:how|hur)\s+(?:much|many|large|big|high|mycket|många|stora?|stort|höga?|högt)\b", re.IGNORECASE
)
_ASKING = re.compile(r"\s*(?:what|which|vad|vilken|vilket|vilka)\s+(?:was|were|is|are|var|är|blev)\b", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?:\s+(?:in|for|during|on|at|as of|för|under|i|per|den))?(?:\s+the)?\s*\Z", re.IGNORECASE)


def complete(question: str, before: str) -> str:
    """`question`, or what it means after the question `before`, where it cannot stand alone."""
    opening = _OPENING.match(question)
    if not opening:
        return question
    rest = question[opening.end() :].rstrip(" ?.!")
    if not rest:
        return before
    ours, theirs = _periods(question), _periods(before)
    if ours and not _besides(question, opening.end(), ours):
        return _put_period(before, theirs, _shown(question, ours))
    period = _shown(before, theirs) if theirs and not ours else ""
    if not _ASKS.match(rest):
        return f"{_asking(before)} {rest}{period}?"
    return f"{rest[:1].upper()}{rest[1:]}{period if _ASKS_AMOUNT.match(rest) else ''}?"


def _periods(text: str) -> tuple[int, int] | None:
    """Where the text names its time, with the preposition before it."""
    form = plain(text)
    dates = read_dates(form.text)
    if not dates:
        return None
    start = form.start(dates[0].start)
    before = _PREPOSITION.search(text[:start])
    return (before.start() if before else start), form.end(dates[-1].end - 1)


def _shown(text: str, place: tuple[int, int]) -> str:
    return " " + text[slice(*place)].strip()


def _besides(question: str, opened: int, place: tuple[int, int]) -> bool:
    """Whether a follow-up asks for anything but its time."""
    named = question[slice(*place)]
    return any(word not in named for word in re.findall(r"[^\W\d_]{3,}", question[opened:]))


def _put_period(before: str, place: tuple[int, int] | None, period: str) -> str:
    if place is None:
        return f"{before.rstrip(' ?.!')}{period}?"
    return f"{before[: place[0]]}{period}{before[place[1] :]}"


def _asking(before: str) -> str:
    """The opening of the question before, up to its verb: "What was"."""
    if found := _ASKING.match(before):
        return found[0].strip()
    return "Vad är" if detect_language(before) == "sv" else "What is"

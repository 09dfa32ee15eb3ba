"""Completes a follow-up question by the one before: "And in 2022?", "What about operating income?"."""

import re

from sleuth.evidence.dates import read_dates
from sleuth.evidence.glyphs import plain

_OPENING = re.compile(
    r"\s*(?:and|but|so|or|och|men)?\s*(?:(?:what|how) about|what of|hur är det med|hur var det med|vad gäller)?\s*"
    r"(?:for|in|on|at|of|during|the|för|i|på|under|den|det)?\s*",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(r"\s*(?:and|but|och|men)\b|\s*(?:what|how) about\b|\s*hur (?:är|var) det med\b", re.IGNORECASE)
_PERIOD = r"(?:\s+(?:in|for|during|on|at|as of|för|under|i|per|den))?(?:\s+the)?\s*"


def complete(question: str, before: str) -> str:
    """`question`, or what it means after the question `before`, where it cannot stand alone."""
    if not _FOLLOWS.match(question):
        return question
    rest = question[_end_of_opening(question) :].rstrip(" ?.!")
    ours, theirs = _periods(question), _periods(before)
    if ours and not _without(rest, ours, question):
        return _put_period(before, theirs, _shown(question, ours))
    asked = rest[:1].lower() + rest[1:] if rest[1:2].islower() else rest
    if theirs and not ours:
        asked = f"{asked}{_shown(before, theirs)}"
    return f"{_asking(before)} {asked}?"


def _end_of_opening(question: str) -> int:
    found = _OPENING.match(question)
    return found.end() if found else 0


def _periods(text: str) -> tuple[int, int] | None:
    """Where the text names its time, with the preposition before it."""
    dates = read_dates(plain(text).text)
    if not dates:
        return None
    start, end = dates[0].start, dates[-1].end
    before = re.search(_PERIOD + r"\Z", text[:start], re.IGNORECASE)
    return (before.start() if before else start), end


def _shown(text: str, place: tuple[int, int]) -> str:
    return " " + text[slice(*place)].strip()


def _without(rest: str, place: tuple[int, int], question: str) -> str:
    """What a follow-up asks for besides its time."""
    named = question[slice(*place)]
    words = re.findall(r"[^\W\d_]{3,}", question[_end_of_opening(question) :])
    return " ".join(word for word in words if word not in named)


def _put_period(before: str, place: tuple[int, int] | None, period: str) -> str:
    if place is None:
        return f"{before.rstrip(' ?.!')}{period}?"
    return f"{before[: place[0]]}{period}{before[place[1] :]}"


def _asking(before: str) -> str:
    """The opening of the question before, up to its verb: "What was"."""
    found = re.match(
        r"\s*(?:what|which|vad|vilken|vilket|vilka)\s+(?:was|were|is|are|var|är|blev)\b", before, re.IGNORECASE
    )
    return found[0].strip() if found else "What is"

"""Whether a sentence says who or what something is, and does not only speak of it."""

import re
from functools import cache

from sleuth.reason.parts import Question
from sleuth.reason.phrases import patterns
from sleuth.reason.words import is_stop

_MOST_WORDS = 4  # of a thing that a sentence may be expected to name in one piece
_CAPITAL = r"[A-ZÅÄÖ][\w.’'&-]*"
_NAME = rf"(?P<name>{_CAPITAL}(?:\s+(?:{_CAPITAL}|de|von|van|af|of|&))*)"
# Between a name and what it is: an office may hold several words, but none that makes it the object of something.
_OFFICE = r"(?:(?!(?:with|to|by|into|from|for|on|at|including|our|its|their|whose|or)\b)[\w’'-]+,?\s+){0,6}"
_WITHIN = re.compile(r"\s+(?:of|in|at|for|on|under|during|from|i|på|av|för|hos|enligt)\s+.*$|\s*[?,].*$", re.DOTALL)


def thing_of(text: str) -> str:
    """What a question of the form "what is the …?" asks for, without what narrows it; empty for any other form."""
    found = next((m for pattern in patterns("identity") if (m := pattern.search(text.lower()))), None)
    thing = _WITHIN.sub("", found["thing"]).strip() if found else ""
    return thing if 0 < len(thing.split()) <= _MOST_WORDS else ""


def defines(question: Question, text: str) -> bool:
    """Whether a sentence says what the thing asked about is."""
    thing = r"\W+(?:\w+\W+)?".join(re.escape(term.text.lower()) for term in question.terms if term.weight >= 1)
    return bool(thing) and any(
        re.search(pattern.pattern.replace("THING", thing), text.lower()) for pattern in patterns("defines")
    )


def names_someone(thing: str, text: str) -> bool:
    """Whether a sentence names who holds an office or plays a part: beside it, or where the part is defined."""
    return any(
        not is_stop(found["name"].split()[0], "en") or " " in found["name"]
        for pattern in _naming(thing)
        for found in pattern.finditer(" ".join(text.split()))
    )


@cache
def _naming(thing: str) -> tuple[re.Pattern[str], ...]:
    office = r"(?i:" + r"\W+".join(re.escape(word) for word in thing.split()) + r")"
    beside = r"(?:\s+(?:is|was|being|named|means|är|var|heter)\s+|\s*[,:–(]\s*|\s+)"
    before = r"(?:,|\s+(?:is|was|as|became|serves as|är|var|som))\s+(?:the |our |its )?"
    return (
        re.compile(rf"\b{office}[”\"]?{beside}(?:the )?{_NAME}"),
        re.compile(rf"{_NAME}{before}{_OFFICE}{office}\b"),
        re.compile(rf"{_NAME}.{{0,200}}\([^)]{{0,40}}[“\"]{office}[”\"]"),
    )

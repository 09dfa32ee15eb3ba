"""Marks by which the wording of a question tells what it wants, as listed in `questions.toml`."""

import re
from functools import cache

from sleuth.language.asked import Answer
from sleuth.language.tokens import stems
from sleuth.language.weight import is_heavy
from sleuth.reason.understand.lexicon import table


@cache
def patterns(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p) for p in table("questions")[name]["says"])


def says(name: str, text: str) -> bool:
    """Whether a text has one of the marks of `questions.toml`."""
    return any(pattern.search(text.lower()) for pattern in patterns(name))


@cache
def _kinds() -> tuple[tuple[Answer, tuple[re.Pattern[str], ...]], ...]:
    return tuple(
        (Answer[row["name"].upper()], tuple(re.compile(p) for p in row["says"])) for row in table("questions")["kind"]
    )


def kind_of(text: str) -> Answer:
    """The kind of answer that a question wants; of "The deck says 14. Why would that be?" by its last sentence."""
    lower = _leading(text.lower())
    last = re.split(r"(?<=[.!])\s+", lower.strip())[-1]
    return _marked_kind(lower) or _marked_kind(last) or Answer.THING


def _leading(lower: str) -> str:
    """The question without a short one behind it: "Where do they pay the most, and how much?" asks where.

    Behind what is no question the short one is it: "Sales dropped, why?".
    """
    tail = re.search(table("questions")["tail"]["says"], lower)
    if tail is None:
        return lower
    head = lower[: tail.start()]
    return head if re.match(table("questions")["tail"]["opens"], head) else tail["asks"]


def _marked_kind(lower: str) -> Answer | None:
    return next((kind for kind, says in _kinds() if any(p.search(lower) for p in says)), None)


def without_asides(text: str) -> str:
    """The question without instructions on how to answer it, in the words of the field."""
    text = without_doubts(text)
    for pattern in patterns("aside"):
        shorter = re.sub(pattern.pattern, "", text.strip(), flags=re.IGNORECASE | re.DOTALL).strip()
        text = shorter or text
    return in_the_fields_words(text)


def without_doubts(text: str) -> str:
    """The question without words that ask which source to believe: where sources differ, that is told unasked.

    "What are the latest figures" asks for nothing else, and stays.
    """
    for pattern in patterns("doubts"):
        shorter = re.sub(pattern.pattern, "", text.strip(), flags=re.IGNORECASE).strip()
        text = shorter if any(is_heavy(stem, "en") for stem in stems(shorter, "en")) else text
    return text


def in_the_fields_words(text: str) -> str:
    """The question with its everyday wordings as the field words them: "Who audits it?" asks who the auditor is."""
    for pattern, means in _everyday():
        text = pattern.sub(means, text)
    return f"{text[:1].upper()}{text[1:]}"


def composed(text: str) -> tuple[str, ...]:
    """The questions that one everyday question is made of; none where it is one."""
    for row in table("questions")["composed"]:
        found = re.match(row["says"], text.strip(), re.IGNORECASE)
        if found is not None:
            return tuple(found.expand(means) for means in row["means"])
    return ()


@cache
def _everyday() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(row["says"], re.IGNORECASE), row["means"]) for row in table("questions")["everyday"])

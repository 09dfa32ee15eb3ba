"""The question before, asked of somebody or somewhere else: "And Nordlys?", "And for Hirtshals?", "Och i Oslo?"."""

import re
from collections.abc import Sequence

from sleuth.agents.analyst.dialogue.mentions import Known, called
from sleuth.agents.analyst.dialogue.referents import Kind, Referent
from sleuth.agents.analyst.phrases import data
from sleuth.evidence.words import Name
from sleuth.language.spoken import opening
from sleuth.language.times import find_times
from sleuth.language.tokens import genitive_of, letter_words, without_genitive
from sleuth.language.weight import is_stop

_OPENING = re.compile(
    r"\s*(?:(?:and|but|och|men)\b,?\s*)?"
    r"(?:(?:what|how) about|what of|same for|hur är det med|vad gäller|samma för)?\s*",
    re.IGNORECASE,
)
_ASKS = re.compile(r"(?:what|which|who|whose|when|where|why|how|vad|vilken|vilket|vilka|vem|när|varför|hur)\b", re.I)
_CONDITION = re.compile(
    r"\s*(?:and|but|och|men|what about|what)\b,?\s+(?P<condition>(?:if|unless|in case|om|ifall)\b.+?)[\s?.!]*\Z",
    re.IGNORECASE,
)
_IS_ONE = re.compile(r"(?:if|om)\s+\w+\s+(?:were|was|are|is|vore|är)\s+(?:one|that|det)\W*\Z", re.IGNORECASE)
_IS_NONE = re.compile(r"\b(?P<being>is|are|were|was|är|vore) (?:not|inte)\b", re.IGNORECASE)  # "and we are not a bank"
_OWN_CONDITION = re.compile(r",?\s+(?:if|unless|in case|om|ifall)\b.*\Z", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"\b(?P<word>in|at|for|of|with|from|by|to|i|på|för|av|med|hos|från|till)\s+(?:the\s+)?\Z", re.I
)
_ALIKE = (
    frozenset({Kind.COMPANY, Kind.NAME}), frozenset({Kind.PERSON, Kind.NAME}), frozenset({Kind.PLACE, Kind.NAME}),
)  # fmt: skip


def of_another(message: str, before: str, known: Known) -> str:
    """The question before with the name that a message brings in place of its own; "" where the message asks more."""
    opening = _OPENING.match(message)
    start = opening.end() if opening else 0
    given = [pair for pair in called(message, known) if pair[0].start >= start]
    if not before or _ASKS.match(message, start) or len(given) != 1 or _says_more(message, start, given[0][0]):
        return ""
    name, referent = given[0]
    return _swapped(before, without_genitive(name.text), referent, _before(message, name), known)


def _swapped(before: str, name: str, referent: Referent, preposition: str, known: Known) -> str:
    """The question before with a name in place of its own, or behind it; "" where no name of it can give way."""
    place = _place_of(called(before, known), before, referent, preposition)
    if place is not None:
        ending = genitive_of(before[place.start : place.end])
        return f"{before[: place.start]}{name}{ending}{before[place.end :]}"
    if called(before, known) and not preposition:
        return ""
    joint = preposition or ("för" if known_swedish(before) else "of")
    return f"{before.rstrip(' ?.!')} {joint} {name}?"


_SAME = re.compile(
    r"\W*(?:(?:and|but|och|men)\b,?\s*)?(?:is (?:it|that) )?(?:the )?(?:same|samma)(?: (?:thing|question|sak))?\s+"
    r"(?P<word>for|in|at|with|of|about|för|i|hos|med|om)\s+(?:the\s+)?"
    r"(?P<thing>[^\W\d_][\w.&’'-]*(?: [\w.&’'-]+){0,3})[\s?.!]*\Z",
    re.IGNORECASE,
)


def says_same(message: str) -> bool:
    """Whether a message asks the question before of something else, in whatever letters: "same for mount pearl?"."""
    found = _SAME.match(message)
    return found is not None and not find_times(found["thing"])


def same_of_another(message: str, before: str, known: Known) -> str:
    """The question before, asked of what "same for …" names; "" where a message does not say so."""
    found = _SAME.match(message)
    if found is None or not before or not says_same(message):
        return ""
    name = " ".join(map(opening, found["thing"].split()))
    swapped = _swapped(before, name, Referent(Kind.NAME, name), found["word"].lower(), known)
    return swapped or f"{before.rstrip(' ?.!')} {found['word'].lower()} {name}?"


def of_another_body(message: str, before: str) -> str:
    """The question before, of another body with the same office: "And the audit committee?" after "Who chairs the
    board?"; "" where a message names no such body, or the question before asks for no office of one.
    """
    words = data("people")
    found = re.fullmatch(words["other_body"], message.strip(), re.IGNORECASE)
    asked = re.search(words["office_of_body"], before, re.IGNORECASE)
    if found is None or asked is None:
        return ""
    return f"{before[: asked.start('body')]}the {found['body']}{before[asked.end('body') :]}"


def under_condition(message: str, before: str) -> str:
    """The question before under another condition: "And if she resigns?"; "" where the message states none."""
    found = _CONDITION.match(message)
    if found is None or not before:
        return ""
    if _IS_ONE.match(found["condition"]) and _IS_NONE.search(before):
        return _IS_NONE.sub(r"\g<being>", before, count=1)
    bare = _OWN_CONDITION.sub("", before.rstrip(" ?.!"))
    return f"{bare} {found['condition'].strip()}?"


def known_swedish(text: str) -> bool:
    """Whether a text is in Swedish."""
    from sleuth.language.weight import detect_language

    return detect_language(text) == "sv"


def _says_more(message: str, start: int, name: Name) -> bool:
    """Whether a message says more than a name with small words and one noun before it: "the office in Oslo"."""
    before = letter_words(message[start : name.start])
    behind = re.findall(r"[^\W\d_]+|\d+", without_genitive(message[name.end :]))
    heavy = [word for word in before if not is_stop(word, "en") and not is_stop(word, "sv")]
    return bool(behind) or len(heavy) > 1 or bool(re.search(r"\d", message))


def _before(text: str, name: Name) -> str:
    found = _PREPOSITION.search(text[: name.start])
    return found["word"].lower() if found else ""


def _place_of(names: Sequence[tuple[Name, Referent]], before: str, new: Referent, preposition: str) -> Name | None:
    """Which name of the question before gives way: the only one of its kind, else the one behind its preposition."""
    for kinds in ({new.kind}, {Kind.PLACE, Kind.NAME}, *_ALIKE):
        alike = [name for name, one in names if new.kind in kinds and one.kind in kinds]
        if len(alike) == 1:
            return alike[0]
    same = [name for name, _ in names if preposition and _before(before, name) == preposition]
    if len(same) == 1:
        return same[0]
    return names[0][0] if len(names) == 1 and (not preposition or preposition == _before(before, names[0][0])) else None

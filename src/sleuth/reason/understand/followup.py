"""Completes a question by the one before it: "And in 2022?", "And Intel?", "When does it expire?"."""

import re

from sleuth.evidence.words import Name, read_names
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.times import AskedTime, find_times
from sleuth.language.tokens import genitive_of, is_capitalised, letter_words, tokens
from sleuth.language.weight import detect_language, is_stop

_ABOUT = r"(?:(?:what|how)\s+about|what\s+of|hur\s+(?:är|var)\s+det\s+med)\b"
_OPENING = re.compile(
    rf"\s*(?:(?:and|but|och|men)\b,?\s*(?:{_ABOUT})?|{_ABOUT})\s*"
    r"(?:(?:for|in|on|at|of|during|the|för|i|på|under|den|det)\b\s*)*",
    re.IGNORECASE,
)
_ASKS = re.compile(  # what opens a question that stands alone, if only without its "and"
    r"(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|does|do|did|has|have|had|can|could|may|must|shall"
    r"|should|will|would|vad|vilken|vilket|vilka|vem|vems|när|var|varför|hur|är|blev|har|hade|kan|kunde|får|fick|ska"
    r"|skall|måste|finns)\b",
    re.IGNORECASE,
)
_ASKS_LATER = re.compile(rf",\s+(?:{_ASKS.pattern})", re.IGNORECASE)  # "without a sale, can they leave?"
_ASKS_AMOUNT = re.compile(
    r"(?:how|hur)\s+(?:much|many|large|big|high|mycket|många|stora?|stort|höga?|högt)\b", re.IGNORECASE
)
_ASKING = re.compile(r"\s*(?:what|which|vad|vilken|vilket|vilka)\s+(?:was|were|is|are|var|är|blev)\b", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?:\s+(?:in|for|during|on|at|as of|för|under|i|per|den))?(?:\s+the)?\s*\Z", re.IGNORECASE)
_SAME = re.compile(  # the period of the question before, but of another year
    r"(?:the\s+)?(?:same|corresponding|comparable|samma|motsvarande)\s+(?:fiscal\s+)?"
    r"(?:quarters?|periods?|months?|dates?|day|time|half|kvartal|period|månader|datum|dag)\s*"
    r"(?:(?:of|in|for|during|i|för|under)\s+)?(?:the\s+)?(?:fiscal\s+|year\s+)?\Z",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_HAVING = r"(?P<having>its|their|his|her|dess|deras|hans|hennes)"
_HAD = re.compile(
    rf"\b{_HAVING}\s+(?P<thing>[\w-]+(?:\s+[\w-]+)*?)(?=\s+(?:of|in|for|at|on|as|during|i|på|för|under)\b|\W*\Z)", re.I
)
_STANDING = re.compile(r"\b(?i:it|they|them|he|she|den|de|dem)\b(?!\s+[A-ZÅÄÖ])(?=\s+\w|\W*\Z)")
_HELPS = re.compile(
    r"\b(?:does|do|did|can|could|may|must|shall|should|will|would|has|have|had|kan|får|ska|skall|måste|har|hade)\s+",
    re.IGNORECASE,
)
_BEING = re.compile(
    r"^\W*(?:what|who|when|where|how|why|vad|vem|när|var|hur|varför)\s+(?:is|are|was|were|är|var)\s+(?P<thing>.+?)\W*$",
    re.IGNORECASE,
)
_WHO_HAS = re.compile(  # who it is must be told: "which subsidiary has the lowest margin"
    r"\W*(?:which|who|what|vilken|vilket|vilka|vem)\b(?:\s+\w+)*?\s+(?:has|have|had|har|hade)\s+(?:the|an?|no|den|det|de|en|ett)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\s?.,;]+")
_MOST_WORDS = 8  # of a thing that a pronoun stands for


def complete(question: str, before: str) -> str:
    """`question`, or what it means after the question `before`, where it cannot stand alone."""
    opening = _OPENING.match(question)
    if not opening:
        return refer(question, before)
    rest = question[opening.end() :].rstrip(" ?.!")
    if not rest:
        return before
    period = _period(question, before)
    if period and not _besides(question, opening.end()):
        return _with_period(before, period)
    if _ASKS.match(rest):
        shown = refer(rest, before)
        kept = f" {_times_of(before)}" if _ASKS_AMOUNT.match(rest) and not period and _times_of(before) else ""
        return f"{shown[:1].upper()}{shown[1:]}{kept}?"
    if _ASKS_LATER.search(rest):
        shown = refer(rest, before)
        return f"{shown[:1].upper()}{shown[1:]}?"
    return _asked_of(re.sub(rf"^{_HAVING}\s+", "", rest, flags=re.IGNORECASE), before, bool(period))


def refer(question: str, before: str) -> str:
    """The question, with what the one before is of in place of its first pronoun."""
    thing = _thing(before)
    if not thing:
        return question
    had = _HAD.search(question)
    if had is not None:
        return f"{question[: had.start()]}the {had['thing']} of {thing}{question[had.end() :]}"
    return _STANDING.sub(lambda found: thing, question, count=1)


def _thing(question: str) -> str:
    """What a question is of: what it asks after, or who is to do what it asks."""
    if being := _BEING.match(question):
        thing = being["thing"].rpartition(" of ")[2]
        return thing if len(thing.split()) <= _MOST_WORDS else ""
    helping = _HELPS.search(question)
    if helping is None or _WHO_HAS.match(question):
        return ""
    return _doer(question[helping.end() :])


def _doer(text: str) -> str:
    """The words before the verb: the first word behind a noun that ends the question or that an object follows."""
    words = _WORD.findall(text)
    for number in range(1, min(len(words), _MOST_WORDS)):
        following = words[number + 1] if number + 1 < len(words) else ""
        is_verb = not following or is_stop(following, "en") or following[:1].isupper()
        is_word = not words[number][:1].isupper() and not is_stop(words[number], "en")
        if is_verb and is_word and not is_stop(words[number - 1], "en"):
            return " ".join(words[:number])
    return ""


def _asked_of(rest: str, before: str, has_period: bool) -> str:
    """The question before, of another measure or of another name; else what is asked, asked as before."""
    place = _measure(before)
    own = _measure(rest)
    if place and own and not has_period and own[1] - own[0] >= 0.8 * len(rest):
        return f"{before[: place[0]]}{rest}{before[place[1] :]}"
    names = _names(before)
    if len(names) == 1 and is_capitalised(rest):
        end = names[0].start + len(names[0].text)
        return f"{before[: names[0].start]}{rest}{genitive_of(names[0].text)}{before[end:]}"
    times = "" if has_period else _times_of(before)
    return f"{_asking(before)} {rest}{' ' + times if times else ''}?"


def _measure(text: str) -> tuple[int, int] | None:
    """Where a text names its one measure."""
    language = detect_language(text)
    words = tokens(text, language)
    named = [one for one in find_measures(words, default_lexicon(), language) if one.measure.keys]
    if len(named) != 1:
        return None
    telling = [words[number] for number in named[0].at if not is_stop(words[number].text, language)]
    return telling[0].start, telling[-1].end


def _names(text: str) -> list[Name]:
    place = _measure(text)
    times = find_times(text)
    return [
        name
        for name in read_names(text)
        if name.start > 0
        and not (place and place[0] <= name.start < place[1])
        and not any(time.start <= name.start < time.end for time in times)
    ]


def _places(text: str) -> tuple[AskedTime, ...]:
    return tuple(time for time in find_times(text) if time.timing is None or time.timing.year or time.timing.month)


def _span(text: str) -> tuple[int, int] | None:
    """Where the text names its time, with the preposition before it."""
    times = _places(text)
    if not times:
        return None
    before = _PREPOSITION.search(text[: times[0].start])
    return (before.start() if before else times[0].start), times[-1].end


def _times_of(text: str) -> str:
    place = _span(text)
    return text[slice(*place)].strip() if place else ""


def _period(question: str, before: str) -> str:
    """The time that a follow-up names, with its preposition; "the same quarter of 2022" by the time of before."""
    place = _span(question)
    if place is None:
        return ""
    first = _places(question)[0]
    same = _SAME.search(question[: first.start]) or _SAME.fullmatch(first.text)
    year = _YEAR.search(question[place[0] : place[1]])
    theirs = _times_of(before)
    if same and year and _YEAR.search(theirs):
        return _YEAR.sub(year[0], theirs)
    if first.timing is None and first.back and first.back % 12 == 0 and len(_places(question)) == 1:
        return _YEAR.sub(lambda found: str(int(found[0]) - first.back // 12), theirs)
    return question[slice(*place)].strip()


def _besides(question: str, opened: int) -> bool:
    """Whether a follow-up asks for anything but its time."""
    left = question
    for time in reversed(_places(question)):
        left = f"{left[: time.start]} {left[time.end :]}"
    left = re.sub(_SAME.pattern.removesuffix(r"\Z"), " ", left[opened:], flags=re.IGNORECASE)
    return any(not is_stop(word, detect_language(question)) for word in letter_words(left, 3))


def _with_period(before: str, period: str) -> str:
    place = _span(before)
    if place is None:
        return f"{before.rstrip(' ?.!')} {period}?"
    return f"{before[: place[0]]} {period}{before[place[1] :]}"


def _asking(before: str) -> str:
    """The opening of the question before, up to its verb: "What was"."""
    if found := _ASKING.match(before):
        return found[0].strip()
    return "Vad är" if detect_language(before) == "sv" else "What is"

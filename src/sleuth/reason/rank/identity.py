"""Whether a sentence says who or what something is, and does not only speak of it."""

import re
from collections.abc import Sequence
from functools import cache

from sleuth.language.weight import is_role, is_stop
from sleuth.reason.understand.lexicon import offices
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import patterns
from sleuth.reason.understand.terms import other_names

_MOST_WORDS = 4  # of a thing that a sentence may be expected to name in one piece
_CAPITAL = r"[A-ZÅÄÖ][\w.’'&-]*"
_MORE = rf"(?:\s+(?:{_CAPITAL}|de|von|van|af|of|&))"
_NAME, _NAMES = rf"(?P<name>{_CAPITAL}{_MORE}*)", rf"(?P<name>{_CAPITAL}{_MORE}+)"  # one word or more; two or more
# Between a name and what it is: an office may hold several words, but none that makes it the object of something.
_BREAKS = "with|to|by|into|from|for|on|at|including|our|its|their|whose|or|and|if|when|that|such|each|as"
_OFFICE = rf"(?:(?!(?:{_BREAKS})\b)[\w’'-]+,?\s+){{0,6}}"
_APPOINTED = r"(?:förordnades|utsågs|valdes|utnämndes|har förordnats|har utsetts|har valts)"
_TAKES = (  # how somebody comes to an office
    r"(?:will|shall|is to|was to) (?:be|become|act as|serve as|take over as|join as)|acts as|takes over as|took over as"
    r"|(?:is|was|has been|will be) appointed(?: as)?"
)
_OFFICES = frozenset(
    ("president", "officer", "director", "chairman", "chair", "executive", "secretary", "treasurer", "chief", "vice",
     "counsel", "accountant", "and", "of")
)  # fmt: skip
_WITHIN = re.compile(r"\s+(?:of|in|at|for|on|under|during|from|i|på|av|för|hos|enligt)\s+.*$|\s*[?,].*$", re.DOTALL)

# Nobody is "responsible" or "leaving" as one is a chairman: these only tell what is said of somebody.
_DESCRIBES = re.compile(
    r"(?:\w+ing|responsible|liable|entitled|involved|allowed|able|due|owed|bound|behind|ansvarig\w*|skyldig\w*|\w+ande)\b"
)
_OBJECT = re.compile(
    r"\b(?:of|to|(?<!managed )(?<!led )(?<!headed )(?<!run )(?<!chaired )by|with|for|from) (?:the |our |its )?\Z",
    re.IGNORECASE,
)  # "shareholder of the Consultant, X", but not "managed by X"
_OWNER = re.compile(r"^(?:[\w.&-]+ ){0,3}[\w.&-]+['’]s\s+")


def things_of(text: str, language: str) -> tuple[str, ...]:
    """What a question of the form "what is the …?" asks for, without what narrows it, and other names of it."""
    found = next((m for pattern in patterns("identity") if (m := pattern.search(text.lower()))), None)
    thing = _OWNER.sub("", _WITHIN.sub("", found["thing"]).strip()) if found else ""
    is_office = any(thing in names for names in offices())
    if not 0 < len(thing.split()) <= _MOST_WORDS or (_DESCRIBES.match(thing) and not is_office):
        return ()
    single = (thing.removesuffix("s"),) if is_role(thing.removesuffix("s"), language) else ()  # "who are the auditors?"
    return tuple(dict.fromkeys((thing, *single, *other_names(thing, language))))


_DEFINED = re.compile(  # “Licensee” means, (a) "Territory" (for the Lenses) shall have the meaning
    r"\W*(?:[\w.]{1,8}[).]? )?[“”\"](?P<term>[^“”\"]{2,60})[“”\"],? (?:\([^)]*\) )?(?:shall |will |ska |skall )?"
    r"(?:means?|refers?|has the|have the meaning|avser|avses|betyder|innebär)\b",
    re.IGNORECASE,
)


def defined_term(text: str) -> str:
    """The term that a clause defines: "“Change of Control” means that …"; "" where it defines none."""
    found = _DEFINED.match(" ".join(text.split()))
    return found["term"] if found else ""


def defines(question: Question, text: str) -> bool:
    """Whether a sentence says what the thing asked about is."""
    thing = r"\W+(?:\w+\W+)?".join(re.escape(term.text.lower()) for term in question.terms if term.weight >= 1)
    return bool(thing) and any(
        re.search(pattern.pattern.replace("THING", thing), text.lower()) for pattern in patterns("defines")
    )


def introduces(things: Sequence[str], text: str) -> bool:
    """Whether a sentence gives a party its name in the contract: "Acme Corp. (the "Consultant")"."""
    line = " ".join(text.split())
    for thing in things:
        definition = re.search(rf"\([^)]{{0,40}}[“\"]{re.escape(thing)}[”\"]", line, re.IGNORECASE)
        if definition is not None:
            return any(_is_name(found["name"]) for found in re.finditer(_NAME, line[: definition.start()]))
    return False


def names_someone(things: Sequence[str], text: str) -> bool:
    """Whether a sentence names who holds an office or plays a part: beside it, or where the part is defined."""
    line = "\n".join(" ".join(line.split()) for line in text.splitlines())
    return introduces(things, text) or any(
        _is_name(found["name"]) and not _OBJECT.search(line[: found.start()])
        for thing in things
        for pattern in _naming(thing)
        for found in pattern.finditer(line)
    )


def _is_name(words: str) -> bool:
    """Whether capitalised words are a name, and neither the opening of a sentence nor another office."""
    last = words.split()[-1]
    return last.lower() not in _OFFICES and not is_role(last, "en") and (" " in words or not is_stop(words, "en"))


@cache
def _naming(thing: str) -> tuple[re.Pattern[str], ...]:
    office = r"(?i:" + r"\W+".join(re.escape(word) for word in thing.split()) + r")"
    beside = r"(?:\s+(?:is|was|being|named|means|är|var|heter)\s+|(?:\s+(?:and|och)\s[\w ]{3,40})?\s*[,:–(]\s*)"
    before = (
        rf"(?:,|\s+(?:is|was|as|became|serves as|{_TAKES}|är|var|som))\s+(?:the |our |its )?(?:new |interim |acting )?"
    )
    return (
        re.compile(rf"\b{office}[”\"]?{beside}(?:the )?{_NAME}"),
        re.compile(rf"{_NAME}{before}{_OFFICE}{office}\b"),
        re.compile(rf"{_NAMES}\s*\({office}\b"),  # "Anna Berg (chair)"
        re.compile(rf"\b{office}(?:e?n)? {_NAMES}"),  # in one line: below it may stand a heading
        *_doing(thing),
        re.compile(rf"\b(?i:till|som) (?:ny )?{office}\s+{_APPOINTED}\b.{{0,80}}?\s{_NAMES}"),
    )


def _doing(thing: str) -> list[re.Pattern[str]]:
    """One who does is named by what was done: the founders, as "founded in 2011 by Maya Osei"."""
    doer = re.fullmatch(r"(\w{3,}?)e?[eo]rs?", thing)
    return [re.compile(rf"\b{doer[1]}e?d\b[^.;]{{0,60}}?\bby (?:the )?{_NAME}")] if doer else []

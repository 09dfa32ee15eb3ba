"""The words of a message that stand for what was spoken of before: pronouns, and nouns with "that" or "the"."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from sleuth.agents.analyst.dialogue.documents import is_document_noun
from sleuth.agents.analyst.dialogue.referents import Kind
from sleuth.agents.analyst.phrases import data
from sleuth.language.glyphs import plain
from sleuth.language.times import find_times
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.weight import is_stop
from sleuth.reason.understand.terms import find_terms

_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_UNDER = re.compile(r"\b(?:under|by|in|enligt|i)\s+\Z", re.IGNORECASE)  # "under it": only a document has terms
_ARTICLES_OF_NOUNS = ("den", "det", "de")  # Swedish: "den 30 april", "det avtalet"
CHANGE = "amendment"  # the noun that "that change" stands for, where a contract was amended
_BETWEEN = 2  # words between a demonstrative and its noun, at most: "that annual service agreement"


@dataclass(frozen=True, slots=True)
class Anaphor:
    """Words that refer, and what they may refer to."""

    start: int
    end: int
    text: str
    kinds: tuple[Kind, ...]  # the likeliest first; none where only the noun tells
    is_many: bool = False
    noun: str = ""  # of "that lease" the lease
    is_own: bool = False  # a genitive: "their", "dess"
    must: bool = True  # it refers to something that was spoken of; "the lease" may be the only one there is


def anaphors(message: str) -> list[Anaphor]:
    """The referring words of a message, in order."""
    expletive = [found.span() for found in re.finditer(data("dialogue")["expletive"], plain(message).text)]
    found = [*_nouns(message), *_pronouns(message)]
    taken: list[Anaphor] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        is_filler = any(start <= one.start < end for start, end in expletive) and not one.noun
        if not is_filler and not any(other.start <= one.start < other.end for other in taken):
            taken.append(one)
    return taken


def _pronouns(message: str) -> Iterator[Anaphor]:
    words = list(_WORD.finditer(message))
    for number, word in enumerate(words):
        text = word[0].casefold()
        row = _by_pronoun().get(text)
        following = words[number + 1] if number + 1 < len(words) else None
        before = words[number - 1] if number else None
        if (
            row is None
            or (word[0].isupper() and len(word[0]) > 1)
            or not _stands_alone(message, before, word, following)
        ):
            continue
        kinds, is_many = row
        if text in ("it", "den", "det", "dess") and _UNDER.search(message[: word.start()]) and Kind.DOCUMENT in kinds:
            kinds = (Kind.DOCUMENT,)
        is_own = text in _OWN and not (text == "her" and following is None)  # "before her?"
        yield Anaphor(word.start(), word.end(), word[0], kinds, is_many, is_own=is_own)


_OWN = ("its", "their", "theirs", "his", "hers", "her", "dess", "deras", "hans", "hennes")


@lru_cache(maxsize=8)
def _swedish(kind: str) -> frozenset[str]:
    return frozenset(data("dialogue")["swedish"][kind].split())


def _stands_alone(
    message: str, before: re.Match[str] | None, word: re.Match[str], following: re.Match[str] | None
) -> bool:
    """Whether a Swedish "den" or "de" is a pronoun, not an article: "kan de säga upp", "vilken tid har de?"."""
    if word[0].casefold() not in (*_ARTICLES_OF_NOUNS, "dem"):
        return True
    ends = following is None or re.match(r"\s*[?.,!]", message[word.end() :]) is not None
    if ends or following is None:
        return True
    if re.match(r"\s*\d", message[word.end() :]):
        return False  # "den 30 april"
    return (
        following[0].casefold() in _swedish("behind_pronoun")
        or (
            before is not None
            and before[0].casefold() in _swedish("before_pronoun")
            and not following[0].endswith(("a", "en", "et"))
        )
        or (before is not None and before[0].casefold() in _swedish("modal"))
    )


def _nouns(message: str) -> Iterator[Anaphor]:
    """ "that lease", "the agreement", "that customer"; in Swedish also a document's noun with its ending alone."""
    words = list(_WORD.finditer(message))
    determiners = data("dialogue")["determiners"]
    demonstrative, articles = determiners["demonstrative"].split(), determiners["article"].split()
    for number, word in enumerate(words):
        text = word[0].casefold()
        following = words[number + 1] if number + 1 < len(words) else None
        if text in _ARTICLES_OF_NOUNS and _stands_alone(
            message, words[number - 1] if number else None, word, following
        ):
            continue  # "kan de säga upp avtalet"
        if text in demonstrative or text in articles:
            yield from _headed(message, words, number, text in demonstrative)
        elif is_document_noun(text) and text.endswith(("et", "en")) and text not in ("document",):
            yield Anaphor(word.start(), word.end(), word[0], (Kind.DOCUMENT,), noun=text, must=False)


def _headed(message: str, words: list[re.Match[str]], at: int, is_demonstrative: bool) -> Iterator[Anaphor]:
    """The noun that a determiner stands before, where it is one of those that refer."""
    for word in words[at + 1 : at + 2 + _BETWEEN]:
        noun = word[0].casefold()
        if re.search(r"[,.;:?!]", message[words[at].end() : word.start()]) or word[0][:1].isupper():
            return
        span = words[at].start(), word.end(), message[words[at].start() : word.end()]
        if is_document_noun(noun):
            is_many = noun.endswith("s") and not noun.endswith("ss")
            yield Anaphor(*span, (Kind.DOCUMENT,), is_many, noun, must=is_demonstrative)
            return
        if is_demonstrative and noun in data("dialogue")["nouns"]["change"].split():
            yield Anaphor(*span, (Kind.DOCUMENT,), noun=CHANGE, must=False)
            return
        kinds = tuple(Kind(kind) for kind, nouns in _kinds_of_nouns().items() if noun in nouns)
        if kinds and is_demonstrative:
            yield Anaphor(*span, (*kinds, Kind.NAME), noun=noun)
            return


def unspoken_noun(message: str, spoken: Collection[str], language: str) -> str:
    """What a message calls "this" or "that" though nothing was said of it: "that mission"; "" where there is none.

    `spoken`: the stems of the words that questions and answers said before.
    """
    words, times = list(_WORD.finditer(message)), find_times(message)
    for number, word in enumerate(words[:-1]):
        if word[0].casefold() not in ("this", "that", "denna", "detta"):
            continue
        phrase = _noun_phrase(message, words, number)
        before = words[number - 1][0].casefold() if number else ""
        opens = number > 0 and _OPENING.search(message[: words[number - 1].start()]) is not None
        is_told_of = opens and len(phrase) == 1  # "is that right?", "does that fit within the cap?"
        if before in _AUXILIARIES and phrase and (is_told_of or _may_be_verb(phrase[0][0].casefold())):
            continue  # "does this mean", "is this intended": it stands alone
        is_time = phrase and any(time.start < phrase[-1].end() and phrase[0].start() < time.end for time in times)
        if phrase and not is_time and not any(_is_known(one[0], spoken, language) for one in phrase):
            return message[word.start() : phrase[-1].end()]
    return ""


_OPENING = re.compile(r"(?:^|[.?!;,:–-]|\b(?:how|why|and|so|but|hur|varför|och|men))\s*$", re.IGNORECASE)


def earlier_edition(message: str) -> str:
    """The change that a message asks of the time before: "and before the restatement?"; "" where it says more.

    No sentence that only speaks of the restatement answers it.
    """
    found = re.match(data("dialogue")["edition"]["before"], plain(message).text)
    return found["which"] if found else ""


def left_noun(message: str, language: str) -> str:
    """The noun that all of a message hangs on, and that stands for figures told before: "the difference", "resten".

    "" where the message says more: "the difference between net and gross debt", "the rest of the loan".
    """
    nouns = data("dialogue")["nouns"]
    left, light = nouns["left"].split(), nouns["left_beside"].split()
    telling = [term for term in find_terms(message, tokens(message, language), language) if term.weight >= 1]
    words = [term.text.casefold() for term in telling if term.text.casefold() not in light]
    if len(words) != 1 or words[0] not in left:
        return ""
    found = re.search(rf"\b(?:the\s+)?{re.escape(words[0])}\b(?:\s+(?P<next>\w+))?", message, re.IGNORECASE)
    if found is None or (language != "sv" and not found[0].casefold().startswith("the ")):
        return ""
    following = (found["next"] or "").casefold()
    is_part = following in ("of", "av") and re.match(r"\s*\w", message[found.end() :])
    is_alone = not following or following in light or (is_stop(following, language) and not is_part)
    return message[found.start() : found.end() - len(following)].strip() if is_alone else ""


def _is_known(word: str, spoken: Collection[str], language: str) -> bool:
    """Whether a noun was spoken of, calls a document, or is there without: the deal and its time."""
    given = data("dialogue")["nouns"]["given"].split()
    return is_document_noun(word) or word.casefold() in given or stem_of(word, language) in spoken


_AUXILIARIES = ("is", "are", "was", "were", "does", "do", "did", "has", "have", "can", "will", "would", "could", "may")


def _may_be_verb(word: str) -> bool:
    return word.endswith(("ed", "ing")) or word in data("dialogue")["nouns"]["verbs"].split()


def _noun_phrase(message: str, words: list[re.Match[str]], at: int) -> list[re.Match[str]]:
    """The words behind a demonstrative up to the first small word; none where it stands alone or opens a clause."""
    phrase: list[re.Match[str]] = []
    for word in words[at + 1 : at + 4]:
        gap = message[(phrase[-1] if phrase else words[at]).end() : word.start()]
        if is_stop(word[0], "en") or gap.strip():
            break
        phrase.append(word)
    is_clause = at > 0 and not is_stop(words[at - 1][0], "en")  # "a fee that applies": it only joins
    return [] if is_clause else phrase


@lru_cache(maxsize=1)
def _by_pronoun() -> dict[str, tuple[tuple[Kind, ...], bool]]:
    found: dict[str, tuple[tuple[Kind, ...], bool]] = {}
    for row in data("dialogue")["pronoun"]:
        kinds = tuple(Kind(kind) for kind in row["kinds"])
        found |= dict.fromkeys(row["words"].split(), (kinds, bool(row.get("is_many"))))
    return found


@lru_cache(maxsize=1)
def _kinds_of_nouns() -> dict[str, frozenset[str]]:
    nouns = data("dialogue")["nouns"]
    return {kind: frozenset(nouns[kind].split()) for kind in ("company", "person", "place")}

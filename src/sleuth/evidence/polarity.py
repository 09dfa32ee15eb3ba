"""What a statement denies or compares, and which words its negations govern."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.words import Word, content, is_party, read_words

_NOMINAL = frozenset({"without", "non-", "anti-", "quasi-", "icke-", "ej-"})  # deny a noun, never the clause
_REACH = 12  # words after a negation that it may govern
_STOP = re.compile(
    r"[,;:.!?()\n]|(?<!\w)(?:but|and|unless|except|if|when|while|because|men|och|om|när|medan|eftersom|såvida)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Polarity:
    """The stems a text denies, those it asserts, and the sides it takes in comparisons."""

    denied: frozenset[str]
    asserted: frozenset[str]
    comparisons: dict[str, frozenset[str]]  # family → sides


@cache
def _negation() -> re.Pattern[str]:
    words = lexicon("polarity")
    prefix = any_of(words["prefix"])
    return re.compile(rf"(?<!\w)(?:{any_of(words['negation'])}(?!\w)|{prefix}-(?=\w)|\w+n['’]t(?!\w))")


@cache
def _sides() -> dict[str, tuple[str, str]]:
    return {word: (side[:-1], side[-1]) for word, side in lexicon("polarity")["comparison"].items()}


def read_polarity(text: str, spoken: Sequence[Word]) -> Polarity:
    """The polarity of a text (case folded) and its words."""
    words = tuple(content(spoken))
    negations = [found.span() for found in _negation().finditer(text)]
    denied = {word.start: word.stem for at in negations for word in _governed(text, words, at[1])}
    clausal = [at for at in negations if text[at[0] : at[1]] not in _NOMINAL]
    bare = [word for word in words if word.start not in denied and not _shares_clause(text, word, clausal)]
    return Polarity(frozenset(denied.values()), frozenset(word.stem for word in bare), _comparisons(text))


def _shares_clause(text: str, word: Word, negations: Sequence[tuple[int, int]]) -> bool:
    """Whether a negation stands in the same clause, on either side."""
    return any(not _STOP.search(text, min(at, word.start), max(at, word.start)) for at, _ in negations)


def _governed(text: str, words: Sequence[Word], at: int) -> list[Word]:
    """What a negation that ends at `at` denies: the words after it up to the clause's end or its next modal verb."""
    stop = _STOP.search(text, at + 1)
    end = stop.start() if stop else len(text)
    governed = [word for word in words if at <= word.start < end and not is_party(word.text)][:_REACH]
    modals = [found.start() for found in _modal().finditer(text, governed[0].start if governed else end, end)]
    return [word for word in governed if not modals or word.start < modals[0]]


@cache
def _modal() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of(lexicon('polarity')['modality'])}(?!\w)")


def _comparisons(text: str) -> dict[str, frozenset[str]]:
    sides: dict[str, set[str]] = {}
    for word in read_words(text):
        if found := _sides().get(word.text):
            sides.setdefault(found[0], set()).add(found[1])
    return {family: frozenset(found) for family, found in sides.items()}


def contradiction(claim: Polarity, quotes: Polarity) -> str:
    """How a computed claim turns the quotes around; "" where it does not."""
    for word in sorted(claim.asserted & quotes.denied - quotes.asserted):
        return f"the quote denies “{word}…”, the sentence asserts it"
    for word in sorted(claim.denied & quotes.asserted - quotes.denied):
        return f"the sentence denies “{word}…”, the quote asserts it"
    for family, sides in claim.comparisons.items():
        theirs = quotes.comparisons.get(family)
        if family in ("change", "height", "level"):
            continue  # the arithmetic has its sign
        if theirs and not sides & theirs:
            return f"the sentence turns a comparison of the quote around ({family})"
    return ""


@cache
def _turning() -> frozenset[str]:
    words = lexicon("polarity")
    return frozenset([*words["negation"], *words["modality"]])


def turning_words(text: str) -> list[str]:
    """The words of a text (case folded) that can turn its sense, in order; words broken at a line end count whole."""
    whole = re.sub(r"(?<=[^\W\d_])-\s*\n\s*(?=[^\W\d_])", "", text).replace("can not", "cannot")
    return [word.text for word in read_words(whole) if word.text in _turning()]


def weighs(word: str) -> int:
    """How much a folded word can change what a sentence says: values most, then negations and their like."""
    if any(map(str.isdigit, word)) or not word.isalpha():
        return 3
    words = lexicon("polarity")
    return 2 if word in words["negation"] or word in words["modality"] or word in words["comparison"] else 1

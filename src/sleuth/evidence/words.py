"""Which words of a sentence carry its meaning, when two of them are the same word, and which are names."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from sleuth.evidence.lexicon import lexicon

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ENDINGS = (
    "isations", "izations", "isation", "ization", "ations", "ation", "ingar", "ingen", "ments", "ment", "ings", "ing",
    "ions", "ion", "ade", "ades", "arna", "erna", "orna", "aren", "ande", "ies", "ied", "are", "ets", "ens", "ens",
    "ing", "ed", "es", "er", "or", "ar", "en", "et", "as", "at", "an", "ad", "al", "ly", "de", "te", "s", "e", "a", "n",
    "t", "y", "d",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text (case folded) and where it stands."""

    text: str
    start: int
    end: int

    @property
    def stem(self) -> str:
        return stem(self.text)


def read_words(text: str) -> tuple[Word, ...]:
    """The words of `text` in order; numbers are none."""
    return tuple(Word(found[0].replace("’", "'"), found.start(), found.end()) for found in _WORD.finditer(text))


@cache
def _stopwords() -> frozenset[str]:
    words = lexicon("words")
    return frozenset([*words["stop"], *words["frame"]])


def is_stopword(word: str) -> bool:
    """Whether a word says nothing by itself."""
    return word in _stopwords()


@cache
def _synonyms() -> dict[str, str]:
    """stem → the stem that stands for its family."""
    families = lexicon("words")["same"]
    return {_bare_stem(word): _bare_stem(family[0]) for family in families for word in family}


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """What inflections and near synonyms of a word have in common."""
    bare = _bare_stem(word)
    return _synonyms().get(bare, bare)


def _bare_stem(word: str) -> str:
    """Endings are taken off one after the other, so that "considers", "considered" and "consider" meet."""
    if party := _party(word):
        return party
    word = re.sub(r"['’]s?\Z", "", word)
    for _ in range(3):
        ending = next((e for e in _ENDINGS if word.endswith(e) and len(word) - len(e) >= max(3, 5 - len(e))), "")
        if not ending or word.endswith(("ay", "ey", "oy")):  # a weekday is no week
            return word
        word = word[: -len(ending)]
    return word


@cache
def _parties() -> frozenset[str]:
    return frozenset(lexicon("words")["party"])


def _party(word: str) -> str:
    """The party a word names, whatever its ending; "employer" and "employee" never meet."""
    return next((word[: len(word) - cut] for cut in range(3) if word[: len(word) - cut] in _parties()), "")


def is_party(word: str) -> bool:
    """Whether a word names one side of a deal or of a relation."""
    return bool(_party(word))


def content(words: Iterable[Word]) -> Iterator[Word]:
    """The words that say something: neither grammar nor the frame around a statement."""
    return (word for word in words if word.text not in _stopwords() and word.text[-3:] != "n't")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as written, its words folded, and where it stands in the unfolded text."""

    text: str
    key: tuple[str, ...]
    start: int
    end: int


def name_words(words: Iterable[Word]) -> Iterator[Word]:
    """The words that tell a name: in "Class A" the letter too, though "a" is an article elsewhere."""
    return (word for word in words if word.text not in _LINKS)


_LINKS = frozenset(("the", "of", "and", "an", "den", "det", "de", "och", "von", "van", "af"))
_CAPITAL = r"(?:[A-ZÅÄÖÉÜÆØ][\w&’'-]*|[A-Z]\.)"
_NAME = re.compile(rf"(?<!\w){_CAPITAL}(?:[ \u00a0]+(?:of|de|von|van|af|&|and Co)?\s?{_CAPITAL})*")


def read_names(text: str) -> tuple[Name, ...]:
    """Runs of capitalised words, without the capital that only opens a sentence."""
    names = []
    for found in _NAME.finditer(text):
        start, shown = found.start(), found[0].rstrip("'’-.")
        opens = re.search(r"(?:\A|[.!?:;]\s+|[\n•“\"(]\s*)\Z", text[:start]) is not None
        key = tuple(word.text for word in name_words(read_words(shown.casefold())))
        weighty = [word for word in key if len(word) == 1 or word not in _stopwords()]
        acronym = shown.isupper() and len(shown) > 1  # "US", "IT" and "WHO" are names, whatever their letters say
        if (not acronym and not weighty) or (opens and len(key) > 1 and len(weighty) < 2 and key[0] in _stopwords()):
            continue
        if opens and len(key) < 2 and not re.search(r"\w[A-ZÅÄÖ]", shown):
            continue
        if key:
            names.append(Name(shown, key, start, found.end()))
    return tuple(names)

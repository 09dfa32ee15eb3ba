"""Which words of a sentence carry its meaning, when two of them are the same word, and which are names."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from sleuth.evidence.lexicon import lexicon
from sleuth.language import stems
from sleuth.language.tokens import without_genitive

# "U.S.", "SG&A" and "SE3" are one word each; a possessive belongs to its word.
_WORD = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W\d_]+\d\w*|[^\W\d_]+(?:&[^\W\d_]+)+|[^\W\d_]+(?:['’][^\W\d_]+)*")
_AGENT = {
    "en": ("ers", "er", "ors", "or", "ees", "ee"),
    "sv": ("arens", "arnas", "arna", "aren", "are"),
}


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text (case folded), where it stands, and the language of the text (ISO 639-1)."""

    text: str
    start: int
    end: int
    language: str = "en"

    @property
    def stem(self) -> str:
        return stem(self.text, self.language)


def read_words(text: str, language: str = "en") -> tuple[Word, ...]:
    """The words of `text` in order; numbers are none."""
    return tuple(
        Word(found[0].replace("’", "'"), found.start(), found.end(), language) for found in _WORD.finditer(text)
    )


@cache
def _stopwords() -> frozenset[str]:
    words = lexicon("words")
    return frozenset([*words["stop"], *words["frame"]])


def is_stopword(word: str) -> bool:
    """Whether a word says nothing by itself."""
    return word in _stopwords()


@cache
def _families(language: str) -> dict[str, str]:
    """stem → the stem that stands for its family of near synonyms."""
    families = lexicon("words")["same"]
    return {_bare_stem(word, language): _bare_stem(family[0], language) for family in families for word in family}


@lru_cache(maxsize=65536)
def stem(word: str, language: str = "en") -> str:
    """What inflections and near synonyms of a word have in common."""
    bare = _bare_stem(word, language)
    return _families(language).get(bare, bare)


def _bare_stem(word: str, language: str) -> str:
    """The Snowball stem. Who does something has a stem of its own: an officer is no office."""
    if "." in word or "&" in word:
        return word
    if party := _party(word):
        return party
    bare = without_genitive(word)
    stemmed = stems.stem(bare, language)
    if stemmed in _verbs_in_er():
        return stemmed
    ending = next((ending for ending in _AGENT[language] if bare.endswith(ending)), "")
    acts = ending and len(bare) - len(ending) >= 3 and len(stemmed) <= len(bare) - len(ending)
    return f"{stemmed}+{'ee' if ending.startswith('ee') else 'er'}" if acts else stemmed


@cache
def _verbs_in_er() -> frozenset[str]:
    """The stems of verbs whose -er is no agent's."""
    return frozenset(stems.stem(word) for word in lexicon("words")["verb_in_er"])


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
_CAPITAL = r"(?:(?:[A-Z]\.){2,}|[A-ZÅÄÖÉÜÆØ][\w&’'-]*|[A-Z]\.)"
_NAME = re.compile(rf"(?<!\w){_CAPITAL}(?:[ \u00a0]+(?:of|de|von|van|af|&|and Co)?\s?{_CAPITAL})*")


_BEFORE = 60  # characters looked at for what a sentence opens behind
_OPENS = re.compile(r"(?:\A|[.!?:;]\s+|[\n•“\"(]\s*)\Z")


def read_names(text: str) -> tuple[Name, ...]:
    """Runs of capitalised words, without the capital that only opens a sentence."""
    names = []
    for found in _NAME.finditer(text):
        start, shown = found.start(), found[0].rstrip("'’-.")
        opens = _OPENS.search(text, max(0, start - _BEFORE), start) is not None
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

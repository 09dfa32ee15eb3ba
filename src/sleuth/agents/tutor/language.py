"""The two languages of the tutor: which one a text is in, and when two words are the same word.

English words are compared by their stems. Vietnamese is often typed without its marks, so its words are compared by
their letters alone when a text has no marks, and with them when it has.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from sleuth.language.stems import stem

ENGLISH, VIETNAMESE = LANGUAGES = ("en", "vi")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
# Letters and marks that Vietnamese has and other languages in Latin letters have not: ă đ ơ ư, hook above, dot below.
_VIETNAMESE_ONLY = re.compile("[ăđơưĂĐƠƯ\u0306\u031b\u0309\u0323]")


class Word(NamedTuple):
    """A word or number of a text and where it stands."""

    text: str
    start: int
    end: int
    key: str  # equal for the same word: the stem in English, the letters and marks in Vietnamese


def language_of(text: str) -> str:
    """ "vi" where the text has letters or small words of Vietnamese, else "en"."""
    if _VIETNAMESE_ONLY.search(text) or _VIETNAMESE_ONLY.search(unicodedata.normalize("NFD", text)):
        return VIETNAMESE
    words = [word.casefold() for word in _WORD.findall(text)]
    small = {language: data(language, "words")["small"].split() for language in LANGUAGES}
    plain_vietnamese = {letters(word) for word in small[VIETNAMESE]}
    as_vietnamese = sum(letters(word) in plain_vietnamese for word in words)
    as_english = sum(word in small[ENGLISH] for word in words)
    return VIETNAMESE if as_vietnamese > max(1, as_english) else ENGLISH


def words_of(text: str, language: str) -> tuple[Word, ...]:
    """The words of a text, in order."""
    marked = language == ENGLISH or has_marks(text)
    return tuple(
        Word(found[0], found.start(), found.end(), key_of(found[0], language, marked=marked))
        for found in _WORD.finditer(unicodedata.normalize("NFC", text))
    )


def key_of(word: str, language: str, *, marked: bool = True) -> str:
    """What the forms of a word have in common. `marked` is false where the writer left the marks out."""
    if language == ENGLISH:
        return stem(word, ENGLISH)
    if not marked:
        return letters(word)
    decomposed = unicodedata.normalize("NFD", word.casefold().replace("đ", "d\u0335"))
    marks = sorted(c for c in decomposed if unicodedata.combining(c))
    return letters(word) + "".join(marks)  # sorted: hoá and hóa are one word


def letters(word: str) -> str:
    """A word without case and marks: "Lãi" is "lai", "đồng" is "dong"."""
    decomposed = unicodedata.normalize("NFD", word.casefold().replace("đ", "d"))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def has_marks(text: str) -> bool:
    """Whether a text has any letter of Vietnamese that is not plain."""
    return any(letters(word) != word.casefold() for word in _WORD.findall(text))


def load_yaml(text: str) -> Any:
    """What a YAML text holds, plain data only. Raises yaml.YAMLError. LibYAML reads it ten times as fast."""
    import yaml

    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def data(language: str, name: str) -> Mapping[str, Any]:
    """A TOML file of the tutor's data in a language."""
    import tomllib

    path = resources.files("sleuth.agents.tutor") / "data" / name / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))

"""The country that a word means: by its names, its adjective, its people and its codes, in English and Swedish."""

from collections.abc import Sequence
from functools import cache

from sleuth.language.glyphs import plain
from sleuth.language.query import Word
from sleuth.language.wordlist import wordlist

_CODE = 3  # letters at most of a country's code


def country_of(text: str) -> str:
    """The ISO 3166 code of the country that a whole text names; "" where it names none. Codes count in capitals."""
    form = " ".join(plain(text).text.replace(".", "").split())
    code = _names().get(form, "")
    is_code = form.upper() in (code, _three_letters().get(code, ""))
    return "" if is_code and not text.strip().isupper() else code


def as_country(name: str, words: Sequence[Word]) -> frozenset[str]:
    """The stems of a question's words that name the country that a name is, in other words: "UK" and "British" of the
    United Kingdom."""
    code = country_of(name)
    if not code:
        return frozenset()
    runs = (words[at : at + size] for size in range(1, longest_name() + 1) for at in range(len(words) - size + 1))
    named = (run for run in runs if country_of(" ".join(word.text for word in run)) == code)
    return frozenset(word.stem for run in named for word in run)


def is_place(text: str) -> bool:
    """Whether a text names a country or a region of the world: "Rest of Europe", "Nordics", "Poland"."""
    words = plain(text).text.replace(".", "").split()
    runs = {" ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1)}
    places = {run for run in runs if run in _listed("regions") or (len(run) > _CODE and run in _names())}
    if places - _listed("directions"):
        return True
    return bool(places) and set(words) <= _listed("directions") | _listed("areas")


def names_of(code: str) -> tuple[str, ...]:
    """All that a country is called, in small letters."""
    return tuple(name for name, owner in _names().items() if owner == code)


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(wordlist("places")[name].split(", "))


@cache
def longest_name() -> int:
    """The number of words in the longest name of a country."""
    return max(len(name.split()) for name in _names())


@cache
def _names() -> dict[str, str]:
    found: dict[str, str] = {}
    for code, row in wordlist("countries").items():
        three, _, names = str(row).partition(" ")
        for name in (code.lower(), three.lower(), *(part.strip() for part in names.split(","))):
            found[name] = code
    return found


@cache
def _three_letters() -> dict[str, str]:
    return {code: str(row).partition(" ")[0] for code, row in wordlist("countries").items()}

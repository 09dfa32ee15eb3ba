"""Other names of companies: short names and tickers."""

import re
from functools import cache

from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import words_of
from sleuth.language.wordlist import wordlist


@cache
def _legal_forms() -> re.Pattern[str]:
    forms, capitals = (
        "|".join(re.escape(form) for form in sorted(words, key=len, reverse=True))
        for words in (words_of("legal"), wordlist("stopwords")["legal_capitals"].split())
    )
    return re.compile(rf"(?:,?\s(?:(?i:{forms})|{capitals})\.?|\s(?i:\(publ\))|\s(?i:and subsidiaries))+\Z")


def without_legal_form(name: str) -> str:
    """A company's name as people say it: "Apple" of "Apple Inc."."""
    return _legal_forms().sub("", name).strip(" ,.")


def own_names(name: str) -> tuple[str, ...]:
    """The name and its short form, each with its initials apart and together; none for no name."""
    short = without_legal_form(name)
    return tuple(dict.fromkeys((name, short, *map(_with_initials, (name, short))))) if name else ()


def _with_initials(name: str) -> str:
    """A name whose initials stand together: "J.M. Smucker" for "J. M. Smucker"."""
    return re.sub(r"(?<=\b[A-Z]\.)\s+(?=[A-Z]\.)", "", name)


def other_names(words: frozenset[str]) -> frozenset[str]:
    """The stems of all names of the companies that these stems name.

    A company is known by all words of one of its names: "American" alone is not American Express.
    """
    found = [every for names, every in _companies() if any(name <= words for name in names)]
    return frozenset().union(*found)


def also_called(name: str) -> tuple[str, ...]:
    """All names of the company that a name calls, in small letters; none for one that is not known by several."""
    own = stems(name)
    return tuple(
        other.strip().casefold()
        for line in wordlist("companies")["groups"].strip().splitlines()
        for other in line.split("|")
        if any(stems(one) == own for one in line.split("|"))
    )


@cache
def _companies() -> tuple[tuple[tuple[frozenset[str], ...], frozenset[str]], ...]:
    """For each company its names, each as stems, and the stems of all of them."""
    lines = wordlist("companies")["groups"].strip().splitlines()
    named = [tuple(stems(name) for name in line.split("|") if not _repeats(name)) for line in lines]
    return tuple((names, frozenset().union(*names)) for names in named)


def _repeats(name: str) -> bool:
    """Whether a name is one word said twice: by its stems Johnson & Johnson would be every Johnson."""
    words = [word.stem for word in tokens(name)]
    return len(words) > 1 and len(set(words)) == 1

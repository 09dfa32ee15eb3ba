"""What a text calls people and parties by: offices by any of their names, and the parts that a contract defines."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from sleuth.language.tokens import stem_of, stems
from sleuth.language.weight import is_legal_form
from sleuth.reason.understand.lexicon import offices, table

_CAPITAL = r"[A-ZÅÄÖÆØ][\w.’'&/-]*"
_NAME = rf"(?P<name>{_CAPITAL}(?:\s+(?:{_CAPITAL}|de|von|van|af|of|&|i|og|och))*)"
_PART = re.compile(
    rf"{_NAME},?(?:(?!\b(?:between|and|mellan|och)\b)[^()\"“”]){{0,120}}?"
    rf"\((?:the |each a |hereinafter |herein |nedan |kallad |a )*[\"“”'](?P<part>[^\"“”']{{3,30}})[\"“”']\)"
)


@lru_cache(maxsize=16384)
def offices_said(text: str, language: str) -> frozenset[str]:
    """The stems of every one-word name of the offices in a text: "ceo" and "vd" of "Chief Executive Officer"."""
    found = _any_office().search(text)
    if found is None:
        return frozenset()
    said = {found[0].casefold() for found in _any_office().finditer(text)}
    groups = (names for names in offices() if said & set(names))
    return frozenset(stem_of(name, language) for names in groups for name in names if " " not in name)


@lru_cache(maxsize=16384)
def is_of_other_office(text: str, question: str) -> bool:
    """Whether a text names an office, and none of those that a question names: a chief financial officer, where the
    chief executive officer is asked for."""
    asked, said = offices_called(question), offices_called(text)
    return bool(asked and said) and not asked & said


def offices_called(text: str) -> set[tuple[str, ...]]:
    """The offices that a text names, each by all its names."""
    said = {found[0].casefold() for found in _any_office().finditer(text)}
    return {names for names in offices() if said & set(names)}


@lru_cache(maxsize=16384)
def meant_by(text: str, language: str) -> frozenset[str]:
    """The stems of words that a sentence does not say but words otherwise: "limit" of "may not exceed"."""
    line = " ".join(text.lower().split())
    return frozenset(stem for says, means in _wordings(language) if says.search(line) for stem in means)


@cache
def _wordings(language: str) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    rows = table("synonyms")["wording"]
    return tuple((re.compile(row["says"]), stems(row["means"], language)) for row in rows)


def parts_of(cover: str, language: str) -> Mapping[str, frozenset[str]]:
    """The stem of each part that a contract's opening defines, with the stems of who plays it: tenant → acme, as."""
    found: dict[str, frozenset[str]] = {}
    for definition in _PART.finditer(" ".join(cover.split())):
        part = stems(definition["part"].removeprefix("the "), language)
        who = " ".join(word for word in definition["name"].split() if not is_legal_form(word))
        if len(part) == 1 and who:
            found.setdefault(next(iter(part)), stems(who, language))
    return found


@cache
def _any_office() -> re.Pattern[str]:
    names = sorted((name for group in offices() for name in group), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])", re.IGNORECASE)

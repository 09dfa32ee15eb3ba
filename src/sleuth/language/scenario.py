"""Whether a figure happened, is expected, planned, or supposed: from the words and suffixes of headings."""

import re
from enum import StrEnum
from functools import cache, lru_cache

from sleuth.language.glyphs import plain
from sleuth.language.wordlist import wordlist


class Scenario(StrEnum):
    """What kind of world a figure describes."""

    ACTUAL = "actual"
    FORECAST = "forecast"
    BUDGET = "budget"
    ESTIMATE = "estimate"
    PRO_FORMA = "pro forma"


_EXPECTED = frozenset((Scenario.FORECAST.value, Scenario.ESTIMATE.value))


def is_alike(asked: str, stated: str) -> bool:
    """Whether a figure of one scenario answers a question after another: models print 2027E for what is projected."""
    return asked == stated or {asked, stated} <= _EXPECTED


_SUFFIXED = re.compile(  # behind what is a year or a part of one for certain: "10p" are pence, "12b" is a note
    r"(?<![a-z£$€.,\d])(?:(?:(?:fy|cy|q[1-4]|[1-4]q|h[12]|[12]h)[-/' ]*)(?:20)?\d\d ?(?P<of_period>[aefbp])"
    r"|20\d\d ?(?P<of_year>[aefbp])|[23]\d ?(?P<bare>[aefb]))(?:(?<=f)[1-4])?(?![a-z\d])"
)


@lru_cache(maxsize=16384)
def read_scenarios(text: str) -> frozenset[Scenario]:
    """The scenarios that a heading names: none, one, or several, of which none is certain."""
    words = plain(text).text
    return suffixed_scenarios(words) | {scenario for scenario, pattern in _words() if pattern.search(words)}


def suffixed_scenarios(words: str) -> frozenset[Scenario]:
    """The scenarios that letters behind years and quarters tell, in plain form: "fy2025e", "q3-24f"."""
    suffixes = wordlist("scenarios")["suffix"]
    return frozenset(Scenario(suffixes[found[found.lastgroup or ""]]) for found in _SUFFIXED.finditer(words))


def without_scenario(text: str) -> str:
    """The heading, in plain form, without the words that name a scenario, and the edition of it: "Budget (v3)"."""
    whole = words = plain(text).text
    for _, pattern in _words():
        words = pattern.sub(" ", words)
    if words != whole:
        words = _edition().sub(" ", words)
    return " ".join(words.split())


@cache
def _edition() -> re.Pattern[str]:
    return re.compile(wordlist("scenarios")["edition"]["says"])


@cache
def _words() -> tuple[tuple[Scenario, re.Pattern[str]], ...]:
    return tuple(
        (Scenario(name), re.compile(rf"(?<![^\W_]){says}(?![^\W_])"))
        for name, says in wordlist("scenarios")["words"].items()
    )

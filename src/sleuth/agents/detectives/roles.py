"""The parts that people have in an inquiry, and the wordings in which a sentence gives one to a name."""

import re
from functools import cache
from typing import NamedTuple

from sleuth.agents.detectives.words import lexicon


class Role(NamedTuple):
    """A part in an inquiry."""

    name: str  # "särskild utredare"
    relation: str  # "led_by", "assisted_by", "advised_by", "has_member"
    is_lead: bool


@cache
def roles() -> dict[str, Role]:
    """Each form of each role."""
    return {
        word: Role(entry["name"], entry["relation"], entry.get("lead", False))
        for entry in lexicon("roles")["role"]
        for word in entry["words"]
    }


@cache
def _role_words() -> str:
    words = sorted(roles(), key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)


_FROM_WHEN = r"(?:(?:från\s+och\s+med|fr\.\s?o\.\s?m\.)\s+)?(?:samma\s+dag|den\s+\d{1,2}\s+\w+\s+\d{4})"


@cache
def given_role() -> re.Pattern[str]:
    """A role that somebody is given; not one that is a title before a name ("utredaren N.N.")."""
    return re.compile(
        rf"\b(?:till|som|såsom|att\s+(?:{_FROM_WHEN}\s+)?(?:vara|som)|i\s+egenskap\s+av)\s+(?:en\s+|ny\s+|nya\s+|ytterligare\s+|dess\s+|kommitténs\s+|utredningens\s+)?"
        rf"(?P<role>{_role_words()})(?![a-zåäö])(?!\s+(?:vid|hos)\b)",
        re.IGNORECASE,
    )


@cache
def role_before_name() -> re.Pattern[str]:
    """ "Utredare har varit N.N.", "Ordförande är N.N."."""
    return re.compile(
        rf"(?:\A|(?<=[.!?;,]\s)|\b(?:[Uu]tredningens|[Kk]ommitténs|[Dd]elegationens|[Rr]egeringens)\s+)(?P<role>{_role_words()})\s+"
        r"(?:i\s+(?:utredningen|kommittén|delegationen)\s+)?(?:är|var|blir|har\s+varit|har\s+under\s+utredningstiden\s+varit|har\s+utsetts)\s+",
        re.IGNORECASE,
    )


@cache
def role_behind_name() -> re.Pattern[str]:
    """ "N.N. har varit särskild utredare", behind the name."""
    return re.compile(
        rf"\A(?:\s*,[^,.]{{3,140}},|\s*\([^)]{{2,60}}\))?\s+(?:har\s+(?:ensam\s+)?varit|är|var|blir|fortsätter\s+som|svarar\s+som|har\s+arbetat\s+som|har\s+tjänstgjort\s+som)\s+"
        rf"(?:regeringens\s+)?(?P<role>{_role_words()})(?![a-zåäö])",
        re.IGNORECASE,
    )

"""Which documents may answer a turn where a project holds the reports of several companies that have nothing in common.

What Adobe spends on marketing no report of Coca-Cola tells. The reports of a company that a question names, or that the
conversation is about, are read together with all that is nobody's report: lists, notes, contracts, e-mails.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import psycopg

from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.tools.reading import narrowed
from sleuth.language.companies import also_called, other_names, without_legal_form
from sleuth.language.glyphs import plain
from sleuth.language.tokens import stems, without_genitive
from sleuth.language.weight import is_stop
from sleuth.store.documents.pages import pages_saying

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
_OPENING = re.compile(r"\A(?:the\s+)?(?:[A-Z]\.\s+)*", re.IGNORECASE)  # an article and a founder's initials
_LANGUAGE = "en"  # of companies' names


def reporters_meant(room: Room, message: str, before: Sequence[str] = ()) -> tuple[str, ...]:
    """The companies with reports of their own that a message names; where it names none, those of the turn before."""
    reporters = dict.fromkeys(room.reports.values())
    if len(reporters) < 2:
        return ()
    return tuple(one for one in reporters if _names(message, one)) or tuple(one for one in before if one in reporters)


async def of_reporters(room: Room, reporters: Sequence[str]) -> Room:
    """The documents that can speak of these companies; all of the project's where no company in it is a stranger.

    Companies are strangers where no report of one names the other, as those of a group do.
    """
    others = [one for one in dict.fromkeys(room.reports.values()) if one not in reporters]
    if not reporters or not others:
        return room
    related = await room.read(lambda connection, _: _related(connection, room.reports, reporters))
    unasked = {one for one in others if one not in related}
    if not unasked:
        return room
    papers = [number for number in room.documents if number not in room.reports]
    naming = await room.read(lambda connection, _: pages_saying(connection, papers, [_calls(reporters)]))
    kept = {number for number, one in room.reports.items() if one not in unasked} | {number for number, _ in naming}
    narrow = await narrowed(room, [number for number in room.documents if number in kept])
    return replace(narrow, subjects={one: about for one, about in room.subjects.items() if one not in unasked})


def _names(message: str, company: str) -> bool:
    """Whether a message names a company: by its short name or the beginning of it, by another name or by its ticker."""
    own = _called(company)
    said = list(_WORD.finditer(message))
    folded = [_word(found[0]) for found in said]
    for at, found in enumerate(said):
        if not own or folded[at] != own[0] or not (found[0][0].isupper() or message.islower()):
            continue
        length = next((n for n in range(1, len(own)) if folded[at + n : at + n + 1] != [own[n]]), len(own))
        if length < len(own) and all(len(word) == 1 or is_stop(word, _LANGUAGE) for word in own[:length]):
            continue  # "at" alone is not AT&T
        if length == len(own) or not _goes_on(message, said[at + length - 1 : at + length + 1]):
            return True
    capitals = " ".join(found[0] for found in said if found[0][0].isupper())  # UPS, but not "gone up"
    return stems(without_legal_form(company)) <= other_names(stems(capitals))


def _goes_on(message: str, words: Sequence[re.Match[str]]) -> bool:
    """Whether a name goes on with the second of two words: "United States" is not United Parcel Service."""
    if len(words) < 2:
        return False
    one, other = words
    is_genitive = re.search(r"[’']s?\Z", one[0]) is not None
    return other[0][0].isupper() and not is_genitive and message[one.end() : other.start()].strip(" -") == ""


def _related(connection: psycopg.Connection, reports: Mapping[int, str], reporters: Sequence[str]) -> set[str]:
    """The companies that a report of these names, and those whose reports name one of these."""
    own = [number for number, one in reports.items() if one in reporters]
    other = [number for number, one in reports.items() if one not in reporters]
    naming = {number for one in reporters for number, _ in pages_saying(connection, other, [_pattern(one)])}
    named = {one for one in dict.fromkeys(reports[number] for number in other)
             if pages_saying(connection, own, [_pattern(one)])}  # fmt: skip
    return named | {reports[number] for number in naming}


def _calls(companies: Sequence[str]) -> str:
    """What a paper in small letters may call one of the companies by: the first word of its name, or another name."""
    words = {_called(company)[0] for company in companies if _called(company)}
    tickers = {name for company in companies for name in also_called(without_legal_form(company))}
    return r"\m(?:" + "|".join(sorted(map(re.escape, words | tickers))) + r")"


def _pattern(company: str) -> str:
    """A company's short name in a text of small letters."""
    return r"\m" + r"\W+".join(map(re.escape, _called(company))) + r"\M"


def _called(company: str) -> list[str]:
    """The words that people call a company by: "Smucker" of "The J. M. Smucker Company"."""
    short = without_legal_form(company)
    return _words(_OPENING.sub("", short)) or _words(short)


def _words(name: str) -> list[str]:
    return [_word(found[0]) for found in _WORD.finditer(name)]


def _word(text: str) -> str:
    """A word folded, without its genitive."""
    return without_genitive(plain(text).text)

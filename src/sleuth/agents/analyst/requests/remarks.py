"""Which documents a request list means by a reference ("6.4", "file 07") or by a remark ("CEO only")."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from sleuth.agents.analyst.requests.concepts import PACKAGE, is_weak, wording_form
from sleuth.agents.analyst.requests.naming import month_stems
from sleuth.agents.analyst.requests.needs import days_in
from sleuth.language.tokens import stems, tokens, words_of_filename
from sleuth.language.weight import detect_language
from sleuth.language.wordlist import wordlist

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.room import Holding, Room

_INDEX = re.compile(r"\d+(?:\.\d+)*[a-z]?(?![\w.]*\d)")  # a place in a data room: "4", "4.1", "1.5b"
_CLAUSE = re.compile(r"[;\n]|\.\s")
_MOST_NAMED = 3  # documents: what fits more of them names none
_LEAST_NAME = 6  # characters of a file's name that is looked for in a text
_PIECES = re.compile(r"[_\s]+")


def documents_referred(reference: str, remark: str, room: "Room") -> "list[Holding]":
    """The documents that a list refers to: by their names, or by the places with which their names begin.

    A column of references holds places; in a remark a number is one only behind a word for a file: "File 07".
    """
    said = f"{reference} {remark}".casefold()
    places = {_bare(place) for place in _INDEX.findall(reference.casefold())}
    for found in wording_form("refers", "to").finditer(remark):
        places.update(_bare(place) for place in _INDEX.findall(found["places"].casefold()))
    return [one for one in room.holdings if _place_of(one) in places or _is_named_in(one, said)]


def _bare(place: str) -> str:
    """A place without leading zeros: "07" is "7"."""
    return ".".join(part.lstrip("0") or "0" for part in place.split("."))


def _place_of(holding: "Holding") -> str:
    found = _INDEX.match(_PIECES.sub(" ", _filename(holding)))
    return _bare(found[0]) if found else "no place"


def _filename(holding: "Holding") -> str:
    return holding.document.filename.replace("\\", "/").rpartition("/")[2].casefold()


def _is_named_in(holding: "Holding", said: str) -> bool:
    """Whether a text has the name of a document's file, with or without its ending; a short name tells nothing."""
    name = _filename(holding).rpartition(".")[0]
    return len(name) >= _LEAST_NAME and name in said


def documents_named(remark: str, room: "Room") -> "list[Holding]":
    """The documents that bear every telling word of a remark, each of its clauses for itself.

    "CEO only" names the employment agreement of the CEO. What a clause says is still to come names nothing.
    """
    found: dict[int, Holding] = {}
    for clause in _positive_clauses(remark):
        fitting = [holding for holding in room.holdings if holding.is_current and _bears(holding, clause)]
        if len(fitting) <= _MOST_NAMED:
            found.update({holding.id: holding for holding in fitting})
    return list(found.values())


def _positive_clauses(remark: str) -> Iterator[str]:
    absent = [*wordlist("wording", PACKAGE)["stands"]["missing"], *wordlist("wording", PACKAGE)["stands"]["declined"]]
    for clause in _CLAUSE.split(remark):
        said = f" {' '.join(clause.casefold().split())} "
        is_absent = any(f" {word} " in said for word in (*absent, *_negations()))
        if said.strip() and not is_absent:
            yield clause


@cache
def _negations() -> tuple[str, ...]:
    return tuple(wordlist("wording", PACKAGE)["refers"]["absent"].split())


def _bears(holding: "Holding", clause: str) -> bool:
    """Whether a document is called by every telling word of a clause, and is of a day that the clause names."""
    days = days_in(clause)
    if days and not _days_of(holding).intersection(days):
        return False
    language = detect_language(clause)
    only = set(wordlist("wording", PACKAGE)["refers"]["only"].split())
    words = [word for word in tokens(clause, language) if word.text.casefold() not in only]
    telling = [word for word in words if not is_weak(word, language)]
    if days:  # the day was compared as a whole
        telling = [word for word in telling if not (word.is_number or word.stem in month_stems(language))]
    wanted = {word.stem for word in telling}
    called = set(holding.called)
    for name in holding.names:
        if name.is_whole:
            called |= name.stems
    for party, _ in holding.outline.parties:
        called |= stems(party, language)
    return bool(wanted) and wanted <= called


def _days_of(holding: "Holding") -> set[date]:
    """The days that a document bears: in the name of its file, and on its front."""
    return {*days_in(words_of_filename(holding.document.filename)), *holding.document.days}

"""Names that a message writes in small letters: "payment terms graanhof?" asks of Graanhof."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sleuth.agents.analyst.dialogue.documents import is_document_noun
from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.findings.subjects import companies
from sleuth.language.glyphs import plain
from sleuth.language.weight import is_heavy, is_legal_form, is_role, is_stop
from sleuth.store.documents.pages import stretches_with, written_small

if TYPE_CHECKING:
    from sleuth.agents.analyst.room import Room

_LEAST_LETTERS = 4  # of a name
_CALLED = re.compile(r"\([^()]{0,20}[“\"]([A-ZÅÄÖ][\w&-]{3,30})[”\"]\)")
_WORD = re.compile(r"[^\W\d_]+")


async def with_capitals(room: "Room", message: str, known: Known) -> str:
    """The message with the names of companies and people as the documents write them.

    A word is a name where it stands in the name of a company or a person, and no document writes it in small letters.
    """
    names = {**await _in_text(room, message), **_names(known)}
    said = {word[0] for word in _WORD.finditer(message) if word[0] in names}
    if not said:
        return message
    ordinary = await room.read(lambda connection, _: written_small(connection, list(room.documents), sorted(said)))
    meant = {word: names[word] for word in said - ordinary}
    return _WORD.sub(lambda word: meant.get(word[0], word[0]), message)


async def are_names(room: "Room", words: Sequence[str]) -> bool:
    """Whether one of some words is a name: the documents write it, and never in small letters."""
    titles = sorted({word.title() for word in words if word.isalpha()})
    if not titles:
        return False
    documents = list(room.documents)
    found = await room.read(lambda connection, _: stretches_with(connection, documents, titles))
    small = [word.casefold() for word in titles if any(word in text for text in found)]
    ordinary = await room.read(lambda connection, _: written_small(connection, documents, small))
    return not ordinary.issuperset(small)


async def _in_text(room: "Room", message: str) -> Mapping[str, str]:
    """The words of a message that stand in the name of a company anywhere in the documents, "Fours Hanrez SA", or are
    the name that an agreement gives one: “VANTOR DETECTION DAC ("Vantor")”.
    """
    small = {word[0] for word in _WORD.finditer(message) if word[0].islower() and _may_be_name(word[0].title())}
    telling = sorted(word.title() for word in small if is_heavy(word, "en"))
    found = await room.read(lambda connection, _: stretches_with(connection, list(room.documents), telling))
    written = {word[0] for text in found for name in companies(text) for word in _WORD.finditer(name)}
    written.update(name for text in found for name in _CALLED.findall(text))
    return {word.casefold(): word for word in telling if word in written}


def _names(known: Known) -> Mapping[str, str]:
    """The words of names by their small letters, each as it is written: "graanhof" → "Graanhof"."""
    words = (word[0] for name in (*known.companies, *known.people) for word in _WORD.finditer(name))
    return {word.casefold(): word if word[1:].islower() else word.title() for word in words if _may_be_name(word)}


def _may_be_name(word: str) -> bool:
    """Whether a word of a name may be meant by itself: neither "Ltd." nor "Supplier"."""
    if len(word) < _LEAST_LETTERS or not word[0].isupper():
        return False
    form = plain(word).text
    return not (is_legal_form(word) or is_role(form, "en") or is_document_noun(form) or is_stop(form, "en"))

"""Who and what a conversation has spoken of, by kind, so that a later "they" or "that lease" finds it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """The kind of a referent: it decides which words may stand for it."""

    COMPANY = "company"
    PERSON = "person"
    PLACE = "place"
    DOCUMENT = "document"
    NAME = "name"  # a proper name of unknown kind


@dataclass(frozen=True, slots=True)
class Referent:
    """One thing that was spoken of."""

    kind: Kind
    name: str  # as it was written; of a document what it is called: "the lease", "the Skagen Pelagic contract"
    documents: tuple[int, ...] = ()  # of a document its id; several where the name fits several

    def to_json(self) -> dict[str, Any]:
        """As it is kept; `referent_of` reads it."""
        return {"kind": self.kind.value, "name": self.name, "documents": list(self.documents)}


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What one turn spoke of: the question, then the answer."""

    question: tuple[Referent, ...] = ()
    answer: tuple[Referent, ...] = ()  # named in the answer and not in the question
    cited: tuple[Referent, ...] = ()  # the documents that the answer cites
    words: frozenset[str] = frozenset()  # the stems of what question and answer said
    asks_name: bool = False  # the question asks for somebody or something by name: what the answer names is meant next

    def to_json(self) -> dict[str, Any]:
        """As it is kept; `mentioned_of` reads it."""
        return {
            "question": [one.to_json() for one in self.question],
            "answer": [one.to_json() for one in self.answer],
            "cited": [one.to_json() for one in self.cited],
            "words": sorted(self.words),
            "asks_name": self.asks_name,
        }


def referent_of(stored: Mapping[str, Any]) -> Referent:
    """The referent that `to_json` wrote."""
    return Referent(Kind(stored["kind"]), stored["name"], tuple(stored["documents"]))


def mentioned_of(stored: Mapping[str, Any]) -> Mentioned:
    """The mentions that `to_json` wrote."""
    question, answer, cited = (
        tuple(referent_of(one) for one in stored[part]) for part in ("question", "answer", "cited")
    )
    return Mentioned(question, answer, cited, frozenset(stored.get("words", ())), bool(stored["asks_name"]))

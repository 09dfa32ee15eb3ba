"""Who and what a conversation has spoken of, by kind, so that a later "they" or "that lease" finds it."""

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What one turn spoke of: the question, then the answer."""

    question: tuple[Referent, ...] = ()
    answer: tuple[Referent, ...] = ()  # named in the answer and not in the question
    cited: tuple[Referent, ...] = ()  # the documents that the answer cites
    words: frozenset[str] = frozenset()  # the stems of what question and answer said
    asks_name: bool = False  # the question asks for somebody or something by name: what the answer names is meant next

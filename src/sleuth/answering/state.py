"""What travels through the research graph, and what its nodes are given."""

from dataclasses import dataclass
from typing import TypedDict

from sleuth.answering.library import Library, Place
from sleuth.answering.tables import RowsResolved
from sleuth.answering.verification import Dropped, Proven
from sleuth.findings.asked.answers import Resolution
from sleuth.language.asked import Asked
from sleuth.language.query import Query
from sleuth.reason.protocol import Claim, Reasoner

MOST_RETRIEVALS = 5
REFUSAL = "Information not found in provided documents"


@dataclass(frozen=True, slots=True)
class Deps:
    """The working parts of one run; never part of the state."""

    reasoner: Reasoner
    library: Library


@dataclass(frozen=True, slots=True)
class Talk:
    """A question as it is asked in a conversation: what came before, and what rules make of it."""

    turns: tuple[tuple[str, str], ...] = ()  # questions and answers before it, the oldest first
    readings: tuple[str, ...] = ()  # what it may mean in full; searched for beside its own words
    known: tuple[Proven, ...] = ()  # what rules have proven as its answer; a model may take it as it stands
    about: tuple[int, ...] = ()  # the contracts that it is about; those of others have no answer to it


class Output(TypedDict):
    """The answer as the user gets it."""

    answer: str
    citations: list[dict[str, str | int]]


class State(TypedDict, total=False):
    """One research run. Passages are held by address; their pages are looked up when they are read."""

    question: str
    about: str  # all that was asked, where the question is a part of it; else ""
    within: frozenset[int]  # the documents that are asked; all where it is empty or absent
    talk: Talk  # where it is asked in a conversation, of a model that is to word the answer; else absent
    queries: list[str]  # to be tried next
    tried: list[str]
    found: list[Place]  # each passage and each fact once; the index is the evidence id
    query: Query | None  # the typed question; None where no figure is asked for
    asked: Asked  # the question as one about words
    rows: RowsResolved  # what tables answer to a question over their rows; absent where the ledger or search does
    follows: RowsResolved  # what tables answer where the question goes on from one before it; absent where it does not
    resolution: Resolution  # what the ledger answers to it
    names: dict[int, frozenset[str]]  # of each document: stems of the words that mean it, or whose it is
    accounts: frozenset[int]  # the documents that state figures of periods in tables
    fact_places: dict[int, int]  # the evidence id of each of its facts
    iterations: int  # retrievals so far
    verdict: str
    reason: str
    draft: list[Claim]
    drafted: int  # how many passages had been found when the last draft was made
    proven: list[Proven]
    dropped: list[Dropped]
    given_up: list[Dropped]  # refused before their second try; absent until there was one
    seats: dict[str, int]  # of each claim: its place in the first draft, also where it was written anew since
    left_out: list[Dropped]  # in the end: what is shown neither in its words nor in the source's
    lacks_lead: bool  # what answers before all else in the draft is told in no words
    unproven: list[Dropped]  # of a model, before rules looked at the same evidence; absent unless they did
    degraded: list[str]
    output: Output
    timings: list[tuple[str, float]]  # node, milliseconds

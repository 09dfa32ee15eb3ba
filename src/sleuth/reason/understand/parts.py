"""The parts that a question is taken apart into."""

import re
from dataclasses import dataclass

from sleuth.language.asked import Answer, Asked
from sleuth.language.times import Times

LEAST_TELLING = 0.3  # weight of a word that tells anything


@dataclass(frozen=True, slots=True)
class Term:
    """A word that must be answered to, and what may stand for it."""

    text: str
    stem: str
    weight: float
    is_name: bool  # a proper name or a number: nothing else can stand for it
    is_critical: bool  # it singles one out, as "oldest" does
    alternatives: frozenset[str] = frozenset()  # stems
    foreign: frozenset[str] = frozenset()  # those of them that are another language's
    beside: frozenset[str] = frozenset()  # stems of its neighbours in one name, as in "Halden Holding"


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure by all its names, each as stems in order."""

    asked: tuple[str, ...]  # the name used in the question
    names: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...]  # the names as written
    is_rate: bool  # it is a percentage by its nature
    is_count: bool  # it counts heads or pieces


@dataclass(frozen=True, slots=True)
class Clause:
    """What a contract provides for, and how such clauses are worded."""

    name: str
    asks: tuple[str, ...]  # phrases by which people ask for it
    search: tuple[str, ...]
    says: tuple[re.Pattern[str], ...]
    lacks: tuple[re.Pattern[str], ...]  # a sentence of this kind denies the clause
    is_date: bool  # the clause is asked for its date
    is_title: bool  # it may be a heading: the document's name
    is_front: bool  # it stands where the contract opens, and again in its annexes
    is_circumstance: bool  # it says when other clauses apply, as a change of control
    excepts: tuple["Clause", ...] = ()  # those to which it is an exception
    headings: tuple[str, ...] = ()  # over it, besides the phrases by which people ask for it
    column: str = ""  # the kind of column that states it in a list of contracts


@dataclass(frozen=True, slots=True)
class Question:
    """A question, taken apart."""

    text: str
    language: str
    kind: Answer  # what its wording asks for
    terms: tuple[Term, ...]
    metrics: tuple[Metric, ...]
    clauses: tuple[Clause, ...]
    times: Times  # that it asks about
    is_negated: bool
    wants_many: bool
    wants_each: bool  # every named document
    wants_topic: bool  # whatever is said of it, under headings too
    wants_level: bool  # how large a measure is, and nothing else about it
    wants_latest: bool  # only the newest of the named documents
    things: tuple[str, ...]  # what "what is the …?" asks for, by all its names, in lower case; empty otherwise
    stems: frozenset[str]  # of all its words, for telling what evidence adds
    selecting: tuple[tuple[str, str], ...]  # stem and text of names by which it calls the contract it is asked of
    asked: Asked  # the kind of value that answers it, and what it is asked after

"""What provisions are about: a change of control, the rent, dividends; told by their headings, names and wording."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sleuth.findings.text.provisions import Provision
from sleuth.reason.rank.clauses import makes, plain
from sleuth.reason.rank.provisions import asks_by, clause_named, clause_names, line_of
from sleuth.reason.understand.lexicon import table
from sleuth.reason.understand.parts import Clause

_JOINT = re.compile(r"\b(?:and|or|och)\b|[;,&:()]")
_ARTICLE = re.compile(r"^ (?:the|an?|each|any|all|no|ingen|inga) ")
_OPENING = 40  # characters in which a provision may begin with its own name


@dataclass(frozen=True, slots=True)
class Topic:
    """What a provision is about, by all its names."""

    name: str
    names: tuple[str, ...]  # over a provision, at its beginning, or asked for
    asked: tuple[str, ...]  # how a person speaks of it who has a contract in mind
    headings: tuple[str, ...]  # over it, and over others as well
    says: tuple[re.Pattern[str], ...]  # how it is worded
    worded: Clause | None  # the clause whose wording tells it too
    unless: str = ""  # a pattern of questions that its phrases are not asked by: "what does she get out of it?"
    is_in_parts: bool = False  # its amounts are told in percent of something: "0.5% of the price a week"

    @property
    def is_circumstance(self) -> bool:
        """Whether it says when other provisions apply, as a change of control."""
        return self.worded is not None and self.worded.is_circumstance


@dataclass(frozen=True, slots=True)
class Found:
    """A topic that a question asks for, and the phrases by which it does."""

    topic: Topic
    phrases: tuple[str, ...]  # the longest first

    @property
    def phrase(self) -> str:
        """The longest of them."""
        return self.phrases[0]

    @property
    def is_named(self) -> bool:
        """Whether it is called by a name of its own, and not only spoken of."""
        return any(one in self.topic.names for one in self.phrases)


@cache
def topics() -> tuple[Topic, ...]:
    """All topics that are known: those of the table, and every clause that none of them refers to."""
    listed = list(map(_topic, table("topics")["topic"]))
    worded = {one.worded.name for one in listed if one.worded is not None}
    others = [{"name": name, "worded": name} for name in clause_names() if name not in worded]
    return (*listed, *map(_topic, others))


def _topic(row: Mapping[str, object]) -> Topic:
    names, asked, headings = (_phrases(row.get(key, ())) for key in ("names", "asked", "headings"))
    clause = clause_named(str(row["worded"])) if "worded" in row else None
    own = (clause.name, *clause.asks) if clause is not None else ()
    over = clause.headings if clause is not None else ()
    says = tuple(map(re.compile, _phrases(row.get("says", ()))))
    unless, is_in_parts = str(row.get("unless", "")), bool(row.get("in_parts", False))
    return Topic(str(row["name"]), (*names, *own), asked, (*headings, *over), says, clause, unless, is_in_parts)


def _phrases(written: object) -> tuple[str, ...]:
    return tuple(written) if isinstance(written, (list, tuple)) else ()


def topics_in(question: str, *, of_contract: bool) -> list[Found]:
    """The topics that a question asks for, that with the longest phrase first.

    `of_contract`: a contract is meant, and words that are of other things too are of it. Else only names of several
    words ask for a topic, or any name where the question asks what somebody may or must do.
    """
    line = line_of(question)
    is_of_rule = of_contract or asks_rule(question)
    found = [
        Found(topic, tuple(sorted(phrases, key=len, reverse=True)))
        for topic in topics()
        if (phrases := [one for one in (*topic.names, *(topic.asked if of_contract else ())) if asks_by(one, line)])
        and not (topic.unless and re.search(topic.unless, line))
        and (is_of_rule or any(" " in one for one in phrases))
    ]
    return sorted(found, key=lambda one: -len(one.phrase))


def asks_rule(question: str) -> bool:
    """Whether a question asks what somebody may or must do."""
    return re.search(str(table("topics")["rules"]), line_of(question)) is not None


def nearness(topic: Topic, provision: Provision) -> float:
    """How surely a provision is on a topic, from 0 to 1: by its own name, by its wording, by the heading above it."""
    under = 0.7 if is_headed(topic, provision, alone=True) else 0.5 * is_headed(topic, provision)
    is_said = any(f" {name} " in line_of(text) for name in topic.names for text in provision.wording)
    is_worded = any(_is_worded(topic, text) for text in provision.wording)
    named = 0.8 * is_called(topic, provision) + 0.6 * _opens(topic, provision)
    return min(1.0, named + 0.7 * is_worded + under + 0.2 * is_said)


def speaks_of(topic: Topic, sentence: str) -> bool:
    """Whether a sentence outside the agreement speaks of a topic, in its wording or by any of its names."""
    line = line_of(sentence)
    is_named = any(asks_by(phrase, line) for phrase in (*topic.names, *topic.asked))
    return is_named or _is_worded(topic, sentence)


def is_headed(topic: Topic, provision: Provision, *, alone: bool = False) -> bool:
    """Whether the heading over a provision names the topic, perhaps beside others; or it `alone`."""
    pieces = _pieces(provision.section)
    named = [piece for piece in pieces if piece in topic.names or (piece in topic.headings and not alone)]
    return bool(named) and (not alone or len(named) == len(pieces))


def is_called(topic: Topic, provision: Provision) -> bool:
    """Whether a provision goes by a name of the topic."""
    return any(caption in topic.names for caption in provision.captions)


def _opens(topic: Topic, provision: Provision) -> bool:
    """Whether a provision without a name of its own begins with one: "Distributions are allowed once a year if …"."""
    if provision.captions:
        return False
    openings = [_ARTICLE.sub(" ", line_of(opening[:_OPENING])) for opening in provision.openings]
    return any(opening.startswith(f" {name} ") for name in topic.names for opening in openings)


def _pieces(heading: str) -> list[str]:
    return [piece for part in _JOINT.split(heading) if (piece := part.strip())]


def _is_worded(topic: Topic, text: str) -> bool:
    said = plain(text)
    return any(one.search(said) for one in topic.says) or (topic.worded is not None and makes(topic.worded, said))

"""Puts an answer together from ranked candidates: one, one a document, or one a measure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from sleuth.language.weight import is_faint
from sleuth.reason.clauses import beyond, rank_clauses
from sleuth.reason.lookup import rank_cells
from sleuth.reason.matching import strength
from sleuth.reason.members import list_members
from sleuth.reason.parts import Kind, Question, Term
from sleuth.reason.protocol import Document, Evidence
from sleuth.reason.ranking import Candidate, rank_sentences
from sleuth.reason.reading import Reading
from sleuth.reason.selection import choose

_NEAR_BEST = 0.85  # of the best score: what another document must reach to be heard as well
_MOST_DOCUMENTS = 20
_CLAUSE_SENTENCES = 2
_FAINT = 0.1  # weight up to which a word need not be answered to

Ranker = Callable[[Sequence[Evidence]], list[Candidate]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The candidates chosen for the answer, or why there is none."""

    chosen: tuple[Candidate, ...]
    reason: str
    is_partial: bool = False  # some of the documents asked about have not answered yet

    @property
    def answers(self) -> bool:
        """Whether there is an answer."""
        return bool(self.chosen)


class Answerer:
    """Answers one question from whatever evidence it is given."""

    def __init__(self, question: Question, documents: Sequence[Document], reading: Reading) -> None:
        self._question = question
        self._reading = reading
        self._circles = choose(question, documents, reading) or [()]
        self._documents: tuple[Document, ...] = ()  # the circle that is being asked

    def answer(self, evidence: Sequence[Evidence]) -> Outcome:
        """The best answer that the evidence holds."""
        outcomes = []
        for circle in self._circles:
            self._documents = circle
            outcomes.append(self._answer(evidence))
            if outcomes[-1].answers:
                return outcomes[-1]
        return outcomes[0]

    def _answer(self, evidence: Sequence[Evidence]) -> Outcome:
        eligible = {document.id for document in self._documents}
        heard = [item for item in evidence if item.document_id in eligible]
        if not heard:
            return Outcome((), "no evidence from the documents asked about")
        return self._stated(heard)

    def _stated(self, heard: Sequence[Evidence]) -> Outcome:
        """What the evidence says in its own words and cells."""
        if members := list_members(self._question, heard, self._reading):
            return Outcome(tuple(members), "")
        rankers, second_best = self._rankers(heard)
        outcomes = [self._across(ranker, heard) for ranker in rankers]
        chosen = tuple(candidate for outcome in outcomes for candidate in outcome.chosen)
        if not chosen:
            return Outcome((), outcomes[0].reason)
        return Outcome(chosen, "", second_best or any(outcome.is_partial for outcome in outcomes))

    def _rankers(self, evidence: Sequence[Evidence]) -> tuple[list[Ranker], bool]:
        """How to look for each part of the answer, and whether a better way may open with more evidence."""
        question, reading = self._question, self._reading
        sentences = partial(rank_sentences, question, reading=reading)
        if question.clauses:
            return [partial(_clauses_or_sentences, question, reading)], False
        lookup = partial(rank_cells, question, reading=reading)
        if self._wants_cells() and lookup(evidence):
            return [lookup], False
        return [sentences], bool(question.metrics)

    def _wants_cells(self) -> bool:
        kind = self._question.kind
        of_measure = bool(self._question.metrics) and kind in (Kind.THING, Kind.MANNER, Kind.CHOICE)
        return kind is Kind.NUMBER or of_measure or not self._question.metrics

    def _across(self, ranker: Ranker, evidence: Sequence[Evidence]) -> Outcome:
        """The best of each document, where several are asked; otherwise the best."""
        ranked = {
            document.id: ranker([e for e in evidence if e.document_id == document.id])
            for document in self._documents[:_MOST_DOCUMENTS]
        }
        firsts = [found[0] for found in ranked.values() if found and found[0].answers]
        if not firsts:
            return Outcome((), _closest(ranked.values()))
        best = max(candidate.score for candidate in firsts)
        least = 0.0 if self._question.wants_each else _NEAR_BEST * best
        heard = [first for first in firsts if first.score >= least]
        chosen = [c for first in heard for c in self._with_more(first, ranked[first.evidence.document_id])]
        missing = self._question.wants_each and len(firsts) < len(ranked)
        return Outcome(tuple(chosen), "", missing)

    def _with_more(self, first: Candidate, ranked: Sequence[Candidate]) -> list[Candidate]:
        """A clause may take two sentences; everything else is said in one."""
        if not self._question.clauses or not self._question.wants_many:
            return [first]
        more = [c for c in ranked[1:] if c.answers and c.score >= first.score - 0.05]
        return [first, *more[: _CLAUSE_SENTENCES - 1]]


def _clauses_or_sentences(question: Question, reading: Reading, evidence: Sequence[Evidence]) -> list[Candidate]:
    """Clauses, unless the question asks for something in them that another sentence says and they do not."""
    found = rank_clauses(question, evidence, reading)
    narrowing = [term for term in beyond(question, question.clauses[0]) if not is_faint(term.text, question.language)]
    if not narrowing or not found or _holds(found[0], narrowing, question.language):
        return found
    sentences = [c for c in rank_sentences(question, evidence, reading) if c.answers]
    return sentences if sentences and _holds(sentences[0], question.terms, question.language) else found


def _holds(candidate: Candidate, terms: Sequence[Term], language: str) -> bool:
    """Whether every word that carries weight stands in the sentence itself."""
    return all(strength(term, candidate.unit.around.own, language) >= 0.8 for term in terms if term.weight > _FAINT)


def _closest(ranked: Iterable[Sequence[Candidate]]) -> str:
    found = [candidates[0] for candidates in ranked if candidates]
    return max(found, key=lambda c: c.score).lacks if found else "no evidence speaks of it"

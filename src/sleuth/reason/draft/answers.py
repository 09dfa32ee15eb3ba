"""Puts an answer together from ranked candidates: one, one a document, or one a measure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sleuth.evidence.prose import announces
from sleuth.language.asked import Answer
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_stop
from sleuth.reason.draft.undecided import is_undecided
from sleuth.reason.protocol import Document, Evidence
from sleuth.reason.rank.candidate import Candidate
from sleuth.reason.rank.clauses import beyond, rank_clauses
from sleuth.reason.rank.current import with_current
from sleuth.reason.rank.events import asks_what_happened, find_events
from sleuth.reason.rank.holders import asks_for_holder, find_holders
from sleuth.reason.rank.lacking import lists_them
from sleuth.reason.rank.linked import with_linked
from sleuth.reason.rank.lists import mark_of, with_items, with_lead
from sleuth.reason.rank.lookup import rank_cells
from sleuth.reason.rank.matching import calls_document, strength
from sleuth.reason.rank.ranking import rank_sentences
from sleuth.reason.rank.restated import with_restated
from sleuth.reason.rank.rosters import list_roster
from sleuth.reason.rank.signing import asks_who_signed, find_signatures
from sleuth.reason.rank.thin import is_one_of_many
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.phrases import says
from sleuth.reason.understand.selection import asked_of, choose

_NEAR_BEST = 0.85  # of the best score: what another document must reach to be heard as well
_MOST_DOCUMENTS = 20
_CLAUSE_SENTENCES = 2
_NEAR_CLAUSE, _NEAR_CASE = 0.05, 0.25  # below the best score: how near another sentence of a clause, or a case, may be
_SAME = 0.8  # how well a word must be answered to

Ranker = Callable[[Question, Sequence[Evidence]], list[Candidate]]


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
        self._all = tuple(documents)
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
        return self._elsewhere(evidence) or outcomes[0]

    def _elsewhere(self, evidence: Sequence[Evidence]) -> Outcome | None:
        """What the other documents say in sentences that name all whom the question names; None where none does."""
        names = [term for term in self._question.terms if term.is_name and not term.text[0].isdigit()]
        others = tuple(d for d in self._all if d.replaced_by is None and all(d not in one for one in self._circles))
        if not names or not others:
            return None
        self._documents = others
        outcome = self._answer(evidence)
        chosen = tuple(one for one in outcome.chosen if _says_all(one, names, self._question.language))
        return Outcome(chosen, "") if chosen else None

    def _answer(self, evidence: Sequence[Evidence]) -> Outcome:
        eligible = {document.id for document in self._documents}
        heard = [item for item in evidence if item.document_id in eligible]
        if not heard:
            return Outcome((), "no evidence from the documents asked about")
        return self._stated(heard)

    def _stated(self, heard: Sequence[Evidence]) -> Outcome:
        """What the evidence says in its own words and cells."""
        if asks_who_signed(self._question) and (signed := find_signatures(self._question, heard, self._reading)):
            return Outcome(tuple(signed), "")
        if asks_for_holder(self._question) and (holders := find_holders(self._question, heard, self._reading)):
            return Outcome(tuple(holders), "")
        if asks_what_happened(self._question):
            events = find_events(self._question, heard, self._reading)
            return Outcome(tuple(events), "" if events else "no event of that time is told")
        if roster := list_roster(self._question, heard, self._reading):
            return Outcome(tuple(roster), "")
        rankers, second_best = self._rankers(heard)
        outcomes = [self._across(ranker, heard) for ranker in rankers]
        chosen = tuple(candidate for outcome in outcomes for candidate in outcome.chosen)
        if not chosen:
            return Outcome((), outcomes[0].reason)
        return Outcome(chosen, "", second_best or any(outcome.is_partial for outcome in outcomes))

    def _rankers(self, evidence: Sequence[Evidence]) -> tuple[list[Ranker], bool]:
        """How to look for each part of the answer, and whether a better way may open with more evidence."""
        question, reading = self._question, self._reading
        sentences = partial(rank_sentences, reading=reading)
        if question.clauses:
            return [partial(_clauses_or_sentences, reading=reading)], False
        lookup = partial(rank_cells, reading=reading)
        if self._wants_cells() and lookup(question, evidence):
            return [lookup], False
        return [sentences], bool(question.metrics)

    def _wants_cells(self) -> bool:
        kind = self._question.kind
        of_measure = bool(self._question.metrics) and kind in (Answer.THING, Answer.MANNER, Answer.CHOICE)
        return kind is Answer.NUMBER or of_measure or not self._question.metrics

    def _across(self, ranker: Ranker, evidence: Sequence[Evidence]) -> Outcome:
        """The best of each document, where several are asked; otherwise the best."""
        ranked = {
            document.id: ranker(self._asked_of(document), [e for e in evidence if e.document_id == document.id])
            for document in self._documents[:_MOST_DOCUMENTS]
        }
        firsts = [found[0] for found in ranked.values() if found and found[0].answers]
        if not firsts:
            return Outcome((), _closest(ranked.values()))
        leading = max(firsts, key=lambda candidate: candidate.score)
        each = self._question.wants_each or any(self._asked_of(d) is not self._question for d in self._documents)
        least = 0.0 if each else _NEAR_BEST * leading.score
        near = [first for first in firsts if first.score >= least]
        heard = [first for first in near if each or self._says_as_much(first, leading)]
        chosen = [c for first in heard for c in self._with_more(first, ranked[first.evidence.document_id])]
        chosen = [c for one in chosen for c in with_current(one, self._question, self._reading)]
        chosen = [c for one in chosen for c in with_restated(one, self._question, self._reading)]
        if self._question.clauses and not self._question.clauses[0].is_front:
            chosen = [c for one in chosen for c in with_linked(one, self._question.text, self._reading)]
        if is_undecided(self._question, leading, ranked[leading.evidence.document_id], told=chosen):
            return Outcome((), "several passages answer as well, and each says something else")
        units = [candidate.unit for found in ranked.values() for candidate in found]
        if leading.value is None and is_one_of_many(self._question, leading.unit, units):
            return Outcome((), "many passages say as much of the question")
        listed = [c for one in _once(chosen) for c in with_items(one, evidence, self._reading)]
        listed = _lists_alone(listed)
        listed = [c for one in listed for c in with_lead(one, evidence, self._reading)]
        chosen = [c for c in listed if c.follows or not announces(c.unit.text) or _has_items(c, listed)]
        if not chosen:
            return Outcome((), "it only announces what follows")
        missing = self._question.wants_each and len(firsts) < len(ranked)
        return Outcome(tuple(chosen), "", missing)

    def _says_as_much(self, other: Candidate, best: Candidate) -> bool:
        """Whether another document's sentence says no fewer of the question's words of weight than the best one says.

        In either language, but by no synonym: a "drawing" is no dividend. A clause goes by its wording.
        """
        heavy = [term for term in self._question.terms if term.weight >= 1 and not term.is_name]
        said = [sum(_is_said(term, one) for term in heavy) for one in (other, best)]
        return bool(self._question.clauses) or said[0] >= said[1]

    def _asked_of(self, document: Document) -> Question:
        return asked_of(self._question, document, self._documents, self._reading)

    def _with_more(self, first: Candidate, ranked: Sequence[Candidate]) -> list[Candidate]:
        """A clause may take two sentences; everything else is said in one."""
        if lists_them(self._question, first.unit.text):
            return [first]
        if not self._question.clauses or not (self._question.wants_many or self._asks_what_follows()):
            return [first]
        least = first.score - (_NEAR_CASE if self._asks_what_follows() else _NEAR_CLAUSE)
        more = [c for c in ranked[1:] if c.answers and c.score >= least]
        return [first, *more[: _CLAUSE_SENTENCES - 1]]

    def _asks_what_follows(self) -> bool:
        """Whether a question asks what happens in a case, as a change of control: several sentences tell of that."""
        return self._question.clauses[0].is_circumstance and says("follows", self._question.text)


def _is_said(term: Term, candidate: Candidate) -> bool:
    own = candidate.unit.around.own
    return term.stem in own or bool(term.foreign & own)


def _once(chosen: Iterable[Candidate]) -> list[Candidate]:
    """Each sentence once, in the order given."""
    return list(
        {(c.evidence.document_id, c.evidence.page.number, c.unit.start, c.unit.end): c for c in chosen}.values()
    )


def _says_all(candidate: Candidate, terms: Sequence[Term], language: str) -> bool:
    """Whether a sentence itself says all of the words, or one before it in its section where it names nobody."""
    around = candidate.unit.around
    return all(strength(term, around.own | around.kin, language) >= _SAME for term in terms)


def _lists_alone(listed: Sequence[Candidate]) -> list[Candidate]:
    """Without single sentences, where a list answers."""
    if not any(one.follows for one in listed):
        return list(listed)
    return [one for one in listed if one.follows or mark_of(one.unit.text) or _has_items(one, listed)]


def _has_items(candidate: Candidate, listed: Iterable[Candidate]) -> bool:
    lead = " ".join(candidate.unit.text.split())
    return any(other.follows == lead for other in listed)


def _clauses_or_sentences(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """Clauses; where the question narrows what it asks, those that speak of that, or other sentences that do."""
    found = rank_clauses(question, evidence, reading)
    narrowing = [term for term in beyond(question, question.clauses[0]) if term.weight >= 1 and not term.is_name]
    if not any(candidate.answers for candidate in found) and question.kind is Answer.CHOICE:
        sentences = rank_sentences(question, evidence, reading)  # a contract may word it in its own way
        return [c for c in sentences if c.answers and _is_on(c, question)] or sentences or found
    if not narrowing or not any(candidate.answers for candidate in found):
        return found
    told = [candidate for candidate in found if _tells(candidate, narrowing, question.language)]
    if any(candidate.answers for candidate in told):
        return told
    sentences = [c for c in rank_sentences(question, evidence, reading) if c.answers]
    told = [c for c in sentences if _tells(c, narrowing, question.language) and _is_on(c, question)]
    lacks = f"it says so of something else than {', '.join(term.text for term in narrowing)}"
    return told or [replace(candidate, lacks=candidate.lacks or lacks) for candidate in found]


def _is_on(candidate: Candidate, question: Question) -> bool:
    """Whether a sentence, or what stands over it, has a word of the clause's name: "terminate" of a termination.

    Or the one word by which the question asks for it: "penalty" of liquidated damages.
    """
    clause = question.clauses[0]
    asks = (word for word in clause.asks if stems(word, question.language) <= question.stems and " " not in word)
    named = {word.stem for word in tokens(" ".join((clause.name, *asks)), "en") if not is_stop(word.text, "en")}
    return bool(named & (candidate.unit.around.own | candidate.unit.around.above))


def _tells(candidate: Candidate, terms: Sequence[Term], language: str) -> bool:
    """Whether most of what a question narrows itself to stands in the sentence or over it, or is the document's kind.

    Or just before it, where the sentence names nobody: "For each day of delay it shall forfeit a penalty".
    """
    around = candidate.unit.around
    said = around.own | around.above | around.kin
    held = [term for term in terms if strength(term, said, language) >= _SAME or calls_document(term, around, language)]
    return 2 * len(held) > len(terms)


def _closest(ranked: Iterable[Sequence[Candidate]]) -> str:
    found = [candidates[0] for candidates in ranked if candidates]
    return max(found, key=lambda c: c.score).lacks if found else "no evidence speaks of it"

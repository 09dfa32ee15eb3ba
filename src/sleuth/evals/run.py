"""Runs the evaluation: chooses sets and parts, brings documents into the store, and gathers the figures."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals import corpora
from sleuth.evals.answers import answer_figures, to_read
from sleuth.evals.cases import ANSWER_SETS, Answerable, AnswerSet, sample
from sleuth.evals.citations import Check, check_citations, citation_figures
from sleuth.evals.conversations.talks import TALK_SETS, TalkSet
from sleuth.evals.corpora import Corpus, OnProgress, add_corpus
from sleuth.evals.detectives import detective_figures
from sleuth.evals.figures import (
    ANALYST,
    ANSWERS,
    CITATIONS,
    CONVERSATIONS,
    DETECTIVES,
    FINDINGS,
    INTENT,
    LEDGER,
    PARTS,
    RETRIEVAL,
    ROOMS,
    TUTOR,
    Figure,
)
from sleuth.evals.findings import FINDING_SETS, FindingSet
from sleuth.evals.intent import intent_figures
from sleuth.evals.ledger import ledger_figures
from sleuth.evals.report import Report
from sleuth.evals.retrieval import RETRIEVAL_SETS, RetrievalSet, climb, within
from sleuth.evals.solving import solve_files, solve_texts
from sleuth.evals.tutor import tutor_figures
from sleuth.search.services import services_of
from sleuth.store.server.database import Database, open_database

_S = TypeVar("_S", AnswerSet, RetrievalSet, FindingSet, TalkSet)
_KNOWN = tuple(dict.fromkeys(one.key for one in (*ANSWER_SETS, *RETRIEVAL_SETS, *FINDING_SETS, *TALK_SETS)))
_TALKS = frozenset(one.key for one in TALK_SETS)


# Parts that are measured only where they are named.
_ON_REQUEST = (LEDGER, TUTOR, INTENT, ANALYST, CONVERSATIONS, ROOMS)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be measured."""

    data: Path
    names: Sequence[str] = ()  # sets and parts; without sets all that are there, without parts all of them
    limit: int = 60  # questions a set to be answered; searches are cheap, and all asked
    full: bool = False  # every document, where a quick run reads a sample


@dataclass(slots=True)
class _Run:
    """What a run has gathered so far."""

    database: Database
    settings: Settings
    wish: Wish
    show: OnProgress
    ready: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)  # corpus → project id, documents
    notes: list[str] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    refusal: str = ""

    def prepare(self, corpus: Corpus) -> tuple[int, tuple[str, ...]]:
        """The corpus's project and the documents that this run reads, added once."""
        if corpus.name not in self.ready:
            names = corpus.filenames(self.wish.data, self.wish.full)
            project_id = add_corpus(self.database, self.settings, corpus, self.wish.data, names, self.show)
            self.ready[corpus.name] = project_id, names
            whole = len(corpus.filenames(self.wish.data, full=True))
            self.notes.append(f"{corpus.name}: {len(names)} of {whole} documents read.")
        return self.ready[corpus.name]

    def answer(self, chosen: AnswerSet, parts: Collection[str]) -> None:
        """Ask a set's questions; judge the answers and look their citations up."""
        results = list(self._solve(chosen))
        self.answers += to_read(chosen.key, results)
        if ANSWERS in parts:
            self.figures += answer_figures(chosen.key, results)
        if CITATIONS in parts and chosen.corpus:
            self.checks += check_citations(chosen.key, results, chosen.corpus.place(self.wish.data))

    def _solve(self, chosen: AnswerSet) -> Iterator[tuple[Answerable, Any]]:
        names = self.prepare(chosen.corpus)[1] if chosen.corpus else ()
        cases = sample(chosen.cases(self.wish.data), self.wish.limit, names)
        self.notes.append(f"{chosen.key}: {len(cases)} questions answered.")
        solved = (
            solve_files(self.database, services_of(self.settings), corpora.project(chosen.corpus), cases)
            if chosen.corpus
            else solve_texts(cases)
        )
        for done, result in enumerate(solved, 1):
            self.show(f"{chosen.key}: answering", done, len(cases))
            yield result

    def retrieve(self, chosen: RetrievalSet) -> None:
        """Search for every case of a set, at every step of the ladder."""
        project_id, names = self.prepare(chosen.corpus)
        cases = within(chosen.cases(self.wish.data), names)
        with self.database.connection() as connection:
            index, services = self.database.index(connection), services_of(self.settings)
            self.figures += climb(connection, index, project_id, chosen, cases, self.show, services)

    def converse(self) -> None:
        """Ask the analyst its cases, judge each check, and look the citations up."""
        from sleuth.evals.analyst.run import analyst_figures, evaluate_analyst
        from sleuth.evals.analyst.suite import BUDGET, RELEASE

        outcome, checks = evaluate_analyst(
            self.database, self.settings, self.wish.data, full=self.wish.full, show=self.show
        )
        self.figures += analyst_figures(outcome)
        self.checks += checks
        self.answers += outcome.answers
        self.failures += [f"{one.case}, turn {one.turn}: {one.check}: {one.verdict.reason}" for one in outcome.failed]
        self.notes += [outcome.stopped] if outcome.stopped else []
        self.notes += [f"analyst: {case}: {spent:,} tokens." for case, spent in outcome.tokens.items() if spent]
        if outcome.spent:
            cost = "at an unknown price" if outcome.cost is None else f"for ${outcome.cost}"
            self.notes.append(f"analyst: {outcome.spent:,} tokens {cost}; the budget of a run is {BUDGET:,}.")
        if not outcome.releases():
            self.refusal = outcome.stopped or f"{outcome.share:.1%} of the analyst's checks passed, {RELEASE:.0%} must."

    def visit_rooms(self) -> None:
        """Ask the rooms of the repository their questions, and count the verdicts of those who read the answers."""
        from sleuth.evals.judged_rooms import UNREAD, ask_room, load_rooms, room_figures

        for room in load_rooms():
            asked = ask_room(self.database, self.settings, room, self.show)
            self.figures += room_figures(room.name, asked)
            self.answers += asked
            unread = [one["id"] for one in asked if one["verdict"] == UNREAD]
            self.notes.append(
                f"{room.name}: {len(asked)} questions asked; not read yet: {', '.join(unread) or 'none'}."
            )

    def talk(self, chosen: TalkSet) -> None:
        """Put a set's talks to the analyst, and judge each turn."""
        from sleuth.evals.conversations.run import ask_set, talk_figures, to_read

        judged = ask_set(self.database, self.settings, chosen, self.wish.data, self.wish.limit, self.show)
        self.figures += talk_figures(chosen.key, judged)
        self.answers += to_read(chosen.key, judged)
        talks = len({one.talk.id for one in judged})
        self.notes.append(f"{chosen.key}: {talks} conversations of {len(judged)} turns asked.")

    def find(self, chosen: Sequence[FindingSet]) -> None:
        """Read the tables of each set for findings; the store has no part in it."""
        for done, finding_set in enumerate(chosen, 1):
            self.figures += finding_set.figures(self.wish.data, self.settings)
            self.show("findings", done, len(chosen))


def run(settings: Settings, wish: Wish, show: OnProgress) -> Report:
    """Measure what is wished for; the ledger, which makes its own data rooms, only where it is named.

    Raises UserError for a set that is unknown, or named without its data there.
    """
    parts = [part for part in PARTS if part in wish.names] or [part for part in PARTS if part not in _ON_REQUEST]
    names = [name for name in wish.names if name not in PARTS]
    if _TALKS.intersection(names):
        parts.append(CONVERSATIONS)
    _refuse(names, wish.data)
    with open_database(settings) as database:
        running = _Run(database, settings, wish, show, notes=list(_left_out(names, wish.data)))
        if {ANSWERS, CITATIONS} & set(parts):
            for answer_set in _there(ANSWER_SETS, names, wish.data):
                running.answer(answer_set, parts)
        if FINDINGS in parts:
            running.find(_there(FINDING_SETS, names, wish.data))
        if TUTOR in parts and not names:
            running.figures += tutor_figures(wish.data)
        if INTENT in parts and not names:
            running.figures += intent_figures(wish.data)
        if LEDGER in parts and not names:
            running.figures += ledger_figures(wish.data, settings, wish.full, show)
        if DETECTIVES in parts and not names:
            running.figures += detective_figures(wish.data, settings)
        if ANALYST in parts and not names:
            running.converse()
        if ROOMS in parts and not names:
            running.visit_rooms()
        if CONVERSATIONS in parts:
            for talk_set in _there(TALK_SETS, names, wish.data):
                running.talk(talk_set)
        if RETRIEVAL in parts:
            for retrieval_set in _there(RETRIEVAL_SETS, names, wish.data):
                running.retrieve(retrieval_set)
    figures = (*citation_figures(running.checks), *running.figures)
    return Report(
        tuple(running.notes), figures, tuple(running.checks), tuple(running.answers), tuple(running.failures),
        running.refusal,
    )  # fmt: skip


def _there(sets: Sequence[_S], names: Sequence[str], data: Path) -> list[_S]:
    return [one for one in sets if (not names or one.key in names) and one.is_there(data)]


def _missing(data: Path) -> list[str]:
    missing = [one.key for one in (*ANSWER_SETS, *RETRIEVAL_SETS, *FINDING_SETS, *TALK_SETS) if not one.is_there(data)]
    return list(dict.fromkeys(missing))


def _refuse(names: Sequence[str], data: Path) -> None:
    if unknown := [name for name in names if name not in _KNOWN]:
        raise UserError(
            f"nothing to measure is called {', '.join(unknown)}. Choose from {', '.join((*PARTS, *_KNOWN))}."
        )
    if missing := [name for name in names if name in _missing(data)]:
        raise UserError(
            f"{data} does not hold {', '.join(missing)}. Name the data's folder with --data or SLEUTH_DATA."
        )


def _left_out(names: Sequence[str], data: Path) -> Iterator[str]:
    if names:
        return
    if not data.is_dir():
        yield (
            f"There is no evaluation data at {data}: only the questions on the example data room were asked. "
            "Name its folder with --data or SLEUTH_DATA."
        )
    elif missing := _missing(data):
        yield f"Left out, for {data} does not hold them: {', '.join(missing)}."

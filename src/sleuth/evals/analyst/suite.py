"""Runs the cases: asks, judges, counts tokens, and says which checks passed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol

from sleuth.evals.analyst.answer import Answer
from sleuth.evals.analyst.cases import Case, Turn
from sleuth.evals.analyst.checks import CHECKS, EVERY_ANSWER, Situation, Verdict
from sleuth.evals.analyst.rooms import Room

RELEASE = 0.90  # the share of checks that must pass
BUDGET = 50_000  # tokens of a run with a model
INTENT, ANSWERED, MANNERS = "intent", "answered", "every_answer"


@dataclass(frozen=True, slots=True)
class Told:
    """One turn as the analyst answered it: its public JSON, and what a model took for it."""

    json: Mapping[str, Any]
    tokens: int = 0
    cost: Decimal | None = None  # US dollars; None where no model was asked, or its price is not known


class Conversation(Protocol):
    """Someone who is asked; one conversation each."""

    async def ask(self, message: str) -> Told:
        """The answer to a message. Errors of the program are raised."""


Begin = Callable[[Room], Conversation]


@dataclass(frozen=True, slots=True)
class Judged:
    """A check of one turn of one case."""

    case: str
    room: str
    turn: int  # from 1
    check: str
    verdict: Verdict


@dataclass(slots=True)
class Outcome:
    """What a run brought."""

    judged: list[Judged] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)  # to be read
    tokens: dict[str, int] = field(default_factory=dict)  # case → tokens
    cost: Decimal | None = None  # US dollars of the whole run, as far as prices are known
    stopped: str = ""  # why not all cases were asked

    @property
    def share(self) -> float:
        """The share of checks that passed; 0 where nothing was judged."""
        passed = sum(one.verdict.passed for one in self.judged)
        return passed / len(self.judged) if self.judged else 0.0

    @property
    def spent(self) -> int:
        """Tokens of the whole run."""
        return sum(self.tokens.values())

    @property
    def failed(self) -> list[Judged]:
        """The checks that did not pass."""
        return [one for one in self.judged if not one.verdict.passed]

    def releases(self) -> bool:
        """Whether enough checks passed, within the budget."""
        return self.share >= RELEASE and not self.stopped


async def run_cases(
    cases: Sequence[Case],
    rooms: Mapping[str, Room],
    begin: Begin,
    budget: int = BUDGET,
    on_case: Callable[[int, int], None] = lambda done, total: None,
) -> Outcome:
    """Ask every case of its room. A run that would take more tokens than its budget is stopped, and fails."""
    outcome = Outcome()
    for done, case in enumerate(cases, 1):
        await _run_case(case, rooms[case.room], begin, outcome)
        on_case(done, len(cases))
        if outcome.spent > budget:
            outcome.stopped = f"{outcome.spent:,} tokens were taken by {done} cases; the budget is {budget:,}."
            break
    return outcome


async def _run_case(case: Case, room: Room, begin: Begin, outcome: Outcome) -> None:
    conversation = begin(room)
    for number, turn in enumerate(case.turns, 1):
        try:
            told = await conversation.ask(turn.query)
        except Exception as error:  # noqa: BLE001 - whatever it is, the case has failed and the others go on
            reason = f"{type(error).__name__}: {error}"
            outcome.judged.append(Judged(case.id, case.room, number, ANSWERED, Verdict(False, reason)))
            outcome.answers.append({"case": case.id, "query": turn.query, "error": reason})
            return
        outcome.tokens[case.id] = outcome.tokens.get(case.id, 0) + told.tokens
        if told.cost is not None:
            outcome.cost = (outcome.cost or Decimal(0)) + told.cost
        verdicts = list(judge(turn, told.json, room.files))
        outcome.judged += [Judged(case.id, case.room, number, name, verdict) for name, verdict in verdicts]
        failed = {name: verdict.reason for name, verdict in verdicts if not verdict.passed}
        outcome.answers.append({"case": case.id, "query": turn.query, "failed": failed, **dict(told.json)})


def judge(turn: Turn, json: Mapping[str, Any], files: frozenset[str]) -> Iterable[tuple[str, Verdict]]:
    """What is expected of the turn, and what holds for every answer."""
    answer, situation = Answer(json), Situation(turn.query, files)
    if turn.intent:
        found = str(json["intent"])
        yield INTENT, Verdict(found == turn.intent, f"it was taken for {found}, not {turn.intent}")
    for expectation in turn.expected:
        yield expectation.check, CHECKS[expectation.check](answer, expectation.value, situation)
    yield MANNERS, _manners(answer, situation)


def _manners(answer: Answer, situation: Situation) -> Verdict:
    """What holds for every answer counts as one check, so that what is easy to pass does not outweigh the rest."""
    for name in EVERY_ANSWER:
        verdict = CHECKS[name](answer, True, situation)
        if not verdict.passed:
            return Verdict(False, f"{name}: {verdict.reason}")
    return Verdict(True)

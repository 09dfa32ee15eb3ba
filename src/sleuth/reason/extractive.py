"""Answers by quoting: the sentence or cell of the evidence that says what is asked for, or a refusal."""

from collections import OrderedDict
from collections.abc import Callable, Sequence

from sleuth.reason.draft.answers import Answerer, Outcome
from sleuth.reason.draft.claims import to_claim
from sleuth.reason.model.judge import Judge
from sleuth.reason.protocol import Claim, Decision, Draft, Evidence, Grade, Inquiry, Reasoner, Refused
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.planning import plan
from sleuth.reason.understand.question import understand

_QUESTIONS_KEPT = 64


class ExtractiveReasoner:
    """A reasoner of rules, lexicons and ranked sentences: no model, no network, the same answer every time."""

    def __init__(self) -> None:
        self.degraded: list[str] = []
        self.judge: Judge | None = None  # rules quote; there is nothing to judge
        self.reads_ledger = True
        self.on_claim: Callable[[Claim], None] | None = None  # a draft of rules is there at once
        self.rules: Reasoner | None = None  # what they do not find, they do not find twice
        self._readings: dict[str, Reading] = {}
        self._questions: OrderedDict[tuple[str, str], Question] = OrderedDict()
        self._last: tuple[Inquiry, tuple[Evidence, ...], Outcome] | None = None

    @property
    def usage(self) -> None:
        """Rules cost nothing but time."""
        return None

    async def plan_queries(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> list[str]:
        """Queries not yet tried, from the most to the least specific."""
        return plan(self._understand(inquiry), tried)

    async def grade(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> Grade:
        """FINISH when something answers; otherwise go on while there are other words to ask with."""
        outcome = self._answer(inquiry, evidence)
        if outcome.answers and not outcome.is_partial:
            return Grade(Decision.FINISH, "the evidence states what is asked for")
        if not plan(self._understand(inquiry), tried):
            verdict = Decision.FINISH if outcome.answers else Decision.FAIL
            return Grade(verdict, outcome.reason or "nothing more to ask")
        return Grade(Decision.CONTINUE if evidence else Decision.RETRY_GENERATION, outcome.reason)

    async def draft(self, inquiry: Inquiry, evidence: Sequence[Evidence]) -> Draft:
        """A claim for each part of the answer, or none."""
        outcome = self._answer(inquiry, evidence)
        return Draft(tuple(dict.fromkeys(to_claim(candidate) for candidate in outcome.chosen)), outcome.reason)

    async def repair(self, inquiry: Inquiry, evidence: Sequence[Evidence], refused: Sequence[Refused]) -> Draft:
        """Nothing: what rules could say of the evidence they have said."""
        return Draft(())

    def _understand(self, inquiry: Inquiry) -> Question:
        asked = inquiry.question, inquiry.about
        if asked not in self._questions:
            self._questions[asked] = understand(*asked)
            if len(self._questions) > _QUESTIONS_KEPT:
                self._questions.popitem(last=False)
        return self._questions[asked]

    def _answer(self, inquiry: Inquiry, evidence: Sequence[Evidence]) -> Outcome:
        """The answer to a question; a draft finds what the grade before it has found in the same evidence."""
        asked = inquiry, tuple(evidence)
        if self._last is None or self._last[:2] != asked:
            question = self._understand(inquiry)
            reading = self._readings.setdefault(question.language, Reading(question.language))
            self._last = *asked, Answerer(question, inquiry.documents, reading).answer(evidence)
        return self._last[2]

"""A reasoner that asks a language model. It proposes; verification decides, as for any reasoner."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from sleuth.models.failures import ModelUnavailableError, UnusableAnswerError
from sleuth.models.usage import Usage
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.judge import Judge
from sleuth.reason.material import material
from sleuth.reason.protocol import Claim, Decision, Draft, Evidence, Grade, Inquiry, Quote, Refused
from sleuth.reason.shapes import Drafted, Graded, Queries

_MOST_QUERIES, _LONGEST_QUERY = 4, 300  # characters
_MOST_DOCUMENTS = 50  # that a model is told of where none of their evidence is shown
_ASKED_AGAIN = 1  # times a model may answer unusably before rules answer instead
Answer = TypeVar("Answer", bound=BaseModel)


class Asked(Protocol):
    """What the reasoner needs of a chat model."""

    name: str
    usage: Usage

    async def ask(self, task: str, system: str, material: str, shape: type[Answer]) -> Answer:
        """An answer in `shape`."""


class LLMReasoner:
    """Thinks with a chat model; each step that it cannot do is done by rules, and said in `degraded`."""

    def __init__(self, chat: Asked, evidence_characters: int, judge: Judge | None = None) -> None:
        self.degraded: list[str] = []
        self.judge = judge
        self._chat = chat
        self._budget = evidence_characters
        self._rules = ExtractiveReasoner()

    @property
    def usage(self) -> Mapping[str, Any]:
        """Calls, tokens, time and cost of this run."""
        return self._chat.usage.to_json()

    async def plan_queries(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> list[str]:
        """The model's queries that were not tried yet; the question itself if it has none to begin with."""
        answer = await self._ask("queries", inquiry, evidence, Queries, tried=list(tried))
        if answer is None:
            return await self._rules.plan_queries(inquiry, evidence, tried)
        queries = dict.fromkeys(query[:_LONGEST_QUERY].strip() for query in answer.queries)
        fresh = [query for query in queries if query and query not in tried]
        return fresh[:_MOST_QUERIES] or ([] if tried else [inquiry.question])

    async def grade(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> Grade:
        """The model's verdict. Nothing found needs no opinion."""
        if not evidence:
            return Grade(Decision.RETRY_GENERATION, "nothing was found")
        answer = await self._ask("grade", inquiry, evidence, Graded, tried=list(tried))
        if answer is None:
            return await self._rules.grade(inquiry, evidence, tried)
        return Grade(Decision(answer.verdict.lower()), answer.reason)

    async def draft(self, inquiry: Inquiry, evidence: Sequence[Evidence]) -> Draft:
        """The model's claims."""
        answer = await self._ask("draft", inquiry, evidence, Drafted)
        return await self._rules.draft(inquiry, evidence) if answer is None else _draft(answer)

    async def repair(self, inquiry: Inquiry, evidence: Sequence[Evidence], refused: Sequence[Refused]) -> Draft:
        """The model's second try at claims that did not follow."""
        told = [
            {
                "text": one.claim.text,
                "quotes": [{"evidence_id": quote.evidence_id, "text": quote.text} for quote in one.claim.quotes],
                "why": one.reason,
            }
            for one in refused
        ]
        answer = await self._ask("repair", inquiry, evidence, Drafted, refused=told)
        return Draft(()) if answer is None else _draft(answer)

    async def _ask(
        self, task: str, inquiry: Inquiry, evidence: Sequence[Evidence], shape: type[Answer], **more: object
    ) -> Answer | None:
        """The model's answer; None where it has none to give, which the user is told."""
        told = _told_of(inquiry, evidence)
        if further := len(inquiry.documents) - len(told.documents):
            more["further_documents"] = further
        system, shown = f"{prompt('rules')}\n{prompt(task)}", material(told, evidence, self._budget, **more)
        reason = ""
        for _ in range(1 + _ASKED_AGAIN):
            try:
                return await self._chat.ask(task, system, shown, shape)
            except UnusableAnswerError as error:
                reason = str(error)
            except ModelUnavailableError as error:
                reason = str(error)
                break
        if not self.degraded:  # what fails after that fails of the same
            self.degraded.append(f"the model {self._chat.name} was of no help: {reason}. Rules did its part.")
        return None


def _told_of(inquiry: Inquiry, evidence: Sequence[Evidence]) -> Inquiry:
    """The inquiry with the documents that evidence is of; and with others while they are few."""
    found = {item.document_id for item in evidence}
    room = max(0, _MOST_DOCUMENTS - len(found))
    others = [document.id for document in inquiry.documents if document.id not in found][:room]
    wanted = found.union(others)
    return replace(inquiry, documents=tuple(document for document in inquiry.documents if document.id in wanted))


def _draft(answer: Drafted) -> Draft:
    claims = tuple(
        Claim(claim.text.strip(), tuple(Quote(quote.evidence_id, quote.text) for quote in claim.quotes))
        for claim in answer.claims
        if claim.text.strip()
    )
    return Draft(claims, answer.reason)


@cache
def prompt(name: str) -> str:
    """A prompt of this package, by name."""
    return resources.files("sleuth.reason.prompts").joinpath(f"{name}.md").read_text(encoding="utf-8")

"""A reasoner that asks a language model. It proposes; verification decides, as for any reasoner."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from sleuth.models.failures import ModelUnavailableError, PromptTooLongError, UnusableAnswerError
from sleuth.models.shaping import read_begun
from sleuth.models.usage import Usage
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.model.judge import Judge
from sleuth.reason.model.material import material
from sleuth.reason.model.shapes import Drafted, Graded, Queries
from sleuth.reason.model.showing import CELL
from sleuth.reason.protocol import (
    Claim,
    Decision,
    Document,
    Draft,
    Evidence,
    Grade,
    Inquiry,
    Quote,
    Reasoner,
    Refused,
    Spoken,
)

_MOST_QUERIES, _LONGEST_QUERY = 4, 300  # characters
_MOST_DOCUMENTS = 50  # that a model is told of where none of their evidence is shown
_ASKED_AGAIN = 1  # times a model may answer unusably before rules answer instead
_FITTED_AGAIN = 2  # times the evidence is cut further after the server called it too long
_LEAST_EVIDENCE = 1_200  # characters; a model that reads less than that is of no use
_ANSWERED = re.compile(r"^(?:yes|no|ja|nej)\s*[,:;.–—-]\s*(?=\w)", re.IGNORECASE)
_SECTION = re.compile(r"^\[[^\]]*\]\s*")
Answer = TypeVar("Answer", bound=BaseModel)
Planning = Literal["draft", "model"]


class Asked(Protocol):
    """What the reasoner needs of a chat model."""

    name: str
    usage: Usage

    async def room(self) -> int | None:
        """Characters that a whole prompt may have; None where the model's context is not known."""

    async def ask(
        self, task: str, system: str, material: str, shape: type[Answer], watch: Callable[[str], None] | None = None
    ) -> Answer:
        """An answer in `shape`. `watch` is told the text so far, each time something in it is whole."""


@dataclass
class _Round:
    """What has been done for one question."""

    question: str = ""
    drafted: set[int] = field(default_factory=set)  # ids of the evidence that a draft was made of


class LLMReasoner:
    """Thinks with a chat model; each step that it cannot do is done by rules, and said in `degraded`.

    With `planning` "draft" the model drafts from what rules search for, and is asked for queries and grades only after
    a draft found nothing. With "model" it writes the queries and grades the evidence of every round, for figures too.
    """

    def __init__(
        self, chat: Asked, evidence_characters: int, judge: Judge | None = None, planning: Planning = "draft"
    ) -> None:
        self.degraded: list[str] = []
        self.judge = judge
        self.reads_ledger = planning == "draft"
        self.rules: Reasoner | None = ExtractiveReasoner()
        self.on_claim: Callable[[Claim], None] | None = None
        self._chat = chat
        self._budget = evidence_characters
        self._planning = planning
        self._by_rules = ExtractiveReasoner()
        self._round = _Round()
        self._out_of_reach = False

    @property
    def usage(self) -> Mapping[str, Any]:
        """Calls, tokens, time and cost of this run."""
        return self._chat.usage.to_json()

    async def plan_queries(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> list[str]:
        """Queries that were not tried yet: first those of rules, then the model's and further ones of rules."""
        by_rules = await self._by_rules.plan_queries(inquiry, evidence, tried)
        if self._planning == "draft" and not tried:
            return by_rules or [inquiry.question]
        answer = await self._ask("queries", inquiry, evidence, Queries, tried=list(tried))
        if answer is None:
            return by_rules
        queries = dict.fromkeys(query[:_LONGEST_QUERY].strip() for query in answer.queries)
        fresh = [query for query in queries if query and query not in tried][:_MOST_QUERIES]
        if self._planning == "draft":
            return list(dict.fromkeys([*fresh, *by_rules]))
        return fresh or ([] if tried else [inquiry.question])

    async def grade(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> Grade:
        """The model's verdict. Nothing found needs no opinion, and neither does what no draft was made of."""
        if not evidence:
            return Grade(Decision.RETRY_GENERATION, "nothing was found")
        if self._planning == "draft":
            done = self._of(inquiry).drafted
            if not done:
                return Grade(Decision.FINISH, "a draft shows whether it suffices")
            if {item.id for item in evidence} <= done:
                return Grade(Decision.FAIL, "nothing else was found")
        answer = await self._ask("grade", inquiry, evidence, Graded, tried=list(tried))
        if answer is None:
            return await self._by_rules.grade(inquiry, evidence, tried)
        return Grade(Decision(answer.verdict.lower()), answer.reason)

    async def draft(self, inquiry: Inquiry, evidence: Sequence[Evidence]) -> Draft:
        """The model's claims; those of rules where it has none and they are sure of theirs."""
        self._of(inquiry).drafted.update(item.id for item in evidence)
        answer = await self._ask("draft", inquiry, evidence, Drafted) if evidence else None
        if answer is None:
            return Draft(()) if inquiry.spoken else await self._by_rules.draft(inquiry, evidence)
        drafted = _draft(answer)
        if drafted.claims or inquiry.spoken:  # in a conversation rules have answered before
            return drafted
        graded = await self._by_rules.grade(inquiry, evidence, ())
        return await self._by_rules.draft(inquiry, evidence) if graded.verdict is Decision.FINISH else drafted

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

    def _watch(self, text: str) -> None:
        """Tell of the claims of a draft that is still being written."""
        begun = read_begun(text, Drafted) if self.on_claim is not None else None
        for claim in _draft(begun).claims if begun is not None else ():
            if self.on_claim is not None:
                self.on_claim(claim)

    def _of(self, inquiry: Inquiry) -> _Round:
        """What has been done for this question."""
        if self._round.question != inquiry.question:
            self._round = _Round(inquiry.question)
        return self._round

    async def _ask(
        self, task: str, inquiry: Inquiry, evidence: Sequence[Evidence], shape: type[Answer], **more: object
    ) -> Answer | None:
        """The model's answer; None where it has none to give, which the user is told."""
        if self._out_of_reach:
            return None
        asked_again = fitted_again = 0
        reason = ""
        while asked_again <= _ASKED_AGAIN and fitted_again <= _FITTED_AGAIN:
            try:
                shown = await self._shown(task, inquiry, evidence, more)
                watch = self._watch if task == "draft" else None
                return await self._chat.ask(task, prompt("rules"), shown, shape, watch)
            except UnusableAnswerError as error:
                reason, asked_again = str(error), asked_again + 1
            except PromptTooLongError as error:
                reason, fitted_again = str(error), fitted_again + 1
            except ModelUnavailableError as error:
                reason = str(error)
                self._out_of_reach = True
                break
        if not self.degraded:  # what fails after that fails of the same
            reason = reason.rstrip(".")
            self.degraded.append(f"the model {self._chat.name} was of no help: {reason}. Rules did its part.")
        return None

    async def _shown(
        self, task: str, inquiry: Inquiry, evidence: Sequence[Evidence], more: Mapping[str, object]
    ) -> str:
        """Documents and evidence, as much as the model's context holds, then the task.

        Raises PromptTooLongError where the context does not even hold the least evidence.
        """
        told = _told_of(inquiry, evidence)
        together = {"asked_together_with": inquiry.about} if inquiry.about else {}
        spoken = _spoken(inquiry.spoken, told.documents) if inquiry.spoken else {}
        asked = json.dumps({**spoken, "question": inquiry.question, **together, **more}, ensure_ascii=False)
        ending = f"{prompt(task)}\n{asked}"
        room = await self._chat.room()
        budget = self._budget
        if room is not None:
            budget = min(budget, room - len(prompt("rules")) - len(ending))
        if budget < _LEAST_EVIDENCE:
            raise PromptTooLongError(
                "its context holds hardly more than the question. Start its server with a longer one, or set "
                "SLEUTH_MODEL_CONTEXT where it is longer"
            )
        further = len(inquiry.documents) - len(told.documents)
        return f"{material(told, evidence, budget, further)}\n\n{ending}"


def _spoken(spoken: Spoken, documents: Sequence[Document]) -> dict[str, object]:
    """The conversation before a question, what it is about, and what is proven of its answer; only what there is."""
    turns = [{"asked": asked, "answered": answered} for asked, answered in spoken.turns]
    about = [number for number, document in enumerate(documents, 1) if document.id in spoken.about]
    told = {"conversation": turns, "about": about, "proven": list(spoken.known)}
    return {name: value for name, value in told.items() if value}


def _told_of(inquiry: Inquiry, evidence: Sequence[Evidence]) -> Inquiry:
    """The inquiry with the documents that evidence is of; and with others while they are few."""
    found = {item.document_id for item in evidence}
    room = max(0, _MOST_DOCUMENTS - len(found))
    others = [document.id for document in inquiry.documents if document.id not in found][:room]
    wanted = found.union(others)
    return replace(inquiry, documents=tuple(document for document in inquiry.documents if document.id in wanted))


def _draft(answer: Drafted) -> Draft:
    claims = tuple(
        Claim(
            _statement(claim.text),
            tuple(Quote(quote.evidence_id, _as_printed(quote.text)) for quote in claim.quotes),
        )
        for claim in answer.claims
        if claim.text.strip()
    )
    return Draft(claims, answer.reason)


def _statement(text: str) -> str:
    """A claim without the yes or no before it, which answers the question and states nothing of the documents."""
    bare = _ANSWERED.sub("", " ".join(text.split()))
    return f"{bare[:1].upper()}{bare[1:]}"


def _as_printed(quote: str) -> str:
    """A quote of a row without its section and the bars that were put between its cells."""
    if CELL not in quote:
        return quote
    return _SECTION.sub("", quote.strip()).replace(CELL, " ").strip("| ")


@cache
def prompt(name: str) -> str:
    """A prompt of this package, by name."""
    return resources.files("sleuth.reason.prompts").joinpath(f"{name}.md").read_text(encoding="utf-8")

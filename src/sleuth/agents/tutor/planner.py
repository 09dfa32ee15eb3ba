"""Thinks without a model: which tool to call next, from what the question asks and what the tools have returned."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.agents.tutor.question import Reading, clauses, read_question
from sleuth.agents.tutor.rendering import render
from sleuth.agents.tutor.sums import Sum
from sleuth.agents.tutor.tools import RESPOND, Toolbox
from sleuth.agents.tutor.turns import Call, Step, Turn


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans the tool calls for one question."""

    toolbox: Toolbox
    reading: Reading

    @classmethod
    def of(cls, question: str, toolbox: Toolbox, history: Sequence[Turn]) -> "Planner":
        """The planner of a question after the turns before it."""
        return cls(toolbox, read_question(question, toolbox.library, toolbox.documentation, history))

    def think(self, steps: Sequence[Step]) -> list[Call]:
        """The calls to make next; the last of a run is always `respond`."""
        if not steps and (gathering := self._first()):
            return gathering
        if self._should_search(steps):
            return [
                Call("search_online", {"query": self.reading.text, "description": "what the library does not know"})
            ]
        answer = render(self.reading, steps, self.toolbox.documentation, self.toolbox.provider.name)
        return [Call(RESPOND, {"answer": answer, "description": f"answering: {self.reading.type.value}"})]

    def _first(self) -> list[Call]:
        """What to gather at the beginning; all of it at once, for no call needs another's result."""
        reading = self.reading
        if reading.is_greeting or reading.is_lost:
            return []
        calls = []
        if isinstance(reading.sum, Sum):
            calculation = reading.sum.calculation
            arguments = {
                "calculator": calculation.calculator.name,
                "arguments": dict(calculation.arguments),
                "currency": reading.sum.currency,
                "description": "the sum in the question",
            }
            calls.append(Call("calculate", arguments))
        asks_more = bool(reading.mentions) and (not calls or self._asks_for_concept())
        if asks_more or not (calls or reading.app.is_meant):
            calls.append(
                Call("look_up_concept", {"query": reading.subject, "description": "the concepts in the question"})
            )
        if reading.app.is_meant:
            calls.append(Call("get_application_information", {"description": "what the app documents"}))
        return calls

    def _asks_for_concept(self) -> bool:
        """Whether a clause without numbers asks about a concept, beside the one that asks for a sum."""
        reading = self.reading
        plain = [clause for clause in clauses(reading.text, self.toolbox.language) if not re.search(r"\d", clause)]
        named = [m for m in reading.mentions if any(m.phrase.casefold() in clause.casefold() for clause in plain)]
        return bool(named and reading.facets & {"what", "whole", "why", "example", "mistakes", "difference"})

    def _should_search(self, steps: Sequence[Step]) -> bool:
        """Whether the web is to be asked: allowed, not asked yet, and the library does not answer."""
        tried = any(step.tool == "search_online" for step in steps)
        looked_up = [step for step in steps if step.tool == "look_up_concept"]
        if tried or not looked_up or self.toolbox.provider.name == "off":
            return False
        found = [concept for step in looked_up for concept in step.data.get("concepts", ()) if not concept["other"]]
        unknown = any(step.data.get("unknown_words") for step in looked_up)
        return not found or unknown or self.reading.is_topical

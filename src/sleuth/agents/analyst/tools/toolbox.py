"""Calls the tools of one turn and records each call with what it returned, in short."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sleuth.agents.analyst.answer import Call
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.stored import as_json
from sleuth.agents.analyst.tools import reading
from sleuth.agents.analyst.tools.reading import ANYWHERE, Knowledge, Scope
from sleuth.language.query import Query
from sleuth.store.ledger.conflicts import StoredConflict

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage
    from sleuth.agents.analyst.requests.questions import Suggestion
    from sleuth.store.documents.documents import Document


@dataclass(slots=True)
class Toolbox:
    """The tools over one room."""

    room: Room
    calls: list[Call] = field(default_factory=list)

    async def query_knowledge_base(
        self, question: str, query: Query | None = None, subject: str = "", scope: Scope = ANYWHERE
    ) -> Knowledge:
        """As the tool of this name."""
        found = await reading.query_knowledge_base(self.room, question, query, subject, scope)
        arguments = {"question": question, "query": as_json(query) if query else None}
        self.calls.append(Call("query_knowledge_base", arguments, found.to_json()))
        return found

    async def get_document_info(self, filename: str = "") -> "list[Document]":
        """As the tool of this name."""
        found = await reading.get_document_info(self.room, filename)
        told = [reading.document_json(self.room, document) for document in found]
        self.calls.append(Call("get_document_info", {"filename": filename}, told))
        return found

    async def detect_contradictions(self, measures: Sequence[str] = ()) -> list[StoredConflict]:
        """As the tool of this name."""
        found = await reading.detect_contradictions(self.room, measures)
        told = [reading.conflict_json(conflict) for conflict in found]
        self.calls.append(Call("detect_contradictions", {"measures": list(measures)}, told))
        return found

    async def find_gaps(self, domain: str = "") -> "Coverage":
        """As the tool of this name."""
        found = await reading.find_gaps(self.room, domain)
        self.calls.append(Call("find_gaps", {"domain": domain}, found.to_json()))
        return found

    async def suggest_questions(self, domain: str = "", covered: "Coverage | None" = None) -> "list[Suggestion]":
        """As the tool of this name. `covered`: what `find_gaps` found, where that is known."""
        found = await reading.suggest_questions(self.room, domain, covered)
        self.calls.append(Call("suggest_questions", {"domain": domain}, [one.to_json() for one in found]))
        return found

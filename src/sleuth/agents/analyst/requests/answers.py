"""Answers to questions that may have arrived in new documents: proposed with their passage, for a person to confirm."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.requests.asked import read_request
from sleuth.agents.analyst.requests.coverage import coverage_of
from sleuth.agents.analyst.requests.verdict import MISSING
from sleuth.store.deal.questions import AnswerPassage, Question, list_questions
from sleuth.store.deal.requests import RequestDraft, list_requests

if TYPE_CHECKING:
    import psycopg

    from sleuth.store.documents.documents import Document
    from sleuth.store.server.database import Database

_ASKED_FOR = ("gap", "request")  # sources of questions that ask for documents
_MOST_ASKED = 50  # questions that are researched at a time


@dataclass(frozen=True, slots=True)
class ProposedAnswer:
    """What a document that came after a question says to it. Nothing is answered until a person confirms."""

    question: Question
    answer: str
    passage: AnswerPassage
    lacking: tuple[str, ...] = ()  # what it leaves open

    def to_json(self) -> dict[str, Any]:
        """The public shape."""
        return {
            "number": self.question.number, "question": self.question.text, "answer": self.answer,
            "filename": self.passage.filename, "locator": self.passage.locator, "page": self.passage.page,
            "quote": self.passage.quote, "lacking": list(self.lacking),
        }  # fmt: skip


async def propose_answers(database: "Database", project_id: int, number: int | None = None) -> list[ProposedAnswer]:
    """For each waiting question (or the one of this number) what documents added since say to it."""
    with database.connection() as connection:
        waiting = [q for q in list_questions(connection, project_id) if q.is_waiting and number in (None, q.number)]
        later = {question.id: _added_since(connection, project_id, question) for question in waiting}
        waiting = [question for question in waiting if later[question.id]]
        handed_over = _handed_over(connection, project_id, waiting, later)
    found = list(handed_over)
    for question in [q for q in waiting if q.source not in _ASKED_FOR][:_MOST_ASKED]:
        proposal = await _researched(database, project_id, question, later[question.id])
        if proposal is not None:
            found.append(proposal)
    return sorted(found, key=lambda one: one.question.number)


def _added_since(connection: "psycopg.Connection", project_id: int, question: Question) -> "list[Document]":
    from sleuth.store.documents.documents import list_documents

    return [one for one in list_documents(connection, project_id) if one.added_at > question.created_at]


def _handed_over(
    connection: "psycopg.Connection",
    project_id: int,
    waiting: Sequence[Question],
    later: "dict[int, list[Document]]",
) -> list[ProposedAnswer]:
    """Documents that were asked for and have come, by the same rules as the coverage."""
    requests = {request.id: request for request in list_requests(connection, project_id)}
    asking = [question for question in waiting if question.source in _ASKED_FOR]
    drafts = []
    for question in asking:
        request = requests.get(question.request_id or 0)
        drafts.append(RequestDraft(request.text, section=tuple(request.section)) if request else _draft_of(question))
    covered = coverage_of(connection, project_id, drafts)
    found = []
    for question, item in zip(asking, covered, strict=True):
        new = {document.id for document in later[question.id]}
        came = [one for one in item.evidence if one.document_id in new]
        if item.status == MISSING or not came:
            continue
        first = came[0]
        names = ", ".join(dict.fromkeys(one.filename for one in came))
        passage = AnswerPassage(first.document_id, first.filename, first.locator, first.page, first.quote)
        found.append(ProposedAnswer(question, f"Provided: {names}.", passage, item.lacking))
    return found


def _draft_of(question: Question) -> RequestDraft:
    """What a question that came of no kept request asks for: what stands behind its opening words."""
    said = question.text.partition(": ")[2] or question.text
    wanted = said.partition(". Still missing")[0].partition(" (")[0]
    return RequestDraft(wanted.rstrip(". ") if read_request(wanted).things else question.text)


async def _researched(
    database: "Database",
    project_id: int,
    question: Question,
    documents: "Sequence[Document]",
) -> ProposedAnswer | None:
    """The answer that the new documents give to a question in words; None where they do not answer it."""
    from sleuth.answering.library import StoredLibrary
    from sleuth.answering.run import research_in

    library = StoredLibrary(database, project_id, documents)
    research = await research_in(library, question.text)
    if not research.citations or research.trace.reason:
        return None
    cited = research.citations[0]
    passage = AnswerPassage(cited.document_id, cited.filename, cited.locator, cited.page, cited.text)
    return ProposedAnswer(question, research.answer, passage)

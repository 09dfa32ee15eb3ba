"""Requests and questions that became answered since a moment."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

import psycopg

from sleuth.agents.analyst.page.model import Source
from sleuth.agents.analyst.requests.coverage import Item, coverage_in
from sleuth.agents.analyst.requests.verdict import PROVIDED
from sleuth.store.deal.questions import list_questions
from sleuth.store.deal.requests import list_lists


@dataclass(frozen=True, slots=True)
class Answered:
    """A request that documents provide now, or a question that was answered."""

    kind: str  # "request" or "question"
    number: str
    text: str
    answer: str  # of a question; "" of a request: its passages are the answer
    by_whom: str
    sources: tuple[Source, ...]


def answered_since(
    connection: psycopg.Connection, project_id: int, since: datetime, fresh: Collection[int]
) -> list[Answered]:
    """What was answered; `fresh` are the documents that came since and take no older one's place."""
    return [*_questions(connection, project_id, since), *_requests(connection, project_id, fresh)]


def _requests(connection: psycopg.Connection, project_id: int, fresh: Collection[int]) -> Iterator[Answered]:
    """The requests of the project's lists that are provided in full, and were not without these documents."""
    if not fresh or not list_lists(connection, project_id):
        return
    for item in coverage_in(connection, project_id).items:
        if item.status == PROVIDED and any(one.document_id in fresh for one in item.evidence):
            yield Answered("request", item.number, item.text, "", "", _sources(item))


def _sources(item: Item) -> tuple[Source, ...]:
    return tuple(Source(e.document_id, e.filename, e.locator, e.page, e.quote) for e in item.evidence)


def _questions(connection: psycopg.Connection, project_id: int, since: datetime) -> Iterator[Answered]:
    """The questions that were answered since, and still are."""
    rows = connection.execute(
        """
        SELECT DISTINCT ON (question_id) question_id, by_whom FROM question_history
        WHERE project_id = %s AND after = 'answered' AND at > %s ORDER BY question_id, id DESC
        """,
        (project_id, since),
    ).fetchall()
    by_whom: dict[int, str] = dict(rows)
    for q in list_questions(connection, project_id):
        if q.id in by_whom and not q.is_waiting:
            place = q.document_id and Source(q.document_id, q.filename, q.locator, q.page or 1, q.quote)
            yield Answered("question", str(q.number), q.text, q.answer, by_whom[q.id], (place,) if place else ())

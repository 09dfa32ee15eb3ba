"""Answers as they were given, and what people said of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from sleuth.errors import UserError
from sleuth.store.names import storable, storable_value
from sleuth.store.rows import column, records, scalar

_COLUMNS = """answers.id, question, filenames, detail, asked_at, verdict, coalesce(why, '') AS why"""
_FROM = "answers LEFT JOIN feedback ON feedback.answer_id = answers.id"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its evidence; `verdict` is "good", "bad" or None while nobody has said."""

    id: int
    question: str
    filenames: list[str]
    detail: dict[str, Any]
    asked_at: datetime
    verdict: str | None
    why: str


def record_answer(
    connection: psycopg.Connection,
    project_id: int,
    question: str,
    documents: Mapping[int, str],
    detail: Mapping[str, Any],
    turn_of: tuple[int, int] | None = None,
) -> int:
    """Keep an answer given over these documents (id → name); its id is what feedback names.

    `turn_of`: the conversation that it was given in, and its turn.
    """
    conversation, turn = turn_of or (None, None)
    with connection.transaction():
        (answer_id,) = column(
            connection,
            """
            INSERT INTO answers (project_id, question, filenames, detail, conversation_id, turn)
            VALUES (%s, %s, %s, %s, %s, %s) RETURNING id
            """,
            (
                project_id,
                storable(question),
                list(documents.values()),
                Jsonb(storable_value(detail)),
                conversation,
                turn,
            ),
        )
        connection.execute(
            """
            INSERT INTO answer_documents (answer_id, document_id)
            SELECT %s, id FROM documents WHERE id = ANY(%s) FOR KEY SHARE
            """,
            (answer_id, list(documents)),
        )
    return int(answer_id)


def last_answer(connection: psycopg.Connection, project_id: int) -> Answer:
    """The newest answer of a project outside conversations. Raises UserError where there is none to follow."""
    newest = "project_id = %s AND conversation_id IS NULL ORDER BY answers.id DESC LIMIT 1"
    found = _select(connection, newest, project_id)
    if not found:
        raise UserError("there is no answer to follow up on. Ask with --file first.")
    return found[0]


def find_answer(connection: psycopg.Connection, project_id: int, answer_id: int | None) -> Answer:
    """An answer of a project, or its newest. Raises UserError where there is none of this number, or none at all."""
    if answer_id is None:
        found = _select(connection, "project_id = %s ORDER BY answers.id DESC LIMIT 1", project_id)
        if not found:
            raise UserError("there is no answer in this project yet. Ask something first: sleuth research “…”.")
        return found[0]
    found = _select(connection, "project_id = %s AND answers.id = %s", project_id, answer_id)
    if not found:
        raise UserError(f"there is no answer {answer_id} in this project. Each answer prints its number; or say last.")
    return found[0]


def document_of(connection: psycopg.Connection, answer_id: int, filename: str) -> int | None:
    """The document of this name that an answer was given over, in the version of that time; None if it is gone."""
    return scalar(
        connection,
        """
        SELECT document_id FROM answer_documents JOIN documents ON documents.id = document_id
        WHERE answer_id = %s AND (filename = %s OR %s = ANY(aliases)) ORDER BY filename = %s DESC, document_id DESC
        """,
        (answer_id, filename, filename, filename),
    )


def last_in_conversation(connection: psycopg.Connection, project_id: int, conversation_id: int) -> Answer | None:
    """The newest answer of a conversation, if its newest turn has one; None where it was forgotten or there is none."""
    found = _select(
        connection,
        """
        project_id = %s AND conversation_id = %s AND turn = (
            SELECT max(messages.turn) FROM messages WHERE messages.conversation_id = answers.conversation_id
        ) ORDER BY answers.id DESC LIMIT 1
        """,
        project_id,
        conversation_id,
    )
    return found[0] if found else None


def give_feedback(connection: psycopg.Connection, project_id: int, answer_id: int, verdict: str, why: str) -> None:
    """Say of an answer that it is "good" or "bad"; the last word counts. Raises UserError for an unknown answer."""
    if verdict not in ("good", "bad"):
        raise UserError(f"“{verdict}” is no verdict. Say good or bad.")
    with connection.transaction():
        if not _select(connection, "project_id = %s AND answers.id = %s", project_id, answer_id):
            raise UserError(f"there is no answer {answer_id} in this project. `sleuth feedback` lists what was judged.")
        connection.execute(
            """
            INSERT INTO feedback (answer_id, verdict, why) VALUES (%s, %s, %s)
            ON CONFLICT (answer_id) DO UPDATE SET verdict = excluded.verdict, why = excluded.why, given_at = now()
            """,
            (answer_id, verdict, storable(why)),
        )


def judged_answers(connection: psycopg.Connection, project_id: int) -> list[Answer]:
    """The answers of a project that somebody judged, the newest first."""
    return _select(connection, "project_id = %s AND verdict IS NOT NULL ORDER BY answers.id DESC", project_id)


def forget_answers(connection: psycopg.Connection, document_ids: Sequence[int]) -> None:
    """Delete every answer that was given over one of these documents, and the turns of conversations that hold it."""
    connection.execute(
        """
        WITH forgotten AS (
            DELETE FROM answers
            WHERE id IN (SELECT answer_id FROM answer_documents WHERE document_id = ANY(%s))
            RETURNING conversation_id, turn
        )
        DELETE FROM messages USING forgotten
        WHERE messages.conversation_id = forgotten.conversation_id AND messages.turn = forgotten.turn
        """,
        (list(document_ids),),
    )


def _select(connection: psycopg.Connection, condition: str, *values: object) -> list[Answer]:
    return records(connection, Answer, f"SELECT {_COLUMNS} FROM {_FROM} WHERE {condition}", values)

"""Conversations with the agents: questions, answers, and the tools that were called in between."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import psycopg
from psycopg.types.json import Jsonb

from sleuth.errors import UserError
from sleuth.store.names import storable, storable_value
from sleuth.store.rows import column, records

Role = Literal["user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a turn. `turn`, `id` and `created_at` are the store's; None before the message is kept."""

    role: Role
    content: str  # of a tool: its result as JSON
    tool_calls: Sequence[Mapping[str, Any]] = ()  # of the assistant: {"id", "name", "args"} each
    tool_call_id: str | None = None  # of a tool: the call that it answers
    tool_name: str | None = None
    turn: int | None = None  # from 1
    id: int | None = None
    created_at: datetime | None = field(default=None, compare=False)


def start_conversation(connection: psycopg.Connection, project_id: int, agent: str) -> int:
    """A new conversation; its id is what `-c` names."""
    (started,) = column(
        connection, "INSERT INTO conversations (project_id, agent) VALUES (%s, %s) RETURNING id", (project_id, agent)
    )
    return int(started)


def find_conversation(connection: psycopg.Connection, project_id: int, conversation_id: int, agent: str) -> None:
    """Raises UserError where the project has no conversation of this number with this agent."""
    row = connection.execute(
        "SELECT agent FROM conversations WHERE project_id = %s AND id = %s", (project_id, conversation_id)
    ).fetchone()
    if row is None:
        raise UserError(f"there is no conversation {conversation_id} in this project. Leave -c out to begin one.")
    if row[0] != agent:
        raise UserError(f"conversation {conversation_id} is with the {row[0]}. Go on there, or leave -c out.")


def add_turn(connection: psycopg.Connection, project_id: int, conversation_id: int, messages: Sequence[Message]) -> int:
    """Keep the messages of one turn, in order; the number of the turn. All of them are kept, or none."""
    with connection.transaction():
        connection.execute("SELECT 1 FROM conversations WHERE id = %s FOR UPDATE", (conversation_id,))
        (turn,) = column(
            connection, "SELECT coalesce(max(turn), 0) + 1 FROM messages WHERE conversation_id = %s", (conversation_id,)
        )
        for message in messages:
            connection.execute(
                """
                INSERT INTO messages
                    (project_id, conversation_id, turn, role, content, tool_calls, tool_call_id, tool_name)
                VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
                """,
                (
                    project_id,
                    conversation_id,
                    turn,
                    message.role,
                    storable(message.content),
                    Jsonb(storable_value(list(message.tool_calls))),
                    message.tool_call_id,
                    message.tool_name,
                ),
            )
    return int(turn)


def last_messages(
    connection: psycopg.Connection, project_id: int, conversation_id: int, limit: int | None = None
) -> list[Message]:
    """The messages of a conversation in order: all of them, or those of the newest whole turns within `limit`.

    The newest turn is never cut: a tool's result without its call would be refused by any model.
    """
    found = records(
        connection,
        Message,
        """
        SELECT id, turn, role, content, tool_calls, tool_call_id, tool_name, created_at
        FROM messages WHERE project_id = %s AND conversation_id = %s ORDER BY id
        """,
        (project_id, conversation_id),
    )
    return found if limit is None else within(found, limit)


def within(messages: Sequence[Message], limit: int) -> list[Message]:
    """The newest whole turns that together have at most `limit` messages; at least the newest turn, unless 0."""
    kept: list[Message] = []
    for turn in sorted({message.turn or 0 for message in messages}, reverse=True):
        of_turn = [message for message in messages if (message.turn or 0) == turn]
        if limit == 0 or (kept and len(kept) + len(of_turn) > limit):
            break
        kept = [*of_turn, *kept]
    return kept

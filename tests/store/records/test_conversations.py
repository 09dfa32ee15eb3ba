"""Conversations in the store: turns in order, whole turns within a limit, one project's only."""

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.store.server.isolation import restrict
from sleuth.store.talk.conversations import (
    Message,
    add_turn,
    find_conversation,
    last_messages,
    start_conversation,
)


def turn(question: str, answer: str) -> list[Message]:
    """A question, a tool that was called, and the answer: four messages."""
    call = {"id": "call_1", "name": "look_up", "args": {"query": question}}
    result = Message("tool", '{"data": {}}', tool_call_id="call_1", tool_name="look_up")
    return [Message("user", question), Message("assistant", "", [call]), result, Message("assistant", answer)]


def test_turns_come_back_in_order_with_their_tools(connection: psycopg.Connection, project: int) -> None:
    number = start_conversation(connection, project, "tutor")
    assert add_turn(connection, project, number, turn("one?", "1")) == 1
    assert add_turn(connection, project, number, turn("two?", "2")) == 2
    found = last_messages(connection, project, number)
    assert [message.turn for message in found] == [1] * 4 + [2] * 4
    assert [message.content for message in found[4:]] == ["two?", "", '{"data": {}}', "2"]
    assert found[5].tool_calls == [{"id": "call_1", "name": "look_up", "args": {"query": "two?"}}]
    assert (found[6].tool_call_id, found[6].tool_name) == ("call_1", "look_up")
    assert all(message.created_at is not None and message.created_at.tzinfo for message in found)


@pytest.mark.parametrize(("limit", "turns"), [(0, []), (1, [3]), (4, [3]), (8, [2, 3]), (9, [2, 3]), (12, [1, 2, 3])])
def test_a_limit_keeps_whole_turns_the_newest_first(
    connection: psycopg.Connection, project: int, limit: int, turns: list[int]
) -> None:
    number = start_conversation(connection, project, "tutor")
    for question in ("one?", "two?", "three?"):
        add_turn(connection, project, number, turn(question, "…"))
    found = last_messages(connection, project, number, limit)
    assert list(dict.fromkeys(message.turn for message in found)) == turns


def test_what_postgresql_cannot_hold_is_replaced(connection: psycopg.Connection, project: int) -> None:
    number = start_conversation(connection, project, "tutor")
    call = {"id": "1", "name": "x", "args": {"q\x00": "\ud800"}}
    add_turn(connection, project, number, [Message("user", "nul \x00"), Message("assistant", "", [call])])
    found = last_messages(connection, project, number)
    assert found[0].content == "nul \ufffd"
    assert found[1].tool_calls[0]["args"] == {"q\ufffd": "\ufffd"}


def test_an_unknown_conversation_and_another_agents_are_bad_input(connection: psycopg.Connection, project: int) -> None:
    number = start_conversation(connection, project, "analyst")
    with pytest.raises(UserError, match="there is no conversation"):
        find_conversation(connection, project, number + 1_000_000, "tutor")
    with pytest.raises(UserError, match="is with the analyst"):
        find_conversation(connection, project, number, "tutor")


def test_another_projects_conversations_cannot_be_seen(
    tenant: psycopg.Connection, connection: psycopg.Connection, project: int
) -> None:
    number = start_conversation(connection, project, "tutor")
    add_turn(connection, project, number, turn("secret?", "yes"))
    connection.commit()
    for table in ("conversations", "messages"):
        assert tenant.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    restrict(tenant, project)
    assert len(last_messages(tenant, project, number)) == 4

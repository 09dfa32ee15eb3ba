"""Greetings, thanks, farewells, and questions about the analyst or the conversation itself: nothing is looked up."""

import re

from sleuth.agents.analyst.answer import Answer, Block, bullet, line
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.turn import Turn
from sleuth.language.glyphs import plain
from sleuth.store.talk.conversations import last_messages


async def small_talk(turn: Turn) -> Answer:
    """A short reply in the fixed words."""
    form = plain(turn.message).text
    says = data("intents")["small_talk"]
    if turn.intent is Intent.META:
        return await _our_chat(turn) if re.search(says["our_chat"], form) else _say(turn, "what_i_can")
    if re.search(says["thanks"], form):
        return _say(turn, "thanks")
    if re.search(says["bye"], form):
        return _say(turn, "bye", conversation=turn.conversation)
    return _say(turn, "hello", count=len(turn.room.documents))


def _say(turn: Turn, key: str, **values: object) -> Answer:
    return Answer((line(turn.phrases(key, **values)),))


async def _our_chat(turn: Turn) -> Answer:
    """What was asked in this conversation, in its order."""
    messages = await turn.room.read(lambda connection, project: last_messages(connection, project, turn.conversation))
    asked = [message.content for message in messages if message.role == "user"]
    if not asked:
        return _say(turn, "our_chat_empty")
    blocks: list[Block] = [line(turn.phrases("our_chat")), *(bullet(text) for text in asked)]
    return Answer(tuple(blocks))

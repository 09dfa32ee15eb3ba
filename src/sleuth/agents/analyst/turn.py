"""One turn of a conversation on its way to an answer."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sleuth.agents.analyst.dialogue.context import Context, Meant
from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.tools.toolbox import Toolbox
from sleuth.store.talk.conversations import Message, last_messages

if TYPE_CHECKING:
    from sleuth.models.chat import Chat
    from sleuth.search.before import Retriever


@dataclass(frozen=True, slots=True)
class Model:
    """A language model and the search before each of its answers."""

    chat: "Chat"
    retriever: "Retriever"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a behaviour is given."""

    message: str
    meant: Meant
    intent: Intent
    context: Context
    room: Room
    tools: Toolbox
    phrases: Phrases
    conversation: int  # its number
    degraded: tuple[str, ...] = ()
    known: Known = field(default_factory=Known)  # the names that the documents give
    reporters: tuple[str, ...] = ()  # the companies whose reports are asked; all where it names none


async def spoken_before(turn: Turn) -> list[Message]:
    """The questions and answers of the conversation, the oldest first, as many as the settings allow."""
    limit, number = turn.room.settings.conversation_messages, turn.conversation
    found = await turn.room.read(lambda connection, project: last_messages(connection, project, number))
    spoken = [one for one in found if one.content and one.role in ("user", "assistant")]
    return spoken[-limit:] if limit else []

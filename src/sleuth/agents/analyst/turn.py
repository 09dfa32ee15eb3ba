"""One turn of a conversation on its way to an answer."""

from dataclasses import dataclass

from sleuth.agents.analyst.conversation import Context, Meant
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.tools.toolbox import Toolbox


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

"""From a message to the behaviour that answers it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, line
from sleuth.agents.analyst.behaviours.comparison import comparison
from sleuth.agents.analyst.behaviours.deep_dive import deep_dive
from sleuth.agents.analyst.behaviours.fact import fact_lookup
from sleuth.agents.analyst.conversation import Context, Meant, chosen_place, complete_message, labels_of
from sleuth.agents.analyst.intents import Intent, infer
from sleuth.agents.analyst.phrases import phrases_of
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.tools.toolbox import Toolbox
from sleuth.agents.analyst.turn import Turn
from sleuth.language.weight import detect_language
from sleuth.reason.understand.figures import figure_query

Behaviour = Callable[[Turn], Awaitable[Answer]]

BEHAVIOURS: Mapping[Intent, Behaviour] = {
    Intent.FACT_LOOKUP: fact_lookup,
    Intent.DEEP_DIVE: deep_dive,
    Intent.COMPARISON: comparison,
}


async def behave(room: Room, message: str, context: Context, conversation: int) -> tuple[Turn, Answer]:
    """The turn as it was understood, and its answer."""
    place = chosen_place(message, context.choices)
    if place is not None and context.choices[place].message:
        message, context = context.choices[place].message, replace(context, choices=())
    intent = infer(message, figure_query(message), subjects_of(room))
    is_topic = intent not in (Intent.FACT_LOOKUP, Intent.COMPARISON)
    meant = (
        Meant(message, figure_query(message), language=detect_language(message))
        if is_topic
        else complete_message(message, context)
    )
    room.language = meant.language
    turn = Turn(message, meant, intent, context, room, Toolbox(room), phrases_of(meant.language))
    if meant.choices:
        return turn, _ask_back(turn)
    return turn, await BEHAVIOURS.get(intent, fact_lookup)(turn)


def _ask_back(turn: Turn) -> Answer:
    """The one question that decides between the readings of a message."""
    choices = labels_of(turn.meant.choices, turn.phrases)
    options = f" {turn.phrases('or')} ".join(choice.label for choice in choices)
    return Answer((line(turn.phrases("do_you_mean", options=options)),), choices=choices, period=_period(turn))


def _period(turn: Turn) -> dict[str, object] | None:
    from sleuth.agents.analyst.queries import period_json

    return period_json(turn.context.period)


def subjects_of(room: Room) -> list[str]:
    """The names of the companies whose figures the documents state."""
    return list(room.subjects)

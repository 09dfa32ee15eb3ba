"""What is kept of a turn: its messages, the answer with its evidence, and what the next message goes on from."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.dialogue.completing import figure_after
from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.given import kept
from sleuth.agents.analyst.dialogue.known import latest, mentioned_in
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.stored import from_json
from sleuth.language.calendar import Calendar
from sleuth.language.period import Period
from sleuth.language.timing import as_duration
from sleuth.store.talk.conversations import Message

if TYPE_CHECKING:
    from sleuth.agents.analyst.dialogue.context import Meant
    from sleuth.agents.analyst.run import Reply
    from sleuth.agents.analyst.turn import Turn
    from sleuth.reason.records.following import RowsBefore


def context_after(turn: "Turn", answer: Answer) -> Context:
    """What the conversation is about after a turn."""
    before, meant = turn.context, turn.meant
    offered = replace(before, choices=(), offers=answer.offers, reporters=turn.reporters or before.reporters)
    if turn.intent in _BESIDE or answer.asks_which:  # the conversation goes on where it was
        return replace(offered, choices=answer.choices)
    mentioned = mentioned_in(meant.question, answer, turn.known, meant.language, meant.documents)
    if meant.stays:
        return replace(offered, talk=latest(mentioned, before.talk))
    is_asked = bool(meant.query and meant.query.times) or (meant.inherits_period and before.is_asked)
    after = replace(
        offered,
        period=_period_after(meant, answer),
        is_asked=is_asked,
        subject=answer.subject,
        figure=figure_after(before.figure, meant),
        given=kept(answer.given, before.given),
        told=len(answer.given),
        sides=meant.sides,
    )
    if answer.choices:  # the question is open still
        return replace(after, choices=answer.choices)
    rows = before.rows if answer.refuses else tuple(map(_without_derived, answer.rows))
    return replace(after, question=meant.question, query=meant.query, talk=latest(mentioned, before.talk), rows=rows)


_BESIDE = (Intent.TASK, Intent.GREETING, Intent.META)


def _period_after(meant: "Meant", answer: Answer) -> Period | None:
    """The period of the figure that was given; where none was found, the one that was asked for.

    A refusal may show the latest figure beside: the next message does not go on from that.
    """
    asked = meant.query.times if meant.query is not None else ()
    if not answer.refuses or len(asked) != 1 or asked[0].timing is None:
        return answer.period
    return as_duration(asked[0].timing, Calendar())


def _without_derived(rows: "RowsBefore") -> "RowsBefore":
    """What goes on from derived figures is asked anew."""
    return replace(rows, query=replace(rows.query, derived=()))


def context_of(stored: Mapping[str, Any] | None) -> Context:
    """The context that was kept; an empty one where there is none, or one of an older form."""
    try:
        return Context() if stored is None else from_json(Context, stored)
    except ValidationError:
        return Context()


def messages_of(message: str, reply: "Reply") -> list[Message]:
    """A turn as messages: the question, each tool that was called with its result, the answer."""
    made = [Message("user", message)]
    for number, call in enumerate(reply.calls, 1):
        name, of = call["tool"], f"call_{number}"
        made.append(Message("assistant", "", [{"id": of, "name": name, "args": call["arguments"]}]))
        made.append(Message("tool", json.dumps(call["result"], ensure_ascii=False, default=str), (), of, name))
    return [*made, Message("assistant", reply.answer)]


def detail_of(reply: "Reply") -> dict[str, Any]:
    """The answer with its evidence, as it is kept: the keys of research's detail, and the analyst's own."""
    return {
        "agent": "analyst",
        "answer": reply.answer,
        "citations": [dict(citation) for citation in reply.citations],
        "claims": [dict(claim) for claim in reply.claims],
        "degraded": list(reply.degraded),
        "intent": reply.intent,
        "query": reply.query,
        "assumption": reply.assumption,
        "offers": list(reply.offers),
        "calls": [{"tool": call["tool"], "arguments": call["arguments"]} for call in reply.calls],
        "context": reply.trace.get("context"),
        "milliseconds": reply.trace.get("milliseconds"),
    }


def waiting_words(message: str) -> bool | None:
    """What a message decides where a turn waits for a confirmation: yes, no, or None where it is no decision."""
    from sleuth.agents.analyst.tasks import is_no, is_yes

    return True if is_yes(message) else False if is_no(message) else None

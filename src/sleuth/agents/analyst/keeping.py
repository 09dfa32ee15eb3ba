"""What is kept of a turn: its messages, the answer with its evidence, and what the next message goes on from."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.answer import Answer, Choice
from sleuth.agents.analyst.conversation import Context
from sleuth.agents.analyst.dialogue.given import given_of, kept
from sleuth.agents.analyst.dialogue.known import latest, mentioned_in
from sleuth.agents.analyst.dialogue.referents import mentioned_of
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.queries import period_json, period_of, query_json, query_of
from sleuth.agents.analyst.table_queries import rows_json, rows_of
from sleuth.store.talk.conversations import Message

if TYPE_CHECKING:
    from sleuth.agents.analyst.run import Reply
    from sleuth.agents.analyst.turn import Turn
    from sleuth.reason.records.following import RowsBefore


def context_json(turn: "Turn", answer: Answer) -> dict[str, Any]:
    """What the conversation is about after a turn."""
    meant = turn.meant
    if turn.intent in _BESIDE:  # the conversation goes on where it was
        return _json_of(turn.context, answer)
    query = meant.query
    if answer.choices:  # the question is open still
        query, question = turn.context.query, turn.context.question
    else:
        question = meant.question
    talk = turn.context.talk
    if not answer.choices:
        talk = latest(mentioned_in(meant.question, answer, turn.known, meant.language, meant.documents), talk)
    asked = bool(query and query.times) or (meant.inherits_period and turn.context.is_asked)
    return {
        "question": question,
        "query": query_json(query) if query else None,
        "period": dict(answer.period) if answer.period else None,
        "is_asked": asked,
        "subject": answer.subject,
        "choices": [
            {"label": choice.label, "query": dict(choice.query) if choice.query else None, "message": choice.message}
            for choice in answer.choices
        ],
        "offers": [offer.to_json() for offer in answer.offers],
        "talk": [one.to_json() for one in talk],
        "given": [one.to_json() for one in kept(answer.given, turn.context.given)],
        "rows": list(map(rows_json, _rows_kept(turn, answer))),
    }


def _rows_kept(turn: "Turn", answer: Answer) -> "tuple[RowsBefore, ...]":
    """The rows that "those" means after a turn: those it told; where it told nothing, those before it."""
    return turn.context.rows if answer.refuses or answer.choices else answer.rows


_BESIDE = (Intent.TASK, Intent.GREETING, Intent.META)


def _json_of(context: Context, answer: Answer) -> dict[str, Any]:
    """A context that a turn has left as it was, but for the offers."""
    return {
        "question": context.question,
        "query": query_json(context.query) if context.query else None,
        "period": period_json(context.period),
        "is_asked": context.is_asked,
        "subject": context.subject,
        "choices": [],
        "offers": [offer.to_json() for offer in answer.offers],
        "talk": [one.to_json() for one in context.talk],
        "given": [one.to_json() for one in context.given],
        "rows": list(map(rows_json, context.rows)),
    }


def context_of(stored: Mapping[str, Any] | None) -> Context:
    """The context that `context_json` wrote; an empty one where there is none."""
    if stored is None:
        return Context()
    return Context(
        stored["question"],
        query_of(stored["query"]) if stored["query"] else None,
        period_of(stored["period"]),
        stored["is_asked"],
        stored["subject"],
        tuple(Choice(one["label"], one["query"], one["message"]) for one in stored["choices"]),
        tuple(stored["offers"]),
        tuple(given_of(one) for one in stored.get("given", ())),
        tuple(mentioned_of(one) for one in stored.get("talk", ())),
        tuple(rows_of(one) for one in stored.get("rows", ())),
    )


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

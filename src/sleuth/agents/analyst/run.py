"""One turn of a conversation with the analyst: understood, answered, kept."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sleuth.errors import UserError

if TYPE_CHECKING:
    from sleuth.agents.analyst.answer import Answer
    from sleuth.agents.analyst.dialogue.context import Context
    from sleuth.agents.analyst.graph import State
    from sleuth.agents.analyst.room import Room
    from sleuth.agents.analyst.turn import Model, Turn
    from sleuth.config import Settings
    from sleuth.reason.protocol import Reasoner
    from sleuth.search.before import Retriever
    from sleuth.search.services import Services
    from sleuth.store.server.database import Database

AGENT = "analyst"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the analyst says in one turn."""

    answer: str  # Markdown, with the source after each factual sentence
    pieces: tuple[str, ...]  # the same in paragraphs
    intent: str
    query: str  # the typed question, where figures were asked for
    assumption: str
    claims: tuple[Mapping[str, str], ...]
    citations: tuple[Mapping[str, Any], ...]  # with spans and boxes, as research's detail has them
    offers: tuple[str, ...]
    degraded: tuple[str, ...]
    conversation: int
    id: int | None = None  # of the answer; None while it waits for a confirmation
    waits_for: tuple[str, ...] = ()  # what is written once a person says yes
    refuses: bool = False
    calls: tuple[Mapping[str, Any], ...] = ()  # the tools that were called
    trace: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The public shape of `sleuth ask --json`."""
        shown = ("text", "filename", "page", "locator")
        return {
            "id": self.id,
            "answer": self.answer,
            "intent": self.intent,
            "query": self.query,
            "assumption": self.assumption,
            "claims": [dict(claim) for claim in self.claims],
            "citations": [{key: citation[key] for key in shown} for citation in self.citations],
            "offers": list(self.offers),
            "degraded": list(self.degraded),
            "conversation": self.conversation,
            "waits_for": list(self.waits_for),
        }


@dataclass(slots=True)
class Analyst:
    """Answers in one project. Keep one for the life of a process."""

    database: "Database"
    settings: "Settings"
    project: str
    services: "Services"
    open_reasoner: "Callable[[Settings], Reasoner]"
    retriever: "Retriever | None" = None  # made when it is first needed

    async def ask(self, message: str, conversation: int | None = None, *, approve: bool = False) -> Reply:
        """Answer a message, in a conversation if one is named. `approve` confirms what the message would write.

        Where a turn waits for a confirmation, "yes" and "no" decide it, also after a restart; any other message drops
        it.
        Raises UserError for an unknown project or conversation, and for a message without words.
        """
        import asyncio

        from sleuth.agents.analyst.keeping import waiting_words
        from sleuth.search.query import ensure_askable

        decision = waiting_words(message) if conversation is not None else None
        if decision is None:
            ensure_askable(message)
        room = await asyncio.to_thread(self._open)
        number, context = await self._context(room, conversation)
        return await self._turn(room, number, context, message, approve=approve, decision=decision)

    async def _turn(
        self, room: "Room", number: int, context: "Context", message: str, *, approve: bool, decision: bool | None
    ) -> Reply:
        """Run the graph over a message, or take up the turn that waits, and keep what came of it."""
        from langchain_core.runnables import RunnableConfig
        from langgraph.types import Command

        from sleuth.agents.analyst.graph import RECURSION_LIMIT, Deps, State, build_graph
        from sleuth.agents.analyst.threads import checkpointer, thread_of

        started = time.perf_counter()
        deps = Deps(room, context, lambda state: self._answer(room, context, number, state), self._write(room))
        async with checkpointer(self.database) as saver:
            graph = build_graph(saver)
            thread = thread_of(room.project_id, number)
            config = RunnableConfig(configurable=thread["configurable"], recursion_limit=RECURSION_LIMIT)
            waits = bool((await graph.aget_state(config)).next)
            given: State | Command[Any] = {"message": message, "approved": approve}
            if waits and decision is not None:
                given = Command(resume={"approved": decision})
            elif waits:
                await saver.adelete_thread(config["configurable"]["thread_id"])
            try:
                final = await graph.ainvoke(given, config, context=deps, durability="exit")
            except UserError:  # what was agreed to cannot be done: it is not tried again
                await saver.adelete_thread(config["configurable"]["thread_id"])
                raise
            still_waits = bool((await graph.aget_state(config)).next)
            if not still_waits:
                await saver.adelete_thread(config["configurable"]["thread_id"])
        reply = _reply_of(final["reply"], number)
        if waits and decision is not None:
            reply = _decided(reply, final, room.language, agreed=decision)
        elif final.get("written"):
            reply = _decided(reply, final, room.language, agreed=True)
        if still_waits:
            reply = replace(reply, waits_for=_waiting(final, room.language))
        taken = round((time.perf_counter() - started) * 1000, 1)
        return await self._keep(room, message, replace(reply, trace={**reply.trace, "milliseconds": taken}))

    def _retriever(self) -> "Retriever":
        """The search before each answer; it holds what was found for a topic."""
        from sleuth.search.before import Retriever, limits_of

        if self.retriever is None:
            self.retriever = Retriever(self.database, self.services, limits_of(self.settings))
        return self.retriever

    def _open(self) -> "Room":
        from sleuth.agents.analyst.room import open_room

        return open_room(self.database, self.settings, self.project, self.open_reasoner(self.settings), self.services)

    async def _context(self, room: "Room", conversation: int | None) -> "tuple[int, Context]":
        """The conversation's number, made if need be, and what it is about."""
        from sleuth.agents.analyst.keeping import context_of
        from sleuth.store.talk.answers import last_in_conversation
        from sleuth.store.talk.conversations import find_conversation, start_conversation

        if conversation is None:
            return await room.read(lambda c, project: start_conversation(c, project, AGENT)), context_of(None)
        await room.read(lambda c, project: find_conversation(c, project, conversation, AGENT))
        last = await room.read(lambda c, project: last_in_conversation(c, project, conversation))
        return conversation, context_of(last.detail.get("context") if last else None)

    async def _answer(self, room: "Room", context: "Context", number: int, state: "State") -> dict[str, Any]:
        from sleuth.agents.analyst.behaviours.choosing import behave
        from sleuth.agents.analyst.changed_rows import with_changed_rows
        from sleuth.agents.analyst.denied import with_denials
        from sleuth.agents.analyst.keeping import context_after
        from sleuth.agents.analyst.rendering import pieces
        from sleuth.agents.analyst.stored import as_json
        from sleuth.search.intent import without_greeting

        message = without_greeting(state["message"])
        retrieved = await self._retriever().before(room.project_id, message)
        turn, answer = await behave(room, message, context, number, retrieved, self._model(room))
        answer = await with_changed_rows(turn, answer)
        answer = await with_denials(room, turn.meant.question, answer, turn.phrases.language)
        written = pieces(answer, turn.phrases)
        return {
            "reply": _reply_json(turn, answer, written, as_json(context_after(turn, answer))),
            "writes": [dict(write) for write in answer.writes],
            "approved": answer.is_agreed or (bool(state.get("approved")) and not answer.needs_person),
        }

    def _model(self, room: "Room") -> "Model | None":
        """The language model that the settings name, with its search; None where rules answer alone."""
        from sleuth.agents.analyst.turn import Model
        from sleuth.models.chat import open_chat

        chat = open_chat(room.settings)
        return None if chat is None else Model(chat, self._retriever())

    def _write(self, room: "Room") -> Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]:
        from sleuth.agents.analyst.tools.writing import write

        async def perform(call: Mapping[str, Any]) -> dict[str, Any]:
            return {**call, "result": await write(room, call["tool"], call["arguments"])}

        return perform

    async def _keep(self, room: "Room", message: str, reply: Reply) -> Reply:
        """Keep the turn in the conversation, and the answer with its evidence."""
        from sleuth.agents.analyst.keeping import detail_of, messages_of
        from sleuth.store.talk.answers import record_answer
        from sleuth.store.talk.conversations import add_turn

        cited = {c["document_id"]: c["filename"] for c in reply.citations}

        def keep(connection: Any, project: int) -> int:
            with connection.transaction():
                turn = add_turn(connection, project, reply.conversation, messages_of(message, reply))
                question = str(reply.trace.get("question") or message)
                detail = detail_of(reply)
                return record_answer(connection, project, question, cited, detail, (reply.conversation, turn))

        return replace(reply, id=await room.read(keep))


def _decided(reply: Reply, final: Mapping[str, Any], language: str, *, agreed: bool) -> Reply:
    """The reply to a decision: what was done, or that nothing was."""
    from sleuth.agents.analyst.phrases import phrases_of
    from sleuth.agents.analyst.tasks import done

    phrases = phrases_of(str(reply.trace.get("language") or language))
    written = final.get("written") or []
    told = [done(one, one["result"], phrases) for one in written] if agreed else [phrases("not_done")]
    calls = [{"tool": one["tool"], "arguments": one["arguments"], "result": one["result"]} for one in written]
    return replace(
        reply, answer="\n\n".join(told), pieces=tuple(told), claims=(), citations=(), offers=(),
        calls=(*reply.calls, *calls), waits_for=(),
    )  # fmt: skip


def _waiting(final: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """What a person is asked to confirm."""
    from sleuth.agents.analyst.phrases import phrases_of
    from sleuth.agents.analyst.tasks import described

    return tuple(described(write, phrases_of(language)) for write in final.get("writes", ()))


def _reply_json(turn: "Turn", answer: "Answer", pieces: Sequence[str], context: Mapping[str, Any]) -> dict[str, Any]:
    """A reply as plain JSON, for the graph's state."""
    query = turn.meant.query
    return {
        "answer": "\n\n".join(pieces),
        "pieces": list(pieces),
        "intent": turn.intent.value,
        "query": answer.query or (str(query) if query else ""),
        "assumption": answer.assumption,
        "claims": answer.claims,
        "citations": [{**c.to_detail(), "document_id": c.document_id} for c in answer.citations],
        "offers": [offer.text for offer in answer.offers],
        "degraded": list(dict.fromkeys([*turn.degraded, *answer.degraded])),
        "refuses": answer.refuses,
        "calls": [{"tool": c.tool, "arguments": dict(c.arguments), "result": c.result} for c in answer.calls],
        "trace": {"question": turn.meant.question, "context": dict(context), "language": turn.phrases.language},
    }


def _reply_of(stored: Mapping[str, Any], conversation: int) -> Reply:
    """The reply that `_reply_json` wrote."""
    fields: dict[str, Any] = {key: tuple(value) if key in _LISTED else value for key, value in stored.items()}
    return Reply(**fields, conversation=conversation)


_LISTED = ("pieces", "claims", "citations", "offers", "degraded", "calls")

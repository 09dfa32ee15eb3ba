"""The analyst with a language model: LangChain's agent over the same tools, and the same proofs over what it drafts.

The model chooses what to look up and how to word it. A sentence of its draft is shown only where the pages that were
looked up prove it; sources are ours, never the model's. What it would write is proposed to a person, as with rules.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.answer import Answer, Block, Call, line
from sleuth.agents.analyst.behaviours.fact import only_beside
from sleuth.agents.analyst.ledger import Shown
from sleuth.agents.analyst.notes import notes_on
from sleuth.agents.analyst.tasks import described
from sleuth.agents.analyst.telling import sentence
from sleuth.agents.analyst.tools.toolbox import Toolbox
from sleuth.agents.analyst.tools.writing import WRITES
from sleuth.agents.analyst.turn import Turn, spoken_before
from sleuth.agents.analyst.wording import value_of
from sleuth.answering.evidence import evidence_at
from sleuth.answering.grounds import better_sentences
from sleuth.answering.library import Place
from sleuth.answering.settling import judge_open
from sleuth.answering.verification import Dropped, Proven, marked, verify
from sleuth.errors import SleuthError
from sleuth.language.glyphs import plain, plain_line
from sleuth.models.chat import Chat
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.protocol import Claim, Evidence, Quote
from sleuth.store.documents.pages import Stretch, on_pages

if TYPE_CHECKING:
    from langchain_core.messages import AnyMessage
    from langchain_core.tools import BaseTool

    from sleuth.search.before import Retrieved, Retriever

_TASK = "analyst"
_MOST_CALLS = 8  # of the model, in one turn
_MOST_TOOLS = 12  # calls of tools, in one turn
_MOST_GROUNDS = 3  # sentences of the pages that a claim is held against
_MOST_SENTENCES = 30  # of a draft
_MOST_PASSAGES = 6  # that a tool returns where nothing answers for certain
_SOURCE = re.compile(r"\s*[\(\[](?:sources?|källa|källor|see|citation|ref)\b[^)\]]*[\)\]]|\s*\[\d+\]", re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+|^#+\s*")
_LANGUAGES = {"en": "English", "sv": "Swedish", "de": "German", "vi": "Vietnamese"}


@dataclass(slots=True)
class ModelTurn:
    """One message on its way through a model."""

    turn: Turn
    chat: Chat
    retriever: "Retriever"
    retrieved: "Retrieved"
    ruled: Answer  # by rules
    shown: list[Shown] = field(default_factory=list)  # figures that tools returned
    proven: list[Proven] = field(default_factory=list)  # sentences that tools returned
    passages: list[Place] = field(default_factory=list)  # that tools returned where nothing answers for certain
    proposed: list[dict[str, Any]] = field(default_factory=list)  # writes
    tools: Toolbox = field(init=False)

    def __post_init__(self) -> None:
        self.tools = Toolbox(replace(self.turn.room, reasoner=ExtractiveReasoner()))

    async def answer(self) -> Answer | None:
        """What of the model's draft is proven, with what our own figures add to it; None where nothing is.

        Raises ModelUnavailableError, UnusableAnswerError or ModelSetupError.
        """
        draft = await self._draft()
        if self.proposed:
            return self._proposal()
        told, dropped = await self._prove(draft)
        if not told:
            return None
        phrases = self.turn.phrases
        removed = (phrases("removed", count=len(dropped)),) if dropped else ()
        notes = [n for one in self._used(told) for n in await notes_on(self.turn.room, one, _no_query(), phrases)]
        blocks = told if len(told) == 1 else [replace(block, kind="bullet") for block in told]
        trace = [Call("removed", {"sentence": one.text}, one.reason) for one in dropped]
        answer = Answer((*blocks, *notes), degraded=removed, calls=(*self.tools.calls, *trace))
        lacks_lead = bool(dropped) and dropped[0].text == _sentences(draft)[0]  # the rest only belongs to it
        return await only_beside(self.turn, answer, self.ruled) if lacks_lead else answer

    def _proposal(self) -> Answer:
        """What the model would write, put to a person; nobody has agreed to it beforehand."""
        phrases = self.turn.phrases
        told = [line(described(write, phrases)) for write in self.proposed]
        return Answer(
            (*told, line(phrases("proceed"))),
            writes=tuple(self.proposed),
            needs_person=True,
            calls=tuple(self.tools.calls),
        )

    async def _draft(self) -> str:
        """The model's last words, after as many tools as it liked within the limits."""
        from langchain.agents import create_agent
        from langchain.agents.middleware import ModelCallLimitMiddleware, ToolCallLimitMiddleware
        from langchain_core.messages import HumanMessage

        from sleuth.agents.analyst.middleware import PreModelRetrieval

        middleware: list[Any] = [
            PreModelRetrieval(self.retriever, self.turn.room.project_id),
            ModelCallLimitMiddleware(run_limit=_MOST_CALLS, exit_behavior="end"),
            ToolCallLimitMiddleware(run_limit=_MOST_TOOLS, exit_behavior="continue"),
            self._guard(),
        ]
        agent = create_agent(self.chat.model, self._tools(), system_prompt=self._prompt(), middleware=middleware)
        given: Any = {"messages": [*await self._told(), HumanMessage(self.turn.meant.question)]}
        final = await agent.ainvoke(given, {"recursion_limit": 10 * (_MOST_CALLS + 1)})
        return str(final["messages"][-1].text)

    async def _told(self) -> "list[AnyMessage]":
        """The newest messages of the conversation, as many as the settings allow."""
        from langchain_core.messages import AIMessage, HumanMessage

        shown = await spoken_before(self.turn)
        return [HumanMessage(m.content) if m.role == "user" else AIMessage(m.content) for m in shown]

    def _prompt(self) -> str:
        text = (resources.files("sleuth.agents.analyst") / "prompts" / "analyst.md").read_text(encoding="utf-8")
        return text.format(language=_LANGUAGES.get(self.turn.meant.language, "the language of the question"))

    def _guard(self) -> Any:
        """Sends each call of the model through the one place for failures, and counts it."""
        from langchain.agents.middleware import AgentMiddleware

        chat = self.chat

        class Guard(AgentMiddleware[Any, Any, Any]):
            async def awrap_model_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
                loop = asyncio.get_running_loop()

                def work(_: Any) -> Any:
                    return asyncio.run_coroutine_threadsafe(handler(request), loop).result()

                response = await chat.call(_TASK, work)
                spent = getattr(response.result[-1], "usage_metadata", None) or {}
                tally = chat.usage.task(_TASK)
                tally.tokens_in += spent.get("input_tokens", 0)
                tally.tokens_out += spent.get("output_tokens", 0)
                return response

        return Guard()

    def _tools(self) -> "list[BaseTool]":
        from langchain_core.tools import StructuredTool

        made: list[BaseTool] = []
        for tool in (self.query_knowledge_base, self.get_document_info, self.detect_contradictions, self.find_gaps,
                     self.suggest_questions):  # fmt: skip
            made.append(StructuredTool.from_function(coroutine=tool, name=tool.__name__, description=tool.__doc__))
        return [*made, *self._proposing()]

    async def query_knowledge_base(self, question: str) -> str:
        """What the documents state: figures by measure, period and scenario, or sentences. Ask one thing at a time.

        Where nothing answers for certain, the passages that are found by the words of the question.
        """
        found = await self.tools.query_knowledge_base(question)
        self.shown += found.figures.shown
        self.proven += found.research.proven if found.research else ()
        if not found.is_empty:
            return self._returned()
        library = self.turn.room.library
        places = (await library.search([question])).places[:_MOST_PASSAGES]
        self.passages += places
        passages = [
            {
                "filename": item.document.filename,
                "page": item.page.number,
                "text": item.page.text[item.start : item.end],
            }
            for item in await evidence_at(library, places)
        ]
        return json.dumps({**found.to_json(), "passages": passages}, ensure_ascii=False)

    async def get_document_info(self, filename: str = "") -> str:
        """The documents of the project, or one of them: kind, pages, source quality, date."""
        try:
            await self.tools.get_document_info(filename)
        except SleuthError as error:
            return str(error)
        return self._returned()

    async def detect_contradictions(self) -> str:
        """The open contradictions between sources."""
        await self.tools.detect_contradictions()
        return self._returned()

    async def find_gaps(self, domain: str = "") -> str:
        """What the request lists ask for and the documents lack; of one area where it is named."""
        await self.tools.find_gaps(domain)
        return self._returned()

    async def suggest_questions(self, domain: str = "") -> str:
        """Questions that the target should be asked."""
        await self.tools.suggest_questions(domain)
        return self._returned()

    def _proposing(self) -> "Iterator[BaseTool]":
        """The tools that write, as the model may call them: they are put to a person."""
        from langchain_core.tools import StructuredTool

        for name, tool in WRITES.items():

            def propose(_name: str = name, **arguments: Any) -> str:
                self.proposed.append({"tool": _name, "arguments": _plain(arguments)})
                return "Proposed. A person decides."

            schema = StructuredTool.from_function(coroutine=_without_room(tool), name=name).args_schema
            described = (tool.__doc__ or name).strip()
            yield StructuredTool.from_function(
                func=propose, name=name, description=described, args_schema=schema, infer_schema=False
            )

    def _returned(self) -> str:
        """What the last tool returned."""
        return json.dumps(self.tools.calls[-1].result, ensure_ascii=False, default=str)

    async def _prove(self, draft: str) -> tuple[list[Block], list[Dropped]]:
        """The sentences of a draft that are proven, in its order, and those that are not."""
        evidence = await self._evidence()
        told: dict[str, Block] = {}
        dropped: list[Dropped] = []
        sentences = _sentences(draft)[:_MOST_SENTENCES]
        figures = [self._figure(text) for text in sentences]
        known = {_bare(one.text): one for one in self.proven}  # what a tool returned is proven, and may be repeated
        ruled = [
            known.get(_bare(text)) or _proof(text, evidence)
            for text, figure in zip(sentences, figures, strict=True)
            if figure is None
        ]
        verdicts = iter(await judge_open(ruled, self.turn.room.reasoner.judge))
        for figure in figures:
            if figure is not None:
                block = sentence(figure, self.turn.phrases)
                told.setdefault(block.text, block)
                continue
            verdict = next(verdicts)
            if isinstance(verdict, Proven):
                told.setdefault(verdict.text, line(marked(verdict), verdict.citations, verdict.proof))
            else:
                dropped.append(verdict)
        return list(told.values()), dropped

    async def _evidence(self) -> dict[int, Evidence]:
        """What was looked up: the pages of every sentence that tools returned, and of what was retrieved before."""
        spans = [Stretch(hit.document_id, hit.page, hit.start, hit.end) for hit in self.retrieved.hits]
        found = await self.turn.room.read(lambda connection, _: on_pages(connection, spans))
        places = [
            Place(hit.document_id, span.page, span.start, span.end, 0.0)
            for hit, on in zip(self.retrieved.hits, found, strict=True)
            for span in on
        ]
        places += [
            Place(citation.document_id, span.page, span.start, span.end, 1.0)
            for claim in self.proven
            for citation in claim.citations
            for span in citation.spans
        ]
        places += self.passages
        return {item.id: item for item in await evidence_at(self.turn.room.library, list(dict.fromkeys(places)))}

    def _figure(self, text: str) -> Shown | None:
        """The figure of the ledger that a sentence states, by its value, measure and period; None where none fits."""
        said = plain(text).text
        for one in self.shown:
            if one.stated.figure.expression or one.fact.rank > 1:
                continue
            values = (value_of(one.fact), f"{abs(one.fact.value):,f}".rstrip("0").rstrip("."))
            is_said = any(_stands(plain(value).text, said) for value in values)
            period = one.fact.period
            is_then = period is None or str(period.fiscal_year or period.end.year) in said
            if is_said and is_then and _numbers(said) <= _allowed(one):
                return one
        return None

    def _used(self, told: Sequence[Block]) -> list[Shown]:
        """The figures whose sentences are told: their conflicts and corrections are noted, whatever the model says."""
        texts = {block.text for block in told}
        return [one for one in self.shown if sentence(one, self.turn.phrases).text in texts]


def _proof(text: str, evidence: Mapping[int, Evidence]) -> Proven | Dropped:
    """A sentence held against the sentences of the pages that share most with it."""
    verdict: Proven | Dropped = Dropped(Claim(text, ()), "nothing that was looked up speaks of it")
    for number, (item, match) in enumerate(better_sentences(text, evidence.values())):
        if number == _MOST_GROUNDS:
            break
        found = verify(Claim(text, (Quote(item.id, match.text),)), evidence)
        if isinstance(found, Proven):
            return found
        if not isinstance(verdict, Dropped) or not verdict.is_judgeable:
            verdict = found
    return verdict


def _sentences(draft: str) -> list[str]:
    """The sentences of a draft, without marks of lists, and without sources that the model wrote."""
    found: list[str] = []
    for written in draft.splitlines():
        bare = _SOURCE.sub("", _MARK.sub("", written)).replace("**", "").strip()
        found += [
            piece.strip() for piece in re.split(r"(?<=[a-zåäö\d%)”’][.!?])\s+(?=[A-ZÅÄÖ])", bare) if piece.strip()
        ]
    return [text for text in found if re.search(r"\w", text) and not text.endswith(":")]


def _bare(text: str) -> str:
    """A sentence in plain form and one line, without the mark at its end."""
    return plain_line(text).rstrip(".")


def _stands(value: str, text: str) -> bool:
    return re.search(rf"(?<![\d.,]){re.escape(value)}(?![\d]|[.,]\d)", text) is not None


def _numbers(text: str) -> set[str]:
    return {number.strip(".,") for number in re.findall(r"\d[\d.,]*", text)}


def _allowed(shown: Shown) -> set[str]:
    """The numbers that a sentence on a figure may hold: its value, and those of its period."""
    fact, period = shown.fact, shown.fact.period
    allowed = _numbers(value_of(fact)) | {f"{abs(fact.value):,f}".rstrip("0").rstrip(".")}
    if period is not None:
        allowed |= _numbers(period.name) | _numbers(period.described) | _numbers(str(period.end))
        allowed |= {str(period.fiscal_year), str(period.fiscal_quarter), str(period.end.year)}
    return allowed


def _no_query() -> Any:
    from sleuth.language.query import Operation, Query

    return Query("", "en", Operation.LEVEL, (), (), ())


def _plain(arguments: Mapping[str, Any]) -> dict[str, Any]:
    plainly: dict[str, Any] = json.loads(json.dumps(dict(arguments), ensure_ascii=False, default=str))
    return plainly


def _without_room(tool: Callable[..., Any]) -> Callable[..., Any]:
    """A tool's signature without its room, for its schema."""
    import inspect

    async def shape(**arguments: Any) -> None: ...

    signature = inspect.signature(tool)
    parameters = [p for name, p in signature.parameters.items() if name != "room"]
    shape.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    shape.__annotations__ = {p.name: p.annotation for p in parameters}
    shape.__doc__ = tool.__doc__
    return shape

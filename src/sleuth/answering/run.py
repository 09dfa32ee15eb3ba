"""Answers a question from named files: sets the graph up, runs it, and returns the answer with its trace."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sleuth.answering.library import Library
from sleuth.answering.steps import SENTENCE, OnStep, Teller
from sleuth.answering.verification import Citation, Dropped, Proven

if TYPE_CHECKING:
    from sleuth.answering.amendments import Former
    from sleuth.answering.disagreement import Disagreement
    from sleuth.answering.state import Talk
    from sleuth.answering.tables import RowsResolved
    from sleuth.language.query import Query
    from sleuth.language.table_query import TableQuery
    from sleuth.reason.protocol import Reasoner
    from sleuth.reason.records.following import RowsBefore
    from sleuth.reason.understand.several import Part


@dataclass(frozen=True, slots=True)
class Trace:
    """How an answer came about."""

    queries: tuple[str, ...]
    iterations: int  # retrievals
    dropped: tuple[Dropped, ...]  # claims that verification removed
    reason: str  # why there is no answer; empty when there is one
    timings: Mapping[str, float] = field(default_factory=dict)  # node → milliseconds, all its runs together
    claims: tuple[Mapping[str, str], ...] = ()  # text and proof of each, and what it replaces
    usage: Mapping[str, Any] | None = None  # what the language model took; None where rules answered
    query: str = ""  # the typed question, where figures are asked for
    assumptions: tuple[str, ...] = ()  # what was assumed where the question leaves it open


@dataclass(frozen=True, slots=True)
class Research:
    """An answer with its citations, or the refusal with none."""

    answer: str
    citations: tuple[Citation, ...]
    degraded: tuple[str, ...]  # sentences for the user
    trace: Trace
    id: int | None = None  # under which it is kept; None where nothing is kept
    proven: tuple[Proven, ...] = ()  # the claims that the answer is made of, in its order
    disagreements: tuple[str, ...] = ()  # where the documents answer differently, in sentences
    left_out: tuple[Dropped, ...] = ()  # the claims that are told in no words, however often they were tried
    lacks_lead: bool = False  # the first claim of a draft, which answers before all others, is among them
    former: tuple["Former", ...] = ()  # what clauses of the answer said before they were amended
    rows: tuple["RowsBefore", ...] = ()  # the rows of tables that its last part tells, for questions that go on

    def to_json(self, *, passages: bool = False) -> dict[str, Any]:
        """The public shape: exactly `answer` and `citations`, whose texts are quotes, or with `passages` chunks."""
        return {
            "answer": self.answer,
            "citations": [citation.to_json(passages=passages) for citation in self.citations],
        }

    def to_detail(self) -> dict[str, Any]:
        """The public shape with spans, places and boxes, and how the answer came about."""
        return {
            "id": self.id,
            "answer": self.answer,
            "citations": [citation.to_detail() for citation in self.citations],
            "degraded": list(self.degraded),
            "queries": list(self.trace.queries),
            "iterations": self.trace.iterations,
            "claims": [dict(claim) for claim in self.trace.claims],
            "dropped": [
                {"text": one.text, "reason": one.reason, "quotes": [citation.text for citation in one.citations]}
                for one in self.trace.dropped
            ],
            "reason": self.trace.reason,
            "query": self.trace.query,
            "assumptions": list(self.trace.assumptions),
            "timings_ms": {node: round(taken, 1) for node, taken in self.trace.timings.items()},
            "usage": self.trace.usage,
        }


async def research_in(
    library: Library,
    question: str,
    reasoner: "Reasoner | None" = None,
    on_step: OnStep | None = None,
    follows: "RowsResolved | None" = None,
    talk: "Talk | None" = None,
) -> Research:
    """Answer from the documents of a library. Several questions in one are answered one by one.

    `follows`: what tables answer, where the question goes on from one over their rows. `talk`: the conversation in
    which it is asked, of a model that is asked all of it at once.
    """
    from sleuth.answering.tables import resolve_rows
    from sleuth.language.table_query import RowOperation
    from sleuth.reason.extractive import ExtractiveReasoner
    from sleuth.reason.records.asking import take_apart
    from sleuth.reason.records.following import means_rows
    from sleuth.reason.understand.several import Part, split
    from sleuth.search.query import ensure_askable

    ensure_askable(question)
    started = time.perf_counter()
    thinking = reasoner or ExtractiveReasoner()
    asked = _Asked(library, thinking, Teller(on_step) if on_step else None, talk)
    whole = Part(question.strip())
    is_whole = follows is not None or talk is not None
    parts = (whole,) if is_whole else split(question.strip())
    finals: list[Mapping[str, Any]] = []
    if len(parts) > 1 and thinking.reads_ledger and (await resolve_rows(library, whole.text)).query is not None:
        counts = take_apart(parts[0].text).operation is RowOperation.COUNT and means_rows(parts[-1].asked)
        each = await asked.run_all(parts, follows) if counts else []
        if each and all(final.get("proven") for final in each):
            finals = each
        else:
            parts = (whole,)  # one row of a table answers all of it
    finals = finals or await asked.run_all(parts, follows)
    standing = [await _as_amended(library, final) for final in finals]
    former = tuple({str(one): one for _, changed in standing for one in changed}.values())
    opposed = [await _with_opposed(library, final) for final, _ in standing]
    finals = [final for final, _ in opposed]
    noted = [told for final in finals for told in final.get("noted", ())]
    found = tuple(dict.fromkeys([*noted, *(str(one) for _, disagreements in opposed for one in disagreements)]))
    result = _result(parts, finals, thinking, (time.perf_counter() - started) * 1000, found, former)
    return replace(result, citations=await _with_passages(library, result.citations))


async def _as_amended(library: Library, final: Mapping[str, Any]) -> tuple[Mapping[str, Any], "Sequence[Former]"]:
    """A part's final state with each clause of an agreement as it stands, and what was replaced."""
    from sleuth.answering.amendments import as_amended

    if not final.get("proven"):
        return final, ()
    proven, former = await as_amended(library, final["proven"])
    return {**final, "proven": proven}, former


async def _with_opposed(
    library: Library, final: Mapping[str, Any]
) -> tuple[Mapping[str, Any], "tuple[Disagreement, ...]"]:
    """A part's final state with the sentences that contradict its own, and where its documents disagree."""
    from sleuth.answering.disagreement import opposing

    if not final.get("proven") or "asked" not in final:
        return final, ()
    proven, found = await opposing(library, final["asked"], final["proven"])
    return {**final, "proven": proven}, found


async def _with_passages(library: Library, citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """The citations, each with the chunk that it stands in."""
    longest = [max(one.spans, key=lambda span: span.end - span.start) for one in citations]
    places = [(citation.document_id, span) for citation, span in zip(citations, longest, strict=True)]
    passages = await library.passages_around(places)
    return tuple(replace(one, passage=passage) for one, passage in zip(citations, passages, strict=True))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What every part of a question is asked of."""

    library: Library
    reasoner: "Reasoner"
    teller: Teller | None
    talk: "Talk | None" = None

    async def run_all(self, parts: "Sequence[Part]", follows: "RowsResolved | None") -> list[Mapping[str, Any]]:
        """The graph's final state for each part; a part that speaks of the rows of the one before is of them."""
        from sleuth.answering.tables import resolve_follow_up
        from sleuth.reason.records.following import means_rows

        finals = [await self.run(parts[0], follows)]
        for part in parts[1:]:
            text = part.asked or part.text
            rows: RowsResolved | None = finals[-1].get("rows")
            if rows is None or not means_rows(text):
                finals.append(await self._beside(part, finals[0]))
                continue
            of_rows = await resolve_follow_up(self.library, text, rows.before)
            is_told = of_rows.query is not None
            finals.append(await self.run(part, of_rows) if is_told else _untold(of_rows.found.reason))
        return finals

    async def _beside(self, part: "Part", first: Mapping[str, Any]) -> Mapping[str, Any]:
        """The final state of a part that was asked together with another: of the documents that answer that, if any.

        A list of which it names no rows does not tell it: the limit of "what was leverage, and what is the limit?".
        """
        told = frozenset(citation.document_id for claim in first.get("proven", ()) for citation in claim.citations)
        final = await self.run(part, within=told)
        if told and not final.get("proven"):
            final = await self.run(part)
        rows: RowsResolved | None = final.get("rows")
        is_of_any = rows is not None and rows.query is not None and not rows.query.names_rows
        return _untold("its rows are not named") if is_of_any else final

    async def run(
        self, part: "Part", follows: "RowsResolved | None" = None, within: frozenset[int] = frozenset()
    ) -> Mapping[str, Any]:
        """The graph's final state for one part. `follows`: what tables answer, where that is known."""
        from sleuth.answering.graph import RECURSION_LIMIT, build_graph
        from sleuth.answering.state import Deps, State
        from sleuth.answering.terms import by_agreement

        initial: State = {"question": part.text, "about": part.about, "within": within}
        if follows is not None:
            initial["follows"] = follows
        if self.talk is not None:
            initial["talk"] = self.talk
        final: Mapping[str, Any] = {}
        steps = build_graph().astream(
            initial,
            {"recursion_limit": RECURSION_LIMIT},
            context=Deps(self.reasoner, self.library),
            stream_mode=["updates", "values", "custom"],
        )
        mode: str
        update: Mapping[str, Any]
        async for mode, update in steps:  # type: ignore[assignment]  # with several modes each item is a pair
            if mode == "values":
                final = update
            elif self.teller is not None and mode == "custom":
                self.teller.sentence(update[SENTENCE])
            elif self.teller is not None:
                for node, changed in update.items():
                    self.teller.step(node, changed)
        return await by_agreement(self.library, final)


def _result(
    parts: "Sequence[Part]",
    finals: Sequence[Mapping[str, Any]],
    reasoner: "Reasoner",
    total: float,
    disagreements: tuple[str, ...] = (),
    former: "tuple[Former, ...]" = (),
) -> Research:
    from sleuth.answering.rendering import cited, render

    timings: dict[str, float] = {"total": total}
    for node, taken in (timing for final in finals for timing in final["timings"]):
        timings[node] = timings.get(node, 0.0) + taken
    proven = _once(claim for final in finals for claim in final.get("proven", ()))
    unanswered = [part for part, final in zip(parts, finals, strict=True) if not final.get("proven")]
    resolutions = [final["resolution"] for final in finals if final.get("resolution")]
    trace = Trace(
        queries=tuple(dict.fromkeys(query for final in finals for query in final.get("tried", ()))),
        iterations=sum(final.get("iterations", 0) for final in finals),
        dropped=tuple(one for final in finals for one in _unproven(final)),
        reason="; ".join(filter(None, (final.get("reason", "") for final in finals if not final.get("proven")))),
        timings=timings,
        claims=tuple(_told(claim) for claim in proven),
        usage=reasoner.usage,
        query="; ".join(str(query) for final in finals if (query := _typed(final)) is not None),
        assumptions=tuple(dict.fromkeys(a for resolution in resolutions for a in resolution.assumptions)),
    )
    judge = reasoner.judge.degraded if reasoner.judge else []
    degraded = dict.fromkeys(remark for final in finals for remark in final.get("degraded", ()))
    remarks = (*degraded, *reasoner.degraded, *judge)
    notes = (*map(str, former), *disagreements)
    answer = render(proven, [part.asked or part.text for part in unanswered], notes)["answer"]
    return Research(
        answer,
        tuple(cited(proven)),
        remarks,
        trace,
        proven=tuple(proven),
        disagreements=disagreements,
        former=former,
        left_out=tuple(one for final in finals for one in final.get("left_out", ())),
        lacks_lead=any(final.get("lacks_lead", False) for final in finals),
        rows=_rows(finals[-1]),
    )


def _untold(reason: str) -> Mapping[str, Any]:
    """The final state of a part that is of rows, but that they do not tell: nothing else is an answer to it."""
    return {"timings": [], "reason": reason}


def _rows(final: Mapping[str, Any]) -> "tuple[RowsBefore, ...]":
    rows: RowsResolved | None = final.get("rows")
    return rows.before if rows is not None and final.get("proven") else ()


def _typed(final: Mapping[str, Any]) -> "Query | TableQuery | None":
    """The typed question that was answered: of rows of tables, or of figures."""
    rows: RowsResolved | None = final.get("rows")
    return rows.query if rows is not None else final.get("query")


def _once(claims: Iterable[Proven]) -> list[Proven]:
    return list({claim.text: claim for claim in claims}.values())


def _unproven(final: Mapping[str, Any]) -> tuple[Dropped, ...]:
    """Every claim that verification did not let through, in the order they were made."""
    refused = [*final.get("given_up", ()), *final.get("unproven", ()), *final.get("dropped", ())]
    return tuple({id(one): one for one in refused}.values())


def _told(claim: Proven) -> dict[str, str]:
    replaces = {"replaces": claim.replaces} if claim.replaces else {}
    return {"text": claim.text, "proof": claim.proof, **replaces}

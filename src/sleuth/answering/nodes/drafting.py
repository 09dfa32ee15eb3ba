"""The last steps: claims with quotes, the proof of each, one more try at those refused, and the answer."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from langgraph.runtime import Runtime

from sleuth.answering.nodes.shown import evidence_of, inquiry_of
from sleuth.answering.nodes.timed import timed
from sleuth.answering.parts import without_lone_parts
from sleuth.answering.rendering import render
from sleuth.answering.responding import responding, unfitting
from sleuth.answering.seats import in_order, leads_of, left_out, seats_of, with_rewritten
from sleuth.answering.settling import in_source_words, judge_open, remark
from sleuth.answering.state import Deps, State
from sleuth.answering.steps import SENTENCE
from sleuth.answering.verification import Dropped, Proven, marked, verify
from sleuth.findings.asked.answers import Resolution
from sleuth.reason.draft.figures import figure_claims
from sleuth.reason.protocol import Claim, Evidence, Refused


@timed
async def answer(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Claims with quotes, from the evidence alone."""
    if (rows := state.get("rows")) is not None:
        return {"draft": rows.claims(len(state["found"]) - len(rows.places))}
    claims = figure_claims(state.get("resolution", Resolution()), state.get("fact_places", {}))
    if claims:
        return {"draft": claims}
    reasoner, evidence = runtime.context.reasoner, await evidence_of(state, runtime.context)
    reasoner.on_claim = partial(_tell_proven, state, {item.id: item for item in evidence}, runtime.stream_writer)
    try:
        draft = await reasoner.draft(inquiry_of(state, runtime.context), evidence)
    finally:
        reasoner.on_claim = None
    drafted = len(state.get("found", []))
    return {"draft": list(draft.claims), "reason": draft.reason or state.get("reason", ""), "drafted": drafted}


def _tell_proven(state: State, evidence: Mapping[int, Evidence], tell: Callable[[Any], None], claim: Claim) -> None:
    """Tell of a claim of a draft that is still being written, if it is proven and answers."""
    verdict = responding(verify(claim, evidence), claim, state)
    if isinstance(verdict, Proven):
        tell({SENTENCE: marked(verdict)})


@timed
async def verify_claims(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Only claims whose quotes stand in the source, and which follow from them, go on."""
    draft = state.get("draft", [])
    evidence = {item.id: item for item in await evidence_of(state, runtime.context)}
    ruled = [_known(claim, state) or verify(claim, evidence) for claim in draft]
    judged = await judge_open(ruled, runtime.context.reasoner.judge)
    verdicts = [responding(verdict, claim, state) for verdict, claim in zip(judged, draft, strict=True)]
    if "talk" in state and any(isinstance(verdict, Proven) for verdict in verdicts):
        verdicts = judged  # one answers, and the others belong to it
    verdicts = without_lone_parts(verdicts, draft, state.get("query"))
    proven = [*state.get("proven", []), *(verdict for verdict in verdicts if isinstance(verdict, Proven))]
    last_of_each_text = {claim.text: claim for claim in proven}
    return {
        "proven": in_order(list(last_of_each_text.values()), state),
        "dropped": [verdict for verdict in verdicts if isinstance(verdict, Dropped)],
    }


def _known(claim: Claim, state: State) -> Proven | None:
    """What rules have proven already, where a model takes it as it stands."""
    known = state["talk"].known if "talk" in state else ()
    return next((one for one in known if " ".join(one.text.split()) == claim.text), None)


@timed
async def repair(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """One more try at the claims that were refused; those it gives up stay dropped."""
    refused = [Refused(one.claim, one.reason) for one in state["dropped"]]
    evidence = await evidence_of(state, runtime.context)
    draft = await runtime.context.reasoner.repair(inquiry_of(state, runtime.context), evidence, refused)
    seats = with_rewritten(seats_of(state["draft"]), draft.claims, refused)
    return {"draft": list(draft.claims), "given_up": list(state["dropped"]), "seats": seats}


@timed
async def rules(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """What rules make of the evidence, where nothing that a model drafted of it was proven."""
    unproven = left_out(state)
    other = runtime.context.reasoner.rules
    if other is None:
        return {"draft": [], "unproven": unproven, "dropped": []}
    draft = await other.draft(inquiry_of(state, runtime.context), await evidence_of(state, runtime.context))
    return {"draft": list(draft.claims), "unproven": unproven, "dropped": []}


@timed
async def format_output(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """The answer and its citations, or the refusal. What is not shown in its own words is, in the source's."""
    proven = state.get("proven", [])
    by_rules = "unproven" in state and bool(proven)
    left = [*state["unproven"], *state.get("dropped", [])] if "unproven" in state else left_out(state)
    leads = leads_of(state, left)
    quoted = [] if by_rules else in_source_words(state["question"], left, proven, leads)
    replaced = [one for one in quoted if one.replaces in leads or not unfitting(one, state)]
    shown = in_order([*proven, *replaced], state)
    told = remark(left, replaced)
    taken = {one.replaces for one in replaced}
    return {
        "output": render(shown),
        "proven": shown,
        "left_out": [one for one in left if one.text not in taken],
        "lacks_lead": bool(leads - taken),
        "degraded": [*state.get("degraded", []), *([told] if told else [])],
    }

"""The research graph: understand, resolve from the ledger; else retrieve in a loop; draft, verify, repair once."""

import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial, wraps
from typing import Any, Literal, Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from sleuth.answering.evidence import evidence_at
from sleuth.answering.library import Place
from sleuth.answering.parts import without_lone_parts
from sleuth.answering.rendering import render
from sleuth.answering.settling import in_source_words, judge_open, remark
from sleuth.answering.state import MOST_RETRIEVALS, Deps, State
from sleuth.answering.steps import SENTENCE
from sleuth.answering.tables import RowsResolved, resolve_rows
from sleuth.answering.verification import Dropped, Proven, marked, verify
from sleuth.evidence.prose import prose_responds
from sleuth.evidence.responds import (
    document_responds,
    figure_responds,
    is_labelled,
    of_another_paper,
    sentence_responds,
)
from sleuth.findings.asked.answers import Resolution
from sleuth.findings.asked.resolution import resolve as resolve_query
from sleuth.language.tokens import stems
from sleuth.language.weight import detect_language
from sleuth.reason.draft.figures import figure_claims
from sleuth.reason.protocol import Claim, Decision, Evidence, Inquiry, Refused, Spoken
from sleuth.reason.understand.figures import figure_query, is_financial, line_query
from sleuth.reason.understand.prose import ask

# Nodes of the longest way: understand, resolve, five rounds of generate, retrieve, grade, answer and verify, then
# repair, verify, rules, verify, format.
RECURSION_LIMIT = 40

Work = Callable[[State, Runtime[Deps]], Coroutine[Any, Any, dict[str, Any]]]


class Node(Protocol):
    """A step of the graph: reads the state, returns what it changes."""

    async def __call__(self, state: State, *, runtime: Runtime[Deps]) -> dict[str, Any]: ...


def _timed(work: Work) -> Node:
    """The work as a node that adds how long it took to the state."""

    @wraps(work)
    async def timed(state: State, *, runtime: Runtime[Deps]) -> dict[str, Any]:
        started = time.perf_counter()
        update = await work(state, runtime)
        taken = (time.perf_counter() - started) * 1000
        return {**update, "timings": [*state.get("timings", []), (work.__name__.partition("_")[0], taken)]}

    return timed


@_timed
async def understand(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """The typed question: of figures, where they are asked for, and of words."""
    question = state["question"]
    query = None if "talk" in state else figure_query(question)  # in a conversation it may stand for less than is meant
    return {"query": query, "asked": ask(question, detect_language(question))}


@_timed
async def resolve(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """What the ledger answers to the typed question, with the places of its facts as evidence."""
    query = state.get("query")
    if (follows := state.get("follows")) is not None:
        return _of_rows(follows, state)
    if (talk := state.get("talk")) is not None:
        return {"found": list(dict.fromkeys(_places_of(talk.known)))}
    if not runtime.context.reasoner.reads_ledger:
        return {}
    rows = await resolve_rows(runtime.context.library, state["question"])
    if query is None and rows.answers_before(query):
        return _of_rows(rows, state)
    asked = query or line_query(state["question"])
    if asked is None:
        return {}
    books = await runtime.context.library.books(asked)
    resolution = resolve_query(asked, books)
    if query is None and not resolution.figures:
        return {}
    query = asked
    if rows.answers_before(query) and not rows.yield_to(query, has_figures=bool(resolution.figures)):
        return _of_rows(rows, state)
    found = list(state.get("found", []))
    places: dict[int, int] = {}
    for figure in resolution.figures:
        for _, fact in figure.facts:
            if fact.id not in places:
                places[fact.id] = len(found)
                found.append(Place(figure.document_id, fact.page, fact.start, fact.end, 1.0))
    settles = resolution.known and is_financial(query)  # the ledger has the measure, and says why it gives no figure
    if rows.query is not None and not resolution.figures and not settles:
        return _of_rows(rows, state)
    names = {book.document_id: book.names for book in books}
    accounts = frozenset(book.document_id for book in books if book.latest is not None)
    lacking = [f"part of the question is not answered: {resolution.missing}"]
    return {
        "degraded": [*state.get("degraded", []), *(lacking if resolution.figures and resolution.missing else [])],
        "query": query, "resolution": resolution, "fact_places": places, "found": found, "reason": resolution.missing,
        "names": names, "accounts": accounts,
    }  # fmt: skip


def _places_of(known: Iterable[Proven]) -> Iterator[Place]:
    """Where what is proven already stands: a model is shown these pages first."""
    for citation in (citation for claim in known for citation in claim.citations):
        for span in citation.spans:
            yield Place(citation.document_id, span.page, span.start, span.end, 1.0)


def _of_rows(rows: RowsResolved, state: State) -> dict[str, Any]:
    return {"rows": rows, "found": [*state.get("found", []), *rows.places]}


@_timed
async def generate(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Queries for the next retrieval."""
    evidence = await _evidence(state, runtime.context)
    tried = state.get("tried", [])
    inquiry, reasoner = _inquiry(state, runtime), runtime.context.reasoner
    if tried or "talk" not in state or reasoner.rules is None:
        return {"queries": await reasoner.plan_queries(inquiry, evidence, tried)}
    planned = [
        await reasoner.rules.plan_queries(replace(inquiry, question=text), (), ())
        for text in (state["question"], *state["talk"].readings)
    ]
    return {"queries": list(dict.fromkeys(query for queries in planned for query in queries))}


@_timed
async def retrieve(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Passages for the queries, from the named documents only; those already known are not added again."""
    queries, found = state["queries"], state.get("found", [])
    finds = await runtime.context.library.search(queries)
    known = {_address(place) for place in found}
    fresh = [place for place in finds.places if _address(place) not in known]
    fresh += await _continued(fresh, runtime.context)
    return {
        "found": [*found, *fresh],
        "tried": [*state.get("tried", []), *queries],
        "iterations": state.get("iterations", 0) + 1,
        "degraded": list(dict.fromkeys([*state.get("degraded", []), *finds.degraded])),
    }


async def _continued(places: list[Place], deps: Deps) -> list[Place]:
    """Where a page ends in a colon, the beginning of the next: it holds the items."""
    pages = await deps.library.pages({(place.document_id, place.page) for place in places})
    ends = [key for key, page in pages.items() if page.text.rstrip("\n 0123456789-").endswith(":")]
    following = await deps.library.pages({(document_id, number + 1) for document_id, number in ends})
    return [Place(document_id, number, 0, len(page.text), 0.0) for (document_id, number), page in following.items()]


@_timed
async def grade(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Whether what was found suffices."""
    evidence = await _evidence(state, runtime.context)
    graded = await runtime.context.reasoner.grade(_inquiry(state, runtime), evidence, state.get("tried", []))
    return {"verdict": graded.verdict.value, "reason": graded.reason}


@_timed
async def answer(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Claims with quotes, from the evidence alone."""
    if (rows := state.get("rows")) is not None:
        return {"draft": rows.claims(len(state["found"]) - len(rows.places))}
    claims = figure_claims(state.get("resolution", Resolution()), state.get("fact_places", {}))
    if claims:
        return {"draft": claims}
    reasoner, evidence = runtime.context.reasoner, await _evidence(state, runtime.context)
    reasoner.on_claim = partial(_tell_proven, state, {item.id: item for item in evidence}, runtime.stream_writer)
    try:
        draft = await reasoner.draft(_inquiry(state, runtime), evidence)
    finally:
        reasoner.on_claim = None
    drafted = len(state.get("found", []))
    return {"draft": list(draft.claims), "reason": draft.reason or state.get("reason", ""), "drafted": drafted}


def _tell_proven(state: State, evidence: Mapping[int, Evidence], tell: Callable[[Any], None], claim: Claim) -> None:
    """Tell of a claim of a draft that is still being written, if it is proven and answers."""
    verdict = _responding(verify(claim, evidence), claim, state)
    if isinstance(verdict, Proven):
        tell({SENTENCE: marked(verdict)})


@_timed
async def verify_claims(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Only claims whose quotes stand in the source, and which follow from them, go on."""
    evidence = {item.id: item for item in await _evidence(state, runtime.context)}
    ruled = [_known(claim, state) or verify(claim, evidence) for claim in state.get("draft", [])]
    judged = await judge_open(ruled, runtime.context.reasoner.judge)
    verdicts = [
        _responding(verdict, claim, state) for verdict, claim in zip(judged, state.get("draft", []), strict=True)
    ]
    if "talk" in state and any(isinstance(verdict, Proven) for verdict in verdicts):
        verdicts = judged  # one answers, and the others belong to it
    verdicts = without_lone_parts(verdicts, state.get("draft", []), state.get("query"))
    proven = [*state.get("proven", []), *(verdict for verdict in verdicts if isinstance(verdict, Proven))]
    return {
        "proven": _in_order(list({claim.text: claim for claim in proven}.values()), state),
        "dropped": [verdict for verdict in verdicts if isinstance(verdict, Dropped)],
    }


def _in_order(proven: list[Proven], state: State) -> list[Proven]:
    """Proven claims in the order of the draft: what was written anew stands where it stood."""
    seats = state.get("seats", {})
    return sorted(proven, key=lambda one: seats.get(one.replaces or one.text, len(seats)))


def _known(claim: Claim, state: State) -> Proven | None:
    """What rules have proven already, where a model takes it as it stands."""
    known = state["talk"].known if "talk" in state else ()
    return next((one for one in known if " ".join(one.text.split()) == claim.text), None)


def _responding(verdict: Proven | Dropped, claim: Claim, state: State) -> Proven | Dropped:
    """The verdict on a claim; where it is proven but does not answer the typed question, the refusal."""
    query = state.get("query")
    if isinstance(verdict, Dropped) or claim.selected is not None:  # a selection is typed by the question's words
        return verdict
    if query is None:
        leads = any(other.follows == claim.text for other in state.get("draft", []))
        exempt = leads or claim.follows
        of_document = _document_unfitting if claim.headed is not None else _prose_unfitting
        unfitting = "" if exempt else of_document(verdict, state)
        return Dropped(claim, f"it does not answer: {unfitting}") if unfitting else verdict
    unfitting = ""
    if claim.stated is not None:
        operand_of = any(claim.text and one.computation for one in state.get("draft", []))
        unfitting = "" if operand_of else figure_responds(query, claim.stated, _names(verdict, state))
    elif claim.computation is None:
        unfitting = _unfitting(verdict, state, is_cell=claim.headed is not None) or _document_unfitting(verdict, state)
    return Dropped(claim, f"it does not answer: {unfitting}") if unfitting else verdict


def _unfitting(shown: Proven, state: State, *, is_cell: bool = False) -> str:
    """Why a sentence does not answer the typed question; "" if it does, or none was read."""
    query = state.get("query")
    if query is None:
        return _prose_unfitting(shown, state)
    is_sentence = not is_cell and not is_labelled(shown.text)
    is_plain = len(query.heavy - _names(shown, state)) < 2  # a measure of a company, which its accounts state
    of_accounts = shown.citations[0].document_id in state.get("accounts", ())
    if is_sentence and is_plain and of_accounts and is_financial(query):
        return "figures of accounts are taken from tables"
    return sentence_responds(query, shown.text, _names(shown, state), is_cell=is_cell)


def _prose_unfitting(shown: Proven, state: State) -> str:
    """Why a sentence, or what it quotes, does not answer the question about words; "" where either does."""
    asked = state["asked"]
    quoted = " ".join(citation.text for citation in shown.citations)
    if another := of_another_paper(state["question"], shown.citations[0].filename):
        return another
    return prose_responds(asked, shown.text) and prose_responds(asked, quoted)


def _document_unfitting(shown: Proven, state: State) -> str:
    """Why what stands in this document, at this place, does not answer; "" where it does."""
    citation = shown.citations[0]
    return document_responds(state["question"], shown.text, citation.filename, citation.locator.partition("!")[0])


def _names(shown: Proven, state: State) -> frozenset[str]:
    """The stems that mean the document that is cited; where the question names it, also what it calls others."""
    names = state.get("names", {})
    own = names.get(shown.citations[0].document_id, frozenset())
    query = state.get("query")
    if query is None or not own & query.stems:
        return own
    return own | (frozenset().union(*names.values()) & query.stems)


@_timed
async def repair(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """One more try at the claims that were refused; those it gives up stay dropped."""
    refused = [Refused(one.claim, one.reason) for one in state["dropped"]]
    evidence = await _evidence(state, runtime.context)
    draft = await runtime.context.reasoner.repair(_inquiry(state, runtime), evidence, refused)
    seats = {claim.text: number for number, claim in enumerate(state["draft"])}
    for claim in draft.claims:
        seats.setdefault(claim.text, seats[_rewritten(claim, refused).text])
    return {"draft": list(draft.claims), "given_up": list(state["dropped"]), "seats": seats}


def _rewritten(claim: Claim, refused: Sequence[Refused]) -> Claim:
    """The refused claim that a claim is a second try at: the first of those that it shares most words with."""
    language = detect_language(claim.text)
    said = stems(claim.text, language)
    return max((one.claim for one in refused), key=lambda one: len(said & stems(one.text, language)))


@_timed
async def rules(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """What rules make of the evidence, where nothing that a model drafted of it was proven."""
    unproven = _left_out(state)
    other = runtime.context.reasoner.rules
    if other is None:
        return {"draft": [], "unproven": unproven, "dropped": []}
    draft = await other.draft(_inquiry(state, runtime), await _evidence(state, runtime.context))
    return {"draft": list(draft.claims), "unproven": unproven, "dropped": []}


def _left_out(state: State) -> list[Dropped]:
    """The claims that were not proven; those that have been written anew count as they were written last."""
    seats = state.get("seats", {})
    last: list[Proven | Dropped] = [*state.get("proven", []), *state.get("dropped", [])]
    rewritten = {seats.get(one.text) for one in last}
    given_up = [one for one in state.get("given_up", []) if seats[one.text] not in rewritten]
    return [*given_up, *state.get("dropped", [])]


@_timed
async def format_output(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """The answer and its citations, or the refusal. What is not shown in its own words is, in the source's."""
    proven = state.get("proven", [])
    by_rules = "unproven" in state and bool(proven)
    left = [*state["unproven"], *state.get("dropped", [])] if "unproven" in state else _left_out(state)
    leads = _leads(state, left)
    quoted = [] if by_rules else in_source_words(state["question"], left, proven, leads)
    replaced = [one for one in quoted if one.replaces in leads or not _unfitting(one, state)]
    shown = _in_order([*proven, *replaced], state)
    told = remark(left, replaced)
    taken = {one.replaces for one in replaced}
    return {
        "output": render(shown),
        "proven": shown,
        "left_out": [one for one in left if one.text not in taken],
        "lacks_lead": bool(leads - taken),
        "degraded": [*state.get("degraded", []), *([told] if told else [])],
    }


def _leads(state: State, left: Iterable[Dropped]) -> frozenset[str]:
    """What answers before all else in the draft to a question of a conversation, if it is left out."""
    seats = state.get("seats") or {claim.text: number for number, claim in enumerate(state.get("draft", []))}
    return frozenset(one.text for one in left if "talk" in state and seats.get(one.text) == 0)


def after_resolve(state: State) -> Literal["generate", "answer", "format"]:
    """The ledger's figures answer at once; where it knows the measure but not what is asked of it, nothing else may."""
    if state.get("rows") is not None:
        return "answer"
    resolution = state.get("resolution")
    if resolution is None:
        return "generate"
    if resolution.figures:
        return "answer"
    return "format" if resolution.known else "generate"


def after_generate(state: State) -> Literal["retrieve", "answer", "rules"]:
    """Without a new query there is nothing to retrieve."""
    return "retrieve" if state["queries"] else _drafting(state)


def after_grade(state: State) -> Literal["generate", "answer", "rules"]:
    """Loop while the grade asks for more and retrievals are left. A failure refuses nothing that a draft may find."""
    verdict = Decision(state["verdict"])
    if verdict in (Decision.FINISH, Decision.FAIL) or state["iterations"] >= MOST_RETRIEVALS:
        return _drafting(state)
    return "generate"


def _drafting(state: State) -> Literal["answer", "rules"]:
    """A draft, unless the same evidence has already been drafted from."""
    return "rules" if state.get("drafted") == len(state.get("found", [])) else "answer"


def after_verify(state: State) -> Literal["repair", "generate", "rules", "format"]:
    """Refused claims are repaired once; what the ledger says cannot be said otherwise. An empty draft asks for more."""
    if state.get("fact_places") or state.get("rows") or state.get("unproven") is not None:
        return "format"
    if state["dropped"] and "given_up" not in state:
        return "repair"
    if state["proven"] or "talk" in state:
        return "format"
    wants_more = state.get("verdict") == Decision.FINISH and state.get("iterations", 0) < MOST_RETRIEVALS
    return "generate" if wants_more and not state["draft"] and "given_up" not in state else "rules"


def after_rules(state: State) -> Literal["verify", "format"]:
    """What rules claim is verified like everything else."""
    return "verify" if state["draft"] else "format"


@cache
def build_graph() -> CompiledStateGraph[State, Deps, State, State]:
    """The graph, ready to run with `context=Deps(…)`."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("understand", understand)
    graph.add_node("resolve", resolve)
    graph.add_node("generate", generate)
    graph.add_node("retrieve", retrieve)
    graph.add_node("grade", grade)
    graph.add_node("answer", answer)
    graph.add_node("verify", verify_claims)
    graph.add_node("repair", repair)
    graph.add_node("rules", rules)
    graph.add_node("format", format_output)
    graph.add_edge(START, "understand")
    graph.add_edge("understand", "resolve")
    graph.add_conditional_edges("resolve", after_resolve)
    graph.add_conditional_edges("generate", after_generate)
    graph.add_edge("retrieve", "grade")
    graph.add_conditional_edges("grade", after_grade)
    graph.add_edge("answer", "verify")
    graph.add_conditional_edges("verify", after_verify)
    graph.add_edge("repair", "verify")
    graph.add_conditional_edges("rules", after_rules)
    graph.add_edge("format", END)
    return graph.compile()


def _inquiry(state: State, runtime: Runtime[Deps]) -> Inquiry:
    documents, within = runtime.context.library.documents, state.get("within", frozenset())
    asked = tuple(document for document in documents if document.id in within) or tuple(documents)
    talk = state.get("talk")
    spoken = Spoken(talk.turns, tuple(one.text for one in talk.known), talk.about) if talk is not None else None
    return Inquiry(state["question"], asked, state.get("about", ""), spoken)


async def _evidence(state: State, deps: Deps) -> list[Evidence]:
    """The passages found, on their pages. The id is the place in `found`, which only grows."""
    return await evidence_at(deps.library, state.get("found", []), set(state.get("fact_places", {}).values()))


def _address(place: Place) -> tuple[int, int, int, int]:
    return place.document_id, place.page, place.start, place.end

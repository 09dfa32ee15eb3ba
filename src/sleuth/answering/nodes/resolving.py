"""The first steps: what is asked, and what the ledger or the rows of tables answer at once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langgraph.runtime import Runtime

from sleuth.answering.library import Place
from sleuth.answering.nodes.timed import timed
from sleuth.answering.state import Deps, State
from sleuth.answering.tables import RowsResolved, resolve_rows
from sleuth.answering.verification import Proven
from sleuth.findings.asked.answers import Resolution
from sleuth.findings.asked.books import Book
from sleuth.findings.asked.resolution import resolve as resolve_query
from sleuth.language.query import Query
from sleuth.language.weight import detect_language
from sleuth.reason.understand.figures import figure_query, is_financial, line_query
from sleuth.reason.understand.prose import ask


@timed
async def understand(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """The typed question: of figures, where they are asked for, and of words."""
    question = state["question"]
    query = None if "talk" in state else figure_query(question)  # in a conversation it may stand for less than is meant
    return {"query": query, "asked": ask(question, detect_language(question))}


@timed
async def resolve(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """What the ledger or the rows of tables answer to the typed question, with its places as evidence."""
    library, query = runtime.context.library, state.get("query")
    if (follows := state.get("follows")) is not None:
        return _of_rows(follows, state)
    if (talk := state.get("talk")) is not None:
        return {"found": list(dict.fromkeys(_places_of(talk.known)))}
    if not runtime.context.reasoner.reads_ledger:
        return {}
    rows = await resolve_rows(library, state["question"])
    if query is None and rows.answers_before(query):
        return _of_rows(rows, state)
    asked = query or line_query(state["question"])
    if asked is None:
        return {}
    books = await library.books(asked)
    resolution = resolve_query(asked, books)
    if query is None and not resolution.figures:
        return {}
    if _rows_come_first(rows, asked, resolution):
        return _of_rows(rows, state)
    return _of_ledger(asked, resolution, books, state)


def _rows_come_first(rows: RowsResolved, query: Query, resolution: Resolution) -> bool:
    """Whether the rows of tables answer a question of figures, not the ledger.

    Where the ledger has the measure and gives no figure of it, its reason is the answer.
    """
    has_figures = bool(resolution.figures)
    if rows.answers_before(query) and not rows.yield_to(query, has_figures=has_figures):
        return True
    is_settled = has_figures or (resolution.known and is_financial(query))
    return rows.query is not None and not is_settled


def _of_rows(rows: RowsResolved, state: State) -> dict[str, Any]:
    """What rows of tables answer, with their places."""
    return {"rows": rows, "found": [*state.get("found", []), *rows.places]}


def _of_ledger(query: Query, resolution: Resolution, books: Sequence[Book], state: State) -> dict[str, Any]:
    """What the ledger answers, with the place of each of its facts."""
    found = list(state.get("found", []))
    places: dict[int, int] = {}
    for figure in resolution.figures:
        for _, fact in figure.facts:
            if fact.id not in places:
                places[fact.id] = len(found)
                found.append(Place(figure.document_id, fact.page, fact.start, fact.end, 1.0))
    degraded = list(state.get("degraded", []))
    if resolution.figures and resolution.missing:
        degraded.append(f"part of the question is not answered: {resolution.missing}")
    return {
        "degraded": degraded,
        "query": query,
        "resolution": resolution,
        "fact_places": places,
        "found": found,
        "reason": resolution.missing,
        "names": {book.document_id: book.names for book in books},
        "accounts": frozenset(book.document_id for book in books if book.latest is not None),
    }


def _places_of(known: Iterable[Proven]) -> Iterator[Place]:
    """Where what is proven already stands: a model is shown these pages first."""
    for claim in known:
        for citation in claim.citations:
            for span in citation.spans:
                yield Place(citation.document_id, span.page, span.start, span.end, 1.0)

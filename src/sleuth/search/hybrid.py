"""The search: words and meaning side by side, fused, ordered, and said where one of them was missing."""

import time
from collections.abc import Sequence

import psycopg

from sleuth.search.candidates import file_labels, load_candidates, opening_passages, page_labels
from sleuth.search.files import file_scores, leading
from sleuth.search.fusion import mix
from sleuth.search.hit import Hit, Results
from sleuth.search.meaning import Meaning, nearest_in_meaning, think
from sleuth.search.query import Query, ensure_askable, understand
from sleuth.search.ranking import FRONT_CHARACTERS, Candidate, rank
from sleuth.search.recipe import WHOLE, Recipe
from sleuth.search.reranking import rerank
from sleuth.search.scope import Scope, scope_of
from sleuth.search.services import LOCAL, Services
from sleuth.store.index.passage_index import PassageIndex, PostgresIndex
from sleuth.store.index.phrases import find_phrase
from sleuth.store.index.words import rank_words

_DEPTH = 100  # candidates of each side
_SCORED = 2  # times as many passages get their words' score, should the other side bring them in
_FEW = 5  # documents of which each opening is looked at
_PHRASES, _HOLDING = 4, 50  # phrases of a question that are looked up, and passages that hold one
_MANY = 2_000  # documents beyond which their labels are not compared
_SHARE, _SHARE_NOT_ENGLISH, _SHARE_ACROSS = 0.5, 0.4, 0.85  # of meaning in the mix; `_share` says when which


def search(
    connection: psycopg.Connection,
    project_id: int,
    query: str,
    *,
    filenames: Sequence[str] = (),
    limit: int = 10,
    recipe: Recipe = WHOLE,
    index: PassageIndex | None = None,
    services: Services = LOCAL,
) -> Results:
    """The passages of a project, or of the named files only, that a question is about, best first.

    The vectors are those of `index`, PostgreSQL's own if not given. The same store gives the same results. Raises
    UserError for a filename that the project does not hold, and for a question that is empty or too long.
    """
    started = time.perf_counter()
    ensure_askable(query)
    asked = understand(query, lexicon=recipe.lexicon)
    thought = think(connection, project_id, asked, services) if recipe.meaning else None
    scope = scope_of(connection, project_id, filenames)
    files = _file_scores(connection, asked, scope) if recipe.files else {}
    depth = max(_DEPTH, limit)
    words = rank_words(connection, project_id, asked.words, _SCORED * depth, scope.only) if recipe.words else []
    further = [i for i, _ in words[:depth]] + _opening(connection, asked, scope)
    if recipe.words:
        further += _holding(connection, asked, scope)
    meaning = Meaning()
    if recipe.meaning:
        vectors = index or PostgresIndex(connection)
        meaning = nearest_in_meaning(vectors, thought, scope, depth, leading(files), further)
    candidates = {*further, *meaning.similar}
    said = {i: score for i, score in words if i in candidates}
    fused = dict.fromkeys(further, 0.0) | mix(meaning.similar, said, _share(asked, scope))
    found = load_candidates(connection, list(fused))
    scores, remarks = rerank(services.reranker if recipe.rerank else None, found, fused, files, asked)
    ranked = rank(found, scores, files, asked, apart=recipe.places)
    return Results(
        hits=_hits(connection, ranked[:limit]),
        degraded=meaning.remarks + remarks,
        latency_ms=(time.perf_counter() - started) * 1000,
    )


def _holding(connection: psycopg.Connection, asked: Query, scope: Scope) -> list[int]:
    """The passages that hold what stood in quotation marks, as it is written, however common its words are."""
    phrases = asked.phrases[:_PHRASES]
    found = (find_phrase(connection, scope.project_id, phrase, _HOLDING, scope.only) for phrase in phrases)
    return [passage_id for passages in found for passage_id, _ in passages]


def _opening(connection: psycopg.Connection, asked: Query, scope: Scope) -> list[int]:
    """The passages where few documents open, when that is where the answer stands."""
    if not asked.front or len(scope.documents) > _FEW:
        return []
    return opening_passages(connection, scope.documents, FRONT_CHARACTERS)


def _share(asked: Query, scope: Scope) -> float:
    """How much meaning weighs: words cannot match across languages, and the models read English best."""
    if asked.language is not None and asked.language not in scope.languages.values():
        return _SHARE_ACROSS
    return _SHARE if asked.language in (None, "en") else _SHARE_NOT_ENGLISH


def _file_scores(connection: psycopg.Connection, asked: Query, scope: Scope) -> dict[int, float]:
    if not 1 < len(scope.languages) <= _MANY:
        return {}
    return file_scores(asked, file_labels(connection, scope))


def _hits(connection: psycopg.Connection, ranked: Sequence[tuple[Candidate, float]]) -> tuple[Hit, ...]:
    labels = page_labels(connection, [candidate for candidate, _ in ranked])
    return tuple(
        Hit(
            c.passage_id,
            c.document_id,
            c.filename,
            c.page,
            c.start,
            c.end,
            c.content,
            score,
            labels[c.document_id, c.page],
        )
        for c, score in ranked
    )

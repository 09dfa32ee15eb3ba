"""The word side of a search: passages by the words they hold, weighed by how rare each word is in the project.

A passage's score is the sum over the query's lexemes of weight · idf · ts_rank(words, lexeme, 1). A lexeme counts in
passages of the language it was stemmed for. Scoring every passage that holds any common word would take seconds in a
large project, so the candidates come from the lexemes that can add most, as far as those are rare enough; they are
scored by the weightiest lexemes first, and the best of them by all. A word that stands everywhere tells nothing: of its
passages only the first are scored.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import psycopg
from psycopg import sql

from sleuth.store.names import storable
from sleuth.store.rows import records

_CANDIDATES = 700  # passages that hold a lexeme we take candidates from, in all
_FIRST_LEXEMES = 8  # that score every candidate
_SECOND_CANDIDATES = 200  # that are scored by the other lexemes too
_FEW_PASSAGES = 3_000  # in the documents asked for: every one of them is a candidate
_MOST_SCORED = 1_000  # of the passages that hold what stands everywhere


class _Lexeme(NamedTuple):
    """A word of the query, stemmed as one language's passages are."""

    stemmer: str
    lexeme: str
    weight: float
    passages: int  # of the project that hold it
    total: int  # passages of the project

    @property
    def most(self) -> float:
        """What the lexeme can add to a score: its weight times its inverse document frequency."""
        return self.weight * math.log1p((self.total - self.passages + 0.5) / (self.passages + 0.5))

    @property
    def query(self) -> str:
        """The lexeme as a tsquery."""
        return "'" + self.lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def rank_words(
    connection: psycopg.Connection,
    project_id: int,
    words: Mapping[str, float],
    limit: int,
    document_ids: Sequence[int] | None = None,
) -> list[tuple[int, float]]:
    """The passages that hold these words (as written → weight), as (passage id, score above 0), best first.

    Only in the given documents, unless None. Stop words of a passage's language count nothing.
    """
    scope = _Scope.of(connection, project_id, document_ids)
    found: list[tuple[int, float]] = []
    for _, lexemes in groupby(_lexemes(connection, project_id, words), key=lambda lexeme: lexeme.stemmer):
        weightiest = sorted(lexemes, key=lambda lexeme: (-lexeme.most, lexeme.lexeme))
        found += _scored(connection, scope, weightiest, limit)
    return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:limit]


class _Scope(NamedTuple):
    """Where to look: the whole project, or documents that hold so many passages."""

    project_id: int
    document_ids: list[int] | None
    passages: int | None

    @classmethod
    def of(cls, connection: psycopg.Connection, project_id: int, document_ids: Sequence[int] | None) -> "_Scope":
        if document_ids is None:
            return cls(project_id, None, None)
        row = connection.execute(
            "SELECT coalesce(sum(passage_count), 0) FROM documents WHERE project_id = %s AND live AND id = ANY(%s)",
            (project_id, list(document_ids)),
        ).fetchone()
        return cls(project_id, list(document_ids), int(row[0]) if row else 0)


def _lexemes(connection: psycopg.Connection, project_id: int, words: Mapping[str, float]) -> list[_Lexeme]:
    """The lexemes of the words in each language of the project, as far as its passages hold them."""
    return records(
        connection,
        _Lexeme,
        """
        WITH languages AS (
            SELECT stemmer, (sum(sum(passage_count)) OVER ())::bigint AS total
            FROM documents WHERE project_id = %(project)s AND live GROUP BY stemmer
        ), asked AS (
            SELECT stemmer, total, lexeme, max(weight) AS weight
            FROM languages, unnest(%(words)s::text[], %(weights)s::float8[]) AS word(word, weight),
                 unnest(tsvector_to_array(to_tsvector(stemmer, word))) AS lexeme
            GROUP BY stemmer, total, lexeme
        )
        SELECT stemmer::text, lexeme, weight, passages, total
        FROM asked CROSS JOIN LATERAL (
            SELECT passages FROM lexemes
            WHERE project_id = %(project)s AND lexemes.lexeme = asked.lexeme
            OFFSET 0  -- else a planner that does not know the project yet reads all its lexemes
        ) AS known
        ORDER BY stemmer::text, lexeme
        """,
        {
            "project": project_id,
            "words": [storable(word) for word in words],
            "weights": [float(weight) for weight in words.values()],
        },
    )


def _scored(
    connection: psycopg.Connection, scope: _Scope, weightiest: Sequence[_Lexeme], limit: int
) -> list[tuple[int, float]]:
    """The best passages of one language."""
    found: dict[int, float] = {}
    for candidates in _candidates(scope, weightiest, limit):
        found |= _score(connection, scope, weightiest, candidates, limit)
        if len(found) >= limit:
            break
    return list(found.items())


def _score(
    connection: psycopg.Connection, scope: _Scope, weightiest: Sequence[_Lexeme], candidates: str | None, limit: int
) -> list[tuple[int, float]]:
    first = min(len(weightiest), _FIRST_LEXEMES)
    statement = sql.SQL(
        """
        SELECT id, score + {others} AS score FROM (
            SELECT id, words, {first} AS score FROM (
                SELECT id, words FROM passages
                WHERE project_id = %(project)s::bigint AND language = %(stemmer)s::regconfig {held} {filter}
                LIMIT %(most)s
            ) AS held
            ORDER BY score DESC, id LIMIT %(second)s
        ) AS best WHERE score > 0
        ORDER BY score DESC, id LIMIT %(limit)s
        """
    ).format(
        first=_sum_of(range(first)),
        others=_sum_of(range(first, len(weightiest))),
        held=sql.SQL("" if candidates is None else "AND words @@ %(candidates)s::tsquery"),
        filter=sql.SQL("" if scope.document_ids is None else "AND document_id = ANY(%(documents)s)"),
    )
    values: dict[str, object] = {
        "project": scope.project_id,
        "stemmer": weightiest[0].stemmer,
        "documents": scope.document_ids,
        "candidates": candidates,
        "second": max(_SECOND_CANDIDATES, limit),
        "limit": limit,
        "most": _FEW_PASSAGES if candidates is None else _MOST_SCORED,
    }
    for rank, lexeme in enumerate(weightiest):
        values |= {f"lexeme{rank}": lexeme.query, f"most{rank}": lexeme.most}
    return connection.execute(statement, values, prepare=False).fetchall()


def _sum_of(ranks: range) -> sql.Composable:
    """What the lexemes of these ranks add to a passage's score."""
    terms = [f"ts_rank(words, %(lexeme{rank})s::tsquery, 1) * %(most{rank})s::float8" for rank in ranks]
    return sql.SQL(" + ".join(terms) or "0")


def _candidates(scope: _Scope, weightiest: Sequence[_Lexeme], limit: int) -> Iterator[str | None]:
    """Tsqueries of the passages worth scoring, narrowest first; None: all that are in scope.

    Any of the lexemes that are rare enough; where those are held by too few, the common ones together.
    """
    if scope.passages is not None and scope.passages <= _FEW_PASSAGES:
        yield None
        return
    rare: list[_Lexeme] = []
    common: list[_Lexeme] = []
    held = 0
    for lexeme in weightiest:
        fits = held + lexeme.passages <= _CANDIDATES
        (rare if fits else common).append(lexeme)
        held += lexeme.passages if fits else 0
    if rare:
        yield " | ".join(lexeme.query for lexeme in rare)
    if held < limit:
        yield from reversed(list(_conjunctions(common)))


def _conjunctions(common: Sequence[_Lexeme]) -> Iterator[str]:
    """The weightiest alone, then with the next, and so on until few enough passages can be expected to hold all."""
    expected, query = math.inf, ""
    for lexeme in common:
        if expected <= _CANDIDATES:
            return
        expected = lexeme.passages if not query else expected * lexeme.passages / lexeme.total
        query = f"{query} & {lexeme.query}" if query else lexeme.query
        yield query

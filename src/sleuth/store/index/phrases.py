"""Phrases and identifiers as they are written: `10-K/A`, `§ 4.2(b)`, "net of related allowances".

No trigram index: it took twice the time of adding a document and three times the space of the words' index. The
words' index finds the passages that may hold the phrase, the passage itself says whether it does.
"""

import re
from collections.abc import Sequence

import psycopg

from sleuth.store.names import storable

_FEW_PASSAGES = 20_000  # up to here every passage is read where the words' index knows none
_ENOUGH = 1_000  # of a language; a phrase that more passages hold tells nothing


def find_phrase(
    connection: psycopg.Connection,
    project_id: int,
    phrase: str,
    limit: int,
    document_ids: Sequence[int] | None = None,
) -> list[tuple[int, int]]:
    """The passages that hold the phrase in any case and with any blanks, as (passage id, how often), most often first.

    An identifier that the text search splits in another way inside longer ones is found among few passages only.
    """
    words = storable(phrase).split()
    if not words:
        return []
    values = {
        "project": project_id,
        "phrase": " ".join(words),
        "pattern": r"\s+".join(map(_literal, words)),
        "documents": None if document_ids is None else list(document_ids),
        "limit": limit,
        "few": _FEW_PASSAGES,
        "enough": max(_ENOUGH, limit),
    }
    return _by_words(connection, values) or _by_reading(connection, values)


def _by_words(connection: psycopg.Connection, values: dict[str, object]) -> list[tuple[int, int]]:
    rows = connection.execute(
        """
        SELECT found.id, found.times
        FROM (SELECT DISTINCT stemmer FROM documents WHERE project_id = %(project)s AND live) AS languages
        CROSS JOIN LATERAL (
            SELECT id, regexp_count(content, %(pattern)s, 1, 'i') AS times FROM passages
            WHERE project_id = %(project)s::bigint AND language = stemmer
              AND words @@ plainto_tsquery(stemmer, %(phrase)s)
              AND (%(documents)s::bigint[] IS NULL OR document_id = ANY(%(documents)s::bigint[]))
              AND content ~* %(pattern)s
            LIMIT %(enough)s
        ) AS found
        ORDER BY found.times DESC, found.id LIMIT %(limit)s
        """,
        values,
        prepare=False,
    )
    return rows.fetchall()


def _by_reading(connection: psycopg.Connection, values: dict[str, object]) -> list[tuple[int, int]]:
    rows = connection.execute(
        """
        WITH scope AS (
            SELECT id, sum(passage_count) OVER () AS total FROM documents
            WHERE project_id = %(project)s AND live
              AND (%(documents)s::bigint[] IS NULL OR id = ANY(%(documents)s::bigint[]))
        ), found AS (
            SELECT passages.id, regexp_count(content, %(pattern)s, 1, 'i') AS times
            FROM scope JOIN passages ON document_id = scope.id
            WHERE total <= %(few)s AND content ~* %(pattern)s
        )
        SELECT id, times FROM found ORDER BY times DESC, id LIMIT %(limit)s
        """,
        values,
        prepare=False,
    )
    return rows.fetchall()


def _literal(word: str) -> str:
    """A word as a PostgreSQL regular expression that matches it and nothing else."""
    return re.sub(r"([^\w\s])", r"\\\1", word)

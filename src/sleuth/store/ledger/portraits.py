"""Portraits of documents: what is compared to tell versions, and which documents wait to be related."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from sleuth.evidence.source import Span
from sleuth.findings.versions import Notice, Portrait
from sleuth.store.names import storable
from sleuth.store.rows import column, records


def save_portrait(
    connection: psycopg.Connection, project_id: int, document_id: int, portrait: Portrait, rules: str
) -> None:
    """Keep a document's portrait, unless these rules made it already; its relations are then to be derived."""
    connection.execute(
        """
        INSERT INTO portraits
            (document_id, project_id, rules, author, made, dated, front_days, notices, sketch, times, parties)
        SELECT %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s WHERE EXISTS (SELECT FROM documents WHERE id = %s)
        ON CONFLICT (document_id) DO UPDATE SET
            rules = excluded.rules, author = excluded.author, made = excluded.made, dated = excluded.dated,
            front_days = excluded.front_days,
            notices = excluded.notices, sketch = excluded.sketch, times = excluded.times, parties = excluded.parties,
            related = false
        WHERE portraits.rules <> excluded.rules
        """,
        (
            document_id, project_id, rules, storable(portrait.author), portrait.made, portrait.dated,
            sorted(portrait.front_days),
            Jsonb([[*n.span, storable(n.text), storable(n.target)] for n in portrait.notices]),
            list(portrait.sketch), sorted(map(storable, portrait.times)), sorted(map(storable, portrait.parties)),
            document_id,
        ),
    )  # fmt: skip


def load_portraits(connection: psycopg.Connection, project_id: int) -> list[Portrait]:
    """The portraits of all documents of a project, superseded ones too."""
    rows = records(
        connection,
        dict,
        """
        SELECT id, filename, title, replaces, author, made, dated, front_days, notices, sketch, times, parties
        FROM documents JOIN portraits ON document_id = id WHERE documents.project_id = %s ORDER BY id
        """,
        (project_id,),
    )
    return [_portrait(row) for row in rows]


def _portrait(row: Mapping[str, Any]) -> Portrait:
    days: list[date] = row["front_days"]
    return Portrait(
        row["id"], row["filename"], row["title"], row["author"], row["made"], row["dated"],
        frozenset(days),
        tuple(Notice(Span(page, start, end), text, target) for page, start, end, text, target in row["notices"]),
        tuple(row["sketch"]), frozenset(row["times"]), frozenset(row["parties"]), row["replaces"],
    )  # fmt: skip


def unportrayed(connection: psycopg.Connection, project_id: int, rules: str) -> list[int]:
    """The documents, live or replaced, of which these rules have made no portrait."""
    return column(
        connection,
        """
        SELECT id FROM documents LEFT JOIN portraits ON document_id = id
        WHERE documents.project_id = %s AND rules IS DISTINCT FROM %s ORDER BY id
        """,
        (project_id, rules),
    )


def unrelated(connection: psycopg.Connection, project_id: int) -> list[int]:
    """The documents whose relations are not up to date."""
    return column(
        connection,
        "SELECT document_id FROM portraits WHERE project_id = %s AND NOT related ORDER BY document_id",
        (project_id,),
    )


def mark_related(connection: psycopg.Connection, document_ids: Collection[int]) -> None:
    """The relations of these documents are up to date."""
    connection.execute("UPDATE portraits SET related = true WHERE document_id = ANY(%s)", (list(document_ids),))


def unrelate(connection: psycopg.Connection, document_ids: Collection[int]) -> None:
    """The relations of these documents, and of their editions, are to be derived anew: they change or go."""
    connection.execute(
        """
        UPDATE portraits SET related = false WHERE related AND document_id IN (
            SELECT unnest(%(ids)s::bigint[])
            UNION
            SELECT CASE WHEN newer = ANY(%(ids)s) THEN older ELSE newer END FROM supersessions
            WHERE newer = ANY(%(ids)s) OR older = ANY(%(ids)s)
        )
        """,
        {"ids": list(document_ids)},
    )

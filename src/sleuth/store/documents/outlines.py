"""Outlines of documents in the store: derived once from the pages, and again when the rules change."""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from sleuth.store.names import storable_value
from sleuth.store.rows import column


def without_outline(connection: psycopg.Connection, project_id: int, rules: str) -> list[int]:
    """The live documents of which these rules have made no outline."""
    return column(
        connection,
        """
        SELECT id FROM documents LEFT JOIN outlines ON document_id = id
        WHERE documents.project_id = %s AND live AND rules IS DISTINCT FROM %s ORDER BY id
        """,
        (project_id, rules),
    )


def save_outline(
    connection: psycopg.Connection, project_id: int, document_id: int, rules: str, outline: Mapping[str, Any]
) -> None:
    """Keep a document's outline, unless the document has been removed meanwhile."""
    connection.execute(
        """
        INSERT INTO outlines (document_id, project_id, rules, outline)
        SELECT %s, %s, %s, %s WHERE EXISTS (SELECT FROM documents WHERE id = %s)
        ON CONFLICT (document_id) DO UPDATE SET rules = excluded.rules, outline = excluded.outline
        """,
        (document_id, project_id, rules, Jsonb(storable_value(outline)), document_id),
    )


def load_outlines(connection: psycopg.Connection, document_ids: Sequence[int]) -> dict[int, Mapping[str, Any]]:
    """The outlines of these documents, as they were saved."""
    rows = connection.execute(
        "SELECT document_id, outline FROM outlines WHERE document_id = ANY(%s)", (list(document_ids),)
    )
    return dict(rows.fetchall())

"""Sections of deal memos as they were drafted, each stored when it is done: what is stored is not drafted again."""

from collections.abc import Collection, Mapping
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from sleuth.store.names import storable_value
from sleuth.store.rows import scalar


def project_state(connection: psycopg.Connection, project_id: int) -> str:
    """What a project's drafts rest on, in one text: it changes when documents, readings or rulings do."""
    return (
        scalar(
            connection,
            """
        SELECT concat_ws(' ',
            (SELECT md5(string_agg(concat(content_hash, quality, status), ',' ORDER BY id)) FROM documents
             WHERE project_id = %(project)s AND live),
            (SELECT md5(string_agg(concat(document_id, rules, at), ',' ORDER BY document_id)) FROM extractions
             WHERE project_id = %(project)s),
            (SELECT coalesce(max(id), 0) FROM finding_history WHERE project_id = %(project)s),
            (SELECT concat(max(id), max(withdrawn)) FROM rulings WHERE project_id = %(project)s),
            (SELECT coalesce(max(id), 0) FROM happenings WHERE project_id = %(project)s))
        """,
            {"project": project_id},
        )
        or ""
    )


def save_draft(
    connection: psycopg.Connection,
    project_id: int,
    fingerprint: str,
    key: str,
    draft: Mapping[str, Any],
    documents: Collection[int],
) -> None:
    """Keep a section, unless one of its documents has been removed meanwhile."""
    connection.execute(
        """
        INSERT INTO memo_drafts (project_id, fingerprint, key, draft, documents)
        SELECT %(project)s, %(fingerprint)s, %(key)s, %(draft)s, %(documents)s
        WHERE (SELECT count(*) FROM documents WHERE id = ANY(%(documents)s)) = cardinality(%(documents)s::bigint[])
        ON CONFLICT (project_id, fingerprint, key) DO UPDATE SET
            draft = excluded.draft, documents = excluded.documents, drafted_at = now()
        """,
        {
            "project": project_id, "fingerprint": fingerprint, "key": key, "draft": Jsonb(storable_value(draft)),
            "documents": sorted(documents),
        },
    )  # fmt: skip


def load_drafts(connection: psycopg.Connection, project_id: int, fingerprint: str) -> dict[str, dict[str, Any]]:
    """The sections of a memo that are drafted, by key."""
    rows = connection.execute(
        "SELECT key, draft FROM memo_drafts WHERE project_id = %s AND fingerprint = %s", (project_id, fingerprint)
    )
    return dict(rows.fetchall())


def forget_drafts(connection: psycopg.Connection, project_id: int, fingerprint: str) -> None:
    """Delete the sections of a memo: they are to be drafted anew."""
    connection.execute("DELETE FROM memo_drafts WHERE project_id = %s AND fingerprint = %s", (project_id, fingerprint))


def forget_older_drafts(connection: psycopg.Connection, project_id: int, fingerprint: str) -> None:
    """Delete what was drafted of an earlier state of the project more than a day ago."""
    connection.execute(
        """
        DELETE FROM memo_drafts
        WHERE project_id = %s AND fingerprint <> %s AND drafted_at < now() - interval '1 day'
        """,
        (project_id, fingerprint),
    )

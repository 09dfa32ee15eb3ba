"""Processes: inquiries, the numbers by which each is known, and the documents that belong to it.

A document belongs to the process that bears one of its numbers; one that bears the numbers of two shows that they are
one, and the two are put together. The keys that a process had before stay its names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from sleuth.errors import UserError
from sleuth.evidence.source import Page, Span
from sleuth.evidence.withheld import withhold
from sleuth.findings.text.instructions import INSTRUCTION
from sleuth.store.names import near, quoted, storable
from sleuth.store.rows import column, records, scalar

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('sleuth.store.inquiries.processes:' || %s::text, 0))"
_KINDS = ("committee", "dir", "sou", "ds", "prop", "sfs")  # the fittest to name a process by first


@dataclass(frozen=True, slots=True)
class Process:
    """An inquiry. `stage` is None before any evidence."""

    id: UUID
    key: str
    title: str
    ministry: str
    stage: str | None
    stage_explanation: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number by which a process is known; `key` is its form in a process's key: "ju-2023-04"."""

    kind: str
    value: str
    key: str


@dataclass(frozen=True, slots=True)
class IdentityDraft:
    """What was read of a document. Without a role it is of no inquiry."""

    document_id: int
    rules: str
    role: str | None = None
    number: str = ""
    title: str = ""
    committee: str = ""
    numbers: tuple[Number, ...] = ()
    spans: Mapping[str, tuple[int, int, int]] | None = None  # what was read → page, start, end


@dataclass(frozen=True, slots=True)
class ProcessDocument:
    """A document of a process."""

    document_id: int
    process_id: UUID
    filename: str
    role: str
    number: str
    title: str
    committee: str
    named_by: str


def unread_documents(connection: psycopg.Connection, project_id: int, rules: str) -> list[int]:
    """The live documents with text that these rules have not read for what they are."""
    return column(
        connection,
        """
        SELECT documents.id FROM documents
        LEFT JOIN process_documents ON document_id = documents.id AND rules = %s
        WHERE documents.project_id = %s AND live AND document_id IS NULL
        AND EXISTS (SELECT FROM pages WHERE pages.document_id = documents.id AND text ~ '\\S')
        ORDER BY documents.id
        """,
        (rules, project_id),
    )


def plain_pages(connection: psycopg.Connection, document_id: int) -> tuple[Page, ...]:
    """The pages of a document without the places of their words, which take most of the time to load.

    What its findings say is addressed to the machine that reads it is blank, unless a person has rejected that.
    """
    rows = connection.execute(
        "SELECT number, text, label FROM pages WHERE document_id = %s ORDER BY number", (document_id,)
    ).fetchall()
    flagged = connection.execute(
        "SELECT page, start, \"end\" FROM findings WHERE document_id = %s AND metric = %s AND status <> 'rejected'",
        (document_id, INSTRUCTION),
    ).fetchall()
    spans = [Span(*place) for place in flagged]
    return tuple(withhold(Page(number, text, label), spans) for number, text, label in rows)


def keep_identity(connection: psycopg.Connection, project_id: int, draft: IdentityDraft) -> UUID | None:
    """Record what a document is, and let it belong to its process, which is made if need be."""
    with connection.transaction():
        connection.execute(_LOCK, (project_id,))
        named = _named_process(connection, draft.document_id)
        process_id = named or (_join(connection, project_id, draft) if draft.role and draft.numbers else None)
        connection.execute(
            """
            INSERT INTO process_documents AS kept
                (document_id, project_id, process_id, role, number, title, committee, spans, rules)
            VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
            ON CONFLICT (document_id) DO UPDATE SET (process_id, role, number, title, committee, spans, rules) =
                (EXCLUDED.process_id, coalesce(EXCLUDED.role, CASE WHEN kept.named_by <> '' THEN kept.role END),
                 EXCLUDED.number, EXCLUDED.title, EXCLUDED.committee, EXCLUDED.spans, EXCLUDED.rules)
            """,
            (
                draft.document_id, project_id, process_id, draft.role, storable(draft.number), storable(draft.title),
                storable(draft.committee), Jsonb(dict(draft.spans or {})), draft.rules,
            ),
        )  # fmt: skip
        return process_id


def _named_process(connection: psycopg.Connection, document_id: int) -> UUID | None:
    return scalar(
        connection, "SELECT process_id FROM process_documents WHERE document_id = %s AND named_by <> ''", (document_id,)
    )


def _join(connection: psycopg.Connection, project_id: int, draft: IdentityDraft) -> UUID:
    """The process that bears one of the numbers; several become one, none becomes a new one."""
    values = [f"{number.kind}\t{number.value}" for number in draft.numbers]
    rows = connection.execute(
        """
        SELECT DISTINCT processes.id, processes.created_at FROM process_numbers
        JOIN processes ON processes.id = process_id
        WHERE process_numbers.project_id = %s AND kind || E'\t' || value = ANY(%s)
        ORDER BY processes.created_at, processes.id
        """,
        (project_id, values),
    ).fetchall()
    if rows:
        kept: UUID = rows[0][0]
        for other, _ in rows[1:]:
            _put_together(connection, kept, other)
    else:
        kept = _make(connection, project_id, _key_of(draft.numbers))
    for number in draft.numbers:
        connection.execute(
            "INSERT INTO process_numbers (project_id, process_id, kind, value) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT DO NOTHING",
            (project_id, kept, number.kind, number.value),
        )
    _rename(connection, project_id, kept, draft.numbers)
    return kept


def _make(connection: psycopg.Connection, project_id: int, key: str) -> UUID:
    made: UUID
    (made,) = column(
        connection, "INSERT INTO processes (project_id, key) VALUES (%s, %s) RETURNING id", (project_id, key)
    )
    _remember_key(connection, project_id, made, key)
    return made


def _remember_key(connection: psycopg.Connection, project_id: int, process_id: UUID, key: str) -> None:
    connection.execute(
        "INSERT INTO process_numbers (project_id, process_id, kind, value) VALUES (%s, %s, 'key', %s) "
        "ON CONFLICT (project_id, kind, value) DO UPDATE SET process_id = EXCLUDED.process_id",
        (project_id, process_id, key),
    )


def _put_together(connection: psycopg.Connection, kept: UUID, other: UUID) -> None:
    """Everything of `other` becomes that of `kept`."""
    for table in (
        "process_numbers",
        "process_documents",
        "agent_tasks",
        "timeline_events",
        "process_entities",
        "process_stages",
    ):
        connection.execute(f"UPDATE {table} SET process_id = %s WHERE process_id = %s", (kept, other))
    connection.execute("DELETE FROM processes WHERE id = %s", (other,))


def _key_of(numbers: Sequence[Number]) -> str:
    """The committee's code names a process best, then its oldest directive, then its report."""
    return min(numbers, key=lambda number: (_KINDS.index(number.kind), _sortable(number.value))).key


def _sortable(value: str) -> tuple[int, ...]:
    return tuple(int(part) for part in "".join(c if c.isdigit() else " " for c in value).split())


def _rename(connection: psycopg.Connection, project_id: int, process_id: UUID, numbers: Sequence[Number]) -> None:
    """Take a better key where one has become known, unless a person named the process."""
    (current,) = column(connection, "SELECT key FROM processes WHERE id = %s", (process_id,))
    best = _key_of(numbers)
    is_named = scalar(
        connection, "SELECT 1 FROM process_documents WHERE process_id = %s AND named_by <> ''", (process_id,)
    )
    if best == current or is_named or _rank(best) >= _rank(current):
        return
    taken = scalar(connection, "SELECT 1 FROM processes WHERE project_id = %s AND key = %s", (project_id, best))
    if not taken:
        connection.execute("UPDATE processes SET key = %s WHERE id = %s", (best, process_id))
        _remember_key(connection, project_id, process_id, best)


def _rank(key: str) -> tuple[int, tuple[int, ...]]:
    prefix = key.split("-")[0]
    return (_KINDS.index(prefix) if prefix in _KINDS else 0), _sortable(key)


def name_process(
    connection: psycopg.Connection, project_id: int, key: str, document_ids: Sequence[int], by: str
) -> UUID:
    """Let documents belong to the process of this key, made if need be, because a person says so."""
    key = storable(key).strip().casefold()
    if not key:
        raise UserError("A process needs a key. Give one with --process KEY.")
    with connection.transaction():
        connection.execute(_LOCK, (project_id,))
        found = _by_key(connection, project_id, key)
        process_id = found or _make(connection, project_id, key)
        for document_id in document_ids:
            connection.execute(
                """
                INSERT INTO process_documents (document_id, project_id, process_id, role, rules, named_by)
                VALUES (%(document)s, %(project)s, %(process)s, 'announcement', '', %(by)s)
                ON CONFLICT (document_id) DO UPDATE SET process_id = EXCLUDED.process_id, named_by = EXCLUDED.named_by,
                    role = coalesce(process_documents.role, EXCLUDED.role)
                """,
                {"document": document_id, "project": project_id, "process": process_id, "by": storable(by)},
            )
            for table in ("agent_tasks", "timeline_events", "process_entities"):
                connection.execute(
                    f"UPDATE {table} SET process_id = %s WHERE document_id = %s",
                    (process_id, document_id),
                )
        return process_id


def _by_key(connection: psycopg.Connection, project_id: int, key: str) -> UUID | None:
    return scalar(
        connection,
        "SELECT process_id FROM process_numbers WHERE project_id = %s AND kind = 'key' AND value = %s",
        (project_id, key),
    )


def find_process(connection: psycopg.Connection, project_id: int, asked: str) -> Process:
    """The process of a key, one of its earlier keys, one of its numbers, or an id. Raises UserError with near keys."""
    wanted = storable(asked).strip()
    found = scalar(
        connection,
        """
        SELECT process_id FROM process_numbers
        WHERE project_id = %(project)s AND (lower(value) = lower(%(asked)s) OR process_id::text = lower(%(asked)s))
        LIMIT 1
        """,
        {"project": project_id, "asked": wanted},
    )
    if found is None:
        keys = [process.key for process in list_processes(connection, project_id)]
        raise UserError(f"There is no process {quoted([asked])}. {near(asked, keys)}")
    return load_process(connection, found)


_COLUMNS = "id, key, title, ministry, stage, stage_explanation"


def load_process(connection: psycopg.Connection, process_id: UUID) -> Process:
    """A process by its id. Raises UserError when it is gone."""
    found = records(connection, Process, f"SELECT {_COLUMNS} FROM processes WHERE id = %s", (process_id,))
    if not found:
        raise UserError(f"Process {process_id} has been removed.")
    return found[0]


def list_processes(connection: psycopg.Connection, project_id: int) -> list[Process]:
    """Every process that has a document, by key."""
    return records(
        connection,
        Process,
        f"""
        SELECT {_COLUMNS} FROM processes WHERE project_id = %s
        AND EXISTS (SELECT FROM process_documents WHERE process_id = processes.id) ORDER BY key
        """,
        (project_id,),
    )


def documents_of(connection: psycopg.Connection, project_id: int) -> list[ProcessDocument]:
    """The documents of all processes, by process and name."""
    return records(
        connection,
        ProcessDocument,
        """
        SELECT document_id, process_id, filename, role, number, process_documents.title, committee, named_by
        FROM process_documents JOIN documents ON documents.id = document_id AND live
        WHERE process_documents.project_id = %s AND process_id IS NOT NULL AND role IS NOT NULL
        ORDER BY process_id, filename
        """,
        (project_id,),
    )


def describe_process(connection: psycopg.Connection, process_id: UUID, title: str, ministry: str) -> None:
    """Set the title and ministry that its documents give a process; what is empty changes nothing."""
    connection.execute(
        """
        UPDATE processes SET title = coalesce(nullif(%s, ''), title), ministry = coalesce(nullif(%s, ''), ministry)
        WHERE id = %s
        """,
        (storable(title), storable(ministry), process_id),
    )


def set_stage(
    connection: psycopg.Connection,
    project_id: int,
    process_id: UUID,
    stage: str,
    explanation: str,
    evidence: Sequence[UUID],
) -> None:
    """Let a process reach a stage; the one before stays in its history."""
    with connection.transaction():
        row = connection.execute("SELECT stage FROM processes WHERE id = %s FOR UPDATE", (process_id,)).fetchone()
        if row is None or row[0] == stage:
            return
        connection.execute(
            "UPDATE processes SET stage = %s, stage_explanation = %s WHERE id = %s", (stage, explanation, process_id)
        )
        connection.execute(
            """
            INSERT INTO process_stages (project_id, process_id, previous, stage, explanation, evidence)
            VALUES (%s, %s, %s, %s, %s, %s)
            """,
            (project_id, process_id, row[0], stage, explanation, list(evidence)),
        )


def explain_stage(connection: psycopg.Connection, process_id: UUID, explanation: str) -> None:
    """Say anew why a process is where it is."""
    connection.execute(
        "UPDATE processes SET stage_explanation = %s WHERE id = %s AND stage_explanation <> %s",
        (explanation, process_id, explanation),
    )


def remove_empty(connection: psycopg.Connection, project_id: int) -> None:
    """Forget processes that no document belongs to any more."""
    connection.execute(
        """
        DELETE FROM processes WHERE project_id = %s
        AND NOT EXISTS (SELECT FROM process_documents WHERE process_id = processes.id)
        """,
        (project_id,),
    )


def news_since_last(connection: psycopg.Connection, project_id: int) -> dict[str, list[dict[str, Any]]]:
    """What no earlier investigation has told, by kind: "events", "entities", "stages". Told now, it is new no more."""
    with connection.transaction():
        (told_in,) = column(
            connection, "INSERT INTO investigations (project_id) VALUES (%s) RETURNING id", (project_id,)
        )
        tables = {"events": "timeline_events", "entities": "process_entities", "stages": "process_stages"}
        form = "UPDATE {} SET told_in = %s WHERE project_id = %s AND told_in IS NULL RETURNING *"
        return {kind: records(connection, dict, form.format(t), (told_in, project_id)) for kind, t in tables.items()}

"""The timeline's events: dated, each with the page and the excerpt that prove it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from sleuth.store.names import storable
from sleuth.store.rows import records


@dataclass(frozen=True, slots=True)
class EventDraft:
    """An event before it is stored. `day` is the first day of what was stated."""

    type: str
    day: date
    precision: str  # "day", "month", "season", "year"
    stated: str
    page: int
    excerpt: str
    start: int
    end: int
    subject: str = ""
    actors: tuple[str, ...] = ()
    confidence: str = "high"
    made_by: str = "rules"


@dataclass(frozen=True, slots=True)
class Event:
    """An event as stored, with the names of its process and document."""

    id: UUID
    process_id: UUID
    process: str
    document_id: int
    filename: str
    event_type: str
    event_date: date
    precision: str
    stated: str
    subject: str
    actors: Sequence[str]
    confidence: str
    made_by: str
    source_page: int
    source_excerpt: str
    start: int
    end: int


def replace_events(
    connection: psycopg.Connection, project_id: int, process_id: UUID, document_id: int, drafts: Sequence[EventDraft]
) -> int:
    """Let these be a document's events. Those that are stored stay as they are; how many are new."""
    kept = [_key(draft) for draft in drafts]
    connection.execute(
        """
        DELETE FROM timeline_events WHERE document_id = %s
        AND NOT (concat_ws(E'\t', event_type, subject, event_date, precision) = ANY(%s))
        """,
        (document_id, kept),
    )
    made = 0
    for draft in drafts:
        made += connection.execute(
            """
            INSERT INTO timeline_events (project_id, process_id, document_id, event_type, event_date, precision, stated,
                subject, actors, confidence, made_by, source_page, source_excerpt, start, "end")
            VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
            """,
            (
                project_id, process_id, document_id, draft.type, draft.day, draft.precision, storable(draft.stated),
                storable(draft.subject), Jsonb(list(draft.actors)), draft.confidence, draft.made_by, draft.page,
                storable(draft.excerpt), draft.start, draft.end,
            ),
        ).rowcount  # fmt: skip
    return made


def _key(draft: EventDraft) -> str:
    return "\t".join((draft.type, storable(draft.subject), str(draft.day), draft.precision))


def list_events(connection: psycopg.Connection, project_id: int, process_id: UUID | None = None) -> list[Event]:
    """The events of one process or of all, by date."""
    return records(
        connection,
        Event,
        """
        SELECT timeline_events.id, process_id, processes.key AS process, document_id, filename, event_type,
               event_date, precision, stated, subject, actors, confidence, made_by, source_page, source_excerpt,
               start, "end"
        FROM timeline_events
        JOIN processes ON processes.id = process_id
        JOIN documents ON documents.id = document_id AND live
        WHERE timeline_events.project_id = %(project)s
          AND (%(process)s::uuid IS NULL OR process_id = %(process)s::uuid)
        ORDER BY processes.key, event_date, array_position(ARRAY['year', 'season', 'month', 'day'], precision),
                 event_type, subject, filename
        """,
        {"project": project_id, "process": process_id},
    )

"""People, bodies and laws, their relations to processes, and which of them were taken for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

import psycopg

from sleuth.errors import UserError
from sleuth.store.names import storable
from sleuth.store.rows import records, scalar


@dataclass(frozen=True, slots=True)
class RelationDraft:
    """An entity and its relation to a process, before both are stored."""

    type: str  # "person", "committee", "ministry", "agency", "organisation", "law"
    name: str
    name_key: str  # folded; of a law its number
    relation: str
    page: int
    excerpt: str
    start: int
    end: int
    role: str = ""
    since: date | None = None
    since_precision: str | None = None
    until: date | None = None
    until_precision: str | None = None
    confidence: str = "high"
    made_by: str = "rules"
    aliases: tuple[str, ...] = ()  # further names that the statement gives


@dataclass(frozen=True, slots=True)
class Known:
    """An entity as it is compared with others."""

    id: UUID
    name: str
    name_key: str
    processes: Sequence[UUID]
    roles: Sequence[str]


@dataclass(frozen=True, slots=True)
class Related:
    """An entity and its relation to a process, as stored; a merged one bears the name of what it was merged into."""

    id: UUID
    entity_id: UUID
    name: str
    named: str  # as this document has it
    type: str
    role: str
    relation: str
    process_id: UUID
    process: str
    document_id: int
    filename: str
    since: date | None
    since_precision: str | None
    until: date | None
    until_precision: str | None
    confidence: str
    made_by: str
    source_page: int
    source_excerpt: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entities that were taken for one."""

    id: int
    kept_name: str
    merged_name: str
    reason: str
    by_whom: str
    undone: bool


def ensure_entity(
    connection: psycopg.Connection, project_id: int, document_id: int, draft: RelationDraft
) -> tuple[UUID, bool]:
    """The entity of this very name, and whether it was made now."""
    made = scalar(
        connection,
        """
        INSERT INTO entities (project_id, type, name, name_key, document_id, source_page, source_excerpt)
        VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (project_id, type, name_key) DO NOTHING RETURNING id
        """,
        (
            project_id, draft.type, storable(draft.name), storable(draft.name_key), document_id, draft.page,
            storable(draft.excerpt),
        ),
    )  # fmt: skip
    known = made or scalar(
        connection,
        "SELECT id FROM entities WHERE project_id = %s AND type = %s AND name_key = %s",
        (project_id, draft.type, storable(draft.name_key)),
    )
    assert known is not None
    return known, made is not None


def save_relation(
    connection: psycopg.Connection,
    project_id: int,
    process_id: UUID,
    entity_id: UUID,
    document_id: int,
    draft: RelationDraft,
) -> bool:
    """Store a relation as a document states it; false where it is stored already."""
    return bool(
        connection.execute(
            """
            INSERT INTO process_entities (project_id, process_id, entity_id, document_id, relation, role, since,
                since_precision, until, until_precision, confidence, made_by, source_page, source_excerpt, start, "end")
            VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
            """,
            (
                project_id, process_id, entity_id, document_id, draft.relation, storable(draft.role), draft.since,
                draft.since_precision, draft.until, draft.until_precision, draft.confidence, draft.made_by, draft.page,
                storable(draft.excerpt), draft.start, draft.end,
            ),
        ).rowcount
    )  # fmt: skip


def forget_relations(connection: psycopg.Connection, document_id: int, drafts: Sequence[RelationDraft]) -> None:
    """Delete the relations of a document that are not among these: what it was read for before. Entities stay."""
    kept = ["\t".join((draft.type, storable(draft.name_key), storable(draft.role))) for draft in drafts]
    connection.execute(
        """
        DELETE FROM process_entities USING entities WHERE entities.id = entity_id
        AND process_entities.document_id = %s AND NOT (concat_ws(E'\t', type, name_key, role) = ANY(%s))
        """,
        (document_id, kept),
    )


def lock_entities(connection: psycopg.Connection, project_id: int) -> None:
    """Let one transaction at a time compare and merge the entities of a project."""
    connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended('sleuth.store.entities:' || %s::text, 0))", (project_id,)
    )


def similar_people(connection: psycopg.Connection, project_id: int, name_key: str) -> list[Known]:
    """The people that stand for themselves and whose first name, or last, begins as this one's: those to compare."""
    first, last = name_key.split()[0], name_key.split()[-1]
    return records(
        connection,
        Known,
        """
        SELECT entities.id, name, name_key, array_agg(DISTINCT process_id) AS processes,
               array_agg(DISTINCT role) AS roles
        FROM entities JOIN process_entities ON entity_id = entities.id
        WHERE entities.project_id = %(project)s AND type = 'person' AND merged_into IS NULL
          AND name_key <> %(key)s
          AND left(reverse(split_part(reverse(name_key), ' ', 1)), 2) = left(%(last)s, 2)
          AND left(name_key, 1) = left(%(first)s, 1)
        GROUP BY entities.id ORDER BY min(entities.created_at), entities.id
        """,
        {"project": project_id, "key": name_key, "first": first, "last": last},
    )


def merge_entities(
    connection: psycopg.Connection, project_id: int, kept: UUID, merged: UUID, reason: str, by: str
) -> None:
    """From now on `merged`, and what was merged into it, are further names of `kept`."""
    connection.execute("UPDATE entities SET merged_into = %s WHERE id = %s OR merged_into = %s", (kept, merged, merged))
    connection.execute(
        "INSERT INTO entity_merges (project_id, kept, merged, reason, by_whom) VALUES (%s, %s, %s, %s, %s)",
        (project_id, kept, merged, storable(reason), storable(by)),
    )


def were_parted(connection: psycopg.Connection, one: UUID, other: UUID) -> bool:
    """Whether somebody has undone a merge of these two."""
    row = connection.execute(
        """
        SELECT 1 FROM entity_merges WHERE undone_at IS NOT NULL
        AND ((kept = %(one)s AND merged = %(other)s) OR (kept = %(other)s AND merged = %(one)s))
        """,
        {"one": one, "other": other},
    ).fetchone()
    return row is not None


def undo_merge(connection: psycopg.Connection, project_id: int, merge_id: int, by: str) -> Merge:
    """Let the two stand for themselves again; rules will not merge them a second time. Raises UserError."""
    row = connection.execute(
        """
        UPDATE entity_merges SET undone_at = now(), undone_by = %s
        WHERE id = %s AND project_id = %s AND undone_at IS NULL RETURNING merged
        """,
        (storable(by), merge_id, project_id),
    ).fetchone()
    if row is None:
        raise UserError(f"There is no merge {merge_id} to undo. `sleuth entities --merges` lists them.")
    connection.execute("UPDATE entities SET merged_into = NULL WHERE id = %s", (row[0],))
    return next(merge for merge in list_merges(connection, project_id) if merge.id == merge_id)


def list_merges(connection: psycopg.Connection, project_id: int) -> list[Merge]:
    """Every merge, also those undone."""
    return records(
        connection,
        Merge,
        """
        SELECT entity_merges.id, kept.name AS kept_name, merged.name AS merged_name, reason, by_whom,
               undone_at IS NOT NULL AS undone
        FROM entity_merges JOIN entities AS kept ON kept.id = kept JOIN entities AS merged ON merged.id = merged
        WHERE entity_merges.project_id = %s ORDER BY entity_merges.id
        """,
        (project_id,),
    )


def find_entity(connection: psycopg.Connection, project_id: int, name: str) -> UUID:
    """The entity that stands for a name. Raises UserError where none or several do."""
    rows = connection.execute(
        """
        SELECT DISTINCT coalesce(merged_into, id) FROM entities
        WHERE project_id = %s AND lower(name) = lower(%s)
        """,
        (project_id, storable(name).strip()),
    ).fetchall()
    if len(rows) != 1:
        found = "is no entity" if not rows else "are several entities"
        raise UserError(f"There {found} called “{name}”. `sleuth entities` lists them.")
    found_id: UUID = rows[0][0]
    return found_id


def list_related(connection: psycopg.Connection, project_id: int, process_id: UUID | None = None) -> list[Related]:
    """The entities of one process or of all with their relations, in the order of the documents' text."""
    return records(
        connection,
        Related,
        """
        SELECT process_entities.id, shown.id AS entity_id, shown.name, entities.name AS named, entities.type, role,
               relation, process_id, processes.key AS process, process_entities.document_id, filename, since,
               since_precision, until, until_precision, confidence, made_by, process_entities.source_page,
               process_entities.source_excerpt, start, "end"
        FROM process_entities
        JOIN entities ON entities.id = entity_id
        JOIN entities AS shown ON shown.id = coalesce(entities.merged_into, entities.id)
        JOIN processes ON processes.id = process_id
        JOIN documents ON documents.id = process_entities.document_id AND live
        WHERE process_entities.project_id = %(project)s
          AND (%(process)s::uuid IS NULL OR process_id = %(process)s::uuid)
        ORDER BY processes.key, filename, source_page, start, entities.name
        """,
        {"project": project_id, "process": process_id},
    )


def aliases_of(connection: psycopg.Connection, project_id: int) -> dict[UUID, list[dict[str, object]]]:
    """The further names of each entity that has some, each with its source."""
    rows = records(
        connection,
        dict,
        """
        SELECT merged_into, name, filename, source_page, source_excerpt FROM entities
        JOIN documents ON documents.id = document_id
        WHERE entities.project_id = %s AND merged_into IS NOT NULL ORDER BY name
        """,
        (project_id,),
    )
    found: dict[UUID, list[dict[str, object]]] = {}
    for row in rows:
        found.setdefault(row.pop("merged_into"), []).append(row)
    return found


def count_entities(connection: psycopg.Connection, process_id: UUID) -> int:
    """How many different entities are related to a process."""
    return (
        scalar(
            connection,
            """
        SELECT count(DISTINCT coalesce(merged_into, entities.id)) FROM process_entities
        JOIN entities ON entities.id = entity_id JOIN documents ON documents.id = process_entities.document_id AND live
        WHERE process_id = %s
        """,
            (process_id,),
        )
        or 0
    )

"""The two specialists: the timeline agent and the metadata agent, each doing its kind of task."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

import psycopg

from sleuth.agents.detectives.citing import Citation, Citer
from sleuth.agents.detectives.duplicates import Bearer, same_person
from sleuth.agents.detectives.happenings import Happening, best_of
from sleuth.agents.detectives.identity import Identity, identify
from sleuth.agents.detectives.metadata import Connection, Metadata, read_metadata
from sleuth.agents.detectives.model import Proposals, proposals_of
from sleuth.agents.detectives.names import folded_name
from sleuth.agents.detectives.running import Running, running
from sleuth.agents.detectives.timeline import read_timeline
from sleuth.errors import UserError
from sleuth.evidence.source import Page
from sleuth.store.inquiries.entities import (
    RelationDraft,
    ensure_entity,
    forget_relations,
    lock_entities,
    merge_entities,
    save_relation,
    similar_people,
    were_parted,
)
from sleuth.store.inquiries.events import EventDraft, list_events, replace_events
from sleuth.store.inquiries.processes import describe_process, plain_pages
from sleuth.store.tasks import Task
from sleuth.work.engine import Running as Work
from sleuth.work.tasks import Store, handles

TIMELINE, METADATA = "timeline_extraction", "metadata_extraction"
VERSIONS = {TIMELINE: "Timeline Agent v1", METADATA: "Metadata Agent v1"}
VERSION = "1.0.0"
_NO_EVENT = "No clear publication date found in front matter"
_NO_ENTITIES = "No entities found in document"
_SHOWN = 50  # refused proposals that a task's record lists
_ALL_REJECTED = "All entities rejected as placeholders"


@dataclass(frozen=True, slots=True)
class _Document:
    """A document as a specialist reads it."""

    pages: tuple[Page, ...]
    text: Running
    identity: Identity
    citer: Citer

    def cite(
        self, start: int, end: int, keep_start: int, keep_end: int, also: tuple[int, int] | None = None
    ) -> Citation | None:
        further = self.text.span(*also) if also else None
        return self.citer.cite(self.text.span(start, end), self.text.span(keep_start, keep_end), further)


def _open(work: Work, task: Task) -> _Document:
    with work.database.connection() as connection:
        pages = plain_pages(connection, task.document_id)
    if not any(page.text.strip() for page in pages):
        raise UserError("Document has no raw_content")
    text = running(pages)
    return _Document(pages, text, identify(text) or Identity("announcement"), Citer(pages))


def extract_timeline(work: Work, task: Task) -> Store:
    """The dated events of a document; nothing is stored before the task's end."""
    started = time.perf_counter()
    document = _open(work, task)
    found = list(read_timeline(document.text, document.identity, date.today()))
    proposed = proposals_of(work.settings, task.kind, document.pages, document.text, document.identity)
    made_by = {id(one): "rules" for one in found} | {id(one): proposed.made_by for one in proposed.events}
    kept = best_of([*found, *proposed.events])
    drafts = [draft for one in kept if (draft := _event_draft(document, one, made_by[id(one)]))]
    warnings = [f"Normalized partial date: {d.stated} → {d.day}" for d in drafts if d.precision != "day"]

    def store(connection: psycopg.Connection) -> Mapping[str, Any]:
        replace_events(connection, task.project_id, task.process_id, task.document_id, drafts)
        published = _published(connection, task)
        output = _common(task, started, proposed, VERSIONS[TIMELINE])
        output |= {"event": published, "events": len(drafts), "uncited": len(kept) - len(drafts)}
        output |= {"rejected": [{"name": name, "reason": reason} for name, reason in proposed.rejected[:_SHOWN]]}
        output |= {"skipped": True, "reason": _NO_EVENT} if published is None else {}
        return output | ({"warnings": warnings} if warnings else {})

    return store


def _event_draft(document: _Document, one: Happening, made_by: str) -> EventDraft | None:
    citation = document.cite(one.start, one.end, one.date_start, one.date_end, one.who)
    if citation is None:
        return None
    return EventDraft(
        one.type, one.moment.day, one.moment.precision, one.moment.stated, citation.page, citation.excerpt,
        citation.start, citation.end, one.subject, one.actors, one.confidence, made_by,
    )  # fmt: skip


def _published(connection: psycopg.Connection, task: Task) -> dict[str, Any] | None:
    """The document's event of publication in the shape that its readers expect."""
    for event in list_events(connection, task.project_id, task.process_id):
        if event.document_id == task.document_id and event.event_type == "sou_published":
            return {
                "id": str(event.id),
                "event_type": event.event_type,
                "event_date": str(event.event_date),
                "precision": event.precision,
                "source_page": event.source_page,
                "source_excerpt": event.source_excerpt,
                "actors": list(event.actors),
            }
    return None


def extract_metadata(work: Work, task: Task) -> Store:
    """The people, bodies and laws of a document; nothing is stored before the task's end."""
    started = time.perf_counter()
    document = _open(work, task)
    metadata = read_metadata(document.text, document.identity, date.today())
    proposed = proposals_of(work.settings, task.kind, document.pages, document.text, document.identity)
    further = _new_of(metadata, proposed.connections)
    rejected = (*metadata.rejected, *proposed.rejected)
    drafts = [draft for one in metadata.connections if (draft := _relation_draft(document, one, "rules"))]
    drafts += [draft for one in further if (draft := _relation_draft(document, one, proposed.made_by))]

    def store(connection: psycopg.Connection) -> Mapping[str, Any]:
        counts = _store_relations(connection, task, drafts)
        ministry = next((draft.name for draft in drafts if draft.relation == "commissioned_by"), "")
        describe_process(connection, task.process_id, "", ministry)
        output = _common(task, started, proposed, VERSIONS[METADATA]) | {"version": VERSION}
        output |= {
            "entities_reported": len(drafts) + len(rejected),
            **counts,
            "entities_rejected": len(rejected),
            "rejected": [{"name": name, "reason": reason} for name, reason in rejected[:_SHOWN]],
            "entity_breakdown": dict(Counter(draft.type for draft in drafts)),
        }
        if not drafts:
            output["message"] = _ALL_REJECTED if rejected else _NO_ENTITIES
        return output

    return store


def _new_of(metadata: Metadata, proposed: Sequence[Connection]) -> list[Connection]:
    known = {(one.type, folded_name(one.name)) for one in metadata.connections}
    return [one for one in proposed if (one.type, folded_name(one.name)) not in known]


def _relation_draft(document: _Document, one: Connection, made_by: str) -> RelationDraft | None:
    citation = document.cite(one.start, one.end, one.name_start, one.name_end)
    if citation is None:
        return None
    key = one.number.casefold() if one.type == "law" and one.number else folded_name(one.name)
    return RelationDraft(
        one.type,
        one.name,
        key,
        one.relation,
        citation.page,
        citation.excerpt,
        citation.start,
        citation.end,
        one.role,
        one.since.day if one.since else None,
        one.since.precision if one.since else None,
        one.until.day if one.until else None,
        one.until.precision if one.until else None,
        one.confidence,
        made_by,
        one.aliases,
    )


def _store_relations(connection: psycopg.Connection, task: Task, drafts: Sequence[RelationDraft]) -> dict[str, int]:
    """Store entities and relations; a name that is nearly another's becomes its alias."""
    lock_entities(connection, task.project_id)
    forget_relations(connection, task.document_id, drafts)
    made = reused = related = 0
    for draft in drafts:
        entity_id, is_new = ensure_entity(connection, task.project_id, task.document_id, draft)
        related += save_relation(connection, task.project_id, task.process_id, entity_id, task.document_id, draft)
        is_alias = is_new and draft.type == "person" and _merge(connection, task, draft, entity_id)
        for alias in draft.aliases:
            _name_further(connection, task, draft, alias, entity_id)
        made += is_new and not is_alias
        reused += is_alias or not is_new
    return {"entities_created": made, "entities_reused": reused, "relations_created": related}


def _merge(connection: psycopg.Connection, task: Task, draft: RelationDraft, entity_id: UUID) -> bool:
    """Whether a new name was taken for a known person's."""
    bearer = Bearer(draft.name, (task.process_id,), (draft.role,))
    for known in similar_people(connection, task.project_id, draft.name_key):
        reason = same_person(bearer, Bearer(known.name, known.processes, known.roles))
        if reason and not were_parted(connection, known.id, entity_id):
            merge_entities(connection, task.project_id, known.id, entity_id, reason, "rules")
            return True
    return False


def _name_further(
    connection: psycopg.Connection, task: Task, draft: RelationDraft, alias: str, entity_id: UUID
) -> None:
    """Keep a further name that the text itself gives: "Susanna Larsson (senare Norberg)"."""
    further = replace(draft, name=alias, name_key=folded_name(alias))
    alias_id, is_new = ensure_entity(connection, task.project_id, task.document_id, further)
    if is_new and alias_id != entity_id:
        merge_entities(connection, task.project_id, entity_id, alias_id, "så står det i texten", "rules")


def _common(task: Task, started: float, proposed: Proposals, agent: str) -> dict[str, Any]:
    """What every output_data holds, for the audit trail."""
    milliseconds = round((time.perf_counter() - started) * 1000)
    return {
        "success": True,
        "agent": agent,
        "document_id": task.document_id,
        "process_id": str(task.process_id),
        "model_used": proposed.model,
        "processing_time_ms": milliseconds,
        "metrics": proposed.metrics(milliseconds),
    }


handles(TIMELINE, extract_timeline)
handles(METADATA, extract_metadata)

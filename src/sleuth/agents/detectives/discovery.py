"""Finds the processes of a project: every document is read for what it is, once for each version of the rules."""

from uuid import UUID

import psycopg

from sleuth.agents.detectives.identity import Identity, identify
from sleuth.agents.detectives.running import Running, running
from sleuth.store.inquiries.processes import (
    IdentityDraft,
    Number,
    describe_process,
    documents_of,
    keep_identity,
    plain_pages,
    remove_empty,
    unread_documents,
)
from sleuth.store.server.database import Database

RULES = "1"  # raise it when the rules read documents otherwise: what was read before is then read again, on demand
_TITLE_ORDER = (
    "final_report",
    "interim_report",
    "directive",
    "bill",
    "council_referral",
    "consultation",
    "announcement",
)


def discover(database: Database, project_id: int) -> None:
    """Read what each unread document is, and let it join its process."""
    with database.connection() as connection:
        unread = unread_documents(connection, project_id, RULES)
    for document_id in unread:
        with database.connection() as connection:
            pages = plain_pages(connection, document_id)
        text = running(pages)
        draft = _draft(document_id, text, identify(text))
        with database.connection() as connection:
            keep_identity(connection, project_id, draft)
    with database.connection() as connection:
        remove_empty(connection, project_id)
        if unread:
            _describe(connection, project_id)


def _draft(document_id: int, text: Running, identity: Identity | None) -> IdentityDraft:
    if identity is None:
        return IdentityDraft(document_id, RULES)
    numbers = tuple(Number(found.kind, found.value, found.key) for found in identity.belongs)
    spans = {what: tuple(text.span(*place)) for what, place in identity.places.items()}
    return IdentityDraft(
        document_id,
        RULES,
        identity.role,
        identity.number,
        identity.title,
        identity.committee,
        numbers,
        {what: (page, start, end) for what, (page, start, end) in spans.items()},
    )


def _describe(connection: psycopg.Connection, project_id: int) -> None:
    """Give each process the title of its most telling document."""
    best: dict[UUID, tuple[int, str]] = {}
    for document in documents_of(connection, project_id):
        rank = _TITLE_ORDER.index(document.role) if document.role in _TITLE_ORDER else len(_TITLE_ORDER)
        if document.title and (document.process_id not in best or rank < best[document.process_id][0]):
            best[document.process_id] = rank, document.title
    for process_id, (_, title) in best.items():
        describe_process(connection, process_id, title, "")

"""Outlines of a project's documents, derived where they are missing."""

from typing import TYPE_CHECKING

from sleuth.agents.analyst.requests.outline import RULES, Outline, outline_of, read_outline

if TYPE_CHECKING:
    import psycopg


def bring_outlines_up_to_date(connection: "psycopg.Connection", project_id: int) -> dict[int, Outline]:
    """The outline of every live document. Those of new documents are made, and kept for the next time."""
    from sleuth.store.documents.documents import list_documents, load_source
    from sleuth.store.documents.outlines import load_outlines, save_outline, without_outline

    for document_id in without_outline(connection, project_id, RULES):
        outline = outline_of(load_source(connection, document_id))
        with connection.transaction():
            save_outline(connection, project_id, document_id, RULES, outline.to_json())
    ids = [document.id for document in list_documents(connection, project_id)]
    return {document_id: read_outline(stored) for document_id, stored in load_outlines(connection, ids).items()}

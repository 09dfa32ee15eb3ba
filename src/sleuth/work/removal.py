"""Removing documents: from the record first, then from an index and a graph that stand elsewhere."""

from collections.abc import Sequence

from sleuth.errors import StoreError, UserError
from sleuth.ingest.relating import relate
from sleuth.store.documents.documents import Document, find_documents, remove_document
from sleuth.store.server.database import Database
from sleuth.work.graph import project_graph


def remove_documents(database: Database, project_id: int, filenames: Sequence[str]) -> list[Document]:
    """Remove documents, known by these names or aliases, with everything known of them; what they were.

    Raises UserError, with near names, for an unknown one: then none is removed. Raises StoreError when they are
    removed from the record and not found any more, but an index or a graph still holds something of them.
    """
    with database.connection() as connection:
        documents = find_documents(connection, project_id, filenames)
        for document in documents:
            remove_document(connection, project_id, document.filename)
        relate(connection, project_id)
    with database.connection() as connection:
        try:
            database.index(connection).settle(project_id)
        except (StoreError, UserError) as error:
            names = ", ".join(document.filename for document in documents)
            raise StoreError(
                f"{names}: removed, and not found any more, but the index still holds the text. {error} Then "
                "`sleuth worker --until-idle` removes it."
            ) from error
    try:
        project_graph(database, project_id)
    except StoreError as error:
        names = ", ".join(document.filename for document in documents)
        raise StoreError(
            f"{names}: removed, but still in the graph. {error} Then `sleuth graph` removes it."
        ) from error
    return documents

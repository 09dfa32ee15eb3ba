"""Where a search looks: the whole project, or named documents of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import psycopg

from sleuth.store.documents import Document, find_documents, list_documents


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that are searched. `only` holds their ids, or None for the whole project."""

    project_id: int
    documents: Sequence[Document]
    only: Sequence[int] | None

    @property
    def languages(self) -> set[str]:
        """ISO 639-1 codes of what the documents are written in."""
        return {document.language for document in self.documents}


def scope_of(connection: psycopg.Connection, project_id: int, filenames: Sequence[str]) -> Scope:
    """The named documents, or all. Raises UserError with near names for one that the project does not hold."""
    if not filenames:
        return Scope(project_id, list_documents(connection, project_id), None)
    documents = find_documents(connection, project_id, filenames)
    return Scope(project_id, documents, [document.id for document in documents])

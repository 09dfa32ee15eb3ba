"""Where a search looks: the whole project, or named documents of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import psycopg

from sleuth.store.documents import find_documents


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that are searched. `only` holds their ids, or None for the whole project."""

    project_id: int
    languages: dict[int, str]  # document → ISO 639-1
    only: Sequence[int] | None

    @property
    def documents(self) -> list[int]:
        """The ids of what is searched."""
        return list(self.languages)


def scope_of(connection: psycopg.Connection, project_id: int, filenames: Sequence[str]) -> Scope:
    """The named documents, or all. Raises UserError with near names for one that the project does not hold."""
    if filenames:
        documents = find_documents(connection, project_id, filenames)
        languages = {document.id: document.language for document in documents}
        return Scope(project_id, languages, list(languages))
    rows = connection.execute(
        "SELECT id, language FROM documents WHERE project_id = %s AND live ORDER BY id", (project_id,)
    )
    return Scope(project_id, dict(rows.fetchall()), None)

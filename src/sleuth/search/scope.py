"""Where a search looks: the whole project, or named documents of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import psycopg

from sleuth.store.documents.documents import find_ids


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
    wanted = set(find_ids(connection, project_id, filenames)) if filenames else set()
    rows = connection.execute(
        "SELECT id, language FROM documents WHERE project_id = %s AND live ORDER BY id", (project_id,)
    ).fetchall()
    languages = {i: language for i, language in rows if not wanted or i in wanted}
    whole = len(rows) == len(languages)  # a filter that filters nothing only costs
    return Scope(project_id, languages, None if whole else list(languages))

"""A project and a folder of files beside it: files are written, added, embedded, asked, and given another model."""

from collections.abc import Callable
from pathlib import Path

from sleuth.config import Settings
from sleuth.search.hit import Results
from sleuth.search.hybrid import search
from sleuth.search.services import services_of
from sleuth.store.index.embeddings import coming_model
from sleuth.store.projects import embedding_model
from sleuth.store.server.database import Database
from sleuth.work.adding import Report, add_paths
from sleuth.work.embedding import embed_project
from sleuth.work.reindexing import Reindexed, reindex

HOSTED = "openai:text-embedding-3-large"
RENT = "# Lease\n\nThe monthly rent is EUR 4,200.\n"
Show = Callable[[int, int], object]


def unseen(done: int, total: int) -> None:
    """Progress that nobody looks at."""


class Room:
    """Its settings may change between two steps. Each step has a connection of its own, as commands have."""

    def __init__(self, database: Database, project: int, folder: Path, settings: Settings) -> None:
        self.database, self.project, self.folder, self.settings = database, project, folder, settings

    def put(self, name: str, text: str = RENT) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def add(self, *paths: Path) -> Report:
        """Add these files, or the whole folder."""
        return add_paths(self.database, self.settings, self.project, paths or [self.folder], lambda _progress: None)

    def embed(self) -> None:
        embed_project(self.database, self.settings, self.project, unseen)

    def reindex(self, model: str = HOSTED, show: Show = unseen) -> Reindexed:
        return reindex(self.database, self.settings, self.project, model, show)

    def search(self, query: str = "monthly rent") -> Results:
        """The passages that answer."""
        with self.database.connection() as connection:
            return search(connection, self.project, query, services=services_of(self.settings))

    def models(self) -> tuple[str | None, str | None]:
        """Which serves, and which comes."""
        with self.database.connection() as connection:
            return embedding_model(connection, self.project), coming_model(connection, self.project)

    def vectors(self, of: str = "passages") -> dict[str, int]:
        """Model → how many vectors of it passages, or findings, have."""
        table = {"passages": "vectors", "findings": "finding_vectors"}[of]
        with self.database.connection() as connection:
            rows = connection.execute(
                f"SELECT model, count(*) FROM {table} WHERE project_id = %s GROUP BY model",  # type: ignore[arg-type]
                (self.project,),
            )
            return dict(rows.fetchall())

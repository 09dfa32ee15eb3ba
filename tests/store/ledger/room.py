"""What tests of the ledger put into a project, and how they read what became of it."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import psycopg

from sleuth.evidence.source import Page, PageSource, Source, Span
from sleuth.findings.finding import Finding
from sleuth.ingest.relating import keep_portrait, relate
from sleuth.language.period import Day, Period
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario
from sleuth.store.ledger.conflicts import list_conflicts
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings, save_findings
from sleuth.store.ledger.versions import Version, list_versions
from tests.documents import store

FY2024 = Period(Day(2024, 12, 31), 12, 2024, 4)
STEPS = " The year was good, and every market grew as the board had planned it." * 6
EVERY = ("open", "explained", "dismissed")
Room = Callable[..., int]


def put(
    connection: psycopg.Connection, project: int, filename: str, *, quality: str = "unknown", title: str = "",
    made: str = "", author: str = "", subject: str = "Acme", **figures: str,
) -> int:  # fmt: skip
    text = "\n".join([f"{metric} {value}" for metric, value in figures.items()]) + STEPS
    metadata = {"created": made, "author": author}
    source = Source(filename, "pdf", PageSource.PRINTED, (Page(1, text, "p.1"),), title, metadata)
    added = store(connection, project, source, identity=f"{filename}{text}{made}{subject}", quality=quality)
    findings = [found(text, metric, value, subject) for metric, value in figures.items()]
    save_findings(connection, project, added.document.id, findings, "test")
    keep_portrait(connection, project, added.document.id, source)
    return added.document.id


def found(text: str, metric: str, value: str, subject: str = "Acme", period: Period = FY2024) -> Finding:
    start = text.index(f"{metric} {value}") + len(metric) + 1
    number = Decimal(value)
    quantity = Quantity(number, "EUR", 6, Decimal(1).scaleb(int(number.as_tuple().exponent)))
    return Finding(
        metric, metric, Span(1, start, start + len(value)), "p.1", f"{metric} {value}", "table: named metric", subject,
        period=period, scenario=Scenario.ACTUAL, quantity=quantity,
    )  # fmt: skip


def findings(connection: psycopg.Connection, project: int) -> dict[str, StoredFinding]:
    """All findings by file and metric: "a.pdf revenue"."""
    return {
        f"{f.filename} {f.metric}": f for f in list_findings(connection, project, Filter(statuses=(), history=True))
    }


def chains(connection: psycopg.Connection, project: int) -> list[tuple[str, str, str]]:
    return [(v.newer_name, v.older_name, v.status) for v in list_versions(connection, project)]


def clashes(connection: psycopg.Connection, project: int, statuses: tuple[str, ...] = ("open",)) -> list[set[str]]:
    return [{side.filename for side in c.sides} for c in list_conflicts(connection, project, statuses)]


def everything(connection: psycopg.Connection, project: int) -> list[Any]:
    """All relations by what they connect, without their numbers."""
    return [connection.execute(query, (project,)).fetchall() for query in (_VERSIONS, _RELATIONS)]


_VERSIONS = """
    SELECT n.filename, o.filename, reason, s.status FROM supersessions AS s
    JOIN documents AS n ON n.id = newer JOIN documents AS o ON o.id = older WHERE s.project_id = %s ORDER BY 1, 2
"""
_RELATIONS = """
    SELECT r.kind, a.metric, da.filename, db.filename, r.reason, r.status, a.status, b.status FROM relations AS r
    JOIN findings AS a ON a.id = source JOIN documents AS da ON da.id = a.document_id
    JOIN findings AS b ON b.id = target JOIN documents AS db ON db.id = b.document_id
    WHERE r.project_id = %s ORDER BY 1, 2, 3, 4
"""


def only(versions: list[Version]) -> Version:
    (version,) = versions
    return version


ROOM = [
    ("report.pdf", {"revenue": "12.4", "ebitda": "3.1"}), ("report_v2.pdf", {"revenue": "12.1", "ebitda": "3.1"}),
    ("report_v10.pdf", {"revenue": "11.9", "ebitda": "3.0"}), ("deck.pdf", {"revenue": "12.4", "ebitda": "3.0"}),
    ("plan.pdf", {"revenue": "12.4", "debt": "7.7"}), ("memo.pdf", {"debt": "7.9"}), ("note.pdf", {"debt": "7.9"}),
]  # fmt: skip


def add_all(connection: psycopg.Connection, project: int, room: list[tuple[str, dict[str, str]]]) -> None:
    """As a worker adds them: each is stored and then related."""
    for filename, figures in room:
        put(connection, project, filename, **figures)
        connection.commit()
        relate(connection, project)
        connection.commit()


def flaws(connection: psycopg.Connection, project: int) -> dict[str, int]:
    """What must never be, once a project is related, and how often it is."""
    counted = {name: connection.execute(query, {"p": project}).fetchone() for name, query in _FLAWS.items()}
    return {name: row[0] for name, row in counted.items() if row and row[0]}


_FLAWS = {
    "relations of nothing": """
        SELECT count(*) FROM relations WHERE project_id = %(p)s AND NOT (
            EXISTS (SELECT FROM findings WHERE id = source AND project_id = %(p)s)
            AND EXISTS (SELECT FROM findings WHERE id = target AND project_id = %(p)s))
    """,
    "relations of what is rejected": """
        SELECT count(*) FROM relations JOIN findings ON findings.id IN (source, target)
        WHERE relations.project_id = %(p)s AND findings.status = 'rejected'
    """,
    "two findings related twice": """
        SELECT count(*) FROM relations AS one JOIN relations AS other ON one.id < other.id
        AND (other.source, other.target) IN ((one.source, one.target), (one.target, one.source))
        WHERE one.project_id = %(p)s
    """,
    "superseded by nothing": """
        SELECT count(*) FROM findings WHERE project_id = %(p)s AND status = 'superseded'
        AND NOT EXISTS (SELECT FROM relations WHERE kind = 'SUPERSEDES' AND target = findings.id)
    """,
    "superseded and not marked": """
        SELECT count(*) FROM findings WHERE project_id = %(p)s AND status IN ('proposed', 'validated')
        AND EXISTS (SELECT FROM relations WHERE kind = 'SUPERSEDES' AND target = findings.id)
    """,
    "versions of nothing": """
        SELECT count(*) FROM supersessions WHERE project_id = %(p)s AND NOT (
            EXISTS (SELECT FROM documents WHERE id = newer) AND EXISTS (SELECT FROM documents WHERE id = older))
    """,
    "insights that rest on nothing": """
        SELECT count(*) FROM insights WHERE project_id = %(p)s
        AND NOT rests_on <@ ARRAY(SELECT id FROM findings WHERE project_id = %(p)s)
    """,
    "vectors of nothing": """
        SELECT count(*) FROM finding_vectors AS v WHERE project_id = %(p)s
        AND NOT EXISTS (SELECT FROM findings WHERE id = finding_id AND findings.document_id = v.document_id)
    """,
    "a finding twice": """
        SELECT count(*) FROM (
            SELECT FROM findings WHERE project_id = %(p)s
            GROUP BY document_id, page, start, metric, period_key, subject_key, rule HAVING count(*) > 1) AS twice
    """,
    "facts that wait": "SELECT count(*) FROM unsettled WHERE project_id = %(p)s",
}

"""What documents state and deny of matters, as it is compared and as it is told."""

from typing import NamedTuple

import psycopg

from sleuth.findings.compared.denials import Position, position
from sleuth.findings.text.matters import MATTER
from sleuth.store.ledger.findings import StoredFinding, load_findings


class MattersGround(NamedTuple):
    """What is compared of a project."""

    positions: tuple[Position, ...]  # of live documents, not rejected
    finding_ids: tuple[int, ...]  # these, and all others of matters


def load_positions(connection: psycopg.Connection, project_id: int) -> MattersGround:
    """All statements and denials of matters in a project."""
    rows = connection.execute(
        """
        SELECT f.id, document_id, metric, rule, text, live AND f.status <> 'rejected'
        FROM findings AS f JOIN documents ON documents.id = document_id
        WHERE f.project_id = %s AND starts_with(metric, %s) ORDER BY document_id, position, f.id
        """,
        (project_id, MATTER),
    ).fetchall()
    stand = (position(*row[:5]) for row in rows if row[5])
    return MattersGround(tuple(stand), tuple(row[0] for row in rows))


def list_matters(connection: psycopg.Connection, project_id: int) -> list[StoredFinding]:
    """What live documents state of matters, without what they deny; by finding."""
    ground = load_positions(connection, project_id)
    stated = load_findings(connection, project_id, [one.id for one in ground.positions if not one.is_denial])
    return [finding for finding in stated if finding.status in ("proposed", "validated")]

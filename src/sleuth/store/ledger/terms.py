"""What documents state of the terms of agreements, as it is compared."""

from collections.abc import Iterator
from typing import NamedTuple

import psycopg

from sleuth.findings.compared.agreements import Saying, read_saying
from sleuth.findings.text.terms import COMPARED


class TermsGround(NamedTuple):
    """What is compared of a project."""

    sayings: tuple[Saying, ...]  # of live documents, not rejected
    finding_ids: tuple[int, ...]  # these, and all others of such terms


def load_terms(connection: psycopg.Connection, project_id: int) -> TermsGround:
    """All statements of terms in a project: they are few, and which agreement one is of depends on the others."""
    rows = connection.execute(
        """
        SELECT f.id, document_id, metric, subject_key, text, live AND f.status <> 'rejected'
        FROM findings AS f JOIN documents ON documents.id = document_id
        WHERE f.project_id = %s AND metric = ANY(%s) AND value IS NULL ORDER BY document_id, position, f.id
        """,
        (project_id, sorted(COMPARED)),
    ).fetchall()
    return TermsGround(tuple(_sayings(rows)), tuple(row[0] for row in rows))


def _sayings(rows: list[tuple[int, int, str, str, str, bool]]) -> Iterator[Saying]:
    for number, document, metric, subject, text, stands in rows:
        said = read_saying(number, document, metric, subject, text) if stands else None
        if said is not None:
            yield said

"""What documents state of numbers of things and of shares, as it is compared."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import psycopg

from sleuth.findings.compared.stated import Amount, read_amount
from sleuth.findings.text.stated import STATED
from sleuth.store.ledger.findings import period_of


class AmountsGround(NamedTuple):
    """What is compared of a project."""

    amounts: tuple[Amount, ...]  # of live documents, not rejected
    finding_ids: tuple[int, ...]  # these, and all others of such quantities


def load_amounts(connection: psycopg.Connection, project_id: int) -> AmountsGround:
    """All such statements of a project: which time one without a time is of depends on the others."""
    rows = connection.execute(
        """
        SELECT f.id, document_id, metric, subject_key, text, period, rule, live AND f.status <> 'rejected'
        FROM findings AS f JOIN documents ON documents.id = document_id
        WHERE f.project_id = %s AND starts_with(metric, %s) ORDER BY document_id, position, f.id
        """,
        (project_id, STATED),
    ).fetchall()
    return AmountsGround(tuple(_amounts(rows)), tuple(row[0] for row in rows))


def _amounts(rows: list[tuple[Any, ...]]) -> Iterator[Amount]:
    for number, document, metric, key, text, stored, rule, stands in rows:
        period = None if stored is None else period_of(stored)
        one = read_amount(number, document, metric, key, text, period, rule) if stands else None
        if one is not None:
            yield one

"""A role that sees another project sees nothing of a ledger."""

from typing import Any

import psycopg
from psycopg import sql

from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger.versions import list_versions, rule_version
from sleuth.store.server.isolation import restrict
from tests.store.ledger.room import Room, only

TABLES = ("portraits", "supersessions", "relations", "rulings", "edges", "subjects", "unsettled")


def counts(tenant: psycopg.Connection, project: int) -> list[Any]:
    restrict(tenant, project)
    return [tenant.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(t))).fetchone() for t in TABLES]


def test_another_project_sees_none_of_it(
    tenant: psycopg.Connection, connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_v2.pdf", revenue="11.9")
    rule_version(connection, project, only(list_versions(connection, project)).id, "confirmed", "Ann")
    add("note.pdf", related=False, ebitda="1.0")
    remove_document(connection, project, "note.pdf")
    connection.commit()
    assert all(row != (0,) for row in counts(tenant, project))
    assert all(row == (0,) for row in counts(tenant, project + 1_000_000))

"""What happened in a project: what it held at any moment, without any text of what was removed."""

from typing import Any

import psycopg

from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger.findings import list_findings, save_findings
from sleuth.store.ledger.happenings import (
    documents_at,
    findings_by_print,
    last_run,
    moment,
    pairs_at,
    prints_of,
    record_run,
)
from sleuth.store.ledger.relations import Edge, sync_relations
from sleuth.store.server.isolation import restrict
from tests.documents import revenue


def states(connection: psycopg.Connection, project: int, at: Any = None) -> dict[str, str]:
    return {d.name: d.state for d in documents_at(connection, project, at or moment(connection))}


def test_a_document_is_live_then_replaced_then_gone(connection: psycopg.Connection, project: int, add: Any) -> None:
    before = moment(connection)
    add("a.pdf", "first")
    added = moment(connection)
    add("a.pdf", "second")
    replaced = moment(connection)
    remove_document(connection, project, "a.pdf")
    seen = [
        sorted(d.state for d in documents_at(connection, project, at))
        for at in (before, added, replaced, moment(connection))
    ]
    assert seen == [[], ["live"], ["live", "replaced"], ["gone", "gone"]]


def test_the_last_that_happened_is_told_whichever_way_the_server_reads_the_table(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        add(name, f"first {name}")
        add(name, f"second {name}")
        remove_document(connection, project, name)
    for way in ("indexscan", "bitmapscan"):
        connection.execute(f"SET LOCAL enable_{way} = off")
    assert [d.state for d in documents_at(connection, project, moment(connection))] == ["gone"] * 6


def test_of_what_is_removed_its_name_stays_and_no_text(connection: psycopg.Connection, project: int, add: Any) -> None:
    document = add("secret.pdf", "Project Falcon").document
    save_findings(connection, project, document.id, [revenue(10, 2024, metric="line: Falcon")], "1")
    remove_document(connection, project, "secret.pdf")
    rows = connection.execute("SELECT happenings::text FROM happenings WHERE project_id = %s", (project,)).fetchall()
    assert states(connection, project) == {"secret.pdf": "gone"}
    assert not [row for (row,) in rows if "Falcon" in row]


def test_a_contradiction_stands_from_when_it_was_found_until_it_went(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    for name, value in (("a.pdf", 10), ("b.pdf", 11)):
        document = add(name, name).document
        save_findings(connection, project, document.id, [revenue(value, 2024)], "1")
    one, other = (f.id for f in list_findings(connection, project))
    edge = Edge("CONTRADICTS", "comparison", one, other, "10 against 11")
    before = moment(connection)
    sync_relations(connection, project, [edge], ["comparison"], [one, other])
    found = moment(connection)
    sync_relations(connection, project, [], ["comparison"], [one, other])
    prints = prints_of(connection, [one, other])
    seen = [pairs_at(connection, project, "CONTRADICTS", at) for at in (before, found, moment(connection))]
    assert seen == [{}, {(prints[one], prints[other]): "open"}, {}]
    assert {f.id for f in findings_by_print(connection, project, list(prints.values())).values()} == {one, other}


def test_another_project_sees_nothing_of_it(
    connection: psycopg.Connection, tenant: psycopg.Connection, project: int, new_project: Any, put: Any
) -> None:
    other = new_project()
    put(other, "theirs.pdf", "x")
    record_run(connection, other, moment(connection), moment(connection))
    connection.commit()
    restrict(tenant, project)
    for table in ("happenings", "change_runs"):
        assert tenant.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert last_run(tenant, other) is None

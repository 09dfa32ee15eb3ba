"""Relations are what the documents make them, whoever adds or removes them, and in whichever order."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from sleuth.ingest.relating import relate
from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger.findings import Filter, finding_history, list_findings
from sleuth.store.ledger.relations import relations_of
from tests.store.ledger.room import ROOM, Room, add_all, chains, clashes, everything, findings, flaws

if TYPE_CHECKING:
    from sleuth.store.server.database import Database


def test_removing_a_document_leaves_no_orphan_and_mends_the_chain(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    for number, value in enumerate(("12.4", "12.1", "11.9"), 1):
        add(f"report_v{number}.pdf", revenue=value)
    remove_document(connection, project, "report_v2.pdf")
    relate(connection, project)
    assert chains(connection, project) == [("report_v3.pdf", "report_v1.pdf", "confirmed")]
    known = findings(connection, project)
    (relation,) = relations_of(connection, known["report_v1.pdf revenue"].id)
    assert relation.source == known["report_v3.pdf revenue"].id
    assert flaws(connection, project) == {}


def test_removing_the_correction_brings_the_original_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_CORRECTED.pdf", revenue="11.9")
    remove_document(connection, project, "report_CORRECTED.pdf")
    relate(connection, project)
    original = findings(connection, project)["report.pdf revenue"]
    assert original.status == "proposed"
    said = [(c.before, c.after) for c in finding_history(connection, project, original.id)]
    assert said == [("proposed", "superseded"), ("superseded", "proposed")]


def test_removing_the_document_that_others_lean_on_keeps_their_conflict(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("audited.pdf", revenue="5.2", quality="audited")
    add("accounts.pdf", revenue="5.2")
    add("deck.pdf", revenue="5.0")
    remove_document(connection, project, "audited.pdf")
    relate(connection, project)
    assert clashes(connection, project) == [{"accounts.pdf", "deck.pdf"}]


def test_a_document_that_comes_back_has_its_relations_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_CORRECTED.pdf", revenue="11.9")
    add("deck.pdf", revenue="12.4")
    before = everything(connection, project)
    for filename, value in (("report.pdf", "12.4"), ("deck.pdf", "12.4"), ("report_CORRECTED.pdf", "11.9")):
        remove_document(connection, project, filename)
        add(filename, revenue=value)
    assert everything(connection, project) == before


def test_relating_again_changes_nothing(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("report.pdf", revenue="12.4")
    add("report_v2.pdf", revenue="11.9")
    add("deck.pdf", revenue="12.4")
    numbers = connection.execute("SELECT id FROM relations WHERE project_id = %s ORDER BY id", (project,)).fetchall()
    connection.execute("UPDATE portraits SET related = false WHERE project_id = %s", (project,))
    assert relate(connection, project) == 3
    assert relate(connection, project) == 0
    again = connection.execute("SELECT id FROM relations WHERE project_id = %s ORDER BY id", (project,)).fetchall()
    assert again == numbers


@pytest.mark.parametrize("seed", range(4))
def test_relations_do_not_depend_on_the_order_of_adding(
    connection: psycopg.Connection, project: int, add: Room, seed: int
) -> None:
    order = Random(seed).sample(ROOM, len(ROOM))
    for filename, figures in order:
        add(filename, **figures)
    one_by_one = everything(connection, project)
    connection.execute("DELETE FROM relations WHERE project_id = %s", (project,))
    connection.execute("UPDATE portraits SET related = false WHERE project_id = %s", (project,))
    relate(connection, project)
    assert everything(connection, project) == one_by_one
    assert {"deck.pdf", "plan.pdf", "report_v10.pdf"} in clashes(connection, project)


def test_two_workers_with_half_of_a_room_each_produce_one_truth(
    database: "Database", connection: psycopg.Connection, project: int, undisturbed: list[Any]
) -> None:
    at_once(database, project, ROOM[::2], ROOM[1::2])
    assert everything(connection, project) == undisturbed
    assert flaws(connection, project) == {}
    assert len(chains(connection, project)) == 2


def test_two_workers_with_the_same_room_produce_one_truth(
    database: "Database", connection: psycopg.Connection, project: int, undisturbed: list[Any]
) -> None:
    at_once(database, project, ROOM, ROOM[::-1])
    assert everything(connection, project) == undisturbed
    assert flaws(connection, project) == {}
    stated = [(f.filename, f.metric, f.value) for f in list_findings(connection, project, Filter(statuses=()))]
    assert sorted(stated) == sorted((name, m, Decimal(v)) for name, said in ROOM for m, v in said.items())


def at_once(database: "Database", project: int, *rooms: list[tuple[str, dict[str, str]]]) -> None:
    def work(room: list[tuple[str, dict[str, str]]]) -> None:
        with database.connection() as own:
            add_all(own, project, room)

    with ThreadPoolExecutor(len(rooms)) as workers:
        list(workers.map(work, rooms))

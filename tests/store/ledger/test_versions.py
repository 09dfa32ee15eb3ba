"""Versions in the store, and what P8 says that a new document does to the graph."""

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.ingest.relating import relate
from sleuth.store.documents.documents import find_documents, remove_document
from sleuth.store.ledger.relations import relations_of
from sleuth.store.ledger.testimony import hear
from sleuth.store.ledger.versions import list_versions, rule_version, set_version, undo_version
from tests.store.ledger.room import EVERY, Room, chains, clashes, findings, only


def test_a_new_document_supersedes_the_old_one(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("annual_report.pdf", revenue="12.4")
    add("annual_report_CORRECTED.pdf", revenue="11.9")
    assert chains(connection, project) == [("annual_report_CORRECTED.pdf", "annual_report.pdf", "confirmed")]


def test_each_finding_of_the_old_document_is_superseded_by_the_corresponding_one_and_marked(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("annual_report.pdf", revenue="12.4", headcount="7")
    add("annual_report_CORRECTED.pdf", revenue="11.9")
    known = findings(connection, project)
    old, new = known["annual_report.pdf revenue"], known["annual_report_CORRECTED.pdf revenue"]
    (relation,) = relations_of(connection, old.id)
    assert (relation.kind, relation.source, relation.target) == ("SUPERSEDES", new.id, old.id)
    assert (old.status, new.status) == ("superseded", "proposed")
    assert known["annual_report.pdf headcount"].status == "proposed"


def test_history_reads_from_the_oldest_to_the_newest(connection: psycopg.Connection, project: int, add: Room) -> None:
    for number, value in enumerate(("12.4", "12.1", "11.9"), 1):
        add(f"report_v{number}.pdf", revenue=value)
    newest = findings(connection, project)["report_v3.pdf revenue"]
    heard = hear(connection, project, newest.id)
    assert [str(one.value) for one in heard.chain] == ["12.4", "12.1", "11.9"]
    assert heard.relations[0][0].reason == "12.1 million EUR → 11.9 million EUR in report_v3.pdf"
    assert heard.stated == "11.9"


def test_a_version_that_comes_late_takes_its_place_in_the_chain(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report_v1.pdf", revenue="12.4")
    add("report_v3.pdf", revenue="11.9")
    add("report_v2.pdf", revenue="12.1")
    assert chains(connection, project) == [
        ("report_v2.pdf", "report_v1.pdf", "confirmed"),
        ("report_v3.pdf", "report_v2.pdf", "confirmed"),
    ]
    known = findings(connection, project)
    assert [known[f"report_v{n}.pdf revenue"].status for n in (1, 2, 3)] == ["superseded", "superseded", "proposed"]


def test_another_content_under_the_same_name_supersedes_finding_by_finding(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4", made="2025-01-01")
    first = findings(connection, project)["report.pdf revenue"]
    add("report.pdf", revenue="11.9", made="2025-02-01")
    heard = hear(connection, project, first.id)
    assert heard.finding.status == "superseded"
    assert [str(one.value) for one in heard.chain] == ["12.4", "11.9"]


def test_what_is_only_proposed_changes_nothing_until_confirmed_and_undone_it_is_as_before(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("plan_CORRECTED.pdf", revenue="12.4")
    add("plan_v2.pdf", revenue="11.9")
    version = only(list_versions(connection, project))
    assert version.status == "proposed"
    assert clashes(connection, project) == [{"plan_CORRECTED.pdf", "plan_v2.pdf"}]

    rule_version(connection, project, version.id, "confirmed", "Ann")
    relate(connection, project)
    assert findings(connection, project)["plan_CORRECTED.pdf revenue"].status == "superseded"
    assert clashes(connection, project, EVERY) == []

    undo_version(connection, project, version.id)
    relate(connection, project)
    assert findings(connection, project)["plan_CORRECTED.pdf revenue"].status == "proposed"
    assert clashes(connection, project) == [{"plan_CORRECTED.pdf", "plan_v2.pdf"}]


def test_a_rejected_version_stays_rejected_when_its_document_comes_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("plan.pdf", revenue="12.4")
    add("plan_v2.pdf", revenue="11.9")
    rule_version(connection, project, only(list_versions(connection, project)).id, "rejected", "Ann", "another plan")
    remove_document(connection, project, "plan_v2.pdf")
    add("plan_v2.pdf", revenue="11.9")
    assert chains(connection, project) == [("plan_v2.pdf", "plan.pdf", "rejected")]
    assert findings(connection, project)["plan.pdf revenue"].status == "proposed"


def test_undoing_what_nobody_ruled_is_an_error(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("plan.pdf", revenue="12.4")
    add("plan_v2.pdf", revenue="11.9")
    with pytest.raises(UserError, match="nothing to undo"):
        undo_version(connection, project, only(list_versions(connection, project)).id)


def put_first(
    connection: psycopg.Connection, project: int, newer: str, older: str, why: str = "the memo says so"
) -> None:
    one, other = (find_documents(connection, project, [name])[0] for name in (newer, older))
    set_version(connection, project, one, other, "Ann", why)
    relate(connection, project)


def test_a_person_may_say_the_reverse_of_what_was_proposed_and_rejected(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("plan_CORRECTED.pdf", revenue="12.4")
    add("plan_v2.pdf", revenue="11.9")
    proposed = only(list_versions(connection, project))
    assert (proposed.newer_name, proposed.status) == ("plan_v2.pdf", "proposed")
    rule_version(connection, project, proposed.id, "rejected", "Ann")
    relate(connection, project)
    put_first(connection, project, "plan_CORRECTED.pdf", "plan_v2.pdf")
    assert chains(connection, project) == [
        ("plan_CORRECTED.pdf", "plan_v2.pdf", "confirmed"),
        ("plan_v2.pdf", "plan_CORRECTED.pdf", "rejected"),
    ]
    known = findings(connection, project)
    statuses = {name: f.status for name, f in known.items()}
    assert statuses == {"plan_CORRECTED.pdf revenue": "proposed", "plan_v2.pdf revenue": "superseded"}


def test_a_person_may_link_documents_that_nothing_links(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("numbers.pdf", revenue="12.4")
    add("what we agreed.pdf", revenue="11.9")
    put_first(connection, project, "what we agreed.pdf", "numbers.pdf")
    assert chains(connection, project) == [("what we agreed.pdf", "numbers.pdf", "confirmed")]
    undo_version(connection, project, only(list_versions(connection, project)).id)
    relate(connection, project)
    assert chains(connection, project) == []


def test_the_latest_ruling_on_a_document_takes_the_place_of_the_one_before(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        add(name, revenue="12.4")
    put_first(connection, project, "b.pdf", "a.pdf")
    put_first(connection, project, "c.pdf", "a.pdf")
    assert chains(connection, project) == [("c.pdf", "a.pdf", "confirmed")]


def test_rulings_never_close_a_circle(connection: psycopg.Connection, project: int, add: Room) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        add(name, revenue="12.4")
    put_first(connection, project, "b.pdf", "a.pdf")
    put_first(connection, project, "c.pdf", "b.pdf")
    with pytest.raises(UserError, match="itself replaced"):
        put_first(connection, project, "a.pdf", "c.pdf")


@pytest.mark.parametrize(("newer", "why"), [("b.pdf", " "), ("a.pdf", "because")], ids=["no reason", "itself"])
def test_a_ruling_needs_a_reason_and_two_documents(
    connection: psycopg.Connection, project: int, add: Room, newer: str, why: str
) -> None:
    add("a.pdf", revenue="12.4")
    add("b.pdf", revenue="12.4")
    with pytest.raises(UserError):
        put_first(connection, project, newer, "a.pdf", why)

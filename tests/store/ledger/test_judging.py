"""What people say of findings binds, and is kept."""

from dataclasses import replace
from decimal import Decimal

import psycopg

from sleuth.ingest.relating import relate
from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger import judging
from sleuth.store.ledger.findings import Filter, finding_history, list_findings, save_findings
from sleuth.store.ledger.versions import list_versions, rule_version
from tests.store.ledger.room import EVERY, STEPS, Room, clashes, findings, found, only


def test_a_rejected_misreading_is_not_read_again_when_its_document_comes_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4", ebitda="3.1")
    wrong = findings(connection, project)["report.pdf revenue"]
    judging.reject(connection, project, wrong.id, "Ann", "it is the budget")
    remove_document(connection, project, "report.pdf")
    add("report.pdf", revenue="12.4", ebitda="3.1")
    assert list(findings(connection, project)) == ["report.pdf ebitda"]


def test_a_rejected_finding_is_side_of_no_conflict(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    judging.reject(connection, project, findings(connection, project)["deck.pdf revenue"].id, "Ann", "net of VAT")
    relate(connection, project)
    assert clashes(connection, project, EVERY) == []


def test_a_correction_stands_beside_the_misreading_with_author_and_reason(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    old = findings(connection, project)["report.pdf revenue"]
    change = judging.Correction(value=Decimal("14.2"))
    made = judging.correct(connection, project, old.id, change, "Ann", "digits were swapped")
    assert (made.value, made.status, made.rule, made.locator) == (Decimal("14.2"), "validated", judging.PERSON, "p.1")
    assert findings(connection, project)["report.pdf revenue"].value in (Decimal("12.4"), Decimal("14.2"))
    (said,) = finding_history(connection, project, made.id)
    assert (said.by_whom, said.reason) == ("Ann", "digits were swapped (value 12.4 → 14.2)")
    statuses = {f.id: f.status for f in list_findings(connection, project, Filter(statuses=()))}
    assert statuses == {old.id: "rejected", made.id: "validated"}


def test_a_correction_survives_reading_the_document_again(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    document_id = add("report.pdf", revenue="12.4")
    old = findings(connection, project)["report.pdf revenue"]
    judging.correct(connection, project, old.id, judging.Correction(value=Decimal("14.2")), "Ann", "swapped")
    text = f"revenue 12.4{STEPS}"
    save_findings(connection, project, document_id, [found(text, "revenue", "12.4")], "newer rules")
    assert [str(f.value) for f in list_findings(connection, project)] == ["14.2"]


def test_newer_rules_put_no_reading_of_their_own_beside_a_correction(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    document_id = add("report.pdf", revenue="12.4")
    old = findings(connection, project)["report.pdf revenue"]
    judging.correct(connection, project, old.id, judging.Correction(value=Decimal("14.2")), "Ann", "swapped")
    reading = replace(found(f"revenue 12.4{STEPS}", "revenue", "12.4"), rule="table: another rule")
    save_findings(connection, project, document_id, [reading], "newer rules")
    assert [str(f.value) for f in list_findings(connection, project)] == ["14.2"]


def test_what_was_corrected_twice_still_knows_what_the_source_prints(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    old = findings(connection, project)["report.pdf revenue"]
    once = judging.correct(connection, project, old.id, judging.Correction(value=Decimal("14.2")), "Ann", "swapped")
    twice = judging.correct(connection, project, once.id, judging.Correction(scenario="budget"), "Bo", "a budget")
    assert twice.corrected is not None
    assert (twice.corrected.printed, twice.corrected.by_whom) == ("12.4 million EUR", "Bo")
    assert old.corrected is None


def test_a_validated_finding_is_superseded_and_validated_again_when_that_is_undone(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    judging.validate(connection, project, findings(connection, project)["report.pdf revenue"].id, "Ann")
    add("report_v2.pdf", revenue="11.9")
    assert findings(connection, project)["report.pdf revenue"].status == "superseded"
    rule_version(connection, project, only(list_versions(connection, project)).id, "rejected", "Ann")
    relate(connection, project)
    assert findings(connection, project)["report.pdf revenue"].status == "validated"


def test_validating_forgets_the_rejection(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("report.pdf", revenue="12.4")
    finding = findings(connection, project)["report.pdf revenue"]
    judging.reject(connection, project, finding.id, "Ann", "wrong")
    judging.validate(connection, project, finding.id, "Bo", "it was right")
    remove_document(connection, project, "report.pdf")
    add("report.pdf", revenue="12.4")
    assert list(findings(connection, project)) == ["report.pdf revenue"]


def test_a_rejection_binds_wherever_the_same_bytes_were_read(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report.pdf", revenue="12.9")
    add("report.pdf", revenue="12.4")
    wrong = next(f for f in list_findings(connection, project) if f.value == Decimal("12.4"))
    judging.reject(connection, project, wrong.id, "Ann", "it is the budget")
    relate(connection, project)
    everywhere = list_findings(connection, project, Filter(statuses=(), history=True))
    assert [(str(f.value), f.status) for f in sorted(everywhere, key=lambda f: f.id)] == [
        ("12.4", "rejected"), ("12.9", "proposed"), ("12.4", "rejected"),
    ]  # fmt: skip

"""Conflicts and support in the store: kept with both sides, ruled on, and ended by corrections."""

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.ingest.relating import relate
from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger.conflicts import list_conflicts, rule_conflict, undo_conflict
from sleuth.store.ledger.relations import relations_of
from tests.store.ledger.room import EVERY, Room, clashes, findings


def test_a_conflict_is_kept_with_both_places_and_what_outranks(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0", quality="management")
    add("audited.pdf", revenue="5.2", quality="audited")
    (conflict,) = list_conflicts(connection, project)
    assert [(str(s.value), s.filename, s.locator, s.quote) for s in conflict.sides] == [
        ("5.2", "audited.pdf", "p.1", "revenue 5.2"),
        ("5.0", "deck.pdf", "p.1", "revenue 5.0"),
    ]
    assert conflict.authority.document == conflict.sides[0].document_id


def test_documents_that_agree_support_each_other(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("deck.pdf", revenue="5.2")
    add("audited.pdf", revenue="5.21", quality="audited")
    known = findings(connection, project)
    (relation,) = relations_of(connection, known["deck.pdf revenue"].id)
    assert (relation.kind, relation.source) == ("SUPPORTS", known["audited.pdf revenue"].id)


def test_a_dismissed_conflict_stays_dismissed_by_whom_and_why_until_undone(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    (conflict,) = list_conflicts(connection, project)
    rule_conflict(connection, project, conflict.id, "dismissed", "Ann", "the deck leaves out Norway")
    add("other.pdf", ebitda="1.1")
    (dismissed,) = list_conflicts(connection, project, EVERY)
    assert dismissed.ruling is not None
    assert (dismissed.status, dismissed.ruling.by_whom, dismissed.ruling.why) == (
        "dismissed", "Ann", "the deck leaves out Norway",
    )  # fmt: skip
    undo_conflict(connection, project, dismissed.id)
    assert clashes(connection, project) == [{"deck.pdf", "accounts.pdf"}]


def test_a_dismissed_conflict_opens_again_when_a_third_document_joins(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    rule_conflict(connection, project, list_conflicts(connection, project)[0].id, "dismissed", "Ann", "known")
    add("mail.pdf", revenue="5.9")
    assert clashes(connection, project) == [{"deck.pdf", "accounts.pdf", "mail.pdf"}]


def test_a_conflict_is_dismissed_only_with_a_reason(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    with pytest.raises(UserError, match="why"):
        rule_conflict(connection, project, list_conflicts(connection, project)[0].id, "dismissed", "Ann", " ")


def test_a_corrected_document_ends_the_conflict_with_the_one_it_replaces(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    add("deck_CORRECTED.pdf", revenue="5.2")
    assert clashes(connection, project, EVERY) == []


def test_a_column_far_from_all_others_is_seen_however_many_documents_show_it(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="36", ebitda="9.3", debt="30", cash="3.6", capex="6.3")
    add("accounts.pdf", revenue="12", ebitda="3.1")
    assert {conflict.status for conflict in list_conflicts(connection, project, EVERY)} == {"open"}
    add("notes.pdf", debt="10", cash="1.2", capex="2.1")
    assert [conflict.status for conflict in list_conflicts(connection, project, EVERY)] == ["explained"] * 5
    remove_document(connection, project, "notes.pdf")
    relate(connection, project)
    assert [conflict.status for conflict in list_conflicts(connection, project, EVERY)] == ["open"] * 2


def test_whose_a_fact_of_nobody_is_may_change_with_any_document(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    """As long as most documents are about Acme, what names nobody is about Acme too."""
    both = {"accounts.pdf", "deck.pdf"}
    add("accounts.pdf", revenue="12.4")
    add("deck.pdf", revenue="11.9", subject="")
    assert clashes(connection, project) == [both]
    add("lease.pdf", rent="3.1", subject="Boreal")
    add("permit.pdf", fee="1.1", subject="Halden")
    assert clashes(connection, project) == []
    remove_document(connection, project, "permit.pdf")
    relate(connection, project)
    assert clashes(connection, project) == [both]

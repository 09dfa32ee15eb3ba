"""Looking facts up."""

import psycopg

from sleuth.store.ledger.lookup import find_fact
from tests.store.ledger.room import Room


def test_a_lookup_answers_with_the_latest_version_and_says_what_it_assumed(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_v2.pdf", revenue="11.9")
    answered = find_fact(connection, project, "revenue")
    assert [fact.finding.filename for fact in answered.lookup.found] == ["report_v2.pdf"]
    assert find_fact(connection, project, "revenue", period="FY2024").lookup.assumptions == ()
    assert find_fact(connection, project, "revenue", period="Q3 2024").lookup.found == ()


def test_a_lookup_prefers_the_weightier_source_and_shows_the_conflict(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0", quality="management")
    add("audited.pdf", revenue="5.2", quality="audited")
    answered = find_fact(connection, project, "revenue")
    assert answered.lookup.found[0].finding.filename == "audited.pdf"
    assert len(answered.conflicts) == 1

"""Conflicts about the terms of agreements in the store: found, kept with both quotes, and ended with their cause."""

import psycopg
import pytest

from sleuth.evidence.source import Page, PageSource, Source, Span
from sleuth.findings.finding import Finding
from sleuth.ingest.relating import keep_portrait, relate
from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger.conflicts import list_conflicts, rule_conflict
from sleuth.store.ledger.findings import save_findings
from tests.documents import store
from tests.store.ledger.room import clashes

LEASE = "Lease Agreement (Acme plc; Rheinau Chemie)"
SUMMARY = "Lease Agreement (Rheinau Chemie)"


def state(connection: psycopg.Connection, project: int, filename: str, subject: str, notice: str, quality: str) -> int:
    """A document that states a notice period, related to the others."""
    text = f"It may be terminated on {notice} notice."
    source = Source(filename, "pdf", PageSource.PRINTED, (Page(1, text, "p.1"),))
    added = store(connection, project, source, identity=f"{filename}{text}", quality=quality)
    start = text.index(notice)
    finding = Finding(
        "notice period", "notice period", Span(1, start, start + len(notice)), "p.1", text, "words: test", subject,
        text=notice, domain="legal",
    )  # fmt: skip
    save_findings(connection, project, added.document.id, [finding], "test")
    keep_portrait(connection, project, added.document.id, source)
    relate(connection, project)
    connection.commit()
    return added.document.id


@pytest.fixture
def disputed(connection: psycopg.Connection, project: int) -> tuple[int, int]:
    """A lease, and a summary that has its notice wrong."""
    lease = state(connection, project, "lease.pdf", LEASE, "twelve months", "filed")
    return lease, state(connection, project, "overview.pdf", SUMMARY, "six months", "unknown")


def test_a_conflict_in_words_is_kept_with_both_quotes_and_what_outranks(
    connection: psycopg.Connection, project: int, disputed: tuple[int, int]
) -> None:
    (conflict,) = list_conflicts(connection, project)
    assert [(side.filename, side.text, side.quote) for side in conflict.sides] == [
        ("lease.pdf", "twelve months", "It may be terminated on twelve months notice."),
        ("overview.pdf", "six months", "It may be terminated on six months notice."),
    ]
    assert conflict.authority.document == disputed[0]


def test_relating_again_changes_nothing(
    connection: psycopg.Connection, project: int, disputed: tuple[int, int]
) -> None:
    (before,) = list_conflicts(connection, project)
    state(connection, project, "other.pdf", "Supply Agreement (Acme plc; Polar)", "two months", "filed")
    assert [conflict.id for conflict in list_conflicts(connection, project)] == [before.id]


def test_what_a_person_dismissed_stays_dismissed(
    connection: psycopg.Connection, project: int, disputed: tuple[int, int]
) -> None:
    (conflict,) = list_conflicts(connection, project)
    rule_conflict(connection, project, conflict.id, "dismissed", "Ann", "the overview is of the old lease")
    state(connection, project, "other.pdf", "Supply Agreement (Acme plc; Polar)", "two months", "filed")
    assert clashes(connection, project) == []
    assert clashes(connection, project, ("dismissed",)) == [{"lease.pdf", "overview.pdf"}]


def test_the_conflict_goes_with_its_document(
    connection: psycopg.Connection, project: int, disputed: tuple[int, int]
) -> None:
    remove_document(connection, project, "overview.pdf")
    relate(connection, project)
    assert list_conflicts(connection, project, ("open", "explained", "dismissed")) == []

"""The stated figure of a project that answers."""

import psycopg
import pytest

from sleuth.findings.asked.answers import Resolution
from sleuth.findings.asked.weighing import Stated
from sleuth.reason.understand.figures import read_query
from sleuth.store.ledger.answers import find_stated
from tests.store.ledger.room import Room


def answer(connection: psycopg.Connection, project: int, asked: str) -> str:
    """The value that answers; why there is none."""
    found = find_stated(connection, project, read_query(asked, "en"))
    return f"{found.fact.value}" if isinstance(found, Stated) else found.missing


def test_the_latest_version_answers_and_what_was_taken_is_said(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_v2.pdf", revenue="11.9")
    assert answer(connection, project, "revenue") == "11.9"
    assert answer(connection, project, "revenue FY2024") == "11.9"
    found = find_stated(connection, project, read_query("revenue", "en"))
    assert isinstance(found, Stated)
    assert found.assumptions == ("FY2024, the latest",)


@pytest.mark.parametrize("asked", ["revenue Q3 2024", "revenue FY2019"])
def test_of_another_time_what_there_is_is_said(
    connection: psycopg.Connection, project: int, add: Room, asked: str
) -> None:
    add("report.pdf", revenue="12.4")
    found = find_stated(connection, project, read_query(asked, "en"))
    assert isinstance(found, Resolution)
    assert found.known
    assert "FY2024" in found.missing


@pytest.mark.parametrize(("other", "quality"), [("deck.pdf", "management"), ("mail.eml", "correspondence")])
def test_the_weightier_source_answers(
    connection: psycopg.Connection, project: int, add: Room, other: str, quality: str
) -> None:
    add(other, revenue="5.0", quality=quality)
    add("audited.pdf", revenue="5.2", quality="audited")
    assert answer(connection, project, "revenue") == "5.2"


def test_of_several_companies_that_of_the_room_answers(connection: psycopg.Connection, project: int, add: Room) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        add(name, revenue="5.2", subject="Acme")
    add("other.pdf", revenue="9.9", subject="Halden", quality="audited")
    assert answer(connection, project, "revenue") == "5.2"

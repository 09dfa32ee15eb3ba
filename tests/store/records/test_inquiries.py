"""What the database itself refuses: statements of inquiries without a page, or without a fitting excerpt."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg.errors import CheckViolation, NotNullViolation, UniqueViolation

from sleuth.store.inquiries.processes import name_process

EXCERPT = "Härmed överlämnas betänkandet Effektivare gränsöverskridande inhämtning"


@pytest.fixture
def process(connection: psycopg.Connection, project: int, add: Callable[..., Any]) -> tuple[int, UUID, int]:
    """Project, process and document."""
    document = add("sou.pdf", "Ett betänkande").document.id
    return project, name_process(connection, project, "ju-2023-04", [document], "ann"), document


def put_event(connection: psycopg.Connection, process: tuple[int, UUID, int], **changes: object) -> None:
    project, process_id, document = process
    row = {
        "project_id": project, "process_id": process_id, "document_id": document, "event_type": "sou_published",
        "event_date": "2024-12-01", "precision": "day", "stated": "1 december 2024", "confidence": "high",
        "made_by": "rules", "source_page": 1, "source_excerpt": EXCERPT, "start": 0, "end": 9,
    } | changes  # fmt: skip
    put(connection, "timeline_events", row)


def put_entity(connection: psycopg.Connection, process: tuple[int, UUID, int], **changes: object) -> None:
    project, _, document = process
    row = {
        "project_id": project, "type": "person", "name": "Anna Svensson", "name_key": "anna svensson",
        "document_id": document, "source_page": 1, "source_excerpt": EXCERPT,
    } | changes  # fmt: skip
    put(connection, "entities", row)


def put(connection: psycopg.Connection, table: str, row: dict[str, object]) -> None:
    columns = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join(["%s"] * len(row))
    connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(row.values()))


@pytest.mark.parametrize("place", [put_event, put_entity])
@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"source_page": 0}, CheckViolation),
        ({"source_page": None}, NotNullViolation),
        ({"source_excerpt": EXCERPT[:49]}, CheckViolation),
        ({"source_excerpt": "x" * 201}, CheckViolation),
        ({"source_excerpt": None}, NotNullViolation),
    ],
)
def test_without_a_page_and_an_excerpt_nothing_is_stored(
    connection: psycopg.Connection,
    process: tuple[int, UUID, int],
    place: Callable[..., None],
    changes: dict[str, object],
    error: type[Exception],
) -> None:
    with pytest.raises(error):
        place(connection, process, **changes)
    connection.rollback()


def test_a_relation_needs_them_too(connection: psycopg.Connection, process: tuple[int, UUID, int]) -> None:
    project, process_id, document = process
    put_entity(connection, process)
    (entity,) = connection.execute("SELECT id FROM entities WHERE project_id = %s", (project,)).fetchone() or (None,)
    row = {
        "project_id": project, "process_id": process_id, "entity_id": entity, "document_id": document,
        "relation": "led_by", "confidence": "high", "made_by": "rules", "source_page": 1, "source_excerpt": "short",
        "start": 0, "end": 9,
    }  # fmt: skip
    with pytest.raises(CheckViolation):
        put(connection, "process_entities", row)
    connection.rollback()


def test_a_month_is_stored_as_its_first_day_or_not_at_all(
    connection: psycopg.Connection, process: tuple[int, UUID, int]
) -> None:
    put_event(connection, process, precision="month")
    with pytest.raises(CheckViolation):
        put_event(connection, process, precision="month", event_date="2024-12-05", subject="other")
    connection.rollback()


def test_one_event_of_a_document_is_stored_once(connection: psycopg.Connection, process: tuple[int, UUID, int]) -> None:
    put_event(connection, process)
    with pytest.raises(UniqueViolation):
        put_event(connection, process)
    connection.rollback()

"""Pages: a document's text and where each character of it stands, as stored and as read back."""

from collections.abc import Sequence
from typing import NamedTuple

import psycopg
from psycopg.rows import class_row

from sleuth.evidence.source import Page
from sleuth.store.layout import pack_layout, unpack_layout
from sleuth.store.names import storable


class Place(NamedTuple):
    """Where an offset of the document's text stands: the page, and the offset in that page's text."""

    page: int  # 1-based
    offset: int


class _Row(NamedTuple):
    number: int
    text: str
    label: str
    width: float
    height: float
    layout: bytes


def insert_pages(connection: psycopg.Connection, project_id: int, document_id: int, pages: Sequence[Page]) -> None:
    """Store a new document's pages; in its text they are joined by one line break."""
    starts, at = [], 0
    for page in pages:
        starts.append(at)
        at += len(page.text) + 1
    connection.execute(
        """
        INSERT INTO pages (project_id, document_id, number, start, label, text, width, height, layout)
        SELECT %s, %s, page.*
        FROM unnest(%s::int[], %s::int[], %s::text[], %s::text[], %s::float8[], %s::float8[], %b::bytea[]) AS page
        """,
        (
            project_id,
            document_id,
            [page.number for page in pages],
            starts,
            [storable(page.label) for page in pages],
            [storable(page.text) for page in pages],
            [float(page.width) for page in pages],
            [float(page.height) for page in pages],
            [pack_layout(page) for page in pages],
        ),
    )


def load_pages(
    connection: psycopg.Connection, document_id: int, numbers: Sequence[int] | None = None
) -> tuple[Page, ...]:
    """The pages of these numbers (default: all) in order; numbers that the document lacks are left out."""
    with connection.cursor(row_factory=class_row(_Row), binary=True) as cursor:
        rows = cursor.execute(
            """
            SELECT number, text, label, width, height, layout FROM pages
            WHERE document_id = %s AND (%s::int[] IS NULL OR number = ANY(%s::int[]))
            ORDER BY number
            """,
            (document_id, *[numbers if numbers is None else list(numbers)] * 2),
        ).fetchall()
    return tuple(Page(*row[:5], *unpack_layout(row.layout)) for row in rows)


def document_text(connection: psycopg.Connection, document_id: int) -> str:
    """The document's text, of which passages are slices: its pages joined by one line break."""
    rows = connection.execute("SELECT text FROM pages WHERE document_id = %s ORDER BY number", (document_id,))
    return "\n".join(text for (text,) in rows)


def places(connection: psycopg.Connection, document_id: int, offsets: Sequence[int]) -> list[Place]:
    """Where each offset of the document's text stands; a line break between pages belongs to the earlier page."""
    rows = connection.execute(
        """
        SELECT page.number, given.offset - page.start
        FROM unnest(%s::int[]) WITH ORDINALITY AS given("offset", rank)
        CROSS JOIN LATERAL (
            SELECT number, start FROM pages WHERE document_id = %s AND start <= given.offset
            ORDER BY number DESC LIMIT 1
        ) AS page
        ORDER BY rank
        """,
        (list(offsets), document_id),
    )
    return [Place(*row) for row in rows]

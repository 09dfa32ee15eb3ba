"""Pages: a document's text and where each character of it stands, as stored and as read back."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import psycopg
from psycopg.rows import class_row

from sleuth.evidence.source import Page, Span
from sleuth.store.documents.layout import pack_layout, unpack_layout
from sleuth.store.names import storable
from sleuth.store.rows import column


class Stretch(NamedTuple):
    """Characters `start` (inclusive) to `end` (exclusive) of a document's text, the first of them on `page`."""

    document_id: int
    page: int  # 1-based
    start: int
    end: int


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


def pages_saying(
    connection: psycopg.Connection, documents: Sequence[int], patterns: Sequence[str]
) -> list[tuple[int, int]]:
    """The (document, page number) pairs that match all patterns, in their text, label, filename or title.

    The patterns are regular expressions for text in small letters.
    """
    rows = connection.execute(
        """
        SELECT document_id, number FROM pages JOIN documents ON documents.id = document_id
        WHERE document_id = ANY(%s)
          AND lower(concat_ws(' ', filename, title, pages.label, text)) ~ ALL(%s::text[])
        ORDER BY document_id, number
        """,
        (list(documents), list(patterns)),
    )
    return [(document_id, number) for document_id, number in rows]


def written_small(connection: psycopg.Connection, documents: Sequence[int], words: Sequence[str]) -> set[str]:
    """Those of some words in small letters that a page of these documents writes so, apart from addresses and links."""
    rows = connection.execute(
        """
        SELECT word FROM unnest(%s::text[]) AS word
        WHERE EXISTS (
            SELECT FROM pages WHERE document_id = ANY(%s)
            AND text ~ ('(^|[^[:alnum:]@./_-])' || word || '($|[^[:alnum:]@/_-])')
        )
        """,
        (list(words), list(documents)),
    )
    return {word for (word,) in rows}


def stretches_with(connection: psycopg.Connection, documents: Sequence[int], words: Sequence[str]) -> list[str]:
    """Where pages of these documents first write each of some words: at most 30 characters before it and 40 behind."""
    rows = connection.execute(
        """
        SELECT DISTINCT substring(text FROM ('[^\n]{0,30}\\m' || word || '\\M[^\n]{0,40}'))
        FROM unnest(%s::text[]) AS word JOIN pages ON document_id = ANY(%s) AND text ~ ('\\m' || word || '\\M')
        """,
        (list(words), list(documents)),
    )
    return [text for (text,) in rows if text]


def document_text(connection: psycopg.Connection, document_id: int) -> str:
    """The document's text, of which passages are slices: its pages joined by one line break."""
    return "\n".join(
        column(connection, "SELECT text FROM pages WHERE document_id = %s ORDER BY number", (document_id,))
    )


def on_pages(connection: psycopg.Connection, stretches: Sequence[Stretch]) -> list[list[Span]]:
    """Each stretch page by page, in the pages' own texts: it may run over a page's end, and the line break there."""
    rows = connection.execute(
        """
        SELECT rank, number, pages.start
        FROM unnest(%s::bigint[], %s::int[], %s::int[]) WITH ORDINALITY AS given(document, page, "end", rank)
        JOIN pages ON document_id = document AND number >= page AND pages.start <= given."end"
        ORDER BY rank, number
        """,
        ([s.document_id for s in stretches], [s.page for s in stretches], [s.end for s in stretches]),
    ).fetchall()
    begun: list[list[tuple[int, int]]] = [[] for _ in stretches]
    for rank, number, start in rows:
        begun[rank - 1].append((number, start))
    return [list(_spans(stretch, pages)) for stretch, pages in zip(stretches, begun, strict=True)]


def _spans(stretch: Stretch, pages: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """`pages` are the numbers and starts of those that the stretch reaches."""
    ends = [following - 1 for _, following in pages[1:]] + [stretch.end]
    for (number, start), end in zip(pages, ends, strict=True):
        if max(stretch.start, start) < end:
            yield Span(number, max(stretch.start, start) - start, end - start)

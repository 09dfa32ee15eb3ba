"""How a Source travels from the child process that read the file: plain data, so that nothing in it can run."""

from array import array
from collections.abc import Sequence
from typing import Any

import msgpack

from sleuth.evidence.source import Anchor, Page, PageSource, Problem, Source, Table, Words


def pack(source: Source) -> bytes:
    """A Source as bytes."""
    packed: bytes = msgpack.packb(
        [
            source.filename,
            source.kind,
            source.page_source.value,
            [_page_out(page) for page in source.pages],
            source.title,
            dict(source.metadata),
            [[problem.reason, problem.page] for problem in source.problems],
        ],
        unicode_errors="surrogatepass",  # a file's name need not be UTF-8
    )
    return packed


def unpack(data: bytes) -> Source:
    """The Source in the bytes. Raises ValueError on anything else: the child may have been taken over by its file."""
    try:
        filename, kind, page_source, pages, title, metadata, problems = msgpack.unpackb(
            data,
            strict_map_key=False,
            use_list=False,
            unicode_errors="surrogatepass",
        )
        return Source(
            filename,
            kind,
            PageSource(page_source),
            tuple(_page_in(page) for page in pages),
            title,
            metadata,
            tuple(Problem(reason, page) for reason, page in problems),
        )
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
        raise ValueError(f"not a packed source: {error}") from error


def _page_out(page: Page) -> list[Any]:
    words = page.words and [page.words.spans.tobytes(), page.words.boxes.tobytes(), page.words.owner.tobytes()]
    offsets = array("I", [offset for anchor in page.anchors for offset in (anchor.start, anchor.end)])
    addresses = [anchor.address for anchor in page.anchors]
    tables = [_table_out(table) for table in page.tables]
    return [page.number, page.text, page.label, page.width, page.height, words, offsets.tobytes(), addresses, tables]


def _page_in(packed: Sequence[Any]) -> Page:
    number, text, label, width, height, words, offsets, addresses, tables = packed
    spans = _array("I", offsets)
    anchors = tuple(map(Anchor, spans[0::2], spans[1::2], addresses))
    return Page(
        number,
        text,
        label,
        width,
        height,
        Words(_array("I", words[0]), _array("f", words[1]), _array("I", words[2])) if words else None,
        anchors,
        tuple(_table_in(table) for table in tables),
    )


def _table_out(table: Table) -> list[Any]:
    return [table.caption, dict(table.row_paths), dict(table.column_paths), table.grid.tobytes()]


def _table_in(packed: Sequence[Any]) -> Table:
    caption, row_paths, column_paths, grid = packed
    return Table(caption, row_paths, column_paths, _array("I", grid))


def _array(typecode: str, data: bytes) -> "array[Any]":
    values: array[Any] = array(typecode)
    values.frombytes(data)
    return values

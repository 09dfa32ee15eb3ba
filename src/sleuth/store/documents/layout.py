"""Pages and whole Sources as bytes: compact, versioned, and never more than data, whoever wrote them.

The first byte is the version. A layout (what the store keeps beside a page's text) is zlib over MessagePack; a Source
(what the reading child sends its parent) is MessagePack alone. Arrays are 4-byte values, little endian; in a layout
their bytes lie apart, the first bytes of all records, then the second bytes and so on: zlib makes half as much of it.
"""

import sys
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgpack

from sleuth.errors import StoreError
from sleuth.evidence.source import Anchor, Page, PageSource, Problem, Source, Table, Words

_LAYOUT, _SOURCE = b"\x01", b"\x81"
_LARGEST_LAYOUT = 256 * 1024**2  # bytes when unpacked; a million-cell sheet takes some 40 MB
_SWAP = sys.byteorder == "big"
_WORD, _BOX, _OWNER, _ANCHOR, _CELL = 8, 16, 4, 8, 16  # bytes of a record of each array
_T = TypeVar("_T")
_Order = Callable[[bytes, int], bytes]  # how the bytes of an array lie, given the size of its records


class Layout(NamedTuple):
    """What stands on a page beside its text."""

    words: Words | None = None
    anchors: tuple[Anchor, ...] = ()
    tables: tuple[Table, ...] = ()


def pack_layout(page: Page) -> bytes:
    """The words, anchors and tables of a page."""
    return _LAYOUT + zlib.compress(_packed(_layout_out(page, _lay_apart)), level=1)


def unpack_layout(data: bytes) -> Layout:
    """What pack_layout packed. Raises StoreError on any other bytes."""
    return _guarded(_layout_bytes_in, data, "page layout")


def pack_source(source: Source) -> bytes:
    """A whole Source, to be sent to another process."""
    return _SOURCE + _packed(
        [
            source.filename,
            source.kind,
            source.page_source.value,
            [_page_out(page) for page in source.pages],
            source.title,
            dict(source.metadata),
            [[problem.reason, problem.page] for problem in source.problems],
        ]
    )


def unpack_source(data: bytes) -> Source:
    """What pack_source packed. Raises StoreError on any other bytes."""
    return _guarded(_source_in, data, "source")


def _guarded(unpack: Callable[[bytes], _T], data: bytes, what: str) -> _T:
    try:
        return unpack(bytes(data))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, msgpack.UnpackException) as error:
        raise StoreError(f"A stored {what} cannot be read ({error}). Remove the document and add it again.") from error


def _layout_bytes_in(data: bytes) -> Layout:
    _expect(data[:1] == _LAYOUT, f"unknown version {data[:1]!r}")
    inflater = zlib.decompressobj()
    try:
        unpacked = inflater.decompress(data[1:], _LARGEST_LAYOUT)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    _expect(inflater.eof and not inflater.unused_data, "cut off, too large or trailed by other bytes")
    return _layout_in(_unpacked(unpacked), _lay_together)


def _source_in(data: bytes) -> Source:
    _expect(data[:1] == _SOURCE, f"unknown version {data[:1]!r}")
    filename, kind, page_source, pages, title, metadata, problems = _unpacked(data[1:])
    return Source(
        _text(filename),
        _text(kind),
        PageSource(page_source),
        tuple(map(_page_in, pages)),
        _text(title),
        {_text(key): _text(value) for key, value in metadata.items()},
        tuple(Problem(_text(reason), None if page is None else _whole(page)) for reason, page in problems),
    )


def _page_out(page: Page) -> list[Any]:
    return [page.number, page.text, page.label, page.width, page.height, *_layout_out(page, _as_is)]


def _page_in(packed: Sequence[Any]) -> Page:
    number, text, label, width, height, *layout = packed
    _expect(isinstance(width, float | int) and isinstance(height, float | int), "a size that is no number")
    return Page(_whole(number), _text(text), _text(label), width, height, *_layout_in(layout, _as_is))


def _layout_out(page: Page, order: _Order) -> list[Any]:
    edges = array("I", [edge for anchor in page.anchors for edge in (anchor.start, anchor.end)])
    return [
        page.words and _words_out(page.words, order),
        order(_bytes(edges), _ANCHOR),
        [anchor.address for anchor in page.anchors],
        [_table_out(table, order) for table in page.tables],
    ]


def _layout_in(packed: Sequence[Any], order: _Order) -> Layout:
    words, edges, addresses, tables = packed
    return Layout(
        None if words is None else _words_in(words, order),
        _anchors_in(order(edges, _ANCHOR), addresses),
        tuple(_table_in(table, order) for table in tables),
    )


def _words_out(words: Words, order: _Order) -> list[bytes]:
    return [order(_bytes(words.spans), _WORD), order(_bytes(words.boxes), _BOX), order(_bytes(words.owner), _OWNER)]


def _words_in(packed: Sequence[Any], order: _Order) -> Words:
    spans, boxes, owner = packed
    words = Words(_array("I", order(spans, _WORD)), _array("f", order(boxes, _BOX)), _array("I", order(owner, _OWNER)))
    _expect(len(words.spans) % 2 == 0 and len(words.boxes) == 4 * len(words.owner), "words that do not fit their boxes")
    _expect(not words.owner or 2 * max(words.owner) < len(words.spans), "a box of no word")
    return words


def _anchors_in(edges: bytes, addresses: Sequence[str]) -> tuple[Anchor, ...]:
    values = _array("I", edges)
    _expect(len(values) == 2 * len(addresses), "anchors that do not fit their addresses")
    return tuple(map(Anchor, values[0::2], values[1::2], map(_text, addresses)))


def _table_out(table: Table, order: _Order) -> list[Any]:
    return [table.caption, dict(table.row_paths), dict(table.column_paths), order(_bytes(table.grid), _CELL)]


def _table_in(packed: Sequence[Any], order: _Order) -> Table:
    caption, row_paths, column_paths, grid = packed
    cells = _array("I", order(grid, _CELL))
    _expect(len(cells) % 4 == 0, "a cell cut off")
    return Table(_text(caption), _paths(row_paths), _paths(column_paths), cells)


def _paths(packed: Mapping[Any, Any]) -> dict[int, tuple[str, ...]]:
    return {_whole(line): tuple(map(_text, path)) for line, path in packed.items()}


def _packed(value: Any) -> bytes:
    packed: bytes = msgpack.packb(value, unicode_errors="surrogatepass")  # a file's name need not be UTF-8
    return packed


def _unpacked(data: bytes) -> Any:
    return msgpack.unpackb(data, strict_map_key=False, use_list=False, unicode_errors="surrogatepass")


def _as_is(data: bytes, record: int) -> bytes:
    return data


def _lay_apart(data: bytes, record: int) -> bytes:
    return b"".join(data[place::record] for place in range(record))


def _lay_together(data: bytes, record: int) -> bytes:
    _expect(isinstance(data, bytes) and len(data) % record == 0, "an array cut off")
    together, count = bytearray(len(data)), len(data) // record
    for place in range(record):
        together[place::record] = data[place * count : (place + 1) * count]
    return bytes(together)


def _bytes(values: "array[Any]") -> bytes:
    if _SWAP:
        values = values[:]
        values.byteswap()
    return values.tobytes()


def _array(typecode: str, data: bytes) -> "array[Any]":
    _expect(isinstance(data, bytes), "something else than an array")
    values: array[Any] = array(typecode)
    values.frombytes(data)
    if _SWAP:
        values.byteswap()
    return values


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} in place of text")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{type(value).__name__} in place of a whole number")
    return value


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)

"""Pages and Sources survive the way through bytes, and bytes that are something else are refused."""

import zlib
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.errors import StoreError
from sleuth.evidence.source import Anchor, Page, PageSource, Problem, Source, Table, Words
from sleuth.store.documents.layout import Layout, pack_layout, pack_source, unpack_layout, unpack_source

offsets = st.integers(0, 2**32 - 1)
names = st.text(st.characters(), max_size=20)  # lone surrogates included: a file's name need not be UTF-8
paths = st.dictionaries(st.integers(0, 99), st.lists(names, max_size=3).map(tuple), max_size=3)


@st.composite
def words(draw: st.DrawFn) -> Words:
    spans = draw(st.lists(st.tuples(offsets, offsets), min_size=1, max_size=20))
    owner = draw(st.lists(st.integers(0, len(spans) - 1), max_size=20))
    boxes = draw(st.lists(st.floats(width=32, allow_nan=False), min_size=4 * len(owner), max_size=4 * len(owner)))
    return Words(array("I", [edge for span in spans for edge in span]), array("f", boxes), array("I", owner))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    cells = draw(st.lists(st.tuples(offsets, offsets, offsets, offsets), max_size=10))
    grid = array("I", [value for cell in cells for value in cell])
    return Table(draw(names), draw(paths), draw(paths), grid)


pages = st.builds(
    Page,
    number=st.integers(1, 10_000),
    text=names,
    label=names,
    width=st.floats(0, 1e6),
    height=st.floats(0, 1e6),
    words=st.none() | words(),
    anchors=st.lists(st.builds(Anchor, offsets, offsets, names), max_size=5).map(tuple),
    tables=st.lists(tables(), max_size=2).map(tuple),
)
sources = st.builds(
    Source,
    filename=names,
    kind=st.sampled_from(["pdf", "xlsx", "eml"]),
    page_source=st.sampled_from(PageSource),
    pages=st.lists(pages, max_size=4).map(tuple),
    title=names,
    metadata=st.dictionaries(names, names, max_size=3),
    problems=st.lists(st.builds(Problem, names, st.none() | st.integers(1, 99)), max_size=3).map(tuple),
)


@settings(max_examples=40, deadline=None)
@given(sources)
def test_a_source_comes_back_as_it_went(source: Source) -> None:
    assert unpack_source(pack_source(source)) == source


@settings(max_examples=40, deadline=None)
@given(pages)
def test_a_layout_comes_back_as_it_went(page: Page) -> None:
    assert unpack_layout(pack_layout(page)) == Layout(page.words, page.anchors, page.tables)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([b"", b"\x01", b"\x81"]))
def test_foreign_bytes_are_refused(noise: bytes, version: bytes) -> None:
    for unpack in (unpack_layout, unpack_source):
        with pytest.raises(StoreError, match="add it again"):
            unpack(version + noise)


@settings(max_examples=40, deadline=None)
@given(sources, st.data())
def test_a_damaged_source_is_refused_or_still_a_source(source: Source, data: st.DataObject) -> None:
    packed = bytearray(pack_source(source))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        damaged = unpack_source(bytes(packed))
    except StoreError:
        return
    for page in damaged.pages:  # whatever came out can be used without surprise
        assert isinstance(page.text, str)
        if page.words:
            page.words.boxes_of(0, 10**6)


@settings(max_examples=40, deadline=None)
@given(pages, st.data())
def test_a_layout_cut_short_is_refused(page: Page, data: st.DataObject) -> None:
    packed = pack_layout(page)
    with pytest.raises(StoreError):
        unpack_layout(packed[: data.draw(st.integers(0, len(packed) - 1))])


def test_a_box_of_a_word_that_does_not_exist_is_refused() -> None:
    page = Page(1, "one", "p.1", words=Words(array("I", [0, 3]), array("f", [0, 0, 9, 9]), array("I", [7])))
    with pytest.raises(StoreError, match="a box of no word"):
        unpack_layout(pack_layout(page))


def test_bytes_that_inflate_without_end_are_refused_early() -> None:
    squeezer = zlib.compressobj(1)
    squeezed = b"".join(squeezer.compress(bytes(2**20)) for _ in range(257)) + squeezer.flush()
    with pytest.raises(StoreError, match="too large"):
        unpack_layout(b"\x01" + squeezed)

"""The text of a PDF page as PDFium orders it, one code point a character, and where each word stands on the page."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as pdfium

from sleuth.ingest.readers.pdf_repeats import Repeat, left_out
from sleuth.ingest.readers.pdfium import (
    Geometry,
    Handle,
    UnreadableError,
    address,
    are_stroked_boxes,
    bounds_of,
    geometry,
    objects_of,
)
from sleuth.ingest.readers.tables.header_columns import Rule
from sleuth.ingest.readers.tables.ruled import Stroke

HYPHEN = "\ufffe"  # PDFium's mark for a hyphen at the end of a line; it swallows the line end that follows
_HYPHEN = ord(HYPHEN)
_GENERATED_HYPHEN = 2  # what the same hyphen is when asked for by character
_LEAST_EXTENT = 0.01  # points: PDFium's loose boxes of turned text have no area
_THICKEST_RULE = 2.6  # points
_SHORTEST_RULE = 8.0
_MOST_PATHS = 5_000  # a drawing of more is no table
_MOST_CODES = 0x110000
_NO_BOXES = np.zeros((0, 4))

# One call from C to C a box, without leaving the interpreter's lock: PDFium has no other guard.
_Box = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_Code = ctypes.PYFUNCTYPE(ctypes.c_uint, ctypes.c_void_p, ctypes.c_int)
_TightBox = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, *[ctypes.c_void_p] * 4)


_loose_box = _Box(address(pdfium.FPDFText_GetLooseCharBox))
_tight_box = _TightBox(address(pdfium.FPDFText_GetCharBox))
_code_of = _Code(address(pdfium.FPDFText_GetUnicode))

Codes = npt.NDArray[np.uint32]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page before its line-end hyphens are judged. Pieces are words, or parts of words cut at a line end."""

    text: str  # holds HYPHEN where a line ended with one
    starts: Indices  # of each piece, in `text`
    ends: Indices
    boxes: npt.NDArray[np.float64]  # x0, y0, x1, y1 of each piece, displayed
    rules: tuple[Rule, ...]  # the horizontal lines drawn on the page
    uprights: tuple[Stroke, ...]  # … and the vertical ones
    geometry: Geometry


def read_page(page: Handle) -> RawPage:
    """Text and boxes of an open page. Raises UnreadableError."""
    shape = geometry(page)
    texts, paths = objects_of(page, pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_PATH)
    handle = pdfium.FPDFText_LoadPage(page)
    if not handle:
        raise UnreadableError("its text is damaged.", "Get another copy of the file.")
    try:
        codes = _codes(handle)
        at = _order(codes, left_out(handle, texts, len(codes)))
        kept = codes[at]
        starts, ends = _pieces(kept)
        boxes = _boxes(address(handle), at[starts], at[ends - 1])
        drawn = _drawn(paths[:_MOST_PATHS], shape) if paths else _NO_BOXES
        text = _decoded(kept)
        return RawPage(text, starts, ends, shape.displayed(boxes), _rules(drawn), _uprights(drawn), shape)
    finally:
        pdfium.FPDFText_ClosePage(handle)


def _order(codes: Codes, repeats: Sequence[Repeat]) -> Indices:
    """Which of PDFium's characters make the text, in order: those with a code, and again those left out as repeats."""
    gaps = [letter.of + 1 for letter in repeats if letter.closes_up]
    codes[gaps] = 0
    at = np.flatnonzero(codes)
    again = np.array([letter.of for letter in repeats if codes[letter.of]], np.int64)
    return np.sort(np.append(at, again)) if len(again) else at


def _codes(handle: Handle) -> Codes:
    """A code point for each of PDFium's characters; 0 where it has none to keep."""
    count = pdfium.FPDFText_CountChars(handle)
    if count <= 0:
        return np.zeros(0, np.uint32)
    buffer = np.zeros(count + 1, np.uint16)
    written = pdfium.FPDFText_GetText(handle, 0, count, buffer.ctypes.data_as(ctypes.POINTER(ctypes.c_ushort)))
    if written - 1 == count:
        codes = buffer[:-1].astype(np.uint32)
    else:  # PDFium leaves control characters out of its text: only asking one by one keeps text and boxes together
        place = address(handle)
        codes = np.fromiter(map(_code_of, repeat(place), range(count)), np.uint32, count)
        codes[codes == _GENERATED_HYPHEN] = _HYPHEN
    return _storable(codes)


def _storable(codes: Codes) -> Codes:
    """Surrogate pairs joined; what no text may hold (NUL, controls, lone surrogates, non-characters) made 0."""
    if ((codes >> 11) == 0x1B).any():
        high, low = (codes >> 10) == 0x36, (codes >> 10) == 0x37
        pair = np.flatnonzero(high[:-1] & low[1:])
        codes[pair] = 0x10000 + ((codes[pair] & 0x3FF) << 10) + (codes[pair + 1] & 0x3FF)
        codes[pair + 1] = 0
    codes[_CLASS[np.minimum(codes, _MOST_CODES)] == _DROPPED] = 0
    return codes


def _drawn(paths: Sequence[int], shape: Geometry) -> npt.NDArray[np.float64]:
    """The boxes of what is drawn; of an outlined box, as drawn around a cell, those of its four sides."""
    boxes = shape.displayed(bounds_of(paths))
    large = (boxes[:, 2:] - boxes[:, :2] >= _THICKEST_RULE).all(axis=1)
    at = np.flatnonzero(large)
    outlined = boxes[at[are_stroked_boxes([paths[index] for index in at.tolist()])]] if len(at) else _NO_BOXES
    sides = [outlined[:, [0, 1, 2, 1]], outlined[:, [0, 3, 2, 3]], outlined[:, [0, 1, 0, 3]], outlined[:, [2, 1, 2, 3]]]
    return np.vstack([boxes[~large], *sides])


def _rules(boxes: npt.NDArray[np.float64]) -> tuple[Rule, ...]:
    """Thin flat shapes: the lines under headers and totals."""
    thin = boxes[boxes[:, 3] - boxes[:, 1] < _THICKEST_RULE]
    return tuple(Rule(one.start, one.end, one.at) for one in _strokes(thin, along=0))


def _uprights(boxes: npt.NDArray[np.float64]) -> tuple[Stroke, ...]:
    """Thin high shapes: the lines between the columns of a drawn table."""
    thin = boxes[boxes[:, 2] - boxes[:, 0] < _THICKEST_RULE]
    return _strokes(thin, along=1)


def _strokes(boxes: npt.NDArray[np.float64], along: int) -> tuple[Stroke, ...]:
    """Lines along the page's width (0) or height (1). Pieces of one line are joined."""
    across = 1 - along
    found: list[Stroke] = []
    for box in sorted(boxes.tolist(), key=lambda box: (round(box[across]), box[along])):
        at, start, end = (box[across] + box[across + 2]) / 2, box[along], box[along + 2]
        if found and abs(found[-1].at - at) < 1 and found[-1].start <= start < found[-1].end + 1:
            found[-1] = found[-1]._replace(end=max(end, found[-1].end))
        else:
            found.append(Stroke(at, start, end))
    return tuple(stroke for stroke in found if stroke.end - stroke.start > _SHORTEST_RULE)


_DROPPED, _SPACE, _INK = 0, 1, 2


def _classes() -> npt.NDArray[np.uint8]:
    """What each code point is to us."""
    classes = np.full(_MOST_CODES + 1, _INK, np.uint8)
    classes[:0x20] = classes[0x7F:0xA0] = classes[0xD800:0xE000] = classes[0xFDD0:0xFDF0] = _DROPPED
    classes[0xFFFE::0x10000] = classes[0xFFFF::0x10000] = classes[_MOST_CODES] = _DROPPED
    classes[[0xFEFF, 0x200B]] = _DROPPED
    classes[_HYPHEN] = _INK
    spaces = (0x09, 0x0A, 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
    classes[list(spaces)] = _SPACE
    return classes


_CLASS = _classes()


def _pieces(codes: Codes) -> tuple[Indices, Indices]:
    """Where runs of ink begin and end (exclusive); a run also ends after a line-end hyphen."""
    ink = np.zeros(len(codes) + 2, np.bool_)
    ink[1:-1] = _CLASS[codes] == _INK
    starts, ends = np.flatnonzero(ink[1:-1] > ink[:-2]), np.flatnonzero(ink[1:-1] > ink[2:]) + 1
    cuts = np.flatnonzero(codes == _HYPHEN) + 1
    cuts = cuts[ink[cuts + 1]]  # only where the word goes on
    if len(cuts):
        starts, ends = np.sort(np.append(starts, cuts)), np.sort(np.append(ends, cuts))
    return starts, ends


def _decoded(codes: Codes) -> str:
    text = codes.astype("<u4").tobytes().decode("utf-32-le")
    return text.replace("\u2028", "\n").replace("\u2029", "\n").replace("\x85", "\n")


def _boxes(handle: int, first: Indices, last: Indices) -> npt.NDArray[np.float64]:
    """The box of each piece in user space: its first and last characters span it.

    Two calls a word instead of one a character cost a third of the time.
    """
    wanted = np.stack([first, last], axis=1).ravel()
    corners = np.zeros((len(wanted), 4), np.float32)
    addresses = range(corners.ctypes.data, corners.ctypes.data + corners.nbytes, 16)
    list(map(_loose_box, repeat(handle), wanted.tolist(), addresses))
    boxes = corners.astype(np.float64)
    flat = (np.abs(boxes[:, :2] - boxes[:, 2:]) < _LEAST_EXTENT).any(axis=1)
    for index in np.flatnonzero(flat).tolist():
        boxes[index] = _tight(handle, int(wanted[index]))
    pairs = boxes.reshape(-1, 2, 4)
    low = np.minimum(pairs[:, :, :2], pairs[:, :, 2:]).min(axis=1)
    high = np.maximum(pairs[:, :, :2], pairs[:, :, 2:]).max(axis=1)
    return np.hstack([low, high])


def _tight(handle: int, index: int) -> tuple[float, ...]:
    """The box of a character's ink."""
    sides = np.zeros(4, np.float64)  # left, right, bottom, top
    left = sides.ctypes.data
    _tight_box(handle, index, left, left + 8, left + 16, left + 24)
    return tuple(sides[[0, 3, 1, 2]].tolist())

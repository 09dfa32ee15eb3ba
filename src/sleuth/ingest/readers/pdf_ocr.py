"""Text of pages that are only images, read by the optional extra [ocr], with the box of each word."""

import ctypes
import struct
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as pdfium

from sleuth.ingest.readers.pdf_text import RawPage
from sleuth.ingest.readers.pdfium import Geometry, Handle, UnreadableError, geometry

_PACKAGE = "faster_paddle"
_MODEL = "small"  # comes with the package; "medium" would be downloaded
_DPI = 200
_MOST_PIXELS = 40_000_000  # a page larger than A2 at 200 dpi is rendered smaller
_SURE = 0.5  # of 1: what the engine is less sure of is no text


class _Segment(NamedTuple):
    """A stretch of text on one line, in points on the displayed page."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


def is_available() -> bool:
    """Whether the extra is installed."""
    return find_spec(_PACKAGE) is not None


def read_scan(page: Handle) -> RawPage:
    """What can be read on a page's image. Raises UnreadableError where it cannot be rendered."""
    shape = geometry(page)
    scale = min(_DPI / 72, (_MOST_PIXELS / (shape.width * shape.height)) ** 0.5)
    found = _engine().ocr(_rendered(page, shape, scale))["bounds"].values()
    segments = [_segment(each, scale) for each in found if each["confidence"] >= _SURE and each["text"].strip()]
    return _page(_lines(segments), shape)


@cache
def _engine() -> Any:
    from faster_paddle import OcrEngine

    return OcrEngine(_MODEL)


def _rendered(page: Handle, shape: Geometry, scale: float) -> bytes:
    """The page as a bitmap file."""
    width, height = max(1, round(shape.width * scale)), max(1, round(shape.height * scale))
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRx, None, 0)
    if not bitmap:
        raise UnreadableError("it is too large to render.", "Print the file to a new PDF.")
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_ANNOT)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        pixels = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    # A negative height says that the first row is the top one.
    header = struct.pack("<IiiHHIIiiII", 40, stride // 4, -height, 1, 32, 0, len(pixels), 0, 0, 0, 0)
    return struct.pack("<2sIHHI", b"BM", 54 + len(pixels), 0, 0, 54) + header + pixels


def _segment(found: dict[str, Any], scale: float) -> _Segment:
    (left, top), (right, bottom) = found["topLeftCoord"], found["bottomRightCoord"]
    return _Segment(left / scale, top / scale, right / scale, bottom / scale, " ".join(found["text"].split()))


def _lines(segments: list[_Segment]) -> list[list[_Segment]]:
    """Segments by visual line, from top to bottom and from left to right."""
    lines: list[list[_Segment]] = []
    for segment in sorted(segments, key=lambda each: each.y0 + each.y1):
        middle = (segment.y0 + segment.y1) / 2
        if lines and lines[-1][0].y0 < middle < lines[-1][0].y1:
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return [sorted(line) for line in lines]


def _page(lines: list[list[_Segment]], shape: Geometry) -> RawPage:
    """The page's text; a word's box is its share of its segment's."""
    parts: list[str] = []
    starts, ends, boxes, at = [], [], [], 0
    for line in lines:
        for segment in line:
            pitch = (segment.x1 - segment.x0) / len(segment.text)
            place = 0
            for word in segment.text.split(" "):
                starts.append(at + place)
                ends.append(at + place + len(word))
                x0 = segment.x0 + place * pitch
                boxes.append((x0, segment.y0, x0 + len(word) * pitch, segment.y1))
                place += len(word) + 1
            parts.append(segment.text + ("\n" if segment is line[-1] else " "))
            at += len(parts[-1])
    corners = np.array(boxes, np.float64).reshape(-1, 4)
    return RawPage("".join(parts), np.array(starts, np.int64), np.array(ends, np.int64), corners, (), (), shape)

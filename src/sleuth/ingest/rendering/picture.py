"""A page of a PDF as a picture, boxes of it marked as with a marker pen."""

import ctypes
import struct
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as pdfium

from sleuth.evidence.source import Box
from sleuth.ingest.readers.pdfium import Handle, geometry, open_document, open_page

Pixels = npt.NDArray[np.uint8]  # height × width × 3: red, green, blue
_SCALE = 2.0  # pixels a point: 144 to the inch
_LONGEST_SIDE = 4_000  # pixels
_WHITE = 0xFFFFFFFF
_MARKER = np.array([255, 226, 64], dtype=np.uint16)  # what white paper becomes; black letters stay black
_MARGIN = 1.5  # points around a box
_BYTES_A_PIXEL = 4


def draw_page(data: bytes, number: int, marks: Sequence[Box]) -> bytes:
    """A PNG of a page, 1-based, with boxes of the displayed page (points from its top left corner) marked.

    Raises UnreadableError where PDFium cannot open the document or the page.
    """
    with open_document(data) as document, open_page(document, number - 1) as page:
        size = geometry(page)
        scale = min(_SCALE, _LONGEST_SIDE / max(size.width, size.height))
        pixels = _render(page, max(1, round(size.width * scale)), max(1, round(size.height * scale)))
    marked = _marked(pixels, [_scaled(box, scale) for box in marks])
    return encode_png(marked)


def encode_png(pixels: Pixels) -> bytes:
    """A PNG of these pixels."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + width * 3), dtype=np.uint8)  # each row after the number of its filter: none
    rows[:, 1:] = pixels.reshape(height, width * 3)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # eight bits of red, green and blue
    chunks = [_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _render(page: Handle, width: int, height: int) -> Pixels:
    bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_ANNOT)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        buffer = ctypes.cast(pdfium.FPDFBitmap_GetBuffer(bitmap), ctypes.POINTER(ctypes.c_ubyte * (stride * height)))
        rows = np.frombuffer(buffer.contents, dtype=np.uint8).reshape(height, stride)
        blue_green_red = rows[:, : width * _BYTES_A_PIXEL].reshape(height, width, _BYTES_A_PIXEL)[:, :, :3]
        return blue_green_red[:, :, ::-1].copy()
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)


def _scaled(box: Box, scale: float) -> tuple[int, int, int, int]:
    left, top = box.x0 - _MARGIN, box.y0 - _MARGIN
    right, bottom = box.x1 + _MARGIN, box.y1 + _MARGIN
    return max(0, int(left * scale)), max(0, int(top * scale)), int(right * scale) + 1, int(bottom * scale) + 1


def _marked(pixels: Pixels, boxes: Sequence[tuple[int, int, int, int]]) -> Pixels:
    """The pixels with the marker laid over them once, however the boxes overlap."""
    under = np.zeros(pixels.shape[:2], dtype=bool)
    for left, top, right, bottom in boxes:
        under[top:bottom, left:right] = True
    marked = pixels.copy()
    marked[under] = (pixels[under].astype(np.uint16) * _MARKER // 255).astype(np.uint8)
    return marked

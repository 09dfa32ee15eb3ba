"""PDFium as we use it: documents, pages, their geometry and their images, through its C interface.

PDFium is not thread-safe: a process reads one document at a time.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as pdfium

Handle = int
_ENCRYPTED = 4
_UNKNOWN_SECURITY = 5
_FINE = 1_000_000  # device units a page is mapped to: PDFium rounds them to whole numbers
_MOST_OBJECTS = 5_000  # looked through for images
_DEEPEST = 8  # drawings within drawings
_ICON = 10_000  # pixels: a smaller image holds no text to speak of
_MOST_LINES = 20  # of an empty page: more may be letters drawn as shapes
_SHOWN_ANNOTATIONS = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT})


def address(pointer: object) -> int:
    """Where a function or an object of PDFium stands in memory."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


# Called by the thousand: from C to C, and without leaving the interpreter's lock, for PDFium has no other guard.
_object_at = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(address(pdfium.FPDFPage_GetObject))
_type_of = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(address(pdfium.FPDFPageObj_GetType))
_bounds_of = ctypes.PYFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 5)(address(pdfium.FPDFPageObj_GetBounds))
_segments_of = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(address(pdfium.FPDFPath_CountSegments))
_draw_mode_of = ctypes.PYFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)(address(pdfium.FPDFPath_GetDrawMode))
_BOX_SEGMENTS = (4, 5, 6)  # of a path of four sides: one begins it, and some programs close it twice


class UnreadableError(Exception):
    """PDFium cannot open the document or one of its pages."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason} {remedy}")
        self.reason, self.remedy = reason, remedy


@dataclass(frozen=True, slots=True)
class Geometry:
    """A page as displayed: its size in points, and the way from PDF user space to its top left corner."""

    width: float
    height: float
    matrix: npt.NDArray[np.float64]  # 2 × 3: x', y' = matrix · (x, y, 1)

    def displayed(self, boxes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Boxes of user space (x0, y0, x1, y1 in any order) as x0, y0, x1, y1 on the displayed page."""
        linear, shift = self.matrix[:, :2].T, self.matrix[:, 2]
        one, other = boxes[:, :2] @ linear + shift, boxes[:, 2:] @ linear + shift
        return np.hstack([np.minimum(one, other), np.maximum(one, other)])


@contextmanager
def open_document(data: bytes) -> Iterator[Handle]:
    """An open document. Raises UnreadableError."""
    pdfium.FPDF_InitLibrary()
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        raise _refusal(pdfium.FPDF_GetLastError())
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


def _refusal(code: int) -> UnreadableError:
    if code == _ENCRYPTED:
        return UnreadableError("the PDF is encrypted and needs a password.", "Remove the password and add it again.")
    if code == _UNKNOWN_SECURITY:
        return UnreadableError("the PDF is protected in a way that cannot be read.", "Print it to a new PDF.")
    return UnreadableError("the PDF is damaged beyond repair.", "Get another copy, or print it to a new PDF.")


@contextmanager
def open_page(document: Handle, index: int) -> Iterator[Handle]:
    """The page at a 0-based index, with the text of form fields and notes as part of it. Raises UnreadableError."""
    page = _load(document, index)
    if _shows_annotations(page) and pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == 1:
        pdfium.FPDF_ClosePage(page)
        page = _load(document, index)
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


def _load(document: Handle, index: int) -> Handle:
    page: Handle = pdfium.FPDF_LoadPage(document, index)
    if not page:
        raise UnreadableError("it is damaged.", "Get another copy of the file.")
    return page


def _shows_annotations(page: Handle) -> bool:
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if annotation:
            subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
            pdfium.FPDFPage_CloseAnnot(annotation)
            if subtype in _SHOWN_ANNOTATIONS:
                return True
    return False


def geometry(page: Handle) -> Geometry:
    """Size and mapping; the crop box and /Rotate are in it."""
    width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    # PDFium gives the way from the device to the page: three corners tell it, and its inverse is ours.
    origin, right, down = (_user_point(page, x, y) for x, y in ((0, 0), (_FINE, 0), (0, _FINE)))
    back = np.array([[right[0] - origin[0], down[0] - origin[0]], [right[1] - origin[1], down[1] - origin[1]]])
    if abs(np.linalg.det(back)) < 1e-9:
        raise UnreadableError("it has no area.", "Print the file to a new PDF.")
    linear = np.diag([width, height]) @ np.linalg.inv(back)
    return Geometry(width, height, np.column_stack([linear, -linear @ np.array(origin)]))


def _user_point(page: Handle, x: int, y: int) -> tuple[float, float]:
    user_x, user_y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDF_DeviceToPage(page, 0, 0, _FINE, _FINE, 0, x, y, user_x, user_y)
    return user_x.value, user_y.value


def largest_image(page: Handle) -> tuple[int, int] | None:
    """Width and height in pixels of the largest image on the page."""
    sizes = list(_image_sizes(page))
    return max(sizes, key=lambda size: size[0] * size[1], default=None)


def _image_sizes(page: Handle) -> Iterator[tuple[int, int]]:
    width, height = ctypes.c_uint(), ctypes.c_uint()
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        item = pdfium.FPDFPage_GetObject(page, index)
        is_image = pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_IMAGE
        if is_image and pdfium.FPDFImageObj_GetImagePixelSize(item, width, height):
            yield width.value, height.value


def objects_of(page: Handle, *kinds: int) -> list[list[int]]:
    """For each kind the objects that stand on the page itself, in drawing order; not those inside other objects."""
    handle = address(page)
    objects = list(map(_object_at, repeat(handle), range(pdfium.FPDFPage_CountObjects(page))))
    types = list(map(_type_of, objects))
    return [[item for item, type_ in zip(objects, types, strict=True) if type_ == kind] for kind in kinds]


def bounds_of(objects: Sequence[int]) -> npt.NDArray[np.float64]:
    """The box of each object in user space: x0, y0, x1, y1; of no width where it shows nothing."""
    boxes = np.zeros((len(objects), 4), np.float32)
    base = boxes.ctypes.data
    sides = [range(base + 4 * side, base + boxes.nbytes, 16) for side in range(4)]
    list(map(_bounds_of, objects, *sides))
    return boxes.astype(np.float64)


def are_stroked_boxes(paths: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which of the paths are single shapes of four sides whose outline is drawn, as the borders of cells are."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    places = ctypes.addressof(fill), ctypes.addressof(stroke)
    found = [
        _segments_of(path) in _BOX_SEGMENTS and bool(_draw_mode_of(path, *places)) and bool(stroke.value)
        for path in paths
    ]
    return np.array(found, np.bool_)


def shows_only(page: Handle, characters: int) -> bool:
    """Whether nothing stands on the page but so many characters, blanks, a few lines and icons."""
    if any(width * height > _ICON for width, height in _image_sizes(page)):
        return False
    objects = [(item, kind) for item, kind in _innermost(page) if kind != pdfium.FPDF_PAGEOBJ_IMAGE]
    texts = [item for item, kind in objects if kind == pdfium.FPDF_PAGEOBJ_TEXT]
    paths = [item for item, kind in objects if kind == pdfium.FPDF_PAGEOBJ_PATH]
    if len(texts) + len(paths) < len(objects) or len(paths) > _MOST_LINES:
        return False
    boxes = bounds_of(texts)
    inked = int((boxes[:, 2] > boxes[:, 0]).sum())
    return inked <= characters


def _innermost(page: Handle) -> Iterator[tuple[int, int]]:
    """The objects of a page and their kinds; of a drawing, the objects in it."""
    count = pdfium.FPDFPage_CountObjects(page)
    waiting = [(pdfium.FPDFPage_GetObject(page, index), 0) for index in range(min(count, _MOST_OBJECTS))]
    while waiting:
        item, depth = waiting.pop()
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind != pdfium.FPDF_PAGEOBJ_FORM or depth > _DEEPEST:
            yield address(item), kind
            continue
        inner = min(pdfium.FPDFFormObj_CountObjects(item), _MOST_OBJECTS)
        waiting += [(pdfium.FPDFFormObj_GetObject(item, index), depth + 1) for index in range(inner)]


def information(document: Handle, key: str) -> str:
    """An entry of the document's information dictionary, such as "Title"; empty where it says nothing."""
    name = key.encode("ascii")
    size = pdfium.FPDF_GetMetaText(document, name, None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDF_GetMetaText(document, name, buffer, size)
    text = buffer.raw[: size - 2].decode("utf-16-le", "replace")
    return " ".join(text.replace("\0", " ").split())

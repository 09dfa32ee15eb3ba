"""What the pages of a PDF promise to show, and whether their parts are whole: damage that PDFium passes over.

PDFium reads what it can of a damaged file and says nothing of the rest. Here a second parser (qpdf) follows each page
to the streams and fonts that its text comes from. Most of them are compressed with a checksum, so that a single wrong
bit is noticed; those that are not are looked at operator by operator.
"""

import re
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pikepdf

Node = Any  # pikepdf's objects answer to whatever the file made of them

_DIRECT = (0, 0)  # the number of an object that stands within another
# What following a damaged structure may raise: parts are missing, or are not what they should be.
_ODD = (RuntimeError, ValueError, TypeError, AttributeError, KeyError, IndexError)
_FAULTS = (pikepdf.PikepdfError, *_ODD)
_FLATE = {"/FlateDecode", "/Fl"}
_FONT_KINDS = {"/Type0", "/Type1", "/MMType1", "/Type3", "/TrueType"}
_FONT_USED = re.compile(rb"/([^\s/\[\]<>(){}%]+)\s+-?[\d.]+\s+Tf\b")
_DRAWN = re.compile(rb"/([^\s/\[\]<>(){}%]+)\s+Do\b")
_MOST_BYTES = 64 * 1024**2  # of one stream; what is longer is not looked at to its end
_HIGHEST = 64  # levels of the tree of pages
_OPERATORS = frozenset(
    b"b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l M m MP n q Q re "
    b"RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"".split()
)


@dataclass(slots=True)
class Promise:
    """What one page should show."""

    shows: int = 0  # operators that show text
    written: bool = False  # it has content, if only an empty one
    damage: list[str] = field(default_factory=list)  # what is broken of the parts that its text comes from


@dataclass(frozen=True, slots=True)
class Promises:
    """What a file should show."""

    pages: tuple[Promise, ...]
    damage: str = ""  # of the file's own structure; "" where there is none


def promises(data: bytes) -> Promises:
    """What the file at hand promises. A file that the second parser cannot open promises no page, and is damaged."""
    try:
        with pikepdf.open(BytesIO(data), suppress_warnings=True) as pdf:
            reader = _Reader()
            pages = tuple(reader.page(page) for page in pdf.pages)
            return Promises(pages, _structure(pdf, len(pages), reader))
    except _FAULTS:
        return Promises((), "its structure cannot be followed")


def _structure(pdf: pikepdf.Pdf, pages: int, reader: "_Reader") -> str:
    """What is wrong with the file's own tables and its tree of pages."""
    if pdf.get_warnings():
        return "its structure is damaged"
    stated = pdf.Root.Pages.get("/Count")
    if stated != pages:
        return f"it should have {stated} pages"
    stores = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Type") == "/ObjStm"]
    return "" if all(map(reader.is_whole, stores)) else "a store of its objects is damaged"


class _Reader:
    """Follows pages to their parts. Each part is judged once, however many pages use it."""

    def __init__(self) -> None:
        self._whole: dict[tuple[int, int], bool] = {}  # streams
        self._fonts: dict[tuple[int, int], str] = {}

    def page(self, page: pikepdf.Page) -> Promise:
        promise = Promise()
        try:
            content = b"\n".join(self._contents(page.obj.get("/Contents"), promise))
            promise.written = "/Contents" in page.obj
            self._follow(content, page.obj.get("/Resources") or _inherited(page.obj), promise, set())
        except _FAULTS:
            promise.damage.append("its parts cannot be followed")
        return promise

    def _contents(self, node: Node, promise: Promise) -> Iterator[bytes]:
        """The page's content streams, decoded as far as they can be."""
        if node is None:
            return
        for part in node if isinstance(node, pikepdf.Array) else [node]:
            if isinstance(part, pikepdf.Stream):
                yield self._content(part, promise)
            else:
                promise.damage.append("a part of its content is missing")

    def _content(self, stream: pikepdf.Stream, promise: Promise) -> bytes:
        content = _unpacked(stream)
        if content is None:
            promise.damage.append("a part of its content is damaged")
            return b""
        if not _is_flate(stream):
            self._check_operators(stream, promise)
        return content

    @staticmethod
    def _check_operators(stream: pikepdf.Stream, promise: Promise) -> None:
        """Content without a checksum: an operator that there is none of stands for one that was."""
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            instructions = pikepdf.parse_content_stream(stream)
        if warned:
            promise.damage.append("its content breaks off")
        for instruction in instructions:
            operator = bytes(instruction.operator)
            if operator not in _OPERATORS and operator != b"INLINE IMAGE":
                promise.damage.append(f"its content holds what is no operator ({operator.decode('latin-1')[:20]!r})")
                return

    def _follow(self, content: bytes, resources: Node, promise: Promise, seen: set[tuple[int, int]]) -> None:
        """Count what the content shows, and look at the fonts and the drawings that it uses, each drawing once."""
        promise.shows += content.count(b"Tj") + content.count(b"TJ")
        for name in sorted(set(_FONT_USED.findall(content))):
            reason = self._font(_entry(resources, "/Font", name))
            if reason:
                promise.damage.append(f"its font {name.decode('latin-1')[:20]} {reason}")
        for name in sorted(set(_DRAWN.findall(content))):
            drawing = _entry(resources, "/XObject", name)
            if drawing is None:
                promise.damage.append("a drawing on it is missing")
            elif drawing.get("/Subtype") == "/Form" and drawing.objgen not in seen:
                seen.add(drawing.objgen)
                inner = self._content(drawing, promise)
                self._follow(inner, drawing.get("/Resources") or resources, promise, seen)

    def _font(self, font: Node) -> str:
        """What is wrong with a font; "" for nothing."""
        if not isinstance(font, pikepdf.Dictionary):
            return "is missing"
        if font.objgen == _DIRECT:
            return self._font_parts(font)
        if font.objgen not in self._fonts:
            self._fonts[font.objgen] = self._font_parts(font)
        return self._fonts[font.objgen]

    def _font_parts(self, font: Node) -> str:
        if str(font.get("/Subtype")) not in _FONT_KINDS:
            return "is of no known kind"
        parts = [font.get("/ToUnicode"), font.get("/Encoding")]
        owners = [font]
        if font.get("/Subtype") == "/Type0":
            descendants = font.get("/DescendantFonts")
            if not isinstance(descendants, pikepdf.Array) or not isinstance(descendants[0], pikepdf.Dictionary):
                return "has lost its letters"
            owners = list(descendants)
        for owner in owners:
            descriptor = owner.get("/FontDescriptor")
            if isinstance(descriptor, pikepdf.Dictionary):
                parts += [descriptor.get(name) for name in ("/FontFile", "/FontFile2", "/FontFile3")]
        whole = all(self.is_whole(part) for part in parts if isinstance(part, pikepdf.Stream))
        return "" if whole else "is damaged"

    def is_whole(self, stream: pikepdf.Stream) -> bool:
        """Whether the bytes of a stream unpack to their end, with the right checksum where they have one."""
        place = stream.objgen
        if place not in self._whole:
            self._whole[place] = _unpacked(stream) is not None
        return self._whole[place]


def _inherited(node: Node) -> Node:
    """The resources that a page has from the tree above it."""
    for _ in range(_HIGHEST):
        node = node.get("/Parent")
        if node is None:
            return None
        if node.get("/Resources") is not None:
            return node.get("/Resources")
    return None


def _entry(resources: Node, kind: str, name: bytes) -> Node:
    """What a name in a content stream stands for; None where it stands for nothing."""
    group = resources.get(kind) if isinstance(resources, pikepdf.Dictionary) else None
    return group.get("/" + name.decode("latin-1")) if isinstance(group, pikepdf.Dictionary) else None


def _is_flate(stream: pikepdf.Stream) -> bool:
    """Packed by zlib and by nothing else: zlib's checksum tells of any wrong bit."""
    if stream.get("/DecodeParms") is not None:
        return False
    filters = stream.get("/Filter")
    names = [str(f) for f in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
    return len(names) == 1 and names[0] in _FLATE


def _unpacked(stream: pikepdf.Stream) -> bytes | None:
    """The stream's own bytes; None where they do not unpack to their end, or to another checksum than stored."""
    try:
        if not _is_flate(stream):
            return bytes(stream.read_bytes())
        inflater = zlib.decompressobj()
        content = inflater.decompress(bytes(stream.read_raw_bytes()), _MOST_BYTES)
    except (pikepdf.PikepdfError, zlib.error):
        return None
    return content if inflater.eof or len(content) == _MOST_BYTES else None

"""The package that DOCX, XLSX and PPTX files share: a zip of XML parts, opened with its traps disarmed."""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import IO, Any

from lxml import etree

from sleuth.errors import SourceError
from sleuth.evidence.source import Problem
from sleuth.ingest.readers.limits import Limits

Element = Any  # lxml has no types

_CHUNK = 1 << 20  # bytes
_MOST_PARTS = 20_000
_BOMB_RATIO, _BOMB_BYTES = 200, 32 * 1024**2  # real sheets pack up to 100 times, and only small parts pack more
_TYPES = "[Content_Types].xml"
_MAIN = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml": "docx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml": "docx",
    "application/vnd.ms-word.document.macroEnabled.main+xml": "docx",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml": "xlsx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml": "xlsx",
    "application/vnd.ms-excel.sheet.macroEnabled.main+xml": "xlsx",
    "application/vnd.ms-excel.template.macroEnabled.main+xml": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml": "pptx",
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml": "pptx",
    "application/vnd.openxmlformats-officedocument.presentationml.template.main+xml": "pptx",
    "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml": "pptx",
    "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml": "pptx",
}
# Where every program puts the main part: what is left to go by where the lists of parts are damaged.
_USUAL_MAIN = {"word/document.xml": "docx", "xl/workbook.xml": "xlsx", "ppt/presentation.xml": "pptx"}
_BINARY_SHEET = "application/vnd.ms-excel.sheet.binary.macroEnabled.main"
# What python-docx and python-pptx begin every file with: it says nothing of when, and by whom, the file was made.
_OF_TEMPLATES = frozenset(
    {"2013-12-23T23:15:00Z", "2013-01-27T09:14:16Z", "2013-01-27T09:15:58Z", "python-docx", "Steve Canny"}
)
# The strict variant of the standard differs in its namespaces only, as far as a reader cares.
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(\w+)")
_DISTRUST = "Do not trust it; ask for a clean copy."
_DAMAGED = "Open it in the program that made it and save it again."


class DamagedPartError(SourceError):
    """A part of an Office file is missing, or cannot be read."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A link from one part to another; `target` is a part's name, or an address where it leads outside."""

    type: str  # the last word of the type's address, such as "worksheet"
    target: str
    external: bool


class Package:
    """An Office file. Each method raises DamagedPartError, naming the file, where a part is damaged, but for those
    that say otherwise: what they could not read is listed in `problems`."""

    def __init__(self, archive: zipfile.ZipFile, filename: str) -> None:
        self._archive, self.filename = archive, filename
        # Part names are compared without case, and some writers use backslashes.
        self._names = {_normal(info.filename): info for info in archive.infolist()}
        self._relations: dict[str, Mapping[str, Relation]] = {}
        self.problems: list[Problem] = []

    @classmethod
    def open(cls, data: bytes, filename: str, limits: Limits | None = None) -> "Package":
        try:
            archive = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise SourceError(
                f"{filename}: the file is damaged or cut short ({error}). Get another copy of it."
            ) from error
        _refuse_bomb(archive, filename, limits or Limits())
        return cls(archive, filename)

    @cached_property
    def kind(self) -> str:
        """docx, xlsx or pptx. Raises SourceError for any other zip."""
        if not self.has(_TYPES):
            raise SourceError(f"{self.filename}: {self._foreign()}")
        root = self.optional(_TYPES)
        types = set() if root is None else {e.get("ContentType", "") for e in root if _is_element(e)}
        for content_type, kind in _MAIN.items():
            if content_type in types:
                return kind
        if _BINARY_SHEET in types:
            raise SourceError(f"{self.filename}: this is a binary Excel workbook. Save it as .xlsx.")
        for part, kind in _USUAL_MAIN.items():
            if self.has(part) and self.problems:  # the list of types is damaged
                return kind
        raise SourceError(f"{self.filename}: an Office file without a document in it. {_DAMAGED}")

    def _foreign(self) -> str:
        if self.has("mimetype") and b"opendocument" in self.read("mimetype"):
            return "this is an OpenDocument file. Save it as .docx, .xlsx or .pptx, or as PDF."
        if self.has("mimetype") and b"epub" in self.read("mimetype"):
            return "this is an e-book. Save it as PDF or as text."
        return "this is a ZIP archive and no Office document. Unpack it and add what is in it."

    @cached_property
    def main(self) -> str:
        """The name of the part that everything else hangs on."""
        for relation in self.relations("").values():
            if relation.type == "officeDocument":
                return relation.target
        for part in _USUAL_MAIN:
            if self.has(part) and self.problems:
                return part
        raise SourceError(f"{self.filename}: an Office file without a document in it. {_DAMAGED}")

    def has(self, part: str) -> bool:
        return _normal(part) in self._names

    def read(self, part: str) -> bytes:
        with self.stream(part) as stream:
            try:
                return stream.read()
            except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
                raise self._damaged(part, error) from error

    def _refuse_changed(self, part: str) -> None:
        with self.stream(part) as stream:
            try:
                while stream.read(_CHUNK):
                    pass
            except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
                raise self._damaged(part, error) from error

    def stream(self, part: str) -> IO[bytes]:
        info = self._names.get(_normal(part))
        if info is None:
            raise self._damaged(part, "it is missing")
        try:
            return self._archive.open(info)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError) as error:
            raise self._damaged(part, error) from error

    def xml(self, part: str) -> Element:
        """The root of a part; entities are never resolved and nothing is loaded from elsewhere."""
        data = _STRICT.sub(_transitional, self.read(part))
        self._refuse_doctype(part, data[:4096])
        try:
            root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))
        except etree.XMLSyntaxError as error:
            raise self._damaged(part, error) from error
        return root

    def optional(self, part: str, loss: str = "") -> Element | None:
        """The root of a part that the text can be read without; None, and a problem that names the `loss`, where it
        is damaged. Of a part that is stored whole but is no good XML, what can be read counts."""
        try:
            return self.xml(part)
        except DamagedPartError:
            self.note(part, loss)
        try:
            data = _STRICT.sub(_transitional, self.read(part))
            parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, recover=True)
            return etree.fromstring(data, parser)
        except (DamagedPartError, etree.XMLSyntaxError):
            return None

    def note(self, part: str, loss: str = "") -> None:
        """List a damaged part, and what is missing for it."""
        reason = f"the part {part} of the file is damaged" + (f"; {loss}" if loss else "")
        problem = Problem(f"{reason}. {_DAMAGED}")
        if problem not in self.problems:
            self.problems.append(problem)

    def elements(self, part: str, *tags: str) -> Iterator[Element]:
        """The elements of these tags as they end, each gone from memory once the next is asked for.

        A part whose checksum does not agree gives none: a wrong bit may have changed any figure in it.
        """
        self._refuse_changed(part)
        with self.stream(part) as raw:
            head = raw.read(4096)
            self._refuse_doctype(part, head)
            stream: IO[bytes] = BytesIO(_STRICT.sub(_transitional, head + raw.read())) if _STRICT.search(head) else raw
            if stream is raw:
                raw.seek(0)
            try:
                for _, element in etree.iterparse(stream, tag=tags, resolve_entities=False, no_network=True):
                    yield element
                    _forget(element)
            except (etree.XMLSyntaxError, zipfile.BadZipFile, zlib.error, EOFError) as error:
                raise self._damaged(part, error) from error

    def relations(self, part: str) -> Mapping[str, Relation]:
        """The relations of a part by their id; of the package itself for "". What is damaged of them is a problem."""
        if part not in self._relations:
            folder, name = posixpath.split(part)
            where = posixpath.join(folder, "_rels", f"{name}.rels")
            root = self.optional(where, "parts that belong to it may be missing") if self.has(where) else None
            self._relations[part] = {} if root is None else dict(_relations(root, folder))
        return self._relations[part]

    def needed_relations(self, part: str) -> Mapping[str, Relation]:
        """The same where nothing can be read without them. Raises DamagedPartError where they cannot be read whole."""
        folder, name = posixpath.split(part)
        where = posixpath.join(folder, "_rels", f"{name}.rels")
        return dict(_relations(self.xml(where), folder)) if self.has(where) else {}

    def related(self, part: str, kind: str) -> str | None:
        """The first part of this relation type that is really there."""
        targets = (r.target for r in self.relations(part).values() if r.type == kind and not r.external)
        return next((target for target in targets if self.has(target)), None)

    def properties(self) -> dict[str, str]:
        """title, author, created and modified, as the file states them; not what a program's template left there."""
        part = self.related("", "core-properties")
        root = None if part is None else self.optional(part, "the title, the author and the dates may be missing")
        if root is None:
            return {}
        wanted = {"title": "title", "creator": "author", "created": "created", "modified": "modified"}
        found = {wanted.get(etree.QName(e).localname): (e.text or "").strip() for e in root if _is_element(e)}
        return {name: value for name, value in found.items() if name and value and value not in _OF_TEMPLATES}

    def _refuse_doctype(self, part: str, head: bytes) -> None:
        if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
            raise SourceError(
                f"{self.filename}: its part {part} declares XML entities, as no Office program does. {_DISTRUST}"
            )

    def _damaged(self, part: str, why: object) -> DamagedPartError:
        return DamagedPartError(f"{self.filename}: its part {part} is damaged ({why}). {_DAMAGED}")


def _normal(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def _refuse_bomb(archive: zipfile.ZipFile, filename: str, limits: Limits) -> None:
    infos = archive.infolist()
    if len(infos) > _MOST_PARTS:
        raise SourceError(f"{filename}: an archive of {len(infos):,} parts, more than any Office file. {_DISTRUST}")
    for info in infos:
        if info.file_size > _BOMB_BYTES and info.file_size > _BOMB_RATIO * max(1, info.compress_size):
            size = f"{info.file_size / 1024**2:,.0f} MB"
            raise SourceError(f"{filename}: a zip bomb: its part {info.filename} unpacks to {size}. {_DISTRUST}")
    total = sum(info.file_size for info in infos)
    if total > limits.unpacked_bytes:
        sizes = f"{total / 1024**2:,.0f} MB, more than the limit of {limits.unpacked_bytes / 1024**2:,.0f} MB"
        raise SourceError(f"{filename}: it unpacks to {sizes}. Split it, or raise SLEUTH_FILE_MEMORY_BYTES.")


def _relations(root: Element, folder: str) -> Iterator[tuple[str, Relation]]:
    for element in root:
        if not _is_element(element):
            continue
        kind = element.get("Type", "").rsplit("/", 1)[-1]
        target, external = element.get("Target", ""), element.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, target.replace("\\", "/"))).lstrip("/")
        yield element.get("Id", ""), Relation(kind, target, external)


def walk(container: Element, is_entered: Callable[[Element], bool]) -> Iterator[Element]:
    """The elements of a container in reading order, and what stands in those that are entered.

    Without recursion: files nest as they like.
    """
    stack = [iter(container)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
            continue
        yield element
        if is_entered(element):
            stack.append(iter(element))


def _is_element(node: Element) -> bool:
    return isinstance(node.tag, str)  # comments and processing instructions have functions for tags


def _forget(element: Element) -> None:
    """Free an element that was read, and those before it that nobody asked for."""
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]


def _transitional(match: "re.Match[bytes]") -> bytes:
    return b"http://schemas.openxmlformats.org/%s/2006/%s" % match.groups()

"""A Word file as the parts of its zip: read within limits, changed part by part, written again."""

import zipfile
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO

from lxml import etree

from sleuth.errors import UserError

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_WORDPROCESSING = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PARTS = {  # what a blank file holds: part → content type
    "document": f"{_WORDPROCESSING}.document.main+xml",
    "styles": f"{_WORDPROCESSING}.styles+xml",
    "numbering": f"{_WORDPROCESSING}.numbering+xml",
    "settings": f"{_WORDPROCESSING}.settings+xml",
    "footnotes": f"{_WORDPROCESSING}.footnotes+xml",
    "comments": f"{_WORDPROCESSING}.comments+xml",
    "footer": f"{_WORDPROCESSING}.footer+xml",
}
DOCUMENT, FOOTNOTES, COMMENTS = "word/document.xml", "word/footnotes.xml", "word/comments.xml"
_MOST_BYTES = 200 * 1024**2  # of all parts of a file that we did not write


def w(name: str) -> str:
    """The name of an element or an attribute of WordprocessingML."""
    return f"{{{W}}}{name}"


class Package:
    """The parts of a Word file, by name; XML parts are parsed when they are first asked for."""

    def __init__(self, parts: dict[str, bytes]) -> None:
        self._parts = parts
        self._trees: dict[str, etree._Element] = {}

    @classmethod
    def blank(cls) -> "Package":
        """A file without content, in our styles."""
        template = files("sleuth.agents.analyst.page").joinpath("template")
        package = cls({f"word/{name}.xml": template.joinpath(f"{name}.xml").read_bytes() for name in _PARTS})
        package._parts["[Content_Types].xml"] = _EMPTY_TYPES
        for name, kind in _PARTS.items():
            package.declare(f"word/{name}.xml", kind)
            if name == "document":
                package.relate("", f"{R}/officeDocument", DOCUMENT)
            else:
                package.relate(DOCUMENT, f"{R}/{name}", f"{name}.xml")
        package._number_pages()
        return package

    def _number_pages(self) -> None:
        """Let each page bear its number."""
        layout = self.tree(DOCUMENT).find(f"{w('body')}/{w('sectPr')}")
        reference = etree.Element(w("footerReference"), {w("type"): "default"})
        reference.set(f"{{{R}}}id", self.relate(DOCUMENT, f"{R}/footer", "footer.xml"))
        layout.insert(0, reference)

    @classmethod
    def read(cls, data: bytes, name: str) -> "Package":
        """A file that somebody may have edited. Raises UserError for what is no Word file, or too large a one."""
        try:
            with zipfile.ZipFile(BytesIO(data)) as archive:
                if sum(entry.file_size for entry in archive.infolist()) > _MOST_BYTES:
                    raise UserError(f"{name}: the file is too large to be updated. Name another with -o.")
                parts = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            raise UserError(f"{name}: is no Word file ({error}). Move it away, or name another with -o.") from error
        package = cls(parts)
        if DOCUMENT not in parts or package.tree(DOCUMENT).find(w("body")) is None:
            raise UserError(f"{name}: is no Word file that can be updated. Move it away, or name another with -o.")
        for part in (FOOTNOTES, COMMENTS):
            package._ensure(part)
        return package

    def _ensure(self, part: str) -> None:
        """Give a file that lacks a part an empty one."""
        if part not in self._parts:
            name = part.removeprefix("word/")
            self._parts[part] = files("sleuth.agents.analyst.page").joinpath("template", name).read_bytes()
            self.declare(part, _PARTS[name.removesuffix(".xml")])
            self.relate(DOCUMENT, f"{R}/{name.removesuffix('.xml')}", name)

    def tree(self, part: str) -> etree._Element:
        """The root element of an XML part. Raises UserError where it is none."""
        if part not in self._trees:
            parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
            try:
                self._trees[part] = etree.fromstring(self._parts[part], parser)
            except etree.XMLSyntaxError as error:
                raise UserError(f"the file's part {part} is damaged ({error}). Name another with -o.") from error
        return self._trees[part]

    def names(self) -> Iterator[str]:
        """The names of the parts."""
        yield from self._parts

    def put(self, part: str, data: bytes, content_type: str) -> None:
        """Add a part, or let it hold something else."""
        self._parts[part] = data
        self._trees.pop(part, None)
        self.declare(part, content_type)

    def declare(self, part: str, content_type: str) -> None:
        """Say of what type a part is."""
        types = self.tree("[Content_Types].xml")
        known = {entry.get("PartName") for entry in types.iterfind(f"{{{_TYPES}}}Override")}
        if f"/{part}" not in known:
            etree.SubElement(types, f"{{{_TYPES}}}Override", PartName=f"/{part}", ContentType=content_type)

    def relate(self, part: str, kind: str, target: str, *, is_external: bool = False) -> str:
        """Relate a part ("" the file) to another or to what lies outside; the relation's id, the same for the same."""
        relations = self._relations(part)
        for known in relations:
            if (known.get("Type"), known.get("Target")) == (kind, target):
                return str(known.get("Id"))
        taken = {known.get("Id") for known in relations}
        number = next(n for n in range(len(taken) + 1, 2 * len(taken) + 3) if f"rId{n}" not in taken)
        made = etree.SubElement(relations, f"{{{_RELATIONS}}}Relationship", Id=f"rId{number}", Type=kind, Target=target)
        if is_external:
            made.set("TargetMode", "External")
        return f"rId{number}"

    def _relations(self, part: str) -> etree._Element:
        folder, _, name = part.rpartition("/")
        relations = f"{folder}/_rels/{name}.rels" if part else "_rels/.rels"
        if relations not in self._parts:
            self._parts[relations] = f'<Relationships xmlns="{_RELATIONS}"/>'.encode()
        return self.tree(relations)

    def to_bytes(self) -> bytes:
        """The file. The same content makes the same bytes."""
        buffer = BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for part in sorted(self._parts, key=lambda name: (name != "[Content_Types].xml", name)):
                tree = self._trees.get(part)
                data = self._parts[part] if tree is None else _serialized(tree)
                archive.writestr(zipfile.ZipInfo(part, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
        return buffer.getvalue()


_EMPTY_TYPES = (
    f'<Types xmlns="{_TYPES}"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
).encode()


def _serialized(tree: etree._Element) -> bytes:
    data: bytes = etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True)
    return data

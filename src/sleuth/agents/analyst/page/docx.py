"""A page as a Word document: made anew, or brought up to date where a person has edited it.

Each section begins with a heading that bears a bookmark, by which it is found again, whatever stands around it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from lxml import etree

from sleuth.agents.analyst.page.docx_blocks import (
    Footnotes,
    block_elements,
    element,
    paragraph,
    renumber_references,
    run,
)
from sleuth.agents.analyst.page.model import Page, Section
from sleuth.agents.analyst.page.package import COMMENTS, DOCUMENT, FOOTNOTES, Package, R, w

_MARK = "sleuth_"
_DRAFTS = "customXml/sleuthDrafts.xml"
_NAMESPACE = "urn:sleuth:drafts"
AUTHOR = "Sleuth"


def write_docx(page: Page, folder: str) -> bytes:
    """The page as a new file; the documents that it cites stand in `folder`, beside it."""
    file = WordFile(Package.blank(), folder)
    file.head(page.title, page.subtitle)
    for section in page.sections:
        file.put(section)
    return file.to_bytes()


class WordFile:
    """A Word document of sections."""

    def __init__(self, package: Package, folder: str) -> None:
        self._package = package
        self._body = package.tree(DOCUMENT).find(w("body"))
        self._footnotes = Footnotes(package, folder)

    @classmethod
    def read(cls, data: bytes, name: str, folder: str) -> "WordFile":
        """A file that was written before and may have been edited since. Raises UserError for what is none."""
        return cls(Package.read(data, name), folder)

    @property
    def drafts(self) -> dict[str, str]:
        """The digest of each section as it was written, by its key; none where another program dropped them."""
        part = self._drafts_part()
        sections = self._package.tree(part).iterfind(f"{{{_NAMESPACE}}}section") if part else ()
        return {str(one.get("key")): str(one.get("digest")) for one in sections}

    def _drafts_part(self) -> str | None:
        """The custom part with the digests; programs rename it when they save the file."""
        for part in self._package.names():
            is_custom = part.startswith("customXml/") and part.endswith(".xml") and "/_rels/" not in part
            if is_custom and self._package.tree(part).tag == f"{{{_NAMESPACE}}}drafts":
                return part
        return None

    def keep_drafts(self, drafts: Mapping[str, str]) -> None:
        """Note the digests of the sections as they were written."""
        root = etree.Element(f"{{{_NAMESPACE}}}drafts", nsmap={None: _NAMESPACE})
        for key, digest in drafts.items():
            etree.SubElement(root, f"{{{_NAMESPACE}}}section", key=key, digest=digest)
        part = self._drafts_part() or _DRAFTS
        self._package.put(part, etree.tostring(root), "application/xml")
        self._package.relate(DOCUMENT, f"{R}/customXml", f"../{part}")

    def head(self, title: str, subtitle: str) -> None:
        """The title page's lines; a file that has a title keeps it, and gets the new subtitle."""
        styles = {_style(p): p for p in self._body.iterfind(w("p"))}
        if "Title" not in styles:
            self._body.insert(0, paragraph("Title", run(title)))
            self._body.insert(1, paragraph("Subtitle", run(subtitle)))
        elif "Subtitle" in styles:
            fresh = paragraph("Subtitle", run(subtitle))
            self._body.replace(styles["Subtitle"], fresh)

    def digests(self) -> dict[str, str]:
        """The digest of what each section says now, by its key."""
        return {key: _digest(elements[1:]) for key, elements in self._sections().items()}

    def put(self, section: Section, before: str = "") -> None:
        """Let a section say this: in its place, else before the section of another key, else at the end."""
        sections = self._sections()
        known = sections.get(_marked(section.key), [])
        following = known or sections.get(_marked(before), [])
        at = self._body.index(following[0]) if following else self._end()
        for old in known:
            self._body.remove(old)
        self._footnotes.begin_section()
        fresh = [self._heading(section)]
        for block in section.blocks:
            fresh += block_elements(block, self._footnotes)
        for offset, made in enumerate(fresh):
            self._body.insert(at + offset, made)

    def remove(self, key: str) -> None:
        """Take a section out."""
        for one in self._sections().get(_marked(key), []):
            self._body.remove(one)

    def comment(self, key: str, lines: Sequence[str]) -> None:
        """Put a remark of ours at a section's heading, in place of an earlier one of ours there."""
        heading = self._sections()[_marked(key)][0]
        self._uncomment(heading)
        root = self._package.tree(COMMENTS)
        number = str(max([-1, *(int(one.get(w("id"), "0")) for one in root)]) + 1)
        made = element("comment", *(paragraph("CommentText", run(line)) for line in lines), id=number, author=AUTHOR)
        root.append(made)
        start = next((at for at, child in enumerate(heading) if child.tag != w("pPr")), len(heading))
        heading.insert(start, element("commentRangeStart", id=number))
        heading.append(element("commentRangeEnd", id=number))
        reference = element("r", element("rPr", element("rStyle", val="CommentReference")))
        reference.append(element("commentReference", id=number))
        heading.append(reference)

    def uncomment(self, key: str) -> None:
        """Take our remark from a section's heading."""
        self._uncomment(self._sections()[_marked(key)][0])

    def _uncomment(self, heading: etree._Element) -> None:
        root = self._package.tree(COMMENTS)
        ours = {one.get(w("id")): one for one in root if one.get(w("author")) == AUTHOR}
        for mark in list(heading.iter(w("commentRangeStart"), w("commentRangeEnd"), w("commentReference"))):
            if mark.get(w("id")) in ours:
                place = mark.getparent() if mark.tag == w("commentReference") else mark
                place.getparent().remove(place)
                if mark.tag == w("commentReference"):
                    root.remove(ours[mark.get(w("id"))])

    def to_bytes(self) -> bytes:
        """The file, without footnotes that nothing refers to any more."""
        cited = {one.get(w("id")) for one in self._body.iter(w("footnoteReference"))}
        root = self._package.tree(FOOTNOTES)
        for note in list(root.iterfind(w("footnote"))):
            if note.get(w("type")) is None and note.get(w("id")) not in cited:
                root.remove(note)
        renumber_references(self._body)
        return self._package.to_bytes()

    def _heading(self, section: Section) -> etree._Element:
        number = str(1 + max([0, *self._bookmarks()]))
        start = element("bookmarkStart", id=number, name=_MARK + _marked(section.key))
        style = f"Heading{section.level}"
        return paragraph(style, start, run(section.title), element("bookmarkEnd", id=number))

    def _bookmarks(self) -> Iterator[int]:
        for mark in self._body.iter(w("bookmarkStart")):
            number = int(mark.get(w("id"), "0"))
            if number < 100_000:
                yield number

    def _sections(self) -> dict[str, list[etree._Element]]:
        """The elements of each section, its heading first."""
        found: dict[str, list[etree._Element]] = {}
        current: list[etree._Element] | None = None
        for child in self._body:
            if child.tag == w("sectPr"):
                break
            mark = _mark_of(child)
            if mark is not None:
                current = found.setdefault(mark, [])
            if current is not None:
                current.append(child)
        return found

    def _end(self) -> int:
        last = self._body.find(w("sectPr"))
        return len(self._body) if last is None else self._body.index(last)


def _marked(key: str) -> str:
    """A key as the name of a bookmark: letters, digits and underscores, 40 characters with what stands before it."""
    return re.sub(r"\W", "_", key)[:33]


def _mark_of(block: etree._Element) -> str | None:
    """The key of the section that begins with this paragraph."""
    for mark in block.iter(w("bookmarkStart")):
        name = str(mark.get(w("name"), ""))
        if name.startswith(_MARK):
            return name.removeprefix(_MARK)
    return None


def _style(block: etree._Element) -> str:
    style = block.find(f"{w('pPr')}/{w('pStyle')}")
    return "" if style is None else str(style.get(w("val")))


def _digest(elements: list[etree._Element]) -> str:
    """What a section says, whatever program has written it since: its words and figures, not their looks."""
    said = [_text(block) for one in elements for block in one.iter(w("p"))]
    return sha256("\n".join(text for text in said if text).encode()).hexdigest()


def _text(block: etree._Element) -> str:
    """The text of a paragraph without the numbers of footnotes."""
    skipped = {text for field in block.iter(w("fldSimple")) for text in field.iter(w("t"))}
    return " ".join("".join(t.text or "" for t in block.iter(w("t")) if t not in skipped).split())

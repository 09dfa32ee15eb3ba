"""Word documents: what is written in them now, under the headings it stands under."""

from collections.abc import Iterator, Sequence

from sleuth.errors import SourceError
from sleuth.evidence.source import Page, PageSource, Problem, Source
from sleuth.ingest.readers.docx_body import Body
from sleuth.ingest.readers.docx_numbering import read_numbering
from sleuth.ingest.readers.docx_styles import W, read_styles
from sleuth.ingest.readers.flow import Cut
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.ooxml import Element, Package
from sleuth.ingest.readers.sections import anchor_sections, section_pages

_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/extended-properties}"
_NOTE_KINDS = ("footnotes", "endnotes")


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """The pages Word last laid out, where it recorded them all; else a page for each of the outermost sections.

    Tracked changes are read as accepted. Running headers come before the text, footers and notes after it.
    """
    package = Package.open(data, filename, limits)
    body = _read_body(package)
    text = body.flow.text()
    if not text.strip():
        raise SourceError(f"{filename}: the document holds no text, or only pictures. Save it as PDF with text.")
    anchor_sections(body.flow, [heading for heading in body.headings if heading.level > 0])
    page_source, pages = _pages(package, body)
    if len(pages) > limits.pages:
        raise SourceError(f"{filename}: {len(pages):,} pages, more than the limit of {limits.pages:,}. Split it.")
    metadata = package.properties()
    if body.changed:
        metadata["tracked_changes"] = "read as accepted"
    title = metadata.pop("title", "") or next((h.text for h in body.headings if h.level == 0), "")
    return Source(filename, "docx", page_source, pages, title, metadata, (*package.problems, *_problems(body, pages)))


def _read_body(package: Package) -> Body:
    main = package.main
    body = Body(
        read_styles(package, package.related(main, "styles")),
        read_numbering(package, package.related(main, "numbering")),
    )
    root = package.xml(main)
    container = root.find(f"{W}body")
    if container is None:
        raise SourceError(f"{package.filename}: a Word document without a body. Open it in Word and save it again.")
    _write_running(package, "header", body)
    body.write(container)
    body.breaks = [offset for offset in body.breaks if offset > 0]
    _write_notes(package, body)
    _write_running(package, "footer", body)
    return body


def _write_running(package: Package, kind: str, body: Body) -> None:
    """Headers or footers, each text once however many pages and sections repeat it."""
    seen = set()
    for relation in package.relations(package.main).values():
        if relation.type != kind or relation.external or not package.has(relation.target):
            continue
        root = package.optional(relation.target, f"text of a {kind} may be missing")
        if root is None:
            continue
        apart = Body(body.styles, body.numbering)
        apart.write(root)
        text = apart.flow.text().strip()
        if text and text not in seen and any(character.isalpha() for character in text):
            seen.add(text)
            body.flow.line(text)


def _write_notes(package: Package, body: Body) -> None:
    """The notes in the order in which the text refers to them, numbered as Word does."""
    for kind in _NOTE_KINDS:
        references = [note_id for name, note_id in body.notes if name == kind]
        part = package.related(package.main, kind) if references else None
        root = None if part is None else package.optional(part, f"{kind} may be missing")
        if root is None:
            continue
        notes = {note.get(f"{W}id", ""): note for note in root}
        for number, note_id in enumerate(references, 1):
            if note_id in notes:
                _write_note(body, number, notes[note_id])


def _write_note(body: Body, number: int, note: Element) -> None:
    apart = Body(body.styles, body.numbering)
    apart.write(note)
    text = apart.flow.text().strip()
    if text:
        body.flow.line(f"[{number}] {text}")


def _pages(package: Package, body: Body) -> tuple[PageSource, tuple[Page, ...]]:
    breaks = sorted(set(body.breaks))
    if breaks and _is_whole(len(breaks) + 1, package):
        cuts = [Cut(start, f"p.{number}") for number, start in enumerate([0, *breaks], 1)]
        return PageSource.RENDERED, body.flow.cut(cuts)
    return section_pages(body.flow, body.headings, "document")


def _is_whole(pages: int, package: Package) -> bool:
    """Does the number of recorded page breaks agree with the number of pages Word counted? It often leaves some out,
    and every later page number would be wrong."""
    part = package.related("", "extended-properties")
    root = None if part is None else package.optional(part, "the number of pages is not known")
    stated = "" if root is None else root.findtext(f"{_OFFICE}Pages") or ""
    return stated.isdigit() and abs(int(stated) - pages) <= max(1, pages // 20)


def _problems(body: Body, pages: Sequence[Page]) -> Iterator[Problem]:
    if body.too_deep:
        yield Problem("tables or text boxes nested too deep; what stands in them is not read")
    for page in pages:
        if not page.text.strip():
            yield Problem("the page gave no text", page.number)

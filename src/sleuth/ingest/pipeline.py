"""One file, from its bytes to a searchable document. Each function may run twice and changes nothing more."""

import hashlib
from dataclasses import dataclass

import psycopg

from sleuth.config import Settings
from sleuth.errors import SourceError
from sleuth.evidence.source import PageSource, Source
from sleuth.findings.text.instructions import source_without_instructions
from sleuth.ingest.chunking import cut
from sleuth.ingest.context import contexts
from sleuth.ingest.extraction import extract, keep
from sleuth.ingest.language import detect_language, stemmer
from sleuth.ingest.quality import judge
from sleuth.ingest.relating import keep_portrait
from sleuth.ingest.sandbox import read_bytes
from sleuth.store.documents.documents import Added, PassageDraft, add_document, load_file
from sleuth.store.ledger.rulings import misread_content

# Passages of these may run over a page's end, as their sentences do; a sheet or a slide stands alone.
_FLOWING = frozenset({PageSource.PRINTED, PageSource.RENDERED, PageSource.SECTION, PageSource.WHOLE})


def content_hash(data: bytes) -> str:
    """SHA-256 of a file's bytes, in hex: what makes two files one document."""
    return hashlib.sha256(data).hexdigest()


def ingest(connection: psycopg.Connection, project_id: int, digest: str, filename: str, settings: Settings) -> Added:
    """Read a stored file in a child process and store what it says; SourceError when it cannot be read."""
    source = read_bytes(load_file(connection, project_id, digest), settings, filename)
    prepared = prepare(source, settings)
    misread = misread_content(connection, project_id, digest)
    extracted = extract(source, prepared.language, settings, misread)
    added = add_document(
        connection,
        project_id,
        source,
        content_hash=digest,
        data=None,
        language=prepared.language,
        regconfig=stemmer(prepared.language),
        quality=prepared.quality,
        quality_reason=prepared.quality_reason,
        passages=prepared.passages,
    )
    keep(connection, project_id, added.document.id, extracted, settings)
    keep_portrait(connection, project_id, added.document.id, source)
    return added


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a source becomes before it is stored."""

    language: str  # ISO 639-1
    quality: str
    quality_reason: str
    passages: tuple[PassageDraft, ...]


def prepare(source: Source, settings: Settings) -> Prepared:
    """Language, quality and passages of a source; SourceError when no page has any text."""
    if not any(page.text.strip() for page in source.pages):
        raise SourceError(f"{source.filename}: no text in it. Is it the right file?")
    judgement = judge(source_without_instructions(source))
    return Prepared(
        language=detect_language("\n".join(page.text for page in source.pages)),
        quality=judgement.quality,
        quality_reason=judgement.reason,
        passages=tuple(_passages(source, settings)),
    )


def _passages(source: Source, settings: Settings) -> list[PassageDraft]:
    text = "\n".join(page.text for page in source.pages)
    starts = page_starts(source)
    size, overlap = settings.passage_characters, settings.passage_overlap
    if source.page_source in _FLOWING:
        spans = list(cut(text, size, overlap))
    else:
        spans = [
            span
            for page, start in zip(source.pages, starts, strict=True)
            for span in cut(text, size, overlap, start, start + len(page.text))
        ]
    return [
        PassageDraft(position, _page_of(start, starts, source), start, end, text[start:end], context)
        for position, ((start, end), context) in enumerate(zip(spans, contexts(source, spans), strict=True))
    ]


def page_starts(source: Source) -> list[int]:
    """The offset of each page in the document's text, in which pages are joined by one line break."""
    starts, at = [], 0
    for page in source.pages:
        starts.append(at)
        at += len(page.text) + 1
    return starts


def _page_of(offset: int, starts: list[int], source: Source) -> int:
    from bisect import bisect_right

    return source.pages[bisect_right(starts, offset) - 1].number

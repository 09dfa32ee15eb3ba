"""Small documents and findings that tests put into a project."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import psycopg

from sleuth.evidence.source import Page, PageSource, Problem, Source, Span
from sleuth.findings.finding import Finding
from sleuth.language.period import fiscal_period
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario
from sleuth.store.documents.documents import Added, PassageDraft, add_document


def source_of(filename: str, *texts: str, problems: tuple[Problem, ...] = ()) -> Source:
    """A PDF with these pages."""
    pages = tuple(Page(n, text, f"p.{n}", 612, 792) for n, text in enumerate(texts, 1))
    return Source(filename, "pdf", PageSource.PRINTED, pages, metadata={"author": "Ann"}, problems=problems)


def drafts_of(source: Source) -> list[PassageDraft]:
    """One passage a page."""
    drafts, at = [], 0
    for position, page in enumerate(source.pages):
        drafts.append(PassageDraft(position, page.number, at, at + len(page.text), page.text))
        at += len(page.text) + 1
    return drafts


def store(
    connection: psycopg.Connection,
    project: int,
    source: Source,
    passages: Sequence[PassageDraft] = (),
    *,
    identity: str = "",
    stemmer: str = "english",
    quality: str = "unknown",
) -> Added:
    """Store a source. Its bytes are its text; those of another `identity` count as other bytes."""
    data = "\f".join(page.text for page in source.pages).encode("utf-8", "surrogatepass")
    return add_document(
        connection,
        project,
        source,
        content_hash=digest(identity) if identity else hashlib.sha256(data).hexdigest(),
        data=data,
        language=stemmer[:2],
        regconfig=stemmer,
        quality=quality,
        quality_reason="",
        passages=passages,
    )


def digest(identity: str) -> str:
    """The content hash of a document that was stored with this identity."""
    return hashlib.sha256(identity.encode()).hexdigest()


def revenue(millions: int, year: int, at: int = 0, **others: Any) -> Finding:
    """The revenue of a year, stated at a place of a document's only page; `others` are further fields."""
    stated = Finding(
        "revenue", "Net sales", Span(1, at, at + 1), "p.1", f"Net sales {millions}", "test", subject="Lumen AB",
        period=fiscal_period(year, 12, 12), scenario=Scenario.ACTUAL, quantity=Quantity(Decimal(millions), "EUR", 6),
    )  # fmt: skip
    return replace(stated, **others)

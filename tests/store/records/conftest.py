"""Builders of small documents."""

import functools
import hashlib
from collections.abc import Callable

import psycopg
import pytest

from sleuth.evidence.source import Page, PageSource, Problem, Source
from sleuth.store.documents import Added, PassageDraft, add_document

Add = Callable[..., Added]


def source_of(filename: str, *texts: str, problems: tuple[Problem, ...] = ()) -> Source:
    pages = tuple(Page(n, text, f"p.{n}", 612, 792) for n, text in enumerate(texts, 1))
    return Source(filename, "pdf", PageSource.PRINTED, pages, metadata={"author": "Ann"}, problems=problems)


def drafts_of(source: Source) -> list[PassageDraft]:
    """One passage a page."""
    drafts, at = [], 0
    for position, page in enumerate(source.pages):
        drafts.append(PassageDraft(position, page.number, at, at + len(page.text), page.text))
        at += len(page.text) + 1
    return drafts


@pytest.fixture
def put(connection: psycopg.Connection) -> Add:
    """put(project, "a.pdf", "text of page 1", "text of page 2") stores a document."""
    own = connection

    def put(
        project: int,
        filename: str,
        *texts: str,
        problems: tuple[Problem, ...] = (),
        stemmer: str = "english",
        connection: psycopg.Connection = own,
    ) -> Added:
        source = source_of(filename, *texts, problems=problems)
        data = "\f".join(texts).encode("utf-8", "surrogatepass")
        return add_document(
            connection,
            project,
            source,
            content_hash=hashlib.sha256(data).hexdigest(),
            data=data,
            language=stemmer[:2],
            regconfig=stemmer,
            quality="unknown",
            quality_reason="",
            passages=drafts_of(source),
        )

    return put


@pytest.fixture
def add(put: Add, project: int) -> Add:
    """add("a.pdf", "text of page 1") stores a document of the test's project."""
    return functools.partial(put, project)

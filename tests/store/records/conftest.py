"""Builders of small documents."""

import functools
from collections.abc import Callable

import psycopg
import pytest

from sleuth.evidence.source import Problem
from sleuth.store.documents.documents import Added
from tests.documents import drafts_of, source_of, store

Add = Callable[..., Added]


@pytest.fixture
def put(connection: psycopg.Connection) -> Add:
    """put(project, "a.pdf", "text of page 1", "text of page 2") stores a document, with a passage a page."""
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
        return store(connection, project, source, drafts_of(source), stemmer=stemmer)

    return put


@pytest.fixture
def add(put: Add, project: int) -> Add:
    """add("a.pdf", "text of page 1") stores a document of the test's project."""
    return functools.partial(put, project)

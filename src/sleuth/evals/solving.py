"""Puts the questions of a set to the researcher: over the store, or over a paragraph in memory."""

import asyncio
from collections.abc import Iterator, Sequence

from sleuth.agents.researcher.run import research
from sleuth.answering.run import Research, research_in
from sleuth.evals.cases import Answerable, paragraph
from sleuth.evals.shelf import Shelf
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.search.services import Services
from sleuth.store.server.database import Database


def solve_texts(cases: Sequence[Answerable]) -> Iterator[tuple[Answerable, Research]]:
    """Each question asked of its own paragraph, without the store: the reasoner is what is measured."""
    for case in cases:
        yield case, asyncio.run(research_in(Shelf([paragraph(case)]), case.question))


def solve_files(
    database: Database, services: Services, project: str, cases: Sequence[Answerable]
) -> Iterator[tuple[Answerable, Research]]:
    """Each question asked of its files in a project."""
    for case in cases:
        reasoner = ExtractiveReasoner()
        yield case, asyncio.run(research(database, project, case.question, case.filenames, reasoner, services))

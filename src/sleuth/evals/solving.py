"""Puts the questions of a set to the researcher: over the store, or over a paragraph in memory."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from sleuth.agents.researcher.run import Research, research, research_in
from sleuth.config import Settings
from sleuth.evals.cases import Answerable, AnswerSet, paragraph
from sleuth.evals.shelf import Shelf
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.store.database import Database


def solve_texts(cases: Sequence[Answerable]) -> Iterator[tuple[Answerable, Research]]:
    """Each question asked of its own paragraph, without the store: the reasoner is what is measured."""
    for case in cases:
        yield case, asyncio.run(research_in(Shelf([paragraph(case)]), case.question))


def solve_files(
    database: Database, settings: Settings, chosen: AnswerSet, data: Path, cases: Sequence[Answerable]
) -> Iterator[tuple[Answerable, Research]]:
    """Each question asked of its files in the store, where they are added first."""
    project = f"evaluation: {chosen.name}"
    _add(database, settings, project, [data / chosen.folder / name for case in cases for name in case.filenames])
    for case in cases:
        yield case, asyncio.run(research(database, project, case.question, case.filenames, ExtractiveReasoner()))


def _add(database: Database, settings: Settings, project: str, paths: Sequence[Path]) -> None:
    from sleuth.store.projects import ensure_project
    from sleuth.work.adding import add_paths
    from sleuth.work.embedding import embed_project

    with database.connection() as connection:
        project_id = ensure_project(connection, project)
        connection.commit()
    add_paths(database, settings, project_id, list(dict.fromkeys(paths)), lambda progress: None)
    embed_project(database, settings, project_id, lambda done, total: None)

"""`sleuth add`, `documents`, `remove`: what a project holds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, extent, print_json, say, settings, warn

if TYPE_CHECKING:
    from sleuth.work.adding import Report


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="Read files and folders into a project.")(add)
    app.command(help="List a project's documents.")(documents)
    app.command(help="Remove documents, leaving nothing of their content.")(remove)


def add(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders.", metavar="PATH...")],
    project: Project = DEFAULT_PROJECT,
    wait: Annotated[bool, typer.Option("--wait", help="Also wait until passages can be found by meaning.")] = False,
    json: Json = False,
) -> None:
    """Exit 2 when a file could not be read; the others are in."""
    from sleuth.cli.progress import embedding_progress, reading_progress
    from sleuth.store.projects import ensure_project
    from sleuth.store.server.database import open_database
    from sleuth.work.adding import add_paths
    from sleuth.work.embedding import embed_in_background, embed_project

    options = settings()
    with open_database(options) as database:
        with database.connection() as connection:
            project_id = ensure_project(connection, project)
        with reading_progress() as show:
            report = add_paths(database, options, project_id, paths, show)
        if json:
            print_json(report.to_json())
        else:
            _print_report(report)  # what is in is in, should the embedding fail
        if wait:
            with embedding_progress() as show_vectors:
                embed_project(database, options, project_id, show_vectors)
        else:
            embed_in_background(database, options, project_id)
    for bad in report.failed:
        warn(f"failed: {bad.reason}")
    raise typer.Exit(2 if report.failed else 0)


def _print_report(report: "Report") -> None:
    for outcome in report.added:
        partial = "" if outcome["status"] == "ready" else f", {outcome['status']}: see `sleuth documents`"
        say(f"added {outcome['filename']}: {extent(outcome['pages'], outcome['passages'])}{partial}")
    for filename in report.unchanged:
        say(f"unchanged {filename}")


def documents(project: Project = DEFAULT_PROJECT, json: Json = False) -> None:
    """Name, kind, language, pages, passages and status of each document, and what could not be read of it."""
    from sleuth.store.documents.documents import list_documents
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    with open_database(settings()) as database, database.connection() as connection:
        rows = list_documents(connection, find_project(connection, project))
    if json:
        print_json([
            {
                "filename": d.filename,
                "kind": d.kind,
                "language": d.language,
                "pages": d.page_count,
                "passages": d.passage_count,
                "status": d.status,
                "version": d.version,
                "page_source": d.page_source,
                "quality": d.quality,
                "quality_reason": d.quality_reason,
                "title": d.title,
                "aliases": list(d.aliases),
                "problems": list(d.problems),
            }
            for d in rows
        ])  # fmt: skip
        return
    for d in rows:
        say(f"{d.filename}  ({d.kind}, {d.language}, {extent(d.page_count, d.passage_count)}, {d.quality})")
        for problem in d.problems:
            where = f"page {problem['page']}: " if problem.get("page") else ""
            say(f"  {d.status}: {where}{problem['reason']}")
    if not rows:
        say("No documents yet. Add some with `sleuth add PATH`.")


def remove(
    filenames: Annotated[list[str], typer.Argument(help="Documents to remove, by name.", metavar="FILENAME...")],
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """All versions go, with their pages, passages, vectors and bytes."""
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database
    from sleuth.work.removal import remove_documents

    with open_database(settings()) as database:
        with database.connection() as connection:
            project_id = find_project(connection, project)
        names = [document.filename for document in remove_documents(database, project_id, filenames)]
    if json:
        print_json({"removed": names})
    else:
        for name in names:
            say(f"removed {name}")

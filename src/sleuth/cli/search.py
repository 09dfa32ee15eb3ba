"""`sleuth search`: hybrid search over a project's documents."""

from typing import Annotated

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Files, Json, Project, print_json, say, settings, warn


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Find passages by their words and their meaning.")(search)


def search(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    project: Project = DEFAULT_PROJECT,
    file: Files = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many passages at most.")] = 10,
    json: Json = False,
) -> None:
    """Passages, best first."""
    from sleuth.search.hybrid import search as hybrid_search
    from sleuth.store.database import open_database
    from sleuth.store.projects import find_project

    with open_database(settings()) as database, database.connection() as connection:
        results = hybrid_search(connection, find_project(connection, project), query, filenames=file or (), limit=limit)
    for remark in results.degraded:
        warn(f"note: {remark}")
    if json:
        print_json({
            "results": [
                {"content": h.content, "score": round(h.score, 4), "filename": h.filename, "page": h.page, "locator": h.locator}
                for h in results.hits
            ],
            "latency_ms": round(results.latency_ms, 1),
            "degraded": list(results.degraded),
        })  # fmt: skip
        return
    for hit in results.hits:
        say(f"{hit.filename}, {hit.locator}")
        say("  " + " ".join(hit.content.split()))
        say()
    if not results.hits:
        say("Nothing found.")

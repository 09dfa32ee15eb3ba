"""`sleuth search`: hybrid search over a project's documents."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Files, Json, Project, print_json, say, settings, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sleuth.search.hit import Hit, Results
    from sleuth.store.ledger.corrections import CorrectedCell


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
    from sleuth.search.services import services_of
    from sleuth.store.documents.pages import Stretch
    from sleuth.store.ledger.corrections import corrections_within
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    options = settings()
    services = services_of(options)
    with open_database(options) as database, database.connection() as connection:
        project_id = find_project(connection, project)
        results = hybrid_search(
            connection,
            project_id,
            query,
            filenames=file or (),
            limit=limit,
            index=database.index(connection),
            services=services,
        )
        stretches = [Stretch(hit.document_id, hit.page, hit.start, hit.end) for hit in results.hits]
        corrected = corrections_within(connection, project_id, stretches)
    shown = _facts_first(results.hits, corrected)
    for remark in results.degraded:
        warn(f"note: {remark}")
    if json:
        print_json(_shape(results, shown))
        return
    for hit, cells, is_flagged in shown:
        say(
            f"{hit.filename}, {hit.locator}"
            + (" [instruction-like text: it answers no question]" if is_flagged else "")
        )
        say("  " + " ".join(hit.content.split()))
        for cell in cells:
            say(f"  * {cell.statement}, {cell.corrected.note}")
        say()
    if not results.hits:
        say("Nothing found.")


def _facts_first(
    hits: "Sequence[Hit]", corrected: "Sequence[Sequence[CorrectedCell]]"
) -> "list[tuple[Hit, Sequence[CorrectedCell], bool]]":
    """Hits with their corrections, those that hold instruction-like text behind all others."""
    from sleuth.evidence.source import Page
    from sleuth.findings.text.instructions import instructions

    marked = [
        (hit, cells, bool(instructions(Page(hit.page, hit.content, hit.locator))))
        for hit, cells in zip(hits, corrected, strict=True)
    ]
    return sorted(marked, key=lambda row: row[2])


def _shape(results: "Results", shown: "Sequence[tuple[Hit, Sequence[CorrectedCell], bool]]") -> dict[str, Any]:
    hits = [
        {
            "content": hit.content,
            "score": round(hit.score, 4),
            "filename": hit.filename,
            "page": hit.page,
            "locator": hit.locator,
            "instruction_like": is_flagged,
            "corrected": [{"statement": cell.statement, **cell.corrected.shape} for cell in cells],
        }
        for hit, cells, is_flagged in shown
    ]
    return {"results": hits, "latency_ms": round(results.latency_ms, 1), "degraded": list(results.degraded)}

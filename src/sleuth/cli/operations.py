"""`sleuth doctor`, `export`, `worker`, `grant`, `reindex`: keeping it running."""

from pathlib import Path
from typing import Annotated

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, say, settings
from sleuth.language.counted import counted


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="What runs where, what is wrong, and how to mend it.")(doctor)
    app.command(help="Write everything into one file, or restore it from one.")(export)
    app.command(help="Do what is left to do: read files, make vectors, do the agents' tasks.")(worker)
    app.command(help="Let a role of the database read one project with SQL, and no other.")(grant)
    app.command(help="Change the embedding model of a project while searches go on.")(reindex)


def doctor(json: Json = False) -> None:
    """Exit 3 when something that Sleuth needs does not work."""
    from sleuth.store.server.doctor import examine

    report = examine(settings())
    if json:
        print_json(report.to_json())
    else:
        for finding in report.findings:
            say(f"{finding.status:4}  {finding.name}: {finding.detail}")
            if finding.remedy:
                say(f"      → {finding.remedy}")
    raise typer.Exit(0 if report.healthy else 3)


def export(
    archive: Annotated[Path, typer.Argument(help="The file to write, or to read with --restore.")],
    restore: Annotated[bool, typer.Option("--restore", help="Read the archive into this, empty, home.")] = False,
) -> None:
    """One file holds the documents, passages, vectors and history of every project."""
    from sleuth.store.server.export import export_home, restore_home

    (restore_home if restore else export_home)(settings(), archive)
    say(f"restored from {archive}" if restore else f"exported to {archive}")


def worker(
    until_idle: Annotated[bool, typer.Option("--until-idle", help="Stop when nothing is left to do.")] = False,
) -> None:
    """Several workers, on several machines, may share one database."""
    from sleuth.agents.detectives import tasks as _agents  # noqa: F401 - registers who does the agents' tasks
    from sleuth.store.server.database import open_database
    from sleuth.work.worker import run_worker

    options = settings()
    with open_database(options) as database:
        run_worker(database, options, until_idle=until_idle)


def grant(
    role: Annotated[str, typer.Argument(help="A role of PostgreSQL, which an administrator has made.")],
    project: Project = DEFAULT_PROJECT,
    revoke: Annotated[bool, typer.Option("--revoke", help="Take it away again.")] = False,
) -> None:
    """The role reads that project whatever it sets. Run it as the owner of Sleuth's tables."""
    from sleuth.cli.output import on_project
    from sleuth.store.server.isolation import bind_role, unbind_role

    with on_project(project) as (connection, project_id):
        if revoke:
            unbind_role(connection, role)
        else:
            bind_role(connection, role, project_id)
    say(f"{role} reads nothing of Sleuth's any more" if revoke else f"{role} reads {project}, and no other project")


def reindex(
    project: Project = DEFAULT_PROJECT,
    embedding: Annotated[
        str | None, typer.Option(help="auto, minilm, e5 or openai:NAME; SLEUTH_EMBEDDING if not given.")
    ] = None,
    json: Json = False,
) -> None:
    """The old vectors serve until the new ones are whole. Stopped at any point, the same command goes on."""
    from sleuth.cli.progress import embedding_progress
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database
    from sleuth.work.reindexing import reindex as run

    options = settings()
    with open_database(options) as database:
        with database.connection() as connection:
            project_id = find_project(connection, project)
        with embedding_progress() as show:
            done = run(database, options, project_id, embedding or options.embedding, show)
    shape = done.to_json()
    if json:
        print_json(shape)
        return
    change = f", in place of {shape['before']}" if shape["changed"] and shape["before"] else ""
    vectors = counted(shape["passages"], "vector")
    say(f"{shape['embedding']} serves {project}{change}: {vectors} of {shape['dimensions']} numbers")
    if usage := shape["usage"]:
        calls, tokens = counted(usage["calls"], "call"), counted(usage["tokens"], "token")
        say(f"they took {calls}, {tokens}, US$ {usage['cost_usd']}")

"""`sleuth doctor`, `export`, `worker`: keeping it running."""

from pathlib import Path
from typing import Annotated

import typer

from sleuth.cli.output import Json, print_json, say, settings


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="What runs where, what is wrong, and how to mend it.")(doctor)
    app.command(help="Write everything into one file, or restore it from one.")(export)
    app.command(help="Do what is left to do: read files, make vectors.")(worker)


def doctor(json: Json = False) -> None:
    """Exit 3 when something that Sleuth needs does not work."""
    from sleuth.store.doctor import examine

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
    from sleuth.store.export import export_home, restore_home

    (restore_home if restore else export_home)(settings(), archive)
    say(f"restored from {archive}" if restore else f"exported to {archive}")


def worker(
    until_idle: Annotated[bool, typer.Option("--until-idle", help="Stop when nothing is left to do.")] = False,
) -> None:
    """Several workers, on several machines, may share one database."""
    from sleuth.store.database import open_database
    from sleuth.work.worker import run_worker

    options = settings()
    with open_database(options) as database:
        run_worker(database, options, until_idle=until_idle)

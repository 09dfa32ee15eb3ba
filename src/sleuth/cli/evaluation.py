"""`sleuth eval`: how good the answers are, on data that nobody here wrote."""

from pathlib import Path
from typing import Annotated

import typer

from sleuth.cli.output import Json, print_json, say, settings


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(name="eval", help="Measure answers, citations and search on evaluation sets.")(evaluate)


def evaluate(
    names: Annotated[list[str] | None, typer.Argument(help="Sets to run; all by default.", metavar="[SET]...")] = None,
    data: Annotated[Path, typer.Option(help="Where the evaluation data lies.")] = Path("../shared/data"),
    limit: Annotated[int, typer.Option(min=1, help="Questions a set at most.")] = 60,
    json: Json = False,
) -> None:
    """Each set is split in two: the half that rules were tuned on, and the half that was not looked at."""
    from sleuth.evals.report import run

    report = run(settings(), data, names or (), limit=limit)
    if json:
        print_json(report.to_json())
    else:
        say(report.to_markdown())

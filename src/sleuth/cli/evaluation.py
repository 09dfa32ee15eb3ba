"""`sleuth eval`: how good the answers are, on data that nobody here wrote."""

from pathlib import Path
from typing import Annotated

import typer

from sleuth.cli.output import Json, print_json, say, settings, warn


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(name="eval", help="Measure answers, citations and search on evaluation sets.")(evaluate)


def evaluate(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Sets and parts: answers, citations, retrieval, findings, detectives; only if named: analyst, "
            "conversations (convfinqa, mtrag, ramdocs, conflictnq), rooms, tutor, intent, ledger.",
            metavar="[NAME]...",
        ),
    ] = None,
    data: Annotated[Path, typer.Option(help="Where the evaluation data lies.", envvar="SLEUTH_DATA")] = Path(
        "../shared/data"
    ),
    limit: Annotated[int, typer.Option(min=1, help="Questions a set that are answered, at most.")] = 60,
    full: Annotated[bool, typer.Option("--full", help="Read every document, not a sample of the large sets.")] = False,
    out: Annotated[Path | None, typer.Option(help="A folder for report.md, report.json and answers.jsonl.")] = None,
    json: Json = False,
) -> None:
    """Each set is split in two: dev, which rules may be tuned on, and held-out, which nobody looks at.

    Exit 1 when a citation is not found on its page by poppler, or fewer than 90 % of the analyst's checks pass.
    """
    from sleuth.cli.progress import progress
    from sleuth.evals.run import Wish, run

    with progress() as show:
        wish = Wish(data, names or (), limit, full)
        report = run(settings(), wish, lambda work, done, total: show(work, done, total, ""))
    if out:
        report.write(out)
    if json:
        print_json(report.to_json())
    else:
        say(report.to_markdown())
    for miss in report.misses:
        warn(f"not on its page: {miss.filename}, p. {miss.page}: {miss.quote}")
    if report.refusal:
        warn(f"not to be released: {report.refusal}")
    raise typer.Exit(1 if report.misses or report.refusal else 0)

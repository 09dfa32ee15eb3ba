"""`sleuth verify`: is this quote in that file, and does the sentence over it follow?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.output import Json, print_json, print_line, say, settings, warn

if TYPE_CHECKING:
    from sleuth.ingest.verification import Result


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Check a quote, and a claim over it, against a file. Needs no store.")(verify)


def verify(
    file: Annotated[Path | None, typer.Option("--file", help="The file that is quoted.")] = None,
    quote: Annotated[str | None, typer.Option("--quote", help="The words to find in it.")] = None,
    claim: Annotated[str | None, typer.Option("--claim", help="A sentence said to follow from the quote.")] = None,
    batch: Annotated[
        Path | None, typer.Option("--batch", help='JSON lines of {"file", "quote", "claim"?}; one result a line.')
    ] = None,
    json: Json = False,
) -> None:
    """Exit 0 when everything holds, 1 when something is refused, 2 when a file cannot be read."""
    from sleuth.errors import UserError
    from sleuth.ingest import verification

    if batch is not None:
        _verify_batch(batch)
    if file is None or quote is None:
        raise UserError("verify needs --file and --quote, or --batch CASES.jsonl.")
    with verification.Verifier(settings()) as verifier:
        result = verifier.verify(verification.Case(str(file), quote, claim))
    if json:
        print_json(result.to_json())
    else:
        _print_result(result)
    raise typer.Exit(0 if result.holds else 1)


def _verify_batch(batch: Path) -> None:
    from sleuth.ingest import verification

    worst = 0
    with verification.Verifier(settings()) as verifier:
        for result in verifier.verify_batch(batch):
            print_line(result.to_json())
            worst = max(worst, 2 if result.unreadable else 0 if result.holds else 1)
    raise typer.Exit(worst)


def _print_result(result: "Result") -> None:
    if result.verified:
        say(f"found ({result.match}) at {result.locator}: “{result.text}”")
    else:
        warn(f"refused: {result.reason}")
    if result.claim is not None:
        say(f"the claim is {_RULED[result.claim.verdict]}: {result.claim.reason}")
        if result.claim.aligned:
            say(
                "  "
                + " · ".join(ours if ours == theirs else f"{ours} = {theirs}" for ours, theirs in result.claim.aligned)
            )


_RULED = {"proven": "proven", "refuted": "refuted", "open": "open, neither proven nor contradicted"}

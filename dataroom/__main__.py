"""`python -m dataroom --seed 7 --out DIR`."""

from pathlib import Path
from typing import Annotated

import typer

from dataroom import generate
from sleuth.errors import UserError


def main(
    seed: Annotated[int, typer.Option(help="Another seed, another company.")],
    out: Annotated[Path, typer.Option(help="Folder for room/ and truth.json.")],
) -> None:
    """Write a generated data room and the truth about it."""
    try:
        truth = generate(seed, out)
    except UserError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    typer.echo(
        f"{truth.company['name']}: {len(truth.files)} files, {len(truth.facts):,} facts, "
        f"{len(truth.versions)} versions, {len(truth.conflicts)} conflicts, {len(truth.gaps)} requests in {out}"
    )


if __name__ == "__main__":
    typer.run(main)

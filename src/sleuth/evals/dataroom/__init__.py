"""Generates data rooms as a seller would fill them, with the truth about them beside: `generate(seed, out)`."""

from pathlib import Path

from sleuth.evals.dataroom.truth import Truth


def generate(seed: int, out: Path) -> Truth:
    """Write the room of a seed to `out`/room and the truth to `out`/truth.json; the same seed gives the same bytes.

    Raises UserError where `out`/room holds files already.
    """
    from sleuth.errors import UserError
    from sleuth.evals.dataroom.company import found_company
    from sleuth.evals.dataroom.plan import fill

    room = out / "room"
    if room.is_dir() and any(room.iterdir()):
        raise UserError(f"{room}: the folder is not empty. Name another with --out, or empty it.")
    truth = fill(found_company(seed), room)
    truth.write(out / "truth.json")
    return truth

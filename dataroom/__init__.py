"""Generates data rooms as a seller would fill them, with the truth about them beside: `generate(seed, out)`.

`out`/room holds the files, `out`/truth.json what they say:

    seed, company   the company, its currency, fiscal year end, last closed year, day of the last booked month
    files           name (unique in the room), folder, title, dated, author, authority (0 audited … 4 correspondence)
    facts           id, file, place, printed (the characters there), kind, subject, value, and
                    of a figure: dimension, metric, period {label, end, months}, scenario, unit, scale;
                    of anything else: iso, where a date or a duration is meant
    versions        newer, older, pattern, evidence: each file beside the one it replaces directly
    renditions      files, why: one edition in two formats; linking them is neither right nor wrong
    non_versions    files, why: they look like versions and are none
    conflicts       subject, dimension, metric, period, scenario, sides, authority {file or null, why}
    non_conflicts   the same with why instead of authority: examples of each kind that must not be reported
    gaps            number, text, status (provided, partial, missing, outdated), files, lacking

A place is {"page"} of a PDF, {"slide"}, {"sheet", "cell"}, {"cell"} of a CSV, {"section"} (the first-level heading) of
a DOCX, or {} where the file has no parts. A figure's `value` is the decimal as printed, negative where it stands in
brackets or after a minus: costs carry the sign of their table. Months 0 mean the instant at the end of the day.
"""

from pathlib import Path

from dataroom.truth import Truth


def generate(seed: int, out: Path) -> Truth:
    """Write the room of a seed to `out`/room and the truth to `out`/truth.json; the same seed gives the same bytes.

    Raises UserError where `out`/room holds files already.
    """
    from dataroom.company import found_company
    from dataroom.plan import fill
    from sleuth.errors import UserError

    room = out / "room"
    if room.is_dir() and any(room.iterdir()):
        raise UserError(f"{room}: the folder is not empty. Name another with --out, or empty it.")
    truth = fill(found_company(seed), room)
    truth.write(out / "truth.json")
    return truth

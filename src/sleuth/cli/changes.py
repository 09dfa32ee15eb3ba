"""`sleuth changes`: what changed in a project since a date or an earlier run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, on_project, print_json, say, settings, short_quote, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sleuth.agents.analyst.changes.answered import Answered
    from sleuth.agents.analyst.changes.changed import Changes, Closed, Move, Opened

_SHOWN = 20  # moves, for people


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Tell what changed since a date, or since this was last asked: documents, figures, conflicts.")(
        changes
    )


def changes(
    since: Annotated[
        str, typer.Option("--since", help="A date (2026-11-16), the number of an earlier run, or last (the default).")
    ] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write a page: NAME.md or NAME.docx, its sources beside it.")
    ] = None,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Each time is kept as a run with a number, from which a later one may go on. Exit 1 where nothing changed."""
    from sleuth.agents.analyst.changes.run import what_changed

    if output:
        from sleuth.cli.pages import check_page_name

        check_page_name(output)
    with on_project(project) as (connection, project_id):
        found = what_changed(connection, project_id, project, settings(), since)
        if output:
            from sleuth.agents.analyst.changes.page import changes_page
            from sleuth.cli.pages import write_page

            write_page(connection, project_id, changes_page(found), output)
    if json:
        print_json(changes_shape(found))
    else:
        _print(found)
        if output:
            warn(f"{output} is written, with what it cites in “{output.stem} sources” beside it.")
    raise typer.Exit(0 if found else 1)


def changes_shape(found: "Changes") -> dict[str, Any]:
    """The public shape, as `sleuth changes --json` prints it."""
    return {
        "run": found.run, "since": found.since.isoformat(), "until": found.until.isoformat(),
        "documents": {
            "added": [{"filename": d.filename, "kind": d.kind, "pages": d.page_count} for d in found.added],
            "replaced": [
                {
                    "newer": one.newer, "older": one.older, "reason": one.reason,
                    "status": "confirmed" if one.proposal is None else "proposed", "id": one.proposal,
                }
                for one in found.replaced
            ],
            "removed": [{"filename": one.filename, "at": one.at.isoformat()} for one in found.removed],
        },
        "figures": [move.to_json() for move in found.moves],
        "reworded": [one.to_json() for one in found.reworded],
        "conflicts": {
            "opened": [_opened_shape(one) for one in found.opened],
            "closed": [_closed_shape(one) for one in found.closed],
        },
        "answered": [
            {
                "kind": one.kind, "number": one.number, "text": one.text, "answer": one.answer, "by": one.by_whom,
                "sources": [source.to_json() for source in one.sources],
            }
            for one in found.answered
        ],
    }  # fmt: skip


def _opened_shape(opened: "Opened") -> dict[str, Any]:
    from sleuth.agents.analyst.changes.changed import side_json

    first = opened.conflict.sides[0]
    return {
        "id": opened.conflict.id, "metric": first.metric, "period": first.period_name, "scenario": first.scenario,
        "sides": [side_json(side) for side in opened.conflict.sides], "came_with": list(opened.since),
        "authority": opened.conflict.authority.why,
    }  # fmt: skip


def _closed_shape(closed: "Closed") -> dict[str, Any]:
    from sleuth.agents.analyst.changes.changed import side_json

    first = closed.sides[0] if closed.sides else None
    return {
        "metric": first.metric if first else "", "period": first.period_name if first else "",
        "scenario": first.scenario if first else "", "sides": [side_json(side) for side in closed.sides],
        "why": closed.why,
    }  # fmt: skip


def _print(found: "Changes") -> None:
    from sleuth.agents.analyst.changes.page import document_line, replacement_line

    say(f"{found.project}, from {found.since.astimezone():%Y-%m-%d %H:%M} to {found.until.astimezone():%Y-%m-%d %H:%M}")
    lines = [f"Added: {document_line(document)}" for document in found.added]
    lines += [replacement_line(one).removesuffix(".") for one in found.replaced]
    lines += [f"Removed: {one.filename}, {one.at.astimezone():%Y-%m-%d %H:%M}" for one in found.removed]
    _block("Documents", lines)
    moves = [line for move in found.moves[:_SHOWN] for line in _move_lines(move)]
    left = len(found.moves) - _SHOWN
    _block("Figures that moved", [*moves, f"{left} more: --json or -o holds them."] if left > 0 else moves)
    _block("Said otherwise by new versions", list(_reworded_lines(found)))
    _block("Conflicts opened", [line for one in found.opened for line in _opened_lines(one)])
    _block("Conflicts closed", [line for one in found.closed for line in _closed_lines(one)])
    _block("Answered", [line for one in found.answered for line in _answered_lines(one)])
    say()
    nothing = "" if found else "Nothing changed. "
    say(f"{nothing}This is run {found.run}: `sleuth changes --since {found.run}` goes on from here.")


def _block(title: str, lines: list[str]) -> None:
    if lines:
        say()
        say(title)
        for line in lines:
            say(f"  {line}")


def _move_lines(move: "Move") -> list[str]:
    now = move.new.shown if move.new else "rejected"
    change = f" ({move.change})" if move.change else ""
    lines = [f"{move.measure}: {move.old.shown} → {now}{change}", f"  {move.why}"]
    lines.append(f"  was: {move.old.filename}, {move.old.locator}: “{short_quote(move.old.quote)}”")
    if move.new and move.kind != "correction":
        lines.append(f"  is:  {move.new.filename}, {move.new.locator}: “{short_quote(move.new.quote)}”")
    return lines


def _reworded_lines(found: "Changes") -> "Iterator[str]":
    for one in found.reworded[:_SHOWN]:
        yield f"{one.label}: {one.old.wording.value} → {one.new.wording.value}"
        yield f"  was: {one.old.filename}, {one.old.locator}; is: {one.new.filename}, {one.new.locator}"
    left = len(found.reworded) - _SHOWN
    if left > 0:
        yield f"{left} more: --json or -o holds them."


def _opened_lines(opened: "Opened") -> list[str]:
    from sleuth.agents.analyst.changes.page import title_of

    sides = opened.conflict.sides
    lines = [f"{title_of(sides[0])}  [{opened.conflict.id}]"]
    lines += [f"  {side.shown}  ({side.filename}, {side.locator})" for side in sides]
    came = f"; it came with {' and '.join(opened.since)}" if opened.since else ""
    return [*lines, f"  {opened.conflict.authority.why}{came}"]


def _closed_lines(closed: "Closed") -> list[str]:
    from sleuth.agents.analyst.changes.page import title_of

    lines = [title_of(closed.sides[0]) if closed.sides else "Figures of documents that are gone"]
    lines += [f"  {side.shown}  ({side.filename}, {side.locator})" for side in closed.sides]
    return [*lines, f"  {closed.why}"]


def _answered_lines(answered: "Answered") -> list[str]:
    from sleuth.agents.analyst.changes.page import answered_line

    return [answered_line(answered), *(f"  ({one.place}: “{short_quote(one.quote)}”)" for one in answered.sources)]

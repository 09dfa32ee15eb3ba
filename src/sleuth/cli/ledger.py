"""`sleuth versions`, `sleuth conflicts`: which document replaces which, and where documents disagree."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, on_project, print_json, say, short_quote
from sleuth.language.spoken import spoken

if TYPE_CHECKING:
    from psycopg import Connection

    from sleuth.store.documents.documents import Document
    from sleuth.store.documents.editions import EditionDifference
    from sleuth.store.ledger.conflicts import StoredConflict
    from sleuth.store.ledger.findings import StoredFinding
    from sleuth.store.ledger.rulings import Ruling
    from sleuth.store.ledger.versions import Version

_T = TypeVar("_T")
By = Annotated[str, typer.Option("--by", help="Who says so; the user of this machine by default.")]
Why = Annotated[str, typer.Option("--why", help="The reason, for the next reader.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="List which document replaces which, and why; confirm, reject or undo one.")(versions)
    app.command(help="List where documents disagree, with both places; dismiss or explain one.")(conflicts)


def versions(
    confirm: Annotated[int | None, typer.Option(metavar="N", help="Version N is right.")] = None,
    reject: Annotated[int | None, typer.Option(metavar="N", help="Version N is wrong.")] = None,
    undo: Annotated[int | None, typer.Option(metavar="N", help="Forget what was said of version N.")] = None,
    set_: Annotated[
        tuple[str, str] | None,
        typer.Option("--set", metavar="NEWER OLDER", help="The first document replaces the second; say --why."),
    ] = None,
    why: Why = "",
    by: By = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Findings of what is replaced count as superseded; what is only proposed changes nothing until confirmed."""
    from sleuth.store.documents.documents import find_documents
    from sleuth.store.ledger.versions import list_versions, rule_version, set_version, undo_version, version_rulings

    def change(connection: "Connection", project_id: int) -> None:
        if confirm is not None:
            rule_version(connection, project_id, confirm, "confirmed", who(by), why)
        if reject is not None:
            rule_version(connection, project_id, reject, "rejected", who(by), why)
        if undo is not None:
            undo_version(connection, project_id, undo)
        if set_ is not None:
            newer, older = (_one_document(name, find_documents(connection, project_id, [name])) for name in set_)
            set_version(connection, project_id, newer, older, who(by), why)

    def read(connection: "Connection", project_id: int) -> "tuple[list[Version], Mapping[str, Ruling]]":
        return list_versions(connection, project_id), version_rulings(connection, project_id)

    found, ruled = _changed_and_read(project, change, read)
    if json:
        print_json([_version_shape(version, ruled.get(version.fingerprint)) for version in found])
    else:
        print_versions(found, ruled)


def _one_document(name: str, found: "Sequence[Document]") -> "Document":
    from sleuth.errors import UserError

    if len(found) != 1:
        raise UserError(f"“{name}” names {len(found)} documents. Name one, as `sleuth documents` lists it.")
    return found[0]


def _changed_and_read(
    project: str, change: "Callable[[Connection, int], None]", read: "Callable[[Connection, int], _T]"
) -> _T:
    """Bring relations up to date, change what a person asks for, derive what follows from it, and read."""
    from sleuth.ingest.relating import relate

    with on_project(project) as (connection, project_id):
        relate(connection, project_id)
        change(connection, project_id)
        relate(connection, project_id)
        return read(connection, project_id)


def who(by: str) -> str:
    """The name that a ruling is kept under."""
    import getpass

    return by or getpass.getuser()


def _version_shape(v: "Version", ruling: "Ruling | None") -> dict[str, Any]:
    return {
        "newer": v.newer_name, "older": v.older_name, "reason": v.reason, "status": v.status, "id": v.id,
        "certain": v.certain, "evidence": dict(v.evidence), **_ruled(ruling),
    }  # fmt: skip


def _ruled(ruling: "Ruling | None") -> dict[str, str | None]:
    return {"by": ruling.by_whom if ruling else None, "why": ruling.why if ruling else None}


def print_versions(found: "Sequence[Version]", ruled: "Mapping[str, Ruling]") -> None:
    """Each chain from its newest document down; then what waits for a person, and what was rejected."""
    made = {v.older: v for v in found if v.status == "confirmed"}
    below: dict[int, list[Version]] = {}
    for version in made.values():
        below.setdefault(version.newer, []).append(version)
    for newest in sorted({v.newer for v in made.values() if v.newer not in made}):
        say(below[newest][0].newer_name)
        _print_older(newest, below, ruled, "  ")
    for status, hint in (("proposed", "--confirm {0} or --reject {0}"), ("rejected", "--undo {0}")):
        for v in (v for v in found if v.status == status):
            say(f"{status}: {v.newer_name} replaces {v.older_name}: {_because(v, ruled)}  ({hint.format(v.id)})")
    if not found:
        say("No document replaces another.")


def _print_older(newer: int, below: "Mapping[int, list[Version]]", ruled: "Mapping[str, Ruling]", indent: str) -> None:
    for v in below.get(newer, ()):
        say(f"{indent}replaces {v.older_name}: {_because(v, ruled)}  [{v.id}]")
        _print_older(v.older, below, ruled, indent + "  ")


def _because(v: "Version", ruled: "Mapping[str, Ruling]") -> str:
    said = f": “{' '.join(v.evidence['text'].split())}”" if v.evidence["kind"] == "content" else ""
    ruling = ruled.get(v.fingerprint)
    by = f"; {ruling.verdict} by {ruling.by_whom}" + (f": {ruling.why}" if ruling.why else "") if ruling else ""
    return f"{v.reason}{said}{by}"


def conflicts(
    dismiss: Annotated[int | None, typer.Option(metavar="N", help="Conflict N is none; say --why.")] = None,
    explain: Annotated[int | None, typer.Option(metavar="N", help="Conflict N has a reason; say --why.")] = None,
    undo: Annotated[int | None, typer.Option(metavar="N", help="Forget what was said of conflict N.")] = None,
    why: Why = "",
    by: By = "",
    everything: Annotated[bool, typer.Option("--all", help="Also those explained or dismissed.")] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Open conflicts, each with every side, its quote and place, and which source carries more weight."""
    from sleuth.store.documents.editions import edition_differences
    from sleuth.store.ledger.conflicts import list_conflicts, rule_conflict, undo_conflict

    statuses = ("open", "explained", "dismissed") if everything else ("open",)

    def change(connection: "Connection", project_id: int) -> None:
        if dismiss is not None:
            rule_conflict(connection, project_id, dismiss, "dismissed", who(by), why)
        if explain is not None:
            rule_conflict(connection, project_id, explain, "explained", who(by), why)
        if undo is not None:
            undo_conflict(connection, project_id, undo)

    def read(connection: "Connection", project_id: int) -> "tuple[list[StoredConflict], list[EditionDifference]]":
        every = list_conflicts(connection, project_id, ("open", "explained", "dismissed"))
        open_ones = [conflict for conflict in every if conflict.status in statuses]
        return open_ones, edition_differences(connection, project_id, every)

    found, between = _changed_and_read(project, change, read)
    if json:
        print_json([*map(_conflict_shape, found), *map(_difference_shape, between)])
    else:
        print_conflicts(found, bool(between))
        print_differences(between)


def _conflict_shape(c: "StoredConflict") -> dict[str, Any]:
    first = c.sides[0]
    names = {side.document_id: side.filename for side in c.sides}
    return {
        "metric": first.metric, "period": first.period_name, "scenario": first.scenario, "status": c.status,
        "sides": [_side_shape(side) for side in c.sides], "id": c.id, "subject": subject_of(c.sides),
        "dimension": list(first.dimension),
        "authority": {"filename": names.get(c.authority.document or 0), "why": c.authority.why},
        "explanation": c.explanation, **_ruled(c.ruling),
    }  # fmt: skip


def _difference_shape(d: "EditionDifference") -> dict[str, Any]:
    return {
        "metric": d.label, "period": "", "scenario": "", "status": "open",
        "sides": [
            {
                "value": side.wording.value, "unit": "", "scale": 0, "filename": side.filename,
                "locator": side.locator, "quote": side.wording.quote, "page": side.wording.span.page,
            }
            for side in d.sides
        ],
        "id": None, "between_editions": True,
    }  # fmt: skip


def print_differences(found: "Sequence[EditionDifference]") -> None:
    """What editions that are both in force state differently, pair by pair."""
    pair = None
    for difference in found:
        newer, older = difference.sides
        if pair != (newer.filename, older.filename):
            pair = (newer.filename, older.filename)
            say(f"{newer.filename} and {older.filename} are editions of one document, and both in force:")
            say("  say which replaces which: sleuth versions --set NEWER OLDER --why …")
        say(f"  {difference.label}")
        say(f"    {newer.wording.value}  ({newer.filename}, {newer.locator})")
        say(f"    {older.wording.value}  ({older.filename}, {older.locator})")


def _side_shape(f: "StoredFinding") -> dict[str, Any]:
    from sleuth.agents.analyst.changes.changed import side_json

    return {**side_json(f), "quality": f.quality, "corrected": f.corrected.shape if f.corrected else None}


def subject_of(findings: "Sequence[StoredFinding]") -> str:
    """Whose fact it is, as the first that says so prints it."""
    return next((f.subject for f in findings if f.subject), "")


def print_conflicts(found: "Sequence[StoredConflict]", are_more: bool = False) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    for c in found:
        first = c.sides[0]
        about = (spoken(first.metric), *first.dimension, first.period_name, first.scenario)
        title = ", ".join(filter(None, (*about, subject_of(c.sides))))
        console.print(f"[bold]{escape(title)}[/]  [dim]\\[{c.id}] {c.status}[/]")
        table = Table.grid(padding=(0, 2))
        for _ in range(3):
            table.add_column(overflow="fold")
        for side in c.sides:
            place = f"{side.filename}, {side.locator}"
            table.add_row(
                f"  {escape(marked_value(side))}", escape(place), f"[dim]{escape(short_quote(side.quote))}[/]"
            )
        console.print(table)
        console.print(f"  {escape(c.authority.why)}")
        if c.explanation or c.ruling:
            by = f"{c.ruling.verdict} by {c.ruling.by_whom}: {c.ruling.why}" if c.ruling else c.explanation
            console.print(f"  {escape(by)}")
        console.print()
    if not found and not are_more:
        say("No open conflict. --all also shows those explained or dismissed.")


def marked_value(f: "StoredFinding") -> str:
    """The same, with who corrected it and what the source says, where somebody did."""
    return f"{f.shown} ({f.corrected.short_note})" if f.corrected else f.shown

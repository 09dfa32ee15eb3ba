"""`sleuth investigate`, `timeline`, `entities`: what Swedish government inquiries are about, and how far they are."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.inquiry_tables import print_entities, print_merges, print_report, print_timeline
from sleuth.cli.inquiry_workbook import ENTITY_HEAD, EVENT_HEAD, entity_row, event_row, export_rows
from sleuth.cli.output import DEFAULT_PROJECT, Files, Json, Project, on_project, print_json, settings, warn
from sleuth.errors import UserError

if TYPE_CHECKING:
    from uuid import UUID

    from psycopg import Connection

    from sleuth.agents.detectives.views import Shown
    from sleuth.store.inquiries.processes import Process

Process_ = Annotated[
    str | None, typer.Option("--process", help="Only this process: its key, or a number such as SOU 2018:22.")
]
Workbook = Annotated[
    Path | None, typer.Option("--xlsx", help="Write a workbook, and beside it the documents that it links to.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="Read the inquiries (SOU) of a project: timelines, people and stages, each cited.")(investigate)
    app.command(help="List what happened in the inquiries and when, with the place of each date.")(timeline)
    app.command(help="List who and what the inquiries are connected with, with the place of each name.")(entities)


def investigate(
    process: Process_ = None,
    backfill: Annotated[
        bool, typer.Option("--backfill", help="Also read anew what other rules or another model read, and what failed.")
    ] = False,
    file: Files = None,
    news: Annotated[bool, typer.Option("--news", help="With --json: also what is new since the last run.")] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """With --process KEY and --file NAME the files belong to that process, because you say so."""
    from sleuth.agents.detectives.head import Wish
    from sleuth.agents.detectives.head import investigate as run
    from sleuth.cli.ledger import who
    from sleuth.store.documents.documents import find_ids
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    if file and not process:
        raise UserError("--file names documents of a process; name it too: --process KEY.")
    options = settings()
    with open_database(options) as database:
        with database.connection() as connection:
            project_id = find_project(connection, project)
            documents = tuple(find_ids(connection, project_id, file)) if file else ()
        with _bar() as show:
            report = run(database, options, project_id, Wish(process, backfill, documents, who("")), show)
        told: list[dict[str, Any]] = []
        if report["success"] and (news or not json):
            with database.connection() as connection:
                told = _news(connection, project_id)
        if json:
            print_json(report | ({"news": told} if news else {}))
        elif report["success"]:
            with database.connection() as connection:
                print_report(connection, project_id, report, told)
    if not report["success"]:
        if not json:
            warn(f"sleuth: {report['error']}")
        raise typer.Exit(3)


@contextmanager
def _bar() -> "Iterator[Callable[[int, int], None]]":
    from rich import progress as bars
    from rich.console import Console

    columns = (bars.TextColumn("läser"), bars.BarColumn(), bars.MofNCompleteColumn(), bars.TextColumn("uppgifter"))
    console = Console(stderr=True)
    with bars.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _news(connection: "Connection", project_id: int) -> list[dict[str, Any]]:
    """What is new since the last run, by process; what another document said before is no news."""
    from sleuth.agents.detectives.views import combined_events, entity_shape, event_shape
    from sleuth.store.inquiries.entities import aliases_of
    from sleuth.store.inquiries.events import list_events
    from sleuth.store.inquiries.processes import list_processes, news_since_last

    fresh = news_since_last(connection, project_id)
    new = {row["id"] for kind in ("events", "entities") for row in fresh[kind]}
    stages = {row["process_id"]: row for row in fresh["stages"]}
    events = [one for one in combined_events(list_events(connection, project_id)) if _ids(one) <= new]
    related = [one for one in _entities(connection, project_id, None) if _ids(one) <= new]
    aliases = aliases_of(connection, project_id)
    told = []
    for process in list_processes(connection, project_id):
        stage = stages.get(process.id)
        item = {
            "process": process.key,
            "stage": None if stage is None else {"previous": stage["previous"], "new": stage["stage"]},
            "events": [event_shape(one) for one in events if one.best.process_id == process.id],
            "entities": [entity_shape(one, aliases) for one in related if one.best.process_id == process.id],
        }
        if stage or item["events"] or item["entities"]:
            told.append(item)
    return told


def _ids(one: "Shown") -> "set[UUID]":
    return {source.id for source in (one.best, *one.others)}


def timeline(
    process: Process_ = None,
    xlsx: Workbook = None,
    ics: Annotated[
        Path | None, typer.Option("--ics", help="Write a calendar file of the deadlines, each with its source.")
    ] = None,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Exit 1 where there is none; `sleuth investigate` finds what there is."""
    from sleuth.agents.detectives.views import combined_events, event_shape
    from sleuth.store.inquiries.events import list_events

    with on_project(project) as (connection, project_id):
        chosen = _chosen(connection, project_id, process)
        shown = combined_events(list_events(connection, project_id, chosen.id if chosen else None))
        processes = _processes(connection, project_id, shown)
        if xlsx is not None and shown:
            export_rows(connection, project_id, xlsx, "Tidslinje", EVENT_HEAD, [event_row(one) for one in shown], shown)
        if ics is not None:
            _write_calendar(ics, shown, processes)
    if json:
        print_json([event_shape(one) for one in shown])
    else:
        print_timeline(shown, processes)
    raise typer.Exit(0 if shown else 1)


def _chosen(connection: "Connection", project_id: int, asked: str | None) -> "Process | None":
    from sleuth.store.inquiries.processes import find_process

    return find_process(connection, project_id, asked) if asked else None


def _processes(connection: "Connection", project_id: int, shown: "Sequence[Shown]") -> "dict[str, Process]":
    from sleuth.store.inquiries.processes import list_processes

    wanted = {one.best.process for one in shown}
    return {process.key: process for process in list_processes(connection, project_id) if process.key in wanted}


def _write_calendar(path: Path, shown: "Sequence[Shown]", processes: "dict[str, Process]") -> None:
    from sleuth.agents.detectives.deadlines import calendar_file

    text = calendar_file(shown, {key: process.title for key, process in processes.items()})
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror}). Name a file in a folder of yours.") from error
    warn(f"wrote {path}: {text.count('BEGIN:VEVENT')} deadlines")


def entities(
    process: Process_ = None,
    xlsx: Workbook = None,
    everything: Annotated[bool, typer.Option("--all", help="Also bodies and laws that are only mentioned.")] = False,
    merges: Annotated[bool, typer.Option("--merges", help="List which names were taken for one, and why.")] = False,
    merge: Annotated[
        tuple[str, str] | None, typer.Option(metavar="NAME OTHER", help="OTHER is a further name of NAME; say --why.")
    ] = None,
    unmerge: Annotated[int | None, typer.Option(metavar="N", help="Undo merge N: they are two.")] = None,
    why: Annotated[str, typer.Option("--why", help="The reason, for the next reader.")] = "",
    by: Annotated[str, typer.Option("--by", help="Who says so; the user of this machine by default.")] = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Exit 1 where there are none; `sleuth investigate` finds who there is."""
    from sleuth.agents.detectives.views import entity_shape
    from sleuth.cli.ledger import who
    from sleuth.store.inquiries.entities import aliases_of, find_entity, list_merges, merge_entities, undo_merge

    with on_project(project) as (connection, project_id):
        if merge is not None:
            kept, other = (find_entity(connection, project_id, name) for name in merge)
            if kept == other:
                raise UserError(f"“{merge[0]}” and “{merge[1]}” are one already. `sleuth entities --merges` shows why.")
            merge_entities(connection, project_id, kept, other, why or "en person säger det", who(by))
        if unmerge is not None:
            undo_merge(connection, project_id, unmerge, who(by))
        if merges:
            print_merges(list_merges(connection, project_id), json)
            return
        chosen = _chosen(connection, project_id, process)
        shown = _entities(connection, project_id, chosen.id if chosen else None)
        aliases = aliases_of(connection, project_id)
        processes = _processes(connection, project_id, shown)
        if xlsx is not None and shown:
            rows = [entity_row(one) for one in shown]
            export_rows(connection, project_id, xlsx, "Personer och organ", ENTITY_HEAD, rows, shown)
    if json:
        print_json([entity_shape(one, aliases) for one in shown])
    else:
        print_entities(shown, processes, everything)
    raise typer.Exit(0 if shown else 1)


def _entities(connection: "Connection", project_id: int, process_id: "UUID | None") -> "list[Shown]":
    from sleuth.agents.detectives.views import combined_entities, newest_reports
    from sleuth.store.inquiries.entities import list_related
    from sleuth.store.inquiries.processes import documents_of

    newest = newest_reports(documents_of(connection, project_id))
    return combined_entities(list_related(connection, project_id, process_id), newest)

"""`sleuth findings`: what the documents state, as a matrix of metrics and periods, each cell with its place."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Files, Json, Project, print_json, say, settings, warn
from sleuth.cli.wishes import read_period, read_scenario
from sleuth.errors import UserError
from sleuth.language.counted import counted
from sleuth.language.spoken import spoken

if TYPE_CHECKING:
    import psycopg

    from sleuth.store.ledger.findings import StoredFinding


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="List what the documents state: metrics by period, with the place of each value.")(findings)


def findings(
    project: Project = DEFAULT_PROJECT,
    metric: Annotated[str | None, typer.Option(help="Only this metric, or what has these words in its label.")] = None,
    period: Annotated[str | None, typer.Option(help="Only this period: FY2024, “Q3 2024”, 2024-09-30.")] = None,
    scenario: Annotated[str | None, typer.Option(help="actual, forecast, budget, estimate or pro forma.")] = None,
    file: Files = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Also lines of statements that go by their own names.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many findings at most.")] = 10_000,
    xlsx: Annotated[
        Path | None, typer.Option(help="Write a workbook, and beside it the documents that its cells link to.")
    ] = None,
    json: Json = False,
) -> None:
    """Exit 1 where nothing fits."""
    from sleuth.ingest.relating import renew
    from sleuth.store.documents.documents import find_documents
    from sleuth.store.hints import what_there_is
    from sleuth.store.ledger.findings import Filter, list_findings
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    options = settings()
    read_scenario(scenario)
    with open_database(options) as database, database.connection() as connection:
        project_id = find_project(connection, project)
        chosen = [document.id for document in find_documents(connection, project_id, file or [])]
        renew(connection, project_id, options)
        wanted = Filter(metric, period, scenario, document_ids=chosen, limit=limit)
        found = list_findings(connection, project_id, wanted)
        if xlsx is not None and found:
            _write(connection, xlsx, found)
        hint = "" if found else what_there_is(connection, project_id, wanted)
    if hint:
        if period is not None:
            read_period(period)  # what is no period is bad input
        warn(hint)
    if json:
        print_json([finding_shape(finding) for finding in found])
    elif xlsx is None or not found:
        _print(found, lines or metric is not None)
    raise typer.Exit(0 if found else 1)


def _write(connection: "psycopg.Connection", path: Path, found: "Sequence[StoredFinding]") -> None:
    from sleuth.cli.workbook import write_workbook
    from sleuth.store.documents.documents import load_document, load_file

    def contents(document_id: int) -> bytes:
        document = load_document(connection, document_id)
        return load_file(connection, document.project_id, document.content_hash)

    try:
        sources = write_workbook(path, found, contents)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror}). Name a file in a folder of yours.") from error
    warn(f"wrote {path}, and the documents it links to into {sources}")


def finding_shape(f: "StoredFinding") -> dict[str, Any]:
    """A finding as JSON gives it."""
    return {
        "id": f.id, "subject": _subject(f), "metric": f.metric, "period": f.period_name, "scenario": f.scenario,
        "value": None if f.value is None else f"{f.value:f}", "unit": f.unit, "scale": f.scale,
        "filename": f.filename, "locator": f.locator, "quote": f.quote, "status": f.status, "label": f.label,
        "dimension": list(f.dimension), "domain": f.domain, "text": f.text, "page": f.page, "rule": f.rule,
        "corrected": f.corrected.shape if f.corrected else None,
    }  # fmt: skip


def _print(found: "Sequence[StoredFinding]", lines: bool) -> None:
    measured = [f for f in found if f.value is not None and (lines or not f.metric.startswith("line: "))]
    for group in _matrices(measured):
        print_matrix(group)
    for f in found:
        if f.value is None:
            note = f"  [{f.corrected.note}]" if f.corrected else ""
            say(f"{spoken(f.metric)}: {f.text}  ({f.filename}, {f.locator}){note}")
    if left := len([f for f in found if f.value is not None]) - len(measured):
        say(f"{counted(left, 'further line')} of statements: --lines shows {'it' if left == 1 else 'them'}.")


def _matrices(found: "Sequence[StoredFinding]") -> "Iterator[list[StoredFinding]]":
    """A matrix for each subject and each length of period: quarters stand beside quarters."""
    groups: dict[tuple[str, int], list[StoredFinding]] = defaultdict(list)
    for f in found:
        groups[f.subject_key.partition(" | ")[0], int((f.period or {}).get("months") or 0)].append(f)
    for key in sorted(groups, key=lambda key: (key[0], -key[1])):
        yield groups[key]


def print_matrix(group: "Sequence[StoredFinding]") -> None:
    """Metrics by period, of one subject. Costs are shown without a sign, as some print one; ≠ marks what differs."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    columns = sorted({(f.period_key[-7:], f.period_name, f.scenario) for f in group}, reverse=True)
    room = max(2, (console.width - _LABEL_WIDTH) // _COLUMN_WIDTH)
    heads = [(name, scenario) for _, name, scenario in columns][:room]
    table = Table(
        title=group[0].subject or "(of whom is not said)", title_justify="left", show_edge=False, pad_edge=False
    )
    table.add_column("", max_width=_LABEL_WIDTH - 8)
    table.add_column("", no_wrap=True)
    for name, scenario in heads:
        table.add_column(name if scenario == "actual" else f"{name}\n{scenario}", justify="right", no_wrap=True)
    rows: dict[tuple[str, str], dict[tuple[str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
    for f in group:
        row = rows[" / ".join([spoken(f.metric), *f.dimension]), _unit(f)]
        mark = "*" if f.corrected else ""
        row[f.period_name, f.scenario].append(f"{f.unsigned:,}{mark}")
    for (name, unit), cells in rows.items():
        shown = ["\n≠ ".join(dict.fromkeys(cells.get(head, []))) for head in heads]
        if any(shown):
            table.add_row(name, unit, *shown)
    if left := len(columns) - len(heads):
        table.caption = f"{counted(left, 'further column')}: see --period, --json, or a wider terminal."
    console.print(table)
    for f in group:
        if f.corrected:
            say(f"* {spoken(f.metric)}, {f.period_name}: {f.corrected.note}  ({f.filename}, {f.locator})")
    say()


_LABEL_WIDTH = 44  # characters of a row's label and unit
_COLUMN_WIDTH = 13
_SCALES = {0: "", 3: "k", 5: "lakh", 6: "m", 7: "crore", 9: "bn"}


def _subject(f: "StoredFinding") -> str:
    return " / ".join(part for part in (f.subject, *f.dimension) if part)


def _unit(f: "StoredFinding") -> str:
    return f"{f.unit} {_SCALES.get(f.scale, f'e{f.scale}')}".strip()

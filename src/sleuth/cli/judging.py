"""`sleuth show`, `validate`, `reject`, `correct`: one finding in its place, and what people say of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.findings import finding_shape
from sleuth.cli.ledger import By, Why, marked_value, who
from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, on_project, print_json, say
from sleuth.cli.wishes import no_period, read_period, read_scenario
from sleuth.language.spoken import spoken

if TYPE_CHECKING:
    from decimal import Decimal

    from sleuth.language.period import Period
    from sleuth.language.query import Query
    from sleuth.store.ledger.findings import StoredFinding
    from sleuth.store.ledger.testimony import Testimony

Id = Annotated[
    int, typer.Argument(help="The finding's number, as `sleuth findings --json` gives it.", metavar="FINDING")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="Show a finding: its quote in the page, its history and what it relates to.")(show)
    app.command(help="Say that a finding is right.")(validate)
    app.command(help="Say that a finding is a misreading: it is not read so again.")(reject)
    app.command(help="Say what a finding should be; both readings stay, with your reason.")(correct)


def show(
    finding: Annotated[
        str, typer.Argument(help="A finding's number, or a metric: “revenue” finds the figure that answers.")
    ],
    period: Annotated[str, typer.Option(help="Of a metric: FY2024, “Q3 2024”; the latest by default.")] = "",
    scenario: Annotated[str, typer.Option(help="Of a metric: actual by default.")] = "",
    subject: Annotated[str, typer.Option(help="Of a metric: whose.")] = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Exit 1 where no document states the metric asked for."""
    from sleuth.findings.asked.answers import Resolution
    from sleuth.ingest.relating import relate
    from sleuth.store.ledger.answers import find_stated
    from sleuth.store.ledger.testimony import hear

    assumptions: Sequence[str] = ()
    with on_project(project) as (connection, project_id):
        relate(connection, project_id)
        if finding.isdecimal():
            number = int(finding)
        else:
            answer = find_stated(connection, project_id, _query(finding, period, scenario, subject))
            if isinstance(answer, Resolution):
                say("null" if json else f"{finding}: {answer.missing}.")
                raise typer.Exit(1)
            number, assumptions = answer.fact.id, answer.assumptions
        shown = hear(connection, project_id, number)
    if json:
        print_json(_shape(shown) | {"assumptions": list(assumptions)})
    else:
        _print(shown, assumptions)


def _query(metric: str, period: str, scenario: str, subject: str) -> "Query":
    """The typed question for a metric's figure. Raises UserError for what is no period or scenario."""
    from dataclasses import replace

    from sleuth.language.query import Operation
    from sleuth.reason.understand.figures import read_query

    query = read_query(f"{subject} {metric} {period}".strip(), "en")
    if period and not query.times:
        raise no_period(period)
    return replace(query, operation=Operation.LEVEL, scenario=read_scenario(scenario or None) or "")


def _shape(t: "Testimony") -> dict[str, Any]:
    return finding_shape(t.finding) | {
        "context": {"before": t.before, "stated": t.stated, "after": t.after},
        "history": [
            {"finding": f.id, "value": f.shown, "filename": f.filename, "corrected": _corrected(f)}
            for f in t.chain
        ],
        "changes": [
            {"before": c.before, "after": c.after, "by": c.by_whom, "why": c.reason, "at": c.at.isoformat()}
            for c in t.changes
        ],
        "relations": [
            {"kind": r.kind, "finding": f.id, "is_source": r.source == t.finding.id, "value": f.shown,
             "filename": f.filename, "locator": f.locator, "quote": f.quote, "reason": r.reason, "status": r.status,
             "corrected": _corrected(f)}
            for r, f in t.relations
        ],
        "replaced_by": t.replaced_by,
    }  # fmt: skip


def _corrected(f: "StoredFinding") -> dict[str, str] | None:
    return f.corrected.shape if f.corrected else None


def _print(t: "Testimony", assumptions: Sequence[str]) -> None:
    from rich.console import Console
    from rich.markup import escape

    console, f = Console(highlight=False), t.finding
    about = (spoken(f.metric), *f.dimension, f.period_name, f.scenario, f.subject)
    console.print(f"[bold]{escape(', '.join(filter(None, about)))}: {escape(f.shown)}[/]  [dim]\\[{f.id}][/]")
    if assumptions:
        console.print(f"Assumed: {escape('; '.join(assumptions))}.")
    console.print(f"{escape(f.filename)}, {escape(f.locator)}, {f.status}; {escape(f.label)}")
    if f.corrected:
        console.print(escape(f"{f.corrected.note[0].upper()}{f.corrected.note[1:]}."))
    if t.replaced_by:
        console.print(f"The document was replaced by {escape(t.replaced_by)}.")
    console.print(f"\n[dim]…{escape(t.before)}[/][reverse]{escape(t.stated)}[/][dim]{escape(t.after)}…[/]\n")
    if len(t.chain) > 1:
        steps = " → ".join(f"{marked_value(one)} ({one.filename})" for one in t.chain)
        console.print(f"History: {escape(steps)}")
    for change in t.changes:
        why = f": {change.reason}" if change.reason else ""
        console.print(escape(f"{change.at:%Y-%m-%d} {change.before} → {change.after}, {change.by_whom}{why}"))
    for relation, other in t.relations:
        said, value = _said(relation.kind, relation.source == f.id), marked_value(other)
        place = f"{other.filename}, {other.locator} [{other.id}]"
        console.print(escape(f"{said} {value}, {place}: {relation.reason} ({relation.status})"))


def _said(kind: str, is_source: bool) -> str:
    """How a relation reads from the finding's side."""
    if kind == "SUPERSEDES":
        return "supersedes" if is_source else "superseded by"
    return "contradicted by" if kind == "CONTRADICTS" else "supported by"


def validate(finding: Id, why: Why = "", by: By = "", project: Project = DEFAULT_PROJECT, json: Json = False) -> None:
    """What a person validated stays, whatever the rules read later."""
    from sleuth.store.ledger import judging

    with on_project(project) as (connection, project_id):
        _print_judged(judging.validate(connection, project_id, finding, who(by), why), json)


def reject(finding: Id, why: Why = "", by: By = "", project: Project = DEFAULT_PROJECT, json: Json = False) -> None:
    """The same place of the same bytes is not read so again, even when the document is removed and added anew."""
    from sleuth.ingest.relating import relate
    from sleuth.store.ledger import judging

    with on_project(project) as (connection, project_id):
        judged = judging.reject(connection, project_id, finding, who(by), why)
        relate(connection, project_id)
        _print_judged(judged, json)


def correct(
    finding: Id,
    value: Annotated[str | None, typer.Option(help="The figure as printed: 11.9, -4, (1,234).")] = None,
    unit: Annotated[str | None, typer.Option(help="USD, EUR, percent, employee, …")] = None,
    scale: Annotated[int | None, typer.Option(help="Power of ten: 3 for thousands, 6 for millions.")] = None,
    metric: Annotated[str | None, typer.Option(help="What it measures.")] = None,
    period: Annotated[str | None, typer.Option(help="FY2024, “Q3 2024”, 2024-09-30.")] = None,
    scenario: Annotated[str | None, typer.Option(help="actual, forecast, budget, estimate or pro forma.")] = None,
    subject: Annotated[str | None, typer.Option(help="Whose fact it is.")] = None,
    text: Annotated[str | None, typer.Option(help="Of a fact in words: what it says.")] = None,
    why: Why = "",
    by: By = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """The misreading is rejected; your finding stands beside it, at the same place, with your name and reason."""
    from sleuth.ingest.relating import relate
    from sleuth.store.ledger import judging
    from sleuth.store.ledger.findings import load_finding

    with on_project(project) as (connection, project_id):
        old = load_finding(connection, project_id, finding)
        change = judging.Correction(
            _number(value), unit, scale, metric, _period(period, old), read_scenario(scenario), subject, text
        )
        made = judging.correct(connection, project_id, finding, change, who(by), why)
        relate(connection, project_id)
        _print_judged(load_finding(connection, project_id, made.id), json)


def _print_judged(judged: "StoredFinding", json: bool) -> None:
    if json:
        print_json(finding_shape(judged))
    else:
        say(f"finding {judged.id} is {judged.status}: {judged.metric}, {judged.period_name}: {judged.shown}")


def _number(value: str | None) -> "Decimal | None":
    from sleuth.errors import UserError
    from sleuth.language.quantity import read_cell

    if value is None:
        return None
    printed = read_cell(value)
    if printed is None:
        raise UserError(f"“{value}” is no figure. Write it as printed: 11.9, -4 or (1,234).")
    return printed.value


def _period(name: str | None, old: "StoredFinding") -> "Period | None":
    """The period that a person names, in the fiscal calendar of the finding."""
    from sleuth.language.calendar import ASSUMED, Calendar
    from sleuth.language.timing import as_duration, as_instant
    from sleuth.store.ledger.findings import stored_period

    if name is None:
        return None
    known, timing = stored_period(old), read_period(name)
    calendar = ASSUMED
    if known and not known.assumed and known.months == 12 and known.fiscal_year and known.end.closing_month:
        month = known.end.closing_month
        calendar = Calendar(month.month, known.fiscal_year - month.year, stated=True)
    is_instant = known is not None and known.is_instant
    period = (as_instant if is_instant else as_duration)(timing, calendar, name)
    if period is None:
        raise no_period(name)
    return period

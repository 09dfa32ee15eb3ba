"""`sleuth insights` and `sleuth graph`: what arithmetic tells of the findings, and how everything hangs together."""

from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, say, settings

if TYPE_CHECKING:
    from sleuth.store.findings import StoredFinding
    from sleuth.store.insights import StoredInsight

_SHOWN = 3  # places of an insight, for people
_FIRST = 10  # insights that are shown without being asked for all


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="Derive trends, anomalies and gaps from what the documents state, each with its arithmetic.")(
        insights
    )
    app.command(help="Count the nodes and relations of the graph; bring one on a Neo4j server up to date.")(graph)


def insights(
    everything: Annotated[bool, typer.Option("--all", help="All of them, by kind; else the ten that matter.")] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """The ten that an analyst would act on first; --json holds all, in that order. Exit 1 where there is none."""
    from sleuth.ingest.extraction import catch_up
    from sleuth.store.database import open_database
    from sleuth.store.findings import load_findings
    from sleuth.store.insights import insight_shape, most_important, refresh_insights
    from sleuth.store.projects import find_project

    options = settings()
    with open_database(options) as database, database.connection() as connection:
        project_id = find_project(connection, project)
        catch_up(connection, project_id, options)
        found = refresh_insights(connection, project_id)
        rests_on = {number for insight in found for number in insight.rests_on}
        findings = {f.id: f for f in load_findings(connection, project_id, sorted(rests_on))}
    ranked = most_important(found, findings)
    if json:
        print_json([insight_shape(insight, findings) for insight in ranked])
    elif everything:
        _print(found, findings)
    else:
        _print_first(ranked, findings)
    raise typer.Exit(0 if found else 1)


def _print(found: "list[StoredInsight]", findings: "dict[int, StoredFinding]") -> None:
    for kind in dict.fromkeys(insight.kind for insight in found):
        say({"anomaly": "Anomalies", "trend": "Trends", "gap": "Gaps"}[kind])
        for insight in (i for i in found if i.kind == kind):
            _print_one(insight, findings)
        say()
    if not found:
        say(_NOTHING)


_NOTHING = "Nothing can be derived: it takes three periods of one metric, or a total with its parts."


def _print_first(ranked: "list[StoredInsight]", findings: "dict[int, StoredFinding]") -> None:
    for insight in ranked[:_FIRST]:
        _print_one(insight, findings)
    if left := len(ranked[_FIRST:]):
        say()
        say(f"{left} more: --all shows them, by kind.")
    if not ranked:
        say(_NOTHING)


def _print_one(insight: "StoredInsight", findings: "dict[int, StoredFinding]") -> None:
    rests_on = [f for i in insight.rests_on if (f := findings.get(i))]
    places = [_place(f) for f in rests_on]
    more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    more += "".join(f"; {_place(f)}" for f in rests_on[_SHOWN:] if f.corrected)
    say(f"  {insight.statement}")
    say(f"    {insight.computation}")
    say(f"    ({'; '.join(places[:_SHOWN])}{more})")


def _place(f: "StoredFinding") -> str:
    return f"{f.filename}, {f.locator}" + (f", {f.corrected.short_note}" if f.corrected else "")


def graph(
    project: Project = DEFAULT_PROJECT,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make the graph on the server anew.")] = False,
    json: Json = False,
) -> None:
    """The record of PostgreSQL is the graph; with SLEUTH_NEO4J_URI it is projected there, and counted there."""
    from sleuth.store.database import open_database
    from sleuth.store.insights import refresh_insights
    from sleuth.store.projects import find_project

    options = settings()
    with open_database(options) as database, database.connection() as connection:
        project_id = find_project(connection, project)
        refresh_insights(connection, project_id)
        connection.commit()
        with database.graph(connection) as place:
            place.project(project_id, anew=rebuild)
            counts = dict(place.counts(project_id))
    if json:
        print_json(counts)
        return
    say(f"The graph of {project} {'on ' + options.neo4j_uri if options.neo4j_uri else 'in PostgreSQL'}:")
    for name, count in counts.items():
        say(f"  {count:8,} {name}")

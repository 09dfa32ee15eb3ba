"""`sleuth insights` and `sleuth graph`: what arithmetic tells of the findings, and how everything hangs together."""

from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, say, settings

if TYPE_CHECKING:
    from sleuth.store.ledger.findings import StoredFinding
    from sleuth.store.ledger.insights import Ranked, StoredInsight

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
    from sleuth.ingest.relating import renew
    from sleuth.store.ledger.insights import insight_shape, ranked_insights
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    options = settings()
    with open_database(options) as database, database.connection() as connection:
        project_id = find_project(connection, project)
        renew(connection, project_id, options)
        ranked = ranked_insights(connection, project_id)
    if json:
        print_json([insight_shape(insight, ranked) for insight in ranked.insights])
    elif everything:
        _print(ranked)
    else:
        _print_first(ranked)
    raise typer.Exit(0 if ranked.insights else 1)


def _print(ranked: "Ranked") -> None:
    for kind, heading in {"anomaly": "Anomalies", "trend": "Trends", "gap": "Gaps"}.items():
        of_kind = [insight for insight in ranked.insights if insight.kind == kind]
        if of_kind:
            say(heading)
            for insight in of_kind:
                _print_one(insight, ranked)
            say()
    if not ranked.insights:
        say(_NOTHING)


_NOTHING = "Nothing can be derived: it takes three periods of one metric, or a total with its parts."


def _print_first(ranked: "Ranked") -> None:
    for insight in ranked.insights[:_FIRST]:
        _print_one(insight, ranked)
    if left := len(ranked.insights[_FIRST:]):
        say()
        say(f"{left} more: --all shows them, by kind.")
    if not ranked.insights:
        say(_NOTHING)


def _print_one(insight: "StoredInsight", ranked: "Ranked") -> None:
    rests_on = [f for i in insight.rests_on if (f := ranked.findings.get(i))]
    places = [_place(f) for f in rests_on]
    more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    more += "".join(f"; {_place(f)}" for f in rests_on[_SHOWN:] if f.corrected)
    say(f"  {insight.statement}")
    say(f"    {insight.computation}")
    say(f"    ({'; '.join(places[:_SHOWN])}{more})")
    if conflicts := ranked.conflicts.get(insight.id):
        numbers = ", ".join(map(str, conflicts))
        say(f"    documents contradict each other on this measure: `sleuth conflicts` {numbers}")


def _place(f: "StoredFinding") -> str:
    return f"{f.filename}, {f.locator}" + (f", {f.corrected.short_note}" if f.corrected else "")


def graph(
    project: Project = DEFAULT_PROJECT,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make the graph on the server anew.")] = False,
    json: Json = False,
) -> None:
    """The record of PostgreSQL is the graph; with SLEUTH_NEO4J_URI it is projected there, and counted there."""
    from sleuth.store.ledger.insights import refresh_insights
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

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

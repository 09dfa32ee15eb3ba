"""The graph on a Neo4j server, over Bolt: projected from the record, which stays the only truth.

Each node carries the `key` of its project's record and the key of its deal, so that several Sleuths, and other data of
yours, share a server. A projection marks all it writes with its own mark, then removes what is the deal's and bears
another: run twice, or after a kill, it comes to the same.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import psycopg
from psycopg.rows import dict_row

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.ledger.graph import FARTHEST, Edge, Graph, Label, Node, Relation, Step, all_counts, chain, read_edges
from sleuth.store.server.locks import held

if TYPE_CHECKING:
    from neo4j import Driver, Query

_BATCH = 1_000
_CONNECT_SECONDS = 10.0
_SCHEMES = tuple(f"{name}{safety}://" for name in ("bolt", "neo4j") for safety in ("", "+s", "+ssc"))


@contextmanager
def open_neo4j(connection: psycopg.Connection, settings: Settings) -> Iterator["Neo4jGraph"]:
    """The graph on the server that the settings name. Raises StoreError with the remedy."""
    with _told(settings), _driver(settings) as driver:
        driver.verify_connectivity()
        yield Neo4jGraph(connection, driver, settings.neo4j_database)


def _driver(settings: Settings) -> "Driver":
    try:
        from neo4j import GraphDatabase
    except ImportError as error:
        raise StoreError(
            "SLEUTH_NEO4J_URI is set, but the driver is not installed. Run `pip install 'sleuth[neo4j]'`, or unset it."
        ) from error
    return GraphDatabase.driver(
        _address(settings), auth=(settings.neo4j_user, settings.neo4j_password) if settings.neo4j_password else None,
        connection_timeout=_CONNECT_SECONDS, connection_acquisition_timeout=2 * _CONNECT_SECONDS,
        max_transaction_retry_time=_CONNECT_SECONDS, user_agent="sleuth", notifications_min_severity="OFF",
    )  # fmt: skip


def _address(settings: Settings) -> str:
    address = settings.neo4j_uri or ""
    if not address.startswith(_SCHEMES) or "@" in address:
        raise StoreError(
            "SLEUTH_NEO4J_URI is not an address of Neo4j. It reads bolt://HOST:7687 or neo4j+s://HOST; user and "
            "password go into SLEUTH_NEO4J_USER and SLEUTH_NEO4J_PASSWORD."
        )
    return address


@contextmanager
def _told(settings: Settings) -> Iterator[None]:
    """Failures of the server as StoreError, with the remedy and never the password."""
    try:
        yield
    except Exception as error:
        told = _as_store_error(error, settings)
        if told is None:
            raise
        raise told from error


def _as_store_error(error: Exception, settings: Settings) -> StoreError | None:
    if isinstance(error, StoreError):
        return None
    from neo4j import exceptions as failures

    at = f"The Neo4j server at {settings.neo4j_uri}"
    said = str(error).strip().partition("\n")[0].rstrip(".")
    match error:
        case failures.AuthError():
            return StoreError(f"{at} refuses {settings.neo4j_user}. Mend SLEUTH_NEO4J_USER and SLEUTH_NEO4J_PASSWORD.")
        case failures.ServiceUnavailable() | failures.SessionExpired():
            return StoreError(f"{at} cannot be reached: {said}. Check SLEUTH_NEO4J_URI and that the server runs.")
        case failures.Neo4jError() | failures.DriverError():
            return StoreError(f"{at}: {said}. `sleuth graph --rebuild` makes the graph anew.")
    return None


class Neo4jGraph(Graph):
    """A projection of the record of PostgreSQL; `connection` is to the record."""

    def __init__(self, connection: psycopg.Connection, driver: "Driver", database: str | None) -> None:
        self._connection = connection
        self._driver = driver
        self._database = database

    def project(self, project_id: int, anew: bool = False) -> None:
        """One projection of a project at a time. Readers meanwhile see the old graph, the new one, or both."""
        deal = self._deal(project_id)
        self._prepare()
        with self._alone(project_id):
            if anew:
                self._delete(deal)
            mark = str(uuid.uuid4())
            for label, rows in self._nodes(project_id, deal):
                self._run(_MERGE_NODES.format(label=label), rows=rows, deal=deal, mark=mark)
            for (source, relation, target), rows in self._edges(project_id, deal):
                form = _MERGE_EDGES.format(source=source, relation=relation, target=target)
                self._run(form, rows=rows, deal=deal, mark=mark)
            self._delete(deal, mark)

    def forget(self, project_id: int) -> None:
        """Every node and edge of the deal."""
        self._delete(self._deal(project_id))

    def neighbours(self, project_id: int, node: Node, relations: Sequence[Relation] = tuple(Relation)) -> list[Edge]:
        """In the order that all places share."""
        rows = self._run(
            _NEIGHBOURS.format(label=node.label.value),
            key=_key(self._deal(project_id), node.label, node.id),
            relations=[relation.value for relation in relations],
        )
        return read_edges(rows)

    def supersession(self, project_id: int, node: Node) -> list[Step]:
        """By paths of any length, both ways."""
        key = _key(self._deal(project_id), node.label, node.id)
        if not self._run(f"MATCH (n:{node.label.value} {{key: $key}}) RETURN n.id AS id", key=key):
            return []
        older, newer = (
            {row["id"]: row["steps"] for row in self._run(form.format(label=node.label.value), key=key)}
            for form in (_OLDER, _NEWER)
        )
        return chain(node, newer, older)

    def counts(self, project_id: int) -> Mapping[str, int]:
        """One query a label and a relation."""
        deal = self._deal(project_id)
        found: dict[str, int] = {}
        for label in Label:
            (row,) = self._run(f"MATCH (n:{label.value} {{deal: $deal}}) RETURN count(n) AS n", deal=deal)
            found[label.value] = row["n"]
        for relation in Relation:
            (row,) = self._run(f"MATCH ()-[r:{relation.value} {{deal: $deal}}]->() RETURN count(r) AS n", deal=deal)
            found[relation.value] = row["n"]
        return all_counts(found)

    def _deal(self, project_id: int) -> str:
        row = self._connection.execute("SELECT key FROM projects WHERE id = %s", (project_id,)).fetchone()
        if row is None:
            raise StoreError(f"Project {project_id} has been removed.")
        return str(row[0])

    def _prepare(self) -> None:
        for label in Label:
            self._run(f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:{label.value}) REQUIRE n.key IS UNIQUE")
            self._run(f"CREATE INDEX IF NOT EXISTS FOR (n:{label.value}) ON (n.deal)")

    def _delete(self, deal: str, but: str = "") -> None:
        """Everything of the deal that does not bear the mark, in batches: a transaction's memory is bounded."""
        for relation in Relation:
            while self._run(_DELETE_EDGES.format(relation=relation.value), deal=deal, mark=but, batch=_BATCH)[0]["n"]:
                pass
        for label in Label:
            while self._run(_DELETE_NODES.format(label=label.value), deal=deal, mark=but, batch=_BATCH)[0]["n"]:
                pass

    def _nodes(self, project_id: int, deal: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        for label in Label:
            query = "SELECT id, properties FROM graph_nodes WHERE project_id = %s AND kind = %s"
            for batch in self._batches(query, (project_id, label.value)):
                yield (
                    label.value,
                    [
                        {
                            "key": _key(deal, label, row["id"]),
                            "properties": {**row["properties"], "id": row["id"], "deal": deal},
                        }
                        for row in batch
                    ],
                )

    def _edges(self, project_id: int, deal: str) -> Iterator[tuple[tuple[str, str, str], list[dict[str, Any]]]]:
        kinds = self._connection.execute(
            "SELECT DISTINCT source_kind, kind, target_kind FROM graph_edges WHERE project_id = %s", (project_id,)
        ).fetchall()
        query = """
            SELECT source, target, reason, status FROM graph_edges
            WHERE project_id = %s AND source_kind = %s AND kind = %s AND target_kind = %s
        """
        for source, relation, target in kinds:
            for batch in self._batches(query, (project_id, source, relation, target)):
                yield (
                    (source, relation, target),
                    [
                        {
                            "source": _key(deal, Label(source), row["source"]),
                            "target": _key(deal, Label(target), row["target"]),
                            "properties": {"reason": row["reason"], "status": row["status"], "deal": deal},
                        }
                        for row in batch
                    ],
                )

    def _batches(self, query: str, values: Sequence[object]) -> Iterator[list[dict[str, Any]]]:
        name = f"graph_{uuid.uuid4().hex}"
        with self._connection.cursor(name, row_factory=dict_row) as cursor:
            cursor.itersize = _BATCH
            rows = iter(cursor.execute(cast("Any", query), values))
            while batch := list(islice(rows, _BATCH)):
                yield batch

    @contextmanager
    def _alone(self, project_id: int) -> Iterator[None]:
        """Until the block ends no other process projects this project, and the record stands still for this one."""
        self._connection.commit()
        with held(self._connection, "sleuth.graph", project_id):
            self._connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield

    def _run(self, statement: str, **values: object) -> list[dict[str, Any]]:
        """A statement of ours, retried where the server asks for it; what comes from documents travels in `values`."""
        records, _, _ = self._driver.execute_query(
            cast("Query", statement), parameters_=values, database_=self._database
        )
        return [record.data() for record in records]


def _key(deal: str, label: Label, number: int) -> str:
    return f"{deal}/{label.value}/{number}"


_MERGE_NODES = """
    UNWIND $rows AS row
    MERGE (n:{label} {{key: row.key}})
    SET n += row.properties, n.mark = $mark
"""
_MERGE_EDGES = """
    UNWIND $rows AS row
    MATCH (s:{source} {{key: row.source}}) MATCH (t:{target} {{key: row.target}})
    MERGE (s)-[r:{relation}]->(t)
    SET r += row.properties, r.mark = $mark
"""
_DELETE_EDGES = """
    MATCH ()-[r:{relation} {{deal: $deal}}]->() WHERE r.mark <> $mark
    WITH r LIMIT $batch DELETE r RETURN count(*) AS n
"""
_DELETE_NODES = """
    MATCH (n:{label} {{deal: $deal}}) WHERE n.mark <> $mark
    WITH n LIMIT $batch DETACH DELETE n RETURN count(*) AS n
"""
_NEIGHBOURS = """
    MATCH (n:{label} {{key: $key}})-[r]-()
    WHERE type(r) IN $relations
    WITH DISTINCT r, startNode(r) AS s, endNode(r) AS t
    RETURN labels(s)[0] AS source_kind, s.id AS source, type(r) AS kind, labels(t)[0] AS target_kind,
           t.id AS target, r.reason AS reason, r.status AS status
"""
_OLDER = f"""
    MATCH p = (n:{{label}} {{{{key: $key}}}})-[:SUPERSEDES*1..{FARTHEST}]->(o)
    RETURN o.id AS id, min(length(p)) AS steps
"""
_NEWER = f"""
    MATCH p = (o)-[:SUPERSEDES*1..{FARTHEST}]->(n:{{label}} {{{{key: $key}}}})
    RETURN o.id AS id, min(length(p)) AS steps
"""

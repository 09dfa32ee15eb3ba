"""The graph of what is known: the port, its words, and the record itself as a graph, by recursive queries.

Nodes are the Deal (a project), Documents, Findings and Insights. A finding is EXTRACTED_FROM its document, and that
from the deal; documents and findings SUPERSEDE older ones; findings CONTRADICT and SUPPORT each other, and SUPPORT
insights.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

import psycopg

from sleuth.config import Settings
from sleuth.store.rows import records

FARTHEST = 100  # steps of a chain


class Label(StrEnum):
    """What a node is."""

    DEAL = "Deal"
    DOCUMENT = "Document"
    FINDING = "Finding"
    INSIGHT = "Insight"


class Relation(StrEnum):
    """What an edge says of its source."""

    EXTRACTED_FROM = "EXTRACTED_FROM"
    SUPERSEDES = "SUPERSEDES"
    CONTRADICTS = "CONTRADICTS"
    SUPPORTS = "SUPPORTS"


class Node(NamedTuple):
    """A node by its number in the record."""

    label: Label
    id: int


class Edge(NamedTuple):
    """A relation of two nodes; `status` is "standing", "confirmed", "open", "explained" or "dismissed"."""

    source: Node
    relation: Relation
    target: Node
    reason: str
    status: str


class Step(NamedTuple):
    """A node of a chain of editions, and how many editions older than the one asked for it is; newer is below zero."""

    node: Node
    age: int


class Graph(Protocol):
    """The graph of one project at a time. Unknown nodes have no neighbours. Methods may raise StoreError.

    Places where it stands inherit what follows from the neighbours.
    """

    def project(self, project_id: int, anew: bool = False) -> None:
        """Bring the graph up to date with the record, or make it anew. Again, or after a kill, is harmless."""

    def forget(self, project_id: int) -> None:
        """Remove what the graph holds beside the record. Again is harmless."""

    def neighbours(self, project_id: int, node: Node, relations: Sequence[Relation] = tuple(Relation)) -> list[Edge]:
        """The edges from and to a node, by relation, source and target."""

    def supersession(self, project_id: int, node: Node) -> list[Step]:
        """All editions of a document or a finding, the newest first, itself among them."""

    def contradictions(self, project_id: int, finding_id: int) -> list[Edge]:
        """The edges to and from the findings that a finding contradicts, those dismissed by people left out."""
        edges = self.neighbours(project_id, Node(Label.FINDING, finding_id), [Relation.CONTRADICTS])
        return [edge for edge in edges if edge.status != "dismissed"]

    def basis(self, project_id: int, insight_id: int) -> list[int]:
        """The findings that an insight rests on."""
        edges = self.neighbours(project_id, Node(Label.INSIGHT, insight_id), [Relation.SUPPORTS])
        return sorted(edge.source.id for edge in edges)

    def counts(self, project_id: int) -> Mapping[str, int]:
        """How many nodes of each label and edges of each relation there are."""


OpenGraph = Callable[[psycopg.Connection], AbstractContextManager[Graph]]


def graph_of(settings: Settings) -> OpenGraph:
    """How to open the graph that the settings name, on a connection to the record. Nothing is reached for yet."""
    if settings.neo4j_uri is None:
        return open_record

    def open_server(connection: psycopg.Connection) -> AbstractContextManager[Graph]:
        from sleuth.store.ledger.neo4j import open_neo4j

        return open_neo4j(connection, settings)

    return open_server


def open_record(connection: psycopg.Connection) -> AbstractContextManager[Graph]:
    """The record as a graph."""
    return nullcontext(RecordGraph(connection))


class RecordGraph(Graph):
    """The tables of PostgreSQL: always up to date."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    def project(self, project_id: int, anew: bool = False) -> None:
        """Nothing to do."""

    def forget(self, project_id: int) -> None:
        """Nothing to do."""

    def neighbours(self, project_id: int, node: Node, relations: Sequence[Relation] = tuple(Relation)) -> list[Edge]:
        """By one query."""
        rows = records(
            self._connection,
            dict,
            """
            SELECT * FROM graph_edges WHERE project_id = %(project)s AND kind = ANY(%(kinds)s)
            AND ((source_kind = %(label)s AND source = %(id)s) OR (target_kind = %(label)s AND target = %(id)s))
            """,
            {"project": project_id, "kinds": [*map(str, relations)], "label": node.label.value, "id": node.id},
        )
        return read_edges(rows)

    def supersession(self, project_id: int, node: Node) -> list[Step]:
        """By walking the edges both ways."""
        if not self._holds(project_id, node):
            return []
        return chain(node, self._walk(_NEWER, project_id, node), self._walk(_OLDER, project_id, node))

    def _walk(self, query: str, project_id: int, node: Node) -> dict[int, int]:
        values = {"project": project_id, "label": node.label.value, "id": node.id, "farthest": FARTHEST}
        return dict(self._connection.execute(query, values).fetchall())

    def _holds(self, project_id: int, node: Node) -> bool:
        row = self._connection.execute(
            "SELECT FROM graph_nodes WHERE project_id = %s AND kind = %s AND id = %s",
            (project_id, node.label.value, node.id),
        ).fetchone()
        return row is not None

    def counts(self, project_id: int) -> Mapping[str, int]:
        """By counting rows."""
        rows = self._connection.execute(
            """
            SELECT kind, count(*) FROM graph_nodes WHERE project_id = %(project)s GROUP BY kind
            UNION ALL
            SELECT kind, count(*) FROM graph_edges WHERE project_id = %(project)s GROUP BY kind
            """,
            {"project": project_id},
        ).fetchall()
        return all_counts(dict(rows))


# From one end of the edges to the other, step by step; the edges of one project, between nodes of one label.
_WALK = """
    WITH RECURSIVE walk (id, age) AS (
        SELECT {far}, 1 FROM graph_edges
        WHERE project_id = %(project)s AND kind = 'SUPERSEDES' AND {near}_kind = %(label)s AND {near} = %(id)s
        UNION
        SELECT edge.{far}, walk.age + 1 FROM walk JOIN graph_edges AS edge ON edge.{near} = walk.id
        WHERE project_id = %(project)s AND kind = 'SUPERSEDES' AND {near}_kind = %(label)s AND age < %(farthest)s
    ) CYCLE id SET circle USING path
    SELECT id, min(age) FROM walk GROUP BY id
"""
_OLDER = _WALK.format(near="source", far="target")
_NEWER = _WALK.format(near="target", far="source")


def chain(node: Node, newer: Mapping[int, int], older: Mapping[int, int]) -> list[Step]:
    """The editions of a node, newest first; what stands both before and after it, in a circle, counts as older."""
    ages = {number: -steps for number, steps in newer.items()} | dict(older) | {node.id: 0}
    return sorted((Step(Node(node.label, number), age) for number, age in ages.items()), key=lambda s: (s.age, s.node))


def read_edges(rows: Iterable[Mapping[str, Any]]) -> list[Edge]:
    """Edges from what a place holds of them, in one order for all places."""
    edges = (
        Edge(
            Node(Label(row["source_kind"]), row["source"]), Relation(row["kind"]),
            Node(Label(row["target_kind"]), row["target"]), row["reason"], row["status"],
        )
        for row in rows
    )  # fmt: skip
    return sorted(edges, key=lambda edge: (edge.relation, edge.source, edge.target))


def all_counts(found: Mapping[str, int]) -> dict[str, int]:
    """With what is not there."""
    return {name.value: int(found.get(name.value, 0)) for name in (*Label, *Relation)}

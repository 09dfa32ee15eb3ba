"""Relating documents and findings: versions, corrections figure by figure, conflicts and support.

All of it is derived from what the store holds, for the documents that changed and what they touch. It may run at any
time and by anyone; whoever comes first does it, and a second run finds nothing to do.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import psycopg

from sleuth.config import Settings
from sleuth.evidence.source import Source
from sleuth.findings.compared.comparison import Comparison
from sleuth.findings.compared.conflicts import Statement, compare
from sleuth.findings.compared.corrections import corrections
from sleuth.findings.text.instructions import source_without_instructions
from sleuth.findings.versions import Portrait, portray, propose, renditions, series
from sleuth.ingest.extraction import catch_up
from sleuth.ingest.worded import relate_worded
from sleuth.store.documents.documents import load_source
from sleuth.store.ledger.portraits import load_portraits, mark_related, save_portrait, unportrayed, unrelated
from sleuth.store.ledger.relations import Edge, contradictory, edges_of, mark_superseded, sync_relations
from sleuth.store.ledger.statements import (
    Fact,
    facts_of,
    findings_of,
    has_unsettled,
    load_ground,
    load_stated,
    load_statements,
    load_witnesses,
    take_unsettled,
)
from sleuth.store.ledger.subjects import Subjects, recount_subjects
from sleuth.store.ledger.versions import list_versions, ruled_pairs, sync_versions
from sleuth.store.projects import lock_project

_RULES = "8"  # raise it when portraits change: all documents are then portrayed and related again


def keep_portrait(connection: psycopg.Connection, project_id: int, document_id: int, source: Source) -> None:
    """Keep what tells a document's versions, as a step of adding it."""
    save_portrait(
        connection, project_id, document_id, portray(source_without_instructions(source), document_id), _RULES
    )


def renew(connection: psycopg.Connection, project_id: int, settings: Settings) -> None:
    """Read anew what older rules read, and bring the relations of the project up to date."""
    catch_up(connection, project_id, settings)
    relate(connection, project_id)


def relate(connection: psycopg.Connection, project_id: int) -> int:
    """Bring the relations of a project up to date; how many documents, and facts of what has gone, had changed."""
    for document_id in unportrayed(connection, project_id, _RULES):
        keep_portrait(connection, project_id, document_id, load_source(connection, document_id))
        connection.commit()
    if not unrelated(connection, project_id) and not has_unsettled(connection, project_id):
        return 0
    with connection.transaction():
        lock_project(connection, project_id)
        changed, gone = set(unrelated(connection, project_id)), take_unsettled(connection, project_id)
        if changed or gone:
            _relate(connection, project_id, changed, gone)
        mark_related(connection, changed)
    return len(changed) + len(gone)


def _relate(connection: psycopg.Connection, project_id: int, changed: Collection[int], gone: Collection[Fact]) -> None:
    portraits = load_portraits(connection, project_id)
    confirmed, rejected = ruled_pairs(connection, project_id)
    proposals = propose(portraits, confirmed, rejected)
    touched = {*changed, *sync_versions(connection, project_id, proposals)}
    newer = {v.older: v.newer for v in list_versions(connection, project_id) if v.status == "confirmed"}
    subjects = recount_subjects(connection, project_id)
    comparing = _Comparing(connection, project_id, subjects, newer, {p.id: p for p in portraits}, renditions(portraits))
    compared = comparing.sync(facts_of(connection, project_id, touched), gone)
    agreed = relate_worded(connection, project_id, newer, subjects.now)
    documents = _chains(newer, touched)
    stated = load_stated(connection, project_id, documents)
    edges = [Edge("SUPERSEDES", "version", pair.one, pair.other, pair.reason) for pair in corrections(stated, newer)]
    chained = findings_of(connection, project_id, documents)
    sync_relations(connection, project_id, edges, ("version",), chained)
    mark_superseded(connection, project_id, {*compared, *agreed, *chained})


@dataclass(frozen=True, slots=True)
class _Comparing:
    """What is known of a project's documents while their figures are compared."""

    connection: psycopg.Connection
    project_id: int
    subjects: Subjects
    newer: Mapping[int, int]  # replaced documents, each with the one that replaces it
    portraits: Mapping[int, Portrait]
    editions: Mapping[int, int]

    def sync(self, stated: Collection[Fact], gone: Collection[Fact]) -> tuple[int, ...]:
        """Compare all that is said of facts that are stated or that went; the findings whose relations this settled."""
        ground = load_ground(self.connection, self.project_id, {*stated, *gone}, self.subjects)
        edges = edges_of(self.compare(ground.statements))
        known, concerned = contradictory(self.connection, self.project_id), frozenset(ground.finding_ids)
        others = [pair for pair in known if not concerned.intersection(pair)]
        if others and (gone or len(others) < len(known) or any(edge.kind == "CONTRADICTS" for edge in edges)):
            edges = self.explain(edges, others)
        sync_relations(self.connection, self.project_id, edges, ("comparison", "restatement"), ground.finding_ids)
        return ground.finding_ids

    def explain(self, edges: Sequence[Edge], others: Sequence[tuple[int, int]]) -> list[Edge]:
        """Explain contradictions in the light of all others, and with them those others.

        A column that is far from everyone else's shows in all of its conflicts, not in those of a few facts.
        """
        found = [(edge.source, edge.target) for edge in edges if edge.kind == "CONTRADICTS"]
        sides = {side for pair in (*found, *others) for side in pair}
        again = {
            (edge.kind, edge.source, edge.target): edge
            for edge in edges_of(self.compare(load_statements(self.connection, self.project_id, sides)))
        }
        return [
            *(again.get((edge.kind, edge.source, edge.target), edge) for edge in edges),
            *(again[key] for pair in others if (key := ("CONTRADICTS", *pair)) in again),
        ]

    def compare(self, statements: Sequence[Statement]) -> Comparison[Statement]:
        documents = {s.document for s in statements}
        called = {document: _series(self.portraits[document]) for document in documents if document in self.portraits}
        witnesses = load_witnesses(self.connection, self.project_id, documents, called, self.editions)
        return compare(statements, witnesses, self.newer, self.subjects.now)


def _series(portrait: Portrait) -> str:
    return series(portrait.title) or series(portrait.filename.rpartition("/")[2].rpartition(".")[0])


def _chains(newer: Mapping[int, int], touched: Collection[int]) -> set[int]:
    """The documents of every chain of versions that holds one of these, and these."""
    beside: dict[int, set[int]] = defaultdict(set)
    for older, follower in newer.items():
        beside[older].add(follower)
        beside[follower].add(older)
    found, waiting = set(touched), list(touched)
    while waiting:
        for document in beside[waiting.pop()] - found:
            found.add(document)
            waiting.append(document)
    return found

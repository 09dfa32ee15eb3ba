"""Relating documents and findings: versions, corrections figure by figure, conflicts and support.

All of it is derived from what the store holds, for the documents that changed and what they touch. It may run at any
time and by anyone; whoever comes first does it, and a second run finds nothing to do.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

import psycopg

from sleuth.evidence.source import Source
from sleuth.findings.conflicts import Comparison, compare, known_subjects
from sleuth.findings.corrections import corrections
from sleuth.findings.versions import Portrait, portray, propose, renditions, series
from sleuth.store.documents import load_source
from sleuth.store.portraits import load_portraits, mark_related, save_portrait, unportrayed, unrelated
from sleuth.store.projects import lock_project
from sleuth.store.relations import (
    Edge,
    load_stated,
    load_statements,
    load_witnesses,
    mark_superseded,
    subjects_by_document,
    sync_relations,
)
from sleuth.store.versions import list_versions, sync_versions

_RULES = "1"  # raise it when portraits change: all documents are then portrayed and related again


def keep_portrait(connection: psycopg.Connection, project_id: int, document_id: int, source: Source) -> None:
    """Keep what tells a document's versions, as a step of adding it."""
    save_portrait(connection, project_id, document_id, portray(source, document_id), _RULES)


def relate(connection: psycopg.Connection, project_id: int) -> int:
    """Bring the relations of a project up to date; how many documents had changed."""
    for document_id in unportrayed(connection, project_id, _RULES):
        keep_portrait(connection, project_id, document_id, load_source(connection, document_id))
        connection.commit()
    if not unrelated(connection, project_id):
        return 0
    with connection.transaction():
        lock_project(connection, project_id)
        changed = set(unrelated(connection, project_id))
        if changed:
            _relate(connection, project_id, changed)
        mark_related(connection, changed)
    return len(changed)


def _relate(connection: psycopg.Connection, project_id: int, changed: Collection[int]) -> None:
    portraits = load_portraits(connection, project_id)
    touched = {*changed, *sync_versions(connection, project_id, propose(portraits))}
    confirmed = [v for v in list_versions(connection, project_id) if v.status == "confirmed"]
    newer = {v.older: v.newer for v in confirmed}
    named = subjects_by_document(connection, project_id)
    subjects = known_subjects(named)
    before = known_subjects((subject, document) for subject, document in named if document not in changed)
    is_new_ground = any(subjects.get(subject) != counted for subject, counted in before.items())
    statements = load_statements(connection, project_id, None if is_new_ground else touched)
    found = compare(
        statements, load_witnesses(connection, project_id, _series(portraits), renditions(portraits)), newer, subjects
    )
    scope = [s.id for s in statements]
    sync_relations(connection, project_id, _edges(found), ("comparison", "restatement"), scope)
    figures = load_stated(connection, project_id, _chains(newer, touched))
    edges = [Edge("SUPERSEDES", "version", pair.one, pair.other, pair.reason) for pair in corrections(figures, newer)]
    chained = [figure.id for figure in figures]
    sync_relations(connection, project_id, edges, ("version",), chained)
    mark_superseded(connection, project_id, {*scope, *chained})


def _series(portraits: Iterable[Portrait]) -> dict[int, str]:
    return {p.id: series(p.title) or series(p.filename.rpartition("/")[2].rpartition(".")[0]) for p in portraits}


def _edges(found: Comparison) -> list[Edge]:
    contradictions = (pair for conflict in found.conflicts for pair in conflict.pairs)
    return [
        *(
            Edge("CONTRADICTS", "comparison", pair.one, pair.other, pair.reason, pair.explanation)
            for pair in contradictions
        ),
        *(Edge("SUPERSEDES", "restatement", pair.one, pair.other, pair.reason) for pair in found.restatements),
        *(Edge("SUPPORTS", "comparison", pair.one, pair.other, pair.reason) for pair in found.supports),
    ]


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

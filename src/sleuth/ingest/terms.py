"""Relating what documents state of the terms of agreements: who contradicts whom, and who bears whom out."""

from collections.abc import Mapping

import psycopg

from sleuth.findings.compared.agreements import compare_terms
from sleuth.store.ledger.relations import edges_of, sync_relations
from sleuth.store.ledger.statements import load_witnesses
from sleuth.store.ledger.terms import load_terms


def relate_terms(connection: psycopg.Connection, project_id: int, newer: Mapping[int, int]) -> tuple[int, ...]:
    """Compare all terms of a project and keep what comes of it; the findings that this concerned.

    `newer` says of each replaced document which one replaces it.
    """
    ground = load_terms(connection, project_id)
    if not ground.finding_ids:
        return ()
    documents = {s.document for s in ground.sayings}
    found = compare_terms(ground.sayings, load_witnesses(connection, project_id, documents), newer)
    sync_relations(connection, project_id, edges_of(found), ("comparison",), ground.finding_ids)
    return ground.finding_ids

"""Relating what sentences state: who denies a matter that another states, who gives another number of one thing."""

from collections.abc import Mapping

import psycopg

from sleuth.findings.compared.denials import compare_positions
from sleuth.findings.compared.stated import compare_amounts
from sleuth.store.ledger.matters import load_positions
from sleuth.store.ledger.relations import edges_of, sync_relations
from sleuth.store.ledger.stated import load_amounts
from sleuth.store.ledger.statements import load_witnesses


def relate_matters(connection: psycopg.Connection, project_id: int, newer: Mapping[int, int]) -> tuple[int, ...]:
    """Compare all matters of a project and keep what comes of it; the findings that this concerned.

    `newer` says of each replaced document which one replaces it.
    """
    ground = load_positions(connection, project_id)
    if not ground.finding_ids:
        return ()
    documents = {one.document for one in ground.positions}
    found = compare_positions(ground.positions, load_witnesses(connection, project_id, documents), newer)
    sync_relations(connection, project_id, edges_of(found), ("comparison",), ground.finding_ids)
    return ground.finding_ids


def relate_amounts(
    connection: psycopg.Connection, project_id: int, newer: Mapping[int, int], subjects: Mapping[str, str | None]
) -> tuple[int, ...]:
    """Compare the stated numbers of a project and keep what comes of it; the findings that this concerned.

    `subjects` says what each subject counts as; `newer` as of `relate_matters`.
    """
    ground = load_amounts(connection, project_id)
    if not ground.finding_ids:
        return ()
    documents = {one.document for one in ground.amounts}
    found = compare_amounts(ground.amounts, load_witnesses(connection, project_id, documents), newer, subjects)
    sync_relations(connection, project_id, edges_of(found), ("comparison",), ground.finding_ids)
    return ground.finding_ids

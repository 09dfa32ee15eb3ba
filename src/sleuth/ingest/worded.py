"""Relating what documents state in words: who contradicts whom on terms, matters and numbers, and who supports whom."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import psycopg

from sleuth.findings.compared.agreements import compare_terms
from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.comparison import Comparison
from sleuth.findings.compared.denials import compare_positions
from sleuth.findings.compared.stated import compare_amounts
from sleuth.store.ledger.relations import edges_of, sync_relations
from sleuth.store.ledger.statements import load_witnesses
from sleuth.store.ledger.worded import Side, Worded, load_amounts, load_positions, load_terms

Compare = Callable[[Sequence[Side], Mapping[int, Witness], Collection[int]], Comparison[Any]]


def relate_worded(
    connection: psycopg.Connection, project_id: int, newer: Mapping[int, int], subjects: Mapping[str, str | None]
) -> set[int]:
    """Compare all that a project states in words and keep the relations; the findings that this concerned.

    `newer` says of each replaced document which one replaces it, `subjects` what each subject counts as.
    """
    return {
        *_relate(connection, project_id, newer, load_terms(connection, project_id), compare_terms),
        *_relate(
            connection,
            project_id,
            newer,
            load_positions(connection, project_id),
            partial(compare_positions, subjects=subjects),
        ),
        *_relate(
            connection,
            project_id,
            newer,
            load_amounts(connection, project_id),
            partial(compare_amounts, subjects=subjects),
        ),
    }


def _relate(
    connection: psycopg.Connection,
    project_id: int,
    newer: Mapping[int, int],
    ground: Worded[Side],
    compare: Compare[Side],
) -> tuple[int, ...]:
    if ground.finding_ids:
        witnesses = load_witnesses(connection, project_id, {side.document for side in ground.sides})
        edges = edges_of(compare(ground.sides, witnesses, newer))
        sync_relations(connection, project_id, edges, ("comparison",), ground.finding_ids)
    return ground.finding_ids

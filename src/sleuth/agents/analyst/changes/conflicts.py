"""Conflicts that were opened and closed between two moments."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations

import psycopg

from sleuth.agents.analyst.changes.changed import Closed, Opened
from sleuth.store.documents.documents import list_documents
from sleuth.store.ledger.conflicts import StoredConflict, list_conflicts
from sleuth.store.ledger.findings import StoredFinding, finding_history
from sleuth.store.ledger.happenings import Print, documents_at, findings_by_print, hash_in, pairs_at, prints_of
from sleuth.store.ledger.relations import SLEUTH
from sleuth.store.ledger.rulings import Ruling, finding_prints, pair_print, rulings

Pair = tuple[Print, Print]  # in order


def changed_conflicts(
    connection: psycopg.Connection, project_id: int, since: datetime
) -> tuple[list[Opened], list[Closed]]:
    """The conflicts that are open now and were not, and those that were open and are not.

    A conflict that newer rules read at another place of the same documents is the same conflict.
    """
    conflicts = list_conflicts(connection, project_id)
    prints = prints_of(connection, {side.id for conflict in conflicts for side in conflict.sides})
    now = {pair for conflict in conflicts for pair in _pairs(conflict, prints)}
    was_open = _open_at(connection, project_id, since)
    matters_then, matters_now = {_matter(pair) for pair in was_open}, {_matter(pair) for pair in now}
    known = {d.content_hash for d in documents_at(connection, project_id, since) if d.state == "live"}
    opened = [
        Opened(conflict, _new_documents(conflict, prints, known))
        for conflict in conflicts
        if matters_then.isdisjoint(map(_matter, _pairs(conflict, prints)))
    ]
    gone = [pair for pair in was_open if _matter(pair) not in matters_now]
    still = {print_ for pair in now for print_ in pair}
    closed = [group for group in _connected(gone) if still.isdisjoint(group)]
    return opened, [_closed(connection, project_id, group, gone) for group in closed]


def _open_at(connection: psycopg.Connection, project_id: int, at: datetime) -> list[Pair]:
    states = pairs_at(connection, project_id, "CONTRADICTS", at)
    return [_ordered(*pair) for pair, state in states.items() if state == "open"]


def _ordered(one: Print, other: Print) -> Pair:
    return (one, other) if one <= other else (other, one)


def _pairs(conflict: StoredConflict, prints: Mapping[int, Print]) -> list[Pair]:
    """Every two sides of a conflict; a few that agree with each other are among them."""
    return [_ordered(prints[one.id], prints[other.id]) for one, other in combinations(conflict.sides, 2)]


def _matter(pair: Pair) -> tuple[str, ...]:
    """What a pair is about: which documents, and as what both were read, wherever it stands in them."""
    return tuple(sorted(f"{hash_in(one)} {one.rpartition(':')[2]}" for one in pair))


def _new_documents(conflict: StoredConflict, prints: Mapping[int, Print], known: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(s.filename for s in conflict.sides if hash_in(prints[s.id]) not in known))


def _connected(pairs: Iterable[Pair]) -> list[set[Print]]:
    """Pairs that share a finding, together."""
    groups: list[set[Print]] = []
    for pair in pairs:
        touched = [group for group in groups if not group.isdisjoint(pair)]
        groups = [group for group in groups if group.isdisjoint(pair)]
        groups.append(set(pair).union(*touched))
    return groups


def _closed(connection: psycopg.Connection, project_id: int, group: set[Print], pairs: Sequence[Pair]) -> Closed:
    held = findings_by_print(connection, project_id, group)
    sides = tuple(held[print_] for print_ in sorted(group) if print_ in held)
    return Closed(sides, _why(connection, project_id, group, held, [p for p in pairs if p[0] in group]))


def _why(
    connection: psycopg.Connection,
    project_id: int,
    group: Collection[Print],
    held: Mapping[Print, StoredFinding],
    pairs: Sequence[Pair],
) -> str:
    """Why a conflict is not open any more: ruled, explained, a side replaced, rejected or removed."""
    if ruling := _ruling(connection, project_id, held, pairs):
        return f"{ruling.verdict} by {ruling.by_whom}: {ruling.why}"
    removed = _removed(connection, project_id, group)
    if removed:
        return f"{' and '.join(removed)} {'was' if len(removed) == 1 else 'were'} removed"
    for side in held.values():
        if side.status in ("superseded", "rejected"):
            last = finding_history(connection, project_id, side.id)[-1]
            by = "" if last.by_whom == SLEUTH else f" by {last.by_whom}"
            return f"{side.filename}: {side.status}{by}: {last.reason}"
    live = {document.id for document in list_documents(connection, project_id)}
    replaced = [side.filename for side in held.values() if side.document_id not in live]
    if replaced:
        return f"{' and '.join(dict.fromkeys(replaced))}: another version was added under its name"
    explained = _explanation(connection, [side.id for side in held.values()])
    return explained or "the documents no longer state different figures"


def _ruling(
    connection: psycopg.Connection, project_id: int, held: Mapping[Print, StoredFinding], pairs: Sequence[Pair]
) -> Ruling | None:
    ruled = rulings(connection, project_id, "conflict")
    if not ruled:
        return None
    by_content = finding_prints(connection, [side.id for side in held.values()])
    for one, other in pairs:
        if one in held and other in held:
            found = ruled.get(pair_print(by_content[held[one].id], by_content[held[other].id]))
            if found is not None:
                return found
    return None


def _removed(connection: psycopg.Connection, project_id: int, group: Collection[Print]) -> list[str]:
    rows = connection.execute(
        """
        SELECT DISTINCT name FROM happenings WHERE project_id = %(project)s AND kind = 'document' AND state = 'gone'
        AND one = ANY(%(hashes)s) AND NOT EXISTS (
            SELECT FROM documents WHERE project_id = %(project)s AND content_hash = happenings.one
        ) ORDER BY name
        """,
        {"project": project_id, "hashes": sorted({hash_in(print_) for print_ in group})},
    )
    return [name for (name,) in rows]


def _explanation(connection: psycopg.Connection, finding_ids: Sequence[int]) -> str:
    row = connection.execute(
        """
        SELECT explanation FROM relations WHERE kind = 'CONTRADICTS' AND status = 'explained' AND explanation <> ''
        AND source = ANY(%(ids)s) AND target = ANY(%(ids)s) ORDER BY id LIMIT 1
        """,
        {"ids": list(finding_ids)},
    ).fetchone()
    return f"explained: {row[0]}" if row else ""

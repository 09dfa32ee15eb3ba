"""Figures that moved between two moments: corrected by a person, stated anew by a new version, restated, rejected."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

import psycopg

from sleuth.agents.analyst.changes.changed import Move
from sleuth.store.ledger.findings import StoredFinding, load_findings
from sleuth.store.ledger.happenings import Print, documents_at, hash_in, pairs_at, prints_of
from sleuth.store.ledger.relations import SLEUTH
from sleuth.store.ledger.versions import list_versions

_KINDS: Mapping[str, Literal["new version", "restatement"]] = {"version": "new version", "restatement": "restatement"}


@dataclass(frozen=True, slots=True)
class _Step:
    """One finding that takes the place of another."""

    newer: int
    older: int
    basis: str
    reason: str


def moved_figures(connection: psycopg.Connection, project_id: int, since: datetime) -> list[Move]:
    """What the project stated at a moment and states otherwise now, the weightiest first; each move once."""
    moves = [*_superseded(connection, project_id, since), *_judged(connection, project_id, since)]
    return _once(sorted(moves, key=lambda move: move.weight, reverse=True))


def _superseded(connection: psycopg.Connection, project_id: int, since: datetime) -> Iterator[Move]:
    """What a newer document says in place of what held then, followed to the end of its chain."""
    steps = _steps(connection, project_id)
    prints = prints_of(connection, {number for step in steps for number in (step.newer, step.older)})
    before = pairs_at(connection, project_id, "SUPERSEDES", since)
    known = {d.content_hash for d in documents_at(connection, project_id, since) if d.state != "gone"}
    taken = {older for _, older in before}
    fresh = [s for s in steps if (prints[s.newer], prints[s.older]) not in before]
    begins = {s.older for s in fresh if _held(prints[s.older], known, taken)}
    by_older = {step.older: step for step in reversed(steps)}
    ends = {start: _last(start, by_older) for start in begins}
    numbers = {*ends, *(step.newer for step in ends.values())}
    findings = {f.id: f for f in load_findings(connection, project_id, sorted(numbers))}
    whys = _whys(connection, project_id)
    for start, step in ends.items():
        old, new = findings[start], findings[step.newer]
        if differ(old, new):
            why = whys.get((new.document_id, old.document_id), f"restated: {step.reason}")
            yield Move(old, new, _KINDS[step.basis], why)


def _steps(connection: psycopg.Connection, project_id: int) -> list[_Step]:
    rows = connection.execute(
        """
        SELECT source, target, basis, reason FROM relations
        WHERE project_id = %s AND kind = 'SUPERSEDES' ORDER BY basis = 'restatement', id
        """,
        (project_id,),
    )
    return [_Step(*row) for row in rows]


def _held(print_: Print, known: Collection[str], taken: Collection[Print]) -> bool:
    """Whether a finding stood then, and nothing had taken its place."""
    return hash_in(print_) in known and print_ not in taken


def _last(start: int, by_older: Mapping[int, _Step]) -> _Step:
    """The last step of the chain that begins with a finding."""
    step, seen = by_older[start], {start}
    while step.newer in by_older and step.newer not in seen:
        seen.add(step.newer)
        step = by_older[step.newer]
    return step


def _whys(connection: psycopg.Connection, project_id: int) -> dict[tuple[int, int], str]:
    """Why one document takes the place of another, by (newer, older), over several versions too."""
    links = {v.older: v for v in list_versions(connection, project_id) if v.status == "confirmed"}
    found = {}
    for start in links:
        at, seen = start, {start}
        while at in links and links[at].newer not in seen:
            link = links[at]
            at = link.newer
            seen.add(at)
            found[at, start] = f"{link.newer_name} replaces {links[start].older_name}: {link.reason}"
    return found


def differ(old: StoredFinding, new: StoredFinding) -> bool:
    """Whether two findings of one thing say different things, by more than rounding may hide."""
    if old.value is None or new.value is None:
        return old.text != new.text
    if old.unit != new.unit or old.magnitude is None or new.magnitude is None:
        return True
    coarser = max((f.step or Decimal(1)).scaleb(f.scale) for f in (old, new))
    return 2 * abs(old.magnitude - new.magnitude) >= coarser


def _judged(connection: psycopg.Connection, project_id: int, since: datetime) -> Iterator[Move]:
    """What people corrected since, and what they rejected without saying what is right instead."""
    rows = connection.execute(
        """
        SELECT DISTINCT ON (findings.id) findings.id, corrects, after, by_whom, reason
        FROM finding_history JOIN findings ON findings.id = finding_id
        WHERE findings.project_id = %s AND finding_history.at > %s AND by_whom <> %s
        ORDER BY findings.id, finding_history.id DESC
        """,
        (project_id, since, SLEUTH),
    ).fetchall()
    numbers = {number for row in rows for number in row[:2] if number is not None}
    findings = {f.id: f for f in load_findings(connection, project_id, sorted(numbers))}
    replaced = _corrected(connection, project_id)
    for number, corrects, after, by_whom, reason in rows:
        if corrects is not None and after == "validated":
            yield Move(findings[corrects], findings[number], "correction", f"corrected by {by_whom}: {reason}")
        elif after == "rejected" and number not in replaced:
            yield Move(findings[number], None, "withdrawal", f"rejected by {by_whom}: {reason}")


def _corrected(connection: psycopg.Connection, project_id: int) -> set[int]:
    """The findings beside which a person put another."""
    rows = connection.execute(
        "SELECT corrects FROM findings WHERE project_id = %s AND corrects IS NOT NULL AND status <> 'rejected'",
        (project_id,),
    )
    return {number for (number,) in rows}


def _once(moves: Iterable[Move]) -> list[Move]:
    """Each move once, though a document states the figure in several places."""
    found: dict[tuple[object, ...], Move] = {}
    for move in moves:
        found.setdefault(_about(move), move)
    return list(found.values())


def _about(move: Move) -> tuple[object, ...]:
    f, sides = move.old, [side for side in (move.old, move.new) if side is not None]
    values: Sequence[object] = [(side.document_id, side.amount, side.text) for side in sides]
    return (f.metric, f.subject_key, tuple(f.dimension), f.period_key, f.scenario, move.kind, *values)

"""Editions of one document that are both in force, because no person has said which replaces which: how they differ."""

from collections.abc import Sequence
from dataclasses import dataclass

import psycopg

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Source
from sleuth.findings.versions import Portrait
from sleuth.findings.versions.differences import Wording, differences
from sleuth.findings.versions.portrait import likeness
from sleuth.store.documents.documents import load_source
from sleuth.store.ledger.conflicts import StoredConflict
from sleuth.store.ledger.portraits import load_portraits
from sleuth.store.ledger.versions import list_versions
from sleuth.store.rows import column

_ALIKE = 0.5  # of the wording: what shares less is no edition of one document


@dataclass(frozen=True, slots=True)
class EditionSide:
    """What one of the editions says."""

    document_id: int
    filename: str
    locator: str
    wording: Wording


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """A fact that two live editions state differently. It is settled by saying which edition replaces the other."""

    label: str
    sides: tuple[EditionSide, EditionSide]  # the one that is thought to be newer first


def edition_differences(
    connection: psycopg.Connection, project_id: int, known: Sequence[StoredConflict] = ()
) -> list[EditionDifference]:
    """What live editions state differently, pair by pair; without what these conflicts show already."""
    portraits = {portrait.id: portrait for portrait in load_portraits(connection, project_id)}
    sources: dict[int, Source] = {}
    found: list[EditionDifference] = []
    for newer, older in _open_pairs(connection, project_id, portraits):
        for document_id in (newer, older):
            if document_id not in sources:
                sources[document_id] = load_source(connection, document_id)
        for one in differences(sources[newer], sources[older], portraits[newer], portraits[older]):
            sides = (_side(newer, sources[newer], one.one), _side(older, sources[older], one.other))
            if not any(_shows(conflict, sides) for conflict in known):
                found.append(EditionDifference(one.label, sides))
    return found


def _open_pairs(
    connection: psycopg.Connection, project_id: int, portraits: dict[int, Portrait]
) -> list[tuple[int, int]]:
    """Live documents of which one was proposed to replace the other, and nothing settles it; each two once."""
    live = set(column(connection, "SELECT id FROM documents WHERE project_id = %s AND live", (project_id,)))
    versions = list_versions(connection, project_id)
    replaced = {version.older for version in versions if version.status == "confirmed"}
    pairs = []
    for version in versions:
        pair = (version.newer, version.older)
        alike = likeness(portraits[pair[0]], portraits[pair[1]])
        is_open = version.status != "confirmed" and live.issuperset(pair) and replaced.isdisjoint(pair)
        if is_open and alike is not None and alike >= _ALIKE and (pair[1], pair[0]) not in pairs:
            pairs.append(pair)
    return pairs


def _side(document_id: int, source: Source, wording: Wording) -> EditionSide:
    return EditionSide(document_id, source.filename, locator(source, wording.span), wording)


def _shows(conflict: StoredConflict, sides: tuple[EditionSide, EditionSide]) -> bool:
    """Whether a conflict already holds the same two figures of these documents against each other."""
    figures = {(f.document_id, f"{f.value:f}") for f in conflict.sides if f.value is not None}
    return all((side.document_id, side.wording.value) in figures or _stands(conflict, side) for side in sides)


def _stands(conflict: StoredConflict, side: EditionSide) -> bool:
    """Whether a side of a conflict stands within what an edition says."""
    span = side.wording.span
    return any(f.document_id == side.document_id and f.span.overlaps(span) for f in conflict.sides)

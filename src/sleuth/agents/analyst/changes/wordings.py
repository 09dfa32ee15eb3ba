"""What a new version says otherwise than the document it replaces, sentence by sentence and cell by cell.

Figures of known measures are told as moves already; this tells the rest: a closing date, a headcount in a sentence, the
cells of a table that no measure is known of.
"""

from collections.abc import Iterable, Iterator, Sequence

import psycopg

from sleuth.agents.analyst.changes.changed import Move, Replacement, Reworded
from sleuth.evidence.cite import locator
from sleuth.evidence.source import Source, Span
from sleuth.findings.versions.differences import Wording, differences
from sleuth.findings.versions.portrait import likeness
from sleuth.store.documents.documents import load_source
from sleuth.store.documents.editions import EditionSide
from sleuth.store.ledger.portraits import load_portraits

_ALIKE = 0.3  # of the wording: what shares less is another text, and differs everywhere
_MOST_PAGES = 120  # of a document that is laid beside its edition


def reworded(
    connection: psycopg.Connection, project_id: int, replaced: Sequence[Replacement], moves: Sequence[Move]
) -> list[Reworded]:
    """What differs between each document that was replaced and the one that took its place, in reading order."""
    portraits = {portrait.id: portrait for portrait in load_portraits(connection, project_id)}
    told = {place for move in moves for place in _places(move)}
    found: list[Reworded] = []
    for one in replaced:
        if one.proposal is not None or not {one.newer_id, one.older_id} <= portraits.keys():
            continue
        newer, older = portraits[one.newer_id], portraits[one.older_id]
        alike = likeness(newer, older)
        ours, theirs = load_source(connection, one.newer_id), load_source(connection, one.older_id)
        is_long = max(len(ours.pages), len(theirs.pages)) > _MOST_PAGES
        if is_long or (alike is not None and alike < _ALIKE):
            continue
        for difference in differences(ours, theirs, newer, older):
            new = _side(one.newer_id, ours, difference.one)
            old = _side(one.older_id, theirs, difference.other)
            if not (_is_told(new, told) and _is_told(old, told)):
                found.append(Reworded(difference.label, old, new))
    return found


def _side(document_id: int, source: Source, wording: Wording) -> EditionSide:
    return EditionSide(document_id, source.filename, locator(source, wording.span), wording)


def _places(move: Move) -> Iterator[tuple[int, Span]]:
    for side in (move.old, move.new):
        if side is not None:
            yield side.document_id, side.span


def _is_told(side: EditionSide, told: Iterable[tuple[int, Span]]) -> bool:
    """Whether a figure that is told to have moved stands within what an edition says."""
    span = side.wording.span
    return any(
        document_id == side.document_id
        and place.page == span.page
        and place.start < span.end
        and span.start < place.end
        for document_id, place in told
    )

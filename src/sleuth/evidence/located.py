"""Whether a sentence follows from located quotes: by their texts, or by the cells of the rows that they are.

`claim.check` reads texts; `cells.worded` knows of each number of a row what it is of. Whoever has the pages asks here.
"""

from collections.abc import Sequence
from dataclasses import replace

from sleuth.evidence.additions import without_owner
from sleuth.evidence.cells.worded import Worded, worded
from sleuth.evidence.claim import Context, Ruling, Verdict, check
from sleuth.evidence.quote import Match
from sleuth.evidence.source import Source
from sleuth.evidence.widening import widened

Quoted = Sequence[tuple[Source, Match]]  # each quote with the pages that it was located in


def rule(sentence: str, quoted: Quoted, context: Context, names: Sequence[str]) -> Verdict:
    """Rule on `sentence` by its quotes. `names` are what the documents are called: their filenames and titles."""
    texts = [text for source, match in quoted for text in widened(source, match)]
    by_texts = check(sentence, texts, context)
    if by_texts.is_proven:
        return by_texts
    by_cells = worded(sentence, quoted, names)
    bare = without_owner(sentence, context)
    if bare != sentence and by_cells is not None and not by_cells.is_whole:
        by_cells = worded(bare, quoted, names) or by_cells
    return by_texts if by_cells is None else _of_rows(by_texts, by_cells)


def _of_rows(by_texts: Verdict, by_cells: Worded) -> Verdict:
    """The ruling of the cells; both must find a fault for a refutation, as a row says little in words."""
    if by_cells.reason:
        verdict = by_texts.verdict if by_texts.verdict is Ruling.REFUTED else Ruling.OPEN
        return replace(by_texts, verdict=verdict, reason=by_cells.reason, is_judgeable=False, rows=by_cells.rows)
    if by_cells.is_whole:
        reason = "each number of the sentence is a cell's, of its row, its column and its time"
        return Verdict(Ruling.PROVEN, reason, arithmetic=by_cells.arithmetic, rows=by_cells.rows)
    return Verdict(Ruling.OPEN, "only its wording is its own", is_judgeable=True, rows=by_cells.rows)

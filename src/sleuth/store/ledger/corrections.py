"""Cells that a person corrected, by where they stand: no passage shows such a figure without the correction."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import psycopg

from sleuth.evidence.source import Span
from sleuth.findings.asked.corrected import Corrected
from sleuth.language.spoken import spoken
from sleuth.store.documents.pages import Stretch, on_pages
from sleuth.store.ledger.findings import StoredFinding, load_findings
from sleuth.store.rows import column

Place = tuple[int, int]  # document, page number


@dataclass(frozen=True, slots=True)
class CorrectedCell:
    """A stretch of a page that a person read otherwise than the rules did."""

    finding: StoredFinding  # the person's
    printed: StoredFinding  # what the rules had read there
    corrected: Corrected

    @property
    def span(self) -> Span:
        """Where the figure stands."""
        return self.finding.span

    @property
    def statement(self) -> str:
        """ "revenue, FY2024, actual: 11.3 million EUR"."""
        f = self.finding
        about = (spoken(f.metric), *f.dimension, f.period_name, f.scenario)
        return f"{', '.join(filter(None, about))}: {f.shown}"

    @property
    def is_value_only(self) -> bool:
        """Whether nothing but the number was corrected: what the figure is of, its unit and its scale stand."""
        old, new = self.printed, self.finding
        return all(
            getattr(old, name) == getattr(new, name)
            for name in ("metric", "subject_key", "period_key", "scenario", "unit", "scale")
        )


def corrected_cells(
    connection: psycopg.Connection, project_id: int, document_ids: Collection[int]
) -> Mapping[Place, Sequence[CorrectedCell]]:
    """The corrections in some documents, by page, in reading order; those that were rejected again are left out."""
    made = column(
        connection,
        """
        SELECT id FROM findings WHERE project_id = %s AND document_id = ANY(%s)
        AND corrects IS NOT NULL AND status <> 'rejected'
        """,
        (project_id, list(document_ids)),
    )
    if not made:
        return {}
    rows = connection.execute("SELECT id, corrects FROM findings WHERE id = ANY(%s)", (made,)).fetchall()
    by_id = {f.id: f for f in load_findings(connection, project_id, sorted({i for row in rows for i in row}))}
    found: dict[Place, list[CorrectedCell]] = defaultdict(list)
    for made_id, printed_id in rows:
        finding, printed = by_id[made_id], by_id[printed_id]
        if finding.corrected:
            cell = CorrectedCell(finding, printed, finding.corrected)
            found[finding.document_id, finding.page].append(cell)
    return {place: sorted(cells, key=lambda cell: cell.span) for place, cells in found.items()}


def corrections_within(
    connection: psycopg.Connection, project_id: int, stretches: Sequence[Stretch]
) -> list[list[CorrectedCell]]:
    """For each stretch of a document's text, the corrected cells that it shows."""
    known = corrected_cells(connection, project_id, {stretch.document_id for stretch in stretches})
    if not known:
        return [[] for _ in stretches]
    found = []
    for stretch, spans in zip(stretches, on_pages(connection, stretches), strict=True):
        cells = [
            cell
            for span in spans
            for cell in known.get((stretch.document_id, span.page), ())
            if cell.span.overlaps(span)
        ]
        found.append(cells)
    return found

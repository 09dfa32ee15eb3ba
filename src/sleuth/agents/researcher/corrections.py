"""What a person corrected leads: a claim that shows a corrected cell says so, and a computation uses the correction."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sleuth.evidence.computation import Amount
from sleuth.evidence.source import Span
from sleuth.reason.cells import rows_of
from sleuth.reason.protocol import Correction, Evidence
from sleuth.reason.wording import describe


def corrections_shown(shown: Iterable[tuple[Evidence, Sequence[Span]]]) -> list[Correction]:
    """The corrected cells among what is quoted of pages, each once."""
    found = [
        correction
        for item, spans in shown
        for correction in item.corrections
        for span in spans
        if span.page == item.page.number and span.start < correction.end and correction.start < span.end
    ]
    return list(dict.fromkeys(found))


def with_corrections(text: str, item: Evidence, corrections: Sequence[Correction]) -> str:
    """A claim's sentence with what people corrected in its quotes.

    A sentence that is the reading of a corrected cell gives way to the correction: "Revenue, FY2024, actual: 11.3
    million EUR (corrected by Ann: …; the source says 11.1 million EUR)". Any other keeps its words and gets a remark.
    """
    for correction in corrections:
        if text == _reading(item, correction):
            rest = [other for other in corrections if other is not correction]
            return with_corrections(f"{correction.statement} ({correction.note})", replace(item, corrections=()), rest)
    remarks = [f"[{correction.statement}, {correction.note}]" for correction in corrections]
    return " ".join([text, *remarks])


def _reading(item: Evidence, correction: Correction) -> str | None:
    """How the page's own cell at the place of a correction reads."""
    if correction not in item.corrections:
        return None
    cells = ((row, value) for row in rows_of(item.page) for value in row.values if value.start == correction.start)
    return next((describe(item.page, row, value) for row, value in cells), None)


def corrected_amount(item: Evidence, start: int, printed: Amount | None) -> Amount | None:
    """The number to compute with at a cell that begins at `start`: a person's, else the printed one.

    None where the correction says that the cell is of something else, or of another unit or scale.
    """
    correction = next((c for c in item.corrections if c.start <= start < c.end), None)
    if correction is None or printed is None:
        return printed
    return None if correction.value is None else Amount(correction.value, printed.unit)

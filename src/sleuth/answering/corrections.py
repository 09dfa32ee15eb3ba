"""What a person corrected leads: a claim that shows a corrected cell says so."""

from collections.abc import Iterable, Sequence

from sleuth.evidence.source import Span
from sleuth.reason.protocol import Correction, Evidence


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


def with_corrections(text: str, corrections: Sequence[Correction]) -> str:
    """A claim's sentence with a remark for each cell in its quotes that a person corrected."""
    remarks = [f"[{correction.statement}, {correction.note}]" for correction in corrections]
    return " ".join([text, *remarks])


def correction_of(item: Evidence, start: int) -> Correction | None:
    """A person's correction of the cell that holds character `start` of the page; None where there is none."""
    return next((correction for correction in item.corrections if correction.start <= start < correction.end), None)

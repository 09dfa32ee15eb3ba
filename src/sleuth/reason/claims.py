"""Words an answer: the sentence as it stands, or a cell with the headers that say what it is."""

from sleuth.reason.cells import Row, Value, describe, header_spans, scale_of
from sleuth.reason.protocol import Claim, Quote
from sleuth.reason.ranking import Candidate


def to_claim(candidate: Candidate) -> Claim:
    """The candidate as a sentence of the answer and the quotes it rests on."""
    if candidate.unit.row is not None and candidate.value is not None:
        return _cell_claim(candidate, candidate.unit.row, candidate.value)
    if candidate.unit.row is not None:
        return _row_claim(candidate, candidate.unit.row)
    text = candidate.unit.text
    return Claim(" ".join(text.split()), (Quote(candidate.evidence.id, text),))


def _cell_claim(candidate: Candidate, row: Row, value: Value) -> Claim:
    page = candidate.evidence.page
    scale = scale_of(page, row, value)
    spans = [
        (value.start, value.end),
        *row.label_spans,
        *header_spans(page, row, value),
        *([scale[1]] if scale else []),
    ]
    return Claim(describe(page, row, value), _quotes(candidate, spans))


def _row_claim(candidate: Candidate, row: Row) -> Claim:
    """All values of a row of words, such as a row of a glossary."""
    values = "; ".join(" ".join(value.text.split()) for value in row.values)
    spans = [*row.label_spans, *((value.start, value.end) for value in row.values)]
    return Claim(f"{row.label}: {values}", _quotes(candidate, spans))


def _quotes(candidate: Candidate, spans: list[tuple[int, int]]) -> tuple[Quote, ...]:
    """The spans as quotes, the first one decisive; a label and the value right after it are one quote."""
    text = candidate.evidence.page.text
    (start, end), *others = spans
    for label in [other for other in others if other[1] <= start and not text[other[1] : start].strip()]:
        start = label[0]
        others.remove(label)
    return tuple(dict.fromkeys(Quote(candidate.evidence.id, text[s:e]) for s, e in [(start, end), *others]))

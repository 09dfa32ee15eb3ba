"""Words an answer: the sentence as it stands, or a cell with the headers that say what it is."""

from sleuth.evidence.source import Page
from sleuth.reason.cells import Row, Value, header_spans, wording
from sleuth.reason.protocol import Claim, Quote
from sleuth.reason.ranking import Candidate

_LONGEST_LIST = 1_000  # characters of a list quoted after the sentence that opens it


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
    number, stated = wording(page, row, value)
    spans = [(row.start, row.end), *header_spans(page, row, value), *stated]
    quotes = tuple(dict.fromkeys(Quote(candidate.evidence.id, page.text[start:end]) for start, end in spans))
    return Claim(f"{', '.join((*_path(row), *_headers(value)))}: {number}", quotes)


def _path(row: Row) -> tuple[str, ...]:
    """The row's headers without those that the next one repeats."""
    parts = [part.rstrip(":") for part in row.path]
    return tuple(
        p
        for p, following in zip(parts, [*parts[1:], ""], strict=True)
        if p.lower() not in following.lower() or not following
    )


def _headers(value: Value) -> tuple[str, ...]:
    """The column's headers as one phrase: "Three Months Ended June 25, 2022" reads on in lower case."""
    phrase = " ".join(value.headers)
    return (phrase[:1].lower() + phrase[1:],) if phrase else ()


def _row_claim(candidate: Candidate, row: Row) -> Claim:
    page: Page = candidate.evidence.page
    values = "; ".join(" ".join(value.text.split()) for value in row.values)
    return Claim(f"{', '.join(_path(row))}: {values}", (Quote(candidate.evidence.id, page.text[row.start : row.end]),))

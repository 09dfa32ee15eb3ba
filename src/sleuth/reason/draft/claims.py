"""Words an answer: the sentence as it stands, or a cell under its headers."""

from sleuth.evidence.cells import Headed
from sleuth.reason.protocol import Claim, Quote
from sleuth.reason.rank.candidate import Candidate
from sleuth.reason.read.cells import Row, Value


def to_claim(candidate: Candidate) -> Claim:
    """The candidate as a sentence of the answer and the quotes it rests on."""
    row = candidate.unit.row
    if row is not None and candidate.value is not None:
        return _cell_claim(candidate, row, candidate.value)
    if row is not None:
        return _cell_claim(candidate, row, row.values[0])
    text = candidate.unit.text
    return Claim(" ".join(text.split()), (Quote(candidate.evidence.id, text),), follows=candidate.follows)


def _cell_claim(candidate: Candidate, row: Row, value: Value) -> Claim:
    text = candidate.evidence.page.text[row.start : row.end]
    quote = Quote(candidate.evidence.id, text, value.start, value.end)
    labels = (value.beside,) if value.beside else row.path
    headed = Headed(labels, () if value.beside else value.headers)
    return Claim(", ".join(labels), (quote,), headed=headed, follows=candidate.follows)

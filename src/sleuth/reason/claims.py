"""Words an answer: the sentence as it stands, or a cell with the headers that say what it is."""

import re

from sleuth.reason.cells import Row, Value
from sleuth.reason.protocol import Claim, Quote
from sleuth.reason.ranking import Candidate
from sleuth.reason.wording import describe, header_spans, scale_of, title_span

_LONGEST_ROW = 240  # characters of a line that may be quoted for one of its words
_JOINED = re.compile(r"[^\S\n]+\d")  # digits after a blank could be read as the end of the number before

Stretch = tuple[int, int]


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
    scale, title = scale_of(page, row, value), title_span(page, row)
    spans = [*row.label_spans, *([title] if title else []), *header_spans(page, row, value)]
    spans += [scale.span] if scale else []
    return Claim(describe(page, row, value), _quotes(candidate, (value.start, value.end), spans))


def _row_claim(candidate: Candidate, row: Row) -> Claim:
    """All values of a row of words, such as a row of a glossary."""
    values = "; ".join(" ".join(value.text.split()) for value in row.values)
    first, *others = [(value.start, value.end) for value in row.values]
    return Claim(f"{row.label}: {values}", _quotes(candidate, first, [*row.label_spans, *others]))


def _quotes(candidate: Candidate, decisive: Stretch, others: list[Stretch]) -> tuple[Quote, ...]:
    """The stretches as quotes, the decisive one first; a label on the line before it belongs to it."""
    text = candidate.evidence.page.text
    start, end = _whole_number(text, decisive)
    apart = []
    for other in others:
        between = text[other[1] : start]
        joins = _is_word(text, other) or text.count(text[slice(*decisive)]) > 1  # alone it may be found elsewhere
        if other[1] <= start and (not between.strip() or (joins and _is_line(between))):
            start = other[0]
        else:
            apart.append(_in_line(text, other))
    return tuple(dict.fromkeys(Quote(candidate.evidence.id, text[s:e], s) for s, e in [(start, end), *apart]))


def _whole_number(text: str, stretch: Stretch) -> Stretch:
    """The stretch, to the end of its line where what follows could be read as part of its number."""
    start, end = stretch
    if not text[end - 1 : end].isdigit() or not _JOINED.match(text, end):
        return stretch
    line = text.find("\n", end)
    line = len(text) if line < 0 else line
    return (start, line) if line - end <= _LONGEST_ROW else stretch


def _in_line(text: str, stretch: Stretch) -> Stretch:
    """A single word, which proves nothing alone, with what stands before it on its line."""
    line = text.rfind("\n", 0, stretch[0]) + 1
    return (line, stretch[1]) if _is_word(text, stretch) and stretch[1] - line <= _LONGEST_ROW else stretch


def _is_word(text: str, stretch: Stretch) -> bool:
    word = text[stretch[0] : stretch[1]]
    return len(word.split()) < 2 and not any(map(str.isdigit, word))


def _is_line(between: str) -> bool:
    return "\n" not in between and len(between) <= _LONGEST_ROW

"""Whether what a sentence says together is said together: its words, values and dates come from one clause."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.evidence.clauses import Clause, clauses, is_statement
from sleuth.evidence.reading import Reading

_OURSELVES = frozenset(("we", "our", "us", "vi", "vår", "våra", "vårt"))


@dataclass(frozen=True, slots=True)
class Binding:
    """A clause of the claim and the clause of the quotes that says it, or what that clause lacks."""

    claim: Clause
    source: Clause
    missing: str  # "" where the clause says it all


def bind(claim: Reading, evidence: Sequence[Reading]) -> tuple[Binding, ...]:
    """For each clause of the claim the clause of the quotes that says most of it; none if the quotes are all cells."""
    sentences = [sentence for reading in evidence for sentence in reading.sentences]
    sources = [clause for sentence in sentences if is_statement(sentence) for clause in clauses(sentence)]
    if not sources:
        return ()
    ambient = [sentence for sentence in sentences if not is_statement(sentence)]
    known = frozenset(stem for sentence in sentences for stem in sentence.stems)
    parts = [
        clause for sentence in claim.sentences for clause in clauses(sentence) if clause.content or clause.quantities
    ]
    return tuple(_best(part, sources, ambient, known) for part in parts)


def _best(part: Clause, sources: Sequence[Clause], ambient: Sequence[Reading], known: frozenset[str]) -> Binding:
    tried = [(list(_missing(part, source, ambient, known)), source) for source in sources]
    missing, source = min(tried, key=lambda pair: len(pair[0]))
    return Binding(part, source, missing[0] if missing else "")


def _missing(part: Clause, source: Clause, ambient: Sequence[Reading], known: frozenset[str]) -> Iterator[str]:
    """What the claim's clause says and the quote's clause, with the headings around it, does not."""
    said = source.stems.union(*(reading.stems for reading in ambient))
    for quantity in part.quantities:
        values = [*source.quantities, *(other for reading in ambient for other in reading.quantities)]
        if not any((abs(quantity.value), quantity.unit) == (abs(other.value), other.unit) for other in values):
            yield quantity.text
    for date in part.dates:
        dates = [*source.dates, *(other for reading in ambient for other in reading.dates)]
        if not any(date.stated_by(other) for other in dates):
            yield date.text
    ours = any(word.text in _OURSELVES for word in source.sentence.words)
    for word in part.content:
        if word.stem in known and word.stem not in said and not (ours and word.stem in ("company", "group", "compan")):
            yield word.text


def apart(bindings: Sequence[Binding]) -> str:
    """How the sentence puts together what the quotes say apart; "" where it does not."""
    for binding in bindings:
        if binding.missing:
            return f"the quotes do not say “{binding.missing}” of this: the nearest says “{binding.source.text}”"
    return ""

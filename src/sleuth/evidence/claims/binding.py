"""Whether what a sentence says together is said together: its words, values and dates come from one clause."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sleuth.evidence.claims.clauses import Clause, clauses
from sleuth.evidence.claims.verbs import is_coordinator, is_grammar, is_statement, verbs_of
from sleuth.evidence.reading import Reading, sentences_of
from sleuth.evidence.words import Name, Word, is_stopword

_AT = re.compile(r"(?<!\w)(at|upon|vid)\s+(?:the\s+)?\Z")
_OF = re.compile(r"(?<!\w)(?:of|av|after|from|efter|från)\s+(?:the\s+)?\Z")
_APART = 5  # words between two that make one term
_OURSELVES = frozenset(("we", "our", "us", "vi", "vår", "våra", "vårt"))
OURSELVES_NAMED = frozenset(("company", "group", "firm", "bolaget", "koncernen", "company's", "bolagets"))


@dataclass(frozen=True, slots=True)
class Binding:
    """A clause of the claim and the clauses of the quotes that say it, or the nearest and what it lacks."""

    claim: Clause
    sources: tuple[Clause, ...]
    missing: str  # "" where each of the sources says it all


def bind(claim: Reading, evidence: Sequence[Reading]) -> tuple[Binding, ...]:
    """For each clause of the claim the clauses of the quotes that say it; none if the quotes are all cells."""
    sentences = sentences_of(evidence)
    sources = [clause for sentence in sentences if is_statement(sentence) for clause in clauses(sentence)]
    if not sources:
        return ()
    ambient = [sentence for sentence in sentences if not is_statement(sentence)]
    known = frozenset(stem for sentence in sentences for stem in sentence.stems)
    parts = [
        clause for sentence in claim.sentences for clause in clauses(sentence) if clause.content or clause.quantities
    ]
    return tuple(_nearest(part, sources, ambient, known) for part in parts)


def _nearest(part: Clause, sources: Sequence[Clause], ambient: Sequence[Reading], known: frozenset[str]) -> Binding:
    tried = [(list(_missing(part, source, ambient, known)), source) for source in sources]
    least, _ = min(tried, key=lambda pair: len(pair[0]))
    best = tuple(source for missing, source in tried if len(missing) == len(least))
    return Binding(part, best, least[0] if least else "")


def _torn(part: Clause, source: Clause) -> Iterator[str]:
    """Two nouns side by side that stand far apart in the source: "fee revenue" of "revenue … a lower fee"."""
    verbs = {verb.start for verb in verbs_of(part.sentence)}
    spoken = {verb.stem for verb in verbs_of(source.sentence)}
    hyphened = {word.start for word in part.content if "-" in _around(part.sentence.plain, word)}
    words = [
        word
        for word in part.content
        if word.start not in verbs | hyphened and word.stem not in spoken and not is_grammar(word)
    ]
    places: dict[str, list[int]] = {}
    joined = set()  # what follows an "and" shares words that stand far before it
    for index, word in enumerate(source.sentence.words):
        places.setdefault(word.stem, []).append(index)
        if index and is_coordinator(source.sentence.words[index - 1]):
            joined.add(word.stem)
    for one, two in pairwise(words):
        side_by_side = not part.sentence.plain[one.end : two.start].strip()
        if side_by_side and one.stem != two.stem and two.stem not in joined and _is_apart(places, one.stem, two.stem):
            yield f"{one.text} {two.text}"


def _around(text: str, word: Word) -> str:
    return text[max(0, word.start - 1) : word.start] + text[word.end : word.end + 1]


def _in_heading(name: Name, ambient: Sequence[Reading]) -> bool:
    return any(" ".join(name.key) in reading.plain for reading in ambient)


def _of_something(part: Clause, source: Clause) -> Iterator[str]:
    """ "At closing" where the source only says "on the anniversary of closing"."""
    for word in part.content:
        at = _AT.search(part.sentence.plain[: word.start])
        theirs = [other for other in source.content if other.stem == word.stem]
        if at and theirs and all(_OF.search(source.sentence.plain[: other.start]) for other in theirs):
            yield f"{at[1]} {word.text}"


def _is_apart(places: dict[str, list[int]], one: str, two: str) -> bool:
    found = [abs(a - b) for a in places.get(one, ()) for b in places.get(two, ())]
    return bool(found) and min(found) > _APART


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
    yield from _torn(part, source)
    yield from _of_something(part, source)
    for name in part.sentence.names:  # "Class A": the letter alone says nothing
        lettered = len(name.key) > 1 and len(name.key[-1]) == 1
        acronym = len(name.key) == 1 and is_stopword(name.key[0])  # "US" and "IT": no content words, but names
        if (lettered or acronym) and not source.says(" ".join(name.key)) and not _in_heading(name, ambient):
            yield name.text
    ours = speaks_of_itself(source.sentence)
    for word in part.content:
        if word.stem in known and word.stem not in said and not (ours and word.text in OURSELVES_NAMED):
            yield word.text


def speaks_of_itself(reading: Reading) -> bool:
    """Whether a text says "we" of the company that writes it."""
    return any(word.text in _OURSELVES for word in reading.words)


def apart(bindings: Sequence[Binding]) -> str:
    """How the sentence puts together what the quotes say apart; "" where it does not."""
    for binding in bindings:
        if binding.missing:
            return f"the quotes do not say “{binding.missing}” of this: the nearest says “{binding.sources[0].text}”"
    return ""

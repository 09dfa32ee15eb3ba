"""Checks that a sentence follows from its quotes: every value found or computed, nothing turned around or left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from sleuth.evidence.claims.binding import OURSELVES_NAMED, Binding, apart, bind, speaks_of_itself
from sleuth.evidence.claims.causes import reversed_cause
from sleuth.evidence.claims.comparison import compare
from sleuth.evidence.claims.contrast import taken_for_the_other
from sleuth.evidence.claims.errors import NotSupportedError, raise_if
from sleuth.evidence.claims.modality import changed
from sleuth.evidence.claims.pairing import check_codes, check_dates, check_names, check_quantities
from sleuth.evidence.claims.qualifiers import left_out, unconditional
from sleuth.evidence.claims.quantifiers import overstated
from sleuth.evidence.claims.roles import exchanged
from sleuth.evidence.claims.stance import told_as_fact
from sleuth.evidence.fold import fold
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.polarity import contradiction
from sleuth.evidence.reading import Reading, read, sentences_of
from sleuth.evidence.words import stem

__all__ = ["Support", "Verdict", "check"]


class Support(StrEnum):
    """How a sentence stands to its quotes."""

    SUPPORTED = "supported"  # everything it says is in the quotes
    COMPUTED = "computed"  # a number of it follows from theirs by arithmetic
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on a sentence, in words for the person who reads it."""

    kind: Support
    reason: str
    arithmetic: str = ""  # how each computed number follows


def check(sentence: str, quotes: Sequence[str]) -> Verdict:
    """Judge `sentence` by what `quotes` say, and nothing else."""
    said = fold(sentence).text
    if not said:
        return Verdict(Support.UNSUPPORTED, "the sentence says nothing")
    if any(said == fold(quote).text for quote in quotes):
        return Verdict(Support.SUPPORTED, "the sentence is the quote, word for word")
    claim, evidence = read(sentence), [read(quote) for quote in quotes if quote.strip()]
    if not evidence:
        return Verdict(Support.UNSUPPORTED, "there is no quote to support the sentence")
    try:
        arithmetic = _judge(claim, evidence)
    except NotSupportedError as refusal:
        return Verdict(Support.UNSUPPORTED, str(refusal))
    if arithmetic:
        return Verdict(Support.COMPUTED, "a number of the sentence follows from the quotes' numbers", arithmetic)
    return Verdict(Support.SUPPORTED, "each value, name and word of the sentence is in the quotes")


def _judge(claim: Reading, evidence: Sequence[Reading]) -> str:
    """The arithmetic, if any was needed; refuses with the first thing that does not follow."""
    arithmetic = check_quantities(claim, evidence) or compare(claim, evidence)
    check_dates(claim, evidence)
    check_names(claim, evidence)
    check_codes(claim, evidence)
    raise_if(reversed_cause(claim, evidence))
    relevant = _relevant(claim, evidence)
    raise_if(contradiction(claim.polarity, _merged(relevant).polarity, computed=bool(arithmetic)))
    for sentence in relevant:
        raise_if(exchanged(claim, sentence) or taken_for_the_other(claim, sentence))
    _check_words(claim, evidence, computed=bool(arithmetic))
    bindings = bind(claim, evidence)
    if not arithmetic:  # what is computed may stand apart
        raise_if(apart(bindings))
    for binding in bindings:
        _check_force(binding)
    raise_if(overstated(claim, relevant))
    for sentence in relevant:
        raise_if(left_out(claim, sentence))
    return arithmetic


def _check_force(binding: Binding) -> None:
    """One of the clauses that say it must say it as surely, and with no condition more."""
    reasons = [
        changed(binding.claim, source) or told_as_fact(binding.claim, source) or unconditional(binding.claim, source)
        for source in binding.sources
    ]
    if all(reasons):
        raise NotSupportedError(reasons[0])


def _relevant(claim: Reading, evidence: Sequence[Reading]) -> list[Reading]:
    """The sentences of the quotes that speak of what the claim speaks of."""
    wanted = {word.stem for word in claim.content}
    sentences = sentences_of(evidence)
    overlap = [len(wanted & sentence.stems) for sentence in sentences]
    return [sentence for sentence, common in zip(sentences, overlap, strict=True) if 2 * common >= max(overlap)]


def _merged(sentences: Sequence[Reading]) -> Reading:
    return sentences[0] if len(sentences) == 1 else read("\n\n".join(sentence.text for sentence in sentences))


@cache
def _reporting() -> frozenset[str]:
    return frozenset(map(stem, lexicon("words")["reporting"]))


def _check_words(claim: Reading, evidence: Sequence[Reading], computed: bool) -> None:
    known = {stem for reading in evidence for stem in reading.stems}
    ours = OURSELVES_NAMED if any(map(speaks_of_itself, evidence)) else frozenset()
    for word in claim.content:
        added = word.text in ours or (computed and word.stem in _reporting())
        if added or word.stem in known or _is_compound_of(word.stem, known):
            continue
        raise NotSupportedError(f"“{word.text}” is not in the quotes")


def _is_compound_of(stem: str, known: set[str]) -> bool:
    """Hyphenated or joined words whose parts the quotes say."""
    return len(stem) > 7 and any(stem[:cut] in known and stem[cut:] in known for cut in range(3, len(stem) - 2))

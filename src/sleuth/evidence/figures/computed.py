"""Sentences with a number that the quotes do not state, but from which it follows."""

from collections.abc import Sequence
from functools import cache

from sleuth.evidence.context import Context
from sleuth.evidence.figures.arithmetic import BY_HOW_MUCH, compute
from sleuth.evidence.figures.comparison import compare
from sleuth.evidence.figures.equal import in_base_unit, same_time
from sleuth.evidence.figures.measured import measured
from sleuth.evidence.figures.standing import Standing, standing
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.polarity import contradiction
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.words import stem

_OURSELVES = frozenset(("company", "group", "company's", "bolaget", "koncernen", "bolagets"))


def computed(claim: Reading, evidence: Sequence[Reading], context: Context) -> str:
    """The arithmetic behind the claim's numbers, written out; "" where they do not follow, or it says more."""
    steps = _arithmetic(claim, evidence, context)
    if _denies(claim) and not any(_denies(reading) for reading in evidence):
        return ""
    if not steps or not _says_no_more(claim, evidence, context):
        return ""
    merged = read("\n\n".join(reading.text for reading in evidence), claim.language, claim.signs)
    return "" if contradiction(claim.polarity, merged.polarity) else "; ".join(steps)


def _denies(reading: Reading) -> bool:
    return any(token.sort == "negation" for token in reading.tokens)


def _arithmetic(claim: Reading, evidence: Sequence[Reading], context: Context) -> list[str]:
    """One line for each number that the quotes do not state, or for a comparison of two that they do."""
    numbers = measured(evidence)
    found = [standing(claim, index, numbers, context.calendar)[0] for index in range(len(claim.quantities))]
    if Standing.OTHER in found:
        return []
    changes = [in_base_unit(number.quantity) for number in numbers if BY_HOW_MUCH.search(number.before)]
    stated = [in_base_unit(number.quantity) for number in numbers]
    own = [
        i
        for i, quantity in enumerate(claim.quantities)
        if in_base_unit(quantity) not in (changes if BY_HOW_MUCH.search(claim.plain[: quantity.start]) else stated)
    ]
    if not own:
        comparison = compare(claim, evidence)
        return [comparison] if comparison else []
    steps = [compute(claim, index, numbers) for index in own]
    return steps if all(steps) else []


@cache
def _reporting(language: str) -> frozenset[str]:
    return frozenset(stem(word, language) for word in lexicon("words")["reporting"])


def _says_no_more(claim: Reading, evidence: Sequence[Reading], context: Context) -> bool:
    """Whether each word, date and name of the claim is the quotes' or one that only tells a computation."""
    stems = {known for reading in evidence for known in reading.stems} | _reporting(claim.language)
    own = {word for name in context.names for word in name.casefold().split()} | _OURSELVES
    words = all(word.stem in stems or word.text.removesuffix("'s") in own for word in claim.content)
    known = [token.period for reading in evidence for token in reading.tokens if token.period is not None]
    dates = [token.period for token in claim.tokens if token.period is not None]
    return words and all(any(same_time(date, other, context.calendar) for other in known) for date in dates)

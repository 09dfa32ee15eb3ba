"""Words that limit a statement, and whether a sentence leaves them out."""

import re
from collections.abc import Iterator
from functools import cache

from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.words import stem

_NEAR = 2  # content words after a qualifier that it may limit


@cache
def _measure() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])({any_of(lexicon('qualifiers')['measure'])})(?!\w)")


@cache
def _condition() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({any_of(lexicon('qualifiers')['condition'])})(?!\w)")


def left_out(claim: Reading, quote: Reading) -> str:
    """Which limit of the quote's sentence the claim leaves out; "" if none that matters."""
    for word in _limits(claim, quote):
        if not _says(claim, word):
            return f"the sentence leaves out “{word}”, which the quote says"
    return ""


def _limits(claim: Reading, quote: Reading) -> Iterator[str]:
    for found in _measure().finditer(quote.plain):
        if _limits_what_is_claimed(claim, quote, found):
            yield found[1]
    for found in _condition().finditer(quote.plain):
        yield found[1]


def _limits_what_is_claimed(claim: Reading, quote: Reading, found: re.Match[str]) -> bool:
    """Whether it stands right before a word of the claim, or in the same clause after a number of the claim."""
    shared = {word.stem for word in claim.content}
    after = [word.stem for word in quote.content if word.start >= found.end()][:_NEAR]
    if shared & set(after):
        return True
    values = {(quantity.value, quantity.unit) for quantity in claim.quantities}
    return any(
        (quantity.value, quantity.unit) in values
        and quantity.end <= found.start()
        and not re.search(r"[;.]\s|\d", quote.plain[quantity.end : found.start()])
        for quantity in quote.quantities
    )


def _says(claim: Reading, word: str) -> bool:
    return all(part in claim.plain or stem(part) in claim.stems for part in word.split())

"""Of how many it is said: whether a sentence makes "some" into "all", or a part into the whole."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import Reading

_NEAR = 2  # content words after a quantifier that it may count
_PART_OF = re.compile(r"\s*(?:out\s+)?(?:of|av)\s+(?:the\s+|its\s+|our\s+|their\s+|de\s+|dess\s+|totalt\s+)*\Z")
_THE_REST = re.compile(r"(?<!\w)(?:all|any|every|alla|samtliga) (?:the )?(?:other|others|remaining|övriga|andra)(?!\w)")
_OF = re.compile(r"(?<!\w)(?:of|av)\s+(?:[^\W\d]+\s+){0,2}\Z")


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({any_of(lexicon('qualifiers')[kind])})(?!\w)")


def overstated(claim: Reading, relevant: Sequence[Reading]) -> str:
    """How the claim says it of more than the quotes do; "" where it does not."""
    stems = {word.stem for word in claim.content}
    for quote in relevant:
        if not _pattern("part").search(claim.plain):
            for word, counted in _parts(quote):
                if counted & stems:
                    return f"the quote says “{word}”, the sentence leaves it out"
        if reason := _whole_for_part(claim, quote):
            return reason
    whole = _pattern("whole").search(claim.plain)
    rest = next((found for quote in relevant if (found := _THE_REST.search(quote.plain))), None)
    if whole and rest and not _THE_REST.search(claim.plain):
        return f"the quote says “{rest[0]}”, the sentence “{whole[1]}”"
    if whole and not any(_pattern("whole").search(quote.plain) for quote in relevant):
        return f"the sentence says “{whole[1]}”, the quotes do not"
    return ""


def _parts(quote: Reading) -> Iterator[tuple[str, set[str]]]:
    for found in _pattern("part").finditer(quote.plain):
        after = [word.stem for word in quote.content if word.start >= found.end()][:_NEAR]
        yield found[1], set(after)


def _whole_for_part(claim: Reading, quote: Reading) -> str:
    """ "Three of the five plants were closed" says nothing of five plants, nor of plants as such."""
    ours = {quantity.value for quantity in claim.quantities}
    stems = {word.stem for word in claim.content}
    for whole in quote.quantities if not ours else ():
        counted = [word.stem for word in quote.content if word.start >= whole.start][:1]
        others = [other for other in quote.quantities if other is not whole and not other.unit]
        if others and not whole.unit and set(counted) & stems and _OF.search(quote.plain[: whole.start]):
            return f"the quote says it of some of {whole.text} {counted[0]}…, the sentence of all"
    for part, whole in zip(quote.quantities, quote.quantities[1:], strict=False):
        if part.unit or not _PART_OF.fullmatch(quote.plain[part.end : whole.start]) or part.value in ours:
            continue
        nearest = [word.stem for word in quote.content if word.start >= whole.start][:1]
        if nearest and nearest[0] in stems:
            return f"the quote says it of {part.text} of {whole.text}, the sentence leaves that out"
    return ""

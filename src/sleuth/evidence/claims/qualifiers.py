"""Words that limit a statement, and whether a sentence leaves them out."""

import re
from collections.abc import Iterator
from functools import cache

from sleuth.evidence.claims.clauses import Clause
from sleuth.evidence.claims.verbs import verbs_of
from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import stem

_CLAUSE_BREAK = re.compile(r"[;.,]\s|\d|(?<!\w)(?:and|och|but|men)(?!\w)")
_OM_ENDS = re.compile(r"[,.;:]|(?<!\w)(?:och|men|som|medan|att|för|eftersom|samt)(?!\w)")
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
        inside = any(value.start <= found.start() < value.end for value in quote.quantities)
        if not inside and _limits_what_is_claimed(claim, quote, found):
            yield found[1]


def unconditional(claim: Clause, source: Clause) -> str:
    """Which condition of the source's clause the claim's leaves out; "" if none."""
    for word, at in _conditions(source.sentence):
        governs = source.holds(at) or not re.search(r"\w", _between(source, at, len(word)))
        if governs and not _says(claim.sentence, word):
            return f"the sentence leaves out “{word}”, which the quote says"
    return ""


def _between(clause: Clause, at: int, length: int) -> str:
    """What stands between a clause and a condition that may limit it; one that opens the sentence ends at a comma."""
    text, (start, end) = clause.sentence.plain, clause.own
    if at >= end:
        return text[end:at]
    before = text[at + length : start]
    return before.partition(",")[2] if "," in before else before


def _conditions(sentence: Reading) -> Iterator[tuple[str, int]]:
    for found in _condition().finditer(sentence.plain):
        yield found[1], found.start()
    yield from (("om", at) for at in _swedish_ifs(sentence))


def _swedish_ifs(sentence: Reading) -> Iterator[int]:
    """Where a Swedish "om" is an "if": it has a verb of its own, and is no "om att"."""
    verbs = [verb.start for verb in verbs_of(sentence)]
    for found in re.finditer(r"(?<!\w)om\s+(?!inte\s|att\s|hur\s|vad\s|vem\s|när\s|var\s)", sentence.plain):
        stop = _OM_ENDS.search(sentence.plain, found.end())
        if any(found.end() <= verb < (stop.start() if stop else len(sentence.plain)) for verb in verbs):
            yield found.start()


def _limits_what_is_claimed(claim: Reading, quote: Reading, found: re.Match[str]) -> bool:
    """Whether it stands before a word or a number of the claim, or after one that it takes something away from."""
    shared = {word.stem for word in claim.content}
    after = [word.stem for word in quote.content if word.start >= found.end()][:_NEAR]
    before = [word.stem for word in quote.content if word.end <= found.start()][-_NEAR:]
    if shared & set(after) or (found[1] in lexicon("qualifiers")["exclusion"] and shared & set(before)):
        return True
    values = {(quantity.value, quantity.unit) for quantity in claim.quantities}
    return any(
        (quantity.value, quantity.unit) in values and _is_beside(quote.plain, found, quantity)
        for quantity in quote.quantities
    )


def _is_beside(text: str, found: re.Match[str], quantity: Quantity) -> bool:
    """Whether nothing but words of the same clause stands between the limit and the number."""
    if quantity.end <= found.start():
        return not _CLAUSE_BREAK.search(text, quantity.end, found.start())
    return found.end() <= quantity.start and not _CLAUSE_BREAK.search(text, found.end(), quantity.start)


def _says(claim: Reading, word: str) -> bool:
    words = {other.text for other in claim.words}
    return all(part in words or (len(part) > 3 and stem(part) in claim.stems) for part in word.split())

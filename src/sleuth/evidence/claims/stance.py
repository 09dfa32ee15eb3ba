"""Whether a sentence tells as a fact what its quotes only tell as somebody's opinion, forecast, proposal or aim."""

import re
from collections.abc import Iterator
from functools import cache

from sleuth.evidence.claims.clauses import Clause
from sleuth.evidence.lexicon import any_of, lexicon

_KINDS = ("opinion", "forecast", "proposal", "aim", "question", "denial")
_TOLD_AS = {
    "opinion": "somebody's opinion", "forecast": "a forecast", "proposal": "a proposal", "aim": "an aim",
    "question": "a question", "denial": "a denial",
}  # fmt: skip


@cache
def _stances() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile(rf"(?<!\w){any_of(lexicon('stance')[kind])}(?!\w)(?!\s*[$€£¥]?\s?\d)") for kind in _KINDS}


@cache
def _source() -> re.Pattern[str]:
    words = lexicon("stance")
    return re.compile(rf"(?<!\w){any_of(words['source'])}\s+(?!(?:[\w.]+\s+){{0,3}}{any_of(words['basis'])}(?!\w))")


def told_as_fact(claim: Clause, source: Clause) -> str:
    """Which stance of its source the claim's clause drops; "" if none."""
    ours = {kind for _, kind in _stances_in(claim.sentence.plain)}
    for word, kind in _governing(claim, source):
        if kind not in ours and not (ours & {"opinion"} and kind == "forecast"):
            return f"the quote says it only as {_TOLD_AS[kind]} (“{word}”), the sentence as a fact"
    return ""


def _stances_in(text: str, verbs_only: bool = False) -> Iterator[tuple[re.Match[str], str]]:
    nouns = lexicon("stance")["noun"] if verbs_only else ()
    for kind, pattern in _stances().items():
        yield from ((found, kind) for found in pattern.finditer(text) if found[0] not in nouns)
    yield from ((found, "opinion") for found in _source().finditer(text))


def _governing(claim: Clause, source: Clause) -> Iterator[tuple[str, str]]:
    """The stances of the source's clause that stand before something that the claim says too."""
    stems = {word.stem for word in claim.content}
    said = [word.start for word in source.content if word.stem in stems]
    said += [quantity.start for quantity in source.quantities if quantity.value in {q.value for q in claim.quantities}]
    for found, kind in _stances_in(source.sentence.plain, verbs_only=True):
        if source.holds(found.start()) and any(at >= found.end() for at in said):
            yield found[0].strip(), kind

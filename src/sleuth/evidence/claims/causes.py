"""What causes what: whether a sentence takes the effect of its quotes for the cause."""

import re
from collections.abc import Sequence

from sleuth.evidence.reading import Reading, sentences_of

_CAUSE_FOLLOWS = re.compile(
    r"(?<!\w)(?:because(?: of)?|due(?: primarily| mainly)? to|owing to|as a result of|on account of|attributable to"
    r"|driven(?: primarily| mainly)? by|caused by|eftersom|därför att|på grund av|till följd av"
    r"|beror på|berodde på)(?!\w)"
)
_EFFECT_FOLLOWS = re.compile(
    r"(?<!\w)(?:resulted in|results in|led to|leads to|caused|causes|therefore|so that|ledde till|leder till|medförde"
    r"|medför|orsakade|orsakar|därför(?! att)|vilket innebar)(?!\w)"
)


def reversed_cause(claim: Reading, evidence: Sequence[Reading]) -> str:
    """How the claim exchanges cause and effect; "" where it does not, or where either names no cause."""
    ours = _sides(claim)
    for sentence in sentences_of(evidence):
        theirs = _sides(sentence)
        if ours and theirs:
            kept = len(ours[0] & theirs[0]) + len(ours[1] & theirs[1])
            exchanged = len(ours[0] & theirs[1]) + len(ours[1] & theirs[0])
            if exchanged > kept:
                return "the sentence takes the effect for the cause"
    return ""


def _sides(sentence: Reading) -> tuple[frozenset[str], frozenset[str]] | None:
    """The stems of the cause and of the effect."""
    text = sentence.plain
    if found := _CAUSE_FOLLOWS.search(text):
        comma = re.compile(r",(?!\d)").search(text, found.end())
        end = comma.start() if comma and not text[: found.start()].strip() else len(text)
        cause = _stems(sentence, found.end(), end)
        return cause, _stems(sentence, 0, found.start()) | _stems(sentence, end, len(text))
    if found := _EFFECT_FOLLOWS.search(text):
        return _stems(sentence, 0, found.start()), _stems(sentence, found.end(), len(text))
    return None


def _stems(sentence: Reading, start: int, end: int) -> frozenset[str]:
    return frozenset(word.stem for word in sentence.content if start <= word.start < end)

"""Which way a number or a date points: "from 5", "to 7", "by 2", "until 2027"."""

import re
from functools import cache

from sleuth.evidence.lexicon import any_of, lexicon

_CONTEXT = 40  # characters looked at before it


@cache
def _directions() -> tuple[tuple[str, re.Pattern[str]], ...]:
    between = r"\s+(?:(?:the|a|an|den|det|about|approximately|cirka|ca|sek|usd|eur|us)\s+)*[(]?[$€£¥]?\s*\Z"
    return tuple(
        (kind, re.compile(rf"(?<!\w){any_of(words)}{between}")) for kind, words in lexicon("directions").items()
    )


def direction(text: str, start: int) -> str:
    """ "start", "end" or "amount" by what stands before `start` in a text (case folded); "" where nothing tells."""
    before = text[max(0, start - _CONTEXT) : start]
    return next((kind for kind, pattern in _directions() if pattern.search(before)), "")


def turned(claim: str, at: int, quote: str, there: int) -> bool:
    """Whether the claim gives as an end what the quote gives as a start, or the like."""
    ours, theirs = direction(claim, at), direction(quote, there)
    return bool(ours and theirs and ours != theirs and "total" not in (ours, theirs))

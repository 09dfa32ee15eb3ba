"""How alike two words are, by their stems."""

from functools import lru_cache

_LEAST_SHARED = 5  # letters two words must share from the start to be of one family


@lru_cache(maxsize=65536)
def related(one: str, other: str, language: str) -> float:
    """How alike two stems are: 1 the same word, .8 one family (found, foundation) or compound, 0 strangers."""
    if one == other:
        return 1.0
    short, long = sorted((one, other), key=len)
    if len(short) < _LEAST_SHARED or short[0].isdigit():
        return 0.0
    shared = len(_common_prefix(short, long))
    if shared >= _LEAST_SHARED and shared >= len(short) - 1 and shared >= 0.6 * len(long):
        return 0.8
    if language == "sv" and (long.startswith(short) or long.endswith(short)):
        return 0.8  # regering, regeringsbeslut; kapital, riskkapital
    return 0.0


def _common_prefix(one: str, other: str) -> str:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return one[:count]

"""What a metric is called before people: "EBITDA margin" for `ebitda margin`."""

import re
from collections.abc import Sequence

_ABBREVIATED = re.compile(r"\b(?:arr|arpu|capex|ebit|ebita|ebitda|eps|fte|mrr|opex)\b")
_PREFIXES = re.compile(
    r"\A(?:line|matter|stated): "
)  # a line of a statement that goes by its own name; what sentences state


def spoken(metric: str) -> str:
    """A metric's key, or a line's, as a heading."""
    name = _ABBREVIATED.sub(lambda word: word[0].upper(), _PREFIXES.sub("", metric))
    return opening(name)


def in_a_row(names: Sequence[str], word: str) -> str:
    """Names with a word before the last: "a, b and c"."""
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def opening(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]

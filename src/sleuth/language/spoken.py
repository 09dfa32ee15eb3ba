"""What a metric is called before people: "EBITDA margin" for `ebitda margin`."""

import re

_ABBREVIATED = re.compile(r"\b(?:arr|arpu|capex|ebit|ebita|ebitda|eps|fte|mrr|opex)\b")
_LINE = "line: "  # a line of a statement that goes by its own name


def spoken(metric: str) -> str:
    """A metric's key, or a line's, as a heading."""
    name = _ABBREVIATED.sub(lambda word: word[0].upper(), metric.removeprefix(_LINE))
    return name[:1].upper() + name[1:]

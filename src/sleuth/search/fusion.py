"""Two rankings become one: a convex mix of scores, each made comparable within the query."""

from collections.abc import Mapping

DENSE_DEPTH = 50  # the nearest passages whose similarities are spread over 0 to 1


def mix(dense: Mapping[int, float], words: Mapping[int, float], share: float) -> dict[int, float]:
    """`share` of the spread similarity plus the rest of the word score divided by its best, for every id of either.

    `dense` holds every candidate that has a vector: one without is judged by its words alone. Word scores of 0 say
    nothing and make no candidate.
    """
    near, said = spread(dense), relative(words)
    if not said:
        return near
    mixed = {i: share * value + (1 - share) * said.get(i, 0.0) for i, value in near.items()}
    return said | mixed


def spread(similarities: Mapping[int, float]) -> dict[int, float]:
    """Similarities as 0 to 1 between the least and the greatest of the nearest DENSE_DEPTH; those below are 0.

    A cosine has no meaning across queries: of some models even unrelated texts have .74.
    """
    nearest = sorted(similarities.values(), reverse=True)[:DENSE_DEPTH]
    if not nearest:
        return {}
    least, width = nearest[-1], nearest[0] - nearest[-1]
    if width == 0:
        return dict.fromkeys(similarities, 1.0)
    return {i: max(0.0, (value - least) / width) for i, value in similarities.items()}


def relative(scores: Mapping[int, float]) -> dict[int, float]:
    """Scores divided by the best; those that are 0 are dropped."""
    best = max(scores.values(), default=0.0)
    return {i: value / best for i, value in scores.items() if value > 0}

"""A question whether something that a paper, or somebody, says is right: asked of the documents without what is said.

"The register says the Domhof lease ends 31 Dec 2030. Correct?" asks when the Domhof lease ends: what the documents say
of that answers it, whatever it is.
"""

import re
from collections.abc import Mapping
from functools import cache

from sleuth.agents.analyst.phrases import data
from sleuth.language.times import find_times
from sleuth.reason.understand.figures import figure_query

_FEWEST = 2  # words that name a matter


def without_assertion(message: str) -> str:
    """The message as the question that it asks; as it is where it asserts nothing, or what is asked is not clear."""
    if found := _pattern("behind").search(message):
        return message[: found.start()].rstrip(" ,;–-") or message
    found = _pattern("whole").match(message)
    if found is None:
        return message
    said = found["said"].strip(" ,;.–-")
    for form in _asked():
        if match := re.search(form["says"], said, re.IGNORECASE):
            return match.expand(form["asks"])
    bare = _without_figures(said)
    query = figure_query(bare)
    is_measured = query is not None and bool(query.known_measures)
    return bare if is_measured and len(bare.split()) >= _FEWEST else message


def _without_figures(said: str) -> str:
    """What is said without its amounts; the times stay, for they tell of when it is."""
    times = [(time.start, time.end) for time in find_times(said)]
    amounts = [one.span() for one in _pattern("amount").finditer(said)]
    for start, end in sorted(amounts, reverse=True):
        if not any(begin < end and start < stop for begin, stop in times):
            said = f"{said[:start]} {said[end:]}"
    return " ".join(_pattern("verb").sub(" ", said).split())


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(str(data("asserted")[name]), re.IGNORECASE)


def _asked() -> list[Mapping[str, str]]:
    return list(data("asserted")["asked"])

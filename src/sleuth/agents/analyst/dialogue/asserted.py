"""A question whether something that a paper, or somebody, says is right: asked of the documents without what is said.

"The register says the Domhof lease ends 31 Dec 2030. Correct?" asks when the Domhof lease ends: what the documents say
of that answers it, whatever it is.
"""

import re
from collections.abc import Mapping
from functools import cache

from sleuth.agents.analyst.phrases import data
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.times import find_times
from sleuth.reason.understand.figures import figure_query

_FEWEST = 2  # words that name a matter


def without_assertion(message: str) -> str:
    """The message as the question that it asks; as it is where it asserts nothing, or what is asked is not clear."""
    if found := _pattern("behind").search(message):
        asked = message[: found.start()].rstrip(" ,;–-")
        if len(asked.split()) >= _FEWEST:
            return asked
        message = message[found.start() :].lstrip(" ?;–-")  # behind "Hi"
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
    return bare if is_measured else message


def speaker_of(message: str) -> str:
    """The paper, or the person, of whom a message asks whether what it says is right, as it is called; "" for none."""
    if without_assertion(message) == message:
        return ""
    found = re.search(rf"\b{data('asserted')['speaker']}\b", message, re.IGNORECASE)
    return found[0] if found is not None else ""


def _without_figures(said: str) -> str:
    """What is said without its amounts. Times stay, for they tell of when it is, and so do the numbers of names."""
    times = [(time.start, time.end) for time in find_times(said)]
    for one in sorted(_pattern("amount").finditer(said), key=lambda found: found.start(), reverse=True):
        is_given = _pattern("given").search(said[: one.start()]) is not None and not one[0].strip().isdigit()
        is_time = any(begin < one.end() and one.start() < stop for begin, stop in times)
        if is_given or not (is_time or _is_of_name(said, one)):
            said = f"{said[: one.start()]} {said[one.end() :]}"
    return " ".join(_pattern("verb").sub(" ", said).split())


def _is_of_name(said: str, number: re.Match[str]) -> bool:
    """Whether a bare number belongs to the name before it: "Studio 54", but not "EBITDA 54"."""
    *_, before = ["", *said[: number.start()].split()]
    is_measure = bool(default_lexicon().named(label_form(before)))
    return number[0].strip().isdigit() and before[:1].isupper() and not is_measure


@cache
def _pattern(name: str) -> re.Pattern[str]:
    forms = data("asserted")
    form = str(forms[name]).replace("{speaker}", str(forms["speaker"])).replace("{says}", str(forms["says"]))
    return re.compile(form, re.IGNORECASE)


def _asked() -> list[Mapping[str, str]]:
    return list(data("asserted")["asked"])

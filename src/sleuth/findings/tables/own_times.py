"""The time that the label of a row names itself, beside that of its column: "EBITDA, last twelve months"."""

import re
from dataclasses import replace

from sleuth.language.glyphs import plain
from sleuth.language.timing import Mention, Timing, scan_times
from sleuth.language.weight import is_stop

_EMPTY = re.compile(r"\s*\(\s*\)")  # brackets whose words were taken out


def up_to(timing: Timing, names: tuple[str, ...]) -> tuple[Timing, tuple[str, ...]]:
    """The time of a row "EBITDA, last twelve months" under a day, and its names without those words; and without the
    very time that its column has: "Gross churn FY24" under "FY24"."""
    said = list(scan_times(plain(names[-1]).text)) if names else []
    rolling = [one for one in said if one.timing.rolling and timing.day]
    same = [one for one in said if len(said) == 1 and not timing.day and _is_apart(names[-1], one, timing)]
    if not (rolling or same):
        return timing, names
    taken = (rolling or same)[0]
    bare = _EMPTY.sub("", f"{names[-1][: taken.start]}{names[-1][taken.end :]}").strip(" ,")
    told = replace(timing, months=None, rolling=True) if rolling else timing
    return told, (*names[:-1], bare) if bare else names[:-1]


def time_beside(names: tuple[str, ...]) -> tuple[Timing, tuple[str, ...]] | None:
    """The one year that the own label of a row begins or ends with, and its names without it: "2025 revenue"."""
    said = list(scan_times(plain(names[-1]).text)) if names else []
    if len(said) != 1 or said[0].timing.year is None:
        return None
    before, behind = names[-1][: said[0].start].strip(" ,–-"), names[-1][said[0].end :].strip(" ,–-")
    if bool(before) == bool(behind) or is_stop(before.rpartition(" ")[2], "en"):
        return None
    return replace(said[0].timing, rest=""), (*names[:-1], before or behind)


def _is_apart(name: str, said: Mention, timing: Timing) -> bool:
    """Whether a name ends in a time of its own, its bracket aside: "Gross churn FY24 (of opening)", not "in 2024"."""
    before, behind = name[: said.start].split(), name[said.end :].partition("(")[0].strip(" .:")
    is_same = replace(said.timing, rest="") == replace(timing, rest="")
    return is_same and not behind and bool(before) and not is_stop(before[-1], "en") and not is_stop(before[-1], "sv")

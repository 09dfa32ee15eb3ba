"""The time that "that quarter" stands for: the one that the conversation is about, where it is as long."""

import re

from sleuth.agents.analyst.dialogue.binding import Bound
from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import plain
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing


def bind_time(message: str, context: Context) -> Bound:
    """The message with the name of the time in place of "that quarter"; `word` is what no time fits."""
    folded = plain(message)
    found = re.search(data("dialogue")["period"]["that"], folded.text)
    if found is None:
        return Bound(message)
    start, end = folded.start(found.start("that")), folded.end(found.end() - 1)
    if find_times(message[:start]):
        return Bound(message)  # the message itself names the time
    months = data("dialogue")["period"]["months"][found["noun"]]
    spoken = _spoken(context, months)
    time = next((one.text for one in spoken if one.timing and months in (0, _length(one.timing))), "")
    if not time:
        return Bound(message, word=message[start:end])
    preposition = "" if found["within"] else "in " if found["that"] == "that" else "i "
    return Bound(f"{message[:start]}{preposition}{time}{message[end:]}")


def _spoken(context: Context, months: int) -> list[AskedTime]:
    """The one time that the question before named, if only in words without a figure; that of the figure that was
    given, and where asked its year."""
    named_before = context.query.times if context.query is not None else find_times(context.question)
    asked = named_before if len(named_before) == 1 else ()
    given = [time_of(context.period)] if context.period is not None else []
    of_year = context.period is not None and months == YEAR and context.period.fiscal_year
    named = [*asked, *given, *(find_times(f"FY{of_year}") if of_year else ())]
    return [time for time in named if time.timing and time.timing.year and len(find_times(time.text)) == 1]


def _length(timing: Timing) -> int | None:
    """The months of a time; None for a day."""
    if timing.quarter or timing.half:
        return 3 if timing.quarter else 6
    if timing.months or timing.day:
        return timing.months
    return 1 if timing.month else YEAR

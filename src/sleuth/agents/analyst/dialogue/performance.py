"""Questions about how a company, or a part of it, did: "How did Cold Storage do in Q2?"."""

import re
from dataclasses import dataclass

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.divided import planned_in
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.language.glyphs import plain
from sleuth.language.query import Word
from sleuth.language.times import AskedTime
from sleuth.language.tokens import tokens
from sleuth.language.weight import detect_language, is_frame, is_linking, is_stop
from sleuth.reason.understand.figures import read_query


@dataclass(frozen=True, slots=True)
class PerformanceAsked:
    """Whose figures are asked for, and of when; no words: the whole company's. No time: the latest."""

    words: tuple[Word, ...]
    time: AskedTime | None


def read_performance(message: str, context: Context) -> PerformanceAsked | None:
    """What a message asks of how somebody did; None where it asks for nothing of the kind, or names a figure."""
    found = re.search(data("parts")["performance"]["asks"], plain(message).text)
    if found is None or planned_in(message):
        return None
    language = detect_language(message)
    whole = re.compile(data("parts")["performance"]["whole"])
    who = found["who"] or found["who_sv"]
    named = [one for one in tokens(who, language) if not whole.fullmatch(one.text)]
    words = tuple(
        Word(one.text, one.stem, True)
        for one in named
        if not (is_stop(one.text, language) or is_linking(one.text, language) or is_frame(one.text, language))
    )
    query = read_query(message, language)
    times, names_figure = query.times, any(one.keys or one.formula for one in query.measures)
    if len(times) > 1 or names_figure:
        return None
    before = time_of(context.period) if context.period is not None and not times else None
    return PerformanceAsked(words, times[0] if times else before)

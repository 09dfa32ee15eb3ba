"""Financial deep dive: a statement line by line; the course of a single measure, or its parts; else what is said."""

import re
from collections.abc import Mapping
from typing import Any

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.behaviours.course import course_or_parts
from sleuth.agents.analyst.behaviours.fact import fact_lookup
from sleuth.agents.analyst.behaviours.walk import walk
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.subjects import subject_of, which_subject
from sleuth.agents.analyst.turn import Turn
from sleuth.language.glyphs import plain
from sleuth.reason.understand.figures import read_query


async def deep_dive(turn: Turn) -> Answer:
    """The statement that is asked for; a measure through time or by its parts; else what is said of the topic."""
    query = read_query(turn.message, turn.meant.language)
    statement = _statement(turn.message)
    if statement is None and query.names_measure:
        return await course_or_parts(turn, query)
    if statement is None:
        return await fact_lookup(turn)
    subject = subject_of(turn)
    if subject is None:
        return which_subject(turn)
    return await walk(turn, statement, query, subject)


def _statement(message: str) -> Mapping[str, Any] | None:
    """The statement that a message names; the most specific of several."""
    form = plain(message).text
    named = [row for row in data("statements")["statement"] if re.search(row["says"], form)]
    return named[-1] if named else None

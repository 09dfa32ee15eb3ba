"""What a question about a figure implies: what is to be done with it, and the measure that it leaves unsaid."""

import re
from dataclasses import replace
from functools import cache

from sleuth.language.glyphs import plain
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.wordlist import wordlist

_GROWING = "revenue"


def says(name: str, text: str) -> bool:
    """Whether a text in plain form has a mark of `operations.toml`."""
    return mark(name).search(text) is not None


@cache
def mark(name: str) -> re.Pattern[str]:
    """A mark of `operations.toml`."""
    return re.compile(wordlist("operations")[name])


def has_sign(text: str) -> bool:
    """Whether a question asks if there was a profit or a loss, which the figure tells: "Did Orvik make money?"."""
    return says("sign", plain(text).text)


def of_growth(query: Query, text: str) -> Query:
    """The query; where it asks by how much something grew that is no measure, of the revenue of that.

    What is counted ("the number of users") grows by its number.
    """
    form = plain(text).text
    is_named = query.names_measure
    if is_named or not query.heavy or query.operation not in (Operation.GROWTH, Operation.CHANGE):
        return query
    if not says("grows", form) or says("counted", form):
        return query
    return replace(query, measures=(Measure(_GROWING, (_GROWING,)),))

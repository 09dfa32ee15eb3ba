"""A question for the reason of what the turn before told: "Why?", "why the drop?", "what caused that?"."""

import re
from collections.abc import Collection

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.following import without_opening
from sleuth.agents.analyst.dialogue.given import Given
from sleuth.agents.analyst.phrases import data
from sleuth.language.asked import Answer
from sleuth.language.glyphs import plain
from sleuth.language.query import Query
from sleuth.language.times import find_times
from sleuth.language.tokens import stem_of
from sleuth.reason.understand.phrases import kind_of

_WORD = re.compile(r"[^\W\d_][\w’'-]*")


def reason_of(message: str, context: Context, language: str) -> str:
    """The message with what it asks the reason of; "" where it asks for no reason, or names its own matter.

    "Why the drop?" after the revenue of ovens in 2024 asks "why the drop, revenue of ovens 2024".
    """
    matter = _matter(context)
    if not matter or kind_of(without_opening(message)) is not Answer.REASON:
        return ""
    if not _names_nothing(message, matter, language):
        return ""
    return f"{message.rstrip(' ?.!')}, {matter}?"


def _names_nothing(message: str, matter: str, language: str) -> bool:
    """Whether a message says nothing but how something changed, times, and words of the matter itself."""
    form = plain(message).text.replace("’", "'")
    for time in find_times(form):
        form = form.replace(time.text, " ")
    dialogue = data("dialogue")
    small = {*dialogue["reckoned"]["words"].split(), *dialogue["reason"]["words"].split()}
    said = {stem_of(word, language) for word in _WORD.findall(plain(matter).text)}
    return all(word in small or stem_of(word, language) in said for word in _WORD.findall(form))


def _matter(context: Context) -> str:
    """What the turn before told: the one figure that it gave with its time; else what it was asked."""
    given = context.given[-context.told :] if context.told else ()
    names = {one.name for one in given}
    if context.period is not None and len(names) == 1 and given[-1].when:
        return f"{_in_order(given[-1])} {given[-1].when}"
    if context.query is not None:
        return _figure_asked(context.query)
    return _without_asking(context.question)


def _figure_asked(query: Query) -> str:
    """The figure that a question asks for, in its own words, which a follow-up does not repeat: "vs 2022?"."""
    words = [word.text for word in query.heavy_words]
    measures = " and ".join(measure.name for measure in query.measures)
    return " ".join([*words, measures, *map(str, query.times)])


def _in_order(one: Given) -> str:
    """The name of a figure as a person says it: "Tunnel Ovens revenue" of "revenue, Tunnel Ovens"."""
    measure, _, part = one.name.partition(", ")
    return f"{part} {measure}".strip()


def _without_asking(question: str) -> str:
    """A question without the words that ask: "moncton cost now" of "what does moncton cost now?"."""
    asking: Collection[str] = data("dialogue")["reason"]["asking"].split()
    words = without_opening(question).rstrip(" ?.!").split()
    while words and plain(words[0]).text.strip(",") in asking:
        words = words[1:]
    return " ".join(words)

"""How a message says that it goes on from the one before: by its opening, as a fragment, by "it" and "that"."""

import re

from sleuth.agents.analyst.dialogue.anaphors import anaphors
from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.referents import Kind
from sleuth.agents.analyst.intents import follow_up_opening, reference
from sleuth.agents.analyst.phrases import data
from sleuth.language.asked import Answer
from sleuth.language.glyphs import plain_line
from sleuth.language.query import Query
from sleuth.language.weight import detect_language
from sleuth.reason.understand.figures import figure_query, read_query
from sleuth.reason.understand.phrases import kind_of, without_asides

_LONGEST_FRAGMENT = 6  # words of a message that is no sentence of its own


def goes_on(message: str, query: Query) -> bool:
    """Whether a message only goes on from the one before: it opens so, is no sentence, speaks of "it", or names a
    scenario and nothing else ("what was budgeted?").
    """
    form = plain_line(message)
    if follow_up_opening().match(form) or is_fragment(message):
        return True
    if query.scenario and not (query.heavy_words or query.names_measure or query.times):
        return True
    return not query.heavy_words and reference().search(form) is not None


def is_opened_or_fragment(message: str) -> bool:
    """Whether a message only goes on from the one before by how it opens or as it is no sentence."""
    return follow_up_opening().match(plain_line(message)) is not None or is_fragment(message)


def without_opening(message: str) -> str:
    """A message without what only says that it goes on: "And why?"."""
    form = plain_line(message)
    opening = follow_up_opening().match(form)
    return form[opening.end() :].strip() if opening else message


def is_fragment(message: str) -> bool:
    """Whether a message has no verb: "Q2?", "EBITDA?", "last year"."""
    words = plain_line(message).strip(" ?.!").split()
    return 0 < len(words) <= _LONGEST_FRAGMENT and figure_query(message) is None and not is_asking(words)


def is_sentence(message: str) -> bool:
    """Whether a message is a question or an order of its own, and no "EBITDA?"."""
    words = plain_line(message).strip(" ?.!").split()
    return bool(words) and is_asking(words)


def is_asking(words: list[str]) -> bool:
    """Whether a message is a question or an order of its own."""
    sentence = data("dialogue")["sentence"]
    return words[0] in sentence["openers"].split() or any(word in sentence["verbs"].split() for word in words)


def asks_only_of_that(message: str) -> bool:
    """Whether a message asks what "that" comes to, and means nothing without it: "What margin is that?"."""
    return re.search(data("dialogue")["figure"]["of_that"], plain_line(message)) is not None


def asks_bare_margin(message: str) -> bool:
    """Whether a message asks for a margin in no other words: "margin?", "and the margin in %"."""
    return re.search(data("dialogue")["figure"]["bare_margin"], plain_line(message)) is not None


def asks_part_of_it(message: str) -> bool:
    """Whether a message asks for a part of what was told: "How much of that was games?"."""
    return re.search(data("dialogue")["figure"]["part_of_it"], plain_line(message)) is not None


def part_pointer(message: str) -> str:
    """The words by which a message points to the part that was spoken of: "there", "of that unit"; "" without any."""
    found = re.search(data("dialogue")["figure"]["in_that_part"], plain_line(message))
    return found[0] if found is not None else ""


def asks_of_it(message: str) -> bool:
    """Whether a message asks for the value of "it": "What would it be for 2024?"."""
    return re.search(data("dialogue")["figure"]["asked"], plain_line(message)) is not None


def is_of_person(message: str) -> bool:
    """Whether a message speaks of somebody: "What did she say?" goes on from no figure."""
    return any(one.kinds[:1] == (Kind.PERSON,) for one in anaphors(message))


def speaks_of_figure(message: str, context: Context) -> bool:
    """Whether "it" in a message is the figure that was given: "And what was it in 2005?", "How did it change?"."""
    if context.query is None or kind_of(message) in (Answer.PERSON, Answer.PLACE, Answer.REASON, Answer.DATE):
        return False
    if any(Kind.COMPANY in one.kinds and one.is_many for one in anaphors(message)) or is_of_person(message):
        return False  # "their" is no figure's
    query = read_query(without_asides(message), detect_language(message))
    if asks_part_of_it(message):
        return True
    if query.names_measure:
        return False
    return not query.heavy_words or (asks_of_it(message) and bool(query.times))

"""What a message means after the ones before it: follow-ups inherit measure, period and entity, and say so.

A follow-up that may mean two things is asked back; a new topic starts afresh. Figures are completed as typed questions;
questions about other matters as text (`reason.followup`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any

from sleuth.agents.analyst.answer import Choice, Offer
from sleuth.agents.analyst.dialogue.anaphors import anaphors
from sleuth.agents.analyst.dialogue.effects import asks_effect_of_that
from sleuth.agents.analyst.dialogue.given import Given
from sleuth.agents.analyst.dialogue.moved import in_year, is_as_long, is_before_it, readings
from sleuth.agents.analyst.dialogue.referents import Kind as Kinds
from sleuth.agents.analyst.dialogue.referents import Mentioned
from sleuth.agents.analyst.dialogue.swapping import says_same
from sleuth.agents.analyst.dialogue.typed import at_both_times
from sleuth.agents.analyst.intents import follow_up_opening, reference, reply
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.wording import when
from sleuth.language.asked import Answer
from sleuth.language.glyphs import plain
from sleuth.language.period import Period
from sleuth.language.query import Operation, Query, Word
from sleuth.language.scenario import Scenario
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing
from sleuth.language.weight import detect_language
from sleuth.reason.records.following import RowsBefore
from sleuth.reason.understand.figures import figure_query, read_query
from sleuth.reason.understand.followup import complete
from sleuth.reason.understand.phrases import kind_of, without_asides

_LONGEST_FRAGMENT = 6  # words of a message that is no sentence of its own


@dataclass(frozen=True, slots=True)
class Context:
    """What a conversation is about after a turn."""

    question: str = ""  # the last one, as it stands alone
    query: Query | None = None  # where it asked for a figure
    period: Period | None = None  # of the figure that was given
    is_asked: bool = False  # the period was asked for, not taken as the latest
    subject: str = ""  # the company whose figure was given, where it was one
    reporters: tuple[str, ...] = ()  # the companies whose reports were asked
    choices: tuple[Choice, ...] = ()  # of a question back that awaits its answer
    offers: tuple[Offer, ...] = ()
    given: tuple[Given, ...] = ()  # the figures that were shown, the latest last
    told: int = 0  # how many of them, the latest, the last turn gave
    talk: tuple[Mentioned, ...] = ()  # who and what was spoken of, the latest turn first
    rows: tuple[RowsBefore, ...] = ()  # the rows of tables that were told
    sides: tuple[Scenario, Scenario] | None = None  # that the question before set against each other
    figure: Query | None = None  # the last figure that was asked for, where no question since then named anything else


@dataclass(frozen=True, slots=True)
class Meant:
    """What a message asks for once it is completed."""

    question: str  # as it stands alone
    query: Query | None = None  # where a figure is asked for
    inherits_period: bool = False
    subject: str = ""  # the company that the question before was about, where this one goes on from it
    is_tentative: bool = False  # its word may be a part of the figure before, or a topic of its own
    alone: Query | None = None  # what it asks as it stands, where only its kind suggests that it goes on
    choices: tuple[Choice, ...] = ()  # it may mean these, and must be asked back
    language: str = "en"
    documents: tuple[int, ...] = ()  # that it is about
    is_only: bool = False  # nothing outside these documents answers it
    asked: tuple[str, ...] = ()  # the question in the words of these documents, to be tried first
    sides: tuple[Scenario, Scenario] | None = None  # in which the figure is set against itself, the one judged first
    stays: bool = False  # the conversation is about what it was about before: only the reason of that is asked for


def complete_message(message: str, context: Context) -> Meant:
    """The message as the conversation before makes it mean."""
    chosen = _chosen(message, context)
    if chosen is not None:
        return chosen
    if asks_effect_of_that(message):
        return Meant(message, language=detect_language(message))
    message = _with_margin(_with_length(message, context.period), context.query)
    language = detect_language(message)
    if context.query is not None and _is_fragment(message):
        language = context.query.language if language == "en" else language
    query = read_query(without_asides(message), language)
    both = at_both_times(without_asides(message), context.query, context.given, language)
    if both is not None:
        return Meant(message, both, True, context.subject, language=language)
    if context.query is None:
        return _alone(message, context, language)
    if asks_part_of_it(message) and (part := _part_of_it(message, query, context, language)) is not None:
        return part
    if (beside := _beside_before(message, query, context)) is not None:
        return Meant(message, beside, True, context.subject, language=language)
    if _names_measure(query):
        return _with_measure(message, query, context, language)
    if query.times and _asks_of_it(message):
        own = tuple(word for word in _named(query) if plain(word.text).text not in _INSTEAD)
        return _with_words(_other_time(message, query, context, language), own)
    only_reckons = query.operation in _OVER_TIMES and bool(query.times) and not _named(query)
    if not (_goes_on(message, query) or only_reckons) or _is_of_person(message):
        return _alone(message, context, language)
    if query.times and not _named(query):
        return _other_time(message, query, context, language)
    return _other_part(message, query, context, language)


def _beside_before(message: str, query: Query, context: Context) -> Query | None:
    """The figure before as a part of another ("as % of sales?"), or beside that of another time ("vs FY24?").

    None where a message sets it beside nothing.
    """
    before, period = context.query, context.period
    if before is None or period is None or len(before.measures) != 1 or _named(query):
        return None
    form = _form(message)
    is_part = query.operation is Operation.SHARE and re.search(data("dialogue")["figure"]["part_of"], form) is not None
    if is_part and not query.times and len(query.measures) == 1 and _names_measure(query):
        measures = (query.measures[0], before.measures[0])
        return replace(before, text=message, operation=Operation.SHARE, measures=measures, times=(time_of(period),))
    dated = [time for time in query.times if time.timing is not None and time.timing.year is not None]
    is_against = re.match(data("dialogue")["figure"]["set_against"], form) is not None and not _names_measure(query)
    if is_against and len(dated) == len(query.times) == 1 and not query.scenario:
        return replace(before, text=message, operation=Operation.CHANGE, times=(dated[0], time_of(period)))
    return None


def _with_length(message: str, period: Period | None) -> str:
    """A message with the length of the period before where it counts such: "And in the first?" of a quarter."""
    counted = data("dialogue")["figure"]["counted"].get(str(period.months)) if period is not None else None
    if counted is None:
        return message
    return re.sub(counted["says"], rf"\g<0> {counted['noun']}", message, flags=re.IGNORECASE)


def _with_margin(message: str, before: Query | None) -> str:
    """A message with the measure whose margin it asks for: "What margin is that?" of an EBITDA is its margin."""
    if before is None or not before.measures or not (asks_only_of_that(message) or _is_bare_margin(message)):
        return message
    name = before.measures[0].name
    return message if "margin" in name else re.sub(r"\bmargin(?:al)?\b", rf"{name} \g<0>", message, count=1)


def _is_bare_margin(message: str) -> bool:
    """Whether a message asks for a margin in no other words: "margin?", "and the margin in %"."""
    return re.search(data("dialogue")["figure"]["bare_margin"], _form(message)) is not None


def asks_only_of_that(message: str) -> bool:
    """Whether a message asks what "that" comes to, and means nothing without it: "What margin is that?"."""
    return re.search(data("dialogue")["figure"]["of_that"], _form(message)) is not None


def without_opening(message: str) -> str:
    """A message without what only says that it goes on: "And why?"."""
    form = _form(message)
    opening = follow_up_opening().match(form)
    return form[opening.end() :].strip() if opening else message


def _alone(message: str, context: Context, language: str) -> Meant:
    """A question of its own, or one about other matters that the question before completes."""
    question = complete(message, context.question) if context.question else message
    return Meant(question, figure_query(question), language=language)


def _with_measure(message: str, query: Query, context: Context, language: str) -> Meant:
    """A question that names its measure: what it leaves open is as before, where it goes on from there."""
    before = context.query
    assert before is not None
    unplaced = [time for time in query.times if is_before_it(time) and not is_as_long(time, context.period)]
    if unplaced:  # before which quarter is not known: a time that no figure is of
        return Meant(message, replace(query, times=(replace(unplaced[0], timing=Timing(None)),)), language=language)
    goes_on = _goes_on(message, query)
    asks_alike = context.is_asked and not query.times and figure_query(message) is not None and not _named(query)
    if not (goes_on or asks_alike):
        filled = in_year(query, context.period) if _is_fragment(message) else query
        return Meant(message, figure_query(message) and filled, language=language)
    filled = in_year(query, context.period)
    inherits = not query.times and context.period is not None and query.operation not in _OVER_TIMES
    if inherits and context.period is not None:
        filled = replace(filled, times=(time_of(context.period),))
    words = query.words if _named(query) else before.words
    scenario = query.scenario or before.scenario
    subject = "" if _named(query) else context.subject
    meant = replace(filled, words=words, scenario=scenario)
    return Meant(message, meant, inherits, subject, alone=None if goes_on else query, language=language)


def asks_part_of_it(message: str) -> bool:
    """Whether a message asks for a part of what was told: "How much of that was games?"."""
    return re.search(data("dialogue")["figure"]["part_of_it"], _form(message)) is not None


def _part_of_it(message: str, query: Query, context: Context, language: str) -> Meant | None:
    """The share that a part has of the figure before, at its time; None where the message names no part."""
    before, period = context.query, context.period
    own = tuple(one for one in query.measures if one.keys)
    if before is None or period is None or not (_named(query) or own) or not before.measures[0].keys:
        return None
    times = query.times or (time_of(period),)
    words = (*before.words, *_named(query))
    asked = replace(
        before, text=message, operation=Operation.SHARE, measures=(before.measures[0], *own), words=words, times=times
    )
    return Meant(message, asked, not query.times, context.subject, language=language)


_OVER_TIMES = (Operation.TREND, Operation.CHANGE, Operation.GROWTH, Operation.AVERAGE)


def _other_time(message: str, query: Query, context: Context, language: str) -> Meant:
    """A question that names only another time: the figure before at that time, or the one question that decides it."""
    before, period = context.query, context.period
    assert before is not None
    question = complete(message, context.question)
    operation = query.operation if query.operation in _OVER_TIMES else before.operation
    asked = replace(before, text=message, operation=operation, scenario=query.scenario or before.scenario)
    if query.operation in (Operation.CHANGE, Operation.GROWTH) and period is not None:
        compared = replace(asked, times=_compared(query.times, period), is_mean=query.is_mean)
        return Meant(question, compared, len(query.times) < _TWO, context.subject, language=language)
    if period is None or len(query.times) > 1:
        return Meant(question, replace(asked, times=query.times), subject=context.subject, language=language)
    meanings = readings(query.times[0], period)
    queries = [replace(asked, times=(time,)) for time, _ in meanings]
    if len(queries) == 1:
        return Meant(question, queries[0], subject=context.subject, language=language)
    choices = tuple(Choice(label, one) for (_, label), one in zip(meanings, queries, strict=True))
    return Meant(question, None, choices=choices, language=language)


_TWO = 2


def _compared(named: Sequence[AskedTime], period: Period) -> tuple[AskedTime, ...]:
    """The times between which a change is asked for: the two that are named, or one and that of the figure before.

    "The year before" is that of the figure, which needs no naming.
    """
    if len(named) >= _TWO:
        return tuple(named)
    dated = [time for time in named if time.timing is not None and time.timing.year is not None]
    return (*dated, time_of(period))


def _other_part(message: str, query: Query, context: Context, language: str) -> Meant:
    """A question that names only whose figure, which part, another scenario, or what to do with the figure."""
    before, period = context.query, context.period
    assert before is not None
    words = query.words if _named(query) else before.words
    scenario = query.scenario or before.scenario
    operation = query.operation if query.operation is not Operation.LEVEL else before.operation
    is_among = before.each > 0 and query.operation in (Operation.LARGEST, Operation.SMALLEST)  # "and the worst?"
    times = query.times or (before.times if is_among or period is None else (time_of(period),))
    asked = replace(before, text=message, words=words, scenario=scenario, operation=operation, times=times)
    is_named = bool(_named(query))
    subject = "" if is_named else context.subject
    is_topic = is_named and not says_same(message)  # "same for …" is none of its own
    return Meant(message, asked, not query.times and period is not None, subject, is_topic, language=language)


def _chosen(message: str, context: Context) -> Meant | None:
    """The reading that a reply to a question back chooses; None where it chooses none, or nothing was asked."""
    place = chosen_place(message, context.choices)
    query = None if place is None else context.choices[place].query
    if query is None:
        return None
    return Meant(context.question, query, True, context.subject, language=query.language)


def chosen_place(message: str, choices: Sequence[Choice]) -> int | None:
    """Which of the choices a reply means, from 0: by its number, its time, its kind or its label; None for none."""
    form = _form(message).strip(" .)?!")
    if not choices or not form:
        return None
    queries = [choice.query for choice in choices if choice.query]
    named = read_query(message, queries[0].language if queries else "en")
    if _names_measure(named):
        return None
    ways = [
        [number for number in range(len(choices)) if form in (str(number + 1), _letter(number))],
        [number for number, query in enumerate(queries) if _same_time(query, named)],
        [number for number, kind in enumerate(("same", "full")) if number < len(queries) and reply(kind).search(form)],
        [number for number, choice in enumerate(choices) if _is_of_label(form, choice.label)],
    ]
    return next((way[0] for way in ways if len(way) == 1), None)


def _letter(number: int) -> str:
    """The letter by which a reply may call a choice: "a" of the first; "" behind the alphabet."""
    return ascii_lowercase[number : number + 1]


def _same_time(query: Query, named: Query) -> bool:
    said = {str(time).casefold() for time in named.times if time.timing is not None and time.timing.year}
    return any(str(time).casefold() in said for time in query.times)


def _is_of_label(form: str, label: str) -> bool:
    """Whether the words of a reply are those of a label, or hold its first one and ask nothing of their own.

    "Can Nordlys buy more shares?" asks another question, though Nordlys is one of the choices.
    """
    words = _form(label).replace("(", " ").replace(")", " ").split()
    said = form.split()
    return all(word in words for word in said) or (words[0] in said and not _asks(said))


def _names_measure(query: Query) -> bool:
    return any(measure.keys or measure.formula for measure in query.measures)


def _named(query: Query) -> tuple[Word, ...]:
    """The words of the question that tell of whom or of what part."""
    return tuple(word for word in query.words if word.is_heavy)


def _goes_on(message: str, query: Query) -> bool:
    """Whether a message only goes on from the one before: it opens so, is no sentence, or speaks of "it"."""
    form = _form(message)
    if follow_up_opening().match(form) or _is_fragment(message):
        return True
    return not _named(query) and reference().search(form) is not None


def against_year_before(meant: Meant, context: Context, *, is_percent: bool) -> Meant:
    """The figure before against that of the year before it, or that is named: "Was that more than the year before?".

    Of a change between two times that were named, "what is that in percent?" asks of the same two.
    """
    if context.query is None or context.period is None:
        return meant
    operation = Operation.GROWTH if is_percent else Operation.CHANGE
    before = context.query
    is_named = before.operation in (Operation.GROWTH, Operation.CHANGE) and len(before.times) == _TWO
    own = find_times(meant.question)
    times = before.times if is_named and not own else _compared(own, context.period)
    asked = replace(before, operation=operation, times=times)
    return replace(meant, query=asked, choices=(), inherits_period=True, subject=context.subject)


def figure_after(before: Query | None, meant: Meant) -> Query | None:
    """The figure that a conversation is about after a turn: "What makes up the difference?" names nothing else."""
    if meant.query is not None and _names_measure(meant.query):
        return meant.query
    read = read_query(meant.question, meant.language)
    return None if _named(read) or _names_measure(read) else before


def with_figure(message: str, context: Context) -> Context:
    """The conversation as a question for the value of "it" at some time takes it up: at its last figure."""
    figure = context.figure
    if figure is None or context.query is not None or not _asks_of_it(message):
        return context
    read = read_query(message, detect_language(message))
    if not read.times or _names_measure(read):
        return context
    return replace(context, query=figure, question=figure.text)


def speaks_of_figure(message: str, context: Context) -> bool:
    """Whether "it" in a message is the figure that was given: "And what was it in 2005?", "How did it change?"."""
    if context.query is None or kind_of(message) in (Answer.PERSON, Answer.PLACE, Answer.REASON, Answer.DATE):
        return False
    if any(Kinds.COMPANY in one.kinds and one.is_many for one in anaphors(message)) or _is_of_person(message):
        return False  # "their" is no figure's
    query = read_query(without_asides(message), detect_language(message))
    if asks_part_of_it(message):
        return True
    if _names_measure(query):
        return False
    return not _named(query) or (_asks_of_it(message) and bool(query.times))


def _is_of_person(message: str) -> bool:
    """Whether a message speaks of somebody: "What did she say?" goes on from no figure."""
    return any(one.kinds[:1] == (Kinds.PERSON,) for one in anaphors(message))


def _asks_of_it(message: str) -> bool:
    """Whether a message asks for the value of "it": "What would it be for 2024?"."""
    return re.search(data("dialogue")["figure"]["asked"], _form(message)) is not None


_INSTEAD = ("instead", "then", "rather", "istället", "då")  # words that only say that another time is meant


def _with_words(meant: Meant, words: tuple[Word, ...]) -> Meant:
    """The figure narrowed by what the message says besides its time: it is no answer without that."""
    return (
        meant if meant.query is None else replace(meant, query=replace(meant.query, words=(*meant.query.words, *words)))
    )


def is_opened_or_fragment(message: str) -> bool:
    """Whether a message only goes on from the one before by how it opens or as it is no sentence."""
    return follow_up_opening().match(_form(message)) is not None or _is_fragment(message)


def _is_fragment(message: str) -> bool:
    """Whether a message has no verb: "Q2?", "EBITDA?", "last year"."""
    words = _form(message).strip(" ?.!").split()
    return 0 < len(words) <= _LONGEST_FRAGMENT and figure_query(message) is None and not _asks(words)


def is_sentence(message: str) -> bool:
    """Whether a message is a question or an order of its own, and no "EBITDA?"."""
    words = _form(message).strip(" ?.!").split()
    return bool(words) and _asks(words)


def _asks(words: list[str]) -> bool:
    """Whether a message is a question or an order of its own."""
    sentence = data("dialogue")["sentence"]
    return words[0] in sentence["openers"].split() or any(word in sentence["verbs"].split() for word in words)


def _form(message: str) -> str:
    return " ".join(plain(message).text.split())


def labels_of(choices: tuple[Choice, ...], phrases: Any) -> tuple[Choice, ...]:
    """The choices with their labels in words: "Q3 2023 (same quarter)"."""
    worded = []
    for choice in choices:
        assert choice.query is not None
        worded.append(Choice(phrases(choice.label, when=str(choice.query.times[0])), choice.query))
    return tuple(worded)


__all__ = ["Context", "Meant", "complete_message", "labels_of", "when"]

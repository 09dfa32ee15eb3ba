"""Completes a message by the figure that the conversation is about: its measure, time, part and scenario.

A follow-up that may mean two things is asked back; a new topic starts afresh. Figures are completed as typed questions;
questions about other matters as text (`reason.followup`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Choice
from sleuth.agents.analyst.dialogue.choices import chosen_meaning
from sleuth.agents.analyst.dialogue.context import Context, Meant
from sleuth.agents.analyst.dialogue.effects import asks_effect_of_that
from sleuth.agents.analyst.dialogue.following import (
    asks_bare_margin,
    asks_of_it,
    asks_only_of_that,
    asks_part_of_it,
    goes_on,
    is_fragment,
    is_of_person,
)
from sleuth.agents.analyst.dialogue.moved import in_year, is_as_long, is_before_it, readings
from sleuth.agents.analyst.dialogue.swapping import says_same
from sleuth.agents.analyst.dialogue.typed import at_both_times, with_two_years
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.period import Period
from sleuth.language.query import Operation, Query, Word
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing
from sleuth.language.weight import detect_language
from sleuth.reason.understand.figures import figure_query, read_query
from sleuth.reason.understand.followup import complete
from sleuth.reason.understand.margins import is_margin, margin_of
from sleuth.reason.understand.phrases import without_asides

_OVER_TIMES = (Operation.TREND, Operation.CHANGE, Operation.GROWTH, Operation.AVERAGE)
_INSTEAD = ("instead", "then", "rather", "istället", "då")  # words that only say that another time is meant
_TWO = 2  # times between which something changes


def complete_message(message: str, context: Context) -> Meant:
    """The message as the conversation before makes it mean."""
    chosen = chosen_meaning(message, context)
    if chosen is not None:
        return chosen
    if asks_effect_of_that(message):
        return Meant(message, language=detect_language(message))
    message = _with_margin(_with_length(message, context.period), context.query or context.figure)
    message = _on_basis(message, context.query)
    message = _of_balance(message, context)
    language = detect_language(message)
    if context.query is not None and is_fragment(message):
        language = context.query.language if language == "en" else language
    if context.query is None:
        message = with_two_years(message)
    query = read_query(without_asides(message), language)
    both = at_both_times(without_asides(message), context.query, context.given, context.period, language)
    if both is not None:
        return Meant(both.text, both, True, context.subject, language=language)
    if context.query is None:
        return _alone(message, context, language)
    if asks_part_of_it(message) and (part := _part_of_it(message, query, context, language)) is not None:
        return part
    if (beside := _beside_before(message, query, context)) is not None:
        return Meant(message, beside, True, context.subject, language=language)
    if query.names_measure:
        return _with_measure(message, query, context, language)
    if query.times and asks_of_it(message):
        own = tuple(word for word in query.heavy_words if plain(word.text).text not in _INSTEAD)
        return _with_words(_other_time(message, query, context, language), own)
    only_reckons = query.operation in _OVER_TIMES and bool(query.times) and not query.heavy_words
    if not (goes_on(message, query) or only_reckons) or is_of_person(message):
        return _alone(message, context, language)
    if query.times and not query.heavy_words:
        return _other_time(message, query, context, language)
    return _other_part(message, query, context, language)


def _alone(message: str, context: Context, language: str) -> Meant:
    """A question of its own, or one about other matters that the question before completes."""
    question = complete(message, context.question) if context.question else message
    return Meant(question, figure_query(question), language=language)


def _beside_before(message: str, query: Query, context: Context) -> Query | None:
    """The figure before as a part of another ("as % of sales?"), or beside that of another time ("vs FY24?").

    None where a message sets it beside nothing.
    """
    before, period = context.query, context.period
    if before is None or period is None or len(before.measures) != 1 or query.heavy_words:
        return None
    form = plain_line(message)
    is_part = query.operation is Operation.SHARE and re.search(data("dialogue")["figure"]["part_of"], form) is not None
    if is_part and not query.times and len(query.measures) == 1 and query.names_measure:
        measures = (query.measures[0], before.measures[0])
        return replace(before, text=message, operation=Operation.SHARE, measures=measures, times=(time_of(period),))
    dated = [time for time in query.times if time.timing is not None and time.timing.year is not None]
    is_against = re.match(data("dialogue")["figure"]["set_against"], form) is not None and not query.names_measure
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
    """A message with the measure whose margin it asks for: "What margin is that?" of an EBITDA is its margin, and so is
    "What margin did Paints make?".
    """
    if before is None or not before.measures:
        return message
    if not (asks_only_of_that(message) or asks_bare_margin(message) or _asks_margin_of_part(message, before)):
        return message
    name = before.measures[0].name
    return message if "margin" in name else re.sub(r"\bmargin(?:al)?\b", rf"{name} \g<0>", message, count=1)


def _asks_margin_of_part(message: str, before: Query) -> bool:
    """Whether a message asks what margin a part made, and not which margin, after a measure that has one."""
    if re.search(data("dialogue")["figure"]["margin_made"], plain_line(message)) is None:
        return False
    asked = read_query(message, detect_language(message))
    is_open = not asked.names_measure and any(map(is_margin, asked.words))
    return is_open and before.names_measure and margin_of(before.measures) is not None


def _of_balance(message: str, context: Context) -> str:
    """A message with the balance of which it says what is in it: "and including leases?" after the net debt.

    "Net bank debt" is what net debt is without the rest. The time is that of the question before, told or not.
    """
    before = context.query
    found = re.fullmatch(data("dialogue")["figure"]["balance_with"], message.strip(), re.IGNORECASE)
    if found is None or before is None or len(before.measures) != 1 or found["what"] != found["what"].lower():
        return message
    measure = before.measures[0]
    known = [default_lexicon().metrics[key] for key in measure.keys if key in default_lexicon().metrics]
    if not known or not all(metric.kind == "stock" for metric in known):
        return message
    is_net = measure.keys == ("bank borrowings",) and any(plain(word.text).text == "net" for word in before.words)
    how = "including" if found["with"] else "excluding"
    stated = before.times[0] if len(before.times) == 1 and before.times[0].timing is not None else None
    dated = f" at {stated}" if stated is not None else ""
    return f"and {'net debt' if is_net else measure.name} {how} {found['what']}{dated}?"


def _on_basis(message: str, before: Query | None) -> str:
    """A message with the measure that it asks for on another basis: "and adjusted?" after EBITDA."""
    found = re.match(data("dialogue")["figure"]["bare_basis"], plain_line(message))
    if found is None or before is None:
        return message
    names = (f"adjusted {measure.name}" for measure in before.measures)
    return next((name for name in names if default_lexicon().named(label_form(name))), message)


def _with_measure(message: str, query: Query, context: Context, language: str) -> Meant:
    """A question that names its measure: what it leaves open is as before, where it goes on from there."""
    before = context.query
    assert before is not None
    unplaced = [time for time in query.times if is_before_it(time) and not is_as_long(time, context.period)]
    if unplaced:  # before which quarter is not known: a time that no figure is of
        return Meant(message, replace(query, times=(replace(unplaced[0], timing=Timing(None)),)), language=language)
    is_follow_up = goes_on(message, query)
    asks_alike = context.is_asked and not query.times and figure_query(message) is not None and not query.heavy_words
    if not (is_follow_up or asks_alike):
        filled = in_year(query, context.period) if is_fragment(message) else query
        return Meant(message, figure_query(message) and filled, language=language)
    filled = in_year(query, context.period)
    inherits = not query.times and context.period is not None and query.operation not in _OVER_TIMES
    if inherits and context.period is not None:
        filled = replace(filled, times=(time_of(context.period),))
    words = query.words if query.heavy_words else before.words
    scenario = query.scenario or before.scenario
    subject = "" if query.heavy_words else context.subject
    meant = replace(filled, words=words, scenario=scenario)
    return Meant(message, meant, inherits, subject, alone=None if is_follow_up else query, language=language)


def _part_of_it(message: str, query: Query, context: Context, language: str) -> Meant | None:
    """The share that a part has of the figure before, at its time; None where the message names no part."""
    before, period = context.query, context.period
    own = tuple(one for one in query.measures if one.keys)
    if before is None or period is None or not (query.heavy_words or own) or not before.measures[0].keys:
        return None
    times = query.times or (time_of(period),)
    words = (*before.words, *query.heavy_words)
    asked = replace(
        before, text=message, operation=Operation.SHARE, measures=(before.measures[0], *own), words=words, times=times
    )
    return Meant(message, asked, not query.times, context.subject, language=language)


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


def _compared(named: Sequence[AskedTime], period: Period) -> tuple[AskedTime, ...]:
    """The times between which a change is asked for: the two that are named, or one and that of the figure before.

    "The year before" is that of the figure, which needs no naming.
    """
    if len(named) >= _TWO:
        return tuple(named)
    dated = [time for time in named if time.timing is not None and time.timing.year is not None]
    return (*dated, time_of(period))


def _with_words(meant: Meant, words: tuple[Word, ...]) -> Meant:
    """The figure narrowed by what the message says besides its time: it is no answer without that."""
    return (
        meant if meant.query is None else replace(meant, query=replace(meant.query, words=(*meant.query.words, *words)))
    )


def _other_part(message: str, query: Query, context: Context, language: str) -> Meant:
    """A question that names only whose figure, which part, another scenario, or what to do with the figure."""
    before, period = context.query, context.period
    assert before is not None
    words = query.words if query.heavy_words else before.words
    scenario = query.scenario or before.scenario
    operation = query.operation if query.operation is not Operation.LEVEL else before.operation
    is_among = before.each > 0 and query.operation in (Operation.LARGEST, Operation.SMALLEST)  # "and the worst?"
    times = query.times or (before.times if is_among or period is None else (time_of(period),))
    asked = replace(before, text=message, words=words, scenario=scenario, operation=operation, times=times)
    is_named = bool(query.heavy_words)
    subject = "" if is_named else context.subject
    is_topic = is_named and not says_same(message)  # "same for …" is none of its own
    return Meant(message, asked, not query.times and period is not None, subject, is_topic, language=language)


def against_year_before(meant: Meant, message: str, context: Context, *, is_percent: bool) -> Meant:
    """The figure before against that of the year before it, or that is named: "Was that more than the year before?".

    Of a change between two times that were named, "what is that in percent?" asks of the same two. `message`: without
    the time of the question before, which would be compared with itself.
    """
    if context.query is None or context.period is None:
        return meant
    operation = Operation.GROWTH if is_percent else Operation.CHANGE
    before = context.query
    is_named = before.operation in (Operation.GROWTH, Operation.CHANGE) and len(before.times) == _TWO
    own = find_times(message)
    times = before.times if is_named and not own else _compared(own, context.period)
    asked = replace(before, operation=operation, times=times)
    return replace(meant, query=asked, choices=(), inherits_period=True, subject=context.subject)


def with_figure(message: str, context: Context) -> Context:
    """The conversation as a question for the value of "it" at some time takes it up: at its last figure."""
    figure = context.figure
    if figure is None or context.query is not None or not asks_of_it(message):
        return context
    read = read_query(message, detect_language(message))
    if not read.times or read.names_measure:
        return context
    return replace(context, query=figure, question=figure.text)


def figure_after(before: Query | None, meant: Meant) -> Query | None:
    """The figure that a conversation is about after a turn: "What makes up the difference?" names nothing else."""
    if meant.query is not None and meant.query.names_measure:
        return meant.query
    read = read_query(meant.question, meant.language)
    return None if read.heavy_words or read.names_measure else before

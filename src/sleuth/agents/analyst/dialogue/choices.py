"""Replies to a question back: which of its choices a message means, and how the choices are worded."""

from collections.abc import Sequence
from string import ascii_lowercase

from sleuth.agents.analyst.answer import Choice
from sleuth.agents.analyst.dialogue.context import Context, Meant
from sleuth.agents.analyst.dialogue.following import is_asking
from sleuth.agents.analyst.intents import reply
from sleuth.agents.analyst.phrases import Phrases
from sleuth.language.glyphs import plain_line
from sleuth.language.query import Query
from sleuth.reason.understand.figures import read_query


def chosen_meaning(message: str, context: Context) -> Meant | None:
    """The reading that a reply to a question back chooses; None where it chooses none, or nothing was asked."""
    place = chosen_place(message, context.choices)
    query = None if place is None else context.choices[place].query
    if query is None:
        return None
    return Meant(context.question, query, True, context.subject, language=query.language)


def chosen_place(message: str, choices: Sequence[Choice]) -> int | None:
    """Which of the choices a reply means, from 0: by its number, its time, its kind or its label; None for none."""
    form = plain_line(message).strip(" .)?!")
    if not choices or not form:
        return None
    queries = [choice.query for choice in choices if choice.query]
    named = read_query(message, queries[0].language if queries else "en")
    if named.names_measure:
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
    words = plain_line(label).replace("(", " ").replace(")", " ").split()
    said = form.split()
    return all(word in words for word in said) or (words[0] in said and not is_asking(said))


def labels_of(choices: tuple[Choice, ...], phrases: Phrases) -> tuple[Choice, ...]:
    """The choices with their labels in words: "Q3 2023 (same quarter)"."""
    worded = []
    for choice in choices:
        assert choice.query is not None
        worded.append(Choice(phrases(choice.label, when=str(choice.query.times[0])), choice.query))
    return tuple(worded)

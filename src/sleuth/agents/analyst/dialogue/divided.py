"""Questions about which part of a measure stands out, by its figure, its change in a year, or against a plan."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import plain
from sleuth.language.measures import adjusted_for
from sleuth.language.metrics import default_lexicon
from sleuth.language.query import Measure, Operation, Query, Word
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.times import AskedTime
from sleuth.language.weight import detect_language, words_of
from sleuth.reason.understand.figures import read_query
from sleuth.reason.understand.implied import has_sign

_LIST = re.compile(r",? (?:and|or|och|eller) |, ")


@dataclass(frozen=True, slots=True)
class PartsAsked:
    """A measure at one time, whose parts are to be ranked."""

    query: Query  # without words for the parts; those that must be the names of the document
    against: str  # "" by the figure itself, "year" by its change from the year before, or a planned scenario
    names: tuple[str, ...] = ()  # the parts, where the question counts them up
    is_low: bool = False  # the lowest is asked for
    is_of_places: bool | None = None  # whether the parts are places; None where nothing says it
    direction: int = 0  # -1 only parts that fell, or lie below the plan; 1 only those that grew, or lie above; 0 any
    is_by_amount: bool = False  # what they are set against is told by amount alone
    is_of_sites: bool = False  # the parts are places of business, of which there are more than segments


def read_parts(message: str, context: Context) -> PartsAsked | None:
    """What a message asks of the parts of a measure; None where it asks nothing of the kind.

    A follow-up goes on with the parts, the plan, the measure and the time of the question before, as far as it names
    none of its own.
    """
    message = _with_measure(message, context.query)
    form = plain(message).text
    asked = _kind(message, form)
    before = _before(context) if _says("asks", "bare", form) or asked is not None else None
    if (asked is None and before is None) or not _says("stands_out", "says", form):
        return None
    names, is_of_places = asked or (before.names, before.is_of_places)  # type: ignore[union-attr]
    own = read_query(message, detect_language(message))
    query = _query(own, before, context)
    against = _against(form, before, own)
    if not against:
        query = replace(query, words=_of_document(own).words)
    is_low = _is_low(form)
    is_by_amount = bool(against) and _says("stands_out", "by_amount", form)
    is_of_sites = is_of_places is False and re.search(rf"\b{data('parts')['nouns']['of_sites']}\b", form) is not None
    direction = _direction(form, is_low=is_low)
    return PartsAsked(query, against, names, is_low, is_of_places, direction, is_by_amount, is_of_sites)


def _kind(message: str, form: str) -> tuple[tuple[str, ...], bool | None] | None:
    """The parts that a message counts up, or whether those it speaks of are places; None where it speaks of none."""
    found = re.search(data("parts")["asks"]["named"], message)
    if found is not None:
        return tuple(name.strip() for name in _LIST.split(found["names"])), None
    for kind, noun in data("parts")["nouns"].items():
        if any(
            re.search(data("parts")["asks"][way].replace("{noun}", noun), form) for way in ("opens", "short", "split")
        ):
            return (), kind == "of_places"
    return None


def read_split(message: str, query: Query) -> PartsAsked | None:
    """The parts that a measure is to be split into, where a message says of what kind: "revenue by country"."""
    form = plain(message).text
    split = data("parts")["asks"]["split"]
    kinds = (kind for kind, noun in data("parts")["nouns"].items() if re.search(split.replace("{noun}", noun), form))
    kind = next(kinds, None)
    return None if kind is None else PartsAsked(_of_document(query), "", is_of_places=kind == "of_places")


def _of_document(query: Query) -> Query:
    """A question with those of its words that do not only say of what the parts are told."""
    return replace(query, words=tuple(word for word in query.heavy_words if not _asks_for(word)))


def asks_of_parts(message: str) -> bool:
    """Whether a message asks which part it is, by the noun of parts or by their names: "which segment"."""
    return _kind(message, plain(message).text) is not None


def _before(context: Context) -> PartsAsked | None:
    """What the question before asked of parts, or of a plan as a whole; None where it was neither."""
    question = context.question
    if not question:
        return None
    earlier = read_parts(question, Context())
    if earlier is not None:
        return earlier
    plan = planned_in(question)
    query = read_query(question, detect_language(question))
    return PartsAsked(_measured(query), plan) if plan else None


def planned_in(text: str) -> str:
    """The planned scenario that a text sets a figure against; "" for none."""
    named = [one for one in Scenario if one in read_scenarios(text) and one is not Scenario.ACTUAL]
    is_set = _says_against(text) or _says("plan", "beside", plain(text).text)
    return named[0].value if len(named) == 1 and is_set else ""


def _says_against(text: str) -> bool:
    return re.search(data("dialogue")["figure"]["against"], plain(text).text) is not None


def _query(own: Query, before: PartsAsked | None, context: Context) -> Query:
    """The measure and the time; what the message does not name is that of the question before."""
    measures = own.known_measures
    if has_sign(own.text):
        of_parts = data("parts")["made"]["measure"]
        measures = (Measure(of_parts, (of_parts,)),)
    if not measures:
        measures = before.query.measures if before else ()
    if not measures or (before is not None and not read_query(before.query.text, own.language).known_measures):
        spoken = read_query(context.question, own.language).known_measures if context.question else ()
        measures = spoken or measures or _measured(own).measures
    times = _at(own.times) or (before.query.times if before else ())
    if not times and context.period is not None:
        times = (time_of(context.period),)
    return replace(own, measures=measures[:1], times=times, words=(), scenario="", operation=Operation.LEVEL)


def _with_measure(message: str, earlier: Query | None) -> str:
    """A message with the measure of the question before, where it speaks of a margin and does not say of what."""
    if earlier is None or not earlier.measures:
        return message
    margin = data("parts")["made"]["margin"]
    own = read_query(message, detect_language(message)).measures
    if not any(re.fullmatch(margin, plain(one.name).text) for one in own):
        return message
    name = re.sub(rf"\s*\b(?:{margin})", "", earlier.measures[0].name, flags=re.IGNORECASE)
    return re.sub(rf"\b(?:{margin})", f"{name} margin", message, count=1, flags=re.IGNORECASE)


def ways_to_rank(asked: PartsAsked) -> list[PartsAsked]:
    """A question of parts for each margin that it may mean; itself where it says which."""
    made, query = data("parts")["made"], asked.query
    if not re.search(rf"\b(?:{made['margin']})\b", plain(query.text).text) or _says_margin(query):
        adjusted = adjusted_for(query.measures[0], default_lexicon()) if query.measures else None
        return [asked, *([replace(asked, query=replace(query, measures=(adjusted,)))] if adjusted else [])]
    words = tuple(word for word in query.words if not re.fullmatch(made["margin"], plain(word.text).text))
    measures = [read_query(name, "en").measures[0] for name in made["margins"]]
    return [replace(asked, query=replace(query, measures=(measure,), words=words)) for measure in measures]


def _says_margin(query: Query) -> bool:
    """Whether the measure of a question is a margin, or anything else that is in percent."""
    known = default_lexicon().metrics
    keys = [key for measure in query.measures for key in measure.keys]
    return any(known[key].unit == "percent" for key in keys if key in known)


def _at(times: Sequence[AskedTime]) -> tuple[AskedTime, ...]:
    """The times at which parts are told, without the year before that they are set against."""
    return tuple(time for time in times if time.timing is not None or time.back != YEAR or time.is_ended)


def _measured(query: Query) -> Query:
    """A question with its own measures, or that which is told of a plan where none is named."""
    own = query.known_measures
    usual = data("parts")["plan"]["measures"][0]
    return replace(query, measures=own or (Measure(usual, (usual,)),))


def _against(form: str, before: PartsAsked | None, own: Query) -> str:
    """What the parts are judged by: what they are set against; "" where they are ranked by the figure itself."""
    if plan := planned_in(form):
        return plan
    if _says("stands_out", "changes", form) and not has_sign(form):
        return "year"
    return "" if before is None or own.names_measure else before.against


def _asks_for(word: Word) -> bool:
    """Whether a word only says of what the largest is asked for: "largest", "segment", "three" of them."""
    form = plain(word.text).text
    nouns = data("parts")["nouns"].values()
    if form in words_of("amount_en") | words_of("amount_sv"):
        return True
    return _says("stands_out", "says", form) or any(re.fullmatch(noun, form) for noun in nouns)


def _is_low(form: str) -> bool:
    is_fallen = _says("stands_out", "fell", form)
    if has_sign(form):  # "lost the most money" is the lowest figure, "made the most" the highest
        return is_fallen is not _says("stands_out", "least", form)
    if _says("stands_out", "least", form):
        return not is_fallen
    return is_fallen or _says("stands_out", "low", form)


def _direction(form: str, *, is_low: bool) -> int:
    """Which way a part must lie: what "grew the least" may have fallen, what "fell the least" fell."""
    if _says("stands_out", "downward", form):
        return -1
    return 1 if not is_low and _says("stands_out", "upward", form) else 0


def _says(section: str, name: str, form: str) -> bool:
    return re.search(data("parts")[section][name], form) is not None

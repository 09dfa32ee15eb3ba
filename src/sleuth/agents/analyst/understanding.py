"""What a message means in its conversation: its words bound, its follow-up completed, what is to be computed."""

from dataclasses import dataclass, replace

from sleuth.agents.analyst.dialogue.anaphors import Anaphor, anaphors, earlier_edition, left_noun, unspoken_noun
from sleuth.agents.analyst.dialogue.binding import Bound, bind
from sleuth.agents.analyst.dialogue.completing import against_year_before, complete_message, with_figure
from sleuth.agents.analyst.dialogue.context import Context, Meant
from sleuth.agents.analyst.dialogue.following import (
    is_opened_or_fragment,
    is_sentence,
    part_pointer,
    speaks_of_figure,
    without_opening,
)
from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.agents.analyst.dialogue.operations import Reckoning, Wish, is_against_year_before, wish_of
from sleuth.agents.analyst.dialogue.reasons import reason_of
from sleuth.agents.analyst.dialogue.referents import Kind
from sleuth.agents.analyst.dialogue.swapping import of_another, of_another_body, same_of_another, under_condition
from sleuth.agents.analyst.dialogue.typed import against, sets_against_time_before
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.queries import dated
from sleuth.language.asked import Answer
from sleuth.language.countries import is_place
from sleuth.language.glyphs import plain
from sleuth.language.query import Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.tokens import stems
from sleuth.language.weight import detect_language
from sleuth.reason.understand.figures import figure_query, is_financial
from sleuth.reason.understand.phrases import kind_of


@dataclass(frozen=True, slots=True)
class Understood:
    """A message with what the conversation before makes of it."""

    message: str  # with names in place of the words that stand for them
    meant: Meant
    intent: Intent
    bound: Bound
    sides: tuple[Scenario, Scenario] | None = None  # in which the figure is to be told, the one that is judged first
    wish: Wish | None = None  # what is to be computed from figures that were given

    @property
    def is_looked_up(self) -> bool:
        """Whether what is to be computed needs a figure that the documents are asked for: of the year before."""
        return self.wish is not None and self.wish.is_other_time and self.meant.query is not None


_OF_ITSELF = (Intent.GREETING, Intent.META)
_GOES_ON = (Intent.FACT_LOOKUP, Intent.COMPARISON)  # others stand alone


def understand_message(message: str, context: Context, known: Known, intent: Intent) -> Understood:
    """The message as the conversation makes it mean. Nothing here looks into the documents."""
    if intent in _OF_ITSELF:
        return Understood(message, _alone(message), intent, Bound(message))
    context = with_figure(message, context)
    language = detect_language(message)
    time = dated(context.period) if context.period is not None else None
    sides = against(message, context.query, time, language) if intent in _GOES_ON else None
    if sides is not None:
        meant = Meant(message, sides[0], subject=context.subject, language=language, sides=sides[1:])
        return Understood(message, meant, intent, Bound(message), sides=sides[1:])
    if intent in _GOES_ON and (reason := reason_of(message, context, language)):
        return _of_reason(message, reason, context, known, language)
    wish = wish_of(message, context.given, language)
    if wish is not None and context.period is not None and is_against_year_before(wish, context.given):
        wish = replace(wish, is_other_time=True)
    is_of_figure = wish is not None or speaks_of_figure(message, context)
    bound = Bound(message) if is_of_figure else bind(message, context.talk, known, language)
    spoken = frozenset[str]().union(*(turn.words for turn in context.talk))
    unspoken = "" if is_of_figure or bound.documents or bound.is_open else unspoken_noun(message, spoken, language)
    unspoken = unspoken or earlier_edition(message)
    if unspoken:
        bound = replace(bound, word=unspoken)
    meant = complete_message(bound.text, context) if intent in _GOES_ON else _alone(bound.text)
    meant = _completed(meant, bound.text, context, known)
    meant = _of_part_before(meant, message, bound, context)
    if kind_of(without_opening(bound.text)) is Answer.REASON:  # no figure tells why
        meant = replace(meant, query=None, choices=())
    if wish is None and meant.query is None and not (context.rows or meant.choices or bound.is_open):
        bound = replace(bound, word=left_noun(message, language))
    if wish is not None and wish.is_other_time:
        meant = against_year_before(meant, message, context, is_percent=wish.reckoning is Reckoning.PERCENT_CHANGE)
    if bound.is_only or meant.query is None or not is_financial(meant.query):  # a figure may stand in any document
        meant = replace(meant, documents=bound.documents, is_only=bound.is_only, asked=bound.asked)
    if wish is None and context.sides is not None and sets_against_time_before(message):
        is_known = context.period is not None
        meant = (
            against_year_before(meant, message, context, is_percent=False) if is_known else replace(meant, query=None)
        )
    elif wish is None and _compares_on(message, meant, context):
        meant = replace(meant, sides=context.sides)
    return Understood(bound.text, meant, intent, bound, meant.sides, wish)


def _compares_on(message: str, meant: Meant, context: Context) -> bool:
    """Whether a message asks of another time, part or measure what was set against a plan before: "and December?"."""
    query = meant.query
    if context.sides is None or query is None or query.scenario or meant.choices:
        return False
    goes_on = is_opened_or_fragment(message) or (meant.inherits_period and not is_sentence(message))
    return query.operation in _OF_ONE_TIME and goes_on


_OF_ONE_TIME = (Operation.LEVEL, Operation.RATIO)


def _of_reason(message: str, reason: str, context: Context, known: Known, language: str) -> Understood:
    """A question for the reason of what was told: of the contract in focus, where no figure was."""
    bound = Bound(message) if context.period is not None else bind(message, context.talk, known, language)
    if bound.is_open:  # "why did they do it?": the matter tells
        bound = Bound(message)
    meant = Meant(reason, subject=context.subject, language=language, documents=bound.documents, stays=True)
    return Understood(reason, meant, Intent.FACT_LOOKUP, bound)


def _of_part_before(meant: Meant, message: str, bound: Bound, context: Context) -> Meant:
    """A figure of "it" as one of the part that the question before was about, and not of the company alone.

    "Its profit" after "the storage business of Orvik" is that of the business: Orvik's profit would be another figure.
    "Its" of a place that a figure was asked for is the company's.
    """
    before, query = context.query, meant.query
    if before is None or query is None:
        return meant
    if pointer := part_pointer(message):
        return _in_part_of(before, meant, query, pointer)
    if bound.text == message or not any(_is_one(one) for one in anaphors(message)):
        return meant
    inserted = stems(bound.text, meant.language) - stems(message, meant.language)
    said = inserted | query.stems | {stem for measure in query.measures for stem in stems(measure.name, meant.language)}
    part = tuple(word for word in before.heavy_words if word.stem not in said and not is_place(word.text))
    if not part:
        return meant
    named = " ".join(word.text for word in part)
    question = _inserted(message, bound.text, named) if meant.question == bound.text else f"{meant.question} ({named})"
    return replace(meant, question=question, query=replace(query, words=(*query.words, *part)))


def _in_part_of(before: Query, meant: Meant, query: Query, pointer: str) -> Meant:
    """A figure "there" as one of the part that the question before was about, and of nothing else; also of a place."""
    part = tuple(word for word in before.heavy_words if word.stem not in query.stems)
    meant = replace(meant, is_tentative=False, alone=None) if before.heavy_words else meant
    if not part:
        return meant
    named = " ".join(word.text for word in part)
    own = (word for word in query.words if plain(word.text).text not in pointer.split())  # "division" names none
    narrowed = replace(query, words=(*own, *part))
    return replace(meant, question=f"{meant.question} ({named})", query=narrowed)


def _inserted(message: str, bound: str, named: str) -> str:
    """A message with names in place of pronouns, and more words right behind the last of the names."""
    end = len(bound)
    for own, other in zip(reversed(message), reversed(bound), strict=False):
        if own != other:
            break
        end -= 1
    while end < len(bound) and not bound[end].isspace():  # "its" ends as "Orvik’s" does
        end += 1
    return f"{bound[:end]} {named}{bound[end:]}"


def _is_one(anaphor: Anaphor) -> bool:
    """Whether a word stands for one thing: "it", "its"."""
    return not anaphor.noun and not anaphor.is_many and Kind.DOCUMENT in anaphor.kinds


def _alone(message: str) -> Meant:
    """A message as it stands."""
    return Meant(message, figure_query(message), language=detect_language(message))


def _completed(meant: Meant, message: str, context: Context, known: Known) -> Meant:
    """What a message means that only brings another name or condition to the question before."""
    before = context.question
    full = under_condition(message, before) or of_another_body(message, before) or of_another(message, before, known)
    full = full or same_of_another(message, before, known)
    if not full or meant.choices:
        return meant
    if meant.query is not None and context.query is not None:
        return replace(meant, question=full, is_tentative=False)
    return Meant(full, figure_query(full), language=detect_language(full))

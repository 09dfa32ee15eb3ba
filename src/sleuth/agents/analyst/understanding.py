"""What a message means in its conversation: its words bound, its follow-up completed, what is to be computed."""

from dataclasses import dataclass, replace

from sleuth.agents.analyst.conversation import (
    Context,
    Meant,
    against_year_before,
    complete_message,
    speaks_of_figure,
    with_figure,
    without_opening,
)
from sleuth.agents.analyst.dialogue.anaphors import earlier_edition, left_noun, unspoken_noun
from sleuth.agents.analyst.dialogue.binding import Bound, bind
from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.agents.analyst.dialogue.operations import Reckoning, Wish, wish_of
from sleuth.agents.analyst.dialogue.swapping import of_another, under_condition
from sleuth.agents.analyst.dialogue.typed import against
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.queries import dated
from sleuth.language.asked import Answer
from sleuth.language.scenario import Scenario
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
        meant = Meant(message, sides[0], subject=context.subject, language=language)
        return Understood(message, meant, intent, Bound(message), sides=sides[1:])
    wish = wish_of(message, context.given, language)
    is_of_figure = wish is not None or speaks_of_figure(message, context)
    bound = Bound(message) if is_of_figure else bind(message, context.talk, known, language)
    spoken = frozenset[str]().union(*(turn.words for turn in context.talk))
    unspoken = "" if is_of_figure or bound.documents or bound.is_open else unspoken_noun(message, spoken, language)
    unspoken = unspoken or earlier_edition(message)
    if unspoken:
        bound = replace(bound, word=unspoken)
    meant = complete_message(bound.text, context) if intent in _GOES_ON else _alone(bound.text)
    meant = _completed(meant, bound.text, context, known)
    if kind_of(without_opening(bound.text)) is Answer.REASON:  # no figure tells why
        meant = replace(meant, query=None, choices=())
    if wish is None and meant.query is None and not (context.rows or meant.choices or bound.is_open):
        bound = replace(bound, word=left_noun(message, language))
    if wish is not None and wish.is_other_time:
        meant = against_year_before(meant, context, is_percent=wish.reckoning is Reckoning.PERCENT_CHANGE)
    if bound.is_only or meant.query is None or not is_financial(meant.query):  # a figure may stand in any document
        meant = replace(meant, documents=bound.documents, is_only=bound.is_only, asked=bound.asked)
    return Understood(bound.text, meant, intent, bound, wish=wish)


def _alone(message: str) -> Meant:
    """A message as it stands."""
    return Meant(message, figure_query(message), language=detect_language(message))


def _completed(meant: Meant, message: str, context: Context, known: Known) -> Meant:
    """What a message means that only brings another name or condition to the question before."""
    full = under_condition(message, context.question) or of_another(message, context.question, known)
    if not full or meant.choices:
        return meant
    if meant.query is not None and context.query is not None:
        return replace(meant, question=full, is_tentative=False)
    return Meant(full, figure_query(full), language=detect_language(full))

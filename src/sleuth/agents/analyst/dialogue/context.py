"""What a conversation is about after a turn, and what a message in it asks for once it is completed."""

from dataclasses import dataclass

from sleuth.agents.analyst.answer import Choice, Offer
from sleuth.agents.analyst.dialogue.given import Given
from sleuth.agents.analyst.dialogue.referents import Mentioned
from sleuth.language.period import Period
from sleuth.language.query import Query
from sleuth.language.scenario import Scenario
from sleuth.reason.records.following import RowsBefore


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

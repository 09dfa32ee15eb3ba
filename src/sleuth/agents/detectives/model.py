"""What a language model proposes of an inquiry, as far as the evidence and the rules let it stand.

A quote must be located on its page. A date must be read from the quote by our own reader, with the precision printed
there; the words of the quote must be of the kind that states such an event. A name must stand in the quote and be able
to be what it is said to be. What fails is counted with its reason.
"""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from sleuth.agents.detectives.citing import Citer
from sleuth.agents.detectives.happenings import EventType, Happening, actors
from sleuth.agents.detectives.identity import REPORTS, Identity, front_end
from sleuth.agents.detectives.metadata import Connection, EntityType
from sleuth.agents.detectives.moments import Moment, read_moments
from sleuth.agents.detectives.names import folded_name, why_no_person
from sleuth.agents.detectives.roles import roles
from sleuth.agents.detectives.running import Running
from sleuth.config import Settings
from sleuth.errors import ModelError
from sleuth.evidence.source import Page, Span
from sleuth.findings.text.instructions import without_instructions
from sleuth.models.chat import Chat, chosen_model, open_chat
from sleuth.models.usage import Tally, Usage
from sleuth.reason.model.shapes import Shape

RULES = "rules 1"  # as agents/detectives/discovery.RULES: what a task's reading is called without a model


class EventShape(Shape):
    """One dated event."""

    event_type: EventType
    date: str
    subject: str
    actors: list[str]
    page: int
    quote: str


class Events(Shape):
    """The events of a document."""

    events: list[EventShape]


class EntityShape(Shape):
    """One person, body or law."""

    name: str
    type: EntityType
    role: str
    formerly: bool
    page: int
    quote: str


class Entities(Shape):
    """The entities of a document."""

    entities: list[EntityShape]


_DUE = frozenset({"report_due", "comments_due"})
_STATES: dict[str, re.Pattern[str]] = {
    kind: re.compile(words, re.IGNORECASE)
    for kind, words in {
        "directive_issued": r"beslut|beslöt|bemyndiga|direktiv|\bdir\.",
        "supplementary_directive": r"tilläggsdirektiv|förläng|ändra|utvidg|\bdir\.",
        "committee_formed": r"tillkalla|tillsätt|tillsatt|inrätta|bilda|uppdrag",
        "investigator_appointed": r"förordna|uts[eåt]|utse|tillkalla|tillsatt|tillsätt|anställ",
        "investigator_dismissed": r"entledig|avgick|lämnade|ersatt|efterträd|avled",
        "report_due": r"redovisa|lämna|slutför|förläng",
        "interim_report": r"delbetänkande",
        "handed_over": r"lämna|stockholm",
        "sou_published": r"lämna|publicera|presentera|stockholm",
        "consultation_sent": r"remi(?:ss|ttera)",
        "comments_due": r"remissvar|yttrande|synpunkter|svar",
        "council_referral": r"lagråd",
        "bill": r"proposition|stockholm",
        "bill_withdrawn": r"återkalla|tillbaka",
        "in_force_proposed": r"i\s+kraft",
        "in_force": r"i\s+kraft",
    }.items()
}
_PLANNED = re.compile(r"\b(?:ska(?:ll)?|skulle|bör|kommer\s+att|avser|föreslå\w*|planera\w*|kan)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:inte|ej|aldrig)\b", re.IGNORECASE)
_PARTS = {"kommitté": "conducted_by", "uppdragsgivare": "commissioned_by", "remissinstans": "consulted"}
_BY_TYPE = {
    "committee": ("conducted_by", "kommitté"),
    "ministry": ("commissioned_by", "uppdragsgivare"),
    "law": ("refers_to", "författning"),
}


@dataclass(frozen=True, slots=True)
class Proposals:
    """What a model proposed and may stand, what may not, and what it took."""

    model: str = "rules"
    made_by: str = "rules"
    events: tuple[Happening, ...] = ()
    connections: tuple[Connection, ...] = ()
    rejected: tuple[tuple[str, str], ...] = ()
    usage: Usage | None = field(default=None)

    def metrics(self, milliseconds: int) -> dict[str, Any]:
        """Time, tokens, calls, errors, retries, cost and milliseconds a token, as the task's record keeps them."""
        tally = self.usage.total() if self.usage else Tally()
        cost = self.usage.cost() if self.usage else None
        tokens = tally.tokens_in + tally.tokens_out
        return {
            "duration_ms": milliseconds,
            "input_tokens": tally.tokens_in,
            "output_tokens": tally.tokens_out,
            "api_calls": tally.calls,
            "errors": tally.errors,
            "retries": tally.retries,
            "success": True,
            "cost_usd": None if self.usage is None else "unknown" if cost is None else str(cost),
            "ms_per_token": round(milliseconds / tokens, 3) if tokens else None,
            "rejected": len(self.rejected),
        }


def reading_name(settings: Settings) -> str:
    """What a reading by these settings is called: the rules, or the rules and a model."""
    model = chosen_model(settings)
    return RULES if model is None else f"{RULES}, {model}"


def proposals_of(settings: Settings, kind: str, pages: Sequence[Page], text: Running, identity: Identity) -> Proposals:
    """What the chosen model proposes for a kind of task, verified; nothing without a model. Raises ModelError."""
    chat = open_chat(settings)
    if chat is None:
        return Proposals()
    front = _front(pages, text, identity)
    if kind == "timeline_extraction":
        answer = _ask(chat, "timeline", front, Events, settings)
        return _events(chat, answer.events, pages, text)
    entities = _ask(chat, "metadata", front, Entities, settings)
    return _connections(chat, entities.entities, pages, text)


def _front(pages: Sequence[Page], text: Running, identity: Identity) -> list[Page]:
    """The pages in which a report speaks of itself; of any other document all. Nothing in them gives orders."""
    last = text.page(max(0, front_end(text) - 1)) if identity.role in REPORTS else pages[-1].number
    return [without_instructions(page) for page in pages if page.number <= last]


def _ask(chat: Chat, task: str, pages: Sequence[Page], shape: Any, settings: Settings) -> Any:
    from sleuth.reason.model.extraction import extract

    try:
        return asyncio.run(extract(chat, task, pages, shape, settings.evidence_characters))
    except ModelError as error:
        spent = Proposals(chat.name, chat.name, usage=chat.usage).metrics(round(chat.usage.total().seconds * 1000))
        error.add_note(json.dumps({"model_used": chat.name, "metrics": spent | {"success": False}}))
        raise


def _events(chat: Chat, proposed: Sequence[EventShape], pages: Sequence[Page], text: Running) -> Proposals:
    citer = Citer(pages)
    kept: list[Happening] = []
    rejected: list[tuple[str, str]] = []
    for one in proposed:
        found = _event(one, citer, text)
        if isinstance(found, str):
            rejected.append((f"{one.event_type} {one.date}", found))
        else:
            kept.append(found)
    return Proposals(chat.name, chat.name, events=tuple(kept), rejected=tuple(rejected), usage=chat.usage)


def _event(one: EventShape, citer: Citer, text: Running) -> Happening | str:
    """The event, or why it may not stand."""
    span = citer.find(one.quote, one.page)
    if span is None:
        return "the quote is not on its page"
    place = place_of(text, span)
    if place is None:
        return "the quote stands in a page's head or foot"
    start, end = place
    quoted = text.text[start:end].replace("\n", " ")
    moment = _printed(one.date, quoted)
    if moment is None:
        return "the quote does not print this date"
    if not _STATES[one.event_type].search(quoted):
        return "the quote does not state such an event"
    if one.event_type in _DUE and not moment.is_deadline:
        return "the quote gives no last day"
    is_fact = one.event_type not in (*_DUE, "in_force_proposed")
    if is_fact and (moment.is_deadline or _PLANNED.search(quoted) or _DENIED.search(quoted)):
        return "the quote speaks of what is planned or denied"
    subject = one.subject if folded_name(one.subject) in folded_name(quoted) else ""
    return Happening(
        one.event_type, moment, start, end, start + moment.start, start + moment.end, subject, actors(quoted)
    )


def _printed(stated: str, quoted: str) -> Moment | None:
    """The date of the quote that the model means, read by our own reader."""
    meant = read_moments(stated, date.today())
    if len(meant) != 1:
        return None
    wanted = meant[0].day, meant[0].precision
    return next((m for m in read_moments(quoted, date.today()) if (m.day, m.precision) == wanted), None)


def place_of(text: Running, span: Span) -> tuple[int, int] | None:
    """A stretch of a page in the running text; None where it was left out of it."""
    for line in text.lines():
        here = text.span(line.start, line.end) if line.end > line.start else None
        if here is not None and here.page == span.page and here.start <= span.start < here.end:
            start = line.start + span.start - here.start
            return start, min(len(text.text), start + span.end - span.start)
    return None


def _connections(chat: Chat, proposed: Sequence[EntityShape], pages: Sequence[Page], text: Running) -> Proposals:
    citer = Citer(pages)
    kept: list[Connection] = []
    rejected: list[tuple[str, str]] = []
    for one in proposed:
        found = _connection(one, citer, text)
        if isinstance(found, str):
            rejected.append((one.name, found))
        else:
            kept.append(found)
    return Proposals(chat.name, chat.name, connections=tuple(kept), rejected=tuple(rejected), usage=chat.usage)


def _connection(one: EntityShape, citer: Citer, text: Running) -> Connection | str:
    """The connection, or why it may not stand."""
    if one.type == "person" and (why := why_no_person(one.name)):
        return why
    span = citer.find(one.quote, one.page)
    place = place_of(text, span) if span else None
    if place is None:
        return "the quote is not on its page"
    start, end = place
    quoted = text.text[start:end]
    named = re.search(re.escape(one.name).replace(r"\ ", r"\s+"), quoted, re.IGNORECASE)
    if named is None:
        return "the quote does not hold the name"
    relation = _relation(one, quoted)
    if isinstance(relation, str):
        return relation
    made = Connection(
        one.type,
        " ".join(one.name.split()),
        relation[0],
        start,
        end,
        start + named.start(),
        start + named.end(),
        relation[1],
    )
    return replace(made, confidence="medium")


def _relation(one: EntityShape, quoted: str) -> tuple[str, str] | str:
    """Relation and role, where the quote gives them."""
    if one.type in _BY_TYPE:
        return _BY_TYPE[one.type]
    role = roles().get(" ".join(one.role.casefold().split()))
    if role is not None:
        words = "|".join(re.escape(word) for word, known in roles().items() if known.name == role.name)
        if not re.search(rf"\b(?:{words})", quoted, re.IGNORECASE) or _DENIED.search(quoted):
            return "the quote does not give this part"
        return ("formerly_led_by" if one.formerly and role.is_lead else role.relation), role.name
    if one.type == "person":
        return "a person without a part in the inquiry"
    return _PARTS.get(one.role.casefold(), "related_to"), one.role or "omnämnd"

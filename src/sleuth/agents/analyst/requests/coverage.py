"""What the room has for the information requests: each provided, partial, missing or outdated, with the passage."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.requests.asked import Asked, read_request
from sleuth.agents.analyst.requests.checklist import checklist
from sleuth.agents.analyst.requests.figures import ANCHORS
from sleuth.agents.analyst.requests.found import list_in_the_room
from sleuth.agents.analyst.requests.judging import judge
from sleuth.agents.analyst.requests.listed import ListWord, beside_list, word_of
from sleuth.agents.analyst.requests.room import Room, make_room
from sleuth.agents.analyst.requests.shelving import bring_outlines_up_to_date
from sleuth.agents.analyst.requests.verdict import PROVIDED, Judgement, Spot
from sleuth.language.metrics import default_lexicon

if TYPE_CHECKING:
    import psycopg

    from sleuth.store.deal.requests import Request, RequestDraft

STATUSES = ("provided", "partial", "outdated", "missing")
BUILT_IN = "built-in checklist"
_LONGEST_QUOTE = 400  # characters
_PRIORITIES = ("high", "medium", "low", "")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage that answers a request, or a part of it."""

    document_id: int
    filename: str
    locator: str
    page: int  # 1-based
    quote: str  # the document's own characters

    def to_json(self) -> dict[str, Any]:
        """The public shape."""
        return {"filename": self.filename, "locator": self.locator, "page": self.page, "quote": self.quote}


@dataclass(frozen=True, slots=True)
class Item:
    """A request, and what the room has for it."""

    text: str
    status: str  # provided, partial, outdated, missing
    evidence: tuple[Evidence, ...]
    lacking: tuple[str, ...]  # what is wanting, each in words; empty where all is provided
    domain: str  # the area of a due diligence
    number: str = ""  # as the list numbers it
    section: tuple[str, ...] = ()
    priority: str = ""  # high, medium, low; "" where the list does not say
    owner: str = ""
    request_id: int | None = None  # None of the built-in checklist
    list_name: str = BUILT_IN
    said: ListWord = field(default_factory=ListWord)  # the list's own word on it
    is_mention: bool = False  # no document is it: parts of others speak of it
    is_by_list: bool = False  # only the list says that the evidence holds it
    weight: str = ""  # its priority; where the list says none, that of the same thing on the built-in checklist

    @property
    def is_gap(self) -> bool:
        """Whether anything is wanting."""
        return self.status != PROVIDED

    @property
    def list_says(self) -> str:
        """The list's own words on it: "Partly; 6.4; CEO only"."""
        return self.said.text

    def to_json(self) -> dict[str, Any]:
        """The public shape."""
        return {
            "number": self.number, "text": self.text, "status": self.status, "domain": self.domain,
            "priority": self.priority, "owner": self.owner, "section": list(self.section),
            "lacking": list(self.lacking), "evidence": [one.to_json() for one in self.evidence],
            "list": self.list_name, "list_says": self.list_says, "id": self.request_id,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Domain:
    """The requests of one area."""

    name: str
    items: tuple[Item, ...]

    @property
    def provided(self) -> int:
        """How many are fully answered."""
        return sum(item.status == PROVIDED for item in self.items)


@dataclass(frozen=True, slots=True)
class Coverage:
    """All requests by area. `lists` names the request lists; the built-in checklist where the project has none."""

    lists: tuple[str, ...]
    domains: tuple[Domain, ...]
    documents: int  # live documents that were looked at

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of all areas."""
        return tuple(item for domain in self.domains for item in domain.items)

    @property
    def gaps(self) -> tuple[Item, ...]:
        """The items that something is wanting of, the most important first."""
        gaps = [item for item in self.items if item.is_gap]
        return tuple(sorted(gaps, key=lambda item: _PRIORITIES.index(item.weight)))

    def counts(self) -> dict[str, int]:
        """How many items have each status."""
        return {status: sum(item.status == status for item in self.items) for status in STATUSES}

    def of(self, domain: str) -> "Coverage":
        """Only one area, by the beginning of its name."""
        chosen = tuple(one for one in self.domains if one.name.casefold().startswith(domain.casefold()))
        return Coverage(self.lists, chosen, self.documents)

    def to_json(self) -> dict[str, Any]:
        """The public shape, as `sleuth gaps --json` prints it."""
        return {
            "lists": list(self.lists),
            "documents": self.documents,
            "counts": self.counts(),
            "domains": [
                {
                    "domain": domain.name, "provided": domain.provided, "total": len(domain.items),
                    "items": [item.to_json() for item in domain.items],
                }
                for domain in self.domains
            ],
        }  # fmt: skip


def coverage_in(connection: "psycopg.Connection", project_id: int) -> Coverage:
    """The coverage of a project's request lists, of one that lies in the room, or of the built-in checklist.

    What documents call themselves is derived for new documents, and kept.
    """
    from sleuth.store.deal.requests import list_requests

    requests: Sequence[Request] = list_requests(connection, project_id)
    if requests:
        items = coverage_of(connection, project_id, requests)
    else:
        document, drafts = list_in_the_room(connection, project_id)
        if document is None:
            items = coverage_of(connection, project_id, checklist())
        else:
            found = coverage_of(connection, project_id, drafts, without=document.id)
            items = [replace(item, list_name=document.filename) for item in found]
    lists = tuple(dict.fromkeys(item.list_name for item in items))
    return Coverage(lists, _domains(items), _documents(connection, project_id))


def coverage_of(
    connection: "psycopg.Connection",
    project_id: int,
    requests: "Sequence[Request | RequestDraft]",
    without: int | None = None,
) -> list[Item]:
    """What the room has for these requests, in their order. The document `without` is the list itself."""
    asked = [read_request(one.text, tuple(one.section)) for one in requests]
    room = open_room(connection, project_id, asked, without)
    judged = [beside_list(judge(one, room), word_of(draft), room) for one, draft in zip(asked, requests, strict=True)]
    texts = _quotes(connection, judged)
    return [_item(draft, a, j, texts) for draft, a, j in zip(requests, asked, judged, strict=True)]


def _documents(connection: "psycopg.Connection", project_id: int) -> int:
    from sleuth.store.documents.documents import list_documents

    return len(list_documents(connection, project_id))


def open_room(
    connection: "psycopg.Connection", project_id: int, asked: Iterable[Asked], without: int | None = None
) -> Room:
    """The room with the figures that these requests may need."""
    from sleuth.store.deal.shelf import documents_that_say, load_figures, load_shelf

    outlines = bring_outlines_up_to_date(connection, project_id)
    known = default_lexicon().metrics
    named = {key for one in asked for thing in one.things if thing.measure for key in thing.measure.keys}
    figures = load_figures(connection, project_id, {*ANCHORS, *(key for key in named if key in known)})
    said: dict[tuple[frozenset[int], str], set[int]] = {}

    def says(ids: Iterable[int], beginning: str) -> set[int]:
        key = (frozenset(ids), beginning.casefold())
        if key not in said:
            said[key] = documents_that_say(connection, key[0], key[1])
        return said[key]

    shelf = [document for document in load_shelf(connection, project_id) if document.id != without]
    return make_room(shelf, outlines, figures, says)


def _quotes(connection: "psycopg.Connection", judged: Iterable[Judgement]) -> Mapping[Spot, str]:
    """The documents' own characters at each place that has no quote yet."""
    from sleuth.store.deal.shelf import load_stretches

    spots = {spot for one in judged for spot in one.spots}
    places = {(s.document_id, s.page, s.start, s.end) for s in spots if not s.quote}
    texts = load_stretches(connection, places)
    return {s: s.quote or texts.get((s.document_id, s.page, s.start, s.end), "") for s in spots}


def _item(draft: "Request | RequestDraft", asked: Asked, judged: Judgement, texts: Mapping[Spot, str]) -> Item:
    evidence = tuple(
        Evidence(s.document_id, s.filename, s.locator, s.page, texts[s].strip()[:_LONGEST_QUOTE]) for s in judged.spots
    )
    return Item(
        draft.text, judged.status, evidence, judged.lacking, draft.domain or domain_of(asked), draft.number,
        tuple(draft.section), draft.priority, draft.owner, getattr(draft, "id", None),
        getattr(draft, "list_name", BUILT_IN), word_of(draft), judged.is_mention,
        judged.is_by_list, draft.priority or _weights().get(_first_concept(asked), ""),
    )  # fmt: skip


@cache
def _weights() -> Mapping[str, str]:
    """How much the things of the built-in checklist weigh, by their concepts: high, medium, low."""
    found: dict[str, str] = {}
    for draft in checklist():
        key = _first_concept(read_request(draft.text, draft.section))
        if key and _PRIORITIES.index(draft.priority) < _PRIORITIES.index(found.get(key, "")):
            found[key] = draft.priority
    return found


def _first_concept(asked: Asked) -> str:
    return next((thing.concept.key for thing in asked.things if thing.concept is not None), "")


def domain_of(asked: Asked) -> str:
    """The area of a due diligence that a request belongs to, by what it asks for."""
    for thing in asked.things:
        if thing.concept is not None:
            return thing.concept.domain
        if thing.measure is not None:
            key = next(iter(thing.measure.keys), "")
            metric = default_lexicon().metrics.get(key)
            return metric.domain if metric is not None else "financial"
    return "other"


def _domains(items: Sequence[Item]) -> tuple[Domain, ...]:
    names = dict.fromkeys(item.domain for item in items)
    return tuple(Domain(name, tuple(item for item in items if item.domain == name)) for name in names)

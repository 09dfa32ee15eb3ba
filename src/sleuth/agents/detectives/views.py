"""What people and programs are shown of a process: what several documents say of one thing stands together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from sleuth.agents.detectives.identity import REPORTS
from sleuth.agents.detectives.moments import PRECISIONS, is_within
from sleuth.agents.detectives.words import lexicon
from sleuth.store.inquiries.entities import Related
from sleuth.store.inquiries.events import Event
from sleuth.store.inquiries.processes import ProcessDocument


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing, as its best source has it, and the other sources."""

    best: Any  # Event or Related
    others: tuple[Any, ...] = ()
    relation: str = ""  # of an entity, in the light of all documents


def combined_events(events: Iterable[Event]) -> list[Shown]:
    """Events of one process, type and subject whose dates agree are one; the most precise statement of it stands."""
    groups: list[list[Event]] = []
    ordered = sorted(events, key=lambda event: PRECISIONS.index(event.precision))
    for event in ordered:
        group = next((group for group in groups if _is_same(group[0], event)), None)
        if group is None:
            groups.append([event])
        else:
            group.append(event)
    shown = [Shown(group[0], tuple(group[1:])) for group in groups]
    return sorted(shown, key=lambda one: (one.best.process, _last_day(one.best), one.best.event_type))


def _last_day(event: Event) -> date:
    """The end of what was stated: a month's events stand behind those of its days."""
    months = {"day": 0, "month": 1, "season": 3, "year": 12}[event.precision]
    if not months:
        return event.event_date
    index = event.event_date.year * 12 + event.event_date.month - 1 + months
    return date(index // 12, index % 12 + 1, 1) - timedelta(days=1)


def _is_same(better: Event, event: Event) -> bool:
    same_thing = (
        better.process_id == event.process_id
        and better.event_type == event.event_type
        and (better.subject == event.subject or not better.subject or not event.subject)
    )
    return same_thing and is_within(better.event_date, better.precision, event.event_date, event.precision)


def combined_entities(related: Sequence[Related], newest: Mapping[UUID, int]) -> list[Shown]:
    """One line for each process, entity and part. Whoever the newest report no longer names as lead led it before.

    `newest` maps each process to its newest report's document.
    """
    leads_now = {
        (one.process_id, one.entity_id)
        for one in related
        if one.relation == "led_by" and newest.get(one.process_id) == one.document_id
    }
    has_leads = {process for process, _ in leads_now}
    groups: dict[tuple[UUID, UUID, str], list[Related]] = {}
    for one in related:
        groups.setdefault((one.process_id, one.entity_id, one.role), []).append(one)
    shown = []
    for group in groups.values():
        ordered = sorted(group, key=lambda one: (newest.get(one.process_id) != one.document_id, one.since is None))
        best = ordered[0]
        is_lead = best.relation in ("led_by", "formerly_led_by")
        replaced = any(one.relation == "formerly_led_by" for one in group)
        superseded = best.process_id in has_leads and (best.process_id, best.entity_id) not in leads_now
        relation = "formerly_led_by" if is_lead and (replaced or superseded) else best.relation
        shown.append(Shown(best, tuple(ordered[1:]), relation))
    order = list(lexicon("wording")["relations"])
    return sorted(shown, key=lambda one: (one.best.process, order.index(one.relation)))


def event_shape(shown: Shown) -> dict[str, Any]:
    """An event as JSON gives it."""
    event: Event = shown.best
    return {
        "process": event.process, "event_type": event.event_type, "event_date": str(event.event_date),
        "precision": event.precision, "actors": list(event.actors), "filename": event.filename,
        "source_page": event.source_page, "source_excerpt": event.source_excerpt, "id": str(event.id),
        "stated": event.stated, "subject": event.subject, "confidence": event.confidence, "made_by": event.made_by,
        "also": [_source(other) for other in shown.others],
    }  # fmt: skip


def entity_shape(shown: Shown, aliases: Mapping[UUID, Sequence[Mapping[str, object]]]) -> dict[str, Any]:
    """An entity and its relation as JSON gives it; dates are cut to what was stated: "2018-10", "2018"."""
    one: Related = shown.best
    return {
        "name": one.name, "type": one.type, "role": one.role, "relation": shown.relation, "process": one.process,
        "from": cut_date(one.since, one.since_precision), "to": cut_date(one.until, one.until_precision),
        "filename": one.filename, "source_page": one.source_page, "source_excerpt": one.source_excerpt,
        "id": str(one.entity_id), "confidence": one.confidence, "made_by": one.made_by,
        "aliases": [dict(alias) for alias in aliases.get(one.entity_id, ())],
        "also": [_source(other) for other in shown.others],
    }  # fmt: skip


def _source(one: Any) -> dict[str, Any]:
    return {"filename": one.filename, "source_page": one.source_page, "source_excerpt": one.source_excerpt}


def cut_date(day: date | None, precision: str | None) -> str | None:
    """A date no more precise than it was stated."""
    if day is None:
        return None
    return {"day": str(day), "month": f"{day:%Y-%m}"}.get(precision or "", f"{day:%Y}")


def shown_date(event: Event) -> str:
    """A date for people, in Swedish and no more precise than it was stated."""
    if event.precision == "day":
        return f"{event.event_date.day} {_month(event.event_date)} {event.event_date.year}"
    if event.precision == "month":
        return f"{_month(event.event_date)} {event.event_date.year}"
    return str(event.event_date.year) if event.precision == "year" else event.stated


def _month(day: date) -> str:
    return str(lexicon("wording")["months"]["names"][day.month - 1])


def newest_reports(documents: Iterable[ProcessDocument]) -> dict[UUID, int]:
    """The newest report of each process, by its number."""
    best: dict[UUID, tuple[tuple[int, ...], int]] = {}
    for document in documents:
        digits = "".join(letter if letter.isdigit() else " " for letter in document.number).split()
        number = tuple(int(digit) for digit in digits)
        is_newer = document.process_id not in best or number > best[document.process_id][0]
        if document.role in REPORTS and is_newer:
            best[document.process_id] = number, document.document_id
    return {process_id: document_id for process_id, (_, document_id) in best.items()}


def period(one: Related) -> str:
    """Since and until when, for people: "2015-11-05–2017-06-30"."""
    since, until = cut_date(one.since, one.since_precision), cut_date(one.until, one.until_precision)
    return f"{since or ''}–{until or ''}" if since or until else ""


def label(kind: str, key: str | None) -> str:
    """The Swedish words for a stage, an event type, a relation or a document's role."""
    return str(lexicon("wording")[kind].get(key or "", key or ""))

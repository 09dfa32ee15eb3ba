"""A calendar file of an inquiry's deadlines, each with its source: RFC 5545, all-day events."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from sleuth.agents.detectives.views import Shown, label
from sleuth.store.inquiries.events import Event

DEADLINES = ("report_due", "comments_due", "in_force_proposed")
_LINE = 75  # octets


def calendar_file(shown: Sequence[Shown], titles: dict[str, str], now: datetime | None = None) -> str:
    """The deadlines among events; one that is only known by its month takes the whole month."""
    stamp = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sleuth//Detectives//SV", "CALSCALE:GREGORIAN"]
    for event in _in_force(shown):
        lines += _event(event, titles.get(event.process, ""), stamp)
    return "\r\n".join(folded for line in [*lines, "END:VCALENDAR"] for folded in _fold(line)) + "\r\n"


def _in_force(shown: Sequence[Shown]) -> list[Event]:
    """Of each process's deadlines of a kind the last: it replaces those before."""
    last: dict[tuple[str, str, str], Event] = {}
    for one in shown:
        event = one.best
        if event.event_type in DEADLINES and event.precision in ("day", "month"):
            last[event.process, event.event_type, event.subject] = event
    return list(last.values())


def _event(event: Event, title: str, stamp: str) -> Iterator[str]:
    of = event.subject or title
    what = f"{label('events', event.event_type)}: {of}" if of else label("events", event.event_type)
    excerpt = " ".join(event.source_excerpt.split())
    source = f"{event.process}\n”{excerpt}”\n{event.filename}, s. {event.source_page}"
    yield "BEGIN:VEVENT"
    yield f"UID:{event.id}@sleuth"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART;VALUE=DATE:{event.event_date:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{_end(event):%Y%m%d}"
    yield f"SUMMARY:{_escaped(what)}"
    yield f"DESCRIPTION:{_escaped(source)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _end(event: Event) -> date:
    """The day after the last one."""
    if event.precision == "day":
        return event.event_date + timedelta(days=1)
    return (event.event_date.replace(day=28) + timedelta(days=4)).replace(day=1)


def _escaped(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r", ""), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return text


def _fold(line: str) -> Iterator[str]:
    """A line of at most 75 octets, and what goes on in the next ones behind a blank; no character is divided."""
    piece, room = "", _LINE
    for character in line:
        size = len(character.encode())
        if size > room:
            yield piece
            piece, room = " ", _LINE - 1
        piece += character
        room -= size
    yield piece

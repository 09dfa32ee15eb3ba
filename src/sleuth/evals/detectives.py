"""How well inquiries are read: front matter of reports, press releases that name an investigator or do not, web pages.

The split is by what was read before the rules were written: `LOOKED_AT` are those reports, and every sixth press
release and every sixteenth web page; the others were counted once, unread, and the figures kept in docs/evaluation.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sleuth.agents.detectives.citing import Citer
from sleuth.agents.detectives.happenings import Happening
from sleuth.agents.detectives.identity import Identity, identify
from sleuth.agents.detectives.metadata import Connection, Metadata, read_metadata
from sleuth.agents.detectives.names import folded_name
from sleuth.agents.detectives.running import Running, running
from sleuth.agents.detectives.timeline import read_timeline
from sleuth.config import Settings
from sleuth.evals.figures import DETECTIVES, Figure, halved
from sleuth.evals.rows import rows
from sleuth.evidence.source import Page
from sleuth.ingest.sandbox import read_file

LOOKED_AT = frozenset({"SOU_2018-22.pdf", "SOU_2014-67.pdf", "SOU_2020-14.pdf", "SOU_2013-52.pdf", "Dir_2016_15.pdf"})
_PRESS_STEP, _PAGES_STEP = 6, 16

Judged = dict[str, list[tuple[bool, float]]]  # measure → (was the case read before?, how right)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rules make of one document."""

    identity: Identity | None
    events: tuple[Happening, ...]
    metadata: Metadata
    quotes: tuple[int, int]  # citations that are located on their page, of all

    def leads(self, relation: str = "led_by") -> set[str]:
        """The names of those who lead, or led, folded."""
        people = (one for one in self.metadata.connections if one.type == "person")
        return {folded_name(one.name) for one in people if one.relation == relation}

    def name_of(self, type_: str, relation: str) -> str | None:
        """The first entity of a type and relation."""
        found = (one.name for one in self.metadata.connections if (one.type, one.relation) == (type_, relation))
        return next(found, None)


def read_document(pages: Sequence[Page], today: date) -> Reading:
    """Read the pages of one document as the specialists do."""
    text = running(pages)
    identity = identify(text)
    known = identity or Identity("announcement")
    events = read_timeline(text, known, today)
    metadata = read_metadata(text, known, today)
    return Reading(identity, events, metadata, _quotes(pages, text, events, metadata.connections))


def _quotes(
    pages: Sequence[Page], text: Running, events: Sequence[Happening], connections: Sequence[Connection]
) -> tuple[int, int]:
    citer = Citer(pages)
    by_number = {page.number: page.text for page in pages}
    made = [
        citer.cite(text.span(e.start, e.end), text.span(e.date_start, e.date_end), text.span(*e.who) if e.who else None)
        for e in events
    ]
    made += [citer.cite(text.span(c.start, c.end), text.span(c.name_start, c.name_end)) for c in connections]
    cited = [one for one in made if one is not None]
    verbatim = [one for one in cited if all(part.strip() in by_number[one.page] for part in one.excerpt.split("..."))]
    return len(verbatim), len(cited)


def detective_figures(data: Path, settings: Settings) -> list[Figure]:
    """The measures of the sets that the data holds."""
    found: list[Figure] = []
    for key, measure in (("sou", reports), ("press_sv", press), ("sou_pages_sv", web_pages)):
        if is_there(data, key):
            found += [_figure(key, name, judged) for name, judged in measure(data, settings).items()]
    return found


def is_there(data: Path, key: str) -> bool:
    """Whether the data holds a set."""
    return any((data / kind / key).is_dir() for kind in ("redistributable", "internal_only"))


def reports(data: Path, settings: Settings) -> Judged:
    """Investigators, roles, committee, ministry and month of reports; quotes on their page; who was invented."""
    folder = data / "redistributable" / "sou"
    judged: Judged = {}
    for gold in rows(folder / "gold.jsonl"):
        reading = read_document(read_file(folder / "pdf" / gold["filename"], settings).pages, date.today())
        seen = gold["filename"] in LOOKED_AT
        for measure, value in _report(reading, gold):
            judged.setdefault(measure, []).append((seen, value))
    for gold in rows(folder / "gold_directives.jsonl"):
        reading = read_document(read_file(folder / "pdf" / gold["filename"], settings).pages, date.today())
        for measure, value in _directive(reading, gold):
            judged.setdefault(measure, []).append((gold["filename"] in LOOKED_AT, value))
    return judged


def _report(reading: Reading, gold: dict[str, Any]) -> Iterator[tuple[str, float]]:
    now = {folded_name(one["name"]) for one in gold["lead"] if "tidigare" not in one["role"]}
    former = {folded_name(one["name"]) for one in gold["lead"] if "tidigare" in one["role"]}
    yield "who leads", float(reading.leads() == now)
    yield "who led before", float(reading.leads("formerly_led_by") == former)
    yield "invented leads", float(len((reading.leads() | reading.leads("formerly_led_by")) - now - former))
    roles = {(folded_name(one["name"]), one["role"].split(" (")[0]) for one in gold["lead"]}
    read = {(folded_name(c.name), c.role) for c in reading.metadata.connections if folded_name(c.name) in now | former}
    yield "role", float(roles <= read)
    if gold["committee"]:
        yield "committee", float(reading.name_of("committee", "conducted_by") == gold["committee"])
    ministry = reading.name_of("ministry", "commissioned_by")
    is_stated = gold["ministry_in_text"] or gold["committee_code"]
    yield "ministry", float(ministry in (gold["ministry_at_time"] or ()) or (not is_stated and ministry is None))
    months = {
        str(e.moment.day)[:7] for e in reading.events if e.type == "sou_published" and e.moment.precision != "year"
    }
    stated = gold["handover_month_in_text"]
    yield "month of the report", float(months == ({stated} if stated else set()))
    yield "quotes verbatim on their page", reading.quotes[0] / max(1, reading.quotes[1])


def _directive(reading: Reading, gold: dict[str, Any]) -> Iterator[tuple[str, float]]:
    dates = {(event.type, str(event.moment.day)) for event in reading.events}
    yield "decision of the directive", float(("directive_issued", gold["decision_date"]) in dates)
    due = {day for kind, day in dates if kind == "report_due"}
    yield "deadline of the directive", float(due == {gold["report_deadline"]})
    yield "ministry", float(reading.name_of("ministry", "commissioned_by") == gold["ministry_in_text"])
    yield "invented leads", float(len(reading.leads()))


def press(data: Path, settings: Settings) -> Judged:
    """Press releases: the investigator named, or nobody where nobody is."""
    judged: Judged = {}
    for number, item in enumerate(rows(data / "internal_only" / "press_sv" / "items.jsonl")):
        found = _text_reading(item["text"]).leads()
        seen = number % _PRESS_STEP == 0
        if item["lead"] is None:
            judged.setdefault("abstains where nobody is named", []).append((seen, float(not found)))
        else:
            judged.setdefault("names the investigator", []).append((seen, float(found == {folded_name(item["lead"])})))
            judged.setdefault("names another", []).append((seen, float(bool(found - {folded_name(item["lead"])}))))
    return judged


def web_pages(data: Path, settings: Settings) -> Judged:
    """Pages about reports: they hardly ever name who leads, and a date only of the report's handing over."""
    judged: Judged = {}
    for number, item in enumerate(rows(data / "internal_only" / "sou_pages_sv" / "pages.jsonl")):
        reading = _text_reading(item["text"])
        seen = number % _PAGES_STEP == 0
        judged.setdefault("names nobody", []).append((seen, float(not reading.leads())))
        events = [event for event in reading.events if event.type == "sou_published"]
        right = all(str(event.moment.day)[:4] == item["published"][:4] for event in events)
        judged.setdefault("no date of publication that is wrong", []).append((seen, float(right)))
    return judged


def _text_reading(text: str) -> Reading:
    return read_document((Page(1, text, "whole"),), date.today())


def _figure(key: str, measure: str, judged: Sequence[tuple[bool, float]]) -> Figure:
    looked = [value for seen, value in judged if seen]
    unread = [value for seen, value in judged if not seen]
    return halved(DETECTIVES, key, measure, looked, unread)

"""Who and what an inquiry is connected with: people and their parts, committee, ministry, bodies, laws."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from sleuth.agents.detectives.appointments import Appointment, all_appointments, put_together, read_appointments
from sleuth.agents.detectives.happenings import Happening
from sleuth.agents.detectives.identifiers import ministry_of
from sleuth.agents.detectives.identity import REPORTS, Identity, letter_start, own_part
from sleuth.agents.detectives.laws import read_laws
from sleuth.agents.detectives.moments import Moment
from sleuth.agents.detectives.names import (
    body_type,
    folded_name,
    read_bodies,
    read_ministries,
    read_names,
    why_no_person,
)
from sleuth.agents.detectives.running import Running
from sleuth.agents.detectives.timeline import read_timeline
from sleuth.agents.detectives.words import pattern

EntityType = Literal["person", "committee", "ministry", "agency", "organisation", "law"]


@dataclass(frozen=True, slots=True)
class Connection:
    """One entity and its relation to the process, as a document states it. Offsets are of the running text."""

    type: str  # an EntityType
    name: str
    # led_by, formerly_led_by, conducted_by, commissioned_by, assisted_by, advised_by, has_member, consulted,
    # refers_to, related_to
    relation: str
    start: int  # of the statement
    end: int
    name_start: int
    name_end: int
    role: str = ""
    since: Moment | None = None
    until: Moment | None = None
    number: str = ""  # of a law or a committee
    aliases: tuple[str, ...] = ()
    confidence: str = "high"


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a document states, and what was refused with the reason."""

    connections: tuple[Connection, ...]
    rejected: tuple[tuple[str, str], ...] = field(default=())  # (name, reason)


def read_metadata(text: Running, identity: Identity, today: date) -> Metadata:
    """Everybody and everything that the document connects with the process, each once."""
    reader = _Reader(text, identity, today, read_timeline(text, identity, today))
    people = list(reader.people())
    rejected = tuple((one.name, why) for one in people if (why := why_no_person(one.name)))
    kept = [one for one in people if not why_no_person(one.name)]
    found = [*kept, *reader.committee(), *reader.ministries(), *reader.bodies(), *reader.laws()]
    return Metadata(tuple(_each_once(found)), (*rejected, *reader.placeholders()))


def _each_once(found: Sequence[Connection]) -> Iterator[Connection]:
    seen: set[tuple[str, str, str]] = set()
    named: set[tuple[str, str]] = set()
    for one in found:
        key = one.type, one.number or folded_name(one.name), one.role
        is_mention = one.relation == "related_to"
        if key in seen or (is_mention and key[:2] in named):
            continue
        seen.add(key)
        named.add(key[:2])
        yield one


@dataclass(frozen=True, slots=True)
class _Reader:
    text: Running
    identity: Identity
    today: date
    events: Sequence[Happening]

    def people(self) -> Iterator[Connection]:
        """Those appointed, with the lead of now told from the leads before; and those who only signed."""
        appointed = self._appointments()
        leads = [one for one in appointed if one.role.is_lead]
        signers = self._signers()
        for one in appointed:
            relation = one.role.relation
            if one.role.is_lead and _is_former(one, leads, signers, self._handed_over()):
                relation = "formerly_led_by"
            yield _person(one, relation)
        known = {folded_name(one.name) for one in appointed}
        for signer in signers:
            if folded_name(signer.name) not in known and not leads:
                yield signer

    def _appointments(self) -> tuple[Appointment, ...]:
        start, end = own_part(self.identity.role, self.text)
        found = all_appointments(self.text, start, end, self.today)
        if any(one.role.is_lead for one in found) or self.identity.role not in REPORTS:
            return found
        whole = read_appointments(list(self.text.sentences()), self.today)
        return put_together([*found, *(one for one in whole if one.role.is_lead and self._is_own(one))])

    def _is_own(self, one: Appointment) -> bool:
        """Whether an appointment outside the front matter is of this inquiry: its sentence says "utredningen"."""
        statement = self.text.text[one.start : one.end]
        return re.search(r"\b(?:denna\s+utredning|utredningen|kommittén|vårt\s+uppdrag)\b", statement) is not None

    def _handed_over(self) -> date | None:
        published = [one for one in self.events if one.type == "sou_published" and one.moment.precision != "year"]
        return published[0].moment.day if published else None

    def _signers(self) -> list[Connection]:
        """Who signs the letter, before the stroke that the secretaries stand behind."""
        closing = self._closing()
        if closing is None:
            return []
        lines = [
            line for line in self.text.lines() if closing.end < line.start < closing.end + 400 and line.text.strip()
        ]
        if not lines:
            return []
        first = lines[0]
        before_stroke = first.text.split("/")[0]
        found = []
        for named in read_names(before_stroke):
            begin, end = first.start + named.start, first.start + named.end
            role = "undertecknare"
            found.append(Connection("person", named.name, "related_to", closing.start, first.end, begin, end, role))
        return found

    def _closing(self) -> Happening | None:
        if self.identity.role not in REPORTS:
            return None
        begin = letter_start(self.text)
        ends_letter = (e for e in self.events if e.type == "sou_published" and begin is not None and e.start > begin)
        return next((e for e in ends_letter if "\n" not in self.text.text[e.start : e.end].strip()), None)

    def committee(self) -> Iterator[Connection]:
        """The inquiry itself, under the name that it has taken."""
        place = self.identity.places.get("committee")
        if self.identity.committee and place:
            code = next((found.value for found in self.identity.belongs if found.kind == "committee"), "")
            yield Connection(
                "committee", self.identity.committee, "conducted_by", *place, *place, "kommitté", number=code
            )

    def ministries(self) -> Iterator[Connection]:
        """The ministry that the report is addressed to, or that signs the directive; else the one of its code."""
        found = list(self._stated_ministries())
        yield from found
        if not any(one.relation == "commissioned_by" for one in found):
            yield from self._ministry_of_code()

    def _stated_ministries(self) -> Iterator[Connection]:
        text = self.text.text
        for body in read_ministries(text):
            before, behind = text[max(0, body.start - 80) : body.start], text[body.end : body.end + 4]
            address = _ADDRESSED.search(before)
            addressed = address is not None
            signs = before.rstrip(" \n").endswith("(") and behind.lstrip().startswith(")")
            alone = text[max(0, body.start - 1) : body.start] in ("", "\n", "(")
            is_signed = signs and alone and self.identity.role not in (*REPORTS, "announcement") and _opens_line(before)
            if addressed or is_signed:
                connection = _body("ministry", body.name, "commissioned_by", body.start, body.end, "uppdragsgivare")
                start = body.start - len(before) + address.start() if address else body.start
                yield replace(connection, start=start)
                return

    def _ministry_of_code(self) -> Iterator[Connection]:
        code = next((found for found in self.identity.belongs if found.kind == "committee"), None)
        name = ministry_of(code.value) if code else None
        if code and name:
            end = code.end + (self.text.text[code.end : code.end + 1] == ")")
            connection = _body("ministry", name, "commissioned_by", code.start, end, "uppdragsgivare")
            yield replace(connection, number=code.value, confidence="medium")

    def bodies(self) -> Iterator[Connection]:
        """Who was consulted, by a list of them; and bodies that are named, where first."""
        if self.identity.role == "consultation":
            yield from self._consulted()
        for body in read_bodies(self.text.text):
            yield _body(body.type, body.name, "related_to", body.start, body.end, "omnämnd")

    def _consulted(self) -> Iterator[Connection]:
        """The lines under "Remissinstanser", with or without numbers."""
        is_list = False
        for line in self.text.lines():
            stripped = line.text.strip().lstrip("# ")
            if re.fullmatch(r"Remissinstanser(?:na)?:?|Sändlista:?|Remisslista:?", stripped, re.IGNORECASE):
                is_list = True
                continue
            entry = _ENTRY.match(line.text)
            if not is_list or not stripped:
                continue
            if entry is None or len(stripped) > 110 or stripped.endswith("."):
                is_list = entry is not None and not stripped.endswith(".")
                continue
            name = " ".join(entry["name"].split())
            if name.casefold().endswith("departementet") or read_names(name):
                continue
            start, end = line.start + entry.start("name"), line.start + entry.end("name")
            role = "remissinstans"
            yield Connection(body_type(name), name, "consulted", line.start, line.end, start, end, role)

    def laws(self) -> Iterator[Connection]:
        """Each law referred to, where first."""
        for law in read_laws(self.text.text):
            yield Connection(
                "law", law.name, "refers_to", law.start, law.end, law.start, law.end, "författning", number=law.number
            )

    def placeholders(self) -> Iterator[tuple[str, str]]:
        """Those who are said to act under their part's name alone, as "Utredaren presenterade …"."""
        start, end = own_part(self.identity.role, self.text)
        seen: set[str] = set()
        for sentence in self.text.sentences(start, min(end, start + 20_000)):
            first = re.match(r"[A-ZÅÄÖ][\wåäö]+", sentence.text)
            reason = why_no_person(first[0]) if first else ""
            if first and reason in ("placeholder", "ministry") and first[0] not in seen:
                seen.add(first[0])
                yield first[0], reason


_ADDRESSED = pattern("metadata", "addressed")
_ENTRY = pattern("metadata", "entry")


def _opens_line(before: str) -> bool:
    return before.rstrip(" (").endswith("\n") or not before.rstrip(" (\n")


def _body(type_: str, name: str, relation: str, start: int, end: int, role: str) -> Connection:
    return Connection(type_, name, relation, start, end, start, end, role)


def _person(one: Appointment, relation: str) -> Connection:
    return Connection(
        "person",
        one.name,
        relation,
        one.start,
        one.end,
        one.name_start,
        one.name_end,
        one.role.name,
        one.since,
        one.until,
        aliases=(one.also,) if one.also else (),
    )


def _is_former(
    one: Appointment, leads: Sequence[Appointment], signers: Sequence[Connection], handed_over: date | None
) -> bool:
    """Whether a lead had left before the report: the text says until when, or who came instead and signs."""
    if one.replaced_by:
        return True
    others = [other for other in leads if other.role == one.role and other is not one]
    if one.until is not None:
        month_before = handed_over is not None and (one.until.day.year, one.until.day.month) < (
            handed_over.year,
            handed_over.month,
        )
        followed = any(other.since is not None and other.since.day >= one.until.day for other in others)
        return month_before or followed or handed_over is None
    signed = {folded_name(signer.name) for signer in signers}
    later = [other for other in others if one.since and other.since and other.since.day > one.since.day]
    return any(folded_name(other.name) in signed for other in later) and folded_name(one.name) not in signed

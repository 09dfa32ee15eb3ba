"""What happened in an inquiry and when, as its documents state it. No date is inferred; none is more than was said."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sleuth.agents.detectives.appointments import Appointment, all_appointments
from sleuth.agents.detectives.happenings import Happening, actors, best_of
from sleuth.agents.detectives.identifiers import Identifier, read_identifiers
from sleuth.agents.detectives.identity import REPORTS, Identity, front_end, letter_start, own_part
from sleuth.agents.detectives.moments import Moment, read_moments
from sleuth.agents.detectives.running import Running, Sentence
from sleuth.agents.detectives.words import pattern

_HANDED = pattern("timeline", "handed")
_PUBLISHED = pattern("timeline", "published")
_REPORT = pattern("timeline", "report")
_HANDED_OBJECT = pattern("timeline", "handed_object")
_NOT_YET = pattern("timeline", "not_yet")
_INTERIM = pattern("timeline", "interim")
_DECIDED = pattern("timeline", "decided")
_DECIDES_AFTER = pattern("timeline", "decides_after")
_SUPPLEMENT = pattern("timeline", "supplement")
_FORMED = pattern("timeline", "formed")
_GIVEN_MISSION = pattern("timeline", "given_mission")
_DUE = pattern("timeline", "due")
_MISSION = pattern("timeline", "mission")
_PART = pattern("timeline", "part")
_CLOSING = pattern("timeline", "closing")
_PLACE_ONLY = pattern("timeline", "place_only")
_COMMENTS = pattern("timeline", "comments")
_SENT = pattern("timeline", "sent")
_TO_COUNCIL = pattern("timeline", "to_council")
_EFFECT = pattern("timeline", "effect")
_WITHDRAWN = pattern("timeline", "withdrawn")
_PROPOSED = pattern("timeline", "proposed")
_ISSUED_BILL = pattern("timeline", "issued_bill")


def read_timeline(text: Running, identity: Identity, today: date) -> tuple[Happening, ...]:
    """The events that a document states, in the order of its text; of what it says twice the more precise."""
    return _Reader(text, identity, today).read()


@dataclass(frozen=True, slots=True)
class _Reader:
    text: Running
    identity: Identity
    today: date

    def read(self) -> tuple[Happening, ...]:
        role = self.identity.role
        if role in REPORTS:
            found = [*self._mandate(), *self._published()]
        elif role in ("directive", "supplementary_directive"):
            found = [*self._own_decision(), *self._mandate()]
        elif role == "consultation":
            found = [*self._consultation()]
        elif role in ("council_referral", "bill"):
            found = [*self._proposal()]
        elif role == "statute":
            found = [*self._statute()]
        else:
            found = [*self._mandate(), *self._handed(self._sentences())]
        return best_of(found)

    def _sentences(self) -> list[Sentence]:
        return list(self.text.sentences(*own_part(self.identity.role, self.text)))

    def _moments(self, sentence: Sentence) -> tuple[Moment, ...]:
        return read_moments(sentence.text, self.today)

    def _happening(self, type_: str, sentence: Sentence, moment: Moment, subject: str = "") -> Happening:
        return Happening(
            type_,
            moment,
            sentence.start,
            sentence.end,
            sentence.start + moment.start,
            sentence.start + moment.end,
            subject,
            actors(sentence.text),
        )

    def _mandate(self) -> Iterator[Happening]:
        """How the inquiry came about: directives, who was appointed, when the report is due."""
        sentences = self._sentences()
        for sentence in sentences:
            yield from self._decisions(sentence)
            yield from self._deadlines(sentence)
            yield from self._interim(sentence)
        start, end = own_part(self.identity.role, self.text)
        for appointment in all_appointments(self.text, start, end, self.today):
            yield from self._appointed(appointment)

    def _decisions(self, sentence: Sentence) -> Iterator[Happening]:
        moments = [m for m in self._moments(sentence) if m.precision == "day" and not m.is_deadline]
        decided = [moment for moment in moments if _is_decision(sentence.text, moment)]
        if not decided:
            return
        directives = [found for found in read_identifiers(sentence.text) if found.kind == "dir"]
        own = self.identity.number if self.identity.role == "supplementary_directive" else ""
        for index, directive in enumerate(found for found in directives if found.value != own):
            moment = decided[index] if len(decided) == len(directives) else _nearest(decided, directive)
            type_ = "supplementary_directive" if self._adds(sentence, directive) else "directive_issued"
            yield self._happening(type_, sentence, moment, directive.value)
        formed = _FORMED.search(sentence.text) or (not directives and _GIVEN_MISSION.search(sentence.text))
        if formed and not _SUPPLEMENT.search(sentence.text):
            yield self._happening("committee_formed", sentence, decided[0])

    def _adds(self, sentence: Sentence, directive: Identifier) -> bool:
        """Whether a directive adds to another: the sentence says so, and it is not the first of the mandate."""
        if re.search(r"tilläggsdirektiv", sentence.text[: directive.start], re.IGNORECASE):
            return True
        first = next((found.value for found in self._directives()), directive.value)
        return directive.value != first and (
            _SUPPLEMENT.search(sentence.text) is not None or self.identity.role in REPORTS
        )

    def _directives(self) -> Iterator[Identifier]:
        """The directives of the process, the oldest first."""
        known = [found for found in self.identity.belongs if found.kind == "dir"]
        return iter(sorted(known, key=lambda found: _number(found.value)))

    def _deadlines(self, sentence: Sentence) -> Iterator[Happening]:
        if not (_DUE.search(sentence.text) and _MISSION.search(sentence.text)) or self._is_of_another(sentence):
            return
        subject = "delredovisning" if _PART.search(sentence.text) else ""
        for moment in self._moments(sentence):
            due = moment.is_deadline and moment.precision in ("day", "month")
            before = sentence.text[max(0, moment.start - 130) : moment.start]
            if due and _DUE.search(before) and not _APPOINTED_UNTIL.search(before):
                yield self._happening("report_due", sentence, moment, subject)

    def _is_of_another(self, sentence: Sentence) -> bool:
        """Whether a sentence speaks of another inquiry: by its number, or of a name that it has taken."""
        own = {found.value for found in self.identity.belongs}
        others = [f for f in read_identifiers(sentence.text) if f.kind in ("committee", "dir") and f.value not in own]
        is_report = self.identity.role in REPORTS
        return bool(others) or (not is_report and "antagit namnet" in sentence.text and not self.identity.committee)

    def _interim(self, sentence: Sentence) -> Iterator[Happening]:
        if not _INTERIM.search(sentence.text) or _NOT_YET.search(sentence.text):
            return
        reports = [found for found in read_identifiers(sentence.text) if found.kind == "sou"]
        others = [found for found in reports if found.value != self.identity.number]
        moments = [m for m in self._moments(sentence) if m.precision != "year" and not m.is_deadline]
        if len(others) == len(moments) or len(others) == 1:
            for report, moment in zip(others, moments, strict=False):
                yield self._happening("interim_report", sentence, moment, report.value)

    def _appointed(self, appointment: Appointment) -> Iterator[Happening]:
        if not appointment.role.is_lead:
            return
        for type_, moment in (
            ("investigator_appointed", appointment.since),
            ("investigator_dismissed", appointment.until),
        ):
            place = self._place_of(appointment, moment)
            if moment is not None and place is not None:
                start, end = min(appointment.start, place[0]), max(appointment.end, place[1])
                name = appointment.name_start, appointment.name_end
                yield Happening(type_, moment, start, end, *place, appointment.name, who=name)

    def _place_of(self, appointment: Appointment, moment: Moment | None) -> tuple[int, int] | None:
        """Where an appointment's date stands: in its sentence, or in the one that "samma dag" means."""
        if moment is None:
            return None
        here = Sentence(  # of a list's line
            appointment.start, appointment.end, self.text.text[appointment.start : appointment.end]
        )
        sentences = self._sentences()
        before = [sentence for sentence in sentences if sentence.start <= appointment.end]
        for sentence in (here, *reversed(before), *sentences[len(before) :]):
            for found in self._moments(sentence):
                if (found.day, found.stated) == (moment.day, moment.stated):
                    return sentence.start + found.start, sentence.start + found.end
        return None

    def _published(self) -> Iterator[Happening]:
        """When a report was handed over and published: what says so, the date that closes the letter, the imprint."""
        stated = [*self._handed(self._sentences())]
        if not stated:
            stated = [*self._closing()]
        if not stated:
            stated = [*self._handed(list(self.text.sentences()), own_only=True)]
        yield from stated
        if not any(found.type == "sou_published" for found in stated):
            yield from self._imprint()

    def _handed(self, sentences: Sequence[Sentence], own_only: bool = False) -> Iterator[Happening]:
        for sentence in sentences:
            handed = _HANDED.search(sentence.text)
            verb = handed or _PUBLISHED.search(sentence.text)
            if (
                verb is None
                or not _HANDED_OBJECT.search(sentence.text)
                or _NOT_YET.search(_clause(sentence.text, verb))
            ):
                continue
            reports = [found.value for found in read_identifiers(sentence.text) if found.kind == "sou"]
            number = self.identity.number
            is_other = (bool(reports) and number not in reports and bool(number)) or (
                own_only and number not in reports
            )
            if is_other or (_INTERIM.search(sentence.text) and self.identity.role != "interim_report"):
                continue
            moments = [m for m in self._moments(sentence) if m.precision != "year" and not m.is_deadline]
            near = [
                moment
                for moment in moments
                if not _is_decision(sentence.text, moment) and not _AS_TITLE.search(sentence.text[: moment.start])
            ]
            if near:
                moment = min(near, key=lambda found: min(abs(found.start - verb.end()), abs(verb.start() - found.end)))
                subject = number or (reports[0] if reports else "")
                if handed:
                    yield self._happening("handed_over", sentence, moment, subject)
                yield self._happening("sou_published", sentence, moment, subject)

    def _closing(self) -> Iterator[Happening]:
        """ "Stockholm i mars 2020", the line that closes the letter "Till statsrådet …"."""
        begin = letter_start(self.text)
        if begin is None:
            return
        for line in self.text.lines():
            if not begin < line.start < front_end(self.text):
                continue
            closing = _CLOSING.match(line.text)
            moment = self._whole_date(line) if closing and _PLACE_ONLY.match(line.text.strip()) else None
            if moment is not None:
                sentence = Sentence(line.start, line.end, line.text)
                yield self._happening("handed_over", sentence, moment, self.identity.number)
                yield self._happening("sou_published", sentence, moment, self.identity.number)
                return

    def _whole_date(self, line: Sentence) -> Moment | None:
        """The date that ends a line, when nothing but a place stands before it."""
        moments = [moment for moment in self._moments(line) if moment.precision in ("day", "month", "season")]
        if not moments or line.text[moments[-1].end :].strip(" ."):
            return None
        before = re.sub(r"\b(?:i|den)\b|,", " ", line.text[: moments[-1].start])
        return moments[-1] if len(before.split()) <= 2 else None

    def _imprint(self) -> Iterator[Happening]:
        """ "Stockholm 2014" on the cover: a year, and no more."""
        for line in self.text.lines():
            if self.text.page(line.start) > self.text.places[0][0] + 4:
                return
            if _IMPRINT.match(line.text):
                moments = [moment for moment in self._moments(line) if moment.precision == "year"]
                if moments:
                    yield self._happening("sou_published", line, moments[0], self.identity.number)
                    return

    def _own_decision(self) -> Iterator[Happening]:
        """ "Beslut vid regeringssammanträde den …" in a directive's head."""
        type_ = "directive_issued" if self.identity.role == "directive" else "supplementary_directive"
        for sentence in self._sentences()[:40]:
            if re.search(r"Beslut\s+vid\s+regeringssammanträde", sentence.text, re.IGNORECASE):
                for moment in self._moments(sentence)[:1]:
                    if moment.precision == "day":
                        yield self._happening(type_, sentence, moment, self.identity.number)
                        return

    def _consultation(self) -> Iterator[Happening]:
        subject = next((found.value for found in self.identity.belongs if found.kind == "sou"), "")
        for sentence in self._sentences():
            for moment in self._moments(sentence):
                if moment.is_deadline and _COMMENTS.search(sentence.text):
                    yield self._happening("comments_due", sentence, moment, subject)
        for line in self.text.lines():
            if line.start > 2_500:
                break
            dated = self._whole_date(line)
            if dated is not None and dated.precision == "day" and not dated.is_deadline:
                yield self._happening("consultation_sent", line, dated, subject)
                break

    def _proposal(self) -> Iterator[Happening]:
        """Of a bill or a referral: when it was decided on, what it says of the way there, from when it is to hold."""
        own = "bill" if self.identity.role == "bill" else "council_referral"
        yield from self._dated_decision(own)
        for sentence in self._sentences():
            moments = [moment for moment in self._moments(sentence) if moment.precision in ("day", "month")]
            if _TO_COUNCIL.search(sentence.text) and not _NOT_YET.search(sentence.text):
                yield from (self._happening("council_referral", sentence, m) for m in moments[:1] if not m.is_deadline)
            if _SENT.search(sentence.text) and _REPORT.search(sentence.text):
                yield from (self._happening("consultation_sent", sentence, m) for m in moments[:1] if not m.is_deadline)
            if _WITHDRAWN.search(sentence.text) and not _NOT_YET.search(sentence.text):
                yield from (self._happening("bill_withdrawn", sentence, m) for m in moments[:1])
            if _EFFECT.search(sentence.text) and _PROPOSED.search(sentence.text):
                yield from self._effects(sentence, moments)

    def _effects(self, sentence: Sentence, moments: Sequence[Moment]) -> Iterator[Happening]:
        for effect in _EFFECT.finditer(sentence.text):
            following = [moment for moment in moments if 0 <= moment.start - effect.end() < 30]
            yield from (self._happening("in_force_proposed", sentence, moment) for moment in following[:1])

    def _dated_decision(self, type_: str) -> Iterator[Happening]:
        handed = _ISSUED_BILL.search(self.text.text)
        if handed is None:
            return
        for line in self.text.lines():
            if not handed.start() < line.start < handed.end() + 300:
                continue
            moment = self._whole_date(line)
            if moment is not None and moment.precision == "day":
                yield self._happening(type_, line, moment, self.identity.number)
                return

    def _statute(self) -> Iterator[Happening]:
        for sentence in self._sentences():
            moments = [moment for moment in self._moments(sentence) if moment.precision == "day"]
            effect = _EFFECT.search(sentence.text)
            if effect and re.search(r"\b(?:[Dd]enna|[Ll]agen|[Ff]örordningen)\b", sentence.text[: effect.start()]):
                following = [moment for moment in moments if 0 <= moment.start - effect.end() < 30]
                yield from (self._happening("in_force", sentence, m, self.identity.number) for m in following[:1])


_IMPRINT = pattern("timeline", "imprint")
_AS_TITLE = pattern("timeline", "as_title")
_APPOINTED_UNTIL = pattern("timeline", "appointed_until")


def _is_decision(text: str, moment: Moment) -> bool:
    """Whether a date is that of a decision of the government."""
    return bool(_DECIDED.search(text[: moment.start]) or _DECIDES_AFTER.match(text[moment.end :]))


def _nearest(moments: Sequence[Moment], identifier: Identifier) -> Moment:
    """The last date before a number, else the first behind it."""
    before = [moment for moment in moments if moment.end <= identifier.start]
    return before[-1] if before else moments[0]


def _clause(text: str, verb: re.Match[str]) -> str:
    """The words before a verb in its own clause."""
    before = text[: verb.start()]
    return re.split(r"[;:]|,\s+(?:som|vilket|och|men)\b|\bsom\b", before)[-1][-80:]


def _number(value: str) -> tuple[int, int]:
    numbers = [int(part) for part in re.findall(r"\d+", value)]
    return (numbers[0], numbers[-1]) if numbers else (0, 0)

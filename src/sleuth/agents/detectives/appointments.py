"""Who was given which part in an inquiry, since when and until when, as sentences of appointment state it.

A sentence gives a role either before the names ("Som experter förordnades den 17 oktober 2013 N.N. och N.N.") or
behind one ("förordnades N.N. till särskild utredare"). A date likewise stands before the names that it holds for, or
behind each. "Samma dag" is the day of the sentence before, where that one names a single day.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from sleuth.agents.detectives.moments import Moment, read_moments
from sleuth.agents.detectives.names import Named, folded_name, read_names
from sleuth.agents.detectives.roles import Role, given_role, role_before_name, role_behind_name, roles
from sleuth.agents.detectives.running import Running, Sentence
from sleuth.agents.detectives.words import pattern


@dataclass(frozen=True, slots=True)
class Appointment:
    """A person's part, with the places of the statement and of the name in the running text."""

    name: str
    role: Role
    start: int  # of the statement
    end: int
    name_start: int
    name_end: int
    since: Moment | None = None
    until: Moment | None = None
    title: str = ""
    also: str = ""
    replaced_by: str = ""
    in_sentence: bool = True  # false where only a list or a signature says so


class _Mark(NamedTuple):
    """A role as a sentence gives it, and whether words before it give it ("till", "som")."""

    role: Role
    start: int
    end: int


_PERIOD = pattern("appointments", "period")
_APPOSED = pattern("appointments", "apposed")
_APPOINTED = pattern("appointments", "appointed")
_DISMISSED = pattern("appointments", "dismissed")
_REPLACED_BY = pattern("appointments", "replaced_by")
_INSTEAD = pattern("appointments", "instead")
_SAME_DAY = pattern("appointments", "same_day")
_NOT_NOW = pattern("appointments", "not_now")
_UNCERTAIN = pattern("appointments", "uncertain")
_DIRECT = pattern("appointments", "direct")


def read_appointments(sentences: Sequence[Sentence], today: date) -> tuple[Appointment, ...]:
    """Everybody whom the sentences give a part, with what they say of its beginning and its end."""
    found: list[Appointment] = []
    known: dict[str, Role] = {}
    day_before: Moment | None = None
    for sentence in sentences:
        moments = read_moments(sentence.text, today)
        for appointment in _read(sentence, moments, day_before, known):
            known.setdefault(folded_name(appointment.name), appointment.role)
            found.append(appointment)
        day_before = _single_day(sentence, moments) if moments else day_before
    return _with_ends(found)


_LIST_DATES = pattern("appointments", "list_dates")
_UNTIL_ONLY = re.compile(r"\A\W*(?:t\.?\s?o\.?\s?m\.?|till)\b", re.IGNORECASE)
_LIST_LENGTH = 120  # characters of a list's line


def read_lists(lines: Sequence[Sentence], today: date) -> tuple[Appointment, ...]:
    """The people of lists under a role's heading: "Särskilda utredare", and under it "N.N., 2015-11-05 till …"."""
    found: list[Appointment] = []
    role: Role | None = None
    for line in lines:
        stripped = line.text.strip()
        heading = roles().get(_plain(stripped.rstrip(":")))
        if heading is not None:
            role = heading if stripped[:1].isupper() else None
            continue
        if role is None or not stripped:
            continue
        names = read_names(line.text)
        if len(names) == 1 and _is_entry(line, names[0]):
            found.append(_listed(line, names[0], role, today))
        elif names or len(stripped) > 60 or stripped.endswith("."):
            role = None  # prose, or another kind of list
    return tuple(found)


def _is_entry(line: Sentence, named: Named) -> bool:
    behind = line.text[named.end :]
    before = line.text[: named.start].strip()
    is_body_behind = re.fullmatch(r"\s*[,(]\s*[A-ZÅÄÖ][^.]{2,70}", behind) is not None
    is_titled = before == named.title or not before
    return len(line.text) <= _LIST_LENGTH and is_titled and (_LIST_DATES.match(behind) is not None or is_body_behind)


def _listed(line: Sentence, named: Named, role: Role, today: date) -> Appointment:
    moments = [moment for moment in read_moments(line.text, today) if moment.start >= named.end]
    ends_only = len(moments) == 1 and _UNTIL_ONLY.match(line.text[named.end :]) is not None
    since = moments[0] if moments and not ends_only else None
    until = moments[-1] if len(moments) == 2 or ends_only else None
    return replace(_appointment(line, named, _Mark(role, 0, 0), since, until), in_sentence=False)


def _single_day(sentence: Sentence, moments: Sequence[Moment]) -> Moment | None:
    """The day that "samma dag" in the next sentence means; none where a sentence names two, or dismisses somebody."""
    if _DISMISSED.search(sentence.text):
        return None
    days = [moment for moment in moments if moment.precision == "day" and not moment.is_deadline]
    return days[0] if len({moment.day for moment in days}) == 1 else None


def _read(
    sentence: Sentence, moments: Sequence[Moment], day_before: Moment | None, known: dict[str, Role]
) -> Iterator[Appointment]:
    text = sentence.text
    names = read_names(text, known)
    if not names or _UNCERTAIN.search(text):
        return
    gone = [named for named in names if _leaves(text, named, names)]
    yield from _dismissals(sentence, names, gone, moments, known)
    marks = [_Mark(roles()[_plain(found["role"])], *found.span()) for found in given_role().finditer(text)]
    verb = _APPOINTED.search(text)
    if marks and verb:
        coming = [named for named in names if named not in gone]
        yield from _appointed(sentence, coming, marks, moments, day_before)
    else:
        yield from _stated(sentence, names)


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())


def _appointed(
    sentence: Sentence,
    names: Sequence[Named],
    marks: Sequence[_Mark],
    moments: Sequence[Moment],
    day_before: Moment | None,
) -> Iterator[Appointment]:
    text = sentence.text
    dates = _Dates(text, names, moments, day_before)
    for index, named in enumerate(names):
        if _INSTEAD.search(text[: named.start]):
            continue  # "i stället för N.N."
        mark = _mark_of(text, named, index, names, marks)
        if mark is None or _NOT_NOW.search(text[max(0, mark.start - 25) : mark.start]):
            continue
        since, until = dates.of(named)
        yield _appointment(sentence, named, mark, since, until)


def _mark_of(text: str, named: Named, index: int, names: Sequence[Named], marks: Sequence[_Mark]) -> _Mark | None:
    """The role of a name: the one right behind it, else the last before it, else the one that a list ends in."""
    beside = _APPOSED.match(text, named.end)
    if beside:
        return _Mark(roles()[_plain(beside["role"])], beside.start("role"), beside.end("role"))
    following = next((mark for mark in marks if mark.start >= named.end), None)
    next_name = names[index + 1].start if index + 1 < len(names) else len(text)
    if following and following.start < next_name and _DIRECT.match(text[named.end : following.start]):
        return following
    before = [mark for mark in marks if mark.end <= named.start]
    if before:
        direct_to_another = _belongs_to_a_name(text, before[-1], names)
        return None if direct_to_another else before[-1]
    return following if following and _APPOINTED.search(text[named.end : following.start]) else None


def _belongs_to_a_name(text: str, mark: _Mark, names: Sequence[Named]) -> bool:
    """Whether a role stands right behind a name: then it is not that of the names that follow it."""
    owner = next((named for named in reversed(names) if named.end <= mark.start), None)
    return owner is not None and _DIRECT.match(text[owner.end : mark.start]) is not None


@dataclass(frozen=True, slots=True)
class _Dates:
    """Which of a sentence's dates holds for which of its names."""

    text: str
    names: Sequence[Named]
    moments: Sequence[Moment]
    day_before: Moment | None

    def of(self, named: Named) -> tuple[Moment | None, Moment | None]:
        """Since when and until when."""
        useful = list(self._useful())
        ends = [moment for moment in useful if moment.is_deadline or self._ends_a_period(moment)]
        begins = [moment for moment in useful if moment not in ends]
        until = next((m for m in ends if named.end <= m.start < self._next_name(named)), None)
        return self._since(named, begins), until

    def _useful(self) -> Iterator[Moment]:
        return (moment for moment in self.moments if moment.precision in ("day", "month"))

    def _since(self, named: Named, begins: Sequence[Moment]) -> Moment | None:
        first = self.names[0]
        dates_come_first = bool(begins) and begins[0].start < first.start
        same_day = _SAME_DAY.search(self.text)
        if same_day and not any(moment.start < same_day.start() for moment in begins):
            return self.day_before if same_day.start() < named.start or not begins else None
        if same_day:
            return next((moment for moment in reversed(begins) if moment.end <= same_day.start()), None)
        if dates_come_first:
            return next((moment for moment in reversed(begins) if moment.end <= named.start), None)
        return next((moment for moment in begins if moment.start >= named.end), None)

    def _ends_a_period(self, moment: Moment) -> bool:
        """Whether a dash or "till" joins a date to one before it: "29 augusti 2019–15 januari 2020"."""
        return _PERIOD.search(self.text[: moment.start]) is not None

    def _next_name(self, named: Named) -> int:
        return next((other.start for other in self.names if other.start > named.end), len(self.text))


def _appointment(
    sentence: Sentence, named: Named, mark: _Mark, since: Moment | None, until: Moment | None
) -> Appointment:
    return Appointment(
        named.name,
        mark.role,
        sentence.start,
        sentence.end,
        sentence.start + named.start,
        sentence.start + named.end,
        since,
        until,
        named.title,
        named.also,
    )


def _stated(sentence: Sentence, names: Sequence[Named]) -> Iterator[Appointment]:
    """What a copula says: "Utredare är N.N.", "N.N. har varit särskild utredare"."""
    text = sentence.text
    for found in role_before_name().finditer(text):
        named = next((one for one in names if one.start >= found.end()), None)
        if named is None or _NOT_NOW.search(text[: found.start()]):
            continue
        if re.fullmatch(r"[^,;:()]{0,70}", text[found.end() : named.start]):
            mark = _Mark(roles()[_plain(found["role"])], found.start("role"), found.end("role"))
            yield _appointment(sentence, named, mark, None, None)
    for named in names:
        behind = role_behind_name().match(text[named.end :])
        if behind and not _NOT_NOW.search(behind[0].rpartition(",")[2]):
            mark = _Mark(roles()[_plain(behind["role"])], named.end, named.end + behind.end())
            yield _appointment(sentence, named, mark, None, None)


def _dismissals(
    sentence: Sentence,
    names: Sequence[Named],
    gone: Sequence[Named],
    moments: Sequence[Moment],
    known: dict[str, Role],
) -> Iterator[Appointment]:
    """Who left and who came instead, with the role of whoever left."""
    text = sentence.text
    left = [named for named in gone if folded_name(named.name) in known]
    if not left:
        return
    turn = _REPLACED_BY.search(text, left[-1].end)
    came = [named for named in names if turn and named.start > turn.end() and named not in gone]
    day = _day_of_leaving(text, left, moments)
    for index, named in enumerate(left):
        role = known[folded_name(named.name)]
        successor = came[index] if len(came) == len(left) else came[0] if len(came) == 1 else None
        leaving = _appointment(sentence, named, _Mark(role, named.start, named.end), None, day)
        yield replace(leaving, replaced_by=successor.name if successor else "")
    for index, named in enumerate(came):
        role = known[folded_name(left[min(index, len(left) - 1)].name)]
        since = _since_when(text, named, turn, moments, day)
        yield _appointment(sentence, named, _Mark(role, named.start, named.end), since, None)


def _day_of_leaving(text: str, left: Sequence[Named], moments: Sequence[Moment]) -> Moment | None:
    """The date behind the names, or the one that opens the sentence: "Den 11 september 2017 entledigades …"."""
    verb_before = _DISMISSED.search(text, 0, left[0].start)
    if verb_before:
        return next((moment for moment in reversed(moments) if moment.end <= verb_before.start()), None)
    return next((moment for moment in moments if moment.start >= left[-1].end), None)


def _leaves(text: str, named: Named, names: Sequence[Named]) -> bool:
    """Whether somebody is said to leave: the verb follows the name, or stands right before it and its title."""
    verb = _DISMISSED.search(text, named.end)
    if verb is not None and _holds_only_names(text, named.end, verb.start(), names):
        return True
    before = re.search(
        r"\b(?:entlediga(?:des|de|s)|avgick)\b\s+(?P<title>[^,;.()]{0,40})\Z", text[: named.start], re.IGNORECASE
    )
    return before is not None and before["title"].strip() in ("", named.title)


def _holds_only_names(text: str, start: int, end: int, names: Sequence[Named]) -> bool:
    between = text[start:end]
    for other in names:
        if start <= other.start < end:
            between = between.replace(other.name, "", 1)
    return re.fullmatch(r"(?:[\s,]|\boch\b|\bsamt\b|\bhar\b|\bhade\b|\bsom\b|\([^)]*\))*", between) is not None


def _since_when(
    text: str, named: Named, turn: re.Match[str] | None, moments: Sequence[Moment], day: Moment | None
) -> Moment | None:
    """When whoever came began: the date behind the name, or the one between "ersattes" and the name."""
    after = next((moment for moment in moments if moment.start >= named.end), None)
    if after and re.fullmatch(r"[^,;]{0,30}", text[named.end : after.start]):
        return after
    begin = turn.start() if turn else 0
    between = [moment for moment in moments if begin <= moment.start < named.start]
    if between:
        return between[-1]
    return day if _SAME_DAY.search(text, begin, named.start + 1) else None


def all_appointments(text: Running, start: int, end: int, today: date) -> tuple[Appointment, ...]:
    """Everybody whom the prose and the lists of a stretch of text give a part."""
    prose = read_appointments(list(text.sentences(start, end)), today)
    lines = [line for line in text.lines() if start <= line.start < end]
    return put_together([*prose, *read_lists(lines, today)])


def put_together(found: Sequence[Appointment]) -> tuple[Appointment, ...]:
    """What prose and lists say of the same people; a statement with its own date goes before one without."""
    return _with_ends(found)


def _with_ends(found: Sequence[Appointment]) -> tuple[Appointment, ...]:
    """One appointment for each person and role: what several sentences say of it is put together."""
    merged: dict[tuple[str, str], Appointment] = {}
    for one in found:
        key = folded_name(one.name), one.role.name
        earlier = merged.get(key)
        if earlier is None:
            merged[key] = one
            continue
        has_dates_together = one.since is not None and not one.in_sentence
        if has_dates_together and (earlier.since is None or earlier.since.day == one.since.day):  # type: ignore[union-attr]
            earlier = replace(
                earlier, start=one.start, end=one.end, name_start=one.name_start, name_end=one.name_end, since=one.since
            )
        merged[key] = replace(
            earlier,
            since=earlier.since or one.since,
            until=earlier.until or one.until,
            replaced_by=earlier.replaced_by or one.replaced_by,
            title=earlier.title or one.title,
            also=earlier.also or one.also,
        )
    return tuple(merged.values())

"""Who held which office, from when and until when: as a sentence, or the line of a list, tells it.

"Colin Pemberley left as Managing Director UK on 31 March 2025; Amrita Dosanjh is acting from 1 April 2025."
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sleuth.language.dates import read_dates
from sleuth.language.days import days_of
from sleuth.language.glyphs import plain
from sleuth.language.weight import is_stop
from sleuth.language.wordlist import wordlist

_SAID = wordlist("tenures", "findings")
_CAPITAL = r"[A-ZÅÄÖÆØÉÜ][\w’'&/-]*"
_NAME = re.compile(
    rf"\b(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? (?:Dr\.? )?{_CAPITAL}(?: {_CAPITAL}){{0,3}}|"
    rf"(?!(?:Mr|Mrs|Ms|Dr|Prof)\b){_CAPITAL}(?: (?:[A-Z]\.|(?:de|von|van|af)\b|{_CAPITAL})){{1,3}})"
)
_TITLE = re.compile(r"\A(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )+")
_OFFICE = re.compile(rf"(?<![\w-]){_SAID['office']}(?![\w-])(?! {_SAID['chosen']}\b)", re.IGNORECASE)
_LEADS = re.compile(rf"\A {_SAID['leads']} (?:the )?(?={_CAPITAL})")
_PART = re.compile(rf"\A(?:,? ?\(?(?:of|for|at|för|av|på)? ?(?:the )?)?(?P<part>{_CAPITAL}(?: (?:{_CAPITAL}|and|&))*)")
_BODY = re.compile(rf"\A,? (?:of|for|av|för) (?:the |its )?(?P<part>(?:[\w&-]+ ){{1,4}}?{_SAID['body']})\b")
_MARK = re.compile(
    rf"\b(?:(?P<ends>{_SAID['ends']})|(?P<begins>{_SAID['begins']})|(?P<since>{_SAID['since']}))\b", re.IGNORECASE
)
_ASIDE = re.compile(_SAID["aside"], re.IGNORECASE)
_OF = re.compile(r"\b(?:of|at|in|for|på|hos|i)\s+(?:the )?\Z")
_ACTING = re.compile(r"\b(?:acting|interim|acts|tillförordnad|tf)\b", re.IGNORECASE)
_SUCCEEDS = re.compile(rf"\b{_SAID['succeeds']} (?:[A-ZÅÄÖ][a-zåäö]{{1,4}}\.? )*\Z", re.IGNORECASE)
_AS = re.compile(r"\A,? (?:as|som) ", re.IGNORECASE)
_GOES_ON = re.compile(r"\A,? (?:and|och) (?!(?:who|which|som)\b)[a-zåäö]+")  # of whom the sentence is about
_LABEL = re.compile(r"[:,]?\s*\Z")
_FARTHEST = 60  # characters between what opens or closes an office and its day
_LONGEST_PART = 60


@dataclass(frozen=True, slots=True)
class Tenure:
    """What one statement tells of one person: the office, where it is named, and the days that it gives."""

    person: str
    office: str  # as printed, "" where the statement names none
    part: str  # of the company, as printed, "" where none is named
    since: date | None
    until: date | None
    ends: bool  # it says that somebody leaves, on a day that may not be told
    is_acting: bool  # for a time only

    @property
    def surname(self) -> str:
        """The last word of the name, in small letters: "Mr Dahl" is Jógvan Dahl."""
        return plain(self.person).text.split()[-1]


def office_words() -> str:
    """Words that tell of an office or of a whole company, and name no part of one."""
    return f"{' '.join(_SAID['whole'])} {' '.join(re.findall('[a-zåäö]{2,}', _SAID['office']))}"


def read_tenures(sentence: str) -> list[Tenure]:
    """What a sentence, or one line of a list, tells of those whom it names; nothing of who is only named."""
    line = " ".join(sentence.split())
    line = _ASIDE.sub(lambda found: " " * len(found[0]), line)
    small = _OFFICE.sub(lambda found: found[0].lower(), line)  # no office is part of a name
    people = [found for found in _NAME.finditer(small) if _is_person(found[0], small[: found.start()])]
    told: list[list[Tenure]] = []
    for number, name in enumerate(people):
        begin = people[number - 1].end() if number else 0
        end = people[number + 1].start() if number + 1 < len(people) else len(line)
        before, behind = line[begin : name.start()], line[name.end() : end]
        own = list(_of_person(name[0], before, behind))
        if number and _SUCCEEDS.search(before):
            earlier = people[number - 1][0]
            told[-1], own = _handed_over((earlier, told[-1]), (name[0], own), behind, _only_day(line))
        told.append(own)
    return [one for own in told for one in own]


def _only_day(line: str) -> date | None:
    """The first day of the one date that a line names."""
    dates = read_dates(plain(line).text)
    span = days_of(dates[0]) if len(dates) == 1 else None
    return span.first if span is not None else None


_Person = tuple[str, Sequence[Tenure]]  # as named, with what is told of the person


def _handed_over(new: _Person, old: _Person, behind: str, day: date | None) -> tuple[list[Tenure], list[Tenure]]:
    """What is told of one who takes over from another: "Ann Berg succeeded Ola Lund as head of Retail on 1 May 2025".

    The office that stands behind "as" is handed over; else that of the one who takes it, where the other has none or
    is told to move on to one: "…, who became head of Wholesale". What goes on behind "and" is of the new holder: "Ann
    Berg became chair in place of Ola Lund and remains head of Retail".
    """
    (new_name, new_told), (old_name, old_told) = new, old
    if _GOES_ON.match(behind):
        old_told = ()
    office, part = _office(behind) if _AS.match(behind) else ("", "")
    held = next((one for one in new_told if one.office), None)
    moved = [] if office else [one for one in old_told if one.office]
    if not office and (held is None or (moved and not _opens(behind))):
        return list(new_told), list(old_told)
    person = _TITLE.sub("", new_name)
    taken = Tenure(person, office, part, day, None, False, is_acting=False) if office or held is None else held
    taken = replace(taken, since=taken.since or day)
    others = [one for one in new_told if one is not held]
    left = Tenure(_TITLE.sub("", old_name), taken.office, taken.part, None, taken.since, ends=True, is_acting=False)
    return [taken, *others], [left, *moved]


def _opens(behind: str) -> bool:
    """Whether the first that is told behind a name is that an office begins: "…, who became head of Wholesale"."""
    first = next(_MARK.finditer(behind), None)
    return first is not None and first["begins"] is not None


def _is_person(name: str, before: str) -> bool:
    """Whether capitalised words name a person: no company, and nothing that something is of."""
    is_said = any(is_stop(word.casefold(), "en") and word.casefold() not in _PARTICLES for word in name.split())
    is_of = _OF.search(before) is not None and not _SUCCEEDS.search(before)
    return not (is_said or _COMPANY.search(name) or is_of)


_PARTICLES = frozenset(("de", "von", "van", "af", "will", "may"))


def is_entry(line: str) -> bool:
    """Whether a line of a list gives a name with an office right behind it: "Dana Moss Chief Financial Officer"."""
    small = _OFFICE.sub(lambda found: found[0].lower(), line)
    name, office = _NAME.match(small), _OFFICE.search(line)
    return name is not None and office is not None and not small[name.end() : office.start()].strip(" ,(\t–-")


def read_officer(cells: Sequence[str]) -> list[Tenure]:
    """What a row of a table tells of the office of one person: a cell with the name alone, one with the office alone,
    and others with words of its days: "CFO", "Dana Moss", "Appointed 4 May 2024". Nothing where one of them is missing.
    """
    names = [cell for cell in cells if _NAME.fullmatch(cell) and not _OFFICE.search(cell) and _is_person(cell, "")]
    offices = [cell for cell in cells if _ONE_OFFICE.fullmatch(cell)]
    if len(names) != 1 or len(offices) != 1:
        return []
    others = [part.strip() for cell in cells if cell not in (*names, *offices) for part in cell.split(";")]
    notes = [f"{cell[0].lower()}{cell[1:]}" for cell in others if cell and not _OF_BOARD.search(cell)]
    read = [one for note in notes for one in read_tenures(f"{names[0]}, {offices[0]}, {note}")]
    told = [one for one in read if one.since or one.until]
    return told if all(one.office.casefold() in offices[0].casefold() or not one.office for one in told) else []


_OF_BOARD = re.compile(r"\b(?:board|director|styrelsen)\b", re.IGNORECASE)  # the days of a seat, not of the office
_ONE_OFFICE = re.compile(_SAID["office"], re.IGNORECASE)
_COMPANY = re.compile(
    r"\b(?:Manager|Middle East|Office|AB|AS|A/S|ASA|GmbH|AG|Inc|LLC|LLP|Ltd|Limited|plc|PLC|Group|Holdings?|Bank"
    r"|Board|Agreement|Company|B\.?V|N\.?V|SE|Oy|P/F|Annual|Report|Committee|Court|Partners|Capital|Act|Contract|Amendment|Item|Clause|Schedule"
    r"|The|Date|Executive|Employee|Lender|Borrower|Quarter|Issued|Approved|Title|Name|Page|Note"
    r"|January|February|March|April|May|June|July|August|September|October|November|December)\b"
)


def _of_person(name: str, before: str, behind: str) -> Iterator[Tenure]:
    """The offices of one person: each between two semicolons behind the name, or right before it."""
    person = _TITLE.sub("", name)
    for number, piece in enumerate(behind.split(";")):
        office, part = _office(piece)
        if not office and number == 0:
            office, part = _right_before(before)
        since, until, ends = _days(piece, before if number == 0 else "")
        if office or since or until or ends:
            is_acting = _ACTING.search(piece if office else "") is not None
            yield Tenure(person, office, part, since, until, ends, is_acting)


def _office(piece: str) -> tuple[str, str]:
    """The office that a piece names, and its part: behind what opens or closes it, where such a verb stands there."""
    if leads := _LEADS.match(piece):
        found = _PART.match(piece[leads.end() :])
        return ("head", found["part"]) if found else ("", "")
    verbs = [found for found in _MARK.finditer(piece) if not (found["since"] or _is_until(found))]
    offices = list(_OFFICE.finditer(piece))
    behind = [one for one in offices if verbs and one.end() > verbs[0].start()]
    chosen = next(iter(behind or offices), None)
    if chosen is None:
        return "", ""
    rest = piece[chosen.end() : chosen.end() + _LONGEST_PART]
    found = _BODY.match(rest) or _PART.match(rest)
    return chosen[0], found["part"] if found else ""


def _is_until(mark: re.Match[str]) -> bool:
    """Whether a mark only names the last day, and does not tell that somebody left."""
    return mark[0].casefold() == "until"


def _right_before(before: str) -> tuple[str, str]:
    """The office that stands right before a name: "CFO: Torunn Velde", "the CFO Torunn Velde"."""
    offices = list(_OFFICE.finditer(before))
    if not offices:
        return "", ""
    rest = before[offices[-1].end() :]
    found = _PART.match(rest)
    part = found["part"] if found else ""
    left = rest[found.end() :] if found else rest
    return (offices[-1][0], part) if _LABEL.fullmatch(left) else ("", "")


def _days(piece: str, before: str) -> tuple[date | None, date | None, bool]:
    """From when, until when, and whether it ends: a day belongs to the mark that it stands behind."""
    since, until, ends = None, None, False
    marks = list(_MARK.finditer(piece))
    dates = list(read_dates(plain(piece).text))
    last = dates[-1].start if dates else 0
    opens = next((number for number, mark in enumerate(marks) if mark["begins"] and mark.end() <= last), 0)
    marks = marks[opens:]  # "since 2018 head of product, became …": what came before is of another office
    is_end: bool | None = None
    for number, mark in enumerate(marks):
        if not mark["since"] or is_end is None:
            is_end = mark["ends"] is not None
        ends = ends or (mark["ends"] is not None and not _is_until(mark))
        stop = marks[number + 1].start() if number + 1 < len(marks) else len(piece)
        day = next((one for one in dates if mark.end() <= one.start < min(stop, mark.end() + _FARTHEST)), None)
        span = days_of(day) if day is not None else None
        if day is None or span is None:
            continue
        if is_end:
            until = until if until and day.day else span.last  # "in May": its last day
        else:
            since = since or span.first
        is_end = None
    if ends and until is None and (opening := read_dates(plain(before).text)):
        span = days_of(opening[-1])
        until = span.last if span is not None else None
    return since, until, ends

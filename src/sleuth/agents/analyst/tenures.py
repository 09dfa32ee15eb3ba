"""Who held an office when, by what all documents tell of it: the one who holds it on a day, and who did before."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sleuth.agents.analyst.dialogue.documents import name_of_document, says_contract
from sleuth.agents.analyst.people import offices_in
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import Spot
from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import Sentence, split
from sleuth.findings.text.tenures import Tenure, is_entry, read_officer, read_tenures
from sleuth.language.glyphs import plain
from sleuth.language.lines import filled_lines

_MOST_PAGES = 120
_LONGEST = 900  # characters of what may tell of an office


@dataclass(frozen=True, slots=True)
class Stated:
    """A tenure with the sentence that tells it, and the day of its document."""

    tenure: Tenure
    spot: Spot
    dated: date | None
    is_signed: bool  # in an agreement, which people of the other side sign too


@dataclass(frozen=True, slots=True)
class Holder:
    """All that is told of one person in one office."""

    person: str
    since: date | None
    until: date | None
    seen: tuple[date, ...]  # the days of documents that tell of the office without its days
    is_acting: bool
    told: tuple[Stated, ...]

    @property
    def first(self) -> date | None:
        """The first day on which the person is known to hold the office."""
        return self.since or min(self.seen, default=self.until)

    @property
    def last(self) -> date | None:
        """The last such day: of one who has not left, the day of the newest document that tells of it."""
        return self.until or max((*self.seen, *((self.since,) if self.since else ())), default=None)

    def holds_in(self, since: date, until: date) -> bool:
        """Whether the person may hold the office on one of the days of a stretch."""
        return (self.first is None or self.first <= until) and (self.until is None or self.until >= since)


async def stated_tenures(room: Room) -> list[Stated]:
    """What the current documents of a room tell of offices."""
    current = [one for one in room.library.documents if one.replaced_by is None]
    places = await room.library.pages_saying([data("people")["tells"]])
    numbers = {one.id for one in current}
    pages = await room.library.pages([place for place in places if place[0] in numbers][:_MOST_PAGES])
    return [stated for (document, _), page in pages.items() for stated in _stated(room, document, page)]


def _stated(room: Room, document: int, page: Page) -> Iterator[Stated]:
    dated, own = room.dated(document), room.documents[document]
    is_signed = says_contract(name_of_document(own.filename, own.title))
    for one in (*split(page), *_labels(page)):
        if len(one.text) > _LONGEST:
            continue
        spot = (document, page.number, one.start, one.end, one.text)
        for tenure in read_tenures(one.text):
            yield Stated(tenure, spot, dated, is_signed)
    for row, told in _officers(page):
        spot = (document, page.number, row.start, row.end, row.text)
        yield from (Stated(one, spot, dated, is_signed) for one in told)


def _labels(page: Page) -> Iterator[Sentence]:
    """The entries of lists, and the labels of rows: "Torunn Velde, CFO from 1 August 2024" beside what she was paid."""
    for at, line in filled_lines(page.text):
        if is_entry(line.strip()):
            start = at + len(line) - len(line.lstrip())
            yield Sentence(start, start + len(line.strip()), line.strip())
    for table in page.tables:
        for label in dict.fromkeys(path[-1] for path in table.row_paths.values() if path):
            if (at := page.text.find(label)) >= 0:
                yield Sentence(at, at + len(label), label)


def _officers(page: Page) -> Iterator[tuple[Sentence, list[Tenure]]]:
    """The rows of tables that give an office, who holds it, and in words from or until when: "Appointed 4 May 2024".

    A row without such words tells no day: a bare date may be that of the first employment.
    """
    for table in page.tables:
        for cells in table.rows().values():
            told = read_officer([page.line_of(cell) for cell in cells])
            if told:
                start, end = min(cell.start for cell in cells), max(cell.end for cell in cells)
                yield Sentence(start, end, page.text[start:end]), told


def holders(
    stated: Sequence[Stated], is_office: Callable[[Tenure], bool], is_part: Callable[[Tenure], bool]
) -> list[Holder]:
    """Those who are told to hold an office, each with all that is told of it, whoever came last first. Who is named in
    agreements alone may be of the other side.

    `is_part`: whether the part that an office is told to be of is the one that is meant.
    """
    people: dict[str, list[Stated]] = {}
    for one in stated:
        people.setdefault(one.tenure.surname, []).append(one)
    known = [own for own in people.values() if not all(one.is_signed for one in own)]
    found = [holder for own in known if (holder := _holder(own, is_office, is_part)) is not None]
    return sorted(found, key=lambda one: one.first or date.min, reverse=True)


def _holder(
    own: Sequence[Stated], is_office: Callable[[Tenure], bool], is_part: Callable[[Tenure], bool]
) -> Holder | None:
    held = [one for one in own if one.tenure.office and is_office(one.tenure) and is_part(one.tenure)]
    if not held:
        return None
    others = any(one.tenure.office and one not in held for one in own)
    leaving = [] if others else [one for one in own if not one.tenure.office and _until(one)]  # an office not named
    told = (*held, *leaving)
    since = min((one.tenure.since for one in told if one.tenure.since), default=None)
    until = max((day for one in told if (day := _until(one))), default=None)
    seen = {one.dated for one in held if one.dated and not (one.tenure.since or one.tenure.until or one.tenure.ends)}
    longest = max((one.tenure.person for one in own), key=len)
    if since and until and until < since:  # left another office before
        until = None
    return Holder(longest, since, until, tuple(sorted(seen)), all(one.tenure.is_acting for one in held), told)


def _until(one: Stated) -> date | None:
    """The day on which somebody left; where it is not told, that of the document which tells it."""
    return one.tenure.until or (one.dated if one.tenure.ends else None)


def are_one_person(name: str, other: str) -> bool:
    """Whether two names may be one person's: the same last name, and no two first names that differ."""
    one, two = (re.sub(r"\A(?:(?:mr|mrs|ms|dr|prof)\.? )+", "", plain(text).text).split() for text in (name, other))
    if one[-1] != two[-1]:
        return False
    if len(one) == 1 or len(two) == 1:
        return True
    first, second = one[0].rstrip("."), two[0].rstrip(".")
    return first == second or (min(len(first), len(second)) == 1 and first[0] == second[0])


def holder_in(found: Sequence[Holder], since: date, until: date) -> Holder | None:
    """The one who holds an office on the days of a stretch; None where that may be several, or nobody."""
    holding = [one for one in found if one.holds_in(since, until)]
    if not holding:
        return None
    newest = holding[0]
    others = [one for one in holding[1:] if one.last is None or newest.first is None or one.last > newest.first]
    return None if others else newest


def before(found: Sequence[Holder], later: Holder) -> list[Holder]:
    """Those who held an office before somebody, the last one first; before one who acted for a time, another too."""
    if later.first is None:
        return []
    earlier = [one for one in found if one is not later and one.last is not None and one.last <= later.first]
    ranked = sorted(earlier, key=lambda one: one.last or date.min, reverse=True)
    stop = next((number for number, one in enumerate(ranked) if not one.is_acting), len(ranked) - 1)
    return ranked[: stop + 1]


def is_office(asked: str) -> Callable[[Tenure], bool]:
    """Whether a tenure is of the office that is asked for; "" asks for whoever heads a part."""

    def fits(tenure: Tenure) -> bool:
        office = tenure.office.casefold()
        if re.search(data("people")["deputy"], office):
            return False
        return asked in offices_in(office) if asked else re.search(data("people")["heads"], office) is not None

    return fits

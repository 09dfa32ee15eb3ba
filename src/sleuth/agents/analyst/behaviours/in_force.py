"""What is paid today where it was set anew: the rent after its review, the salary that a board raised.

Of the statements near to a question that give an amount of what is asked for, the one that holds latest is told. Where
none says from when it holds, this tells nothing: the agreement does, as amended.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from sleuth.agents.analyst.answer import Answer, Block, line
from sleuth.agents.analyst.nearest import Near, nearest_to
from sleuth.agents.analyst.people import offices_in
from sleuth.agents.analyst.tenures import holder_in, holders, is_office, stated_tenures
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.amendments import as_amended
from sleuth.answering.proving import prove_cell_at, prove_quotes
from sleuth.answering.verification import Proven
from sleuth.evidence.reading import read
from sleuth.evidence.source import Cell, Page, Table
from sleuth.findings.text.in_force import Stretch, is_from, stretch_from, stretch_in, stretch_of
from sleuth.language.currency import is_code
from sleuth.language.dates import read_dates
from sleuth.language.days import days_of, is_day_first, read_days
from sleuth.language.glyphs import plain
from sleuth.language.lines import filled_lines
from sleuth.language.tokens import spaced, stems
from sleuth.language.wordlist import wordlist
from sleuth.reason.read.called import offices_called
from sleuth.reason.understand.parts import LEAST_TELLING
from sleuth.reason.understand.question import understand

_NEAREST = 30  # statements
_FARTHEST = 800  # characters between the words over a list and one of its items
_ITEM = re.compile(r"\(?(?:[a-z]{1,3}|\d{1,2})[).]\s")


@dataclass(frozen=True, slots=True)
class _Asked:
    noun: str  # stem of what is paid
    subject: frozenset[str]  # stems of whose it is, or of what kind
    holders: Mapping[str, str]  # the surname of who holds an office that is named → the office as it is asked
    at: date


@dataclass(frozen=True, slots=True)
class _Valued:
    """A statement of an amount with the days on which it holds."""

    near: Near
    stretch: Stretch
    cell: Cell | None = None  # of a row, the amount
    days: tuple[Cell, ...] = ()  # of a row, what names the days


async def value_in_force(turn: Turn) -> Answer | None:
    """The statement of the amount that holds on the day that is meant; None where no statement says that it does."""
    asked = await _asked(turn)
    if asked is None:
        return None
    spoken = " ".join((turn.meant.question, *asked.holders))  # a board raises "the salary of Ms Holm"
    near = (await nearest_to(turn.room, spoken))[:_NEAREST]
    found = [valued for one in near if (valued := _valued(turn, asked, one)) is not None]
    holding = [one for one in found if one.stretch.since <= asked.at <= (one.stretch.until or date.max)]
    latest = max((one.stretch.since for one in holding), default=None)
    told = [one for one in holding if one.stretch.since == latest]
    if len({_amount(one) for one in told}) != 1 or (not asked.subject and len({_of(one) for one in found}) > 1):
        return None  # two amounts, or whose it is was not said
    blocks = await _blocks(turn, told[0])
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls)) if blocks else None


def has_moved_since(message: str, told: str) -> bool:
    """Whether a message asks for what is paid now, and a contract tells its first amount, which an index has moved
    since: "the rent is 3,420,000" of 2017, "adjusted each 1 January by the net price index".

    What was set anew is not the first.
    """
    if not asks_of_now(message):
        return False
    words, form = wordlist("in_force", "findings"), plain(told).text
    return re.search(words["moves"], form) is not None and re.search(words["anew"], form) is None


def asks_of_now(message: str) -> bool:
    """Whether a message asks for the value of today: "the current rent"."""
    return re.search(wordlist("in_force", "findings")["present"], plain(message).text) is not None


async def _asked(turn: Turn) -> _Asked | None:
    """What the question asks the present amount of; None where it asks for anything else."""
    text = turn.meant.question
    question, words = understand(text), wordlist("in_force", "findings")
    language = question.language
    said = [term for term in question.terms if term.weight >= LEAST_TELLING]
    nouns = {stem for noun in words["nouns"] for stem in stems(noun, language)}
    named = [term.stem for term in said if term.stem in nouns]
    day = _day(plain(text).text) if question.times.is_named else today_of(turn)
    if len(set(named)) != 1 or day is None or re.search(words["another"], plain(text).text):
        return None
    aside = nouns | {stem for word in words["beside"] for stem in stems(word, language)}
    return _Asked(named[0], frozenset(term.stem for term in said) - aside, await _holders(turn, text, day), day)


def _day(form: str) -> date | None:
    """The last of the days that a question names, where they are one day or one month: "in March 2026"."""
    stated = read_dates(form)
    days = [days_of(one) for one in stated if one.month is not None]
    return days[0].last if len(days) == len(stated) == 1 and days[0] is not None else None


def today_of(turn: Turn) -> date:
    """The day on which the room stands: the end of the latest period of which figures are told, or the day on which a
    later paper was written; today where no figures are told."""
    now = date.today()
    witnesses = turn.room.witnesses.values()
    closed = [days.last for one in witnesses if (days := read_days(one.closes)) is not None]
    written = [one.dated for one in witnesses if one.dated is not None]
    return max((day for day in (*closed, *written) if day <= now), default=now) if closed else now


async def _holders(turn: Turn, text: str, today: date) -> Mapping[str, str]:
    """Who holds the office that a question names."""
    named = offices_in(text)
    if len(named) != 1:
        return {}
    own = stems(" ".join(turn.known.chief), "en")
    found = holders(await stated_tenures(turn.room), is_office(named[0]), lambda one: not stems(one.part, "en") - own)
    holder = holder_in(found, today, today)
    return {} if holder is None else {holder.told[0].tenure.surname: named[0]}


def _valued(turn: Turn, asked: _Asked, near: Near) -> _Valued | None:
    """A statement that gives an amount of what is asked for, of the subject that is meant, and says when it holds."""
    unit, language = near.unit, turn.meant.language
    document = near.evidence.document
    over = unit.row.table.caption if unit.row is not None else ""
    named = f"{spaced(document.filename)} {document.title} {' '.join(unit.headings)} {over}"
    held = " ".join(office for name, office in asked.holders.items() if name in plain(f"{unit.text} {named}").text)
    about = stems(f"{unit.text} {named}", language) | _offices(f"{unit.text} {named} {held}")
    if not asked.subject <= about:
        return None
    if unit.row is not None:
        return _of_row(asked, near, language)
    stretch = stretch_of(unit.text) or _announced(near)
    says = asked.noun in stems(unit.text, language) and any(
        is_code(one.unit) for one in read(unit.text, language).quantities
    )
    return _Valued(near, stretch) if stretch is not None and says else None


def _announced(near: Near) -> Stretch | None:
    """The days that the words over a list tell for all of it: "with effect from 1 July 2025: (a) …"."""
    before = near.evidence.page.text[max(0, near.unit.start - _FARTHEST) : near.unit.start]
    announced, colon, items = before.rpartition(":\n")
    is_item = bool(colon) and all(_ITEM.match(one.strip()) for _, one in filled_lines(items))
    return stretch_of(announced.rpartition(". ")[2]) if is_item and _ITEM.match(near.unit.text) else None


def _of_row(asked: _Asked, near: Near, language: str) -> _Valued | None:
    """A row that names its days, with the cell under the heading that calls what is asked for."""
    row = near.unit.row
    if row is None:
        return None
    table, page = row.table, near.evidence.page
    cells = list(_row(table, row.start, row.end))
    named = [one for one in cells if asked.noun in stems(" ".join(table.column_paths.get(one.column, ())), language)]
    texts = [page.line_of(one) for one in cells]
    every = [part for one in table.cells() for part in re.split(r"[-–—]| to ", page.line_of(one))]
    stretch = stretch_in(
        list(dict.fromkeys([*row.path, *texts])), day_first=is_day_first(part.strip() for part in every)
    )
    stretch = stretch or _since(table, page, cells, day_first=is_day_first(part.strip() for part in every))
    whole = [one for one in named if "annual" in " ".join(table.column_paths.get(one.column, ())).casefold()] or named
    days = tuple(
        one for one in cells if re.search(r"\b(?:19|20)\d\d\b", page.line_of(one)) and "," not in page.line_of(one)
    )
    return _Valued(near, stretch, whole[0], days) if stretch is not None and len(whole) == 1 else None


def _since(table: Table, page: Page, cells: list[Cell], *, day_first: bool | None) -> Stretch | None:
    """From the day that a row names under "From" until the next that the list names."""
    heads = {one.column: page.line_of(one) for one in table.cells() if one.row not in table.row_paths}
    named = [
        one for one in cells if is_from(" ".join(table.column_paths.get(one.column, ())) or heads.get(one.column, ""))
    ]
    if len(named) != 1:
        return None
    under = [one for one in table.cells() if one.column == named[0].column and one.row in table.row_paths]
    return stretch_from(page.line_of(named[0]), list(map(page.line_of, under)), day_first=day_first)


def _row(table: Table, start: int, end: int) -> Iterator[Cell]:
    return (cell for cell in table.cells() if start <= cell.start < end)


def _of(valued: _Valued) -> int:
    return valued.near.evidence.document_id


def _label(near: Near) -> str:
    """What stands left of a row's values."""
    return " ".join(near.unit.row.path) if near.unit.row is not None else ""


def _amount(valued: _Valued) -> str:
    """What tells two statements of one day apart: the last amount of money, or the cell."""
    if valued.cell is not None:
        return valued.near.evidence.page.line_of(valued.cell)
    money = [one for one in read(valued.near.unit.text).quantities if is_code(one.unit)]
    return f"{max(one.value for one in money)}"


def _offices(text: str) -> frozenset[str]:
    """The stems of all names of the offices that a text names: "CEO" of "the Chief Executive's salary"."""
    return stems(" ".join(name for names in offices_called(plain(text).text) for name in names), "en")


async def _blocks(turn: Turn, valued: _Valued) -> list[Block]:
    near, library = valued.near, turn.room.library
    number, page = near.evidence.document_id, near.evidence.page
    if valued.cell is not None:
        cells = [valued.cell, *(one for one in valued.days if page.line_of(one) not in _label(near))]
        verdicts = [await prove_cell_at(library, number, page, one.end) for one in cells]
    else:
        spot = (number, page.number, near.unit.start, near.unit.end, near.unit.text)
        verdicts = [*await prove_quotes(library, [spot])]
    if not isinstance(verdicts[0], Proven):
        return []
    standing, _ = await as_amended(library, [one for one in verdicts if isinstance(one, Proven)])
    return [line(f"{' '.join(one.text.split()).rstrip('.')}", one.citations, one.proof) for one in standing]

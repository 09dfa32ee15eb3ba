"""What messages say of the rows of a list that were told: that one was renewed, or has ended, since the list was made.

A register is brought up to date later, if at all. What a message says of a row's name or number stands beside the row;
where it gives another end than the one by which rows were asked for, it leads, and the row is not told as if it stood.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sleuth.agents.analyst.answer import Answer, Block, line, note
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import Spot, Statement, is_answered, proven_once
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.tables import list_again
from sleuth.evidence.source import Page
from sleuth.findings.records.columns import Kind
from sleuth.findings.records.reading import Record, Records
from sleuth.findings.text.superseding import entries, holds
from sleuth.language.companies import without_legal_form
from sleuth.language.dates import read_dates
from sleuth.language.days import days_of
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.spoken import in_a_row
from sleuth.language.table_query import Dated
from sleuth.language.tokens import letter_words, spaced
from sleuth.reason.records.choosing import Listed
from sleuth.reason.records.following import RowsBefore
from sleuth.reason.records.senses.names import is_list_word

_MOST_PAGES = 5  # of a message
_MOST_TOLD = 6
_SHORTEST = 4  # letters of a name
_NUMBER_OF = r"\W*(?:(?:no|nr|number|ref|item)\b|#)\W{{0,2}}{key}\b"


@dataclass(frozen=True, slots=True)
class _Change:
    """A sentence of a message on a row, and whether it says that the row ends at another day."""

    name: str
    spot: Spot
    ends: date | None  # where it states the day for certain
    said: date | None  # the day of the message


@dataclass(frozen=True, slots=True)
class _Named:
    """A row by what messages call it: its whole name, or in a message on the list its number, which opens a sentence;
    "court no. 1" within one is no row.
    """

    name: str
    whole: re.Pattern[str] | None  # None of a name too short to tell a row
    numbers: tuple[re.Pattern[str], ...]

    def is_in(self, form: str, *, is_of_list: bool) -> bool:
        """Whether a sentence, in plain form and in one line, names the row."""
        if self.whole is not None and self.whole.search(form):
            return True
        return is_of_list and any(number.match(form) for number in self.numbers)


def _named(row: Record, records: Records) -> _Named:
    name = plain_line(without_legal_form(row.text(records.naming)))
    keys = [row.text(column.index) for column in records.columns if column.kind is Kind.IDENTITY]
    numbers = (re.compile(_NUMBER_OF.format(key=re.escape(plain_line(key)))) for key in keys if key)
    whole = re.compile(rf"\b{re.escape(name)}\b") if len(name) >= _SHORTEST else None
    return _Named(row.text(records.naming), whole, tuple(numbers))


async def with_changed_rows(turn: Turn, answer: Answer) -> Answer:
    """An answer of the rows of one list, with what messages say of them; else the same answer."""
    if answer.refuses or len(answer.rows) != 1 or answer.rows[0].query.group or answer.rows[0].query.distinct:
        return answer
    before = answer.rows[0]
    listed = await list_again(turn.room.library, before)
    changes = [] if listed is None else await _changes(turn.room, listed)
    told = [one for one in changes if one.name in before.names]
    if listed is None or not changes:
        return answer
    leading = _leading(before, listed.records, changes)
    beside = [one for one in told if one not in leading][:_MOST_TOLD]
    first = await proven_once(turn.room, [one.spot for one in leading][:_MOST_TOLD])
    notes = [_noted(turn, one) for one in await proven_once(turn.room, [one.spot for one in beside])]
    if not first:
        return replace(answer, blocks=(*answer.blocks, *notes)) if notes else answer
    changed = [one.name for one in leading if one.name in before.names]
    blocks = (*_as_items(first), *_without(turn, answer.blocks, changed), *notes)
    return replace(answer, blocks=blocks, is_exact=False)


def _as_items(told: Sequence[Statement]) -> list[Block]:
    """What leads: one sentence of its own, or several as a list."""
    items = [one.block for one in told]
    return [replace(items[0], kind="line")] if len(items) == 1 else items


def _noted(turn: Turn, one: Statement) -> Block:
    return note(turn.phrases("later_paper", text=one.text), one.citations, one.proof)


def _without(turn: Turn, blocks: Sequence[Block], changed: Sequence[str]) -> list[Block]:
    """What the list says itself, without the items of the rows that have changed; the one row as a note."""
    if len(blocks) == 1:
        return [replace(blocks[0], kind="note")]
    kept = [one for one in blocks if not (one.kind == "bullet" and one.text.startswith(tuple(changed)))]
    left_out = changed if len(kept) < len(blocks) else ()
    joined = in_a_row(left_out, turn.phrases("and"))
    says = turn.phrases("list_before_without", names=joined) if left_out else turn.phrases("list_before")
    return [line(says), *kept]


def _leading(before: RowsBefore, records: Records, changes: Sequence[_Change]) -> list[_Change]:
    """The changes of the end by which the rows were asked for, or that was asked of them."""
    ends = {one.heading for one in records.columns if one.kind is Kind.DAYS and "expiry" in one.tells}
    conditions = [one for one in before.query.conditions if isinstance(one, Dated) and one.column in ends]
    dated = [one for one in changes if one.ends is not None]
    if conditions:
        others = len(before.query.conditions) > len(conditions)
        made = records.as_of
        return [
            one for one in dated if _moves(one, before, [_now(each, one, made) for each in conditions], others=others)
        ]
    is_asked = not ends.isdisjoint(before.query.columns)
    return [one for one in dated if is_asked and one.name in before.names]


def _now(condition: Dated, change: _Change, made: date | None) -> Dated:
    """A condition on what lasts at the day of the list as one on what lasts at the day of a message."""
    is_of_today = made is not None and condition.first == made and condition.last is None
    return replace(condition, first=change.said or made) if is_of_today else condition


def _moves(change: _Change, before: RowsBefore, conditions: Sequence[Dated], *, others: bool) -> bool:
    """Whether a row that was told no longer meets the days that were asked for, or one that was not does now.

    `others`: there are further conditions, of which a message tells nothing.
    """
    day = change.ends
    meets = day is not None and all(
        (one.first is None or one.first <= day) and (one.last is None or day <= one.last) for one in conditions
    )
    is_told = change.name in before.names
    return is_told != meets and not (meets and others)


async def _changes(room: Room, listed: Listed) -> list[_Change]:
    """What messages say of the rows of a list; those that are older than the list say nothing of it."""
    records = listed.records
    made = records.as_of or room.dated(listed.document.id)
    messages = [
        one for one in room.library.documents
        if one.is_message and one.replaced_by is None and not _is_older(room, one.id, made)
    ]  # fmt: skip
    pages = await room.library.pages([(one.id, number) for one in messages for number in range(1, _MOST_PAGES + 1)])
    called = {*letter_words(plain_line(" ".join((spaced(listed.document.filename), *records.titles))))}
    lists = {word for word in called if is_list_word(word)}
    rows = [_named(row, records) for row in records.rows]
    found: list[_Change] = []
    for (document, _), page in sorted(pages.items()):
        speaks_of_list = bool(lists & {*letter_words(plain_line(page.text))})
        found += _on_rows(document, page, rows, room.dated(document), speaks_of_list=speaks_of_list)
    return found


def _is_older(room: Room, document: int, made: date | None) -> bool:
    dated = room.dated(document)
    return made is not None and dated is not None and dated < made


def _on_rows(
    document: int, page: Page, rows: Sequence[_Named], said: date | None, *, speaks_of_list: bool
) -> Iterator[_Change]:
    """The sentences of a message on one row each: any where it speaks of the list, else those that say what holds."""
    for entry in entries(page):
        sentence = entry.sentence
        is_held = holds(entry)
        if is_answered(sentence.text) or not (speaks_of_list or is_held):
            continue
        form = plain_line(sentence.text)
        meant = [row for row in rows if row.is_in(form, is_of_list=speaks_of_list)]
        if len(meant) == 1:
            spot = (document, page.number, sentence.start, sentence.end, sentence.text)
            yield _Change(meant[0].name, spot, _end_in(sentence.text) if is_held else None, said)


def _end_in(sentence: str) -> date | None:
    """The last day that a sentence which says what was done names; None where it names none."""
    spans = [days_of(one) for one in read_dates(plain(sentence).text) if one.day is not None]
    return max((span.last for span in spans if span is not None and span.first == span.last), default=None)

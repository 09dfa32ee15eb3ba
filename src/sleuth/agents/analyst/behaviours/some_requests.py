"""Some of a list's requests, counted or listed: as the list itself marks them, or as the documents answer them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sleuth.agents.analyst.answer import Answer, Block, bullet, line, note
from sleuth.agents.analyst.requests.asking import RequestQuestion, is_of_area, read_request_question
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.evidence import evidence_at
from sleuth.answering.library import Place
from sleuth.answering.verification import Dropped, Proven, verify
from sleuth.evidence.rows import Selection
from sleuth.evidence.rows.grid import grid_of
from sleuth.language.table_query import OneOf, RowOperation, TableQuery
from sleuth.reason.records.claims import row_claims

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage, Item
    from sleuth.agents.analyst.requests.stated import StatedList, StatedRequest

_MOST = 15  # requests that are listed
_MOST_HELD = 6  # that our own reading says otherwise of
_ONLY_STATED = ("", "n/a", "declined")  # what no document but the list can tell
_PRIORITIES = ("high", "medium", "low")


async def some_requests(turn: Turn, coverage: "Coverage") -> Answer | None:
    """The requests that a question asks for; None where it asks for the coverage as a whole.

    A list that lies in the room and marks its requests is believed as to what it says; what our own reading of the
    documents says otherwise is told beside it. Any other list is answered by what the documents hold.
    """
    from sleuth.agents.analyst.requests.found import statuses_in_the_room

    asked = read_request_question(turn.meant.question)
    if asked is None:
        return None
    found = await turn.room.read(statuses_in_the_room)
    if found is not None and coverage.lists == (turn.room.filename(found[0]),):
        answer = await _by_list(turn, asked, *found, coverage)
        if answer is not None:
            return answer
    if asked.stands in _ONLY_STATED or not (asked.priority or asked.area or asked.counts):
        return None
    return _by_room(turn, asked, coverage)


async def _by_list(
    turn: Turn, asked: RequestQuestion, document_id: int, stated: "StatedList", coverage: "Coverage"
) -> Answer | None:
    """What the list itself says, each row checked on its page; None where it cannot tell."""
    if not _can_tell(stated, asked):
        return None
    within = [one for one in stated.requests if not asked.area or is_of_area(one.said.get("section", ""), asked.area)]
    chosen = [one for one in within if _fits(one.stands, one.priority, asked)]
    if not chosen:
        values = {"total": len(stated.requests), "filename": turn.room.filename(document_id)}
        return Answer((line(turn.phrases("requests_none_by_list", which=_which(turn, asked), **values)),))
    proven = await proven_rows(turn, document_id, stated, chosen, _conditions(stated, chosen, asked))
    if proven is None:
        return None
    lead, rows = proven
    split = _split(turn, [one.priority for one in chosen] if not asked.priority else ())
    marks = "; ".join(f"{one.column}: {' / '.join(one.values)}" for one in _conditions(stated, chosen, asked))
    told = turn.phrases("requests_by_list", count=len(chosen), total=len(stated.requests), marks=marks, split=split)
    blocks = [line(told, lead.citations, lead.proof)]
    blocks += [
        bullet(told_of(one), row.citations, row.proof) for one, row in zip(chosen[:_MOST], rows[:_MOST], strict=True)
    ]
    if len(chosen) > _MOST:
        blocks.append(bullet(turn.phrases("requests_more", count=len(chosen) - _MOST)))
    blocks += _beside(turn, asked, chosen, within, coverage)
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls))


def _can_tell(stated: "StatedList", asked: RequestQuestion) -> bool:
    """Whether every status and priority that the question turns on is understood: an unknown one may be any."""
    if asked.stands and not all(one.stands for one in stated.requests):
        return False
    if asked.priority and not all(one.priority for one in stated.requests):
        return False
    return not asked.area or any(is_of_area(one.said.get("section", ""), asked.area) for one in stated.requests)


def _fits(stands: str, priority: str, asked: RequestQuestion) -> bool:
    return (not asked.stands or stands == asked.stands) and (not asked.priority or priority == asked.priority)


async def proven_rows(
    turn: Turn,
    document_id: int,
    stated: "StatedList",
    chosen: "Sequence[StatedRequest]",
    conditions: tuple[OneOf, ...],
) -> tuple[Proven, list[Proven]] | None:
    """The selection as a whole and each of its rows, as the page itself selects them; None where it does not."""
    columns = tuple(stated.headings[role] for role in ("number", "status", "note") if role in stated.headings)
    query = TableQuery(
        turn.message, turn.meant.language, turn.phrases("requests"), RowOperation.LIST, conditions, columns
    )
    selection = Selection(
        query, stated.table, stated.headings["text"], tuple(one.row for one in chosen),
        _unread(stated, conditions), len(stated.requests),
    )  # fmt: skip
    place = Place(document_id, stated.page.number, 0, len(stated.page.text), 1.0)
    evidence = {item.id: item for item in await evidence_at(turn.room.library, [place])}
    verdicts = [verify(claim, evidence) for claim in row_claims(stated.page, selection, 0)]
    proven = [one for one in verdicts if not isinstance(one, Dropped)]
    if len(proven) < len(verdicts) or len(proven) != len(chosen) + 1:
        return None
    return proven[0], proven[1:]


def _conditions(stated: "StatedList", chosen: "Sequence[StatedRequest]", asked: RequestQuestion) -> tuple[OneOf, ...]:
    """What the list's columns say of the chosen requests, of the columns that the question turns on."""
    asks = {"section": asked.area, "priority": asked.priority, "status": asked.stands}
    return tuple(
        OneOf(stated.headings[role], tuple(dict.fromkeys(one.said[role] for one in chosen)))
        for role, of in asks.items()
        if of
    )


def _unread(stated: "StatedList", conditions: Sequence[OneOf]) -> frozenset[int]:
    """The rows that the page leaves open: an "n/a" is no value, and no other condition rules the row out."""
    grid = grid_of(stated.page, stated.page.tables[stated.table])
    if isinstance(grid, str):
        return frozenset()
    said = {line.row: [(line.texts.get(one.column), one.values) for one in conditions] for line in grid.lines}
    return frozenset(
        row
        for row, texts in said.items()
        if any(not text for text, _ in texts) and all(not text or text in values for text, values in texts)
    )


def _which(turn: Turn, asked: RequestQuestion) -> str:
    """What is asked for in words: "outstanding, high priority"."""
    phrases = turn.phrases
    which = [phrases(f"held_{asked.stands or 'all'}")]
    which += [phrases("with_priority", priority=phrases(f"priority_{asked.priority}"))] if asked.priority else []
    which += [phrases("in_area", area=asked.area)] if asked.area else []
    return ", ".join(which)


def _split(turn: Turn, priorities: Sequence[str]) -> str:
    """How many have which priority: ", 8 high, 1 medium"; "" where not all have one."""
    named = [name for name in _PRIORITIES if name in priorities]
    counted = [f"{priorities.count(name)} {turn.phrases(f'priority_{name}')}" for name in named]
    return f", {', '.join(counted)}" if counted and all(priorities) else ""


def told_of(one: "StatedRequest") -> str:
    """A row in short: "Shareholders' agreement (1.3): Outstanding – Pinewater must consent"."""
    number = f" ({one.said['number']})" if one.said.get("number") else ""
    remark = f" – {one.said['note']}" if one.said.get("note") else ""
    return f"{one.said['text']}{number}: {one.said['status']}{remark}"


def _beside(
    turn: Turn,
    asked: RequestQuestion,
    chosen: "Sequence[StatedRequest]",
    within: "Sequence[StatedRequest]",
    coverage: "Coverage",
) -> list[Block]:
    """What is only partly there, where that was not ruled out; and what our own reading found for what is shown."""
    if asked.stands != "missing":
        return []
    blocks: list[Block] = []
    halves = [
        one for one in within if one.stands == "partial" and (one.priority == asked.priority or not asked.priority)
    ]
    if halves and not asked.is_whole:
        names = "; ".join(one.name for one in halves)
        blocks.append(note(turn.phrases("requests_partly", count=len(halves), names=names)))
    held = {(item.number, item.text): item for item in coverage.items if item.status == "provided"}
    found = [item for one in chosen if (item := held.get((one.said.get("number", ""), one.said["text"])))]
    if found:
        names = "; ".join(_with_place(item) for item in found[:_MOST_HELD])
        blocks.append(note(turn.phrases("requests_held", names=names)))
    return blocks


def _with_place(item: "Item") -> str:
    place = f" ({item.evidence[0].filename}, {item.evidence[0].locator})" if item.evidence else ""
    return f"{item.number} {item.text}{place}".strip()


def _by_room(turn: Turn, asked: RequestQuestion, coverage: "Coverage") -> Answer | None:
    """What the documents hold for the requests, by our own reading."""
    items = coverage.items
    if asked.priority and not any(item.priority for item in items):
        return None
    if asked.area and not any(is_of_area(item.domain, asked.area) for item in items):
        return None
    chosen = [
        item
        for item in items
        if _fits("partial" if item.status == "outdated" else item.status, item.priority, asked)
        and (not asked.area or is_of_area(item.domain, asked.area))
    ]
    key = "requests_by_room" if chosen else "requests_none_by_room"
    split = _split(turn, [item.priority for item in chosen] if not asked.priority else ())
    told = turn.phrases(
        key, count=len(chosen), total=len(items), filename=", ".join(coverage.lists), which=_which(turn, asked),
        split=split,
    )  # fmt: skip
    blocks = [line(told), *(bullet(_with_place(item)) for item in chosen[:_MOST])]
    if len(chosen) > _MOST:
        blocks.append(bullet(turn.phrases("requests_more", count=len(chosen) - _MOST)))
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls))

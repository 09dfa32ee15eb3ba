"""Who takes over from a person who leaves: by the office that the one is told to leave and the other to begin."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.statements import laid_out, proven_once
from sleuth.agents.analyst.tenures import Stated, are_one_person, stated_tenures
from sleuth.agents.analyst.turn import Turn
from sleuth.language.glyphs import plain

_OVERLAP = timedelta(days=62)  # for which the next may be in office before the one before leaves

_OF_MANY = re.compile(r"(?:(?:independent|non-executive|executive|board) )?director|(?:\w+ )?vice president|[es]?vp")


@dataclass(frozen=True, slots=True)
class _Office:
    """An office as it is printed, with its part, in small letters."""

    name: str
    part: str


async def successor_told(turn: Turn) -> Answer | None:
    """Who takes over from the person whom a question names; None where that is not certain."""
    found = re.search(data("people")["takes_over"], " ".join(turn.message.split()))
    if found is None:
        return None
    told = successor_of(found["whom"], await stated_tenures(turn.room))
    proven = await proven_once(turn.room, dict.fromkeys(one.spot for one in told)) if told else []
    return Answer(laid_out(proven), calls=tuple(turn.tools.calls)) if proven else None


def successor_of(name: str, stated: Sequence[Stated]) -> list[Stated]:
    """That somebody leaves, and who begins in the same office; nothing where no one leaves, or several may begin.

    The one of two who acts for a time is not told for the other.
    """
    own = [one for one in stated if are_one_person(one.tenure.person, name) and not one.is_signed]
    leaving = [one for one in own if one.tenure.ends or one.tenure.until]
    offices = {_office_of(one) for one in own if one.tenure.office}
    if not leaving or len({office.name for office in offices}) != 1 or any(map(_is_held_by_many, offices)):
        return []
    last = max(leaving, key=lambda one: (one.tenure.until or date.min, one.dated or date.min))
    left = last.tenure.until
    others = [one for one in stated if one not in own and not one.is_signed and one.tenure.since]
    begun = [one for one in others if _office_of(one) in offices and _follows(one, left)]
    people = {one.tenure.surname for one in begun}
    if len(people) != 1:
        return []
    first = begun[0]
    return [first] if first.spot == last.spot else [last, first]


def _office_of(one: Stated) -> _Office:
    return _Office(plain(one.tenure.office).text, plain(one.tenure.part).text)


def _is_held_by_many(office: _Office) -> bool:
    """Whether several hold an office beside each other: a new director need not follow the one who left."""
    return not office.part and _OF_MANY.fullmatch(office.name) is not None


def _follows(one: Stated, left: date | None) -> bool:
    """Whether somebody begins when the other has left, or shortly before."""
    since = one.tenure.since
    return since is not None and left is not None and since >= left - _OVERLAP

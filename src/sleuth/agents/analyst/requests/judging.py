"""Decides whether the room has what a request asks for. Pure: the room is given.

What is not certain counts against: a false "provided" stops people from asking.
"""

from dataclasses import replace

from sleuth.agents.analyst.requests.accounts import judge_accounts
from sleuth.agents.analyst.requests.asked import Asked
from sleuth.agents.analyst.requests.candidates import candidates_for
from sleuth.agents.analyst.requests.content import judge_content
from sleuth.agents.analyst.requests.figures import TABLE_PARTS, judge_breakdown, judge_measure, judge_statement
from sleuth.agents.analyst.requests.room import Room
from sleuth.agents.analyst.requests.series import judge_series
from sleuth.agents.analyst.requests.things import Thing
from sleuth.agents.analyst.requests.verdict import MISSING, Judgement, joined


def judge(asked: Asked, room: Room) -> Judgement:
    """What the room has for a request."""
    room = room.seen_from(asked.entities)
    found = [_with_others(_judge_thing(thing, asked, room), thing, asked, room) for thing in asked.things]
    if not found:
        return Judgement(MISSING, (), ("what is asked for could not be told from its wording",))
    return joined([thing.name for thing in asked.things], found)


def _with_others(judged: Judgement, thing: Thing, asked: Asked, room: Room) -> Judgement:
    """What is missing of the company may be there of another: that is said, and changes nothing."""
    if judged.status != MISSING or asked.entities or not room.company:
        return judged
    other = _judge_thing(thing, asked, replace(room, company=""))
    if other.status == MISSING or not other.spots:
        return judged
    file = other.spots[0].filename
    return Judgement(MISSING, (), (f"not in the room for {room.company_name}; {file} is of another company",))


def _judge_thing(thing: Thing, asked: Asked, room: Room) -> Judgement:
    if thing.concept is not None:
        match thing.concept.kind:
            case "accounts":
                return judge_accounts(thing, asked, room)
            case "statement":
                return judge_statement(thing.concept, asked, room)
            case "series":
                return judge_series(thing.concept, candidates_for(thing, asked, room), asked, room)
    if thing.measure is not None:
        by_table = any(part in TABLE_PARTS for part in asked.parts)
        judged = judge_breakdown(thing, asked, room) if by_table else judge_measure(thing, asked, room)
        if judged.status != MISSING or by_table:
            return judged
    return judge_content(thing, candidates_for(thing, asked, room), asked, room)

"""Messages that go on from rows of tables that were told: answered of those rows, and never of all."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, line
from sleuth.agents.analyst.behaviours.fact import statements_told
from sleuth.agents.analyst.certain import answer_for_certain
from sleuth.agents.analyst.dialogue.following import is_opened_or_fragment
from sleuth.agents.analyst.tools.reading import Knowledge
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.whole import with_company_share
from sleuth.answering.run import research_in
from sleuth.answering.tables import resolve_follow_up, resolve_rows
from sleuth.reason.records.following import RowsBefore, means_only_rows, means_rows, without_opening
from sleuth.reason.understand.several import split


async def rows_followed(turn: Turn) -> Answer | None:
    """What the rows before tell of a message that goes on from them; None where it is no question of theirs."""
    before = turn.context.rows
    library = turn.room.library
    if not before or not await _goes_on(turn):
        return None
    follows = await resolve_follow_up(library, turn.message, before)
    if follows.query is None:
        return None
    research = await research_in(library, turn.message, turn.room.reasoner, follows=follows)
    if not research.proven or not answer_for_certain(turn.message, research.proven):
        return None
    told = await with_company_share(turn, statements_told(turn, Knowledge(research=research)))
    taken_over = _taken_over(turn, before, follows.before)
    lead = (line(f"{taken_over}:"),) if taken_over else ()
    return replace(told, blocks=(*lead, *told.blocks), assumption=taken_over)


async def _goes_on(turn: Turn) -> bool:
    """Whether a message speaks of the rows before, or only opens like that and names no rows of its own.

    Where it asks twice, "how much is that" may be of the rows that its own first part asks for.
    """
    if means_rows(split(turn.message)[0].text):
        return True
    if not is_opened_or_fragment(turn.message):
        return False
    alone = (await resolve_rows(turn.room.library, without_opening(turn.message))).query
    return alone is None or not alone.rows


def _taken_over(turn: Turn, before: Sequence[RowsBefore], after: Sequence[RowsBefore]) -> str:
    """Which rows or conditions of the question before still hold."""
    names = before[0].names
    are_same = set(after[0].names) <= set(names)  # "top 5 together?" after the largest tells of others too
    if means_rows(turn.message) and before[0].is_part and are_same:
        return (
            turn.phrases("of_these_rows", count=len(names))
            if len(names) != 1
            else turn.phrases("of_row", name=names[0])
        )
    kept = [str(one) for one in after[0].query.conditions if one in before[0].query.conditions]
    return turn.phrases("rows_as_before", conditions="; ".join(kept)) if kept else ""


def is_of_other_rows(turn: Turn, answer: Answer) -> bool:
    """Whether an answer to a message about a part of some rows tells figures or rows that are of more than those."""
    goes_on = means_only_rows(split(turn.message)[0].text)
    if answer.refuses or not goes_on or not any(one.is_part for one in turn.context.rows):
        return False
    tells_numbers = any(re.search(r"\d", claim["text"]) for claim in answer.claims)
    return bool(answer.rows or answer.given) or tells_numbers


def untold(turn: Turn) -> Answer:
    """That the rows before do not tell what is asked of them."""
    count = len(turn.context.rows[0].names)
    return Answer((line(turn.phrases("rows_do_not_tell", count=count)),), calls=tuple(turn.tools.calls), refuses=True)

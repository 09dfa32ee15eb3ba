"""A claim that its claimant has told anew: an older paper's amount of it is then not what is claimed now."""

import re
from collections.abc import Iterator
from datetime import date

from sleuth.agents.analyst.answer import Answer, Block
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.turn import Turn
from sleuth.language.glyphs import plain_line

_MOST_WORDS = 8  # of a letterhead


def is_claimed_anew(turn: Turn, message: str, answer: Answer) -> bool:
    """Whether a message asks what somebody claims, and the claimant itself has written later than the paper that is
    told: "the Harbour Authority has claimed 2.1 million" of the accounts, before its letter of the autumn.
    """
    asks = re.search(data("statements")["claiming"]["says"], plain_line(message).casefold()) is not None
    told = [block for block in answer.verbatim if block.kind != "note"] if asks else []
    return any(_wrote_later(turn, block) for block in told)


def _wrote_later(turn: Turn, block: Block) -> bool:
    """Whether somebody whom a sentence names has written a letter after all papers that it is quoted from."""
    quoted = {citation.document_id for citation in block.citations}
    days = [day for number in quoted if (day := turn.room.dated(number)) is not None]
    if not days or len(days) < len(quoted):
        return False
    said = plain_line(block.stated).casefold()
    return any(name in said and day > max(days) for name, day in _letters(turn))


def _letters(turn: Turn) -> Iterator[tuple[str, date]]:
    """The papers that open with a name alone, as letters do, by that name and their day."""
    for document in turn.room.library.documents:
        head = next((line.strip() for line in document.cover.splitlines() if line.strip()), "")
        day = turn.room.dated(document.id)
        is_name = 1 < len(head.split()) <= _MOST_WORDS and (head.isupper() or head.istitle())
        if day is not None and is_name:
            yield plain_line(head).casefold(), day

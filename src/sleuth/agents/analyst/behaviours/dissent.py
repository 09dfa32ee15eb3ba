"""Who was against a decision of the board: the sentence of the minutes that says so, of the item that is meant."""

import calendar
import re
from collections.abc import Iterator

from sleuth.agents.analyst.answer import Answer, line
from sleuth.agents.analyst.nearest import Near, nearest_to
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.language.glyphs import plain_line
from sleuth.language.tokens import letter_words, stems
from sleuth.language.weight import is_heavy
from sleuth.reason.understand.question import understand

_NEAREST = 40  # statements
_LEAST = 0.5  # of the words that tell what was decided: so many must stand in the item


async def dissent_told(turn: Turn) -> Answer | None:
    """The sentence that says who was against what is asked after; None where no item, or more than one, tells it."""
    form = plain_line(turn.meant.question).casefold()
    if re.search(data("statements")["dissent"]["asks"], form) is None:
        return None
    found = [one for one in (await nearest_to(turn.room, turn.meant.question))[:_NEAREST] if _tells(one)]
    shares = {one: _share(turn, one) for one in found if _is_of_month(turn, one, form)}
    best = max(shares.values(), default=0.0)
    told = [one for one, share in shares.items() if share == best >= _LEAST]
    if len({(one.evidence.document_id, _item(one)) for one in told}) != 1:
        return None
    spots = [
        (one.evidence.document_id, one.evidence.page.number, one.unit.start, one.unit.end, one.unit.text)
        for one in told
    ]
    proven = [one for one in await prove_quotes(turn.room.library, spots) if isinstance(one, Proven)]
    blocks = [line(" ".join(one.text.split()).rstrip("."), one.citations, one.proof) for one in proven]
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls)) if blocks else None


def _tells(near: Near) -> bool:
    """Whether a sentence says that somebody was against something."""
    is_sentence = near.unit.row is None
    return is_sentence and re.search(data("statements")["dissent"]["says"], near.unit.text.casefold()) is not None


def _item(near: Near) -> str:
    """The paragraph of a sentence, with the line before it, which is the item's heading."""
    text = near.evidence.page.text
    start = text.rfind("\n", 0, near.unit.start) + 1
    end = text.find("\n", near.unit.end)
    before = text[:start].rstrip().rpartition("\n")[2]
    return f"{before}\n{text[start : end if end >= 0 else len(text)]}"


def _share(turn: Turn, near: Near) -> float:
    """How many of the words that tell what was decided the item says, from 0 to 1."""
    language = turn.meant.language
    said = stems(_item(near), language)
    asked = set(_telling(turn))
    return len(asked & said) / len(asked) if asked else 0.0


def _telling(turn: Turn) -> Iterator[str]:
    """The stems of the words that tell what was decided, and its numbers: "kiln" and "4"."""
    language = turn.meant.language
    aside = stems(data("statements")["dissent"]["aside"], language) | stems(" ".join(_MONTHS), language)
    for term in understand(turn.meant.question).terms:
        if term.stem not in aside and (is_heavy(term.text, language) or term.text.isdigit()):
            yield term.stem


def _is_of_month(turn: Turn, near: Near, form: str) -> bool:
    """Whether minutes are of the month that a question names, if it names one."""
    named = [number for number, name in enumerate(_MONTHS, start=1) if name in letter_words(form)]
    dated = turn.room.dated(near.evidence.document_id)
    return not named or (dated is not None and dated.month in named)


_MONTHS = tuple(name.casefold() for name in calendar.month_name[1:])

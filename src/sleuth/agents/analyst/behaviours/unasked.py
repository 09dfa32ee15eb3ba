"""Figures that are true and answer nothing that was asked."""

import re

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.dialogue.asserted import without_assertion
from sleuth.agents.analyst.phrases import data
from sleuth.language.asked import Answer as Kind
from sleuth.language.currency import is_code
from sleuth.language.glyphs import plain
from sleuth.reason.understand.phrases import kind_of

_AMOUNT = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![\w.,]*\d)")  # no year and no day: with decimals or thousands


def counts_no_money(message: str, answer: Answer) -> bool:
    """Whether a message asks for a number of things, and all that is told are amounts of money: "how many of the
    clinics are below budget on revenue?"."""
    asks = re.search(data("statements")["counting"]["says"], plain(message).text) is not None
    return asks and bool(answer.given) and all(is_code(one.unit) for one in answer.given)


def only_repeats(message: str, answer: Answer) -> bool:
    """Whether all the figures that are told stand in the message, which does not ask whether they are so: "and the
    11.9% growth they show?"."""
    told = [block for block in answer.blocks if block.proof and block.kind != "note"]
    figures = {one for block in told for one in _AMOUNT.findall(plain(block.stated).text)}
    is_cell = all(block.proof in ("cell", "computed") for block in told)
    asks_whether = kind_of(message) is Kind.CHOICE or without_assertion(message) != message
    return bool(figures) and is_cell and not asks_whether and figures <= {*_AMOUNT.findall(plain(message).text)}

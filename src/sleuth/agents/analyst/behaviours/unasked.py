"""What is true and answers nothing that was asked."""

import re

import psycopg

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.behaviours.claimants import is_claimed_anew
from sleuth.agents.analyst.behaviours.printed_limits import tells_limit_alone
from sleuth.agents.analyst.behaviours.provision import is_of_another_agreement, is_of_first_amount
from sleuth.agents.analyst.dialogue.asserted import speaker_of, without_assertion
from sleuth.agents.analyst.dialogue.documents import folded, kinds_of_noun, kinds_of_text, name_of_document
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.turn import Turn
from sleuth.language.asked import Answer as Kind
from sleuth.language.currency import is_code
from sleuth.language.glyphs import plain
from sleuth.language.measures import adjusted_for
from sleuth.language.metrics import default_lexicon
from sleuth.language.query import Query
from sleuth.reason.understand.phrases import kind_of
from sleuth.store.ledger.findings import metrics_at

_AMOUNT = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![\w.,]*\d)")  # no year and no day: with decimals or thousands


async def answers_nothing(turn: Turn, message: str, answer: Answer) -> bool:
    """Whether what is told, true as it may be, answers nothing that a message asks."""
    is_beside = counts_no_money(message, answer) or only_repeats(message, answer) or only_heads_or_asks(answer)
    return (
        is_beside
        or is_claimed_anew(turn, message, answer)
        or tells_limit_alone(message, answer)
        or compares_nothing(turn, answer)
        or await measures_another(turn.room, turn.meant.query, answer)
        or await is_of_another_agreement(turn, answer)
        or await is_of_first_amount(turn, message, answer)
    )


def proves_itself(room: Room, message: str, answer: Answer) -> bool:
    """Whether a message asks if what a paper says is right, and only that paper says what is told, or says one of the
    sentences that are: "The register says that the lease ends in May. Correct?"."""
    called = folded(speaker_of(message)).split()
    if not called:
        return False
    cited = {one.document_id: block for block in answer.blocks if block.proof for one in block.citations}
    names = {number: name_of_document(room.filename(number), room.documents[number].title) for number in cited}
    own = {number for number, name in names.items() if _is_called(name, called[-1])}
    return bool(own) and (own == cited.keys() or any(cited[number] in answer.verbatim for number in own))


def _is_called(name: str, noun: str) -> bool:
    return bool(kinds_of_noun(noun) & kinds_of_text(name)) or f" {noun}" in f" {name}"


def compares_nothing(turn: Turn, answer: Answer) -> bool:
    """Whether figures of two times are to be set beside each other, and all that is told are sentences that were found
    by their words: "and Port Hallam vs a year ago?"."""
    query = turn.meant.query
    of_times = turn.intent is Intent.COMPARISON and query is not None and any(time.back for time in query.times)
    return of_times and answer.is_in_words


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


async def measures_another(room: Room, query: Query | None, answer: Answer) -> bool:
    """Whether cells are told for a measure, and all that the ledger knows of them is that they are of another one: the
    revenue of a segment for its EBITDA, which a table below gives for other years."""
    cells = [block for block in answer.blocks if block.proof == "cell" and block.kind != "note"]
    lexicon = default_lexicon()
    measures = query.measures if query is not None else ()
    asked = {key for measure in measures for key in measure.keys if key in lexicon.metrics}
    beside = (adjusted_for(measure, lexicon) for measure in measures)
    asked.update(key for measure in beside if measure is not None for key in measure.keys)
    places = {(one.document_id, one.page, one.spans) for block in cells for one in block.citations}
    if not asked or not places:
        return False

    def read(connection: psycopg.Connection, _project: int) -> set[str]:
        return {metric for number, page, spans in places for metric in metrics_at(connection, number, page, spans)}

    found = await room.read(read)
    return bool(found) and not any(metric.startswith(_LINE) for metric in found) and asked.isdisjoint(found)


_LINE = "line: "


def only_heads_or_asks(answer: Answer) -> bool:
    """Whether all that is told are headings of numbered clauses, or questions that somebody asks: "11 Assignment and
    change of control", "And is the fleet 318 or 304?"."""
    told = [block.stated.strip() for block in answer.verbatim]
    return bool(told) and all(text.endswith("?") or _HEADING.fullmatch(text) is not None for text in told)


_HEADING = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,2}\.?\s(?:[^\W\d][\w’'&/-]*,?\s?){1,8}")

"""The limit that a table tests a figure against: beside it under "Covenant", or in the row below it."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.ledger import Shown
from sleuth.agents.analyst.room import Room
from sleuth.evidence.source import Page
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.quantity import read_cell
from sleuth.language.tokens import tokens
from sleuth.language.weight import detect_language
from sleuth.language.wordlist import wordlist
from sleuth.reason.understand.figures import read_query


@dataclass(frozen=True, slots=True)
class PrintedLimit:
    """A limit as a table prints it, in the cell that ends at `end` (exclusive) of its page's text."""

    value: Decimal
    page: Page
    end: int


async def printed_limit(room: Room, figure: Shown, key: str) -> PrintedLimit | None:
    """The one number beside a figure of a measure that is its limit by its heading, or below it by its row's name."""
    address = (figure.stated.document_id, figure.fact.page)
    page = (await room.library.pages([address])).get(address)
    return _tested_against(page, figure.fact.start, key) if page is not None else None


def asks_beside_covenant(message: str) -> bool:
    """Whether a measure is asked for beside its covenant: "leverage, and how far from the covenant?"."""
    asked = read_query(message, detect_language(message))
    is_held_against = speaks("kept", message) or speaks("beside", message)
    return bool(asked.known_measures) and is_held_against and speaks("covenants", message)


def tells_limit_alone(message: str, answer: Answer) -> bool:
    """Whether a measure is asked for beside its covenant, and a row that is called "Covenant" is all that is told."""
    told = [block for block in answer.blocks if block.proof]
    is_alone = bool(told) and all(_names_limit_alone([_LABEL.split(block.text)[0]]) for block in told)
    return is_alone and asks_beside_covenant(message)


_LABEL = re.compile(r"[,:]")  # what ends the name of a row that is told: "Covenant (x), June 2025: 2.75x"


def _tested_against(page: Page, start: int, key: str) -> PrintedLimit | None:
    for table in page.tables:
        cells = list(table.cells())
        own = next((cell for cell in cells if cell.start <= start < cell.end), None)
        if own is None:
            continue
        heads = {column for column, path in table.column_paths.items() if speaks("limit", " ".join(path))}
        rows = {row for row, path in table.row_paths.items() if _is_limit(" ".join(path), key)}
        rows |= {row for row, path in table.row_paths.items() if row == own.row + 1 and _names_limit_alone(path)}
        beside = [cell for cell in cells if cell.row == own.row and cell.column in heads]
        below = [cell for cell in cells if cell.row in rows and cell.column == own.column]
        read = [(cell, read_cell(page.text[cell.start : cell.end])) for cell in beside or below]
        limits = {one.value: cell for cell, one in read if one is not None}
        if len(limits) != 1:
            return None
        ((value, cell),) = limits.items()
        return PrintedLimit(value, page, cell.end)
    return None


def speaks(name: str, text: str) -> bool:
    """Whether a text says what a word list on limits holds: "bound" of "the maximum leverage"."""
    return re.search(wordlist("limits")["asks"][name], plain(text).text) is not None


def _is_limit(name: str, key: str) -> bool:
    """Whether a row's name is that of the limit of a measure: "Max leverage allowed"."""
    named = find_measures(tokens(name, "en"), default_lexicon(), "en")
    return speaks("bound", name) and any(key in one.measure.keys for one in named)


def _names_limit_alone(path: Sequence[str]) -> bool:
    """Whether a row's name says that it is a limit and not of what: "Covenant (x)" right below the ratio."""
    words = re.findall(r"[^\W\d_]{2,}", plain(" ".join(path[-1:])).text)
    return are_of_limits(words)


def are_of_limits(words: Collection[str]) -> bool:
    """Whether there are words, in plain form, and each names a limit or its test: "covenant", "maximum"."""
    return bool(words) and all(re.fullmatch(wordlist("limits")["asks"]["names"], word) for word in words)

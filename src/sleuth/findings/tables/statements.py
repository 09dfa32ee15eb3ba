"""Which financial statement a table is, by its title or by the lines it has."""

import re
from collections.abc import Iterable
from enum import StrEnum

from sleuth.evidence.source import Table
from sleuth.language.glyphs import plain_line
from sleuth.language.metrics import Lexicon, label_form
from sleuth.language.wordlist import wordlist


class Statement(StrEnum):
    """The primary statements."""

    INCOME = "income"
    COMPREHENSIVE = "comprehensive income"
    BALANCE = "balance sheet"
    CASH = "cash flow"
    EQUITY = "equity"


_TITLES = tuple((Statement(name), form) for name, form in wordlist("patterns", "findings")["titles"].items())
_PROSE = re.compile(wordlist("patterns", "findings")["prose"])
_RESULTS = {"net income", "operating income", "income before taxes", "gross profit", "ebitda"}
_ANCHORS = (  # lines that a statement cannot do without, and lines of which it has one
    (Statement.INCOME, {"revenue"}, _RESULTS),
    (Statement.INCOME, {"operating expenses"}, _RESULTS),
    (
        Statement.BALANCE,
        {"total assets"},
        {"total equity", "total liabilities", "current assets", "total liabilities and equity"},
    ),
    (
        Statement.CASH,
        {"cash flow from operating activities"},
        {"cash flow from investing activities", "net change in cash"},
    ),
)
_PRIMARY = {  # lines of which the whole statement has one, and a note on some of its lines has none
    Statement.INCOME: {"net income", "net income attributable to shareholders"},
    Statement.COMPREHENSIVE: {"comprehensive income"},
    Statement.BALANCE: {"total assets", "total liabilities and equity", "total equity"},
    Statement.CASH: {"cash flow from operating activities", "net change in cash"},
}
_LEAST_LINES = 3  # of the lexicon that a statement without a title has


def which_statement(table: Table, headings: Iterable[str], lexicon: Lexicon) -> Statement | None:
    """The statement that a table is by its headings or its lines; None for tables of notes and of anything else."""
    labels = {label_form(path[-1]) for path in table.row_paths.values() if path}
    known = {metric.key for label in labels for metric in lexicon.named(label)}
    titled = titled_statement(headings)
    if titled is not None and (known or titled is Statement.EQUITY):
        return titled
    return _by_lines(known, len(labels))


def titled_statement(headings: Iterable[str]) -> Statement | None:
    """The statement that a heading calls a table."""
    for heading in headings:
        words = plain_line(heading).replace("’", "'").replace("table of contents", "")
        if is_prose(words):
            continue
        found = {statement: match.start() for statement, form in _TITLES if (match := re.search(form, words))}
        if found:
            return next(statement for statement, _ in _TITLES if statement in found)
    return None


def is_primary(statement: Statement | None, known: set[str]) -> bool:
    """Whether a table with such lines is the whole of a primary statement that holds amounts of the company."""
    return statement is not None and bool(_PRIMARY.get(statement, set()) & known)


def face_of(known: set[str]) -> Statement | None:
    """The statement that lines with these measures are the face of; one of cash flows begins with the net income."""
    for statement in (Statement.CASH, Statement.BALANCE, Statement.INCOME):
        anchors = [(needed, one_of) for anchored, needed, one_of in _ANCHORS if anchored is statement]
        if is_primary(statement, known) or any(needed <= known and one_of & known for needed, one_of in anchors):
            return statement
    return None


def is_prose(words: str) -> bool:
    """Whether a caption, in plain form, is a sentence rather than a title."""
    return _PROSE.search(words) is not None


def _by_lines(known: set[str], lines: int) -> Statement | None:
    """A table without a title that has the lines a statement cannot do without."""
    for statement, needed, one_of in _ANCHORS:
        if needed <= known and known & one_of and len(known) >= _LEAST_LINES and 2 * len(known) >= min(lines, 8):
            return statement
    return None

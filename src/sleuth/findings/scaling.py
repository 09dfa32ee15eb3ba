"""What a document's amounts are in: what it says of all of them, and what nearly all its tables say."""

import re
from collections import Counter
from typing import TypeVar

from sleuth.evidence.source import Source
from sleuth.findings.tables.statements import titled_statement
from sleuth.language.currency import USUAL, Signs, marks_in
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.scale import NOTHING, Scaling, read_scaling, states_amount, states_scale, without_units
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist

_T = TypeVar("_T")
_COVER = 1_500  # characters
_COVER_LINES = 6
_LEAST_SHARE = 0.9  # of the currency marks in tables: then it is the document's currency
_OF_ALL, _STATEMENT = (re.compile(wordlist("scales")["for_all"][name]) for name in ("unless", "frame"))
_PIECES = re.compile(r"\s[-–—·|]\s|[;.](?=\s|$)|[()]")
_LONGEST_STATEMENT = 200  # characters
_FEWEST_PAGES = 3  # that bear the same line
_PAGE_NUMBER = re.compile(r"(?:\bpage )?(?<![$€£¥\w])(?!000\b)\d{1,4}(?: of \d+)?\s*$", re.IGNORECASE)


def cover_lines(source: Source) -> list[str]:
    """The first lines of a document, down to the first table."""
    if not source.pages:
        return []
    page = source.pages[0]
    return (page.above_tables.strip() or page.text)[:_COVER].split("\n")[:_COVER_LINES]


def common_scaling(source: Source, signs: Signs, of_all: Scaling) -> tuple[Scaling, bool]:
    """The scaling of the whole, by a line that says so (`of_all`) or by nearly all tables, and whether any of these
    states a scale.

    What a line says of all, though nearly all tables state another scale, is of one table: then none is certain.
    """
    currencies: Counter[str] = Counter()
    marks: Counter[str] = Counter()  # anywhere, as in the assumption of a rate of exchange
    scales: Counter[int] = Counter()
    for page in source.pages:
        for table in page.tables:
            said = read_scaling(
                " ".join([table.caption, *(part for path in table.column_paths.values() for part in path)]), signs
            )
            currencies.update([said.currency] if said.currency else [])
            scales.update([said.money] if said.money is not None else [])
        marks.update(marks_in(page.text, signs))
    if not (currencies or marks) and signs.stated:
        marks[signs.stated] = 1
    stated = bool(scales) or any(states_scale(page.text) for page in source.pages)
    currency = _dominant(currencies + marks) or _dominant(currencies)
    scale = _dominant(scales)
    if scale is not None and of_all.money not in (None, scale):
        return Scaling(of_all.currency or currency), stated
    return of_all.over(Scaling(currency, scale if scale is not None else _scale_of_cover(source))), stated


def scaling_of_all(source: Source, signs: Signs = USUAL) -> Scaling:
    """The currency and scale that a source says all its amounts are in: in a line of its cover, or at the foot of its
    pages, that says nothing else, or anywhere "unless stated otherwise". NOTHING where it says none, or two.
    """
    of_all = (line for page in source.pages for line in page.text.split("\n") if _is_of_all(line))
    cover = (line for line in cover_lines(source) if not _is_title_of_table(line))
    said = {_unit_statement(line, signs) for line in (*cover, *margins(source), *of_all)}
    said.discard(NOTHING)
    return said.pop() if len(said) == 1 else NOTHING


def margins(source: Source) -> list[str]:
    """The lines that most pages begin or end with, without the numbers of the pages."""
    counted: Counter[str] = Counter()
    for page in source.pages:
        lines = page.text.strip().split("\n")
        counted.update({_PAGE_NUMBER.sub("", line).strip() for line in (lines[0], lines[-1])})
    return [line for line, count in counted.items() if count >= _FEWEST_PAGES and 2 * count > len(source.pages)]


def _is_of_all(line: str) -> bool:
    return len(line) <= _LONGEST_STATEMENT and _OF_ALL.search(plain(line).text) is not None


def _is_title_of_table(line: str) -> bool:
    """Whether a line names a statement or a measure: "P&L (EUR thousand)" tells the unit of one table."""
    return titled_statement([line]) is not None or bool(find_measures(tokens(line, "en"), default_lexicon(), "en"))


def _unit_statement(line: str, signs: Signs) -> Scaling:
    """What a line, or a piece of it, states of currency and scale if that is all it states; a row of a table, or the
    corner of one, states it of that table."""
    if "\t" in line or not line.strip():
        return NOTHING
    for piece in (line, *_PIECES.split(line)):
        said = read_scaling(piece, signs)
        is_whole = said.currency and said.money is not None and not said.doubtful and not states_amount(piece)
        rest = _STATEMENT.sub(" ", without_units(piece)) if is_whole else ""
        if is_whole and not re.search(r"[^\W\d_]", rest):
            return Scaling(said.currency, said.money)
    return NOTHING


def _scale_of_cover(source: Source) -> int | None:
    """The one scale that a line of the cover gives for all that follows: "(unaudited; thousands of dollars)"."""
    lines = source.pages[0].text[:_COVER].split("\n") if source.pages else []
    said = [read_scaling(line) for line in lines if states_scale(line)]
    stated = {one.money for one in said if one.money is not None and one.currency and not one.doubtful}
    return next(iter(stated)) if len(stated) == 1 else None


def _dominant(counts: "Counter[_T]") -> _T | None:
    best = counts.most_common(1)
    return best[0][0] if best and best[0][1] and best[0][1] >= _LEAST_SHARE * counts.total() else None

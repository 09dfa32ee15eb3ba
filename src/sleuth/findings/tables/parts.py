"""Which rows of a table are the parts of a total: those that add up to it in every column, and no others."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby

from sleuth.findings.tables.headings import bare_title
from sleuth.findings.tables.members import bare_part
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import Lexicon, Metric, is_whole, label_form, without_whole
from sleuth.language.quantity import Printed
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist

_SENTENCE = re.compile(r"(?<=[a-z)]\.)\s+(?=[A-Z])")
_INTRODUCES, _OTHERS = (re.compile(wordlist("labels")[name]) for name in ("introducing", "others"))

_DIVIDES = re.compile(r"\b(?:by|per|efter|nach) (?:\w+ )?\w+$")
_FEWEST = 2  # parts
_MOST = 100  # rows of which a total is looked for
_TOTALS = ("total ", "summa ", "gesamt", "summe ", "subtotal")
_MOST_HIDDEN = Decimal("0.02")  # of a total, by rounding


@dataclass(frozen=True, slots=True)
class Figures:
    """A row's label and its printed numbers, by column."""

    row: int
    label: str
    section: str = ""  # the label of the nearest row above that has no numbers
    cells: Mapping[int, Printed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Share:
    """What a row is of a measure: a part of it, or the whole."""

    metric: Metric
    is_whole: bool = False


def proven_shares(
    rows: Sequence[Figures], titled: Metric | None, lexicon: Lexicon, *, is_money: bool, divides: bool = False
) -> dict[int, Share]:
    """The rows that are a measure's parts, and their total, by row.

    `divides`: what stands above the table says that it divides its figures, so that a result has parts too.

    The measure is named by the total's label ("Net sales") or, where that only says total, by what stands above the
    table (`titled`); it is an amount of money where the table is of money (`is_money`), else it is counted. Rows with
    names of measures are no parts of an amount of money: they are lines of a statement.
    """
    shares: dict[int, Share] = {}
    end = len(rows) - 1
    while end >= _FEWEST:
        metric = _measure(rows[end], titled, lexicon, divides=divides or _are_called(rows[:end], rows[end], lexicon))
        start = end
        if metric is not None and is_money != (metric.kind == "count"):
            counted = metric.kind == "count"
            first = _start(rows, end, metric, lexicon)
            within = next((n for n in range(first, end) if rows[n].section == rows[end].section), end)
            start = next((n for n in (first, within) if _is_total(rows[n:end], rows[end], counted=counted)), end)
        if metric is not None and start < end:
            shares |= {row.row: Share(metric) for row in rows[start:end]} | {rows[end].row: Share(metric, True)}
        end = min(start, end - 1)
    return shares


def _are_called(above: Sequence[Figures], total: Figures, lexicon: Lexicon) -> bool:
    """Whether the rows right above a total bear the name of its measure: "EBITDA Austria" above "Group EBITDA"."""
    named = lexicon.named(without_whole(label_form(total.label)))
    labels = [row.label.strip(" :") for row in above[-_FEWEST:]]
    return bool(named) and all(bare_part(label, named[0], lexicon) != label for label in labels)


def _is_total(parts: Sequence[Figures], total: Figures, *, counted: bool) -> bool:
    """Whether the rows above a total are its parts. Totals of some of them may stand between: each counts once."""
    if len(parts) >= _FEWEST and _add_up(parts, total, counted):
        return True
    items: list[Figures] = []
    for row in parts:
        begins = range(len(items) - _FEWEST, -1, -1) if sums_up(row.label) else ()
        begin = next((n for n in begins if _add_up(items[n:], row, counted)), None)
        items = [*items, row] if begin is None else [*items[:begin], row]
    return _FEWEST <= len(items) < len(parts) and _add_up(items, total, counted)


def addends(rows: Sequence[Figures], totals: Collection[int]) -> set[int]:
    """The rows that, from one of them on, add up to one of `totals` right below them: steps of a bridge, parts of a
    debt.
    """
    found: set[int] = set()
    for end, total in enumerate(rows):
        starts = range(end - _FEWEST, max(end - _MOST, 0) - 1, -1) if total.row in totals and total.cells else ()
        start = next((n for n in starts if _add_up(rows[n:end], total, counted=False)), end)
        found |= {row.row for row in rows[start:end]}
    return found


def sections_of_others(rows: Sequence[Figures]) -> dict[int, str]:
    """The rows that stand under the heading of somebody else, as "Discontinued operations", as far as one that adds up
    those before it, with that heading: where no row does, it is not certain how far the section goes.
    """
    found: dict[int, str] = {}
    for section, grouped in groupby(rows, key=lambda row: row.section):
        within = list(grouped) if section and _OTHERS.search(plain(section).text) else []
        closing = (end for end in range(_FEWEST, len(within)) if _add_up(within[:end], within[end], counted=False))
        for row in within[: next(closing, -1) + 1]:
            found[row.row] = section
    return found


def sums_up(label: str) -> bool:
    """Whether a row's label says that it adds up others."""
    return is_whole(label) or label_form(label).startswith(_TOTALS)


def titled(titles: Sequence[str], lexicon: Lexicon) -> Metric | None:
    """The one measure that the titles name: "Headcount report", "Net sales by segment", "EBITDA by segment"."""
    forms = {label_form(form) for title in titles for form in (title, bare_title(title))}
    divided = {form for form in forms if _DIVIDES.search(form)}
    named = {m.key: m for form in sorted(forms) for m in lexicon.titled(form) if m.splits or form in divided}
    return next(iter(named.values())) if len(named) == 1 else None


def introduced(lead: str, lexicon: Lexicon, language: str) -> Metric | None:
    """The one measure that the sentence before a table names: "The following table presents revenues by …"."""
    last = _SENTENCE.split(lead.strip())[-1]
    if not _INTRODUCES.search(plain(last).text):
        return None
    named = find_measures(tokens(last, language), lexicon, language)
    found = {key for one in named for key in one.measure.keys}
    metric = lexicon.metrics[found.pop()] if len(found) == 1 else None
    return metric if metric is not None and metric.splits else None


def _measure(total: Figures, titled: Metric | None, lexicon: Lexicon, *, divides: bool) -> Metric | None:
    """What a total is of: by its own label, or, where that only says total, by its section, or by the table's title."""
    label = total.section if is_whole(total.label) else total.label
    named = [metric for metric in lexicon.named(label_form(label)) if metric.splits or divides]
    if named:
        return named[0]
    return titled if is_whole(total.label) and (titled is None or not lexicon.named(label_form(label))) else None


def _start(rows: Sequence[Figures], end: int, metric: Metric, lexicon: Lexicon) -> int:
    """The first of the rows above a total that may be its parts."""
    counted = metric.kind == "count"
    start = end
    while start and rows[start - 1].cells and (counted or not lexicon.named(label_form(rows[start - 1].label))):
        start -= 1
    return start


def _add_up(parts: Sequence[Figures], total: Figures, counted: bool) -> bool:
    """Whether the parts are the total in each of its columns, within the rounding of all of them.

    One column has several of them; in another all but one may be a dash, as of a part that was sold.
    """
    columns = [column for column, printed in total.cells.items() if not printed.unit]
    addends = {column: [part.cells.get(column) for part in parts] for column in columns}
    several = any(sum(1 for one in found if one and one.value) >= _FEWEST for found in addends.values())
    return several and all(_adds(addends[column], total.cells[column], counted) for column in columns)


def _adds(parts: Sequence[Printed | None], total: Printed, counted: bool) -> bool:
    addends = [printed for printed in parts if printed is not None]
    if len(addends) < len(parts):
        return False
    hidden = Decimal(0) if counted else sum((printed.step for printed in (*addends, total)), Decimal(0)) / 2
    return abs(total.value - sum(printed.value for printed in addends)) <= min(hidden, _MOST_HIDDEN * abs(total.value))

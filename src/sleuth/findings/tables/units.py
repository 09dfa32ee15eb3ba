"""What a cell's number counts: its unit and scale by the metric, the cell, the headings, the caption, the document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.findings.finding import Factor
from sleuth.findings.tables.layout import BodyCell
from sleuth.findings.tables.line import SERIES, Line
from sleuth.language.currency import USUAL, Signs
from sleuth.language.glyphs import plain
from sleuth.language.metrics import Metric, default_lexicon, label_form
from sleuth.language.quantity import Printed, Quantity, read_cell
from sleuth.language.scale import NOTHING, RowUnit, Scaling, read_scaling, unit_of_label
from sleuth.language.wordlist import wordlist

_ASIDE = re.compile(r"\(([^()]{1,40})\)|,(?!\d)\s*([^,()]{1,24})(?=$|\()")
_AMOUNT = re.compile(r"[1-9]")
_WITH_AMOUNT = re.compile(r"\([^()]*\d[^()]*\)|\d\S* per (?:\w+ )?share")
_PER_SHARE = re.compile(r"per (?:\w+ )?(?:share|unit)|/ ?(?:share|aktie)|per aktie|je aktie")
_ALL = re.compile(r"\s*100(?:[.,]0+)?\s*%\s*")
_EXACT = ("percent", "times", "day")  # units that a row's own words tell for certain
_MONEY = re.compile(wordlist("labels")["money"])
_SHARES = re.compile(wordlist("patterns", "findings")["shares"])


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is said of units around a cell, from the nearest to the furthest."""

    row: RowUnit | None = None  # what the column of units says
    column: Scaling = NOTHING
    caption: Scaling = NOTHING
    table_currency: str | None = None  # the mark that the table's own cells bear
    document: Scaling = NOTHING
    scales_stated: bool = False  # some table of the document states a scale
    in_statement: bool = False
    has_percent: bool = False  # some of the table's cells are percentages
    tells_shares: bool = False  # what stands above says that all are percentages of something
    is_segmented: bool = False  # … that it divides the figures of the statements: by segment, region, product
    signs: Signs = USUAL  # what "$" and "kr" mean in the document
    holds_money: bool = False  # other rows of the table are measures of money, and do not say in what
    labels_are_money: bool = False  # a unit of money stands over the labels of the rows: "Stock, €000"
    scales_all: bool = False  # `document` is what it says that all its amounts are in
    is_proven_money: bool = False  # the row is one of several that add up to an amount of money


@dataclass(frozen=True, slots=True)
class Measured:
    """A quantity, the metric that its unit decided for (None for a line of its own name), and what was assumed."""

    quantity: Quantity
    metric: Metric | None
    factors: tuple[Factor, ...] = ()


def measure(printed: Printed, line: Line, around: Surroundings) -> Measured | None:
    """The quantity of a cell; None where its unit or scale is not certain."""
    if printed.is_nil and not around.in_statement:
        return None
    for metric in line.metrics or (None,):
        unit = metric.unit if metric else _unit_of_line(line, printed, around)
        found = _in_unit(printed, unit, line, around) if unit else None
        if found is not None:
            return Measured(found[0], metric, found[1])
    return None


def _unit_of_line(line: Line, printed: Printed, around: Surroundings) -> str:
    """The unit of a line that goes by its own name, by the words of that name; "" where nothing tells it.

    A line of a statement is money where its words tell no other. One of a series of times is what the column of units
    or its own words say, and a bare number where nothing around it speaks of money.
    """
    words = _WITH_AMOUNT.sub(" ", plain(line.label).text)  # "Dividends paid ($0.04 per share)" is an amount
    if around.row is not None:
        return around.row.kind
    if line.unit:
        return "money/share" if line.unit == "money" and _PER_SHARE.search(words) else line.unit
    if printed.unit == "percent":
        return "percent"
    if "par value" in words:  # "Common stock, $0.001 par value; 200 shares authorized" is an amount
        return "money"
    is_per_share = _PER_SHARE.search(words.split(" > ")[-1])
    if _SHARES.search(words) and not is_per_share:
        return "share"
    told = "money/share" if _PER_SHARE.search(words) else unit_of_label(line.label)
    if told or line.rule != SERIES or around.is_proven_money:
        return told or "money"
    told_money = printed.currency or around.column.currency or around.caption.currency or around.table_currency
    is_of_money = told_money or around.holds_money or around.scales_all
    is_money = around.labels_are_money or _MONEY.search(words) or names_money(line.label.rpartition(" > ")[2])
    return ("money" if is_money else "") if is_of_money else "count"


def percent_columns(cells: Sequence[BodyCell]) -> set[int]:
    """The columns whose first number and last bear the sign of percent, as often only the top and the foot of a column
    do, beside amounts that do not or with 100 % at the foot: what stands between them is in percent too.
    """
    columns: dict[int, list[BodyCell]] = {}
    amounts: set[int] = set()  # rows that hold a number without the sign
    for cell in cells:
        if (printed := read_cell(cell.text)) is not None:
            columns.setdefault(cell.column, []).append(cell)
            amounts |= {cell.row} if printed.unit != "percent" else set()
    ends = {column: (found[0], found[-1]) for column, found in columns.items() if len(found) > 1}
    signed = {column: both for column, both in ends.items() if all("%" in cell.text for cell in both)}
    return {
        column for column, (top, foot) in signed.items() if _ALL.fullmatch(foot.text) or {top.row, foot.row} <= amounts
    }


def names_money(label: str) -> bool:
    """Whether a row is named by a measure of money, or by one and what kind of it: "Diligence-adjusted EBITDA"."""
    words = label_form(label).split()
    kinds = (default_lexicon().named(" ".join(words[count:])) for count in range(len(words)))
    return any(metric.unit == "money" for named in kinds for metric in named)


def _aside(label: str) -> str:
    last = label.rpartition(" > ")[2]
    parts = (part for found in _ASIDE.findall(plain(last).text) for part in found)
    return " ".join(part for part in parts if not _AMOUNT.search(part))  # "(EUR 19.0 million)" is an amount, no unit


def _in_unit(
    printed: Printed, unit: str, line: Line, around: Surroundings
) -> tuple[Quantity, tuple[Factor, ...]] | None:
    aside = _aside(line.label)
    row = read_scaling(aside, around.signs) if aside else NOTHING
    stated = around.row.kind if around.row is not None else unit_of_label(line.label)
    if around.row is not None:
        row = around.row.scaling.over(row)
    if unit == "percent":
        said = "percent" in (printed.unit, stated) or row.percent or around.column.percent
        return (Quantity(printed.value, "percent", 0, printed.step), ()) if said and not printed.currency else None
    if printed.unit in ("percent", "points") or (printed.unit == "times" and unit != "times"):
        return None
    if unit == "ratio" or (stated in _EXACT and stated != unit):
        return None  # the row's own words tell another unit than that of the name, or leave it open
    if unit in ("times", "day"):
        return Quantity(printed.value, unit, 0, printed.step), ()
    if unit in ("employee", "count"):
        if not line.metrics and around.caption.money is not None and not around.caption.currency:
            return None  # "in thousands": whether the things counted are too is not said
        whole = printed.value == printed.value.to_integral_value() and not printed.currency and printed.value >= 0
        return (Quantity(printed.value, unit, 0, printed.step), ()) if whole or unit == "employee" else None
    if unit == "share":
        return _shares(printed, row, around)
    return _money(printed, unit, row, around)


def _shares(printed: Printed, row: Scaling, around: Surroundings) -> tuple[Quantity, tuple[Factor, ...]] | None:
    if printed.currency:
        return None
    scale = next((s for s in (row.shares, around.column.shares, around.caption.shares) if s is not None), None)
    return (Quantity(printed.value, "share", scale, printed.step), ()) if scale is not None else None


def _money(
    printed: Printed, unit: str, row: Scaling, around: Surroundings
) -> tuple[Quantity, tuple[Factor, ...]] | None:
    near = row.over(around.column).over(around.caption)
    bare = printed.currency is None and printed.scale is None
    is_mixed = around.column.money == 0 and bool(around.caption.money)  # "(£)" below "in thousands"
    if near.doubtful or is_mixed or (around.tells_shares and bare):
        return None
    factors: list[Factor] = []
    currency = printed.currency or near.currency or around.table_currency
    if currency is None and around.document.currency:
        currency = around.document.currency
        factors += [] if around.scales_all else [Factor("the currency is the document's", 0.1)]
    if currency is None or (printed.currency and near.currency and printed.currency != near.currency):
        return None
    if unit == "money/share":
        return Quantity(printed.value, f"{currency}/share", 0, printed.step), tuple(factors)
    scale = printed.scale if printed.scale is not None else near.money
    divides = around.in_statement or around.is_segmented
    says_none = printed.currency is None and near.currency is None and around.table_currency is None
    if scale is None and around.scales_all and says_none:
        scale = around.document.money
    if scale is None and divides and around.document.money is not None and not around.has_percent:
        scale = around.document.money
        factors.append(Factor("the scale is that of the document's other tables", 0.15))
    marked = near.currency or (around.in_statement and around.table_currency)
    if scale is None and marked and not around.scales_stated and printed.step == 1:
        scale = 0  # a currency without a scale, in a document that knows no scales
    return (Quantity(printed.value, currency, scale, printed.step), tuple(factors)) if scale is not None else None

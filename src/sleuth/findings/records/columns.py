"""What kind of values a column of a list holds, judged by the values themselves and by its heading."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache

from sleuth.language.concepts import says_ownership, told_by
from sleuth.language.countries import country_of
from sleuth.language.dates import is_year
from sleuth.language.days import is_day_first, read_days
from sleuth.language.glyphs import plain
from sleuth.language.quantity import comma_is_decimal, read_cell
from sleuth.language.scale import NOTHING, Scaling, counts_time, read_scaling
from sleuth.language.timing import Timing, read_timing
from sleuth.language.wordlist import wordlist

_MOST = 0.6  # the part of the values that must be of a kind
_NEARLY_ALL = 0.8
_MOST_JUDGED = 400  # cells by which a column's kind is told
_FEW = 2  # rows that are numbered by chance
_CURRENCY = re.compile(r"[A-Z]{3}|[$€£]")


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    DAYS = "days"
    AMOUNT = "amount"
    PERCENT = "percent"
    COUNTRY = "country"
    YES_NO = "yes or no"
    UNIT = "unit"  # currencies of the amounts beside them
    IDENTITY = "identity"  # numbers that only tell rows apart


NUMERIC = (Kind.AMOUNT, Kind.PERCENT)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list. Its heading is the innermost and outer headers joined by a blank."""

    index: int  # 0-based, in the table's grid; -1 for the sections that rows stand under
    heading: str
    kind: Kind
    tells: frozenset[str]  # names of `columns` in language/data/records.toml
    scaling: Scaling = NOTHING  # of its amounts, by the heading or else by the caption
    comma_is_decimal: bool = False
    day_first: bool | None = None


def year_of(heading: str) -> int | None:
    """The year that a heading names; of "Sales 24/25", a fiscal year over two, the later. None where it names none."""
    timing = read_timing(heading)
    return timing.year if timing is not None else None


def period_of(text: str) -> Timing | None:
    """The part of a fiscal year, or the year, that the whole of a text names: "FY2025-Q2", "H1 2025/26"."""
    timing = read_timing(text)
    if timing is None or timing.year is None or timing.day is not None or re.search(r"\w", timing.rest):
        return None
    return timing


def are_periods(texts: Sequence[str]) -> bool:
    """Whether nearly all texts name a period each."""
    return bool(texts) and _part(texts, lambda text: period_of(text) is not None) >= _NEARLY_ALL


def is_empty(text: str) -> bool:
    """Whether a cell says nothing."""
    form = " ".join(text.split()).casefold()
    return not form or form in _words("blank")


def yes_or_no(text: str) -> bool | None:
    """What a cell of a yes/no column says; None where it says neither."""
    form = plain(text).text.strip(" .")
    if form in _words("yes"):
        return True
    return False if form in _words("no") else None


def column_of(index: int, heading: str, texts: Sequence[str], caption: Scaling, language: str) -> Column:
    """The column with a heading and the texts of its cells, without those of totals."""
    said = [text for text in _sample(texts) if not is_empty(text)]
    comma = comma_is_decimal(texts, language)
    day_first = is_day_first(texts)
    tells = told_by(heading)
    kind = _kind(heading, said, tells, comma=comma, day_first=day_first)
    tells -= {"ownership"} if kind is Kind.AMOUNT and not says_ownership(heading) else frozenset()
    tells -= {"shares"} if kind is Kind.PERCENT else frozenset()
    own = read_scaling(heading)
    is_settled = own.currency or own.money is not None or counts_time(heading)
    scaling = own if kind is not Kind.AMOUNT or is_settled else own.over(caption)
    return Column(index, heading, kind, tells, scaling, comma, day_first)


def _sample(texts: Sequence[str]) -> Sequence[str]:
    """The texts, or of very many some from all over the column: enough to tell their kind."""
    return texts[:: 1 + len(texts) // _MOST_JUDGED]


def _kind(heading: str, said: Sequence[str], tells: frozenset[str], *, comma: bool, day_first: bool | None) -> Kind:
    if not said:
        return Kind.TEXT
    if _part(said, lambda text: yes_or_no(text) is not None) == 1 and not all(map(str.isdigit, said)):
        return Kind.YES_NO
    years = _part(said, lambda text: is_year(text.strip()))
    if years >= _NEARLY_ALL and not (tells & {"revenue", "value", "salary", "rent", "outstanding", "committed"}):
        return Kind.DAYS
    if _part(said, lambda text: read_days(text, day_first=day_first) is not None) >= _MOST and years < _MOST:
        return Kind.DAYS
    numbers = [read for text in said if (read := read_cell(text, comma)) is not None]
    if len(numbers) >= _MOST * len(said):
        counts = re.search(wordlist("records")["totals"]["counts"], heading.casefold()) is not None
        if ("identity" in tells and not counts) or _numbers_rows([number.value for number in numbers]):
            return Kind.IDENTITY
        percents = sum(read.unit == "percent" for read in numbers)
        is_percent = percents > len(numbers) / 2 or (read_scaling(heading).percent and percents == 0)
        return Kind.PERCENT if is_percent else Kind.AMOUNT
    if _part(said, lambda text: bool(country_of(text))) >= _NEARLY_ALL:
        return Kind.COUNTRY
    if all(_CURRENCY.fullmatch(text) and read_scaling(text).currency for text in said):
        return Kind.UNIT
    return Kind.TEXT


def _numbers_rows(values: Sequence[Decimal]) -> bool:
    """Whether the values only number the rows: 1, 2, 3."""
    return len(values) > _FEW and list(values) == [values[0] + step for step in range(len(values))]


def _part(texts: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, texts)) / len(texts)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(str(wordlist("records")["yes_no"][name]).split())

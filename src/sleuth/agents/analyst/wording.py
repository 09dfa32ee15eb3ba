"""Figures in the analyst's words: "€5.2M", "Q3 2024", "revenue". The digits stay as they are printed."""

import re
from decimal import Decimal

from sleuth.evidence.computation import places_of
from sleuth.findings.asked.books import Fact
from sleuth.language.metrics import is_whole
from sleuth.language.period import Period
from sleuth.language.quantity import unit_form
from sleuth.language.spoken import spoken

_SHORT = {" thousand": "K", " million": "M", " billion": "B", " trillion": "T"}
_LINE = "line: "


def amount(value: Decimal, unit: str, scale: int, places: int) -> str:
    """A figure with its unit: "€5.2M", "−$460M", "23.4%", "257 employees"."""
    form = unit_form(unit, scale)
    if "/" not in unit:
        for word, letter in _SHORT.items():
            if form.endswith(f"#{word}"):
                form = form.replace(word, letter)
    digits = f"{abs(value):,.{places}f}"
    return f"{'−' if value < 0 else ''}{form.replace('#', digits)}"


def shortened(text: str) -> str:
    """A text with amounts of money as they are written here: "€560 thousand" is "€560K"."""
    return _MONEY.sub(lambda found: found[1] + _SHORT[f" {found[2]}"], text)


_MONEY = re.compile(r"((?:[$€£¥]|\b[A-Z]{3} )\(?[\d,.]+\)?) (thousand|million|billion|trillion)\b")


def value_of(fact: Fact) -> str:
    """A fact's figure. Costs are told without the sign that some print them with."""
    return amount(fact.unsigned, fact.unit, fact.scale, places_of(fact.step))


def when(period: Period | None) -> str:
    """A period as people say it: "Q3 2024", "September 30, 2024"; a fiscal quarter of its own with its end."""
    if period is None:
        return ""
    if period.is_instant:
        return period.described
    quarter, month = period.fiscal_quarter, period.end.closing_month
    own_calendar = period.months == 3 and quarter is not None and month is not None and month.month != 3 * quarter
    return f"{period.name} ({period.described})" if own_calendar and "(" not in period.described else period.name


def short(period: Period | None) -> str:
    """A period by its name alone, beside one that was told in full."""
    return "" if period is None else period.described if period.is_instant else period.name


def name_of(fact: Fact) -> str:
    """What a fact measures: "revenue", "EBITDA margin", "revenue, Products"; a line of its own as it is printed."""
    printed = fact.metric.startswith(_LINE)
    name = fact.name.strip(" :") if printed and not is_whole(fact.name) else spoken(fact.metric.removeprefix(_LINE))
    parts = [part for part in fact.parts if part.casefold() != name.casefold()]
    return ", ".join([name if printed else small(name), *parts])


def small(name: str) -> str:
    """A name as it stands inside a sentence: "Revenue" is "revenue", "EBITDA" stays."""
    first = name.partition(" ")[0]
    return name if first[1:] != first[1:].lower() else name[:1].lower() + name[1:]


def is_share(fact: Fact) -> bool:
    """Whether a figure is a percentage, whose change is told in points."""
    return fact.unit == "percent"


def is_plural(fact: Fact) -> bool:
    """Whether the measure's name stands in the plural: "cash and cash equivalents", "shares", "operating expenses"."""
    head = name_of(fact).partition(",")[0].split()
    return bool(head) and head[-1].casefold() in _PLURALS


_PLURALS = frozenset(
    (
        "assets", "borrowings", "costs", "earnings", "employees", "equivalents", "expenses", "inventories",
        "liabilities", "payables", "provisions", "receivables", "repurchases", "revenues", "sales", "securities",
        "shares",
    )
)  # fmt: skip


# What a computed figure is told of more times than one; "average of 12 months, FY2024" is of one.
_BETWEEN = re.compile(r", (?:change from|average of(?! \d)|average yearly change) ")


def is_between_times(title: str) -> bool:
    """Whether the title of a computed figure names the times: "EBITDA margin, change from FY2023 to FY2024"."""
    return _BETWEEN.search(title) is not None


def computed_name(title: str) -> str:
    """The name of a computed figure without its times: "EBITDA margin" of "EBITDA margin, FY2023"."""
    return _BETWEEN.split(title)[0] if is_between_times(title) else title.rpartition(", ")[0] or title

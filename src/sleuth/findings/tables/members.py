"""Rows that are a part of a measure: below its name, beside it, or the only part that there is."""

import re
from collections.abc import Sequence

from sleuth.findings.tables.line import ONLY_REVENUE, PART_OF, Line
from sleuth.language.companies import without_legal_form
from sleuth.language.metrics import Lexicon, Metric, default_lexicon, is_derived, is_neutral, is_whole, label_form
from sleuth.language.scenario import read_scenarios
from sleuth.language.timing import read_timing

_LONGEST_PART = 60  # characters of the name of a segment or a product
_DASHED = re.compile(r"\s+[–—-]\s+|:\s+")
_REVENUE = re.compile(r"(?:[\w]+ ){0,6}(?:revenues?|sales|intäkter|omsättning|umsatzerlöse)(?: net)?")
_NO_REVENUE = re.compile(
    r"\b(?:cost|costs|deferred|marketing|expenses?|tax|proceeds|unearned|general|administrative)\b"
)


def part_of(label: str, shown: str, parents: Sequence[str], lexicon: Lexicon) -> Line | None:
    """ "Products" below "Net sales:": a part of the metric above."""
    if not parents or len(label) > _LONGEST_PART or label_form(label).startswith(("other ", "less ", "total ")):
        return None
    form = label_form(parents[-1])
    divides = " by " in form  # "Adjusted EBITDA by segment": its rows are parts of it, whatever adds up
    named = lexicon.titled(form) if divides else lexicon.named(form)
    above = [metric for metric in named if metric.splits or divides]
    if not above or any(character.isdigit() for character in label[:1]):
        return None
    outer = tuple(parent.strip(" :") for parent in parents[:-1] if not is_structure(parent))
    own = () if is_whole(label) else (label.strip(" :"),)
    return Line(
        above[0].key,
        shown,
        tuple(above[:1]),
        (*outer, *own),
        above[0].is_instant,
        rule=PART_OF,
    )


def member_of(label: str, lexicon: Lexicon) -> tuple[tuple[Metric, ...], str] | None:
    """The measures and their part that a label names side by side: "Net sales – Storage", "Storage – net sales"."""
    mark = _DASHED.search(label.strip(" :"))
    if mark is None:
        return None
    first, second = mark.string[: mark.start()], mark.string[mark.end() :]
    known = tuple(metric for metric in lexicon.named(label_form(first)) if metric.splits)
    if known:
        return (known, second) if _is_name(second, lexicon) else None
    if mark[0].startswith(":"):
        return None  # "Less: income tax"
    behind = lexicon.named(label_form(second))
    is_one = bool(lexicon.named(label_form(f"{first} {second}")))  # "Adjusted – EBITDA"
    return (behind, first) if behind and not is_one and _is_name(first, lexicon) else None


def _is_name(part: str, lexicon: Lexicon) -> bool:
    """Whether what stands beside a measure names a part of it: no time, scenario, total or other measure."""
    if not part[:1].isupper() or is_derived(part) or is_whole(part) or is_neutral(part) or read_scenarios(part):
        return False
    timing = read_timing(part)
    return timing is not None and not timing.is_time and not lexicon.named(label_form(part))


def company_of(label: str, lexicon: Lexicon) -> tuple[tuple[Metric, ...], str] | None:
    """The measure and the company behind it whose figure a row of no statement is: "ARR Vinga Norge AS"."""
    words = label.strip(" :").split()
    for count in range(len(words) - 1, 0, -1):
        named, part = lexicon.named(label_form(" ".join(words[:count]))), " ".join(words[count:])
        has_form = without_legal_form(part) != part.strip(" ,.") or part.endswith(_NORWEGIAN)
        if named and part[:1].isupper() and has_form:
            return named[:1], part
    return None


_NORWEGIAN = " AS"  # a legal form that in small letters is a word of English


def bare_part(label: str, metric: Metric, lexicon: Lexicon) -> str:
    """A part's name without that of its measure: "Storage revenue" and "EBITDA Storage" are Storage."""
    member = member_of(label, lexicon)
    if member is not None and metric in member[0]:
        return member[1]
    words = label.strip(" :").split()
    for count in range(len(words) - 1, 0, -1):
        if metric in lexicon.named(label_form(" ".join(words[count:]))):
            return " ".join(words[:count]).rstrip(" ,–-")
        if metric in lexicon.named(label_form(" ".join(words[:count]))) and words[count][:1].isupper():
            return " ".join(words[count:])
    return label.strip(" :")


def is_structure(parent: str) -> bool:
    form = label_form(parent).partition(" by ")[0]  # "Net sales by category:"
    lexicon = default_lexicon()
    return is_neutral(parent) or is_whole(parent) or bool(lexicon.named(form) or lexicon.named(f"total {form}"))


def only_revenue(rows: Sequence[Sequence[str]]) -> str:
    """The first line of an income statement, where it is of some revenue, and no line of revenue follows; else ""."""
    labels = [label_form(path[-1]) for path in rows if path]
    revenues = [n for n, label in enumerate(labels) if _REVENUE.fullmatch(label) and not _NO_REVENUE.search(label)]
    others = [label for label in labels[1:2] if "revenue" in label and not _NO_REVENUE.search(label)]
    return rows[0][-1] if revenues == [0] and len(labels) > 2 and not others else ""


def sole_revenue(path: Sequence[str]) -> Line:
    """ "Product revenues, net", where a company has no other."""
    (metric,) = default_lexicon().named("revenue")
    return Line(metric.key, " > ".join(path), (metric,), rule=ONLY_REVENUE)

"""Figures that analysts compute from statements, by the names people ask for them."""

import ast
import re
from dataclasses import dataclass
from functools import cache

from sleuth.reason.lexicon import table
from sleuth.reason.metrics import find_metrics, find_whole
from sleuth.reason.parts import Formula, Metric

_BEFORE = "_before"
_ADJUSTED = re.compile(r"\b(?:adjusted|non-?gaap|justera\w+)\b", re.IGNORECASE)
_WORDS = re.compile(r"[\w&%-]+")


@dataclass(frozen=True, slots=True)
class Part:
    """A measure that a formula is made of."""

    name: str
    metric: Metric
    years_back: int


def find_formula(text: str, language: str) -> Formula | None:
    """The formula that a text asks for, by the longest name in it; else the share of a measure.

    None for what companies adjust themselves.
    """
    if _ADJUSTED.search(text):
        return None
    line = f" {' '.join(_WORDS.findall(text.lower()))} "
    found = [(len(ask), row) for row in table("formulas")["formula"] for ask in row["asks"] if f" {ask} " in line]
    if not found:
        return _share(text, language)
    row = max(found, key=lambda one: one[0])[1]
    return Formula(row["name"], row["form"], tuple(row["ways"]))


def _share(text: str, language: str) -> Formula | None:
    whole = find_whole(text, language)
    if whole is None:
        return None
    part = next((metric for metric in find_metrics(text, language) if metric.names != whole.names), None)
    return Formula("Share", "percent", ("part / whole",), whole, part)


def parts_of(way: str, language: str) -> tuple[Part, ...]:
    """The measures in an expression, each once, in order."""
    names = [node.id for node in ast.walk(ast.parse(way)) if isinstance(node, ast.Name) and node.id != "abs"]
    return tuple(_part(name, language) for name in sorted(set(names), key=lambda name: way.index(name)))


@cache
def _part(name: str, language: str) -> Part:
    metric = find_metrics(table("formulas")["parts"][name.removesuffix(_BEFORE)], language)[0]
    return Part(name, metric, int(name.endswith(_BEFORE)))

"""Balances at the beginning and the end of a period, and the components of a statement of equity."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.findings.tables.line import Line
from sleuth.findings.tables.statements import Statement
from sleuth.language.metrics import Lexicon, label_form, without_whole
from sleuth.language.wordlist import wordlist

BEGINNING = re.compile(wordlist("labels")["beginning"], re.IGNORECASE)
END = re.compile(wordlist("labels")["end"], re.IGNORECASE)


def balance_at_edge(name: str, shown: str, statement: Statement | None, lexicon: Lexicon) -> Line | None:
    """What is at a period's beginning or end: a known stock, or in a statement of equity any component."""
    form = label_form(name)
    named = lexicon.named(form) or lexicon.named(without_whole(form))
    stocks = tuple(metric for metric in named if metric.kind == "stock" or (metric.kind == "count" and not statement))
    if stocks:
        return Line(stocks[0].key, shown, stocks[:1], is_instant=True, rule="table: balance at the period's edge")
    if statement is Statement.EQUITY and form:
        return Line(f"line: {form}", shown, is_instant=True, rule="table: balance of a component of equity")
    return None


def read_component(path: Sequence[str], names: Sequence[str], lexicon: Lexicon) -> Line | None:
    """A cell of a statement of equity whose columns are components: a balance where the row is a date, else a flow."""
    shown = " > ".join([*path, *names])
    if not path:
        named = balance_at_edge(names[-1], shown, Statement.EQUITY, lexicon)
        own = f"line: {' > '.join(map(label_form, names))}"
        return replace(named, key=own, unit=_component_unit(names)) if named and len(names) > 1 else named
    form = label_form(path[-1])
    if len(path) > 1 or not re.search(r"[^\W\d_]{3}", form) or edges(path[-1]):
        return None
    key = next((metric.key for metric in lexicon.named(form) if not metric.is_instant), f"line: {form}")
    unit = _component_unit(names)
    return Line(key, shown, dimension=tuple(names), rule="table: change of a component of equity", unit=unit)


def _component_unit(names: Sequence[str]) -> str:
    return "share" if label_form(names[-1]) in ("shares", "number of shares", "antal aktier") else "money"


def edges(label: str) -> bool:
    """Whether a label speaks of a beginning or an end."""
    return bool(BEGINNING.search(label) or END.search(label))

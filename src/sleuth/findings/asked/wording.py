"""A finding as a sentence in plain words: what is embedded, and what a question is compared with."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Protocol

from sleuth.language.quantity import unit_form
from sleuth.language.scale import scale_name

_NO_MONEY = ("percent", "times", "employee", "count", "day")
_QUARTERS = {"Q1": "first quarter", "Q2": "second quarter", "Q3": "third quarter", "Q4": "fourth quarter"}
_LONGEST = 400  # characters of a fact in words


class Worded(Protocol):
    """What the words are made of; fields as in findings.Finding, flat as the store keeps them."""

    @property
    def subject(self) -> str: ...
    @property
    def dimension(self) -> Sequence[str]: ...
    @property
    def metric(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def period_name(self) -> str: ...
    @property
    def scenario(self) -> str: ...
    @property
    def value(self) -> Decimal | None: ...
    @property
    def unit(self) -> str: ...
    @property
    def scale(self) -> int: ...
    @property
    def text(self) -> str: ...


def wording(finding: Worded) -> str:
    """ "revenue (Net sales: Products), Products, Apple Inc., Q2 2023, second quarter of 2023, actual".

    Of a figure without its value: questions ask for it, and its digits drown the period's (of 100 questions for one
    figure of a room of 970, 68 found it first without the value, 43 with it).
    """
    about = (_measure(finding), *finding.dimension, finding.subject, _period(finding.period_name), finding.scenario)
    said = ", ".join(filter(None, about))
    return said if finding.value is not None else f"{said}: {finding.text[:_LONGEST]}"


def amount(value: Decimal, unit: str, scale: int) -> str:
    """A value as people write it: "73,929 million USD", "1.52 USD/share", "41%", "402 employees"."""
    if unit in _NO_MONEY:
        return unit_form(unit, scale).replace("#", f"{value:,f}")
    return " ".join(filter(None, (f"{value:,f}", scale_name(scale), unit)))


def _measure(finding: Worded) -> str:
    label = finding.label.replace(": > ", ": ").replace(" > ", ": ")
    if not label or finding.metric.startswith("line: "):
        return label or finding.metric.removeprefix("line: ")
    return finding.metric if label.casefold() == finding.metric else f"{finding.metric} ({label})"


def _period(name: str) -> str:
    """With the words that questions use: "Q2 2023, second quarter of 2023", "FY2023, year 2023"."""
    if name[:2] in _QUARTERS:
        return f"{name}, {_QUARTERS[name[:2]]} of {name[3:].removeprefix('FY')}"
    return f"{name}, year {name[2:]}" if name.startswith("FY") else name

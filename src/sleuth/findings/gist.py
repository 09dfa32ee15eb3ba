"""A finding in one line of plain words: what is embedded, and what a question is compared with."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Protocol

from sleuth.findings.wording import figure

_QUARTERS = {"Q1": "first quarter", "Q2": "second quarter", "Q3": "third quarter", "Q4": "fourth quarter"}
_LONGEST = 400  # characters of a fact in words


class Sayable(Protocol):
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


def gist(finding: Sayable) -> str:
    """ "revenue (Net sales: Products), Products, Apple Inc., Q2 2023 second quarter, actual: USD 73,929 million"."""
    said = finding.text[:_LONGEST] if finding.value is None else figure(finding.value, finding.unit, finding.scale)
    about = (_measure(finding), *finding.dimension, finding.subject, _period(finding.period_name), finding.scenario)
    return f"{', '.join(filter(None, about))}: {said}"


def _measure(finding: Sayable) -> str:
    label = finding.label.replace(": > ", ": ").replace(" > ", ": ")
    if not label or finding.metric.startswith("line: "):
        return label or finding.metric.removeprefix("line: ")
    return finding.metric if label.casefold() == finding.metric else f"{finding.metric} ({label})"


def _period(name: str) -> str:
    """Questions spell quarters out."""
    return f"{name} {_QUARTERS[name[:2]]}" if name[:2] in _QUARTERS else name

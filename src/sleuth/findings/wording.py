"""A finding as a sentence in plain words: what is embedded, and what a question is compared with."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Protocol

_SCALES = {3: " thousand", 6: " million", 9: " billion", 12: " trillion"}
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
    """ "revenue (Net sales: Products), Products, Apple Inc., Q2 2023 second quarter, actual: 73,929 million USD"."""
    said = finding.text[:_LONGEST] if finding.value is None else amount(finding.value, finding.unit, finding.scale)
    about = (_measure(finding), *finding.dimension, finding.subject, _period(finding.period_name), finding.scenario)
    return f"{', '.join(filter(None, about))}: {said}"


def amount(value: Decimal, unit: str, scale: int) -> str:
    """A value as people write it: "73,929 million USD", "1.52 USD/share", "41 percent"."""
    return f"{value:,f}{_SCALES.get(scale, f'e{scale}' if scale else '')} {unit}".rstrip()


def _measure(finding: Worded) -> str:
    label = finding.label.replace(": > ", ": ").replace(" > ", ": ")
    if not label or finding.metric.startswith("line: "):
        return label or finding.metric.removeprefix("line: ")
    return finding.metric if label.casefold() == finding.metric else f"{finding.metric} ({label})"


def _period(name: str) -> str:
    """Questions spell quarters out."""
    return f"{name} {_QUARTERS[name[:2]]}" if name[:2] in _QUARTERS else name

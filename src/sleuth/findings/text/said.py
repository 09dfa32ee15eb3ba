"""A sentence as figures are read from it: its plain form, its amounts and its times, and the findings it states."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from sleuth.evidence.cite import locator
from sleuth.evidence.lexicon import currencies
from sleuth.evidence.source import Page, Source, Span
from sleuth.evidence.values import Quantity as Read
from sleuth.evidence.values import read_values
from sleuth.findings.finding import Factor, Finding
from sleuth.findings.profile import Profile
from sleuth.findings.text.sentences import Sentence
from sleuth.language.currency import is_code
from sleuth.language.glyphs import Plain
from sleuth.language.metrics import Lexicon, Metric
from sleuth.language.period import Period
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario, suffixed_scenarios
from sleuth.language.timing import Timing, as_duration, as_instant
from sleuth.language.wordlist import wordlist

_POWERS = {"k": 3, "tsd": 3, "m": 6, "mn": 6, "mio": 6, "b": 9, "bn": 9, "mrd": 9}
_TAIL = re.compile(
    r"\s?(?P<scale>tsd|mio|mrd|mn|bn|k|m|b)(?![a-zåäöü])\.?(?:\s?(?P<currency>€|\$|[a-z]{2,3})(?![a-z]))?"
)
_LEAST_NAME = 3  # letters
_RANGE_OPENS, _RANGE_BEFORE, _RANGE_BEHIND = (
    re.compile(wordlist("patterns", "findings")[name]) for name in ("range_opens", "range_before", "range_behind")
)
_PLURAL = r"(?:e?s|n|en|et)?"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence being read."""

    source: Source
    page: Page
    sentence: Sentence
    form: Plain
    text: str  # in plain form, on one line, so that its characters are the form's
    about: Profile
    lexicon: Lexicon

    def original(self, start: int, end: int) -> str:
        """The source's own characters of a stretch of the text."""
        return self.sentence.text[self.form.start(start) : self.form.end(end - 1)] if end > start else ""

    def amounts(self, start: int = 0, end: int | None = None) -> Iterator[Read]:
        """The amounts from `start` (inclusive) to `end` (exclusive), each with the scale written right behind it.

        The ends of a range, "630–645 million", are none: it states no figure.
        """
        until = self.text[:end]
        for read in read_values(until, self.about.signs)[0]:
            if read.start >= start and not _ends_range(self.text, read):
                yield self._with_tail(read, until)

    def _with_tail(self, quantity: Read, clause: str) -> Read:
        """The quantity with a scale and a currency written right behind it: "5.2m", "5,2 mio. eur"."""
        tail = _TAIL.match(clause, quantity.end)
        if tail is None or quantity.scale:
            return quantity
        power = _POWERS[tail["scale"]]
        behind = currencies().get(tail["currency"] or "", "")
        multiple = Decimal(10) ** power
        end = tail.end("scale") if tail["currency"] and not behind else tail.end()
        return replace(
            quantity, value=quantity.value * multiple, step=quantity.step * multiple, scale=power,
            unit=quantity.unit or self.about.signs.code(behind), end=end,
        )  # fmt: skip

    def period(self, metric: Metric, timing: Timing | None, within: str = "") -> Period | None:
        """When a measure holds: the time that is said, or the year that the document reports, where it says so."""
        if timing is None:
            return None
        if timing.year is None:
            timing = self._reported(metric, within)
        elif timing.month and not timing.day and not timing.months and _in_a_month(within):
            timing = replace(timing, months=1)
        return (as_instant if metric.is_instant else as_duration)(timing, self.about.calendar) if timing else None

    def _reported(self, metric: Metric, within: str) -> Timing | None:
        """The year that a yearly report is of, where a sentence says "at the end of the year", "in the year before"."""
        says = words("at_year_end" if metric.is_instant else "the_year")
        return self.about.year if self.about.year and re.search(rf"(?<!\w){says}(?!\w)", within) else None

    def scenario(self, clause: str, period: Period) -> Scenario | None:
        """Guidance words make a forecast; without them what lies ahead of the document is not certain."""
        for scenario in (Scenario.PRO_FORMA, Scenario.BUDGET, Scenario.ESTIMATE, Scenario.FORECAST):
            if re.search(rf"(?<!\w){words(scenario.value)}(?!\w)", clause):
                return scenario
        if suffixed := suffixed_scenarios(clause):
            return next(iter(suffixed)) if len(suffixed) == 1 else None
        month, made = period.end.closing_month, self.about.date
        if made is not None and (period.end.year, month.month if month else 12) > (made.year, made.month):
            return None
        planned = self.about.planned
        if made is None and planned is not None and (period.fiscal_year or period.end.year) > planned:
            return None  # behind a year that the document plans nothing has happened
        return self.about.scenario or Scenario.ACTUAL

    def finding(
        self, read: Read, metric: Metric, period: Period, scenario: Scenario, shape: str, subject: str = "",
        dimension: tuple[str, ...] = (),
    ) -> Finding:  # fmt: skip
        """The finding that an amount is; `shape` is how its sentence is built."""
        start, end = self.form.start(read.start), self.form.end(read.end - 1)
        span = Span(self.page.number, self.sentence.start + start, self.sentence.start + end)
        unit = {"money/share": f"{read.unit}/share", "employee": "employee"}.get(metric.unit, read.unit)
        step = min(read.step.scaleb(-read.scale).normalize(), Decimal(1))
        quantity = Quantity(read.value.scaleb(-read.scale).quantize(step), unit, read.scale, step)
        rounded = (Factor("the sentence says about", 0.1),) if read.bound else ()
        assumed = (Factor("the fiscal calendar is assumed", 0.1),) if period.assumed else ()
        return Finding(
            metric=metric.key, label=metric.key, span=span, locator=locator(self.source, span),
            quote=self.sentence.text, rule=f"prose: {shape}", subject=subject or self.about.subject,
            dimension=dimension, period=period, scenario=scenario, quantity=quantity, domain=metric.domain,
            is_cost=metric.is_cost, factors=(Factor("stated in prose", 0.1), *rounded, *assumed),
        )  # fmt: skip


def _ends_range(text: str, amount: Read) -> bool:
    """Whether an amount is one end of a range: "630-645 million", "between 630 and 645"."""
    before = text[: amount.start]
    opens = _RANGE_OPENS.search(before) or _RANGE_BEFORE.search(before)
    return opens is not None or _RANGE_BEHIND.match(text, amount.end) is not None


def _in_a_month(within: str) -> bool:
    """Whether a sentence speaks of what happened in, or for, one month: "revenue in July 2024", "for July 2024"."""
    return re.search(rf"(?<!\w){words('in_month')}\s+(?:the month of\s+)?{words('month_name')}", within) is not None


def fits(quantity: Read, metric: Metric) -> bool:
    """Whether an amount is of a measure's unit."""
    if metric.unit == "money":
        return is_code(quantity.unit)
    if metric.unit == "percent":
        return quantity.unit == "percent"
    if metric.unit == "employee":
        return quantity.unit in ("employee", "person", "")
    return metric.unit == "money/share" and is_code(quantity.unit) and quantity.scale == 0


@cache
def names(lexicon: Lexicon) -> re.Pattern[str]:
    """What measures are called, in plain form."""
    known = {name for metric in lexicon.metrics.values() for name in metric.names if len(name) >= _LEAST_NAME}
    shapes = (re.escape(name).replace(r"\ ", r"[\s,-]+").replace("and", r"(?:and|&)") for name in known)
    return re.compile(rf"(?<![\w-])({'|'.join(sorted(shapes, key=len, reverse=True))}){_PLURAL}(?![\w-])")


def named(lexicon: Lexicon, name: str) -> tuple[Metric, ...]:
    """The measures that go by a name as a sentence writes it."""
    return lexicon.named(" ".join(re.sub(r"[^\w]+", " ", name.replace("&", " and ")).split()))


def words(name: str) -> str:
    """An expression of `data/prose.toml`."""
    return str(wordlist("prose", "findings")[name])

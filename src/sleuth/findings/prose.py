"""Figures that sentences state: "Revenue was €5.2 million in Q3 2024". One measure, amount and time, or nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache

from sleuth.evidence.cite import locator
from sleuth.evidence.glyphs import Plain, plain
from sleuth.evidence.source import Page, Source, Span
from sleuth.evidence.values import Quantity as Read
from sleuth.evidence.values import read_values
from sleuth.findings.finding import Factor, Finding
from sleuth.findings.metrics import Lexicon, Metric, default_lexicon
from sleuth.findings.period import Period
from sleuth.findings.profile import Profile
from sleuth.findings.quantity import Quantity
from sleuth.findings.scenario import Scenario
from sleuth.findings.sentences import Sentence, sentences
from sleuth.findings.timing import as_duration, as_instant, read_timing
from sleuth.findings.wordlist import wordlist

_MONEY = re.compile(r"[A-Z]{3}")
_POWERS = {"k": 3, "tsd": 3, "m": 6, "mn": 6, "mio": 6, "b": 9, "bn": 9, "mrd": 9}
_CURRENCIES = {"€": "EUR", "eur": "EUR", "$": "USD", "usd": "USD", "chf": "CHF", "sek": "SEK", "kr": "SEK"}
_TAIL = re.compile(
    r"\s?(?P<scale>tsd|mio|mrd|mn|bn|k|m|b)(?![a-zåäöü])\.?(?:\s?(?P<currency>€|eur|usd|\$|chf|sek|kr)(?![a-z]))?"
)
_CURRENCY_BEFORE = r"\s*(?:€|\$|£|eur|usd|sek|gbp|chf|nok|dkk)$"
_LEAST_NAME = 3  # letters
_PLURAL = r"(?:e?s|n|en|et)?"


def prose_findings(source: Source, about: Profile, lexicon: Lexicon | None = None) -> list[Finding]:
    """What the sentences of a source state in figures, in reading order."""
    words = lexicon or default_lexicon()
    return [
        f for page in source.pages for s in sentences(page, source.kind) for f in _read(source, page, s, about, words)
    ]


def _read(source: Source, page: Page, sentence: Sentence, about: Profile, lexicon: Lexicon) -> Iterator[Finding]:
    if not any(map(str.isdigit, sentence.text)):
        return
    form = plain(sentence.text)
    text = form.text.replace("\n", " ")
    if re.search(_words("others"), text):
        return
    clause = text[: found.start()] if (found := re.compile(_words("cut")).search(text, 12)) else text
    for name, metric in _named(clause, lexicon):
        stated = _amount(clause, name, metric)
        period = _period(clause, metric, about)
        scenario = _scenario(clause, period, about) if period else None
        if stated is not None and period is not None and scenario is not None:
            yield _finding(source, page, sentence, form, stated, metric, period, scenario, about)
            return


def _named(clause: str, lexicon: Lexicon) -> Iterator[tuple[re.Match[str], Metric]]:
    """The first measure that a clause names without a word before it that makes it another."""
    for found in _names(lexicon).finditer(clause):
        before = re.findall(r"[\w'’]+", clause[: found.start()])
        allowed = (
            not before or re.fullmatch(_words("before"), re.sub(r".*['’]", "", before[-1])) or _is_time(before[-1])
        )
        metrics = lexicon.named(_folded(found[1]))
        if allowed:
            yield from ((found, metric) for metric in metrics)  # the amount's unit chooses
        return


@cache
def _names(lexicon: Lexicon) -> re.Pattern[str]:
    names = {name for metric in lexicon.metrics.values() for name in metric.names if len(name) >= _LEAST_NAME}
    shapes = (re.escape(name).replace(r"\ ", r"[\s,-]+").replace("and", r"(?:and|&)") for name in names)
    return re.compile(rf"(?<![\w-])({'|'.join(sorted(shapes, key=len, reverse=True))}){_PLURAL}(?![\w-])")


def _folded(name: str) -> str:
    return " ".join(re.sub(r"[^\w]+", " ", name.replace("&", " and ")).split())


def _is_time(word: str) -> bool:
    timing = read_timing(word)
    return timing is not None and timing.is_time


def _amount(clause: str, name: re.Match[str], metric: Metric) -> Read | None:
    """The amount that follows the measure and a verb of being; None where something else stands between."""
    for quantity in (_with_tail(q, clause) for q in read_values(clause)[0] if q.start >= name.end()):
        if not _fits(quantity, metric) or quantity.bound not in ("", "about"):
            continue
        gap = re.sub(_CURRENCY_BEFORE, "", clause[name.end() : quantity.start].strip(" ,:"))
        verb = re.search(rf"(?:^|\s){_words('states')}(?:\s+{_words('between')})?$", re.sub(r"\s+", " ", gap))
        if verb is None:
            return None
        timing = read_timing(gap[: verb.start()])
        rest = re.sub(rf"\b{_words('filling')}\b|[^\w]+", " ", timing.rest if timing else "?")
        return quantity if not rest.strip() else None
    return None


def _fits(quantity: Read, metric: Metric) -> bool:
    if metric.unit == "money":
        return bool(_MONEY.fullmatch(quantity.unit))
    if metric.unit == "percent":
        return quantity.unit == "percent"
    if metric.unit == "employee":
        return quantity.unit in ("employee", "person", "")
    return metric.unit == "money/share" and bool(_MONEY.fullmatch(quantity.unit)) and quantity.scale == 0


def _with_tail(quantity: Read, clause: str) -> Read:
    """The quantity with a scale and a currency written right behind it: "5.2m", "5,2 mio. eur"."""
    tail = _TAIL.match(clause, quantity.end)
    if tail is None or quantity.scale:
        return quantity
    power = _POWERS[tail["scale"]]
    unit = quantity.unit or _CURRENCIES.get(tail["currency"] or "", "")
    multiple = Decimal(10) ** power
    return replace(
        quantity, value=quantity.value * multiple, step=quantity.step * multiple, scale=power, unit=unit, end=tail.end()
    )


def _period(clause: str, metric: Metric, about: Profile) -> Period | None:
    """The one time that the clause names: another clause may speak of the time that it is compared with."""
    timing = read_timing(clause)
    if timing is None or timing.year is None:
        return None
    return (as_instant if metric.is_instant else as_duration)(timing, about.calendar)


def _scenario(clause: str, period: Period, about: Profile) -> Scenario | None:
    """Guidance words make a forecast; without them what lies ahead of the document is not certain."""
    for scenario in (Scenario.PRO_FORMA, Scenario.BUDGET, Scenario.ESTIMATE, Scenario.FORECAST):
        if re.search(rf"(?<!\w){_words(scenario.value)}(?!\w)", clause):
            return scenario
    month = period.end.closing_month
    if about.date is not None and (period.end.year, month.month if month else 12) > (about.date.year, about.date.month):
        return None
    return about.scenario or Scenario.ACTUAL


def _words(name: str) -> str:
    return str(wordlist("prose")[name])


def _finding(
    source: Source, page: Page, sentence: Sentence, form: Plain, read: Read, metric: Metric, period: Period,
    scenario: Scenario, about: Profile,
) -> Finding:  # fmt: skip
    start, end = sentence.start + form.start(read.start), sentence.start + form.end(read.end - 1)
    span = Span(page.number, start, end)
    unit = (
        f"{read.unit}/share"
        if metric.unit == "money/share"
        else metric.unit
        if metric.unit == "employee"
        else read.unit
    )
    step = read.step.scaleb(-read.scale).normalize()
    step = min(step, Decimal(1))
    quantity = Quantity(read.value.scaleb(-read.scale).quantize(step), unit, read.scale, step)
    rounded = (Factor("the sentence says about", 0.1),) if read.bound else ()
    assumed = (Factor("the fiscal calendar is assumed", 0.1),) if period.assumed else ()
    return Finding(
        metric=metric.key, label=metric.key, span=span, locator=locator(source, span), quote=sentence.text,
        rule="prose: a measure, its verb and its amount", subject=about.subject, period=period, scenario=scenario,
        quantity=quantity, domain=metric.domain, is_cost=metric.is_cost,
        factors=(Factor("stated in prose", 0.1), *rounded, *assumed),
    )  # fmt: skip

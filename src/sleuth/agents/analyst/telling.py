"""Figures as sentences: "Q3 2024 revenue was €5.2M", "For Q3 2024, EBITDA was €1.2M"."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from sleuth.agents.analyst.answer import Block, line
from sleuth.agents.analyst.ledger import Shown
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.wording import (
    is_between_times,
    is_plural,
    name_of,
    shortened,
    small,
    value_of,
    when,
)
from sleuth.answering.verification import Citation, Proven
from sleuth.evidence.cells import Meaning
from sleuth.evidence.cells.wording import describe
from sleuth.findings.asked.books import Fact
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import opening

_IN_PROSE = 2  # the rank of a fact that a sentence states


def sentence(shown: Shown, phrases: Phrases, *, inherits: bool = False, subject: str = "") -> Block:
    """One figure in prose with its source. `inherits`: the period was assumed from the question before."""
    text = _figure_sentence(shown, phrases, inherits)
    if shown.among:
        text = f"{text} ({phrases('of_periods', count=shown.among)})"
    if subject:
        text = f"{subject}: {text}"
    return line(text, shown.proven.citations, shown.proven.proof)


def _figure_sentence(shown: Shown, phrases: Phrases, inherits: bool) -> str:
    if shown.stated.figure.expression:
        return _computed(shown, phrases, inherits)
    fact = shown.fact
    if fact.rank >= _IN_PROSE:
        return _in_prose(shown, phrases, inherits)
    return _told(fact, value_of(fact), phrases, inherits) + _remark(shown)


def _told(fact: Fact, value: str, phrases: Phrases, inherits: bool, name: str = "") -> str:
    """The sentence of a stated figure."""
    scenario = _planned(fact)
    named = small(name) if name else name_of(fact)
    period = fact.period
    if period is None:
        key = "was_undated"
    elif inherits:
        key = "for_period_at" if period.is_instant else "for_period_plural" if is_plural(fact) else "for_period"
    elif period.is_instant:
        key = "were_at" if is_plural(fact) else "was_at"
    else:
        key = "were" if is_plural(fact) else "was"
    return opening(phrases(key, when=when(period), name=f"{named}{scenario}", value=value))


def _computed(shown: Shown, phrases: Phrases, inherits: bool) -> str:
    """A figure with its arithmetic: "FY2023 EBITDA margin was 16.7% (computed: …)"."""
    title, value, arithmetic = values_of(shown.proven)
    computed = phrases("computed_from", arithmetic=arithmetic)
    if shown.stated.is_change:
        return _changed(shown, value, phrases)
    if is_between_times(title):
        return f"{title}: {value} ({computed})"
    name = _without_time(title)
    fact = replace(shown.fact, period=shown.stated.figure.period or shown.fact.period)
    return f"{_told(fact, value, phrases, inherits, name)} ({computed})"


def _planned(fact: Fact) -> str:
    """What is said of a figure that did not happen: " (budget)"."""
    return "" if fact.scenario in ("", Scenario.ACTUAL.value) else f" ({fact.scenario})"


def _without_time(title: str) -> str:
    """The name of a computed figure: "EBITDA margin" of "EBITDA margin, FY2023"; a share with what it is a share of."""
    part, mark, whole = title.partition(", share of ")
    return f"{part} as share of {small(whole)}" if mark else title.rpartition(", ")[0] or title


def values_of(proven: Proven) -> tuple[str, str, str]:
    """A computed figure's title, value and arithmetic: "EBITDA margin, FY2023", "16.7%", "… ÷ …"."""
    title, _, rest = proven.text.partition(": ")
    value, _, arithmetic = rest.partition(" = ")
    return title, shortened(value), shortened(arithmetic)


def shown_name(shown: Shown) -> str:
    """What a figure is called, stated or computed."""
    if shown.stated.figure.expression:
        return _without_time(values_of(shown.proven)[0])
    return name_of(shown.fact)


def shown_value(shown: Shown) -> str:
    """A figure's value, stated or computed."""
    return values_of(shown.proven)[1] if shown.stated.figure.expression else value_of(shown.fact)


def shown_percent(shown: Shown) -> Decimal | None:
    """The number of a percentage as it is shown; None of any other figure."""
    text = shown_value(shown)
    return Decimal(text.rstrip("%").replace("−", "-").replace(",", "")) if text.endswith("%") else None


def sources_of(shown: Iterable[Shown | None]) -> tuple[Citation, ...]:
    """The citations of several figures, each once."""
    return tuple(dict.fromkeys(citation for one in shown if one for citation in one.proven.citations))


def _changed(shown: Shown, value: str, phrases: Phrases) -> str:
    """A change between two times: "Revenue grew from €4.8M in Q2 2024 to €5.2M in Q3 2024 (+8.3%)"."""
    cells = dict(shown.stated.figure.facts)
    old, new = cells["old"], cells["new"]
    key = "fell" if new.magnitude < old.magnitude else "grew" if new.magnitude > old.magnitude else "stayed"
    values = [value, *(values_of(proven)[1] for proven in shown.also)]
    change = ", ".join(one if one.startswith("−") else f"+{one}" for one in values)
    is_rate = shown.stated.figure.is_yearly_rate
    change = phrases("a_year", change=change) if is_rate else change
    now = when(new.period) + (_planned(new) if is_rate else "")
    return opening(
        phrases(
            key, name=name_of(new), old=value_of(old), new=value_of(new), before=when(old.period),
            now=now, change=change,
        )
    )  # fmt: skip


def _in_prose(shown: Shown, phrases: Phrases, inherits: bool) -> str:
    """A figure that a sentence states: the source's own sentence, after the assumed period."""
    own = shown.proven.text
    if inherits:
        return f"{phrases('for_period_quote', when=when(shown.fact.period))} {own}"
    return own


def _remark(shown: Shown) -> str:
    """What a person's correction adds to the figure; "" where nobody corrected it."""
    fact = shown.fact
    quantity = Quantity(fact.value, fact.unit, fact.scale, fact.step)
    metric = "" if fact.metric.startswith("line: ") else fact.metric
    meaning = Meaning(
        fact.label, quantity, fact.period, Scenario(fact.scenario), metric, fact.subject, fact.parts
    )  # fmt: skip
    said = describe(meaning)
    own = shown.proven.text
    return f" {own[len(said) :].strip()}" if own.startswith(said) and len(own) > len(said) else ""

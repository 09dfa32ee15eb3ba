"""A cell's meaning in words, as an answer says it."""

from sleuth.evidence.cells.meaning import Meaning
from sleuth.evidence.computation import Amount, places_of, write
from sleuth.language.metrics import is_whole
from sleuth.language.quantity import Quantity, unit_form
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import spoken


def describe(meaning: Meaning) -> str:
    """A figure in words: "Total net sales, three months ended June 25, 2022: $82,959 million"."""
    name = meaning.label.rpartition(" > ")[2].strip(" :")
    if meaning.metric and (is_whole(name) or name in meaning.dimension):
        name = spoken(meaning.metric)  # "Total" or "Production" alone says nothing
    parts = [*(part for part in meaning.dimension if part.casefold() != name.casefold()), name]
    when = meaning.period.described if meaning.period else ""
    scenario = "" if meaning.scenario is Scenario.ACTUAL else meaning.scenario.value
    title = ", ".join(filter(None, [*reversed(parts), when, scenario]))
    return f"{title}: {written(meaning.quantity)}"


def written(quantity: Quantity) -> str:
    """An amount with its unit and scale: "$82,959 million", "$(460) million", "15.7%"."""
    return write(quantity.value, unit_form(quantity.unit, quantity.scale), places_of(quantity.step))


def amount_of(quantity: Quantity, scale: int) -> Amount:
    """The amount for arithmetic, in units of ten to the power of `scale`, which is at most its own."""
    return Amount(quantity.value.scaleb(quantity.scale - scale), unit_form(quantity.unit, scale))

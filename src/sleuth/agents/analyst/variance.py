"""What lies between two proven figures: in value and percent, of percentages in points; by the printed digits."""

from decimal import Decimal

from sleuth.agents.analyst.wording import amount
from sleuth.evidence.cells.wording import amount_of
from sleuth.evidence.computation import NotComputableError, agree, compute, places_of
from sleuth.findings.asked.books import Fact
from sleuth.language.quantity import Quantity


def variance(first: Fact, second: Fact) -> str:
    """The second against the first: "+€200K (+4.0%)", "−2.0pp"; "" where their units do not fit."""
    if first.unit != second.unit:
        return ""
    scale = min(first.scale, second.scale)
    amounts = {"a": amount_of(_quantity(first), scale), "b": amount_of(_quantity(second), scale)}
    try:
        difference = compute("b - a", agree(amounts)).number
    except NotComputableError:
        return ""
    places = max(places_of(first.step), places_of(second.step)) if first.scale == second.scale else 0
    if first.unit == "percent":
        return f"{_sign(difference)}{abs(difference):.{max(places, 1)}f}pp"
    told = f"{_sign(difference)}{amount(abs(difference), first.unit, scale, places)}"
    base = amounts["a"].number
    return f"{told} ({_sign(difference)}{abs(difference / base * 100):.1f}%)" if base > 0 else told


def change_in_percent(old: Fact, new: Fact) -> str:
    """How much a figure grew: "+9.7%", of percentages "−3.0pp"; "" where there is no telling."""
    if old.unit == "percent":
        return variance(old, new)
    before, after = _quantity(old).amount, _quantity(new).amount
    if old.unit != new.unit or before <= 0:
        return ""
    share = (after - before) / before * 100
    return f"{_sign(share)}{abs(share):.1f}%"


def _quantity(fact: Fact) -> Quantity:
    return Quantity(fact.unsigned, fact.unit, fact.scale, fact.step)


def _sign(number: Decimal) -> str:
    return "−" if number < 0 else "+" if number > 0 else "±"

"""Tax by bands: each slice of the income at its own rate."""

from decimal import Decimal
from itertools import pairwise

from sleuth.agents.tutor.calculators.working import CalculationError, Calculator, Kind, Parameter, Working

_ZERO = Decimal(0)
_HUNDRED = Decimal(100)


def _income_tax(income: Decimal, limits: tuple[Decimal, ...], rates: tuple[Decimal, ...]) -> Working:
    if len(rates) != len(limits) + 1 or list(limits) != sorted(set(limits)):
        raise CalculationError("income_tax: limits must ascend, and rates must be one more than limits.")
    bounds = [_ZERO, *limits, max(income, *limits) if limits else income]
    slices = [max(_ZERO, min(income, upper) - lower) for lower, upper in pairwise(bounds)]
    taxes = [amount * rate / _HUNDRED for amount, rate in zip(slices, rates, strict=True)]
    tax = sum(taxes, _ZERO)
    reached = max(number for number, amount in enumerate(slices) if amount or number == 0)
    results = {"tax": tax, "marginal": rates[reached], "average": tax / income * _HUNDRED}
    lines = []
    for number, (amount, rate, part) in enumerate(zip(slices, rates, taxes, strict=True), 1):
        if amount:
            results |= {f"slice{number}": amount, f"rate{number}": rate, f"tax{number}": part}
            lines.append((f"{{slice{number}}} × {{rate{number}}}", f"tax{number}"))
    summed = " + ".join(f"{{{name}}}" for _, name in lines)
    lines += [(summed, "tax"), ("{tax} ÷ {income}", "average")]
    return Working(results, lines)


_SLICES = 12  # tax bands, at most
_BANDS = {
    name: kind
    for number in range(1, _SLICES + 1)
    for name, kind in ((f"slice{number}", Kind.MONEY), (f"rate{number}", Kind.PERCENT), (f"tax{number}", Kind.MONEY))
}

INCOME_TAX = Calculator(
    "income_tax",
    (
        Parameter("income", Kind.MONEY, above_zero=True),
        Parameter("limits", Kind.MONEY_LIST),
        Parameter("rates", Kind.PERCENT_LIST, most=_HUNDRED),
    ),
    {"tax": Kind.MONEY, "marginal": Kind.PERCENT, "average": Kind.PERCENT, **_BANDS},
    _income_tax,
)

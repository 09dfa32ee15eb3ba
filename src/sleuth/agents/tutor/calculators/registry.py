"""All calculators by name."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from sleuth.agents.tutor.calculators import debt, interest, markets, planning, ratios
from sleuth.agents.tutor.calculators.working import Calculation, CalculationError, Calculator


@cache
def calculators() -> Mapping[str, Calculator]:
    """Name → calculator."""
    modules = (interest, planning, debt, markets, ratios)
    return {calculator.name: calculator for module in modules for calculator in module.CALCULATORS}


def calculate(name: str, arguments: Mapping[str, Any]) -> Calculation:
    """Run a calculator by name. Raises CalculationError for an unknown name or unusable arguments."""
    calculator = calculators().get(name)
    if calculator is None:
        raise CalculationError(f"there is no calculator “{name}”. Choose from {', '.join(calculators())}.")
    return calculator.run(arguments)

"""All calculators by name."""

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any

from sleuth.agents.tutor.calculators.formulas import Formulas, Line
from sleuth.agents.tutor.calculators.income_tax import INCOME_TAX
from sleuth.agents.tutor.calculators.working import Calculation, CalculationError, Calculator, Kind, Parameter


@cache
def calculators() -> Mapping[str, Calculator]:
    """Name → calculator."""
    file = resources.files("sleuth.agents.tutor") / "data" / "formulas.toml"
    stored = tomllib.loads(file.read_text(encoding="utf-8"))
    found = {name: _calculator(name, row, stored["common"]) for name, row in stored["calculator"].items()}
    return {**found, INCOME_TAX.name: INCOME_TAX}


def _calculator(name: str, row: Mapping[str, Any], common: Mapping[str, Any]) -> Calculator:
    parameters = tuple(_parameter(one, told or common[one]) for one, told in row["takes"].items())
    results = {one: Kind(kind) for one, kind in row["gives"].items()}
    kinds = {parameter.name: parameter.kind for parameter in parameters} | results
    lines = tuple(Line(**line) for line in row["lines"])
    return Calculator(name, parameters, results, Formulas(name, kinds, lines))


def _parameter(name: str, told: Mapping[str, Any]) -> Parameter:
    rest: dict[str, Any] = {
        key: value if isinstance(value, bool | str) else Decimal(value) for key, value in told.items()
    }
    return Parameter(name, Kind(rest.pop("kind")), **rest)


def calculate(name: str, arguments: Mapping[str, Any]) -> Calculation:
    """Run a calculator by name. Raises CalculationError for an unknown name or unusable arguments."""
    calculator = calculators().get(name)
    if calculator is None:
        raise CalculationError(f"there is no calculator “{name}”. Choose from {', '.join(calculators())}.")
    return calculator.run(arguments)

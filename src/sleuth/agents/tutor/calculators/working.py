"""What a calculator is: named parameters, a function that computes, and the arithmetic as it is shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, DecimalException, localcontext
from enum import StrEnum
from typing import Any

from sleuth.errors import UserError

Value = Decimal | tuple[Decimal, ...]
_PRECISION = 40  # digits that intermediate results keep
_LARGEST = Decimal(10) ** 15


class Kind(StrEnum):
    """What a number counts. Percentages are stored as printed: 5 is 5 %."""

    MONEY = "money"
    PERCENT = "percent"
    YEARS = "years"
    MONTHS = "months"
    COUNT = "count"  # whole, without a unit
    NUMBER = "number"
    MONEY_LIST = "money_list"
    PERCENT_LIST = "percent_list"

    @property
    def is_list(self) -> bool:
        """Whether the parameter takes several numbers."""
        return self in (Kind.MONEY_LIST, Kind.PERCENT_LIST)


class CalculationError(UserError):
    """The arguments cannot be computed with; the message names the argument and what it may be."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument of a calculator. `least` and `most` are inclusive and hold for each number of a list."""

    name: str
    kind: Kind
    default: Value | None = None  # None: must be given
    least: Decimal = Decimal(0)
    most: Decimal = _LARGEST
    above_zero: bool = False
    per: str = ""  # how often the amount recurs: "month", "year", "any" for either or none, "" for a single amount


@dataclass(frozen=True, slots=True)
class Working:
    """What a calculator's function returns: results, and lines of arithmetic.

    A line is (expression, name of the result); both are templates over arguments and results.
    """

    results: Mapping[str, Decimal]
    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Calculator:
    """A calculation by name. The first of `results` is what is asked for when nothing else is."""

    name: str
    parameters: tuple[Parameter, ...]
    results: Mapping[str, Kind]  # also the intermediate values that lines of arithmetic print
    compute: Callable[..., Working]

    def kind_of(self, name: str) -> Kind:
        """What an argument or result counts."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter.kind
        return self.results[name]

    def run(self, arguments: Mapping[str, Any]) -> "Calculation":
        """Compute. Raises CalculationError for an argument that is missing, unknown, not a number or out of range."""
        given = self._checked(arguments)
        try:
            with localcontext(Context(prec=_PRECISION)):
                working = self.compute(**given)
        except DecimalException as error:
            raise CalculationError(f"{self.name}: these numbers have no result. Check their size and signs.") from error
        return Calculation(self, given, working.results, tuple(working.lines))

    def _checked(self, arguments: Mapping[str, Any]) -> dict[str, Value]:
        known = [parameter.name for parameter in self.parameters]
        unknown = [name for name in arguments if name not in known]
        if unknown:
            raise CalculationError(f"{self.name} has no argument {', '.join(unknown)}. It takes {', '.join(known)}.")
        return {parameter.name: self._argument(parameter, arguments) for parameter in self.parameters}

    def _argument(self, parameter: Parameter, arguments: Mapping[str, Any]) -> Value:
        given = arguments.get(parameter.name, parameter.default)
        if given is None:
            raise CalculationError(f"{self.name} needs {parameter.name} ({parameter.kind.value}).")
        if parameter.kind.is_list:
            many = given if isinstance(given, list | tuple) else [given]
            return tuple(self._number(parameter, one) for one in many)
        return self._number(parameter, given)

    def _number(self, parameter: Parameter, given: Any) -> Decimal:
        try:
            number = Decimal(str(given))
        except DecimalException as error:
            raise CalculationError(f"{self.name}: {parameter.name} is “{given}”, which is no number.") from error
        fits = number.is_finite() and parameter.least <= number <= parameter.most
        if not fits or (parameter.above_zero and number == 0):
            floor = "above 0" if parameter.above_zero else f"at least {parameter.least}"
            raise CalculationError(
                f"{self.name}: {parameter.name} is {given}; it must be {floor} and at most {parameter.most:,}."
            )
        if parameter.kind is Kind.COUNT and number != number.to_integral_value():
            raise CalculationError(f"{self.name}: {parameter.name} is {given}; it must be a whole number.")
        return number


@dataclass(frozen=True, slots=True)
class Calculation:
    """One calculation that was done."""

    calculator: Calculator
    arguments: Mapping[str, Value]
    results: Mapping[str, Decimal]
    lines: tuple[tuple[str, str], ...]

    @property
    def main(self) -> str:
        """The name of the result that is asked for when nothing else is."""
        return next(iter(self.calculator.results))

    def value(self, name: str) -> Value:
        """An argument or a result by name. Raises KeyError."""
        return self.results[name] if name in self.results else self.arguments[name]

"""Lines of arithmetic, computed as they are shown: what `data/formulas.toml` says of each calculator."""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from typing import Any

from sleuth.agents.tutor.calculators.working import CalculationError, Kind, Value, Working

_SIGNS = {"×": "*", "÷": "/", "−": "-", "^": "**", "⌈": "ceil(", "⌉": ")", "ln 2": "ln(2)"}
_PERCENTS = (Kind.PERCENT, Kind.PERCENT_LIST)
_LOWEST, _HIGHEST = Decimal("-0.9"), Decimal(10)  # between which a rate is looked for
_HALVINGS = 120  # of an interval: more than 30 decimal places


@dataclass(frozen=True, slots=True)
class Line:
    """A line of arithmetic, or a check; fields as the head of `data/formulas.toml` tells."""

    name: str = ""
    by: str = ""
    when: str = ""
    hide: str = ""
    up: bool = False
    check: str = ""
    say: str = ""


@dataclass(frozen=True, slots=True)
class Formulas:
    """The lines of one calculator, with the kinds of all that they name."""

    calculator: str
    kinds: Mapping[str, Kind]
    lines: tuple[Line, ...]

    def __call__(self, **given: Value) -> Working:
        """Compute line by line. Raises CalculationError where a check fails."""
        values: dict[str, Value] = dict(given)
        results: dict[str, Decimal] = {}
        shown: list[tuple[str, str]] = []
        for line in self.lines:
            if line.check and not _holds(line.check, values):
                raise CalculationError(f"{self.calculator}: {line.say}")
            if line.check or (line.when and not _holds(line.when, values)):
                continue
            expression = _repeated(line.by, values)
            values[line.name] = results[line.name] = self._computed(line, expression, values)
            if line.hide != "always" and not (line.hide and _holds(line.hide, values)):
                shown.append((expression, line.name))
        return Working(results, shown)

    def _computed(self, line: Line, expression: str, values: Mapping[str, Value]) -> Decimal:
        numbers: dict[str, Any] = {}
        named = {name: _Exact(value, self.kinds[name], numbers) for name, value in values.items()}
        found = _evaluated(expression.format_map(named), numbers)
        if self.kinds[line.name] is Kind.PERCENT:
            found *= 100
        return found.to_integral_value(ROUND_CEILING) if line.up else found


class _Exact:
    """A value inside a line that is computed: it stands there under a name of its own."""

    def __init__(self, value: Value, kind: Kind, numbers: dict[str, Any]) -> None:
        self._value = value
        self._kind = kind
        self._numbers = numbers

    def __format__(self, spec: str) -> str:
        name = f"v{len(self._numbers)}"
        self._numbers[name] = self._number(spec) / (100 if self._kind in _PERCENTS and spec != "n" else 1)
        return name

    def _number(self, spec: str) -> Decimal:
        if isinstance(self._value, Decimal):
            return self._value
        if spec == "#":
            return Decimal(len(self._value))
        return self._value[int(spec)] if spec.isdigit() else sum(self._value, Decimal(0))


def _repeated(expression: str, values: Mapping[str, Value]) -> str:
    """A line for each number of its list, added up."""
    found = re.search(r"{(\w+):each}", expression)
    numbers = values[found[1]] if found else None
    if not isinstance(numbers, tuple):
        return expression
    places = range(len(numbers))
    return " + ".join(expression.replace(":each}", f":{at}}}").replace("{n}", str(at + 1)) for at in places)


def _evaluated(text: str, numbers: Mapping[str, Any]) -> Decimal:
    """The value of a line; of an equation what it is solved for. Raises CalculationError where no rate solves it."""
    equation, _, answer = text.partition(" → ")
    if not answer:
        return Decimal(_value(_tree(text), numbers))
    left, _, right = equation.partition(" = ")
    difference = _tree(f"{left} − ({right})")
    rate = _solved(lambda r: _value(difference, {**numbers, "r": r}))
    return Decimal(_value(_tree(answer), {**numbers, "r": rate}))


def _solved(falling: Callable[[Decimal], Decimal]) -> Decimal:
    """Where a falling function crosses zero, by halving."""
    low, high = _LOWEST, _HIGHEST
    if falling(low) < 0 or falling(high) > 0:
        raise CalculationError("no rate between the limits fits these numbers. Check their size.")
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def _holds(condition: str, values: Mapping[str, Value]) -> bool:
    return bool(_value(_tree(condition), values))


def _tree(text: str) -> ast.expr:
    text = re.sub(r"(\d+)%", r"(\1/100)", text)
    for sign, meant in _SIGNS.items():
        text = text.replace(sign, meant)
    return ast.parse(text, mode="eval").body


_OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow, ast.Eq: operator.eq, ast.Gt: operator.gt, ast.Lt: operator.lt, ast.LtE: operator.le,
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "ln": Decimal.ln, "ceil": lambda number: number.to_integral_value(ROUND_CEILING), "count": len, "total": sum,
}  # fmt: skip


def _value(node: ast.AST, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=number):
            return Decimal(str(number))
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right) | ast.Compare(left=left, ops=[op], comparators=[right]):
            return _OPERATIONS[type(op)](_value(left, names), _value(right, names))
        case ast.BoolOp(values=parts):
            return all(_value(part, names) for part in parts)
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return _FUNCTIONS[name](_value(argument, names))
    raise ValueError(f"a line of arithmetic cannot have {ast.dump(node)}")

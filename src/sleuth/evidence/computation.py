"""Arithmetic over amounts that stand in sources: exact, by unit, and shown as a person would write it."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext

_SIGNS = {ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Div: "÷", ast.Pow: "^"}
_SIGN = re.compile(r"\A[A-Z]{0,2}[$€£¥]")  # "$", "C$"
_PRECISION = 28
_FORMS = {  # factor, unit, decimals
    "ratio": (1, "#", 2), "percent": (100, "#%", 1), "points": (100, "# percentage points", 1), "days": (1, "# days", 2)
}  # fmt: skip


class NotComputableError(ValueError):
    """Why a number cannot be computed, for the person who reads it."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that stands in a source."""

    number: Decimal
    unit: str  # how a number of it is written, with # for its digits: "$# million", "#%", "#"

    @property
    def shown(self) -> str:
        """The amount as it is written."""
        return write(self.number, self.unit, places_of(self.number))


@dataclass(frozen=True, slots=True)
class Computed:
    """What an expression comes to."""

    number: Decimal
    unit: str  # as an amount's; "" where units cancelled out
    shown: str  # the arithmetic: "($5,308 million − $2,213 million) ÷ $4,476 million"


def write(number: Decimal, unit: str, places: int) -> str:
    """A number with its unit: "$3,215 million", "$(460.8) million" where it is negative."""
    digits = f"{abs(number):,.{places}f}"
    return (unit or "#").replace("#", f"({digits})" if number < 0 else digits)


def places_of(number: Decimal) -> int:
    """The decimals that a number was written with."""
    exponent = number.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def agree(amounts: Mapping[str, Amount]) -> dict[str, Amount]:
    """The amounts, those without a currency given that of the others: a statement prints it once a column."""
    units = sorted({amount.unit for amount in amounts.values()}, key=len)
    signs = {found[0] for unit in units if (found := _SIGN.match(unit)) is not None}
    if len(signs) > 1:
        return dict(amounts)
    bare = {_SIGN.sub("", unit): unit for unit in units}
    return {name: Amount(a.number, bare[_SIGN.sub("", a.unit)]) for name, a in amounts.items()}


def compute(expression: str, amounts: Mapping[str, Amount]) -> Computed:
    """Evaluate + - * / ** and abs() over named amounts and plain numbers.

    Raises NotComputableError where units do not fit (millions are never added to thousands, nor dollars to euros), an
    amount is missing or something is divided by zero.
    """
    with localcontext() as context:
        context.prec = _PRECISION
        return _evaluate(ast.parse(expression, mode="eval").body, amounts)


def written(title: str, form: str, result: Computed) -> str:
    """The figure as a sentence, with its arithmetic: "Quick ratio, 2023: 0.69 = ($5,308 million − …) ÷ …"."""
    if form == "amount":
        points = "# percentage points" if result.unit == "#%" else result.unit
        figure = write(abs(result.number), points, _most_places(result.shown))
    elif result.unit:
        raise NotComputableError(f"{result.shown} is no plain number")
    else:
        factor, unit, places = _FORMS[form]
        figure = write(abs(result.number) * factor, unit, places)
    return f"{title}: {'−' * (result.number < 0)}{figure} = {result.shown}"


def _most_places(shown: str) -> int:
    """The decimals of the most exact number that is shown."""
    return max((len(decimals) for decimals in re.findall(r"\d\.(\d+)", shown)), default=0)


def _evaluate(node: ast.expr, amounts: Mapping[str, Amount]) -> Computed:
    match node:
        case ast.Constant(value=int(number)):
            return Computed(Decimal(number), "", str(number))
        case ast.Name(id=name):
            if name not in amounts:
                raise NotComputableError(f"“{name}” is not there")
            amount = amounts[name]
            return Computed(amount.number, amount.unit, amount.shown)
        case ast.Call(func=ast.Name(id="abs"), args=[inner]):
            value = _evaluate(inner, amounts)
            size = abs(value.number)
            return Computed(size, value.unit, write(size, value.unit, places_of(size)))
        case ast.BinOp(left=left, op=operator, right=right):
            divided = isinstance(operator, ast.Div) and isinstance(right, ast.BinOp)
            return _combine(
                operator, _operand(left, operator, amounts), _operand(right, operator, amounts, always=divided)
            )
    raise NotComputableError(f"“{ast.unparse(node)}” is no arithmetic")


def _operand(node: ast.expr, outer: ast.operator, amounts: Mapping[str, Amount], *, always: bool = False) -> Computed:
    """One side of an operation, in brackets where they are needed."""
    value = _evaluate(node, amounts)
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)
    if always or (is_sum and isinstance(outer, ast.Mult | ast.Div | ast.Sub)) or isinstance(outer, ast.Pow):
        return Computed(value.number, value.unit, f"({value.shown})")
    return value


def _combine(operator: ast.operator, left: Computed, right: Computed) -> Computed:
    shown = f"{left.shown} {_SIGNS.get(type(operator), '?')} {right.shown}"
    match operator:
        case ast.Add() | ast.Sub() if left.unit == right.unit:
            number = left.number + right.number if isinstance(operator, ast.Add) else left.number - right.number
            return Computed(number, left.unit, shown)
        case ast.Mult() if not left.unit or not right.unit:
            return Computed(left.number * right.number, left.unit or right.unit, shown)
        case ast.Div() if right.number and right.unit in ("", left.unit):
            unit = "" if right.unit else left.unit
            return Computed(left.number / right.number, unit, shown)
        case ast.Pow() if not left.unit and not right.unit and left.number > 0:
            return Computed(left.number**right.number, "", shown)
        case ast.Div() if not right.number:
            raise NotComputableError("it would divide by zero")
    raise NotComputableError(f"{left.shown} and {right.shown} are of different units")

"""Borrowing: instalments, the annual percentage rate, and how long a card takes to pay off."""

from collections.abc import Callable
from decimal import Decimal

from sleuth.agents.tutor.calculators.interest import PRINCIPAL, RATE, YEARS, rate_of
from sleuth.agents.tutor.calculators.working import CalculationError, Calculator, Kind, Parameter, Working

_ZERO = Decimal(0)
_ONE = Decimal(1)
_TWELVE = Decimal(12)
_HUNDRED = Decimal(100)
_HALVINGS = 120  # of an interval: more than 30 decimal places
_MOST_MONTHS = 1_200


def payments_worth(rate: Decimal, periods: Decimal) -> Decimal:
    """What payments of 1 at the end of each period are worth today; `rate` is a fraction a period."""
    if rate == 0:
        return periods
    return (_ONE - (_ONE + rate) ** -periods) / rate


def solve(falling: Callable[[Decimal], Decimal], low: Decimal, high: Decimal) -> Decimal:
    """Where a falling function crosses zero between `low` and `high`, by halving. Raises CalculationError."""
    if falling(low) < 0 or falling(high) > 0:
        raise CalculationError("no rate between the limits fits these numbers. Check their size.")
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def instalment(principal: Decimal, rate: Decimal, months: Decimal) -> Decimal:
    """The equal monthly payment of a loan at `rate` percent a year."""
    return principal / payments_worth(rate_of(rate) / _TWELVE, months)


def _loan(principal: Decimal, rate: Decimal, years: Decimal) -> Working:
    months = years * _TWELVE
    payment = instalment(principal, rate, months)
    total = payment * months
    divisor = "((1 − (1 + {rate} ÷ 12)^−{months:n}) ÷ ({rate} ÷ 12))" if rate else "{months:n}"
    return Working(
        {"payment": payment, "total": total, "interest": total - principal, "months": months},
        [
            (f"{{principal}} ÷ {divisor}", "payment"),
            ("{payment} × {months:n}", "total"),
            ("{total} − {principal}", "interest"),
        ],
    )


def _apr(principal: Decimal, fee: Decimal, rate: Decimal, years: Decimal) -> Working:
    if fee >= principal:
        raise CalculationError("apr: the fee must be smaller than the loan.")
    months = years * _TWELVE
    payment = instalment(principal, rate, months)
    received = principal - fee
    monthly = solve(lambda r: payment * payments_worth(r, months) - received, _ZERO, _ONE)
    return Working(
        {"apr": monthly * _TWELVE * _HUNDRED, "payment": payment, "received": received, "months": months},
        [
            ("{principal} − {fee}", "received"),
            (
                "{principal} ÷ ((1 − (1 + {rate} ÷ 12)^−{months:n}) ÷ ({rate} ÷ 12))"
                if rate
                else "{principal} ÷ {months:n}",
                "payment",
            ),
            ("{payment} × (1 − (1 + r)^−{months:n}) ÷ r = {received} → 12 × r", "apr"),
        ],
    )


def _card_payoff(balance: Decimal, rate: Decimal, payment: Decimal) -> Working:
    monthly = rate_of(rate) / _TWELVE
    first = balance * monthly
    if payment <= first:
        raise CalculationError(
            "card_payoff: the payment does not cover the first month's interest, so the debt never ends. Pay more."
        )
    left, months, interest = balance, 0, _ZERO
    while left > 0:
        interest += left * monthly
        left += left * monthly - payment
        months += 1
        if months > _MOST_MONTHS:
            raise CalculationError("card_payoff: the debt lasts longer than a hundred years. Pay more.")
    span = balance / payment
    if rate:
        span = (payment / (payment - first)).ln() / (_ONE + monthly).ln()
    spanned = "ln({payment} ÷ ({payment} − {first})) ÷ ln(1 + {rate} ÷ 12)" if rate else "{balance} ÷ {payment}"
    return Working(
        {"months": Decimal(months), "interest": interest, "first": first, "total": balance + interest, "span": span},
        [
            ("{balance} × {rate} ÷ 12", "first"),
            (spanned, "span"),
            ("⌈{span}⌉", "months"),
            ("{balance} + {interest}", "total"),
        ],
    )


CALCULATORS = (
    Calculator(
        "loan",
        (PRINCIPAL, RATE, YEARS),
        {"payment": Kind.MONEY, "total": Kind.MONEY, "interest": Kind.MONEY, "months": Kind.MONTHS},
        _loan,
    ),
    Calculator(
        "apr",
        (PRINCIPAL, Parameter("fee", Kind.MONEY), RATE, YEARS),
        {"apr": Kind.PERCENT, "payment": Kind.MONEY, "received": Kind.MONEY, "months": Kind.MONTHS},
        _apr,
    ),
    Calculator(
        "card_payoff",
        (
            Parameter("balance", Kind.MONEY, above_zero=True),
            RATE,
            Parameter("payment", Kind.MONEY, above_zero=True, per="month"),
        ),
        {"months": Kind.MONTHS, "interest": Kind.MONEY, "first": Kind.MONEY, "total": Kind.MONEY, "span": Kind.NUMBER},
        _card_payoff,
    ),
)

"""Growth of money over time: interest, discounting, inflation, fees."""

from decimal import Decimal

from sleuth.agents.tutor.calculators.working import CalculationError, Calculator, Kind, Parameter, Working

_ONE = Decimal(1)
_HUNDRED = Decimal(100)
_MOST_RATE = Decimal(1_000)  # percent
_LEAST_RATE = Decimal(-99)
_MOST_YEARS = Decimal(200)

AMOUNT = Parameter("amount", Kind.MONEY)
PRINCIPAL = Parameter("principal", Kind.MONEY, above_zero=True)
RATE = Parameter("rate", Kind.PERCENT, most=_MOST_RATE)
YEARS = Parameter("years", Kind.YEARS, most=_MOST_YEARS, above_zero=True)
PER_YEAR = Parameter("per_year", Kind.COUNT, default=_ONE, least=_ONE, most=Decimal(365))


def rate_of(percent: Decimal) -> Decimal:
    """5 (percent) → 0.05."""
    return percent / _HUNDRED


def _factor(rate: Decimal, years: Decimal, per_year: Decimal) -> Decimal:
    periods = years * per_year
    base = _ONE + rate_of(rate) / per_year
    return base**periods


def _power(rate: str, per_year: Decimal) -> str:
    """The growth factor as it is written: plain for yearly periods."""
    if per_year == 1:
        return f"(1 + {{{rate}}})^{{years:n}}"
    return f"(1 + {{{rate}}} ÷ {{per_year:n}})^({{per_year:n}} × {{years:n}})"


def _simple_interest(principal: Decimal, rate: Decimal, years: Decimal) -> Working:
    interest = principal * rate_of(rate) * years
    balance = principal + interest
    return Working(
        {"interest": interest, "balance": balance},
        [("{principal} × {rate} × {years:n}", "interest"), ("{principal} + {interest}", "balance")],
    )


def _compound_interest(principal: Decimal, rate: Decimal, years: Decimal, per_year: Decimal) -> Working:
    balance = principal * _factor(rate, years, per_year)
    growth = _power("rate", per_year)
    return Working(
        {"balance": balance, "interest": balance - principal},
        [(f"{{principal}} × {growth}", "balance"), ("{balance} − {principal}", "interest")],
    )


def _present_value(amount: Decimal, rate: Decimal, years: Decimal, per_year: Decimal) -> Working:
    value = amount / _factor(rate, years, per_year)
    growth = _power("rate", per_year)
    return Working(
        {"value": value, "discount": amount - value},
        [(f"{{amount}} ÷ {growth}", "value"), ("{amount} − {value}", "discount")],
    )


def _effective_rate(rate: Decimal, per_year: Decimal) -> Working:
    effective = (_factor(rate, _ONE, per_year) - _ONE) * _HUNDRED
    return Working({"effective": effective}, [("(1 + {rate} ÷ {per_year:n})^{per_year:n} − 1", "effective")])


def _doubling_time(rate: Decimal) -> Working:
    estimate = Decimal(72) / rate
    exact = Decimal(2).ln() / (_ONE + rate_of(rate)).ln()
    return Working(
        {"estimate": estimate, "exact": exact}, [("72 ÷ {rate:n}", "estimate"), ("ln 2 ÷ ln(1 + {rate})", "exact")]
    )


def _inflation(amount: Decimal, rate: Decimal, years: Decimal) -> Working:
    factor = _factor(rate, years, _ONE)
    growth = _power("rate", _ONE)
    return Working(
        {"price": amount * factor, "power": amount / factor},
        [(f"{{amount}} × {growth}", "price"), (f"{{amount}} ÷ {growth}", "power")],
    )


def _real_return(nominal: Decimal, inflation: Decimal) -> Working:
    real = ((_ONE + rate_of(nominal)) / (_ONE + rate_of(inflation)) - _ONE) * _HUNDRED
    return Working({"real": real}, [("(1 + {nominal}) ÷ (1 + {inflation}) − 1", "real")])


def _growth_rate(start: Decimal, end: Decimal, years: Decimal) -> Working:
    growth = ((end / start) ** (_ONE / years) - _ONE) * _HUNDRED
    return Working({"growth": growth}, [("({end} ÷ {start})^(1 ÷ {years:n}) − 1", "growth")])


def _fund_fee(principal: Decimal, rate: Decimal, fee: Decimal, years: Decimal) -> Working:
    if fee > rate:
        raise CalculationError("fund_fee: the fee is higher than the return. Give a fee of at most the rate.")
    before = principal * _factor(rate, years, _ONE)
    after = principal * _factor(rate - fee, years, _ONE)
    return Working(
        {"after": after, "before": before, "cost": before - after},
        [
            ("{principal} × (1 + {rate})^{years:n}", "before"),
            ("{principal} × (1 + {rate} − {fee})^{years:n}", "after"),
            ("{before} − {after}", "cost"),
        ],
    )


CALCULATORS = (
    Calculator(
        "compound_interest",
        (PRINCIPAL, RATE, YEARS, PER_YEAR),
        {"balance": Kind.MONEY, "interest": Kind.MONEY},
        _compound_interest,
    ),
    Calculator(
        "simple_interest", (PRINCIPAL, RATE, YEARS), {"interest": Kind.MONEY, "balance": Kind.MONEY}, _simple_interest
    ),
    Calculator(
        "present_value", (AMOUNT, RATE, YEARS, PER_YEAR), {"value": Kind.MONEY, "discount": Kind.MONEY}, _present_value
    ),
    Calculator(
        "effective_rate",
        (RATE, Parameter("per_year", Kind.COUNT, least=_ONE, most=Decimal(365))),
        {"effective": Kind.PERCENT},
        _effective_rate,
    ),
    Calculator(
        "doubling_time",
        (Parameter("rate", Kind.PERCENT, most=_MOST_RATE, above_zero=True),),
        {"estimate": Kind.YEARS, "exact": Kind.YEARS},
        _doubling_time,
    ),
    Calculator("inflation", (AMOUNT, RATE, YEARS), {"price": Kind.MONEY, "power": Kind.MONEY}, _inflation),
    Calculator(
        "real_return",
        (
            Parameter("nominal", Kind.PERCENT, least=_LEAST_RATE, most=_MOST_RATE),
            Parameter("inflation", Kind.PERCENT, least=_LEAST_RATE, most=_MOST_RATE),
        ),
        {"real": Kind.PERCENT},
        _real_return,
    ),
    Calculator(
        "growth_rate",
        (Parameter("start", Kind.MONEY, above_zero=True), Parameter("end", Kind.MONEY, above_zero=True), YEARS),
        {"growth": Kind.PERCENT},
        _growth_rate,
    ),
    Calculator(
        "fund_fee",
        (PRINCIPAL, RATE, Parameter("fee", Kind.PERCENT, most=_HUNDRED), YEARS),
        {"cost": Kind.MONEY, "before": Kind.MONEY, "after": Kind.MONEY},
        _fund_fee,
    ),
)

"""Investing: bonds, shares, portfolios, and what future payments are worth today."""

from decimal import Decimal

from sleuth.agents.tutor.calculators.debt import payments_worth, solve
from sleuth.agents.tutor.calculators.interest import PER_YEAR, RATE, YEARS, rate_of
from sleuth.agents.tutor.calculators.working import CalculationError, Calculator, Kind, Parameter, Working

_ZERO = Decimal(0)
_ONE = Decimal(1)
_HUNDRED = Decimal(100)
_LOWEST_AMOUNT = Decimal(-(10**15))
_MOST_RATE = Decimal(1_000)
_LOWEST_YIELD = Decimal("-0.9")
_HIGHEST_YIELD = Decimal(10)


def _at(name: str, number: int) -> str:
    """The placeholder of one number of a list."""
    return f"{{{name}:{number}}}"


def _products(first: str, second: str, count: int) -> str:
    """The sum of the products of two lists, as placeholders."""
    return " + ".join(f"{_at(first, number)} × {_at(second, number)}" for number in range(count))


def _price(face: Decimal, income: Decimal, rate: Decimal, periods: Decimal) -> Decimal:
    """What a bond's payments are worth; income and rate are those of one period."""
    return income * payments_worth(rate, periods) + face / (_ONE + rate) ** periods


def _bond_yield(face: Decimal, coupon: Decimal, price: Decimal, years: Decimal, per_year: Decimal) -> Working:
    income = face * rate_of(coupon)
    payment, periods = income / per_year, years * per_year
    found = solve(lambda r: _price(face, payment, r, periods) - price, _LOWEST_YIELD, _HIGHEST_YIELD)
    yearly = found * per_year * _HUNDRED
    results = {"to_maturity": yearly, "current": income / price * _HUNDRED, "income": income}
    if per_year != 1:
        unknown = (
            "{payment} × (1 − (1 + r)^−{periods:n}) ÷ r + {face} ÷ (1 + r)^{periods:n} = {price} → {per_year:n} × r"
        )
        return Working(
            {**results, "payment": payment, "periods": periods},
            [
                ("{face} × {coupon}", "income"),
                ("{income} ÷ {per_year:n}", "payment"),
                ("{income} ÷ {price}", "current"),
                (unknown, "to_maturity"),
            ],
        )
    return Working(
        results,
        [
            ("{face} × {coupon}", "income"),
            ("{income} ÷ {price}", "current"),
            ("{income} × (1 − (1 + r)^−{years:n}) ÷ r + {face} ÷ (1 + r)^{years:n} = {price} → r", "to_maturity"),
        ],
    )


def _bond_price(face: Decimal, coupon: Decimal, rate: Decimal, years: Decimal, per_year: Decimal) -> Working:
    income = face * rate_of(coupon)
    payment, periods = income / per_year, years * per_year
    price = _price(face, payment, rate_of(rate) / per_year, periods)
    if per_year != 1:
        part = "({rate} ÷ {per_year:n})" if rate else ""
        worth = f"{{payment}} × (1 − (1 + {part})^−{{periods:n}}) ÷ {part}" if rate else "{payment} × {periods:n}"
        whole = f"{worth} + {{face}} ÷ (1 + {part})^{{periods:n}}" if rate else f"{worth} + {{face}}"
        return Working(
            {"price": price, "income": income, "payment": payment, "periods": periods},
            [("{face} × {coupon}", "income"), ("{income} ÷ {per_year:n}", "payment"), (whole, "price")],
        )
    coupons = "{income} × (1 − (1 + {rate})^−{years:n}) ÷ {rate}" if rate else "{income} × {years:n}"
    return Working(
        {"price": price, "income": income},
        [("{face} × {coupon}", "income"), (f"{coupons} + {{face}} ÷ (1 + {{rate}})^{{years:n}}", "price")],
    )


def _average_cost(amount: Decimal, prices: tuple[Decimal, ...]) -> Working:
    units = sum((amount / price for price in prices), _ZERO)
    paid = amount * len(prices)
    mean = sum(prices, _ZERO) / len(prices)
    bought = " + ".join(f"{{amount}} ÷ {_at('prices', number)}" for number in range(len(prices)))
    return Working(
        {"average": paid / units, "units": units, "paid": paid, "mean": mean, "times": Decimal(len(prices))},
        [
            ("{amount} × {times:n}", "paid"),
            (bought, "units"),
            ("{paid} ÷ {units}", "average"),
            ("({prices:+}) ÷ {times:n}", "mean"),
        ],
    )


def _portfolio_return(weights: tuple[Decimal, ...], returns: tuple[Decimal, ...]) -> Working:
    if len(weights) != len(returns) or sum(weights) != _HUNDRED:
        raise CalculationError("portfolio_return: give a return for each weight; weights must add up to 100 percent.")
    total = sum((w * r / _HUNDRED for w, r in zip(weights, returns, strict=True)), _ZERO)
    terms = _products("weights", "returns", len(weights))
    return Working({"expected": total}, [(terms, "expected")])


def _capm(risk_free: Decimal, beta: Decimal, market: Decimal) -> Working:
    premium = market - risk_free
    expected = risk_free + beta * premium
    return Working(
        {"expected": expected, "premium": premium},
        [("{market} − {risk_free}", "premium"), ("{risk_free} + {beta:n} × {premium}", "expected")],
    )


def _dividend_value(dividend: Decimal, growth: Decimal, required: Decimal) -> Working:
    if growth >= required:
        raise CalculationError("dividend_value: the growth must be lower than the required return.")
    upcoming = dividend * (_ONE + rate_of(growth))
    value = upcoming / (rate_of(required) - rate_of(growth))
    return Working(
        {"value": value, "upcoming": upcoming},
        [("{dividend} × (1 + {growth})", "upcoming"), ("{upcoming} ÷ ({required} − {growth})", "value")],
    )


def _capital_gain(cost: Decimal, proceeds: Decimal, tax: Decimal) -> Working:
    gain = proceeds - cost
    due = max(_ZERO, gain) * rate_of(tax)
    lines = [("{proceeds} − {cost}", "gain")]
    lines.append(("{gain} × {tax}" if gain > 0 else "{tax} × 0", "due"))
    lines.append(("{gain} − {due}", "kept"))
    return Working({"gain": gain, "due": due, "kept": gain - due}, lines)


def _price_ratio(price: Decimal, per_share: Decimal) -> Working:
    return Working({"ratio": price / per_share}, [("{price} ÷ {per_share}", "ratio")])


def _net_present_value(outlay: Decimal, rate: Decimal, flows: tuple[Decimal, ...]) -> Working:
    worth = sum((flow / (_ONE + rate_of(rate)) ** year for year, flow in enumerate(flows, 1)), _ZERO)
    terms = " + ".join(f"{_at('flows', number)} ÷ (1 + {{rate}})^{number + 1}" for number in range(len(flows)))
    return Working(
        {"net_value": worth - outlay, "worth": worth},
        [(terms, "worth"), ("{worth} − {outlay}", "net_value")],
    )


def _annuity_value(payment: Decimal, rate: Decimal, years: Decimal, at_once: Decimal) -> Working:
    value = payment * payments_worth(rate_of(rate), years)
    factor = "(1 − (1 + {rate})^−{years:n}) ÷ {rate}" if rate else "{years:n}"
    if at_once:
        value *= _ONE + rate_of(rate)
        factor += " × (1 + {rate})"
    return Working({"value": value}, [(f"{{payment}} × {factor}", "value")])


def _expected_value(chances: tuple[Decimal, ...], amounts: tuple[Decimal, ...]) -> Working:
    if len(chances) != len(amounts) or sum(chances) != _HUNDRED:
        raise CalculationError("expected_value: give an amount for each chance; chances must add up to 100 percent.")
    total = sum((c * a / _HUNDRED for c, a in zip(chances, amounts, strict=True)), _ZERO)
    terms = _products("chances", "amounts", len(chances))
    return Working({"expected": total}, [(terms, "expected")])


def _percent(name: str, least: int = 0) -> Parameter:
    return Parameter(name, Kind.PERCENT, least=Decimal(least), most=_MOST_RATE)


def _money(name: str) -> Parameter:
    return Parameter(name, Kind.MONEY, above_zero=True)


_PAYMENTS = {"payment": Kind.MONEY, "periods": Kind.COUNT}

CALCULATORS = (
    Calculator(
        "bond_yield",
        (_money("face"), _percent("coupon"), _money("price"), YEARS, PER_YEAR),
        {"to_maturity": Kind.PERCENT, "current": Kind.PERCENT, "income": Kind.MONEY, **_PAYMENTS},
        _bond_yield,
    ),
    Calculator(
        "bond_price",
        (_money("face"), _percent("coupon"), RATE, YEARS, PER_YEAR),
        {"price": Kind.MONEY, "income": Kind.MONEY, **_PAYMENTS},
        _bond_price,
    ),
    Calculator(
        "average_cost",
        (_money("amount"), Parameter("prices", Kind.MONEY_LIST, above_zero=True)),
        {"average": Kind.MONEY, "units": Kind.NUMBER, "paid": Kind.MONEY, "mean": Kind.MONEY, "times": Kind.COUNT},
        _average_cost,
    ),
    Calculator(
        "portfolio_return",
        (
            Parameter("weights", Kind.PERCENT_LIST, most=_HUNDRED),
            Parameter("returns", Kind.PERCENT_LIST, least=-_HUNDRED, most=_MOST_RATE),
        ),
        {"expected": Kind.PERCENT},
        _portfolio_return,
    ),
    Calculator(
        "capm",
        (
            _percent("risk_free", -20),
            Parameter("beta", Kind.NUMBER, least=Decimal(-10), most=Decimal(10)),
            _percent("market", -100),
        ),
        {"expected": Kind.PERCENT, "premium": Kind.PERCENT},
        _capm,
    ),
    Calculator(
        "dividend_value",
        (Parameter("dividend", Kind.MONEY, above_zero=True, per="any"), _percent("growth", -50), _percent("required")),
        {"value": Kind.MONEY, "upcoming": Kind.MONEY},
        _dividend_value,
    ),
    Calculator(
        "capital_gain",
        (_money("cost"), _money("proceeds"), Parameter("tax", Kind.PERCENT, default=_ZERO, most=_HUNDRED)),
        {"gain": Kind.MONEY, "due": Kind.MONEY, "kept": Kind.MONEY},
        _capital_gain,
    ),
    Calculator("price_ratio", (_money("price"), _money("per_share")), {"ratio": Kind.NUMBER}, _price_ratio),
    Calculator(
        "net_present_value",
        (_money("outlay"), RATE, Parameter("flows", Kind.MONEY_LIST, least=_LOWEST_AMOUNT)),
        {"net_value": Kind.MONEY, "worth": Kind.MONEY},
        _net_present_value,
    ),
    Calculator(
        "annuity_value",
        (
            Parameter("payment", Kind.MONEY, above_zero=True, per="year"),
            RATE,
            YEARS,
            Parameter("at_once", Kind.COUNT, default=_ZERO, most=_ONE),
        ),
        {"value": Kind.MONEY},
        _annuity_value,
    ),
    Calculator(
        "expected_value",
        (
            Parameter("chances", Kind.PERCENT_LIST, most=_HUNDRED),
            Parameter("amounts", Kind.MONEY_LIST, least=_LOWEST_AMOUNT),
        ),
        {"expected": Kind.MONEY},
        _expected_value,
    ),
)

"""Shares and changes: the sums behind savings rates, debt ratios, taxes and fees."""

from decimal import ROUND_CEILING, Decimal

from sleuth.agents.tutor.calculators.interest import AMOUNT, YEARS, rate_of
from sleuth.agents.tutor.calculators.working import CalculationError, Calculator, Kind, Parameter, Working

_HUNDRED = Decimal(100)
_MOST_RATE = Decimal(1_000)


def _share(part: Decimal, whole: Decimal) -> Working:
    return Working({"share": part / whole * _HUNDRED}, [("{part} ÷ {whole}", "share")])


def _percentage_change(old: Decimal, new: Decimal) -> Working:
    change = (new - old) / old * _HUNDRED
    return Working(
        {"change": change, "difference": new - old},
        [("{new} − {old}", "difference"), ("{difference} ÷ {old}", "change")],
    )


def _percent_of(whole: Decimal, rate: Decimal) -> Working:
    part = whole * rate_of(rate)
    return Working(
        {"part": part, "rest": whole - part, "sum": whole + part},
        [("{whole} × {rate}", "part")],
    )


def _conversion(amount: Decimal, rate: Decimal) -> Working:
    return Working({"converted": amount * rate}, [("{amount:n} × {rate:n}", "converted")])


def _depreciation(cost: Decimal, salvage: Decimal, years: Decimal) -> Working:
    if salvage > cost:
        raise CalculationError("depreciation: the value at the end must not exceed the cost.")
    loss = cost - salvage
    return Working(
        {"yearly": loss / years, "loss": loss}, [("{cost} − {salvage}", "loss"), ("{loss} ÷ {years:n}", "yearly")]
    )


def _break_even(fixed: Decimal, price: Decimal, cost: Decimal) -> Working:
    if price <= cost:
        raise CalculationError("break_even: the price must be higher than the cost of one unit.")
    margin = price - cost
    exact = fixed / margin
    units = exact.to_integral_value(rounding=ROUND_CEILING)
    return Working(
        {"units": units, "margin": margin}, [("{price} − {cost}", "margin"), ("{fixed} ÷ {margin}", "units")]
    )


def _money(name: str) -> Parameter:
    return Parameter(name, Kind.MONEY, above_zero=True)


CALCULATORS = (
    Calculator(
        "share",
        (Parameter("part", Kind.MONEY, per="any"), Parameter("whole", Kind.MONEY, above_zero=True, per="any")),
        {"share": Kind.PERCENT},
        _share,
    ),
    Calculator(
        "count_share",
        (Parameter("part", Kind.NUMBER), Parameter("whole", Kind.NUMBER, above_zero=True)),
        {"share": Kind.PERCENT},
        _share,
    ),
    Calculator(
        "count_change",
        (Parameter("old", Kind.NUMBER, above_zero=True), Parameter("new", Kind.NUMBER)),
        {"change": Kind.PERCENT, "difference": Kind.NUMBER},
        _percentage_change,
    ),
    Calculator(
        "percentage_change",
        (_money("old"), Parameter("new", Kind.MONEY)),
        {"change": Kind.PERCENT, "difference": Kind.MONEY},
        _percentage_change,
    ),
    Calculator(
        "percent_of",
        (_money("whole"), Parameter("rate", Kind.PERCENT, most=_MOST_RATE)),
        {"part": Kind.MONEY, "rest": Kind.MONEY, "sum": Kind.MONEY},
        _percent_of,
    ),
    Calculator(
        "conversion",
        (AMOUNT, Parameter("rate", Kind.NUMBER, above_zero=True)),
        {"converted": Kind.NUMBER},
        _conversion,
    ),
    Calculator(
        "depreciation",
        (_money("cost"), Parameter("salvage", Kind.MONEY, default=Decimal(0)), YEARS),
        {"yearly": Kind.MONEY, "loss": Kind.MONEY},
        _depreciation,
    ),
    Calculator(
        "break_even",
        (_money("fixed"), _money("price"), Parameter("cost", Kind.MONEY)),
        {"units": Kind.COUNT, "margin": Kind.MONEY},
        _break_even,
    ),
)

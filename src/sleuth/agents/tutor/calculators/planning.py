"""Household planning: budgets, savings, reserves, net worth, insurance and tax."""

from decimal import Decimal
from itertools import pairwise

from sleuth.agents.tutor.calculators.interest import RATE, YEARS, rate_of
from sleuth.agents.tutor.calculators.working import CalculationError, Calculator, Kind, Parameter, Working

_ZERO = Decimal(0)
_ONE = Decimal(1)
_TWELVE = Decimal(12)
_HUNDRED = Decimal(100)


def growth_of_payments(rate: Decimal, periods: Decimal) -> Decimal:
    """What payments of 1 at the end of each period have become after the last; `rate` is a fraction a period."""
    if rate == 0:
        return periods
    return ((_ONE + rate) ** periods - _ONE) / rate


def _savings_plan(deposit: Decimal, rate: Decimal, years: Decimal) -> Working:
    months = years * _TWELVE
    balance = deposit * growth_of_payments(rate_of(rate) / _TWELVE, months)
    paid = deposit * months
    factor = "((1 + {rate} ÷ 12)^{months:n} − 1) ÷ ({rate} ÷ 12)" if rate else "{months:n}"
    return Working(
        {"balance": balance, "paid": paid, "interest": balance - paid, "months": months},
        [
            ("{deposit} × {months:n}", "paid"),
            (f"{{deposit}} × {factor}", "balance"),
            ("{balance} − {paid}", "interest"),
        ],
    )


def _savings_goal(goal: Decimal, rate: Decimal, years: Decimal, start: Decimal) -> Working:
    months = years * _TWELVE
    monthly = rate_of(rate) / _TWELVE
    grown = start * (_ONE + monthly) ** months
    missing = goal - grown
    if missing <= 0:
        raise CalculationError("savings_goal: what is saved already reaches the goal without any deposit.")
    deposit = missing / growth_of_payments(monthly, months)
    lines = [("{years:n} × 12", "months")]
    if start:
        lines.append(("{start} × (1 + {rate} ÷ 12)^{months:n}", "grown"))
        lines.append(("{goal} − {grown}", "missing"))
    wanted = "{missing}" if start else "{goal}"
    divisor = "(((1 + {rate} ÷ 12)^{months:n} − 1) ÷ ({rate} ÷ 12))" if rate else "{months:n}"
    lines.append((f"{wanted} ÷ {divisor}", "deposit"))
    return Working({"deposit": deposit, "months": months, "grown": grown, "missing": missing}, lines)


def _emergency_fund(expenses: Decimal, months: Decimal, saved: Decimal) -> Working:
    fund = expenses * months
    gap = max(_ZERO, fund - saved)
    lines = [("{expenses} × {months:n}", "fund")]
    if saved:
        lines.append(("{fund} − {saved}" if fund > saved else "0 × {fund}", "gap"))
    return Working({"fund": fund, "gap": gap}, lines)


def _budget_split(income: Decimal, needs: Decimal, wants: Decimal, savings: Decimal) -> Working:
    if needs + wants + savings != _HUNDRED:
        raise CalculationError("budget_split: needs, wants and savings must add up to 100 percent.")
    parts = {"for_needs": needs, "for_wants": wants, "for_savings": savings}
    amounts = {name: income * rate_of(percent) for name, percent in parts.items()}
    lines = [(f"{{income}} × {{{name.removeprefix('for_')}}}", name) for name in parts]
    return Working(amounts, lines)


def _cash_flow(income: Decimal, expenses: tuple[Decimal, ...]) -> Working:
    spent = sum(expenses, _ZERO)
    lines = [] if len(expenses) == 1 else [("{expenses:+}", "spent")]
    lines.append(("{income} − {spent}", "surplus"))
    return Working({"surplus": income - spent, "spent": spent}, lines)


def _net_worth(assets: tuple[Decimal, ...], debts: tuple[Decimal, ...]) -> Working:
    owned, owed = sum(assets, _ZERO), sum(debts, _ZERO)
    return Working(
        {"net_worth": owned - owed, "owned": owned, "owed": owed},
        [("{assets:+}", "owned"), ("{debts:+}", "owed"), ("{owned} − {owed}", "net_worth")],
    )


def _insurance(loss: Decimal, deductible: Decimal, share: Decimal) -> Working:
    above = max(_ZERO, loss - deductible)
    insurer = above * (_HUNDRED - share) / _HUNDRED
    own = loss - insurer
    lines = [("{loss} − {deductible}", "above")] if loss > deductible else []
    if share and above:
        lines.append(("{above} × (100% − {share})", "insurer_pays"))
    else:
        lines.append(("{above} × 100%", "insurer_pays"))
    lines.append(("{loss} − {insurer_pays}", "you_pay"))
    return Working({"you_pay": own, "insurer_pays": insurer, "above": above}, lines)


def _income_tax(income: Decimal, limits: tuple[Decimal, ...], rates: tuple[Decimal, ...]) -> Working:
    if len(rates) != len(limits) + 1 or list(limits) != sorted(set(limits)):
        raise CalculationError("income_tax: limits must ascend, and rates must be one more than limits.")
    bounds = [_ZERO, *limits, max(income, *limits) if limits else income]
    slices = [max(_ZERO, min(income, upper) - lower) for lower, upper in pairwise(bounds)]
    taxes = [amount * rate_of(rate) for amount, rate in zip(slices, rates, strict=True)]
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

CALCULATORS = (
    Calculator(
        "savings_plan",
        (Parameter("deposit", Kind.MONEY, above_zero=True, per="month"), RATE, YEARS),
        {"balance": Kind.MONEY, "paid": Kind.MONEY, "interest": Kind.MONEY, "months": Kind.MONTHS},
        _savings_plan,
    ),
    Calculator(
        "savings_goal",
        (Parameter("goal", Kind.MONEY, above_zero=True), RATE, YEARS, Parameter("start", Kind.MONEY, default=_ZERO)),
        {"deposit": Kind.MONEY, "months": Kind.MONTHS, "grown": Kind.MONEY, "missing": Kind.MONEY},
        _savings_goal,
    ),
    Calculator(
        "emergency_fund",
        (
            Parameter("expenses", Kind.MONEY, above_zero=True, per="any"),
            Parameter("months", Kind.MONTHS, above_zero=True, most=Decimal(120)),
            Parameter("saved", Kind.MONEY, default=_ZERO),
        ),
        {"fund": Kind.MONEY, "gap": Kind.MONEY},
        _emergency_fund,
    ),
    Calculator(
        "budget_split",
        (
            Parameter("income", Kind.MONEY, above_zero=True, per="any"),
            Parameter("needs", Kind.PERCENT, default=Decimal(50), most=_HUNDRED),
            Parameter("wants", Kind.PERCENT, default=Decimal(30), most=_HUNDRED),
            Parameter("savings", Kind.PERCENT, default=Decimal(20), most=_HUNDRED),
        ),
        {"for_needs": Kind.MONEY, "for_wants": Kind.MONEY, "for_savings": Kind.MONEY},
        _budget_split,
    ),
    Calculator(
        "cash_flow",
        (Parameter("income", Kind.MONEY, per="any"), Parameter("expenses", Kind.MONEY_LIST, per="any")),
        {"surplus": Kind.MONEY, "spent": Kind.MONEY},
        _cash_flow,
    ),
    Calculator(
        "net_worth",
        (Parameter("assets", Kind.MONEY_LIST), Parameter("debts", Kind.MONEY_LIST)),
        {"net_worth": Kind.MONEY, "owned": Kind.MONEY, "owed": Kind.MONEY},
        _net_worth,
    ),
    Calculator(
        "insurance",
        (
            Parameter("loss", Kind.MONEY, above_zero=True),
            Parameter("deductible", Kind.MONEY),
            Parameter("share", Kind.PERCENT, default=_ZERO, most=_HUNDRED),
        ),
        {"you_pay": Kind.MONEY, "insurer_pays": Kind.MONEY, "above": Kind.MONEY},
        _insurance,
    ),
    Calculator(
        "income_tax",
        (
            Parameter("income", Kind.MONEY, above_zero=True),
            Parameter("limits", Kind.MONEY_LIST),
            Parameter("rates", Kind.PERCENT_LIST, most=_HUNDRED),
        ),
        {"tax": Kind.MONEY, "marginal": Kind.PERCENT, "average": Kind.PERCENT, **_BANDS},
        _income_tax,
    ),
)

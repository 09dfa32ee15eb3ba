"""Invents the books of a company, month by month, so that everything else can be summed from them."""

import math
from dataclasses import dataclass
from datetime import date
from random import Random

from dataroom.books import BY_FUNCTION, BY_NATURE, COMMON, Books, Month
from dataroom.fiscal import Calendar, month_end, months_before

YEARS_BOOKED = 5  # closed fiscal years, so that the third last report has its comparatives and opening balances
YEARS_PLANNED = 2  # after the current one


@dataclass(frozen=True, slots=True)
class Shape:
    """What a company's figures look like: yearly revenue in base units, ratios to it, days."""

    revenue: int
    growth: tuple[float, ...]  # a fiscal year each, from the first booked to the last planned
    segments: tuple[tuple[str, float], ...]
    costs: tuple[tuple[str, float], ...]  # line → ratio to revenue, incl. depreciation where presented by function
    by_nature: bool
    capex: float
    inventory_days: int
    receivable_days: int
    payable_days: int
    debt: float  # ratio to first year's revenue
    tax: float
    swing: float  # of the seasons
    goodwill: float


def draw_shape(random: Random, revenue: int, segments: tuple[str, ...], by_nature: bool, goods: bool) -> Shape:
    """A plausible company; one that sells goods holds stock and buys material."""
    weights = [random.uniform(0.6, 1.6) for _ in segments]
    cost = random.uniform(0.52, 0.66) if goods else random.uniform(0.34, 0.48)
    margin = random.uniform(0.07, 0.16)
    rest = 1 - cost - margin
    split = (0.42, 0.40, 0.18) if not by_nature else (0.66, 0.34)
    names = (
        ("cost_of_materials", "personnel_expenses", "other_operating_expenses")
        if by_nature
        else ("cost_of_sales", "selling_expenses", "administrative_expenses", "research_and_development")
    )
    ratios = [cost, *(rest * part * random.uniform(0.96, 1.02) for part in split)]
    return Shape(
        revenue=revenue,
        growth=tuple(random.uniform(-0.03, 0.14) for _ in range(YEARS_BOOKED + 1 + YEARS_PLANNED)),
        segments=tuple(zip(segments, (weight / sum(weights) for weight in weights), strict=True)),
        costs=tuple(zip(names, ratios, strict=True)),
        by_nature=by_nature,
        capex=random.uniform(0.025, 0.055),
        inventory_days=random.randint(35, 75) if goods else random.randint(3, 9),
        receivable_days=random.randint(38, 62),
        payable_days=random.randint(28, 55),
        debt=random.uniform(0.2, 0.45),
        tax=random.uniform(0.19, 0.27),
        swing=random.uniform(0.02, 0.12),
        goodwill=random.uniform(0.1, 0.3),
    )


def keep_books(random: Random, subject: str, currency: str, base: int, calendar: Calendar, shape: Shape) -> Books:
    """Books of the closed years and the current one so far, with its budget, and a forecast beyond it."""
    first = month_end(calendar.last - YEARS_BOOKED + 1, calendar.close - 11)
    booked = 12 * YEARS_BOOKED + calendar.elapsed
    ends = [month_end(first.year, first.month + n) for n in range(12 * (YEARS_BOOKED + 1 + YEARS_PLANNED))]
    keeper = _Keeper(random, shape, months_before(first, 1))
    actual = {end: keeper.book(end, number) for number, end in enumerate(ends[:booked])}
    stocks = keeper.closed()
    planned = {end: keeper.book(end, number) for number, end in enumerate(ends) if number >= booked}
    current = range(12 * YEARS_BOOKED, 12 * YEARS_BOOKED + 12)
    budget = {ends[n]: _budgeted(random, {**actual, **planned}[ends[n]]) for n in current}
    formulas = COMMON | (BY_NATURE if shape.by_nature else BY_FUNCTION)
    flows = {"actual": actual, "budget": budget, "forecast": actual | planned}
    segments = tuple(name for name, _ in shape.segments)
    return Books(subject, currency, base, formulas, segments, flows, stocks)


def _budgeted(random: Random, lines: Month) -> Month:
    """What one had hoped for: near what came, off line by line."""
    hope = random.uniform(0.99, 1.06)
    return {line: round(amount * hope * random.uniform(0.96, 1.04)) for line, amount in lines.items()}


class _Keeper:
    """Books one month after the other; assets equal equity and liabilities after each."""

    def __init__(self, random: Random, shape: Shape, opening: date) -> None:
        self._random, self._shape = random, shape
        self._profit_of_year = 0
        debt = round(shape.revenue * shape.debt)
        self._stock = {
            "goodwill": round(shape.revenue * shape.goodwill),
            "intangible_assets": round(shape.revenue * 0.06),
            "property_plant_equipment": round(shape.revenue * shape.capex * 7),
            "inventories": round(shape.revenue / 365 * shape.inventory_days),
            "trade_receivables": round(shape.revenue / 365 * shape.receivable_days),
            "other_current_assets": round(shape.revenue * 0.02),
            "cash": round(shape.revenue * 0.11),
            "share_capital": _tidy(shape.revenue * 0.02),
            "share_premium": 0,
            "non_current_borrowings": debt - round(debt * 0.12),
            "current_borrowings": round(debt * 0.12),
            "provisions": round(shape.revenue * 0.014),
            "trade_payables": round(shape.revenue / 365 * shape.payable_days * 0.6),
            "other_current_liabilities": round(shape.revenue * 0.05),
        }
        assets = sum(self._stock[line] for line in _ASSETS)
        claims = sum(self._stock[line] for line in _CLAIMS)
        self._stock["retained_earnings"] = round((assets - claims) * 0.55)
        self._stock["share_premium"] = assets - claims - self._stock["retained_earnings"]
        self._stocks = {opening: dict(self._stock)}

    def book(self, end: date, number: int) -> Month:
        """The month's flows; the balance sheet moves with them."""
        year, month = divmod(number, 12)
        lines = self._trade(self._turnover(year, month))
        profit = self._profit(lines)
        lines["income_tax"] = max(0, round(profit * self._shape.tax))
        lines["dividends_paid"] = round(max(0, self._profit_of_year) * 0.35) if month == 4 else 0
        if month == 4:
            self._profit_of_year = 0
        self._profit_of_year += profit - lines["income_tax"]
        self._balance(lines, profit - lines["income_tax"], month)
        self._stocks[end] = dict(self._stock)
        return lines

    def _turnover(self, year: int, month: int) -> float:
        shape = self._shape
        yearly = shape.revenue * math.prod(1.0 + rate for rate in shape.growth[:year])
        season = 1 + shape.swing * math.sin(month * math.pi / 6)
        return yearly / 12 * season * self._random.uniform(0.97, 1.03)

    def _trade(self, turnover: float) -> dict[str, int]:
        shape, vary = self._shape, self._random.uniform
        lines = {f"revenue:{name}": round(turnover * part * vary(0.95, 1.05)) for name, part in shape.segments}
        revenue = sum(lines.values())
        lines |= {line: round(revenue * ratio * vary(0.97, 1.03)) for line, ratio in shape.costs}
        stock = self._stock
        lines["other_operating_income"] = round(revenue * vary(0.002, 0.008))
        lines["depreciation_and_amortisation"] = round(
            stock["property_plant_equipment"] / 108 + stock["intangible_assets"] / 96
        )
        lines["capex"] = round(revenue * shape.capex * vary(0.7, 1.3))
        lines["intangible_investments"] = round(revenue * 0.008 * vary(0.6, 1.4))
        lines["finance_income"] = round(max(0, stock["cash"]) * 0.012 / 12)
        lines["finance_costs"] = round((stock["non_current_borrowings"] + stock["current_borrowings"]) * 0.045 / 12)
        return lines

    def _profit(self, lines: Month) -> int:
        costs = sum(lines[line] for line, _ in self._shape.costs)
        if self._shape.by_nature:
            costs += lines["depreciation_and_amortisation"]
        income = sum(amount for line, amount in lines.items() if line.startswith("revenue:"))
        income += lines["other_operating_income"] + lines["finance_income"]
        return income - costs - lines["finance_costs"]

    def _balance(self, lines: Month, profit: int, month: int) -> None:
        stock, shape, vary = self._stock, self._shape, self._random.uniform
        revenue = sum(amount for line, amount in lines.items() if line.startswith("revenue:"))
        bought = lines[shape.costs[0][0]]
        worn = lines["depreciation_and_amortisation"]
        stock["property_plant_equipment"] += lines["capex"] - round(worn * 0.8)
        stock["intangible_assets"] += lines["intangible_investments"] - (worn - round(worn * 0.8))
        stock["inventories"] = round(bought / 30 * shape.inventory_days * vary(0.95, 1.05))
        stock["trade_receivables"] = round(revenue / 30 * shape.receivable_days * vary(0.95, 1.05))
        stock["trade_payables"] = round(bought / 30 * shape.payable_days * vary(0.95, 1.05))
        stock["other_current_assets"] = round(revenue * 12 * 0.02 * vary(0.9, 1.1))
        stock["other_current_liabilities"] = round(revenue * 12 * 0.05 * vary(0.95, 1.05))
        stock["provisions"] = round(stock["provisions"] * vary(0.99, 1.012))
        stock["retained_earnings"] += profit - lines["dividends_paid"]
        if month == 11:  # the year's instalment, and the next one becomes current
            stock["current_borrowings"] = (due := round(stock["current_borrowings"] * 1.02))
            stock["non_current_borrowings"] += 2 * due if stock["non_current_borrowings"] < 3 * due else -due
        stock["cash"] = sum(stock[line] for line in _CLAIMS_AND_EQUITY) - sum(stock[line] for line in _ASSETS[:-1])

    def closed(self) -> dict[date, Month]:
        """The balance sheets so far, with capital paid in from the start where the cash would have run out."""
        worst = min(stock["cash"] for stock in self._stocks.values())
        lacking = max(0, round(self._shape.revenue * 0.03) - worst)
        return {
            end: {**stock, "cash": stock["cash"] + lacking, "share_premium": stock["share_premium"] + lacking}
            for end, stock in self._stocks.items()
        }


_ASSETS = (
    "goodwill", "intangible_assets", "property_plant_equipment", "inventories", "trade_receivables",
    "other_current_assets", "cash",
)  # fmt: skip
_CLAIMS = (
    "share_capital", "non_current_borrowings", "current_borrowings", "provisions", "trade_payables",
    "other_current_liabilities",
)  # fmt: skip
_CLAIMS_AND_EQUITY = (*_CLAIMS, "share_premium", "retained_earnings")


def _tidy(amount: float) -> int:
    """Two leading digits, as share capitals have."""
    size: int = 10 ** max(0, len(str(int(amount))) - 2)
    return round(amount / size) * size

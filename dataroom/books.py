"""The books of a company: months that sum to years, statements that add up, variants that err on purpose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from dataroom.fiscal import instant, months_before
from dataroom.truth import Meaning, Period

Month = Mapping[str, int]  # line → amount in the books' base unit, costs as positive numbers
Formula = tuple[tuple[int, str], ...]

COMMON: dict[str, Formula] = {
    "profit_before_tax": ((1, "operating_income"), (1, "finance_income"), (-1, "finance_costs")),
    "net_income": ((1, "profit_before_tax"), (-1, "income_tax")),
    "non_current_assets": ((1, "goodwill"), (1, "intangible_assets"), (1, "property_plant_equipment")),
    "current_assets": ((1, "inventories"), (1, "trade_receivables"), (1, "other_current_assets"), (1, "cash")),
    "total_assets": ((1, "non_current_assets"), (1, "current_assets")),
    "equity": ((1, "share_capital"), (1, "share_premium"), (1, "retained_earnings")),
    "non_current_liabilities": ((1, "non_current_borrowings"), (1, "provisions")),
    "current_liabilities": ((1, "current_borrowings"), (1, "trade_payables"), (1, "other_current_liabilities")),
    "total_liabilities": ((1, "non_current_liabilities"), (1, "current_liabilities")),
    "total_equity_and_liabilities": ((1, "equity"), (1, "total_liabilities")),
    "total_debt": ((1, "non_current_borrowings"), (1, "current_borrowings")),
    "net_debt": ((1, "total_debt"), (-1, "cash")),
    "working_capital_change": (
        (-1, "Δinventories"), (-1, "Δtrade_receivables"), (-1, "Δother_current_assets"),
        (1, "Δtrade_payables"), (1, "Δother_current_liabilities"), (1, "Δprovisions"),
    ),
    "operating_cash_flow": ((1, "net_income"), (1, "depreciation_and_amortisation"), (1, "working_capital_change")),
    "investing_cash_flow": ((-1, "capex"), (-1, "intangible_investments")),
    "debt_change": ((1, "Δtotal_debt"),),
    "financing_cash_flow": ((1, "debt_change"), (-1, "dividends_paid")),
    "free_cash_flow": ((1, "operating_cash_flow"), (1, "investing_cash_flow")),
    "net_change_in_cash": ((1, "operating_cash_flow"), (1, "investing_cash_flow"), (1, "financing_cash_flow")),
}  # fmt: skip
BY_FUNCTION: dict[str, Formula] = {
    "gross_profit": ((1, "revenue"), (-1, "cost_of_sales")),
    "operating_income": (
        (1, "gross_profit"), (-1, "selling_expenses"), (-1, "administrative_expenses"),
        (-1, "research_and_development"), (1, "other_operating_income"),
    ),
    "ebitda": ((1, "operating_income"), (1, "depreciation_and_amortisation")),
}  # fmt: skip
BY_NATURE: dict[str, Formula] = {
    "gross_profit": ((1, "revenue"), (-1, "cost_of_materials")),
    "ebitda": (
        (1, "revenue"), (1, "other_operating_income"), (-1, "cost_of_materials"),
        (-1, "personnel_expenses"), (-1, "other_operating_expenses"),
    ),
    "operating_income": ((1, "ebitda"), (-1, "depreciation_and_amortisation")),
}  # fmt: skip
COSTS = frozenset({
    "cost_of_sales", "selling_expenses", "administrative_expenses", "research_and_development", "finance_costs",
    "income_tax", "cost_of_materials", "personnel_expenses", "other_operating_expenses",
    "depreciation_and_amortisation", "capex", "intangible_investments", "dividends_paid",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edit:
    """Moves a line by a share of itself in some months; `against` takes the other half, so that the profit stays."""

    line: str
    share: Decimal
    months: tuple[date, ...]
    against: str = ""
    sign: int = 1  # of the change in `against`


@dataclass(frozen=True, slots=True)
class Books:
    """One subject's figures. `base` is what 1 in the books stands for: one or a thousand currency units."""

    subject: str
    currency: str
    base: int
    formulas: Mapping[str, Formula]
    segments: tuple[str, ...]
    flows: Mapping[str, Mapping[date, Month]]  # scenario → month's end → lines
    stocks: Mapping[date, Month]
    shares: int = 0
    variant: str = ""
    true: "Books | None" = field(default=None, repr=False)

    def amount(self, metric: str, period: Period, scenario: str = "actual") -> int:
        """In base units."""
        if metric.startswith("Δ"):
            return self._change(metric[1:], period)
        if metric == "revenue":
            return sum(self.amount(f"revenue:{one}", period, scenario) for one in self.segments)
        if metric in self.formulas:
            return sum(sign * self.amount(part, period, scenario) for sign, part in self.formulas[metric])
        if period.months == 0:
            return self.stocks[period.end][metric]
        return sum(self.flows[scenario][end][metric] for end in months_of(period))

    def _change(self, metric: str, period: Period) -> int:
        before = instant(months_before(period.end, period.months))
        return self.amount(metric, instant(period.end)) - self.amount(metric, before)

    def figure(self, metric: str, period: Period, scenario: str = "actual", sign: int = 1) -> Meaning:
        """The figure with its meaning, marked where it differs from the true books."""
        name, _, segment = metric.partition(":")
        amount = Decimal(self.amount(metric, period, scenario) * self.base)
        true = self.true
        differs = true is not None and true.amount(metric, period, scenario) * true.base != amount
        variant = self.variant if differs else ""
        return Meaning(self.subject, name, period, scenario, sign * amount, self.currency, variant, segment)

    def ratio(self, metric: str, of: str, to: str, period: Period, scenario: str = "actual") -> Meaning:
        """A share in per cent, rounded to one decimal."""
        share = Decimal(100 * self.amount(of, period, scenario)) / self.amount(to, period, scenario)
        meaning = self.figure(of, period, scenario)
        other = self.figure(to, period, scenario)
        return replace(
            meaning, metric=metric, amount=round(share, 1), unit="%", variant=meaning.variant or other.variant
        )

    def per_share(self, period: Period) -> Meaning:
        """Earnings per share, to the cent."""
        profit = self.figure("net_income", period)
        cents = round(profit.amount / self.shares, 2)
        return replace(profit, metric="earnings_per_share", amount=cents, unit=f"{self.currency}/share")

    def changed(self, variant: str, edits: Sequence[Edit], scenario: str = "actual") -> "Books":
        """The same books with some lines moved, and all that follows from them; "stocks" moves balance sheets."""
        moved = self.stocks if scenario == "stocks" else self.flows[scenario]
        months = {end: dict(lines) for end, lines in moved.items()}
        for edit in edits:
            for end in edit.months:
                delta = round(months[end][edit.line] * edit.share) or 1
                months[end][edit.line] += delta
                if edit.against:
                    months[end][edit.against] += edit.sign * delta
        true = self.true or self
        if scenario == "stocks":
            return replace(self, stocks=months, variant=variant, true=true)
        return replace(self, flows={**self.flows, scenario: months}, variant=variant, true=true)


def months_of(period: Period) -> tuple[date, ...]:
    """The months' ends of a period."""
    return tuple(months_before(period.end, back) for back in reversed(range(period.months)))

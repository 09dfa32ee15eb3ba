"""The statements' lines in order, and tables made of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from dataroom.blocks import Column, Grid, Row
from dataroom.books import COSTS, Books
from dataroom.company import Labels
from dataroom.fiscal import instant, months_before
from dataroom.numbers import Style
from dataroom.truth import Meaning, Period

# A line that ends in + is a subtotal, in ++ a total; one in brackets is a heading whose words the language gives.
BY_FUNCTION = (
    "revenue cost_of_sales gross_profit+ selling_expenses administrative_expenses research_and_development "
    "other_operating_income operating_income+ finance_income finance_costs profit_before_tax+ income_tax net_income++"
)
BY_NATURE = (
    "revenue other_operating_income cost_of_materials personnel_expenses other_operating_expenses ebitda+ "
    "depreciation_and_amortisation operating_income+ finance_income finance_costs profit_before_tax+ income_tax "
    "net_income++"
)
BALANCE = (
    "[assets] goodwill intangible_assets property_plant_equipment non_current_assets+ inventories trade_receivables "
    "other_current_assets cash current_assets+ total_assets++ [claims] share_capital share_premium retained_earnings "
    "equity+ non_current_borrowings provisions non_current_liabilities+ current_borrowings trade_payables "
    "other_current_liabilities current_liabilities+ total_liabilities+ total_equity_and_liabilities++"
)
CASH_FLOW = (
    "net_income depreciation_and_amortisation working_capital_change operating_cash_flow+ capex "
    "intangible_investments investing_cash_flow+ debt_change dividends_paid financing_cash_flow+ "
    "net_change_in_cash+ opening_cash closing_cash++"
)
_HEADINGS = {
    "[assets]": {"en": "Assets", "sv": "Tillgångar", "de": "Aktiva"},
    "[claims]": {"en": "Equity and liabilities", "sv": "Eget kapital och skulder", "de": "Passiva"},
}
_PAID = frozenset({"capex", "intangible_investments", "dividends_paid"})  # negative in every cash flow statement
_MIXED = {"opening_cash", "closing_cash"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A column of a statement: its header, and what stands in it."""

    column: Column
    period: Period
    scenario: str = "actual"
    of: Books | None = None  # other books than the table's


def income_lines(books: Books) -> str:
    return BY_NATURE if "cost_of_materials" in books.formulas["gross_profit"][1] else BY_FUNCTION


def statement(
    books: Books,
    lines: str,
    labels: Labels,
    columns: Sequence[Shown],
    style: Style,
    *,
    costs_negative: bool = False,
    language: str = "en",
    caption: str = "",
    stub: str = "",
    notes: dict[str, str] | None = None,
) -> Grid:
    """A statement's lines under the columns; costs are printed as they are, or as deductions."""
    rows = []
    for line in lines.split():
        metric, kind = line.rstrip("+"), ("line", "subtotal", "total")[line.count("+")]
        if metric in _HEADINGS:
            rows.append(Row(_HEADINGS[metric][language], (None,) * len(columns), "heading"))
            continue
        cells = tuple(_cell(shown.of or books, metric, shown, lines, costs_negative) for shown in columns)
        adds = _adds(books, metric, lines, costs_negative)
        rows.append(Row(labels[metric], cells, kind, (notes or {}).get(metric, ""), metric, adds))
    return Grid(tuple(s.column for s in columns), tuple(rows), style, "", caption, stub, any(row.note for row in rows))


def _negative(metric: str, lines: str, costs_negative: bool) -> bool:
    if lines == CASH_FLOW:
        return metric in _PAID
    return costs_negative and metric in COSTS


def _cell(books: Books, metric: str, shown: Shown, lines: str, costs_negative: bool) -> Meaning:
    period = shown.period
    if metric in _MIXED:
        day = period.end if metric == "closing_cash" else months_before(period.end, period.months)
        return books.figure("cash", instant(day), shown.scenario)
    if lines == BALANCE:
        period = instant(period.end)
    sign = -1 if _negative(metric, lines, costs_negative) else 1
    return books.figure(metric, period, shown.scenario, sign)


def _adds(books: Books, metric: str, lines: str, costs_negative: bool) -> tuple[tuple[int, str], ...]:
    if metric == "closing_cash":
        return ((1, "net_change_in_cash"), (1, "opening_cash"))
    formula = books.formulas.get(metric, ())
    return tuple((-sign if _negative(part, lines, costs_negative) else sign, part) for sign, part in formula)

"""Budgets, forecasts and monthly reports: what controlling keeps in spreadsheets."""

from decimal import Decimal

from dataroom.blocks import Block, Column, Document, Grid, Heading, Look, Row, Sheet, say
from dataroom.books import Books, Edit, months_of
from dataroom.company import Company
from dataroom.edition import Edition
from dataroom.fiscal import long_date, month_end, month_name
from dataroom.headers import Headers
from dataroom.lines import Shown, income_lines, statement
from dataroom.phrasing import millions, money, unit_caption
from dataroom.truth import Meaning, Period

_WIDE = Look(landscape=True, dense=True)


def _month(period: Period, language: str = "en") -> str:
    return f"{month_name(period.end, language)[:3]}-{period.end.year % 100}"


def budget_workbook(company: Company, edition: Edition, disputed: bool) -> Document:
    """The current year's budget by month, the forecast by month, and both against actual."""
    calendar = company.calendar
    year = calendar.year(calendar.current)
    line = f"revenue:{company.books.segments[0]}"
    books = edition.errs(company.books, line, months_of(year)[:4], scenario="budget")
    if disputed:
        edit = Edit(line, Decimal("0.08"), months_of(year)[:1], books.formulas["gross_profit"][1][1])
        books = books.changed("conflict", [edit]).changed("conflict", [edit], "forecast")
    title = edition.title or f"Budget {year.label}"
    dated = edition.dated or company.opened
    lines = (company.name, title, f"Group Controlling, {long_date(dated)}", *filter(None, (edition.note,)))
    sheets = (
        _monthly(company, books, lines, "budget", "Budget"),
        _monthly(company, books, lines, "forecast", f"Forecast {calendar.elapsed}+{12 - calendar.elapsed}"),
        _against(company, books, lines),
    )
    if company.random("budget/sheets").random() < 0.5:
        sheets = (sheets[2], sheets[0], sheets[1])
    return Document(title, company.people["Chief Financial Officer"], dated, (), sheets, _WIDE)


def _monthly(company: Company, books: Books, lines: tuple[str, ...], scenario: str, name: str) -> Sheet:
    """Twelve months and the year; of a forecast the booked months are headed actual."""
    calendar = company.calendar
    year = calendar.current
    shown = []
    for number in range(1, 13):
        booked = scenario == "forecast" and number <= calendar.elapsed
        period = calendar.month(year, number)
        kind = "actual" if booked else scenario
        shown.append(Shown(Column((kind.capitalize(), _month(period))), period, kind))
    total = Column((scenario.capitalize(), f"FY{year}"), range(12))
    shown.append(Shown(total, calendar.year(year), scenario))
    caption = unit_caption(company.currency, company.base, 0)
    labels = company.labels("budget")
    grid = statement(books, income_lines(books), labels, shown, company.style("budget"), caption=caption)
    return Sheet(name, lines, (grid,))


def _against(company: Company, books: Books, lines: tuple[str, ...]) -> Sheet:
    """Budget, actual and forecast side by side; the variances are derived and so no facts."""
    calendar = company.calendar
    period = calendar.to_date(calendar.current, calendar.elapsed)
    year = calendar.year(calendar.current)
    so_far = f"Year to date, {calendar.elapsed} months to {long_date(period.end)}"
    whole = f"Full year FY{calendar.current}"
    shown = [
        Shown(Column((so_far, "Budget")), period, "budget"),
        Shown(Column((so_far, "Actual")), period, "actual"),
        Shown(Column((whole, "Budget")), year, "budget"),
        Shown(Column((whole, "Forecast")), year, "forecast"),
    ]
    style, labels = company.style("budget"), company.labels("budget")
    caption = unit_caption(company.currency, company.base, 0)
    grid = statement(books, income_lines(books), labels, shown, style, caption=caption)
    rows = tuple(_with_variance(row) for row in grid.rows)
    heads = (*grid.columns[:2], Column((so_far, "Variance")), *grid.columns[2:])
    return Sheet(
        "Budget vs Actual", lines, (Grid(heads, rows, style, "", caption),), ("Variance = actual less budget.",)
    )


def _with_variance(row: Row) -> Row:
    budget, actual = row.cells[:2]
    assert isinstance(budget, Meaning)
    assert isinstance(actual, Meaning)
    gap = Meaning(actual.subject, actual.metric, actual.period, "none", actual.amount - budget.amount, actual.unit)
    return Row(row.label, (budget, actual, gap, *row.cells[2:]), row.kind, row.note, row.key, row.adds)


def business_plan(company: Company, edition: Edition, disputed: bool) -> Document:
    """Last year's actuals and the forecast of three years, on one sheet each for profit and cash."""
    calendar = company.calendar
    last_planned = months_of(calendar.year(calendar.current + 1))
    books = edition.errs(company.books, f"revenue:{company.books.segments[-1]}", last_planned, scenario="forecast")
    headers = Headers.of(company, "plan")
    shown = [headers.year(calendar.last), *(headers.year(calendar.last + n, "forecast") for n in (1, 2, 3))]
    title = edition.title or "Business plan"
    dated = edition.dated or company.opened
    lines = (company.name, title, long_date(dated), *filter(None, (edition.note,)))
    labels, style = company.labels("plan"), company.style("plan")
    caption = headers.caption(style.scale)
    profit = statement(books, income_lines(books), labels, shown, style, caption=caption, costs_negative=True)
    cash_lines = "ebitda capex intangible_investments"
    cash = statement(books, cash_lines, labels, shown, style, caption=caption)
    sheets = (Sheet("P&L", lines, (profit,)), Sheet("Capex", lines, (cash,), ("Before changes in working capital.",)))
    return Document(title, company.people["Chief Financial Officer"], dated, (), sheets, _WIDE)


def monthly_report(company: Company, number: int, edition: Edition) -> Document:
    """A month and the year so far, against budget, with a sentence on each."""
    calendar = company.calendar
    month = calendar.month(calendar.current, number)
    so_far = calendar.to_date(calendar.current, number)
    line = f"revenue:{company.books.segments[0]}"
    books = edition.errs(company.books, line, (month.end,))
    labels, style = company.labels("monthly"), company.style("monthly")
    top, side = long_date(month.end)[2:].strip(), f"YTD ({number} months)"
    shown = [
        Shown(Column((top, "Actual")), month), Shown(Column((top, "Budget")), month, "budget"),
        Shown(Column((side, "Actual")), so_far), Shown(Column((side, "Budget")), so_far, "budget"),
    ]  # fmt: skip
    caption = unit_caption(company.currency, style.scale, 1)
    grid = statement(books, income_lines(books), labels, shown, style, caption=caption)
    title = "Monthly management report"
    dated = edition.dated or month_end(month.end.year, month.end.month + 1).replace(day=15)
    lines = (company.name, title, top, *filter(None, (edition.note,)))
    blocks: tuple[Block, ...] = (
        Heading(f"{title}, {top}"),
        *((say(edition.note),) if edition.note else ()),
        say(f"Revenue of {company.name} in {top} was ",
            money(books.figure("revenue", month), millions(style, Decimal(0))),
            ". The accounts are unaudited."),
        Heading("Income statement"),
        grid,
    )  # fmt: skip
    author = company.people["Chief Financial Officer"]
    return Document(title, author, dated, blocks, (Sheet("Report", lines, (grid,)),))


def ledger_export(company: Company) -> Document:
    """The months' results as the accounting system exports them."""
    calendar, books = company.calendar, company.books
    labels, style = company.labels("export"), company.style("export").at(company.base, 0)
    months = [calendar.month(calendar.current, number) for number in range(1, calendar.elapsed + 1)]
    shown = [
        Shown(Column((f"{month.end:%Y-%m} ({company.currency}{'k' if company.base == 'thousand' else ''})",)), month)
        for month in months
    ]
    grid = statement(books, income_lines(books), labels, shown, style, stub="Account")
    return Document("Trial balance export", "ERP", company.opened, (grid,))


def quarterly_report(company: Company, year: int, number: int) -> Document:
    """A quarter beside the same quarter of the year before."""
    books, headers = company.books, Headers.of(company, "quarterly")
    shown = [headers.quarter(year, number), headers.quarter(year - 1, number)]
    labels, style = company.labels("quarterly"), company.style("quarterly")
    grid = statement(books, income_lines(books), labels, shown, style, caption=headers.caption(style.scale))
    period = shown[0].period
    title = f"Interim report, three months ended {long_date(period.end)}"
    lines = (company.name, title, "Unaudited")
    blocks: tuple[Block, ...] = (Heading(title), say(f"{company.name}. Unaudited."), Heading("Income statement"), grid)
    dated = month_end(period.end.year, period.end.month + 1)
    author = company.people["Chief Financial Officer"]
    return Document(title, author, dated, blocks, (Sheet("Quarter", lines, (grid,)),))


def local_monthly(company: Company, edition: Edition, disputed: bool) -> Document:
    """The subsidiary's month in its own language, with what the group's controlling asked for."""
    calendar, language = company.calendar, company.local["language"]
    month = calendar.month(calendar.current, calendar.elapsed)
    so_far = calendar.to_date(calendar.current, calendar.elapsed)
    books = edition.errs(company.local_books, "personnel_expenses", (month.end,))
    actual, plan, ytd = {"sv": ("Utfall", "Budget", "Ackumulerat"), "de": ("Ist", "Budget", "Kumuliert")}[language]
    head = f"{month_name(month.end, language)} {month.end.year}"
    shown = [
        Shown(Column((head, actual)), month), Shown(Column((head, plan)), month, "budget"),
        Shown(Column((ytd, f"{actual} {calendar.elapsed} {'mån.' if language == 'sv' else 'Monate'}")), so_far),
    ]  # fmt: skip
    style = company.local_style
    caption = unit_caption(books.currency, style.scale, 0, language)
    labels = company.labels("local/monthly", language)
    grid = statement(books, income_lines(books), labels, shown, style, caption=caption, language=language)
    title = edition.title or {"sv": "Månadsrapport", "de": "Monatsbericht"}[language]
    dated = edition.dated or company.opened
    lines = (books.subject, f"{title} {head}", *filter(None, (edition.note,)))
    blocks: tuple[Block, ...] = (
        Heading(f"{title} {head}"),
        say(books.subject),
        *map(say, lines[2:]),
        Heading(labels["net_income"]),
        grid,
    )
    return Document(
        title,
        company.people["Chief Operating Officer"],
        dated,
        blocks,
        (Sheet(title[:31], lines, (grid,)),),
        language=language,
    )

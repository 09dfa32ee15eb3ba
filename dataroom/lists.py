"""Lists of people and of customers."""

from decimal import Decimal

from dataroom.blocks import Column, Document, Grid, Row, Sheet, Stated
from dataroom.company import Company
from dataroom.edition import Edition
from dataroom.fiscal import long_date, months_before
from dataroom.headers import Headers
from dataroom.numbers import Style
from dataroom.staff import headcount, heads_of
from dataroom.truth import Meaning, Term


def headcount_list(company: Company, edition: Edition, disputed: bool) -> Document:
    """Employees by function at the last two ends of a half-year; a disputed list counts agency staff too."""
    ends = [months_before(company.calendar.booked, 6), company.calendar.booked]
    extra = edition.age * 7 + (23 if disputed else 0)
    variant = "superseded" if edition.age else "conflict"
    rows = []
    for number, function in enumerate(company.heads):
        off = extra if number == 0 else 0
        cells = tuple(heads_of(company, function, end, off, variant) for end in ends)
        rows.append(Row(function, cells, key=function))
    total = tuple(headcount(company, end, extra, variant) for end in ends)
    rows.append(Row("Total", total, "total", key="total", adds=tuple((1, function) for function in company.heads)))
    columns = tuple(Column((long_date(end),)) for end in ends)
    title = edition.title or "Headcount report"
    dated = edition.dated or company.opened
    lines = (company.name, title, f"Prepared by People & Culture, {long_date(dated)}", *filter(None, (edition.note,)))
    sheet = Sheet(
        "Headcount",
        lines,
        (Grid(columns, tuple(rows), Style(), stub="Function"),),
        ("Heads, not full-time equivalents.",),
    )
    return Document(title, company.people["Head of People"], dated, (), (sheet,))


def customer_list(company: Company, edition: Edition, disputed: bool) -> Document:
    """The ten largest customers and their sales of the last closed year."""
    calendar, random = company.calendar, company.random("customers")
    year = calendar.year(calendar.last)
    total = company.books.figure("revenue", year).amount
    part, rows = Decimal(str(round(random.uniform(0.07, 0.11), 4))), []
    step = company.books.base
    for rank, name in enumerate(company.names["customers"][:10]):
        amount = Decimal(int(total * part) // step * step)
        off = Decimal("1.043") ** edition.age if rank == 2 else Decimal(1)
        shown = Decimal(int(amount * off) // step * step)
        variant = "superseded" if shown != amount else ""
        sales = Meaning(name, "customer_revenue", year, "actual", shown, company.currency, variant)
        share = Meaning(name, "customer_share", year, "none", round(100 * shown / total, 1), "%")
        segment = company.books.segments[rank % len(company.books.segments)]
        since = str(random.randint(2006, 2021))
        rows.append(Row(name, (Stated(name, Term("customer", company.name, name)), segment, since, sales, share)))
        part *= Decimal("0.86")
    columns = (
        Column(("Customer",), wide=True), Column(("Segment",), wide=True), Column(("Customer since",), wide=True),
        Column((f"Sales FY{calendar.last}",)), Column(("Share of revenue",)),
    )  # fmt: skip
    title = edition.title or "Customer list"
    dated = edition.dated or company.opened
    caption = Headers.of(company, "customers").caption(company.base)
    rows = [Row(str(rank), row.cells) for rank, row in enumerate(rows, 1)]
    grid = Grid(columns, tuple(rows), company.style("customers"), "", caption, "No.")
    lines = (company.name, title, f"As of {long_date(dated)}", *filter(None, (edition.note,)))
    return Document(
        title, company.people["Chief Operating Officer"], dated, (), (Sheet("Top customers", lines, (grid,)),)
    )

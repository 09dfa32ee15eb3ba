"""Who owns the company: the cap table and what other documents say of it."""

from decimal import Decimal

from dataroom.blocks import Column, Document, Grid, Row, Sheet
from dataroom.company import Company
from dataroom.edition import Edition
from dataroom.fiscal import instant, long_date
from dataroom.numbers import Style
from dataroom.truth import Meaning


def ownership(company: Company, holder: str, extra: int = 0, variant: str = "") -> Meaning:
    """A holder's part of all shares, fully diluted, in per cent to one decimal; `extra` shares put it off."""
    shares = dict(company.owners)
    total = sum(shares.values()) + extra
    part = round(Decimal(100 * (shares[holder] + extra)) / total, 1)
    return Meaning(holder, "ownership", instant(company.calendar.booked), "actual", part, "%", variant)


def cap_table(company: Company, edition: Edition, disputed: bool) -> Document:
    """Shares and parts by holder. Earlier editions, and a disputed one, lack the last grant."""
    off = (edition.age + disputed) * 190_000
    variant = "superseded" if edition.age else "conflict"
    first = company.owners[0][0]
    shares = {name: count + (off if name == first else 0) for name, count in company.owners}
    total = sum(shares.values())
    rows = []
    for name, count in shares.items():
        part = ownership(company, name)
        mine = round(Decimal(100 * count) / total, 1)
        changed = variant if off and mine != part.amount else ""
        percent = Meaning(name, "ownership", part.period, "actual", mine, "%", changed)
        number = Meaning(
            name,
            "shares_held",
            part.period,
            "actual",
            Decimal(count),
            "count",
            variant if off and name == first else "",
        )
        rows.append(Row(name, (_class(company, name), number, percent)))
    all_shares = Meaning(
        company.name,
        "shares_outstanding",
        instant(company.calendar.booked),
        "actual",
        Decimal(total),
        "count",
        variant if off else "",
    )
    whole = Meaning(company.name, "ownership", instant(company.calendar.booked), "none", Decimal("100.0"), "%")
    rows.append(Row("Total, fully diluted", ("", all_shares, whole), "total"))
    columns = (Column(("Class",), wide=True), Column(("Number of shares",)), Column(("Ownership",)))
    dated = edition.dated or company.opened
    title = edition.title or "Capitalisation table"
    grid = Grid(columns, tuple(rows), Style(), stub="Shareholder")
    lines = (company.name, title, f"As of {long_date(company.calendar.booked)}", *filter(None, (edition.note,)))
    sheet = Sheet("Cap table", lines, (grid,), ("Options are shown as if exercised.",))
    return Document(title, company.people["General Counsel"], dated, (), (sheet,))


def _class(company: Company, name: str) -> str:
    if name in company.people.values():
        return "Ordinary"
    return "Options" if "pool" in name else "Series A"

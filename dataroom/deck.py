"""The management presentation: highlights, figures in millions, people and owners, an outlook."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from dataroom.blocks import Block, Column, Cover, Document, Grid, Heading, Look, Paragraph, Row, point, say
from dataroom.books import Books, Edit, months_of
from dataroom.company import Company
from dataroom.edition import Edition
from dataroom.fiscal import instant, long_date
from dataroom.headers import Headers, columns
from dataroom.lines import Shown, income_lines
from dataroom.numbers import Style
from dataroom.owners import ownership
from dataroom.phrasing import millions, money, number, term
from dataroom.staff import headcount
from dataroom.truth import Meaning

_RATES = {("EUR", "SEK"): "11.46", ("GBP", "SEK"): "13.42", ("USD", "SEK"): "10.55", ("CHF", "SEK"): "11.98",
          ("GBP", "EUR"): "1.172", ("USD", "EUR"): "0.921", ("CHF", "EUR"): "1.041"}  # fmt: skip


def management_deck(company: Company, edition: Edition, disputed: bool) -> Document:
    """A disputed deck presents last year's sales gross, as the audited statements do not."""
    calendar, books = company.calendar, company.books
    months = months_of(calendar.year(calendar.last))
    cost = books.formulas["gross_profit"][1][1]
    segment = f"revenue:{books.segments[0]}"
    if disputed:
        books = books.changed("conflict", [Edit(segment, Decimal("0.11"), months, cost)])
    return _Deck(company, edition, edition.errs(books, segment, months)).document()


@dataclass(frozen=True, slots=True)
class _Deck:
    company: Company
    edition: Edition
    books: Books

    def document(self) -> Document:
        company = self.company
        title = self.edition.title or "Management Presentation"
        dated = self.edition.dated or company.opened
        random = company.random("deck")
        look = Look(
            accent=random.choice(((0, 70, 110), (120, 30, 60), (30, 90, 60), (60, 60, 120))),
            landscape=True,
            running=f"{company.project}",
            footer=f"{company.short} | Strictly private and confidential",
        )
        blocks: list[Block] = [
            Cover(title, (company.name, company.project, long_date(dated), *(["DRAFT"] if self.edition.draft else []))),
            *self._disclaimer(),
            *self._summary(),
            *self._financials(),
            *self._segments(),
            *self._balance(),
            *self._people(),
            *self._owners(),
            *self._group(),
            *self._outlook(),
        ]
        return Document(title, company.people["Chief Financial Officer"], dated, tuple(blocks), look=look)

    @property
    def _headers(self) -> Headers:
        return Headers.of(self.company, "deck")

    def _style(self) -> Style:
        company = self.company
        amount = company.books.amount("revenue", company.calendar.year(company.calendar.last)) * company.books.base
        return millions(company.style("deck"), Decimal(amount))

    def _disclaimer(self) -> list[Block]:
        text = (
            f"This presentation was prepared by the management of {self.company.name}. It is unaudited, makes no "
            "representation as to its completeness, and may be disclosed only under the confidentiality agreement."
        )
        return [
            Heading("Important notice", fresh=True),
            say(text),
            *([say(self.edition.note)] if self.edition.note else []),
        ]

    def _summary(self) -> list[Block]:
        company, books, style = self.company, self.books, self._style()
        year = company.calendar.year(company.calendar.last)
        business = company.sector["business"]
        return [
            Heading("Executive summary", fresh=True),
            point(f"{company.short} {business}, with headquarters in {company.home['city']}."),
            point(f"{year.label} revenue of ", money(books.figure("revenue", year), style), ", EBITDA of ",
                  money(books.figure("ebitda", year), style), " (EBITDA margin ",
                  number(books.ratio("ebitda_margin", "ebitda", "revenue", year), style), ")."),
            point(number(headcount(company, company.calendar.booked), style),
                  f" employees as of {long_date(company.calendar.booked)}."),
            point("Cash and cash equivalents of ", money(books.figure("cash", instant(year.end)), style),
                  f" at {long_date(year.end)}."),
        ]  # fmt: skip

    def _years(self) -> list[Shown]:
        last, headers = self.company.calendar.last, self._headers
        actual = [headers.year(year) for year in range(last - 2, last + 1)]
        return [*actual, headers.year(last + 1, "budget"), *(headers.year(last + n, "forecast") for n in (1, 2, 3))]

    def _financials(self) -> list[Block]:
        labels, style = self.company.labels("deck"), self._style()
        shown = self._years()
        lines = [line.rstrip("+") for line in income_lines(self.books).split()]
        wanted = ("revenue", "gross_profit", "ebitda", "operating_income", "net_income")
        rows = []
        for metric in sorted({*wanted} & {*lines, "ebitda", "gross_profit"}, key=wanted.index):
            cells = tuple(self.books.figure(metric, one.period, one.scenario) for one in shown)
            rows.append(Row(labels[metric], cells, "subtotal" if metric == "ebitda" else "line"))
            if metric in ("revenue", "ebitda"):
                rows.append(self._ratio_row(metric, shown))
        grid = Grid(columns(shown), tuple(rows), style, "", self._headers.caption("million"))
        source = "Source: company information; unaudited. Growth of forecast years is on the year before."
        return [Heading("Financial overview", fresh=True), grid, Paragraph((source,), "small")]

    def _ratio_row(self, metric: str, shown: list[Shown]) -> Row:
        """Growth is derived, and so no fact; the margin is printed as one."""
        if metric == "ebitda":
            cells = tuple(
                self.books.ratio("ebitda_margin", "ebitda", "revenue", one.period, one.scenario) for one in shown
            )
            return Row("EBITDA margin", cells)
        growth: list[str] = ["n/a"]
        for before, now in pairwise(shown):
            one, other = (self.books.amount("revenue", s.period, s.scenario) for s in (before, now))
            steps = now.period.end.year - before.period.end.year
            growth.append(f"{100 * (other - one) / one:.1f}%" if steps else "n/a")
        return Row("  growth, %", tuple(growth))

    def _segments(self) -> list[Block]:
        shown = self._years()[:3]
        rows = [
            Row(name, tuple(self.books.figure(f"revenue:{name}", one.period) for one in shown))
            for name in self.books.segments
        ]
        rows.append(Row("Group", tuple(self.books.figure("revenue", one.period) for one in shown), "total"))
        stub = f"{self.company.labels('deck')['revenue']} by segment"
        grid = Grid(columns(shown), tuple(rows), self._style(), "", self._headers.caption("million"), stub)
        return [Heading("Our segments", fresh=True), grid]

    def _balance(self) -> list[Block]:
        calendar, labels = self.company.calendar, self.company.labels("deck")
        shown = [self._headers.instant(calendar.year(year)) for year in (calendar.last - 1, calendar.last)]
        shown.append(self._headers.instant(calendar.to_date(calendar.current, calendar.elapsed)))
        rows = [
            Row(labels[line], tuple(self.books.figure(line, one.period) for one in shown), kind, "", line)
            for line, kind in (("total_debt", "line"), ("cash", "line"), ("net_debt", "total"))
        ]
        caption = self._headers.caption("million")
        return [Heading("Net debt", fresh=True), Grid(columns(shown), tuple(rows), self._style(), "", caption)]

    def _people(self) -> list[Block]:
        rows = tuple(Row(name, (term("role", name, role),)) for role, name in self.company.people.items())
        grid = Grid((Column(("Position",), wide=True),), rows, stub="Name")
        return [Heading("Management team", fresh=True), grid]

    def _owners(self) -> list[Block]:
        rows = [Row(name, (ownership(self.company, name),)) for name, _ in self.company.owners]
        columns_ = (Column((f"Shareholding at {long_date(self.company.calendar.booked)}",)),)
        return [Heading("Shareholders", fresh=True), Grid(columns_, tuple(rows), self._style(), stub="Shareholder")]

    def _group(self) -> list[Block]:
        """The subsidiary's sales in the group's currency."""
        company, style = self.company, self._style()
        local, year = company.local_books, company.calendar.year(company.calendar.last)
        revenue = local.figure("revenue", year)
        rate = Decimal(_RATES[company.currency, revenue.unit])
        converted = Meaning(
            revenue.subject, "revenue", year, "actual", round(revenue.amount / rate, 0), company.currency
        )
        return [
            Heading("Group companies", fresh=True),
            point(f"{local.subject}, {company.local['city']}: revenue of ", money(converted, style),
                  f" in {year.label}, "
                  f"translated at an average rate of {revenue.unit} {rate} per {company.currency}."),
            point(f"{company.name}, {company.home['city']}: holding company and headquarters."),
        ]  # fmt: skip

    def _outlook(self) -> list[Block]:
        company, style = self.company, self._style()
        year = company.calendar.year(company.calendar.current)
        forecast = self.books.figure("revenue", year, "forecast")
        return [
            Heading("Outlook", fresh=True),
            point(f"For {year.label} management expects revenue of ", money(forecast, style), "."),
            point("The forecast assumes stable exchange rates and no acquisitions."),
        ]

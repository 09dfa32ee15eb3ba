"""Audited annual reports: of the group, and of the subsidiary in its own language."""

from dataclasses import dataclass
from datetime import date, timedelta

from dataroom.blocks import (
    Block,
    Column,
    Contents,
    Cover,
    Document,
    Grid,
    Heading,
    Look,
    Paragraph,
    Row,
    Signatures,
    Stated,
    say,
)
from dataroom.books import Books
from dataroom.company import Company, Labels
from dataroom.edition import Edition
from dataroom.fiscal import instant, long_date
from dataroom.lines import BALANCE, CASH_FLOW, Shown, income_lines, statement
from dataroom.numbers import Style
from dataroom.phrasing import fill, millions, money, number, term, unit_caption
from dataroom.staff import average_headcount
from dataroom.truth import Meaning, Period
from dataroom.words import table


@dataclass(frozen=True, slots=True)
class _Report:
    """One annual report in the making."""

    company: Company
    books: Books
    year: int
    edition: Edition
    language: str
    restated: bool  # the comparatives were restated
    labels: Labels
    style: Style
    flavour: int  # chooses among wordings and layouts, the same for all years of a company

    @property
    def words(self) -> dict[str, str]:
        return dict(table("statements")[self.language])

    @property
    def end(self) -> date:
        return self.company.calendar.year(self.year).end

    @property
    def dated(self) -> date:
        return self.end + timedelta(days=75 + self.flavour % 20)

    def columns(self, instants: bool, marked: bool = False) -> tuple[Shown, ...]:
        """This year and the one before; the newer first, mostly. `marked`: comparatives that were restated say so."""
        years = [self.year, self.year - 1] if self.flavour % 4 else [self.year - 1, self.year]
        return tuple(Shown(Column(self._header(year, instants, marked)), self._period(year)) for year in years)

    def _period(self, year: int) -> Period:
        return self.company.calendar.year(year)

    def _header(self, year: int, instants: bool, marked: bool) -> tuple[str, ...]:
        end = self._period(year).end
        mark = self._mark if marked and self.restated and year < self.year else ""
        kind = self.flavour % 3
        if self.language != "en":
            days = f"{end:%Y-%m-%d}" if self.language == "sv" else f"{end:%d.%m.%Y}"
            return (days,) if instants else (f"{year}" if self.company.calendar.close == 12 else f"{year - 1}/{year}",)
        if kind == 0:
            above = ("As at" if instants else "Year ended", f"{end.day} {end:%B}")
            return (" ".join(above), f"{end.year}{mark}")
        if kind == 1:
            return (f"{long_date(end)}{mark}",) if instants else (f"FY{year}{mark}",)
        return (f"{end.year}{mark}",)

    @property
    def _mark(self) -> str:
        """How restated comparatives are marked: in words, or by a star that a footnote explains."""
        return "*" if self.flavour % 5 == 1 else f" {self.words['restated']}"

    @property
    def footnote(self) -> str:
        star = f"* {self.words['restated'].strip('()').capitalize()}, see note 2. " if self.restated else ""
        return (star if self._mark == "*" else "") + self.words["footnote"]

    def caption(self, per_share: bool = False) -> str:
        return unit_caption(self.books.currency, self.style.scale, self.flavour, self.language, per_share)


def annual_report(company: Company, books: Books, year: int, edition: Edition, *, restated: bool) -> Document:
    """The group's consolidated statements for a fiscal year, with the auditor's report and notes."""
    flavour = company.random("audited").randrange(60)
    style, labels = company.style("audited"), company.labels("audited")
    return _document(_Report(company, books, year, edition, "en", restated, labels, style, flavour))


def local_report(company: Company, year: int) -> Document:
    """The subsidiary's annual accounts in Swedish or German."""
    language = company.local["language"]
    flavour = company.random("local").randrange(60)
    labels = company.labels("local", language)
    report = _Report(
        company, company.local_books, year, Edition.only(), language, False, labels, company.local_style, flavour
    )
    return _document(report)


def _document(report: _Report) -> Document:
    words, company = report.words, report.company
    subject = report.books.subject
    title = words["title"].format(year=report.year, company=subject)
    period = f"{words['year_ended']} {long_date(report.end, report.language)}"
    blocks: list[Block] = [
        Cover(title, (subject, period, *((words["corrected"],) if report.edition.note else ()))),
        *([Contents(words["contents"])] if report.flavour % 5 else []),
        *([say(report.edition.note)] if report.edition.note else []),
        *_review(report),
        *_opinion(report),
        *_primary(report),
        *_notes(report),
    ]
    random = company.random("look/audited")
    look = Look(
        font=random.choice(("times", "helvetica")),
        accent=random.choice(((15, 45, 90), (90, 20, 30), (20, 80, 60), (50, 50, 55))),
        running=f"{subject} – {title}" if report.flavour % 2 else title,
        footer=subject,
    )
    dated = report.edition.dated or report.dated
    return Document(title, _auditor(report), dated, tuple(blocks), look=look, language=report.language)


def _auditor(report: _Report) -> str:
    """The subsidiary has an auditor of its own."""
    return report.company.names["auditors"][report.language != "en"]


def _review(report: _Report) -> list[Block]:
    """What the directors say about the year, with figures in sentences."""
    words, books = report.words, report.books
    now, before = (report.company.calendar.year(year) for year in (report.year, report.year - 1))
    revenue = books.figure("revenue", now)
    style = millions(report.style, revenue.amount)
    say_money = _local_money if report.language != "en" else money
    parts = (
        *fill(words["review_revenue"], say_money(revenue, style), say_money(books.figure("revenue", before), style)),
        " ",
        *fill(words["review_profit"], say_money(books.figure("operating_income", now), style)),
        " ",
        *fill(words["review_cash"], say_money(books.figure("cash", instant(report.end)), style)),
    )
    business = words["business"].format(company=books.subject, business=report.company.sector["business"])
    return [Heading(words["review"], fresh=True), say(business), Paragraph(parts)]


def _local_money(meaning: Meaning, style: Style) -> Stated:
    stated = number(meaning, style)
    unit = {"SEK": " Mkr", "EUR": " Mio. EUR"}[meaning.unit]
    return Stated(stated.text + unit, meaning, stated.value, stated.scale)


def _opinion(report: _Report) -> list[Block]:
    words, company = report.words, report.company
    auditor = _auditor(report)
    place = company.local["city"] if report.language != "en" else company.home["city"]
    text = words["opinion_text"].format(company=report.books.subject, date=long_date(report.end, report.language))
    return [
        Heading(words["opinion"], fresh=True),
        say(words["addressed"].format(company=report.books.subject)),
        say(text),
        say(words["basis_text"]),
        say(f"{place}, {long_date(report.dated, report.language)}"),
        say(term("auditor", report.books.subject, auditor)),
        Signatures(((company.names["partners"][report.language != "en"], words["signing"]),)),
    ]


def _primary(report: _Report) -> list[Block]:
    """Income statement, balance sheet and cash flows; some reports open with the balance sheet."""
    words, books = report.words, report.books
    notes = {"revenue": "3", "non_current_borrowings": "6", "current_borrowings": "6", "income_tax": "5"}
    options = {
        "costs_negative": bool(report.flavour // 2 % 2),
        "language": report.language,
        "notes": notes if report.flavour % 3 != 1 else None,
    }
    parts = [
        ("income", income_lines(books), False),
        ("balance", BALANCE, True),
        ("cash_flow", CASH_FLOW, False),
    ]
    if report.flavour % 7 == 3:
        parts = [parts[1], parts[0], parts[2]]
    blocks: list[Block] = []
    for key, lines, instants in parts:
        caption = report.caption(per_share=key == "income" and report.language == "en")
        columns = report.columns(instants, marked=key == "income")
        grid = statement(books, lines, report.labels, columns, report.style, caption=caption, **options)  # type: ignore[arg-type]
        if key == "income" and report.language == "en":
            grid = _with_earnings(report, grid, columns)
        blocks += [Heading(words[key], fresh=True), grid]
        if key == "balance" or report.restated:
            blocks.append(Paragraph((report.footnote,), "small"))
    return blocks


def _with_earnings(report: _Report, grid: Grid, columns: tuple[Shown, ...]) -> Grid:
    """Earnings per share below the profit; some reports show that nothing was discontinued."""
    cells = tuple(report.books.per_share(shown.period) for shown in columns)
    rows = [*grid.rows, Row(report.labels["earnings_per_share"], cells)]
    if report.flavour % 2:
        rows.insert(-2, Row("Result from discontinued operations", (report.style.nil,) * len(columns)))
    return Grid(grid.columns, tuple(rows), grid.style, grid.title, grid.caption, grid.stub, grid.noted)


def _notes(report: _Report) -> list[Block]:
    words, books = report.words, report.books
    blocks: list[Block] = [
        Heading(words["notes"], fresh=True),
        Heading(f"1. {words['general']}", 2),
        say(words["general_text"].format(company=books.subject)),
        Heading(f"2. {words['policies']}", 2),
        say(words["policies_text"]),
        *([say(words["restated_text"].format(year=report.year - 1))] if report.restated else []),
        Heading(f"3. {words['segments']}", 2),
        _segments(report),
        Heading(f"4. {words['employees']}", 2),
        _employees(report),
        Heading(f"5. {words['tax']}", 2),
        say(words["tax_text"]),
        Heading(f"6. {words['borrowings']}", 2),
        _borrowings(report),
    ]
    return blocks


def _segments(report: _Report) -> Grid:
    books, columns = report.books, report.columns(False)
    rows = [
        Row(report.words.get(name, name), tuple(books.figure(f"revenue:{name}", shown.period) for shown in columns))
        for name in books.segments
    ]
    total = tuple(books.figure("revenue", shown.period) for shown in columns)
    rows.append(Row(report.words["total"], total, "total"))
    stub = report.labels["revenue"]
    return Grid(tuple(s.column for s in columns), tuple(rows), report.style, "", report.caption(), stub)


def _employees(report: _Report) -> Paragraph:
    average = number(average_headcount(report.company, report.books, report.year), report.style)
    return Paragraph(fill(report.words["employees_text"], average))


def _borrowings(report: _Report) -> Grid:
    columns = report.columns(True)
    lines = ("current_borrowings", "non_current_borrowings", "total_debt")
    names = (report.words["within_year"], report.words["after_year"], report.words["total"])
    rows = tuple(
        Row(
            name,
            tuple(report.books.figure(line, instant(shown.period.end)) for shown in columns),
            "total" if line == "total_debt" else "line",
        )
        for name, line in zip(names, lines, strict=True)
    )
    return Grid(tuple(s.column for s in columns), rows, report.style, "", report.caption(), report.words["borrowings"])

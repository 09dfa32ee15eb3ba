"""Short analyses of one topic, as finance teams write them by the dozen."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from dataroom.blocks import Block, Cover, Document, Grid, Heading, Look, Paragraph, Row, Sheet, say
from dataroom.books import Books, Edit, months_of
from dataroom.company import Company
from dataroom.edition import Edition
from dataroom.fiscal import long_date
from dataroom.headers import Headers, columns
from dataroom.lines import Shown, income_lines
from dataroom.numbers import Style
from dataroom.phrasing import money
from dataroom.truth import Meaning
from dataroom.words import table


@dataclass(frozen=True, slots=True)
class Topic:
    """What a paper shows: lines over periods, and which line its earlier editions got wrong."""

    title: str
    lines: tuple[str, ...]
    times: str  # years, quarters, ends
    wrong: str
    text: str


def topics(company: Company) -> tuple[Topic, ...]:
    """The papers of a company; what they break down depends on its statements."""
    groups = {"costs": _costs(company.books), "segments": tuple(f"revenue:{name}" for name in company.books.segments)}
    return tuple(
        Topic(
            row["title"],
            tuple(line for word in row["lines"].split() for line in groups.get(word, (word,))),
            row["times"],
            groups.get(row["wrong"], (row["wrong"],))[0],
            row["text"],
        )
        for row in table("papers")["paper"]
    )


def _costs(books: Books) -> tuple[str, ...]:
    if "cost_of_materials" in income_lines(books):
        return ("cost_of_materials", "personnel_expenses", "other_operating_expenses")
    return ("cost_of_sales", "selling_expenses", "administrative_expenses", "research_and_development")


def paper(topic: Topic) -> Callable[[Company, Edition, bool], Document]:
    """A builder of the paper's editions; a disputed one contradicts the audited statements."""

    def build(company: Company, edition: Edition, disputed: bool) -> Document:
        return _Paper(company, topic, edition, _books(company, topic, edition, disputed)).document()

    return build


def _books(company: Company, topic: Topic, edition: Edition, disputed: bool) -> Books:
    calendar, books = company.calendar, company.books
    year = months_of(calendar.year(calendar.last))
    scenario = "stocks" if topic.times == "ends" else "actual"
    months = (year[-1],) if scenario == "stocks" else year[-9:]
    if disputed:
        books = books.changed("conflict", [Edit(topic.wrong, Decimal("0.064"), months)], scenario)
    return edition.errs(books, topic.wrong, months, scenario=scenario)


@dataclass(frozen=True, slots=True)
class _Paper:
    company: Company
    topic: Topic
    edition: Edition
    books: Books

    def document(self) -> Document:
        company, title = self.company, self.edition.title or self.topic.title
        author = company.people["Chief Financial Officer"]
        dated = self.edition.dated or company.opened
        blocks = tuple(self._blocks(title))
        sheet = Sheet(
            self.topic.title[:31],
            (company.name, title, f"Prepared by Group Finance, {long_date(dated)}", *self._note()),
            (self._grid(self.company.style(self.topic.title)),), (self.topic.text,),
        )  # fmt: skip
        look = Look(
            font=company.random(f"font/{self.topic.title}").choice(("helvetica", "times")),
            running=f"{company.short} – {self.topic.title}",
            footer="Strictly confidential",
        )
        return Document(title, author, dated, blocks, (sheet,), look)

    def _note(self) -> tuple[str, ...]:
        return tuple(filter(None, ("DRAFT" if self.edition.draft else "", self.edition.note)))

    def _blocks(self, title: str) -> list[Block]:
        dated = long_date(self.edition.dated or self.company.opened)
        told = next(line for line in reversed(self.topic.lines) if not line.endswith("_margin"))
        first, *_, last = self._cells(told)
        style = self._style()
        return [
            Cover(title, (self.company.name, f"Group Finance, {dated}"))
            if self.company.random(self.topic.title).random() < 0.2
            else Heading(title),
            *(Paragraph((note,)) for note in self._note()),
            say(f"Prepared by Group Finance for the board of {self.company.name}, {dated}."),
            Heading("Summary"),
            say(
                f"{self._label(told)} moved from ",
                money(first, style), f" ({self._times()[0].period.label}) to ",
                money(last, style), f" ({self._times()[-1].period.label}).",
            ),
            Heading("Figures"),
            self._grid(style),
            say(self.topic.text),
        ]  # fmt: skip

    def _style(self) -> Style:
        """On paper some prefer another scale; sheets keep the books' own, so that their sums stay exact."""
        style, random = self.company.style(self.topic.title), self.company.random(f"scale/{self.topic.title}")
        if random.random() < 0.6:
            return style
        return style.at("million", 3) if self.company.base == "thousand" else style.at("thousand", 0)

    def _grid(self, style: Style) -> Grid:
        rows = [
            Row(self._label(line), self._cells(line), self._kind(line), "", line, self._adds(line))
            for line in self.topic.lines
        ]
        return Grid(columns(self._times()), tuple(rows), style, "", self._headers().caption(style.scale))

    def _kind(self, line: str) -> str:
        return (
            "subtotal" if line in self.books.formulas or (line == "revenue" and len(self.topic.lines) > 5) else "line"
        )

    def _adds(self, line: str) -> tuple[tuple[int, str], ...]:
        if line == "revenue":
            return tuple((1, f"revenue:{name}") for name in self.books.segments)
        return self.books.formulas.get(line, ())

    def _label(self, line: str) -> str:
        name, _, segment = line.partition(":")
        return segment or self.company.labels(f"paper/{self.topic.title}")[name]

    def _headers(self) -> Headers:
        return Headers.of(self.company, self.topic.title)

    def _times(self) -> tuple[Shown, ...]:
        headers, calendar = self._headers(), self.company.calendar
        years = range(calendar.last - 2, calendar.last + 1)
        if self.topic.times == "ends":
            booked = headers.instant(calendar.to_date(calendar.current, calendar.elapsed))
            return (*(headers.instant(calendar.year(year)) for year in years), booked)
        if self.topic.times == "quarters":
            quarters = [headers.quarter(calendar.last, number) for number in range(1, 5)]
            return (*quarters, *(headers.quarter(calendar.current, n) for n in range(1, calendar.elapsed // 3 + 1)))
        last = (headers.trailing(),) if headers.flavour % 3 == 0 else (headers.to_date(calendar.current),)
        return (*(headers.year(year) for year in years), *last)

    def _cells(self, line: str) -> tuple[Meaning, ...]:
        of = {"gross_margin": "gross_profit", "ebitda_margin": "ebitda"}.get(line)
        if of:
            return tuple(self.books.ratio(line, of, "revenue", shown.period) for shown in self._times())
        return tuple(self.books.figure(line, shown.period) for shown in self._times())

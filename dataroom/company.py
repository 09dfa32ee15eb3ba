"""The company a room is about: drawn from the seed, with its group, people, calendar, books and manner of writing."""

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random
from typing import Any

from dataroom.books import Books
from dataroom.fiscal import Calendar
from dataroom.ledger import draw_shape, keep_books
from dataroom.numbers import Style
from dataroom.words import table

_WORDS = {1: "one", 1_000: "thousand"}
PEOPLE = (
    "Chief Executive Officer", "Chief Financial Officer", "Chief Operating Officer", "Chief Technology Officer",
    "General Counsel", "Head of People", "Chair of the Board",
)  # fmt: skip
FUNCTIONS = ("Production and delivery", "Sales and marketing", "Research and development", "Administration")


@dataclass(frozen=True, slots=True)
class Labels:
    """Names of line items, the same throughout a family of documents."""

    names: dict[str, str]

    def __getitem__(self, metric: str) -> str:
        return self.names[metric]


@dataclass(frozen=True, slots=True)
class Company:
    """A group of companies that is for sale."""

    seed: int
    name: str  # of the parent, with its legal form
    short: str
    sector: dict[str, Any]
    home: dict[str, Any]
    local: dict[str, Any]  # language, form, city, currency of the subsidiary
    subsidiary: str
    calendar: Calendar
    books: Books
    local_books: Books
    people: dict[str, str]
    heads: dict[str, int]  # function → employees at the last booked month's end
    project: str  # code name of the deal
    opened: date  # the room's day
    owners: tuple[tuple[str, int], ...] = ()  # shareholder, shares
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)  # customers, suppliers, banks …, shuffled

    @property
    def currency(self) -> str:
        return str(self.home["currency"])

    @property
    def base(self) -> str:
        """The scale of the books in words."""
        return _WORDS[self.books.base]

    def summary(self) -> dict[str, Any]:
        """What the truth says of the company."""
        return {
            "name": self.name,
            "short": self.short,
            "sector": self.sector["key"],
            "currency": self.currency,
            "fiscal_year_end": f"--{self.calendar.close:02}",
            "last_closed_year": self.calendar.last,
            "booked_to": self.calendar.booked.isoformat(),
            "opened": self.opened.isoformat(),
            "subsidiary": self.subsidiary,
            "subsidiary_language": self.local["language"],
            "subsidiary_currency": self.local["currency"],
        }

    def random(self, topic: str) -> Random:
        """Chance for one topic, so that a change in one document leaves the others alone."""
        return Random(f"{self.seed}/{topic}")

    def labels(self, topic: str, language: str = "en") -> Labels:
        """One name for each line item."""
        random = self.random(f"labels/{topic}")
        return Labels({metric: random.choice(names) for metric, names in table("labels")[language].items()})

    def style(self, topic: str) -> Style:
        """How the English documents of a family print numbers."""
        random = self.random(f"style/{topic}")
        thousands = random.choice((",", ",", ",", "\u00a0", "’" if self.currency == "CHF" else ","))
        return Style(thousands, ".", random.random() < 0.75, random.choice(("–", "-", "—")), self.base, 0)

    @property
    def local_style(self) -> Style:
        """Decimal commas, and what goes with them."""
        german = self.local["language"] == "de"
        return Style("." if german else "\u00a0", ",", False, "0" if german else "–", _WORDS[self.local_books.base], 0)


def found_company(seed: int) -> Company:
    """The company of a seed."""
    random = Random(f"{seed}/company")
    words = table("names")
    sector, home = random.choice(words["sector"]), random.choice(words["home"])
    local = random.choice([one for one in words["local"] if one["currency"] != home["currency"]])
    stem, other = random.sample(words["stems"], 2)
    short = f"{stem} {random.choice(sector['suffixes'])}"
    calendar = Calendar(random.choice((12, 12, 12, 6, 9, 3, 8)), random.choice((2023, 2024)), random.choice((6, 9)))
    books = _group_books(random, f"{short} {home['form']}", sector, home, calendar)
    local_name = f"{stem} {random.choice(('Nordic', 'Technik', 'Service', other))} {local['form']}"
    company = Company(
        seed=seed,
        name=books.subject,
        short=short,
        sector=sector,
        home=home,
        local=local,
        subsidiary=local_name,
        calendar=calendar,
        books=books,
        local_books=_local_books(random, local_name, local, calendar, books),
        people=_people(random, words),
        heads=_heads(random, books, calendar),
        project=f"Project {random.choice(('Falcon', 'Juniper', 'Harbour', 'Quartz', 'Saffron', 'Granite', 'Osprey'))}",
        opened=calendar.booked + timedelta(days=random.randint(40, 55)),
        names={
            key: tuple(random.sample(words[key], len(words[key])))
            for key in ("customers", "suppliers", "banks", "auditors", "firms", "investors")
        }
        | {"partners": ("C. R. Aldous", "M. Granholm")},
    )
    owners = _owners(random, company)
    shares = sum(count for _, count in owners)
    return replace(company, owners=owners, books=replace(books, shares=shares))


def _group_books(random: Random, name: str, sector: dict[str, Any], home: dict[str, Any], calendar: Calendar) -> Books:
    base = random.choice((1, 1_000, 1_000))
    revenue = random.randint(90_000, 900_000) if base == 1_000 else random.randint(8_000_000, 60_000_000)
    segments = tuple(random.sample(sector["segments"], random.choice((2, 3, 3))))
    shape = draw_shape(random, revenue, segments, random.random() < 0.3, sector["goods"])
    return keep_books(random, name, home["currency"], base, calendar, shape)


def _local_books(random: Random, name: str, local: dict[str, Any], calendar: Calendar, group: Books) -> Books:
    """The subsidiary presents by nature of costs, in its own currency."""
    group_revenue = group.amount("revenue", calendar.year(calendar.last)) * group.base
    revenue = round(group_revenue * random.uniform(0.12, 0.22) * (11 if local["currency"] == "SEK" else 0.93))
    base = random.choice((1, 1_000)) if revenue < 400_000_000 else 1_000
    shape = draw_shape(random, revenue // base, ("Inland", "Export"), True, True)
    return keep_books(random, name, local["currency"], base, calendar, shape)


def _people(random: Random, words: dict[str, Any]) -> dict[str, str]:
    first = random.sample(words["first"], len(PEOPLE))
    last = random.sample(words["last"], len(PEOPLE))
    return {role: f"{a} {b}" for role, a, b in zip(PEOPLE, first, last, strict=True)}


def _heads(random: Random, books: Books, calendar: Calendar) -> dict[str, int]:
    heads = books.amount("revenue", calendar.year(calendar.last)) * books.base / random.randint(190_000, 260_000)
    return {
        name: max(3, round(heads * part * random.uniform(0.9, 1.1)))
        for name, part in zip(FUNCTIONS, (0.52, 0.2, 0.14, 0.14), strict=True)
    }


def _owners(random: Random, company: Company) -> tuple[tuple[str, int], ...]:
    """Founders, funds and an option pool."""
    funds = random.sample(company.names["investors"], random.choice((2, 3)))
    founders = [company.people["Chief Executive Officer"], company.people["Chief Technology Officer"]]
    counts = [random.randrange(150_000, 2_400_000, 2_500) for _ in (*founders, *funds)]
    return (
        *zip((*founders, *funds), counts, strict=True),
        ("Employee option pool", random.randrange(50_000, 250_000, 500)),
    )

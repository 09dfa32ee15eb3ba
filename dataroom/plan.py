"""Fills a room: which documents it holds, in which editions, which of them disagree, and what only looks alike."""

from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

from dataroom.books import Books, Edit, months_of
from dataroom.company import Company
from dataroom.compare import compare
from dataroom.contracts import amendment, contract_document, contracts
from dataroom.edition import Edition
from dataroom.fiscal import months_before
from dataroom.memos import board_minutes, contract_overview, leaflet, message
from dataroom.requests import request_list
from dataroom.room import AUDITED, CORRESPONDENCE, MANAGEMENT, SIGNED, Room
from dataroom.slots import (
    ANALYSES,
    COMMERCIAL,
    CORPORATE,
    FINANCE,
    INDEX,
    LEGAL,
    LOCAL,
    MAIL,
    PEOPLE,
    REPORTS,
    Slot,
    assign_patterns,
    slots_of,
    was_restated,
)
from dataroom.statements import annual_report, local_report
from dataroom.truth import Apart, Truth
from dataroom.versions import Chain, Copy, Wish, make_chain, stem_of
from dataroom.words import table
from dataroom.workbooks import ledger_export, monthly_report, quarterly_report

_DISPUTES = (4, 6)  # documents of a room that contradict others


def fill(company: Company, folder: Path) -> Truth:
    """Write the room's files into the folder; the truth about them is returned."""
    filler = _Filler(company, Room(company, folder))
    filler.editions()
    filler.annual_reports()
    filler.interim_reports()
    filler.contracts()
    filler.words()
    filler.requests()
    compare(filler.room.truth)
    return filler.room.truth


@dataclass(slots=True)
class _Filler:
    company: Company
    room: Room
    shelf: dict[str, list[str]] = field(default_factory=dict)

    @property
    def manner(self) -> str:
        """How most files of the room are named."""
        return self.company.random("manner").choice(("snake", "title", "title", "kebab"))

    def named(self, title: str, extension: str) -> str:
        return f"{stem_of(title, self.manner)}.{extension}"

    def keep(self, key: str, name: str) -> str:
        self.shelf.setdefault(key, []).append(name)
        return name

    def editions(self) -> None:
        """Every document that may come again, most of them in a chain of editions."""
        random = self.company.random("plan")
        slots = slots_of(self.company)
        patterns = assign_patterns(random, slots)
        disputable = [slot.key for slot in slots if slot.disputable] + ["message", "overview"]
        self._disputed = set(random.sample(disputable, random.randint(*_DISPUTES)))
        for slot in slots:
            self._issue(slot, patterns.get(slot.key))

    def _issue(self, slot: Slot, pattern: str | None) -> None:
        random = self.company.random(f"slot/{slot.key}")
        extension = random.choice(slot.kinds)
        manner = self.manner if random.random() < 0.7 else random.choice(("snake", "title", "kebab"))
        last = self.company.opened - timedelta(days=random.randint(1, 14))
        wish = Wish(slot.title, extension, last, manner)
        alone = Chain("", (Copy(f"{stem_of(slot.title, manner)}.{extension}", last),), "")
        chain = make_chain(pattern, wish, random) if pattern else alone
        title = slot.title if pattern in _RETITLED else ""
        for number, copy in enumerate(chain.copies):
            age = len(chain.copies) - 1 - number
            edition = Edition(age, copy.dated, copy.note, copy.draft, copy.title if title else "")
            document = slot.build(self.company, edition, slot.key in self._disputed)
            self.room.put(copy.name, slot.folder, document, slot.authority + (copy.draft and slot.authority < 3))
        self.keep(slot.key, chain.copies[-1].name)
        self._link(chain)

    def _link(self, chain: Chain) -> None:
        for older, newer in pairwise(chain.copies):
            told = {"content": newer.note, "metadata": "title, author and dates in the metadata; alike in content"}
            told["file name"] = f"{older.name} → {newer.name}"
            self.room.replace(newer.name, older.name, chain.pattern, f"{chain.evidence}: {told[chain.evidence]}")

    def annual_reports(self) -> None:
        """The two years before the last, and the subsidiary's two. The earliest is missing from some rooms."""
        company, last = self.company, self.company.calendar.last
        books = {last - 1: _before_restatement(company), last - 2: company.books}
        years = [last - 1] if company.random("gaps").random() < 0.4 else [last - 2, last - 1]
        names = []
        for year in years:
            document = annual_report(company, books[year], year, Edition.only(), restated=False)
            name = self.named(f"Annual report FY{year}", "pdf")
            names.append(self.keep(f"annual/{year}", self.room.put(name, FINANCE, document, AUDITED)))
        newest = self.shelf["annual"][0]
        self.keep(f"annual/{last}", newest)
        self.room.part([*names, newest], "each states another fiscal year")
        local = []
        for year in (last - 1, last):
            document = local_report(company, year)
            name = self.named(f"{document.title} {company.subsidiary.split()[0]}", "pdf")
            local.append(self.keep("local_annual", self.room.put(name, LOCAL, document, AUDITED)))
        self.room.part(local, "each states another fiscal year")

    def interim_reports(self) -> None:
        """Quarters, months and an export: files named after the period they cover."""
        company, calendar = self.company, self.company.calendar
        random = company.random("interim")
        extension = random.choice(("xlsx", "docx", "pdf"))
        names = []
        for number in (1, 2):
            document = quarterly_report(company, calendar.current, number)
            names.append(self.keep("quarterly", self.room.put(f"Q{number}_report.{extension}", REPORTS, document)))
        self.room.part(names, "each states another quarter")
        extension, months = random.choice(("xlsx", "docx", "pdf")), []
        for number in (calendar.elapsed - 2, calendar.elapsed - 1):
            end = calendar.month(calendar.current, number).end
            name = self.named(f"Monthly report {end:%Y-%m}", extension)
            document = monthly_report(company, number, Edition.only())
            months.append(self.keep("monthly", self.room.put(name, REPORTS, document)))
        self.room.part([*months, self.shelf["monthly"][0]], "the same title and author, but each states another month")
        self.room.put(f"GL_export_{calendar.booked:%Y%m}.csv", REPORTS, ledger_export(company))

    def contracts(self) -> None:
        """Contracts numbered rather than versioned, a loan with its amendments, counsel's overview."""
        made, random = contracts(self.company), self.company.random("contracts/files")
        extension = random.choice(("docx", "pdf"))
        pair = []
        for number in (1, 2):
            document = contract_document(made[f"customer_{number}"], Edition.only())
            name = self.room.put(f"contract_{number}.{extension}", LEGAL, document, SIGNED)
            pair.append(self.keep("customer_contracts", name))
        self.room.part(pair, "contracts with two different customers")
        for key in ("supplier", "lease"):
            document = contract_document(made[key], Edition.only())
            self.room.put(self.named(made[key].kind, random.choice(("docx", "pdf"))), LEGAL, document, SIGNED)
        self._loan(extension)
        overview = contract_overview(
            self.company, [made[key] for key in ("customer_1", "customer_2", "supplier", "lease")],
            "overview" in self._disputed,
        )  # fmt: skip
        self.room.put(self.named("Contract overview", "docx"), LEGAL, overview)

    def _loan(self, extension: str) -> None:
        loan = contracts(self.company)["loan"]
        document = contract_document(loan, Edition.only())
        names = [self.room.put(self.named(loan.kind, extension), LEGAL, document, SIGNED)]
        for number, notice in ((1, 4), (2, 5)):
            dated = months_before(self.company.calendar.booked, 10 - 4 * number)
            document = amendment(loan, number, notice, dated)
            names.append(
                self.room.put(self.named(f"{loan.kind} Amendment No {number}", extension), LEGAL, document, SIGNED)
            )
        for name in names:
            self.keep("loan", name)
        self.room.part(names, "an amendment changes some terms; the contract and earlier amendments stand")

    def words(self) -> None:
        """Minutes, messages, and leaflets whose names look like versions."""
        company = self.company
        meetings = [months_before(company.calendar.booked, back) - timedelta(days=9) for back in (5, 3, 1)]
        names = []
        for number, held in enumerate(meetings):
            document = board_minutes(company, held, number == 2)
            name = self.named(f"Board minutes {held:%Y-%m-%d}", "docx")
            names.append(self.keep("minutes", self.room.put(name, CORPORATE, document, SIGNED)))
        self.room.part(names, "minutes of different meetings")
        sent = message(company, company.opened - timedelta(days=30), "message" in self._disputed)
        self.room.put("RE trading update.eml", MAIL, sent, CORRESPONDENCE)
        self._leaflets()
        self._printout()

    def _leaflets(self) -> None:
        company, words = self.company, table("leaflets")
        for family in words["family"]:
            made = [
                self.room.put(
                    f"{leaf['name']}.pdf", family["folder"], leaflet(company, leaf["title"], leaf["text"], 3 + 2 * n)
                )
                for n, leaf in enumerate(family["leaf"])
            ]
            self.room.part(made, family["why"])
        for key, folder, extension, back in (
            ("prices", COMMERCIAL, "pdf", 25),
            ("organisation", PEOPLE, "docx", 16),
        ):
            page = leaflet(company, words[key]["title"], words[key]["text"], back)
            self.keep(key, self.room.put(self.named(page.title, extension), folder, page))

    def _printout(self) -> None:
        """A document and its print to another format: the same edition twice."""
        name = self.shelf["plan"][0]
        company = self.company
        slot = next(slot for slot in slots_of(company) if slot.key == "plan")
        file = next(file for file in self.room.truth.files if file.name == name)
        other = "xlsx" if name.endswith(".pdf") else "pdf"
        title = file.title if file.title != slot.title else ""
        document = slot.build(company, Edition(0, file.dated, "", False, title), False)
        printed = self.room.put(f"{name.rpartition('.')[0]}.{other}", ANALYSES, document)
        self.room.truth.renditions.append(Apart((name, printed), "the same edition in two formats"))

    def requests(self) -> None:
        """The request list, and what the room has for it."""
        document, requests = request_list(self.company, self.shelf)
        extension = self.company.random("irl").choice(("xlsx", "docx"))
        self.room.put(f"IRL.{extension}", INDEX, document, MANAGEMENT)
        self.room.truth.gaps += requests

    _disputed: set[str] = field(default_factory=set)


_RETITLED = frozenset({"same_author_newer_date"})


def _before_restatement(company: Company) -> Books:
    """The books of the last year but one as they were first reported."""
    if not was_restated(company):
        return company.books
    books, calendar = company.books, company.calendar
    first = books.formulas["gross_profit"][1][1]
    second = "personnel_expenses" if first == "cost_of_materials" else "administrative_expenses"
    months = months_of(calendar.year(calendar.last - 1))
    return books.changed("restated", [Edit(first, Decimal("0.037"), months, second, -1)])

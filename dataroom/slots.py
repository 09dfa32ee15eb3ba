"""The documents that may come in several editions: what each is called, how it is built, how it is issued."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from dataroom.blocks import Document
from dataroom.books import months_of
from dataroom.company import Company
from dataroom.contracts import contract_builder
from dataroom.deck import management_deck
from dataroom.edition import Edition
from dataroom.lists import customer_list, headcount_list
from dataroom.memos import litigation_memo
from dataroom.owners import cap_table
from dataroom.papers import paper, topics
from dataroom.room import AUDITED, MANAGEMENT, SIGNED
from dataroom.statements import annual_report
from dataroom.versions import PATTERNS
from dataroom.workbooks import budget_workbook, business_plan, local_monthly, monthly_report

Builder = Callable[[Company, Edition, bool], Document]
_NAMED = frozenset(PATTERNS) - {
    "says_corrects", "says_supersedes", "says_updated_from", "same_title_newer_date", "same_author_newer_date",
}  # fmt: skip
_MONTHLY = _NAMED - {"date_in_name", "other_extension"}  # their names hold the month they report
_ISSUED = frozenset({"corrected", "renumbered", "says_corrects", "updated", "copy_number", "draft", "final"})
_NEGOTIATED = frozenset({"draft", "draft_to_final", "final", "revision", "version_number_high", "final_version"})


@dataclass(frozen=True, slots=True)
class Slot:
    """A document of the room. `patterns` are the ways in which it may be issued again."""

    key: str
    title: str
    folder: str
    kinds: tuple[str, ...]
    build: Builder
    authority: int = MANAGEMENT
    patterns: frozenset[str] = frozenset(PATTERNS)
    disputable: bool = True


def slots_of(company: Company) -> list[Slot]:
    """The room's slots, those that take fewest patterns first."""
    calendar, random = company.calendar, company.random("slots")
    month = calendar.month(calendar.current, calendar.elapsed)
    local = {"sv": "Månadsrapport", "de": "Monatsbericht"}[company.local["language"]]
    slots = [
        Slot("annual", f"Annual report FY{calendar.last}", FINANCE, ("pdf",), _annual, AUDITED, _ISSUED, False),
        Slot(
            "contract", "Managed Services Agreement", LEGAL, ("docx", "pdf"), contract_builder("service"), SIGNED,
            _NEGOTIATED, False,
        ),
        Slot(
            "local", f"{local} {month.end:%Y-%m}", LOCAL, ("xlsx",), local_monthly, patterns=_MONTHLY,
            disputable=False,
        ),
        Slot(
            "monthly", f"Monthly report {month.end:%Y-%m}", REPORTS, ("xlsx", "docx"), _monthly, patterns=_MONTHLY,
            disputable=False,
        ),
        Slot("deck", "Management Presentation", FINANCE, ("pptx", "pdf"), management_deck),
        Slot("budget", f"Budget FY{calendar.current}", FINANCE, ("xlsx",), budget_workbook),
        Slot("plan", "Business plan", FINANCE, ("xlsx",), business_plan, disputable=False),
        Slot("captable", "Capitalisation table", CORPORATE, ("xlsx",), cap_table, SIGNED),
        Slot("customers", "Customer list", COMMERCIAL, ("xlsx",), customer_list, disputable=False),
        Slot("headcount", "Headcount report", PEOPLE, ("xlsx", "docx", "pdf"), headcount_list),
        Slot("litigation", "Litigation memorandum", LEGAL, ("docx", "pdf"), litigation_memo),
    ]  # fmt: skip
    for topic in topics(company):
        kinds = ("xlsx", "docx", "pdf")
        slots.append(Slot(topic.title, topic.title, random.choice((FINANCE, ANALYSES)), kinds, paper(topic)))
    return slots


CORPORATE, FINANCE, REPORTS, LOCAL, LEGAL, COMMERCIAL, PEOPLE, ANALYSES, MAIL, INDEX = (
    "01 Corporate", "02 Financial", "02 Financial/Monthly reports", "02 Financial/Subsidiary", "03 Legal",
    "04 Commercial", "05 People", "06 Analyses", "07 Correspondence", "00 Index",
)  # fmt: skip


def assign_patterns(random: Random, slots: list[Slot]) -> dict[str, str]:
    """Every pattern to one slot that takes it; slots left over have a single edition."""
    left = random.sample(sorted(PATTERNS), len(PATTERNS))
    free = [*slots[:4], *random.sample(slots[4:], len(slots) - 4)]
    chosen: dict[str, str] = {}
    for slot in free:
        fitting = [pattern for pattern in left if pattern in slot.patterns]
        if fitting:
            chosen[slot.key] = fitting[0]
            left.remove(fitting[0])
    return chosen


def _annual(company: Company, edition: Edition, disputed: bool) -> Document:
    """The last year's report; an earlier edition put some costs under the wrong heading."""
    calendar = company.calendar
    costs = [line for _, line in company.books.formulas["ebitda"] + company.books.formulas["operating_income"]]
    second = "personnel_expenses" if "personnel_expenses" in costs else "administrative_expenses"
    first = company.books.formulas["gross_profit"][1][1]
    months = months_of(calendar.year(calendar.last))
    books = edition.errs(company.books, first, months, second)
    return annual_report(company, books, calendar.last, edition, restated=was_restated(company))


def was_restated(company: Company) -> bool:
    """Did the last report restate its comparatives?"""
    return company.random("restated").random() < 0.6


def _monthly(company: Company, edition: Edition, disputed: bool) -> Document:
    return monthly_report(company, company.calendar.elapsed, edition)

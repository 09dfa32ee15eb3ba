"""Contracts and their amendments: parties, dates, terms, notices, governing laws, changes of control."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from typing import Any

from dataroom.blocks import Block, Document, Heading, Look, Paragraph, Signatures, Stated, say
from dataroom.company import Company
from dataroom.edition import Edition
from dataroom.fiscal import long_date, month_end
from dataroom.phrasing import fill, term
from dataroom.words import table

COUNTS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 9: "nine", 10: "ten", 12: "twelve"}


@dataclass(frozen=True, slots=True)
class Contract:
    """What two parties agreed. Its wording is drawn from `seed`."""

    kind: str
    ours: str
    theirs: str
    signed: date
    years: int
    notice: int  # months
    law: str
    courts: str
    control: str  # what follows a change of control; empty where the contract is silent
    purpose: str
    notice_was: int  # in the first draft
    seed: str

    @property
    def name(self) -> str:
        """How other documents call it, unique in the room."""
        return f"{self.kind} with {self.theirs}"


def contracts(company: Company) -> dict[str, Contract]:
    """The contracts of a company by their key."""
    random = company.random("contracts")
    return {row["key"]: _contract(company, row, random) for row in table("contracts")["kind"]}


def _contract(company: Company, row: dict[str, Any], random: Random) -> Contract:
    law, courts = random.choice((
        ("the laws of England and Wales", "the courts of England"), (company.home["law"], company.home["courts"]),
    ))  # fmt: skip
    group, number = row["with"].split()
    notice = random.choice((3, 6, 9, 12))
    year = company.calendar.last - random.randint(1, 4)
    return Contract(
        kind=row["kind"],
        ours=company.name,
        theirs=company.names[group][int(number)],
        signed=month_end(year, random.randint(1, 12)) - timedelta(random.randint(0, 27)),
        years=random.choice((2, 3, 5, 10)),
        notice=notice,
        law=law,
        courts=courts,
        control="repay" if row["key"] == "loan" else random.choice(("", "terminate", "consent")),
        purpose=row["purpose"].format(product=company.sector["product"], city=company.home["city"]),
        notice_was=random.choice((2, 4, 10)),
        seed=f"{company.seed}/{row['key']}",
    )


def months_text(months: int) -> str:
    """Such as three (3) months, with the words where they are known."""
    return f"{COUNTS[months]} ({months}) months" if months in COUNTS else f"{months} months"


def contract_document(contract: Contract, edition: Edition) -> Document:
    """The contract itself. Its drafts had other notice periods."""
    title, signed = edition.title or contract.name, edition.dated or contract.signed
    blocks = (*_opening(contract, edition), *_clauses(contract, edition), _signatures(contract))
    random = Random(contract.seed)
    look = Look(
        random.choice(("times", "times", "helvetica")), (0, 0, 0), footer=f"{contract.kind} – execution version"
    )
    return Document(title, "Legal", signed, blocks, look=look)


def _opening(contract: Contract, edition: Edition) -> Iterator[Block]:
    words, random = table("contracts"), Random(contract.seed)
    name, effective = contract.name, contract.signed
    made = random.choice(words["made"]).replace("{kind}", contract.kind).replace("{caps}", contract.kind.upper())
    yield Heading(contract.kind.upper())
    if edition.draft:
        yield say("DRAFT – subject to contract")
    if edition.note:
        yield say(edition.note)
    yield Paragraph(fill(made, term("effective_date", name, long_date(effective), effective.isoformat())))
    yield say("(1) ", term("party", name, contract.ours), " (the “Company”); and")
    yield say("(2) ", term("party", name, contract.theirs), " (the “Counterparty”).")
    yield say(random.choice(words["recital"]))


def _clauses(contract: Contract, edition: Edition) -> Iterator[Block]:
    """The numbered clauses; the two that vary most stand where the kind of contract has them."""
    words, random, name = table("contracts"), Random(f"{contract.seed}/clauses"), contract.name
    months = contract.notice if edition.age == 0 else contract.notice_was + 5 * (edition.age - 1)
    variant = "superseded" if edition.age else ""
    years = term("term", name, f"{COUNTS[contract.years]} ({contract.years}) years", f"P{contract.years}Y")
    notice = term("notice", name, months_text(months), f"P{months}M", variant)
    law = random.choice(words["law"]).replace("{courts}", contract.courts)
    clauses: list[tuple[str, list[tuple[str | Stated, ...]]]] = [
        ("Subject matter", [
            (f"The subject of this Agreement is {contract.purpose}.",), (random.choice(words["price"]),),
        ]),
        ("Term and termination", [
            fill(random.choice(words["term"]), years), fill(random.choice(words["notice"]), notice), (words["cause"],),
        ]),
        ("Liability", [(random.choice(words["liability"]),)]),
        ("Confidentiality", [(words["confidence"],)]),
        ("General", [(words["entire"],)]),
        ("Governing law and jurisdiction", [fill(law, term("governing_law", name, contract.law))]),
    ]  # fmt: skip
    if contract.control:
        text = words["control"][contract.control]
        clauses.insert(random.choice((2, 3)), ("Change of control", [(term("change_of_control", name, text), ".")]))
    for number, (heading, paragraphs) in enumerate(clauses, 1):
        yield Heading(f"{number}. {heading}")
        for sub, prose in enumerate(paragraphs, 1):
            yield Paragraph((f"{number}.{sub} ", *prose))


def _signatures(contract: Contract) -> Signatures:
    return Signatures(((contract.ours, "Authorised signatory"), (contract.theirs, "Authorised signatory")))


def amendment(contract: Contract, number: int, notice: int, dated: date) -> Document:
    """Changes the notice period and leaves the rest of the contract as it is."""
    name = f"Amendment No. {number} to {contract.name}"
    blocks: tuple[Block, ...] = (
        Heading(f"AMENDMENT NO. {number}"),
        say(
            f"to the {contract.kind} dated {long_date(contract.signed)} between ",
            term("party", name, contract.ours), " and ", term("party", name, contract.theirs),
        ),
        Heading("1. Amendment"),
        say(
            "The period of notice in clause 2 is amended to ", term("notice", name, months_text(notice), f"P{notice}M"),
            " with effect from ", term("effective_date", name, long_date(dated), dated.isoformat()), ".",
        ),
        Heading("2. Continuing effect"),
        say("Except as amended hereby, the Agreement remains in full force and effect."),
        _signatures(contract),
    )  # fmt: skip
    return Document(name, "Legal", dated, blocks, look=Look("times", (0, 0, 0), footer=name))


def contract_builder(key: str) -> Callable[[Company, Edition, bool], Document]:
    """A builder of the editions of one contract."""

    def build(company: Company, edition: Edition, disputed: bool) -> Document:
        contract = contracts(company)[key]
        return contract_document(contract, replace(edition, dated=edition.dated or contract.signed))

    return build

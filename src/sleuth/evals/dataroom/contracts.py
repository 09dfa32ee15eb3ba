"""Contracts and what is written about them: parties, dates, terms, notices, laws, changes of control."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from sleuth.evals.dataroom.blocks import Block, Column, Document, Grid, Heading, Look, Row, Signatures, Stated, say
from sleuth.evals.dataroom.company import Company
from sleuth.evals.dataroom.edition import Edition
from sleuth.evals.dataroom.fiscal import long_date, month_end
from sleuth.evals.dataroom.phrasing import term

_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 9: "nine", 10: "ten", 12: "twelve"}


@dataclass(frozen=True, slots=True)
class Contract:
    """What two parties agreed."""

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
    notice_was: int = 0  # in the draft

    @property
    def name(self) -> str:
        """How other documents call it, unique in the room."""
        return f"{self.kind} with {self.theirs}"


def contracts(company: Company) -> dict[str, Contract]:
    """The contracts of a company by their key."""
    random, names = company.random("contracts"), company.names
    laws = [("the laws of England and Wales", "the courts of England"), (company.home["law"], company.home["courts"])]
    kinds = (
        ("customer_1", "Framework Supply Agreement", names["customers"][0], company.sector["product"]),
        ("customer_2", "Framework Supply Agreement", names["customers"][1], company.sector["product"]),
        ("supplier", "Supply Agreement", names["suppliers"][0], "supply of materials and components"),
        ("lease", "Lease Agreement", f"{names['suppliers'][1]} Properties", f"lease of office and production premises in {company.home['city']}"),
        ("loan", "Facility Agreement", names["banks"][0], "a term loan facility and a revolving credit facility"),
        ("service", "Managed Services Agreement", names["suppliers"][2], "hosting and support of the information systems"),
    )  # fmt: skip
    made = {}
    for key, kind, other, purpose in kinds:
        law, courts = random.choice(laws)
        signed = month_end(company.calendar.last - random.randint(1, 4), random.randint(1, 12)) - timedelta(random.randint(0, 27))
        notice = random.choice((3, 6, 9, 12))
        made[key] = Contract(
            kind, company.name, other, signed, random.choice((2, 3, 5, 10)), notice, law, courts,
            random.choice(("", "terminate", "consent")), purpose, random.choice([n for n in (2, 4, 10) if n != notice]),
        )  # fmt: skip
    return made


def contract_document(contract: Contract, edition: Edition) -> Document:
    """The contract itself. A draft has another notice period."""
    months = contract.notice if edition.age == 0 else contract.notice_was + edition.age - 1
    variant = "superseded" if edition.age else ""
    signed = edition.dated or contract.signed
    name = contract.name
    effective = contract.signed
    blocks: list[Block] = [
        Heading(contract.kind.upper()),
        *([say("DRAFT – subject to contract")] if edition.draft else []),
        *([say(edition.note)] if edition.note else []),
        say(f"This {contract.kind} (this “Agreement”) is made on ",
            term("effective_date", name, long_date(effective), effective.isoformat()), " between"),
        say("(1) ", term("party", name, contract.ours), " (the “Company”); and"),
        say("(2) ", term("party", name, contract.theirs), " (the “Counterparty”)."),
        Heading("1. Subject matter"),
        say(f"1.1 The subject of this Agreement is {contract.purpose}."),
        say("1.2 Individual orders are governed by this Agreement. General terms of either party do not apply."),
        Heading("2. Term and termination"),
        say("2.1 This Agreement shall continue for a period of ",
            term("term", name, f"{_COUNTS[contract.years]} ({contract.years}) years", f"P{contract.years}Y"),
            " from its date and shall thereafter renew for successive periods of one year."),
        say("2.2 Either party may terminate this Agreement at the end of any period by giving not less than ",
            term("notice", name, f"{_COUNTS.get(months, str(months))} ({months}) months", f"P{months}M", variant),
            "’ written notice."),
        say("2.3 Either party may terminate this Agreement with immediate effect if the other commits a material breach "
            "and fails to remedy it within thirty days of being asked to do so."),
        *_control(contract),
        Heading(f"{4 if contract.control else 3}. General"),
        say("This Agreement is the entire agreement of the parties on its subject. Amendments must be made in writing."),
        Heading(f"{5 if contract.control else 4}. Governing law and jurisdiction"),
        say("This Agreement shall be governed by and construed in accordance with ",
            term("governing_law", name, contract.law), f". The parties submit to the exclusive jurisdiction of {contract.courts}."),
        Signatures(((contract.ours, "Authorised signatory"), (contract.theirs, "Authorised signatory"))),
    ]  # fmt: skip
    title = edition.title or contract.name
    return Document(title, "Legal", signed, tuple(blocks), look=Look(font="times", footer=contract.kind))


def _control(contract: Contract) -> list[Block]:
    if not contract.control:
        return []
    words = {
        "terminate": "the Counterparty may terminate this Agreement on thirty days’ notice if a third party acquires more than fifty per cent of the shares in the Company",
        "consent": "the Company shall obtain the Counterparty’s prior written consent to any transaction by which control of the Company passes to a third party",
    }[contract.control]  # fmt: skip
    return [Heading("3. Change of control"), say("3.1 ", Stated(words, term("change_of_control", contract.name, words).meaning), ".")]


def amendment(contract: Contract, number: int, notice: int, dated: date) -> Document:
    """Changes the notice period and leaves the rest of the contract as it is."""
    name = f"Amendment No. {number} to {contract.name}"
    blocks: list[Block] = [
        Heading(f"AMENDMENT NO. {number}"),
        say(f"to the {contract.kind} dated {long_date(contract.signed)} between ", term("party", name, contract.ours),
            " and ", term("party", name, contract.theirs)),
        Heading("1. Amendment"),
        say("Clause 2.2 is amended so that the period of notice is ",
            term("notice", name, f"{_COUNTS[notice]} ({notice}) months", f"P{notice}M"), " with effect from ",
            term("effective_date", name, long_date(dated), dated.isoformat()), "."),
        Heading("2. Continuing effect"),
        say("Except as amended hereby, the Agreement remains in full force and effect."),
        Signatures(((contract.ours, "Authorised signatory"), (contract.theirs, "Authorised signatory"))),
    ]  # fmt: skip
    return Document(name, "Legal", dated, tuple(blocks), look=Look(font="times", footer=name))


def contract_overview(company: Company, chosen: list[Contract], disputed: bool) -> Document:
    """Counsel's table of the material contracts; a disputed one has a notice period wrong."""
    rows = []
    for number, contract in enumerate(chosen):
        wrong = disputed and number == 0
        months = {3: 6, 6: 12, 9: 6, 12: 6}[contract.notice] if wrong else contract.notice
        rows.append(
            Row(contract.name, (
                term("effective_date", contract.name, long_date(contract.signed), contract.signed.isoformat()),
                term("notice", contract.name, f"{months} months", f"P{months}M", "conflict" if wrong else ""),
                term("governing_law", contract.name, contract.law),
            ))
        )  # fmt: skip
    columns = tuple(Column((head,), wide=True) for head in ("Date", "Notice period", "Governing law"))
    title = "Overview of material contracts"
    dated = company.opened - timedelta(days=9)
    blocks: tuple[Block, ...] = (
        Heading(title),
        say(f"Prepared by {company.names['firms'][0]} for {company.name}, {long_date(dated)}."),
        Heading("Contracts"),
        Grid(columns, tuple(rows), stub="Contract"),
        Heading("Remarks"),
        say("The overview does not replace a reading of the contracts."),
    )
    return Document(title, company.names["firms"][0], dated, blocks)


Builder = Callable[[Company, Edition, bool], Document]


def contract_builder(key: str) -> Builder:
    """A builder of the editions of one contract."""

    def build(company: Company, edition: Edition, disputed: bool) -> Document:
        contract = contracts(company)[key]
        return contract_document(contract, replace(edition, dated=edition.dated or contract.signed))

    return build

"""Words rather than tables: litigation, minutes, messages, and leaflets that only look like versions of each other."""

from datetime import date, timedelta
from decimal import Decimal

from dataroom.blocks import Block, Column, Document, Grid, Heading, Look, Paragraph, Row, Stated, say
from dataroom.company import Company
from dataroom.contracts import Contract
from dataroom.edition import Edition
from dataroom.fiscal import instant, long_date, months_before
from dataroom.phrasing import millions, money, term
from dataroom.truth import Meaning, Period, Term


def claim(company: Company, factor: Decimal = Decimal(1), variant: str = "") -> Meaning:
    """What a former supplier sues for."""
    size = company.books.figure("revenue", company.calendar.year(company.calendar.last)).amount
    amount = round(size * Decimal("0.011") * factor, -5)
    day = instant(company.calendar.booked)
    return Meaning(_case(company), "claim_amount", day, "actual", amount, company.currency, variant)


def _case(company: Company) -> str:
    return f"{company.names['suppliers'][4]} v {company.short}"


def litigation_memo(company: Company, edition: Edition, disputed: bool) -> Document:
    """Counsel on the pending case; earlier editions, and a disputed one, put the claim at another sum."""
    variant = "superseded" if edition.age else "conflict"
    factor = 1 + Decimal("0.2") * edition.age + (Decimal("0.3") if disputed else 0)
    amount = claim(company, factor, variant if factor != 1 else "")
    dated = edition.dated or company.opened
    title = edition.title or "Litigation memorandum"
    case, court = _case(company), company.home["courts"]
    blocks: list[Block] = [
        Heading(title),
        *([Paragraph(("DRAFT – privileged and confidential",))] if edition.draft else []),
        *([say(edition.note)] if edition.note else []),
        say(f"To the board of {company.name}. From {company.names['firms'][0]}. {long_date(dated)}."),
        Heading("1. Pending proceedings"),
        say("In ", Stated(case, Term("litigation", company.name, case)), ", pending before ", court,
            ", the claimant seeks damages of ", money(amount, millions(company.style("memo"), Decimal(0))),
            f" as of {long_date(company.calendar.booked)} for alleged wrongful termination of a supply relationship."),
        Heading("2. Assessment"),
        say("We consider it more likely than not that the claim will be dismissed. No provision has been recognised."),
        Heading("3. Other matters"),
        say("Management is not aware of any other proceedings, threatened or pending."),
    ]  # fmt: skip
    return Document(title, company.names["firms"][0], dated, tuple(blocks), look=Look(font="times"))


def board_minutes(company: Company, held: date, noted: bool) -> Document:
    """The minutes of one meeting; one of them takes note of the claim."""
    title = "Minutes of the board of directors"
    chair = company.people["Chair of the Board"]
    style = millions(company.style("memo"), Decimal(0))
    matter = (
        say("The board took note of the proceedings ", _case(company), ", in which ", money(claim(company), style),
            f" is claimed as of {long_date(company.calendar.booked)}.")
        if noted
        else say("The board approved the programme of meetings and discussed the hiring plan.")
    )  # fmt: skip
    blocks: tuple[Block, ...] = (
        Heading(title),
        say(f"Meeting of {company.name} held on {long_date(held)}."),
        say("Present: ", term("role", chair, "Chair"), f" {chair}; the other directors as listed in the register."),
        Heading("1. Opening"),
        say("The chair declared the meeting quorate."),
        Heading("2. Matters discussed"),
        matter,
        Heading("3. Close"),
        say("There being no further business, the meeting was closed."),
    )
    return Document(title, chair, held, blocks)


def message(company: Company, dated: date, disputed: bool) -> Document:
    """An e-mail from the finance chief that says what a month's sales were."""
    calendar = company.calendar
    month: Period = calendar.month(calendar.current, calendar.elapsed - 1)
    figure = company.books.figure("revenue", month)
    if disputed:
        amount = round(figure.amount * Decimal("1.09"), -3)
        figure = Meaning(figure.subject, figure.metric, month, "actual", amount, figure.unit, "conflict")
    name = company.people["Chief Financial Officer"]
    handle = "".join(letter for letter in name.split()[-1].lower() if letter.isascii() and letter.isalpha())
    domain = company.short.split()[0].lower()
    blocks = (
        say(f"{name} <{handle}@{domain}.example>"),
        say("deal-team@adviser.example"),
        say(f"{company.project}: trading in {long_date(month.end)[2:].strip()}"),
        say("Dear all,"),
        say(f"Revenue of {company.name} for {long_date(month.end)[2:].strip()} was ",
            money(figure, millions(company.style("mail"), Decimal(0))),
            ". The monthly report will follow in the data room."),
        say(f"Kind regards\n{name}"),
    )  # fmt: skip
    return Document("message", name, dated, blocks)


def leaflet(company: Company, title: str, text: str, back: int) -> Document:
    """A page of words."""
    dated = months_before(company.calendar.booked, back) + timedelta(days=back % 9)
    blocks: tuple[Block, ...] = (
        Heading(title),
        say(f"{company.name}, {long_date(dated)}"),
        Heading("Content"),
        say(text),
    )
    return Document(title, "Office", dated, blocks)


def contract_overview(company: Company, chosen: list[Contract], disputed: bool) -> Document:
    """Counsel's table of the material contracts; a disputed one has a notice period wrong."""
    rows = []
    for number, contract in enumerate(chosen):
        wrong = disputed and number == 0
        months = {3: 6, 6: 12, 9: 6, 12: 6}[contract.notice] if wrong else contract.notice
        notice = term("notice", contract.name, f"{months} months", f"P{months}M", "conflict" if wrong else "")
        signed = term("effective_date", contract.name, long_date(contract.signed), contract.signed.isoformat())
        law = term("governing_law", contract.name, contract.law)
        rows.append(Row(contract.name, (signed, notice, law)))
    columns = tuple(Column((head,), wide=True) for head in ("Date", "Notice period", "Governing law"))
    title, counsel = "Overview of material contracts", company.names["firms"][0]
    dated = company.opened - timedelta(days=9)
    blocks: tuple[Block, ...] = (
        Heading(title),
        say(f"Prepared by {counsel} for {company.name}, {long_date(dated)}."),
        Heading("Contracts"),
        Grid(columns, tuple(rows), stub="Contract"),
        Heading("Remarks"),
        say("The overview does not replace a reading of the contracts."),
    )
    return Document(title, counsel, dated, blocks)

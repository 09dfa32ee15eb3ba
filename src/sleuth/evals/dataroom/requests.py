"""The buyer's request list, and what the room holds for each request."""

from dataclasses import dataclass
from datetime import timedelta

from sleuth.evals.dataroom.blocks import Column, Document, Grid, Heading, Row, Sheet, say
from sleuth.evals.dataroom.company import Company
from sleuth.evals.dataroom.fiscal import long_date
from sleuth.evals.dataroom.truth import Request

_CURRENT = "{current}"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The room's current files by what they are."""

    files: dict[str, tuple[str, ...]]

    def of(self, *keys: str) -> tuple[str, ...]:
        return tuple(name for key in keys for name in self.files.get(key, ()))


def request_list(company: Company, shelf: Shelf) -> tuple[Document, list[Request]]:
    """Requests in the buyer's order, some of them for what is not there, and how each is answered."""
    random = company.random("requests")
    wishes = _wishes(company, shelf)
    missing = [("Legal", text) for text in random.sample(_MISSING, 6)]
    asked = [*wishes, *((topic, (text, "missing", (), "nothing in the room")) for topic, text in missing)]
    random.shuffle(asked)
    asked.sort(key=lambda one: one[0])
    requests, rows = [], []
    for number, (topic, (text, status, files, lacking)) in enumerate(asked, 1):
        label = f"{number}"
        requests.append(Request(label, text, status, tuple(files), lacking))
        rows.append(Row(label, (topic, text, random.choice(("High", "Medium", "Low")))))
    columns = tuple(Column((head,), wide=True) for head in ("Area", "Request", "Priority"))
    grid = Grid(columns, tuple(rows), stub="No.")
    title = f"{company.project} – Information request list"
    dated = company.opened - timedelta(days=21)
    lines = (title, f"Sent to {company.name} on {long_date(dated)}")
    blocks = (Heading(title), say(lines[1]), Heading("Requests"), grid)
    document = Document(title, "Deal team", dated, blocks, (Sheet("IRL", lines, (grid,)),))
    return document, requests


Wish = tuple[str, tuple[str, str, tuple[str, ...], str]]


def _wishes(company: Company, shelf: Shelf) -> list[Wish]:
    calendar = company.calendar
    last, current = calendar.last, calendar.current
    booked = long_date(calendar.booked)
    years = [name for year in (last - 2, last - 1, last) for name in shelf.of(f"annual/{year}")]
    lost = [f"FY{year}" for year in (last - 2, last - 1, last) if not shelf.of(f"annual/{year}")]
    minutes = shelf.of("minutes")
    return [
        ("Finance", (
            f"Audited consolidated financial statements for FY{last - 2} to FY{last}", "partial" if lost else "provided",
            tuple(years), f"no statements for {', '.join(lost)}" if lost else "",
        )),
        ("Finance", (f"Budget for FY{current} by month, with actual figures to date", "provided", shelf.of("budget"), "")),
        ("Finance", ("Business plan for the next five years", "partial", shelf.of("plan"), f"the plan ends with FY{current + 2}")),
        ("Finance", (
            f"Monthly management reports for each month of FY{current} to {booked}", "partial", shelf.of("monthly"),
            f"reports for the first {calendar.elapsed - 3} months are not there",
        )),
        ("Finance", (f"Interim reports for the first and second quarter of FY{current}", "provided", shelf.of("quarterly"), "")),
        ("Finance", ("Schedule of net debt and borrowings", "provided", shelf.of("Net debt schedule"), "")),
        ("Finance", (
            f"Annual accounts of {company.subsidiary} for FY{last - 1} and FY{last}", "provided", shelf.of("local_annual"), ""
        )),
        ("Corporate", ("Capitalisation table, fully diluted", "provided", shelf.of("captable"), "")),
        ("Corporate", (
            f"Minutes of all board meetings since {long_date(company.opened - timedelta(days=1100))}", "partial", minutes,
            "minutes of a few recent meetings only",
        )),
        ("Commercial", (
            "Customer concentration analysis: sales by customer for the last three fiscal years", "partial",
            shelf.of("customers"), f"FY{last} only",
        )),
        ("People", (f"Headcount by function as of {booked}", "provided", shelf.of("headcount"), "")),
        ("People", ("Employment agreement of the Chief Executive Officer", "missing", (), "nothing in the room")),
        ("Legal", ("Material customer contracts", "provided", shelf.of("customer_contracts"), "")),
        ("Legal", ("Loan and facility agreements with all amendments", "provided", shelf.of("loan"), "")),
        ("Legal", ("Overview of pending and threatened litigation", "provided", shelf.of("litigation"), "")),
        ("Commercial", (
            f"Current price list, valid at {booked}", "outdated", shelf.of("prices"), "the price list is two years old",
        )),
        ("People", (
            f"Organisation chart as of {booked}", "outdated", shelf.of("organisation"), "the chart is more than a year old",
        )),
    ]  # fmt: skip


_MISSING = (
    "Corporate income tax returns for the last three years", "Insurance policies and claims history",
    "Environmental permits and site audits", "Register of patents and trademarks", "Data protection impact assessments",
    "Pension plan valuation reports", "Penetration test reports of the last two years", "Bank account statements",
    "Transfer pricing documentation", "Works council agreements",
)  # fmt: skip

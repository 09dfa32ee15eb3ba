"""The buyer's request list, and what the room holds for each request."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from dataroom.blocks import Column, Document, Grid, Heading, Row, Sheet, say
from dataroom.company import Company
from dataroom.fiscal import long_date
from dataroom.truth import Request
from dataroom.words import table

Shelf = Mapping[str, Sequence[str]]  # what it is → the files that are it and stand
_MISSING = 7  # requests for what no room holds


def request_list(company: Company, shelf: Shelf) -> tuple[Document, list[Request]]:
    """Requests by area, some of them for what is not there, and how each is answered."""
    random, words = company.random("requests"), table("requests")
    asked = [_answered(company, shelf, wish) for wish in words["wish"]]
    asked += [("Legal", Request("", text, "missing", (), "nothing in the room"))
              for text in random.sample(words["missing"], _MISSING)]  # fmt: skip
    random.shuffle(asked)
    asked.sort(key=lambda one: one[0])
    requests, rows = [], []
    for number, (area, request) in enumerate(asked, 1):
        requests.append(Request(str(number), request.text, request.status, request.files, request.lacking))
        rows.append(Row(str(number), (area, request.text, random.choice(("High", "Medium", "Low")))))
    return _document(company, rows), requests


def _answered(company: Company, shelf: Shelf, wish: dict[str, Any]) -> tuple[str, Request]:
    """A request with its gaps filled; a file that should answer it and is not there makes it partial."""
    calendar = company.calendar
    facts = {
        "first": calendar.last - 2, "second": calendar.last - 1, "last": calendar.last, "current": calendar.current,
        "end": calendar.current + 2, "booked": long_date(calendar.booked), "subsidiary": company.subsidiary,
        "since": long_date(company.opened - timedelta(days=1100)),
    }  # fmt: skip
    keys = [key.format(**facts) for key in wish["files"]]
    status = wish["status"] if all(key in shelf for key in keys) else "partial"
    lacking = wish.get("lacking", "").format(**facts) if status != "provided" else ""
    files = tuple(name for key in keys for name in shelf.get(key, ()))
    return wish["area"], Request("", wish["text"].format(**facts), status, files, lacking)


def _document(company: Company, rows: list[Row]) -> Document:
    columns = tuple(Column((head,), wide=True) for head in ("Area", "Request", "Priority"))
    grid = Grid(columns, tuple(rows), stub="No.")
    title = f"{company.project} – Information request list"
    dated = company.opened - timedelta(days=21)
    lines = (title, f"Sent to {company.name} on {long_date(dated)}")
    blocks = (Heading(title), say(lines[1]), Heading("Requests"), grid)
    return Document(title, "Deal team", dated, blocks, (Sheet("IRL", lines, (grid,)),))

"""Who holds which part of a company, from a list whose heading the reader of tables took for its caption."""

import re
from collections.abc import Iterator
from decimal import Decimal

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Cell, Page, Source, Span, Table
from sleuth.findings.finding import Finding
from sleuth.findings.profile import Profile
from sleuth.language.period import Period
from sleuth.language.quantity import Printed, Quantity, read_cell
from sleuth.language.scenario import Scenario
from sleuth.language.timing import as_instant, read_timing
from sleuth.language.wordlist import wordlist

_WHOLE, _HIDDEN = Decimal(100), Decimal("0.5")  # per cent, and what rounding may hide of it


def holding_findings(source: Source, about: Profile) -> Iterator[Finding]:
    """The parts that lists of holders state: only where they add up to the whole, at one day."""
    for page in source.pages:
        for table in page.tables:
            if not table.column_paths and (day := _day(table, about)):
                yield from _holdings(source, page, table, about.subject, day)


def _day(table: Table, about: Profile) -> Period | None:
    """The day of "Shareholder Shareholding at 31 March 2024", at the end of a caption."""
    said = re.search(wordlist("facts", "findings")["holdings"]["heading"], " ".join(table.caption.split()).casefold())
    timing = read_timing(said["time"]) if said else None
    return as_instant(timing, about.calendar) if timing and timing.day else None


def _holdings(source: Source, page: Page, table: Table, subject: str, day: Period) -> Iterator[Finding]:
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells():
        rows.setdefault(cell.row, []).append(cell)
    parts = [(cells, _percent(page, cells)) for cells in rows.values()]
    held = [(cells, read) for cells, read in parts if read is not None]
    if len(held) < len(parts) or abs(sum(read.value for _, read in held) - _WHOLE) > _HIDDEN:
        return
    for (name, value), read in held:
        span = Span(page.number, value.start, value.end)
        holder = " ".join(page.text[name.start : name.end].split())
        yield Finding(
            metric="ownership", label="ownership", span=span, locator=locator(source, span),
            quote=page.text[name.start : value.end], rule="table: holders whose parts add up", subject=subject,
            dimension=(holder,), period=day, scenario=Scenario.ACTUAL,
            quantity=Quantity(read.value, "percent", 0, read.step), domain="legal", row_path=(holder,),
        )  # fmt: skip


def _percent(page: Page, cells: list[Cell]) -> Printed | None:
    """The part that a row of a name and a percentage states."""
    if len(cells) != 2:
        return None
    name, value = (page.text[cell.start : cell.end] for cell in cells)
    read = read_cell(value)
    return read if read and read.unit == "percent" and any(map(str.isalpha, name)) else None

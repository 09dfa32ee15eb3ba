"""How right and complete the findings of tables are: cells of workbooks, revenue of filings, header paths, coverage."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from sleuth.config import Settings
from sleuth.evals.figures import FINDINGS, Figure, figure
from sleuth.evals.grids import Grid, grid_source, spelt_grid
from sleuth.evals.rows import rows
from sleuth.evidence.source import Page
from sleuth.findings.finding import Finding
from sleuth.findings.tables.extraction import table_findings
from sleuth.findings.tables.layout import body_cells
from sleuth.ingest.sandbox import read_file
from sleuth.language.dates import is_year
from sleuth.language.quantity import read_cell
from sleuth.language.timing import read_timing

Judged = list[tuple[str, float]]  # group, share right: the group decides the half
_SCALES = {"units": 0, "thousands": 3, "millions": 6, "billions": 9}
_STATEMENT = re.compile(r"CONSOLIDATED (?:STATEMENTS OF|BALANCE SHEETS)")
_TITLE = 300  # characters of a page in which a statement's title stands


@dataclass(frozen=True, slots=True)
class FindingSet:
    """A set that tells what tables state."""

    key: str
    file: str  # under the data's root: without it the set is not there
    measure: Callable[[Path, Settings], dict[str, Judged]]

    def is_there(self, data: Path) -> bool:
        """Whether the data holds this set."""
        return (data / self.file).exists()

    def figures(self, data: Path, settings: Settings) -> list[Figure]:
        """Its measures, over all and in halves."""
        return [figure(FINDINGS, self.key, name, judged) for name, judged in self.measure(data, settings).items()]


def workbooks(data: Path, settings: Settings) -> dict[str, Judged]:
    """Facts of two SEC workbooks: the finding of the fact's cell, with its value, unit and period."""
    folder = data / "redistributable" / "edgar_xlsx"
    facts = list(rows(folder / "facts.jsonl"))
    found = {
        name: {f.locator: f for f in table_findings(read_file(folder / "xlsx" / name, settings))}
        for name in sorted({fact["filename"] for fact in facts})
    }
    judged = [(fact, found[fact["filename"]].get(f"{fact['sheet']}!{fact['cell']}")) for fact in facts]
    return {
        "cell, value, unit and period exact": [(f["metric"], float(right_fact(f, at))) for f, at in judged],
        "of the cells found": [(f["metric"], float(right_fact(f, at))) for f, at in judged if at is not None],
    }


def right_fact(fact: dict[str, Any], at: Finding | None) -> bool:
    """Whether a finding is a fact of a workbook: value, unit and scale, and the dates of its column."""
    if at is None or at.quantity is None or at.period is None:
        return False
    name = fact["metric"].casefold()
    unit = (
        "USD/share"
        if "per share" in name and "par value" not in name
        else "share"
        if "shares outstanding" in name
        else "USD"
    )
    scale = 0 if unit == "USD/share" else _SCALES[fact["scale"]]
    printed = at.quantity.value == Decimal(str(fact["value"]))
    timing = read_timing(f"{fact['duration']} {fact['period']}" if fact["duration"] != "instant" else fact["period"])
    assert timing is not None
    stated = (at.period.end.year, at.period.end.month, at.period.end.day, at.period.months)
    return printed and (at.quantity.unit, at.quantity.scale) == (unit, scale) and stated == (
        timing.year, timing.month, timing.day, timing.months
    )  # fmt: skip


def revenues(data: Path, settings: Settings) -> dict[str, Judged]:
    """Revenue by year from statements of many filers: value, currency, scale, year and duration."""
    exact: Judged = []
    stated: Judged = []
    for row in rows(data / "redistributable" / "finrag" / "items.jsonl"):
        found = [f for fragment in _fragments(row) for f in _revenue(fragment)]
        gold = {_gold(one) for one in row["gold"]}
        exact += [(row["id"], float(one in found)) for one in gold]
        years = {one[3] for one in gold}
        stated += [(row["id"], float(one in gold)) for one in set(found) if one[3] in years]
    return {"value, unit, currency and duration exact": exact, "of the revenues found": stated}


_Revenue = tuple[Decimal, str, int, int, int]  # value, currency, scale, year, months


def _fragments(row: dict[str, Any]) -> Iterator[str]:
    fragments = row["fragments"]
    yield from (one["text"] for one in (ast.literal_eval(fragments) if isinstance(fragments, str) else fragments))


def _revenue(fragment: str) -> Iterator[_Revenue]:
    above, _, table = fragment.partition("; table:")
    grid = spelt_grid(table)
    if not grid:
        return
    source = grid_source("fragment.html", grid, re.sub(r"^.*?Text before table:", "", above).split("\n"))
    for f in table_findings(source):
        if f.metric == "revenue" and not f.dimension and f.quantity and f.period and f.period.months:
            year = f.period.fiscal_year or f.period.end.year
            yield f.quantity.value, f.quantity.unit, f.quantity.scale, year, f.period.months


def _gold(one: dict[str, Any]) -> _Revenue:
    value = Decimal(one["main_question"]).normalize() + 0
    return value, one["currency"], _SCALES[one["unit"]], int(one["year"]), int(one["duration"])


def header_paths(data: Path, settings: Settings) -> dict[str, Judged]:
    """Cells that answers of TAT-QA use: the row's label, and all that stands above in the cell's column."""
    judged: Judged = []
    for row in rows(data / "redistributable" / "tatqa" / "contexts.jsonl"):
        grid: Grid = [[" ".join(text.split()) for text in line] for line in row["table"]["table"]]
        (page,) = grid_source("table.html", grid).pages
        paths = _paths(page)
        judged += [(row["table"]["uid"], float(right_path(grid, at, paths))) for at in _used(grid, row["questions"])]
    return {"right header path": judged}


def _paths(page: Page) -> dict[tuple[int, int], tuple[Sequence[str], Sequence[str]]]:
    """The header paths of each cell, by its place."""
    return {
        (cell.row, cell.column): (table.row_paths.get(cell.row, ()), table.column_paths.get(cell.column, ()))
        for table in page.tables
        for cell in table.cells()
    }


def _used(grid: Grid, questions: Sequence[dict[str, Any]]) -> Iterator[tuple[int, int]]:
    """The places of the numbers that answers are, or are computed from; only numbers that stand in one place."""
    places: dict[str, list[tuple[int, int]]] = {}
    for r, line in enumerate(grid[_first_body_row(grid) :], _first_body_row(grid)):
        for c, text in enumerate(line):
            if c and re.search(r"\d", text):
                places.setdefault(_digits(text), []).append((r, c))
    used = set()
    for question in questions:
        if "table" in question["answer_from"]:
            answer = question["answer"] if isinstance(question["answer"], list) else [question["derivation"]]
            numbers = re.findall(r"\d[\d,]*\.?\d*", " ".join(map(str, answer)))
            used |= {at[0] for number in numbers if len(at := places.get(_digits(number), [])) == 1}
    yield from sorted(used)


def _digits(text: str) -> str:
    return re.sub(r"[^\d.]", "", text)


def right_path(
    grid: Grid, at: tuple[int, int], paths: dict[tuple[int, int], tuple[Sequence[str], Sequence[str]]]
) -> bool:
    """Whether the path of a cell ends with its row's label, if it has one, and holds each text above it as header."""
    row, column = at
    rows_path, columns_path = paths.get(at, ((), ()))
    above = [line[column] for line in grid[: _first_body_row(grid)] if line[column]]
    shown = " ".join(columns_path)
    labelled = not grid[row][0] or (bool(rows_path) and rows_path[-1] == grid[row][0])
    return labelled and all(text in shown for text in above)


def _first_body_row(grid: Grid) -> int:
    return next((r for r, line in enumerate(grid) if line[0] and any(map(_is_amount, line[1:]))), 0)


def _is_amount(text: str) -> bool:
    return read_cell(text) is not None and not is_year(text)


def coverage(data: Path, settings: Settings) -> dict[str, Judged]:
    """Which share of the numbers on the pages of primary statements became findings."""
    covered: dict[str, Judged] = {"cells of primary statements found": [], "without statements of equity": []}
    for path in sorted((data / "redistributable" / "kgrag_sec10q" / "pdf").glob("*.pdf")):
        source = read_file(path, settings)
        found = {f.span for f in table_findings(source)}
        for page in filter(_is_statement, source.pages):
            cells = [cell for table in page.tables for cell in body_cells(page, table) if read_cell(cell.text)]
            shares = [(path.name, float((page.number, cell.start, cell.end) in found)) for cell in cells]
            covered["cells of primary statements found"] += shares
            if "EQUITY" not in page.text[:_TITLE].replace("LIABILITIES AND", ""):
                covered["without statements of equity"] += shares
    return covered


def _is_statement(page: Page) -> bool:
    return _STATEMENT.search(page.text[:_TITLE]) is not None and bool(page.tables)


FINDING_SETS = (
    FindingSet("edgar_xlsx", "redistributable/edgar_xlsx/facts.jsonl", workbooks),
    FindingSet("finrag", "redistributable/finrag/items.jsonl", revenues),
    FindingSet("tatqa", "redistributable/tatqa/contexts.jsonl", header_paths),
    FindingSet("kgrag_sec10q", "redistributable/kgrag_sec10q/pdf", coverage),
)

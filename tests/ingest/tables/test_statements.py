"""Tables of real filings, against what a person read off the rendered pages.

The rules were tuned on AAPL's filings and others; NVDA's were first looked at when the rules were frozen, and then 716
of the 738 cells (97.0 %) were right. A row is written as its path ("Net sales: > Products"); a heading marked with
"?" may lead the path or not.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sleuth.evidence.source import Page, Table
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.pdf import read

Statement = dict[str, Any]
LISTS = sorted((Path(__file__).parent / "statements").glob("*.json"))
LEAST_RIGHT = 0.95


def squeezed(text: str) -> str:
    return re.sub(r"[\s$]+", "", text).replace("’", "'")


def path_matches(expected: str, path: tuple[str, ...]) -> bool:
    """The whole path, from the outermost section to the row's own label."""
    wanted = expected.split(" > ")
    required = [part for part in wanted if not part.startswith("?")]
    every = [part.removeprefix("?") for part in wanted]
    return [squeezed(p) for p in path] in ([squeezed(p) for p in required], [squeezed(p) for p in every])


def cells_of(page: Page, table: Table) -> dict[tuple[int, int], str]:
    return {(cell.row, cell.column): squeezed(page.text[cell.start : cell.end]) for cell in table.cells()}


def right_cells(statement: Statement, page: Page, table: Table) -> int:
    """How many of the statement's cells stand in the table under the right row path and all words of the header."""
    cells = cells_of(page, table)
    columns = {squeezed("".join(path)): column for column, path in table.column_paths.items()}
    rows = sorted(table.row_paths.items())
    right = 0
    for label, *values in statement["rows"]:
        at = next(
            (i for i, (_, path) in enumerate(rows) if path_matches(label, path) and any_value(cells, rows[i][0])), None
        )
        if at is None:
            continue
        row = rows.pop(at)[0]
        for header, value in zip(statement["columns"], values, strict=True):
            found = cells.get((row, columns.get(squeezed("".join(header)), -1)))
            right += value is not None and found == squeezed(value)
    return right


def any_value(cells: dict[tuple[int, int], str], row: int) -> bool:
    return any(column > 0 for at, column in cells if at == row)


def cell_count(statement: Statement) -> int:
    return sum(value is not None for _, *values in statement["rows"] for value in values)


def statements() -> Iterator[Any]:
    for path in LISTS:
        listed = json.loads(path.read_text(encoding="utf-8"))
        for number, statement in enumerate(listed["statements"]):
            yield pytest.param(listed["file"], statement, id=f"{path.stem}-{number}-p{statement['page']}")


@pytest.fixture(scope="module")
def filings(shared_data: Path) -> dict[str, tuple[Page, ...]]:
    folder = shared_data / "redistributable" / "kgrag_sec10q" / "pdf"
    names = sorted({json.loads(path.read_text(encoding="utf-8"))["file"] for path in LISTS})
    return {name: read((folder / name).read_bytes(), name, Limits()).pages for name in names}


def best(statement: Statement, page: Page) -> int:
    return max((right_cells(statement, page, table) for table in page.tables), default=0)


@pytest.mark.parametrize(("filename", "statement"), list(statements()))
def test_cells_have_their_row_and_header_path(
    filename: str, statement: Statement, filings: dict[str, tuple[Page, ...]]
) -> None:
    right, count = best(statement, filings[filename][statement["page"] - 1]), cell_count(statement)
    assert right >= 0.9 * count, f"{statement['title']}: {right} of {count} cells"


def test_share_of_right_cells(filings: dict[str, tuple[Page, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    cases = [case.values for case in statements()]
    right = sum(best(statement, filings[filename][statement["page"] - 1]) for filename, statement in cases)
    count = sum(cell_count(statement) for _, statement in cases)
    with capsys.disabled():
        sys.stdout.write(f"\ntables: {right} of {count} cells of {len(cases)} statements right ({right / count:.1%})\n")
    assert len(cases) >= 12
    assert right >= LEAST_RIGHT * count

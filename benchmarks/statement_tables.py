"""How many figures of filings' primary statements are read with the right row label and column header.

    python benchmarks/statement_tables.py SLICE_FOLDER... [--format pdf|html] [--all] [--examples N] [--only NAME]

The truth is the filings' own inline XBRL (`facts/NAME.facts.jsonl.gz`): printed text, row label and period of each
figure. A figure of the income statement, balance sheet or cash flow statement is right where a cell of the statement's
pages prints it in a row of its label, under headers that name the period: its year, and its month, its day and its
length where the headers name any.
"""

import argparse
import datetime
import gzip
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from sleuth.evidence.source import Page, Source
from sleuth.ingest.readers import read
from sleuth.ingest.readers.limits import Limits

Fact = dict[str, Any]
STATEMENTS = {"IS", "BS", "CF"}
MONTHS = [datetime.date(2000, month, 1).strftime("%B") for month in range(1, 13)]
COUNTS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "thirteen": 3, "twenty-six": 6, "thirty-nine": 9, "3": 3,
          "6": 6, "9": 9, "12": 12, "13": 3, "26": 6, "39": 9, "52": 12, "53": 12, "quarter": 3, "year": 12,
          "years": 12}  # fmt: skip
OPENING = re.compile(r"\bbeginning of|\bstart of", re.IGNORECASE)
LENGTH = re.compile(r"\b(\w+(?:-\w+)?)[ -](?:months?|weeks?)\b|\b(quarters?|years?)\b", re.IGNORECASE)


class Cell(NamedTuple):
    page: int
    digits: str
    row: tuple[str, ...]
    column: tuple[str, ...]


def digits(text: str) -> str:
    return re.sub(r"[^\d.]", "", text).strip(".")


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def cells_of(page: Page) -> Iterator[Cell]:
    for table in page.tables:
        for cell in table.cells():
            row, column = table.row_paths.get(cell.row, ()), table.column_paths.get(cell.column, ())
            printed = digits(page.text[cell.start : cell.end])
            if printed and (row or column):
                yield Cell(page.number, printed, row, column)


def is_labelled(fact: Fact, cell: Cell) -> bool:
    wanted = letters(fact["label"])
    return any(letters(" ".join(cell.row[-count:])) == wanted for count in (1, 2))


def is_headed(fact: Fact, cell: Cell, lengths: set[int]) -> bool:
    """Whether the headers name the fact's period. `lengths`: those of the statement's durations, in months."""
    header = " ".join(cell.column)
    end = datetime.date.fromisoformat(fact["end"] or fact["instant"])
    if OPENING.search(fact["label"]):  # what a period opens with stands in the period's column
        return bool(re.search(rf"\b(?:{end.year}|{end.year + 1})\b", header))
    if not re.search(rf"\b{end.year}\b|\b(?:FY|Q\d ?)'?{end.year % 100}\b", header):
        return False
    months = {month for month in MONTHS if month.lower() in header.lower() or f"{month[:3].lower()}." in header.lower()}
    if months and MONTHS[end.month - 1] not in months:
        return False
    if fact["instant"]:
        return True
    said = {COUNTS.get((found[1] or found[2]).lower(), 0) for found in LENGTH.finditer(header)} - {0}
    length = months_of(fact)
    return length in said if said else len(lengths) == 1


def months_of(fact: Fact) -> int:
    days = (datetime.date.fromisoformat(fact["end"]) - datetime.date.fromisoformat(fact["start"])).days
    return round(days / 30.4)


def statements(folder: Path, name: str, every: bool) -> dict[tuple[str, int], list[Fact]]:
    with gzip.open(folder / "facts" / f"{name}.facts.jsonl.gz", "rt", encoding="utf-8") as lines:
        facts = [json.loads(line) for line in lines][1:]
    found: dict[tuple[str, int], list[Fact]] = defaultdict(list)
    for fact in facts:
        shown = (
            (every or fact["statement"] in STATEMENTS)
            and not fact["hidden"]
            and fact["label"]
            and digits(fact["printed"] or "")
        )
        if shown and fact["table"] is not None:
            found[fact["statement"] or "note", fact["table"]].append(fact)
    return found


def judge(folder: Path, name: str, form: str, every: bool) -> tuple[Counter[str], list[str]]:
    path = folder / form / f"{name}.{form}"
    tally: Counter[str] = Counter()
    examples: list[str] = []
    source = read(path.read_bytes(), path.name, Limits())
    cells = [list(cells_of(page)) for page in source.pages]
    for (kind, _), facts in statements(folder, name, every).items():
        pages = statement_pages(facts, source)
        here = [cell for number in pages for cell in cells[number]]
        lengths = {months_of(fact) for fact in facts if fact["start"]}
        for fact in facts:
            verdict = verdict_on(fact, here, lengths)
            tally["cells"] += 1
            tally[verdict] += 1
            tally[f"{kind} cells"] += 1
            tally[f"{kind} right"] += verdict == "right"
            if verdict != "right":
                printed = digits(fact["printed"])
                near = next((cell for cell in here if cell.digits == printed), None)
                examples.append(
                    f"{name} {kind} p.{[n + 1 for n in pages]} {verdict}: {fact['label']!r} {fact['printed']} "
                    f"{fact['start'] or ''}..{fact['end'] or fact['instant']} read as {near}"
                )
    return tally, examples


def statement_pages(facts: list[Fact], source: Source) -> list[int]:
    """The pages (from 0) that print the most of a statement's figures in a row; at most three."""
    wanted = {digits(fact["printed"]) for fact in facts}
    printed = [{digits(word) for word in page.text.split()} & wanted for page in source.pages]
    best = max(
        range(len(printed)), key=lambda at: len(printed[at] | (printed[at + 1] if at + 1 < len(printed) else set()))
    )
    return [at for at in range(best, best + 3) if at < len(printed)]


def verdict_on(fact: Fact, cells: list[Cell], lengths: set[int]) -> str:
    printed = digits(fact["printed"])
    same = [cell for cell in cells if cell.digits == printed]
    if not same:
        return "not in a table"
    labelled = [cell for cell in same if is_labelled(fact, cell)]
    if any(is_headed(fact, cell, lengths) for cell in labelled):
        return "right"
    if labelled:
        return "wrong header"
    return "wrong label" if any(is_headed(fact, cell, lengths) for cell in same) else "wrong label and header"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--format", default="pdf")
    parser.add_argument("--examples", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true", help="the tables of the notes too")
    arguments = parser.parse_args()
    jobs = [
        (folder, path.stem, arguments.format, arguments.all)
        for folder in arguments.folders
        for path in sorted((folder / arguments.format).glob(f"*.{arguments.format}"))
        if arguments.only in path.stem
    ]
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) - 1)) as pool:
        for (_, name, *_), (tally, examples) in zip(jobs, pool.map(judge, *zip(*jobs, strict=True)), strict=True):
            total += tally
            print(f"{name}: {tally['right']} of {tally['cells']}")
            print(
                *[f"  {example}" for example in examples[: arguments.examples]], sep="\n", end="\n" if examples else ""
            )
    print(", ".join(f"{key} {count}" for key, count in sorted(total.items())))
    print(f"right {total['right'] / max(1, total['cells']):.3f}")


if __name__ == "__main__":
    main()

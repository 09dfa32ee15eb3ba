"""Facts in words that tables state: lists of agreements with their terms, and of people with their roles."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Cell, Page, Source, Span, Table
from sleuth.findings.finding import Finding
from sleuth.findings.text.contracts import named_contract, read_contract
from sleuth.findings.text.terms import normal_term
from sleuth.language.wordlist import wordlist

_LONGEST = 200  # characters of a cell that is a term


def register_findings(source: Source, subject: str) -> Iterator[Finding]:
    """What the tables of a source state in words, row by row; the row is the quote."""
    for page in source.pages:
        for table in page.tables:
            rows = _rows(source, page, table)
            yield from _agreements(rows)
            yield from _people(rows, subject)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row's cells by what their column is headed, in plain form."""

    source: Source
    page: Page
    cells: Mapping[str, Cell]

    def text(self, head: str) -> str:
        cell = self.cells.get(head)
        return self.page.line_of(cell) if cell else ""

    def headed(self, form: str) -> str:
        """The first head that is of a form; "" where none is."""
        return next((head for head in self.cells if re.fullmatch(form, head)), "")

    def finding(self, head: str, metric: str, subject: str, said: str, domain: str) -> Finding:
        span = Span(self.page.number, self.cells[head].start, self.cells[head].end)
        start, end = min(c.start for c in self.cells.values()), max(c.end for c in self.cells.values())
        return Finding(
            metric=metric, label=metric, span=span, locator=locator(self.source, span),
            quote=self.page.text[start:end], rule="table: a column of this fact", subject=subject, text=said,
            domain=domain, column_path=(head,),
        )  # fmt: skip


def _rows(source: Source, page: Page, table: Table) -> list[_Row]:
    heads = {column: " ".join(path).strip(" :.").casefold() for column, path in table.column_paths.items()}
    if len({*heads.values()}) < len(heads):
        return []  # two columns of one name: which is meant is not certain
    rows: dict[int, dict[str, Cell]] = defaultdict(dict)
    for cell in table.cells():
        if head := heads.get(cell.column):
            rows[cell.row][head] = cell
    return [_Row(source, page, cells) for row, cells in rows.items() if row in table.row_paths]


def _agreements(rows: list[_Row]) -> Iterator[Finding]:
    forms = wordlist("contracts", "findings")["columns"]
    for row in rows:
        name, party = row.headed(forms["agreement"]), row.headed(forms["party"])
        if not name:
            continue
        subject = named_contract(row.text(name))
        if not subject and row.text(party):
            subject = f"{row.text(name)} ({row.text(party)})"
        if not subject or read_contract(subject) is None:
            continue
        for metric, form in forms.items():
            head, said = row.headed(form), row.text(row.headed(form))
            if len(said) <= _LONGEST and normal_term(metric, said):
                yield row.finding(head, metric, subject, said, "legal")


def _people(rows: list[_Row], subject: str) -> Iterator[Finding]:
    forms = wordlist("contracts", "findings")["people"]
    for row in rows:
        name, role = row.headed(forms["name"]), row.headed(forms["role"])
        if name and role and re.search(forms["a_role"], row.text(role).casefold()) and row.text(name):
            yield row.finding(role, "person and role", subject, f"{row.text(name)}, {row.text(role)}", "people")

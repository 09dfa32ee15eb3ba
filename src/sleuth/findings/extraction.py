"""Cells of tables become findings where metric, period, scenario, unit and scale are certain; the rest stay cells."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Page, Source, Span, Table
from sleuth.findings.clock import clock
from sleuth.findings.finding import Factor, Finding
from sleuth.findings.headings import read_headings
from sleuth.findings.lines import Line, is_segmented, read_line
from sleuth.findings.metrics import Lexicon, default_lexicon, label_form
from sleuth.findings.profile import Profile, profile
from sleuth.findings.quantity import comma_is_decimal, read_cell
from sleuth.findings.scale import read_scaling
from sleuth.findings.statements import which_statement
from sleuth.findings.units import Surroundings, measure

_LONGEST_QUOTE = 300  # characters
_OTHERS = ("investee", "acquiree", "business acquired", "joint venture", "guarantor", "discontinued operations", "variable interest entit", "parent company only")  # fmt: skip


def table_findings(
    source: Source, language: str = "en", lexicon: Lexicon | None = None, about: Profile | None = None
) -> list[Finding]:
    """What the tables of a source state, in reading order. `language` (ISO 639-1) tells how its numbers are written."""
    about = about or profile(source, language)
    words = lexicon or default_lexicon()
    return [
        finding
        for page in source.pages
        for table in page.tables
        for finding in TableReader(source, page, table, about, words).findings()
    ]


@dataclass(frozen=True, slots=True)
class BodyCell:
    """A cell of a table's body. `start` and `end` are characters of the page."""

    row: int
    column: int
    start: int
    end: int
    text: str


def body_cells(page: Page, table: Table) -> Iterator[BodyCell]:
    """The cells that stand beside a row's labels, in reading order."""
    pieces: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for cell in table.cells():
        if cell.row in table.row_paths:
            pieces[cell.row, cell.column].append((cell.start, cell.end))
    for (row, column), spans in pieces.items():
        start, end = min(spans)[0], max(span[1] for span in spans)
        text = page.text[start:end]
        is_torn = end - start > sum(b - a for a, b in spans) + 2 * len(spans)  # something else stands between
        if not is_torn and text not in table.row_paths[row]:
            yield BodyCell(row, column, start, end, text)


class TableReader:
    """One table being read: what holds for all of it is read once."""

    def __init__(self, source: Source, page: Page, table: Table, about: Profile, lexicon: Lexicon) -> None:
        self.source, self.page, self.table, self.about, self.lexicon = source, page, table, about, lexicon
        self.cells = list(body_cells(page, table))
        self.first = min((cell.column for cell in table.cells()), default=0)
        self.context = " ".join([table.caption, *table.column_paths.get(self.first, ())])
        self.statement = which_statement(table, page.label, lexicon)
        self.heads = {column: read_headings(tuple(path)) for column, path in table.column_paths.items()}
        others = [head for column, head in self.heads.items() if column != self.first]
        self.clock = clock(table, self.context, page.label, others, about)
        self.comma = comma_is_decimal((cell.text for cell in self.cells), about.language)
        self.currency = self._currency()
        self.caption = read_scaling(self.context).over(read_scaling(page.label))
        self.lines: dict[tuple[tuple[str, ...], tuple[str, ...]], Line | None] = {}

    def findings(self) -> list[Finding]:
        """Each certain cell; where one key has two values in a table, none of them is certain."""
        if not self.cells or any(word in self.context.casefold() for word in _OTHERS):
            return []
        return list(_unambiguous([found for cell in self.cells if (found := self._finding(cell)) is not None]))

    def _currency(self) -> str | None:
        """The one currency whose mark the table's cells bear."""
        marks = {printed.currency for cell in self.cells if (printed := read_cell(cell.text)) and printed.currency}
        return next(iter(marks)) if len(marks) == 1 else None

    def _finding(self, cell: BodyCell) -> Finding | None:
        printed = read_cell(cell.text, self.comma)
        head = self.heads.get(cell.column) or read_headings(())
        if printed is None or head.is_derived or head.is_aside or cell.column == self.first:
            return None
        told = self.clock.told(self.table.row_paths[cell.row], cell.column, head)
        line = self._line(told.names, head.names) if told else None
        around = Surroundings(
            head.scaling, self.caption, self.currency, self.about.scaling, self.about.scales_stated,
            self.statement is not None,
        )  # fmt: skip
        measured = measure(printed, line, around) if line else None
        if told is None or line is None or measured is None:
            return None
        metric = measured.metric
        period = self.clock.period(told.timing, metric.is_instant if metric else line.is_instant, line.opens)
        scenario, doubts = self.clock.scenario(told.scenarios, period) if period else (None, ())
        if period is None or scenario is None:
            return None
        span = Span(self.page.number, cell.start, cell.end)
        assumed = (Factor("the fiscal calendar is assumed", 0.1),) if period.assumed else ()
        return Finding(
            metric=metric.key if metric else line.key,
            label=line.label, span=span, locator=locator(self.source, span), quote=self._quote(cell), rule=line.rule,
            subject=self.about.subject, dimension=line.dimension, period=period, scenario=scenario,
            quantity=measured.quantity, domain=metric.domain if metric else "financial",
            row_path=tuple(self.table.row_paths[cell.row]),
            column_path=tuple(self.table.column_paths.get(cell.column, ())),
            is_cost=metric is not None and metric.is_cost, factors=(*measured.factors, *doubts, *assumed),
        )  # fmt: skip

    def _line(self, path: tuple[str, ...], names: tuple[str, ...]) -> Line | None:
        if (path, names) not in self.lines:
            self.lines[path, names] = self._read_line(path, names)
        return self.lines[path, names]

    def _read_line(self, path: tuple[str, ...], names: tuple[str, ...]) -> Line | None:
        """Rows name what is measured, and columns parts of it; or the other way round."""
        titles = {label_form(part) for part in self.table.column_paths.get(self.first, ())}
        path = tuple(part for part in path if label_form(part) not in titles or part == path[-1])
        if not names or not path:
            return read_line(path or names, self.statement, self.lexicon, self.table.caption) if path or names else None
        if self.lexicon.named(label_form(names[-1])) and not self.lexicon.named(label_form(path[-1])):
            line = read_line(names, None, self.lexicon)
            return replace(line, dimension=(*path, *line.dimension)) if line else None
        if not is_segmented(self.context):
            return None
        line = read_line(path, self.statement, self.lexicon, self.table.caption)
        return replace(line, dimension=(*line.dimension, *names)) if line else None

    def _quote(self, cell: BodyCell) -> str:
        """The row's own characters, from its label on; the cell alone where they do not stand in one line."""
        row = [other for other in self.table.cells() if other.row == cell.row]
        start, end = min(c.start for c in row), max(c.end for c in row)
        text = self.page.text[start:end]
        return text if len(text) <= _LONGEST_QUOTE else self.page.text[cell.start : cell.end]


def _unambiguous(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Findings whose key has one value. Sections tell apart what bears one name ("Term debt", current and not)."""
    for group in _grouped(findings).values():
        if _agree(group):
            yield from group
            continue
        sectioned = [
            replace(f, dimension=(*f.dimension, f.row_path[-2].strip(" :"))) for f in group if len(f.row_path) > 1
        ]
        if len(sectioned) == len(group):
            for subgroup in _grouped(sectioned).values():
                if _agree(subgroup):
                    yield from subgroup


def _grouped(findings: Sequence[Finding]) -> dict[object, list[Finding]]:
    groups: dict[object, list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[finding.key, finding.quantity.unit if finding.quantity else ""].append(finding)
    return groups


def _agree(group: Sequence[Finding]) -> bool:
    return len({finding.quantity.amount for finding in group if finding.quantity}) == 1

"""Cells of tables become findings where metric, period, scenario, unit and scale are certain; the rest stay cells."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from operator import itemgetter

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Page, PageSource, Source, Span, Table
from sleuth.findings.finding import Factor, Finding
from sleuth.findings.profile import Profile, profile
from sleuth.findings.subjects import part_of_sheet, subject_of_sheet
from sleuth.findings.tables.clock import Told, clock, of_periods
from sleuth.findings.tables.continuation import continued
from sleuth.findings.tables.divisions import Divisions, are_parts, known_parts, measure_over, part_beside
from sleuth.findings.tables.headings import (
    Heading,
    names_only_time,
    read_headings,
    standing,
    with_measures,
    with_parent,
)
from sleuth.findings.tables.keys import unambiguous
from sleuth.findings.tables.layout import BodyCell, body_cells, laid_out, lines_above, stub, titles_of, units_beside
from sleuth.findings.tables.line import SERIES, Line
from sleuth.findings.tables.lines import is_segmented, title_parts
from sleuth.findings.tables.months import headings_by_column
from sleuth.findings.tables.numbered import numbers_of
from sleuth.findings.tables.parts import Figures, Share, addends, introduced, proven_shares, sections_of_others, titled
from sleuth.findings.tables.reconcile import TableRead, reconciled
from sleuth.findings.tables.row_lines import RowReader
from sleuth.findings.tables.statements import Statement, is_primary, is_prose, titled_statement, which_statement
from sleuth.findings.tables.titled import reported_before, titled_stretches, titled_time
from sleuth.findings.tables.units import Measured, Surroundings, measure, names_money, percent_columns
from sleuth.language.currency import Signs, is_code
from sleuth.language.glyphs import plain
from sleuth.language.metrics import (
    PARENT,
    Lexicon,
    Metric,
    default_lexicon,
    is_between_parts,
    is_derived,
    is_joint,
    is_to_customers,
    is_whole,
    label_form,
    part_name,
    titles_parent,
)
from sleuth.language.quantity import comma_is_decimal, read_cell
from sleuth.language.scale import (
    NOTHING,
    Scaling,
    heading_scaling,
    read_scaling,
    states_amount,
    unit_in_column,
    unit_of_label,
    without_units,
)
from sleuth.language.timing import unbroken, without_year_before
from sleuth.language.wordlist import wordlist

_LONGEST_QUOTE = 300  # characters
_REVENUE = "revenue"
_FIRST_ROWS = 3
_NEAREST = 3  # titles above a table that may say whose it is
_FEWEST_TIMES = 2  # of a series
_OF_SHARES = ("percent", "ratio")
_SPLIT = 3  # columns into which a file may split one
_OTHERS = re.compile(wordlist("labels")["others"])
_LOSSES = ("loss ", "net loss", "operating loss", "förlust", "verlust")


def table_findings(source: Source, language: str = "en") -> list[Finding]:
    """What the tables of a source state, in reading order. `language` (ISO 639-1) tells how its numbers are written."""
    return reconciled(read_tables(source, profile(source, language), default_lexicon()))


def read_tables(source: Source, about: Profile, lexicon: Lexicon) -> list[TableRead]:
    """Each table of a source, before the figures of any are compared with another's.

    What one table shows to be the parts of a measure may tell what the rows of another are.
    """
    readers = list(_readers(source, about, lexicon))
    read = [TableRead(tuple(reader.findings()), reader.primary(), reader.is_titled) for reader in readers]
    parts = known_parts(read, lexicon)
    for number, reader in enumerate(readers):
        if parts and reader.divide_by(parts):
            read[number] = replace(read[number], findings=tuple(reader.findings()))
    revenues = {_of_whole(found) for one in read for found in one.findings if found.metric == _REVENUE}
    for number, reader in enumerate(readers):
        if found := reader.selling(revenues):
            read[number] = replace(read[number], findings=found)
    return read


def _of_whole(finding: Finding) -> tuple[object, ...]:
    """The period, the scenario and the amount of a figure, with its part: the last is empty for the company's own."""
    quantity = finding.quantity
    return finding.period, finding.scenario, quantity.amount if quantity else None, finding.dimension


def _readers(source: Source, about: Profile, lexicon: Lexicon) -> Iterator["TableReader"]:
    """A reader for each table, in reading order."""
    for page, tables in groupby(continued(source), key=itemgetter(0)):
        readers = [TableReader(source, page, table, about, lexicon) for _, table in tables]
        if source.page_source is PageSource.SHEET:
            of_sheet = subject_of_sheet(page, about.subject, any(reader.statement for reader in readers))
            if of_sheet is None:
                continue  # two companies' figures side by side: whose a table's are is not certain
            for number, reader in enumerate(readers):
                reader.subject, reader.within = of_sheet, part_of_sheet(page)
                reader.follows_statement = any(above.statement is not None for above in readers[:number])
                reader.caption = reader.caption.over(_first_scaling(readers[:number]))
        for above, reader in pairwise(readers):
            reader.go_on_from(above)
        yield from readers


class TableReader:
    """One table being read: what holds for all of it is read once."""

    def __init__(self, source: Source, page: Page, table: Table, about: Profile, lexicon: Lexicon) -> None:
        self.source, self.page, self.about, self.lexicon = source, page, about, lexicon
        table = laid_out(page, table)
        first = table.column_paths.get(table.first_column) or stub(page, table)
        near = [*reversed(first), *reversed(lines_above(page, table)), *self._top_of_sheet()]
        self.numbers = numbers = numbers_of(about, near)
        self.table = table = numbers.of_table(table)
        self.cells = list(body_cells(page, table))
        self.valued = {cell.row for cell in self.cells}
        self.first = table.first_column
        self.over_labels = labels = tuple(unbroken(table.column_paths.get(self.first) or stub(page, table)))
        lines = unbroken([part for line in lines_above(page, table) for part in line.split("\t")])  # of a sheet, cells
        above = [numbers.of_line(line) for line in (*lines, *labels, *self._units_below())]
        self.context = "\n".join(above)
        titles_up = (line for line in reversed(above[: len(lines)]) if not is_prose(plain(line).text))
        self.titles = [part for line in titles_up for part in title_parts(line)]  # the nearest first
        titles = [*titles_of(page, table), *labels, page.label]
        self.statement = which_statement(table, titles, lexicon)
        self.is_titled = titled_statement(titles) is not None
        self.is_of_parent = any(map(titles_parent, [*titles, *self.titles[:_NEAREST]]))
        self.subject = about.subject
        self.within: tuple[str, ...] = ()  # the part, or the case of a plan, that the sheet is of
        self.follows_statement = False  # it stands below a statement on one sheet, and counts as that does
        before = reported_before([*labels, *self.titles], table.column_paths, about.reported)
        reported = before or about.reported
        titled = titled_time(self._titles_of_time(above), reported)
        heads = headings_by_column(table.column_paths, about.signs, titled, about.calendar, reported)
        heads = with_parent(standing(heads, table.column_paths, about.author), table.column_paths)
        self.heads = heads if self.statement is not None else with_measures(heads)
        (self.no_head,) = titled_stretches({0: read_headings(())}, titled, reported).values()
        others = [head for column, head in self.heads.items() if column != self.first]
        self.clock = clock(table, self.context, page.label, others, about)
        self.comma = comma_is_decimal((cell.text for cell in self.cells), about.language)
        self.currency = self._currency()
        self.has_percent = any("%" in cell.text and self._is_told_by_mark(cell) for cell in self.cells)
        self.holds_money = any(map(self._is_of_money, self.valued))
        self.percents = percent_columns(self.cells)
        self.caption = _scaling_above(self.context, about.signs).over(read_scaling(page.label, about.signs))
        figures = self._figures()
        self.of_money = addends(figures, {row.row for row in figures if self._is_amount(row.label)})
        self.of_others = sections_of_others(figures)
        shares = self._shares(figures, [*above, page.label, source.title])
        self.adds_money = any(share.metric.unit == "money" for share in shares.values())
        self.units = units_beside(page, table)
        rows = [path for row, path in sorted(table.row_paths.items()) if row in self.valued]
        self.is_divided = False  # some of its rows or columns are parts that the rest of the document tells
        named = [one if before is None else without_year_before(one) for one in (*self.over_labels, *self.titles)]
        over = next(filter(None, (measure_over(one, lexicon) for one in named)), None)
        self.rows = RowReader(
            table, rows, self.statement, self.context, shares, lexicon, is_series=self._is_series(), over=over
        )

    def _titles_of_time(self, above: Sequence[str]) -> list[str]:
        """What may tell the time of the whole table, the nearest first: the titles among what stands `above` it, and
        those of its sheet. "Month" over "Jan-25", "Feb-25" is what the rows are called.
        """
        are_times = any(path and names_only_time(path[-1]) for path in self.table.row_paths.values())
        told = "\n".join(part for part in above if not (are_times and part in self.over_labels))
        titles = [line for line in reversed(of_periods(told)) if not is_prose(plain(line).text)]
        return [*titles, self.page.label, *of_periods("\n".join(map(self.numbers.of_line, self._top_of_sheet())))]

    def _top_of_sheet(self) -> list[str]:
        """The titles above the first table of a sheet, which are those of its other tables too."""
        if self.source.page_source is not PageSource.SHEET or not self.page.tables:
            return []
        lines = [*self.page.above_tables.strip().split("\n"), *self.page.tables[0].caption.split("\n")]
        return [line for line in lines if line and "\t" not in line and not is_prose(plain(line).text)]

    def divide_by(self, parts: frozenset[str]) -> bool:
        """Take rows and columns of parts that the document is known to have as such: whether there are any.

        `parts`: as `known_parts` gives them.
        """
        rows = {row: path for row, path in sorted(self.table.row_paths.items()) if row in self.valued}
        sectioned = {row: (self._section(row), path) for row, path in rows.items()}
        divisions = Divisions(sectioned, self.rows.over, parts, self.lexicon)
        self.rows.divide_by(parts, divisions)
        columns = [head.names for column, head in self.heads.items() if column != self.first]
        beside = any(path and part_beside(path[-1], parts, self.lexicon) for path in rows.values())
        self.is_divided = bool(divisions) or beside or any(are_parts(names, parts) for names in columns)
        return self.is_divided

    def go_on_from(self, above: "TableReader") -> None:
        """Take what is said above the table before, of the parts that head its columns, where the same head these: the
        segments of the year before stand under the title of this year's."""
        parts = [head.names for head in self.heads.values()]
        titles = [line for line in above.context.split("\n") if is_segmented(line)]
        if any(parts) and parts == [head.names for head in above.heads.values()] and titles:
            self.context = self.rows.context = f"{titles[0]}\n{self.context}"

    def findings(self) -> list[Finding]:
        """Each certain cell; where one key has two values in a table, none of them is certain."""
        if not self.cells or (_OTHERS.search(plain(self.context).text) and not self.is_of_parent):
            return []
        return list(unambiguous([found for cell in self.cells for found in self._findings(cell)]))

    def selling(self, revenues: Collection[object]) -> tuple[Finding, ...]:
        """The findings where a column "External" beside one "Inter-segment" is of revenue; none where it may not be.

        It is where its total is the company's revenue of the same time: one of `revenues`, as `_of_whole` gives them.
        """
        names = [head.names[-1] for head in self.heads.values() if head.names]
        if not (any(map(is_to_customers, names)) and any(map(is_between_parts, names))):
            return ()
        self.rows.take_sales(sells=True)
        found = tuple(self.findings())
        totals = [one for one in found if one.metric == _REVENUE and not one.dimension]
        is_proven = bool(totals) and all(_of_whole(one) in revenues for one in totals)
        self.rows.take_sales(sells=is_proven)
        return found if is_proven else ()

    def primary(self) -> Statement | None:
        """The primary statement that the table is, if it has a line that only the whole of such a statement has."""
        known = {metric.key for path in self.table.row_paths.values() if path for metric in self._metrics_of(path)}
        return self.statement if is_primary(self.statement, known) else None

    def _is_amount(self, label: str) -> bool:
        """Whether a row is an amount of money by its name, or the total of a table of money."""
        return names_money(label) or (self.caption.money is not None and is_whole(label))

    def _is_series(self) -> bool:
        """Whether every column of numbers is headed by a time alone, and a row therefore is what it is called.

        One time is enough where a sheet is headed by it, or a column tells the unit of each row; or none, where the
        title tells the time of the only column: "Net debt at 30 September 2026".
        """
        columns = {cell.column for cell in self.cells if read_cell(cell.text, self.comma) and cell.column != self.first}
        heads = [self.heads.get(column) or read_headings(()) for column in columns]
        told = [head for head in heads if not (head.is_derived or head.is_aside)]
        if len(told) == 1 and not told[0].names and told[0].timing is not None and not told[0].timing.is_time:
            return self.clock.titled.year is not None
        dated = all(head.timing is not None and head.timing.is_time and not head.names for head in told)
        is_sheet = self.source.page_source is PageSource.SHEET
        return dated and len(told) >= (1 if self.units or self.of_money else _FEWEST_TIMES - is_sheet)

    def _is_told_by_mark(self, cell: BodyCell) -> bool:
        """Whether its sign alone says that a cell is in percent: neither its row's nor its column's name does."""
        head = self.heads.get(cell.column)
        return not self._is_of_shares(cell.row) and not (head is not None and head.is_derived)

    def _is_of_shares(self, row: int) -> bool:
        """Whether a row's own name says that it is in percent, so that its signs tell nothing of the others."""
        path = self.table.row_paths[row]
        metrics = self._metrics_of(path) if path else ()
        if not path:
            return False
        is_marked = "%" in path[-1] or is_derived(path[-1])  # "Growth %" compares others
        return is_marked or any(one.unit == "percent" for one in metrics) or unit_of_label(path[-1]) in _OF_SHARES

    def _is_of_money(self, row: int) -> bool:
        """Whether a row is a measure of money that leaves its unit to what stands around it."""
        path = self.table.row_paths.get(row)
        if not path or read_scaling(path[-1], self.about.signs) != NOTHING:
            return False
        return any(metric.unit == "money" for metric in self._metrics_of(path))

    def _metrics_of(self, path: Sequence[str]) -> Sequence[Metric]:
        return self.lexicon.named(label_form(path[-1]))

    def _currency(self) -> str | None:
        """The one currency whose mark the table's cells bear."""
        cells = [read_cell(cell.text, False, self.about.signs) for cell in self.cells]
        marks = {printed.currency for printed in cells if printed is not None and printed.currency}
        return next(iter(marks)) if len(marks) == 1 else None

    def _figures(self) -> list[Figures]:
        """The printed numbers of each row that compares no others."""
        rows: list[Figures] = []
        derived = {column for column, head in self.heads.items() if head.is_derived or head.is_aside} | self.percents
        for row, cells in groupby(self.cells, key=lambda cell: cell.row):
            numbers = {c.column: n for c in cells if c.column not in derived and (n := read_cell(c.text, self.comma))}
            path = self.table.row_paths[row]
            label = path[-1] if path else ""
            if not is_derived(label):  # "Percentage of total revenue", between the parts
                rows.append(Figures(row, label, self._section(row), numbers))
        return rows

    def _shares(self, rows: Sequence[Figures], titles: Sequence[str]) -> dict[int, Share]:
        """The rows that add up to a total: its parts, and the total."""
        by_title = titled(title_parts("\n".join(titles)), self.lexicon)
        metric = by_title or introduced(self.context, self.lexicon, self.about.language)
        told = self.caption.currency or self.caption.money is not None or self.currency
        is_money = bool(told or (self.holds_money and metric is None) or (by_title and by_title.unit == "money"))
        return proven_shares(rows, metric, self.lexicon, is_money=is_money, divides=is_segmented(self.context))

    def _section(self, row: int) -> str:
        """The label of the nearest row above that has no values, which the file may not have set apart as a section."""
        above = [n for n in self.table.row_paths if n < row and n not in self.valued and self.table.row_paths[n]]
        return self.table.row_paths[max(above)][-1] if above else ""

    def _units_below(self) -> list[str]:
        """Some tables state their unit in a first row that has no values."""
        rows = sorted(self.table.row_paths)[:_FIRST_ROWS]
        labels = [self.table.row_paths[row][-1] for row in rows if row not in self.valued and self.table.row_paths[row]]
        return [label for label in labels if read_scaling(label).money is not None]

    def _head_column(self, cell: BodyCell) -> int:
        """The column whose headers are a cell's: its own, or one left of it, where a file splits "$" from a number."""
        beside = {other.column for other in self.cells if other.row == cell.row}
        for column in range(cell.column, max(cell.column - _SPLIT, self.first), -1):
            head = self.heads.get(column)
            if head is not None and (head.timing is None or head.timing.year is not None or head.is_aside):
                return column
            if column - 1 in beside:
                break
        return cell.column

    def _findings(self, cell: BodyCell) -> Iterator[Finding]:
        """What a cell states: of a row that names two measures of one unit both."""
        found = self._finding(cell)
        if found is None:
            return
        yield found
        form = label_form(found.row_path[-1])
        if is_joint(form):
            own = self.lexicon.metrics.get(found.metric)
            others = [m for m in self.lexicon.named(form) if own and m.unit == own.unit and m.key != own.key]
            yield from (replace(found, metric=other.key) for other in others)

    def _finding(self, cell: BodyCell) -> Finding | None:
        printed = read_cell(cell.text, self.comma, self.about.signs)
        column = self._head_column(cell)
        head = self.heads.get(column) or self.no_head
        if printed is None or head.is_derived or head.is_aside or cell.column == self.first:
            return None
        if cell.column in self.percents:
            printed = replace(printed, unit="percent")
        path = tuple(part for part in self.table.row_paths[cell.row] if label_form(part))
        if not path:
            return None  # a row without a label, or with "(a)" alone: what it measures is not certain
        told = self.clock.told(path, cell.row, column, head)
        line = self.rows.line(cell.row, told.names, self._names(column, head)) if told else None
        if line and cell.row in self.of_others:
            line = replace(line, dimension=(*line.dimension, self.of_others[cell.row]))
        measured = measure(printed, line, self._surroundings(cell.row, head)) if line else None
        if told is None or line is None or measured is None:
            return None
        return self._stated(cell, column, path, told, line, measured)

    def _surroundings(self, row: int, head: Heading) -> Surroundings:
        """What tells the units of a cell beside its own row: its column's headers, the table, the document."""
        unit = unit_in_column(self.units[row], self.about.signs) if row in self.units else None
        divides = is_segmented(self.context) or self.is_divided or self.adds_money or self.follows_statement
        divides = divides or (self.rows.is_series and self.holds_money)
        return Surroundings(
            unit, head.scaling, self.caption, self.currency, self.about.scaling, self.about.scales_stated,
            self.statement is not None, self.has_percent, _tells_shares(self.context), divides, self.about.signs,
            self.holds_money, self._has_money_over_labels(), self.about.scales_all, row in self.of_money,
        )  # fmt: skip

    def _has_money_over_labels(self) -> bool:
        """Whether what stands over the labels names something and its unit: "Stock, €000", not "€000" alone, under
        which things may be counted too.
        """
        named = [label for label in self.over_labels if re.search(r"[^\W\d_]", without_units(label))]
        said = [read_scaling(label, self.about.signs) for label in named]
        return any(one.currency and one.money is not None and not one.doubtful for one in said)

    def _stated(
        self, cell: BodyCell, column: int, path: tuple[str, ...], told: Told, line: Line, measured: Measured
    ) -> Finding | None:
        """The finding of a cell whose line and quantity are known; None where its period or scenario is not certain."""
        metric = None if _is_loss(path, measured) else measured.metric
        is_at_day = line.rule == SERIES and told.timing.day is not None
        is_at_day = is_at_day and not (told.timing.months or told.timing.rolling)
        timing = told.timing
        if line.rule == SERIES and timing.is_month and not is_code(measured.quantity.unit):
            timing = replace(timing, months=1)  # "Utilisation %" of "Sep-25", whichever months stand beside it
        period = self.clock.period(timing, metric.is_instant if metric else line.is_instant or is_at_day, line.opens)
        scenario, doubts = self.clock.scenario(told.scenarios, period) if period else (None, ())
        if period is None or scenario is None:
            return None
        span = Span(self.page.number, cell.start, cell.end)
        head = self.heads.get(column) or self.no_head
        of_parent = (PARENT,) if head.is_of_parent or self.is_of_parent else ()
        assumed = (Factor("the fiscal calendar is assumed", 0.1),) if period.assumed else ()
        return Finding(
            metric=metric.key if metric else line.key if not line.metrics else f"line: {label_form(path[-1])}",
            label=line.label, span=span, locator=locator(self.source, span), quote=self._quote(cell), rule=line.rule,
            subject=self.subject, dimension=tuple(map(part_name, (*of_parent, *self.within, *line.dimension))),
            period=period, scenario=scenario, quantity=measured.quantity,
            domain=metric.domain if metric else "financial", row_path=path,
            column_path=tuple(self.table.column_paths.get(column, ())),
            is_cost=metric is not None and metric.is_cost, factors=(*measured.factors, *doubts, *assumed),
        )  # fmt: skip

    def _names(self, column: int, head: Heading) -> tuple[str, ...]:
        """What the column names; in a statement of equity all its headings, for they are the components."""
        if self.statement is not Statement.EQUITY or head.timing is None:
            return head.names
        return tuple(part for part in self.table.column_paths.get(column, ()) if not names_only_time(part))

    def _quote(self, cell: BodyCell) -> str:
        """The row's own characters, from its label on; the cell alone where they do not stand in one line."""
        row = [other for other in self.table.cells() if other.row == cell.row]
        start, end = min(c.start for c in row), max(c.end for c in row)
        text = self.page.text[start:end]
        return text if len(text) <= _LONGEST_QUOTE else self.page.text[cell.start : cell.end]


def _is_loss(path: Sequence[str], measured: Measured) -> bool:
    """ "Net loss 5" is a negative income, and is kept as it is printed."""
    return measured.quantity.value > 0 and label_form(path[-1]).startswith(_LOSSES)


def _scaling_above(context: str, signs: Signs) -> Scaling:
    """What the lines above a table say of its units, the nearest first; a sentence that names several, or states an
    amount, says nothing.

    Where no line states a scale, a currency alone in brackets is the whole unit: "Net sales by customer (USD)".
    """
    scaling = NOTHING
    lines = context.split("\n")
    for line in reversed(lines):
        said = read_scaling(line, signs)
        is_aside = is_prose(plain(line).text) and (said.doubtful or states_amount(line))
        scaling = scaling if is_aside else scaling.over(said)
    is_whole = scaling.money is None and any(heading_scaling(line, signs).money == 0 for line in lines)
    return replace(scaling, money=0) if is_whole else scaling


def _first_scaling(above: Sequence["TableReader"]) -> Scaling:
    """What the first line of a sheet with a scale says of all tables below it that say nothing themselves."""
    return next((one.caption for one in above if one.caption.money is not None), NOTHING)


def _tells_shares(context: str) -> bool:
    """Whether a table is of percentages: "expressed as a percentage of revenue"."""
    return re.search(r"percentage of|percent of|% of|procent av|in prozent", context, re.IGNORECASE) is not None

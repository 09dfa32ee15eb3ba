"""What each row of one table measures: by its own words, beside the names of its columns, or by what adds up."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sleuth.evidence.source import Table
from sleuth.findings.tables.components import read_component
from sleuth.findings.tables.divisions import DIVIDED, Divisions, are_parts, part_beside
from sleuth.findings.tables.headings import bare_title
from sleuth.findings.tables.line import NAMED, SERIES, Line
from sleuth.findings.tables.lines import is_segmented, read_line, titled_measures
from sleuth.findings.tables.members import bare_part, only_revenue, sole_revenue
from sleuth.findings.tables.parts import Share
from sleuth.findings.tables.reconcile import PART, TOTAL
from sleuth.findings.tables.statements import Statement
from sleuth.language.glyphs import plain
from sleuth.language.metrics import (
    BETWEEN_PARTS,
    Lexicon,
    Metric,
    is_between_parts,
    is_reported_beside,
    is_residual,
    is_to_customers,
    is_whole,
    label_form,
    of_each,
)
from sleuth.language.timing import without_year_before
from sleuth.language.wordlist import wordlist

_CUSTOMERS, _NARROWED = (re.compile(wordlist("labels")[name]) for name in ("customers", "narrowed"))
Labels = tuple[str, ...]  # from the outermost to the own one


class RowReader:
    """The lines of one table; each path of a row beside the names of a column is read once."""

    def __init__(
        self, table: Table, rows: Sequence[Labels], statement: Statement | None, context: str,
        shares: Mapping[int, Share], lexicon: Lexicon, *, is_series: bool = False, over: Metric | None = None,
    ) -> None:  # fmt: skip
        """`rows`: the paths of those with values. `context`: what stands above the table. `shares`: proven by sums.

        `is_series`: every column of numbers is headed by a time and by nothing else. `over`: the measure that stands
        over the labels, or in the nearest title.
        """
        self.statement, self.context, self.shares, self.lexicon = statement, context, shares, lexicon
        self.is_series, self.over = is_series, over
        first = table.first_column
        self.titles = {label_form(part) for part in table.column_paths.get(first, ())}  # of the column of labels
        self.labels = {label_form(path[-1]) for path in rows if path}
        self.only_revenue = only_revenue(rows)
        columns = [plain(part).text for path in table.column_paths.values() for part in path]
        is_of_customers = any(_CUSTOMERS.fullmatch(column.strip()) for column in columns)
        self.lists_some = is_of_customers and _NARROWED.search(plain(context).text) is not None
        self.untitled = _behind_another(rows, context, lexicon)
        self.lines: dict[tuple[Labels, Labels], Line | None] = {}
        self.divisions: Divisions | None = None  # set where the document has shown what its parts are
        self.parts: frozenset[str] = frozenset()  # the same parts, as `label_form` gives them
        self.sells = False  # its columns part revenue from customers and from other parts of the company

    def divide_by(self, parts: frozenset[str], divisions: Divisions) -> None:
        """Take rows, and columns, of known parts as parts of the measures that they stand under, or beside."""
        self.parts, self.divisions = parts, divisions
        self.lines.clear()

    def take_sales(self, *, sells: bool) -> None:
        """Take a column "External" as revenue, or no longer: the table alone does not say that it is."""
        self.sells = sells
        self.lines.clear()

    def line(self, row: int, path: Labels, names: Labels) -> Line | None:
        """What a row's own words say; where they say nothing known, what the sum proves it to be.

        `path`: the row's labels that tell no time. `names`: what the headers of its column tell beside time.
        """
        if (path, names) not in self.lines:
            self.lines[path, names] = self._beside(self._read(path, names), path)
        line, share = self.lines[path, names], self.shares.get(row)
        is_unnamed = share is None and not names and (line is None or not line.metrics)
        if is_unnamed and self.divisions and (divided := self.divisions.line(row, path)):
            return divided
        if is_unnamed and path and (beside := part_beside(path[-1], self.parts, self.lexicon)):
            of, name = beside
            return Line(of.key, " > ".join(path), (of,), (name,), of.is_instant, rule=DIVIDED)
        if share is None or names or not path or (line and line.metrics and share.metric.kind != "count"):
            return line
        if of_each(path[-1]):
            return line  # what all segments have together is no part beside them
        if not share.is_whole and is_residual(path[-1]) and not is_reported_beside(path[-1]):
            return line
        metric = share.metric
        part = () if share.is_whole else (bare_part(path[-1], metric, self.lexicon),)
        rule = TOTAL if share.is_whole else PART
        return Line(metric.key, " > ".join(path), (metric,), part, metric.is_instant, rule=rule)

    def _beside(self, line: Line | None, path: Labels) -> Line | None:
        """The line as its table means it: "Total stockholders' equity" above "Total equity" is without minorities."""
        if line is None or not line.metrics or line.dimension or not path:
            return line
        other = self.lexicon.beside(label_form(path[-1]), self.labels)
        return replace(line, key=other.key, metrics=(other,)) if other is not None else line

    def _read(self, path: Labels, names: Labels) -> Line | None:
        """Rows name what is measured, and columns parts of it; or the other way round."""
        if self.statement is Statement.INCOME and path and path[-1] == self.only_revenue:
            return replace(sole_revenue(path), dimension=names) if not names or self._divides(names) else None
        path = tuple(part for part in path if label_form(part) not in self.titles or part == path[-1])
        if path and names and (self.sells or self._divides(names)) and (inside := self._between_parts(path, names)):
            return inside
        if path and (own := of_each(path[-1])):
            return self._of_each(path, own, names)
        if self.statement is Statement.EQUITY and names:
            return read_component(path, names, self.lexicon)
        measures = self._measures_of_column(names)
        if any(metric.unit == "share" for metric in measures):
            return None  # awards that were granted and vested are counted under the heading of what is held
        if not names and not path:  # a row that a scenario alone names is of the measure over it
            over = self.over if self.is_series else None
            return Line(over.key, over.key, (over,), (), over.is_instant, rule=NAMED) if over else None
        if not names or not path:
            is_series = self.is_series and bool(path)
            context = "" if path in self.untitled else self.context
            return read_line(path or names, self.statement, self.lexicon, context, is_series=is_series)
        named = self.lexicon.named(label_form(path[-1]))
        if measures and not named:
            return self._of_column(path, names)
        if any(metric in measures for metric in named):  # "Group revenue", the total of what stands under "Revenue"
            return read_line(path, self.statement, self.lexicon, self.context)
        if not self._divides(names):
            return None
        line = read_line(path, self.statement, self.lexicon, self.context)
        return replace(line, dimension=(*line.dimension, *names)) if line else None

    def _between_parts(self, path: Labels, names: Labels) -> Line | None:
        """What a part of the company sells to the others, in a row or in a column that is called so."""
        if is_between_parts(path[-1]):
            return replace(_own(path), key=BETWEEN_PARTS, dimension=names, unit="money")
        if self.sells and is_between_parts(names[-1]):
            part = () if is_whole(path[-1]) else path
            return replace(_own(names), key=BETWEEN_PARTS, dimension=part, unit="money")
        return None

    def _of_each(self, path: Labels, own: str, names: Labels) -> Line | None:
        """What "Segment EBITDA" is in a column: of a segment its EBITDA (`own`), elsewhere a line of its own name.

        The segments together are not all of the company. "Segment revenue" beside "External revenue" is a line of its
        own for each segment too.
        """
        if not names:
            return read_line(path, self.statement, self.lexicon, self.context, is_series=True)
        if not self._divides(names) or self.lexicon.named(label_form(names[-1])):
            return None
        line = read_line((*path[:-1], own), self.statement, self.lexicon, self.context)
        if line is not None and self._states_beside(line, path[-1]):
            return replace(_own(path), is_instant=line.is_instant, dimension=names)
        return replace(line, label=" > ".join(path), dimension=(*line.dimension, *names)) if line else None

    def _states_beside(self, line: Line, label: str) -> bool:
        """Whether another row states the measure, one that parts add up to, as revenue is and a result is not."""
        others = self.labels - {label_form(label)}
        return any(metric.splits and metric in self.lexicon.named(other) for metric in line.metrics for other in others)

    def _divides(self, names: Labels) -> bool:
        """Whether the columns of such names are parts of the company."""
        return is_segmented(self.context) or are_parts(names, self.parts)

    def _measures_of_column(self, names: Labels) -> tuple[Metric, ...]:
        """The measures that the headings of a column name; an "External" of revenue is revenue."""
        if names and self.sells and is_to_customers(names[-1]):
            return self.lexicon.named("revenue")
        return self.lexicon.named(label_form(names[-1])) if names else ()

    def _of_column(self, path: Labels, names: Labels) -> Line | None:
        """The measure that a column names, of the part that the row names."""
        is_sold = self.sells and is_to_customers(names[-1])
        line = read_line(("revenue",) if is_sold else names, None, self.lexicon)
        parts = tuple(part for part in path if not is_whole(part))
        if line is None or (not parts and (self.lists_some or any(metric.is_share for metric in line.metrics))):
            return None  # the total of some customers is no figure of the company
        label = names[-1] if is_sold else line.label
        return replace(line, label=label, dimension=(*parts, *line.dimension))


def _own(path: Labels) -> Line:
    """A row as a line of its own name."""
    return Line(f"line: {label_form(path[-1])}", " > ".join(path), rule=SERIES)


def _behind_another(rows: Sequence[Labels], context: str, lexicon: Lexicon) -> frozenset[Labels]:
    """The rows behind one that names another measure than the title does: of these the title tells nothing, as of costs
    below the EBITDA in a table of revenue by segment.
    """
    of_title = {metric.key for metric in titled_measures(context, lexicon)}
    named = [lexicon.named(label_form(bare_title(without_year_before(path[-1])))) if path else () for path in rows]
    others = [n for n, metrics in enumerate(named) if metrics and of_title.isdisjoint(m.key for m in metrics)]
    return frozenset(rows[others[0] + 1 :]) if of_title and others else frozenset()

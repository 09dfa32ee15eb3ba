"""Rows that are parts of the measure named over them: "Adjusted EBITDA" over the segments of a company.

A measure such as adjusted EBITDA is worked out from others, so that rows below its name may be steps of that. They
are its parts where the document has shown elsewhere that they are parts: their revenue adds up to the revenue.
"""

from collections.abc import Iterable, Mapping, Sequence

from sleuth.findings.tables.headings import bare_title
from sleuth.findings.tables.line import NAMED, OF_STATEMENT, ONLY_REVENUE, PART_OF, Line
from sleuth.findings.tables.reconcile import PART, TableRead
from sleuth.language.metrics import (
    Lexicon,
    Metric,
    is_reported_beside,
    is_residual,
    is_whole,
    label_form,
    without_whole,
)
from sleuth.language.scale import without_units

DIVIDED = "table: part of the measure over it"  # the rule of findings that are read so
_PARTS = (PART, PART_OF, NAMED, OF_STATEMENT, ONLY_REVENUE)  # the rules of findings that show a measure's parts
_FEWEST = 2  # rows of known parts
Path = tuple[str, ...]  # labels from the outermost section to the row's own


def known_parts(tables: Iterable[TableRead], lexicon: Lexicon) -> frozenset[str]:
    """What a document divides a measure into, as `label_form` gives it: "Storage" of revenue."""
    parts = (found for table in tables for found in table.findings if found.rule in _PARTS and found.dimension)
    splitting = (found for found in parts if found.metric in lexicon.metrics and lexicon.metrics[found.metric].splits)
    return frozenset(label_form(found.dimension[-1]) for found in splitting)


def are_parts(names: Sequence[str], parts: frozenset[str]) -> bool:
    """Whether the headings of columns, or the labels of rows, are known parts, beside what these leave over."""
    return bool(names) and all(label_form(name) in parts or is_residual(name) for name in names)


def measure_over(heading: str, lexicon: Lexicon) -> Metric | None:
    """The one measure that a heading, or a title, over rows names: "Adjusted EBITDA by segment by month 2025"."""
    bare = without_units(heading)
    forms = (label_form(form).partition(" by ")[0] for form in (heading, bare, bare_title(bare)))
    return _only(metric for form in forms for metric in lexicon.named(form))


def part_beside(label: str, parts: frozenset[str], lexicon: Lexicon) -> tuple[Metric, str] | None:
    """The measure and its known part that a label names side by side: "Mobile Hire EBITDA", "EBITDA Mobile Hire"."""
    words = label.strip(" :").split()
    for count in range(1, len(words)):
        for part, measure in ((words[:count], words[count:]), (words[count:], words[:count])):
            metric = _only(lexicon.named(label_form(" ".join(measure))))
            name = " ".join(part)
            if metric is not None and (label_form(name) in parts or is_reported_beside(name)):
                return metric, name
    return None


class Divisions:
    """The rows of one table that divide the measure named over them: in a section's name, or over the labels."""

    def __init__(
        self, rows: Mapping[int, tuple[str, Path]], over: Metric | None, parts: frozenset[str], lexicon: Lexicon
    ) -> None:
        """`rows`: of each row with values the section it stands under, if any, and its path, from the top.

        `over`: the measure that what stands over the labels, or the nearest title, names. `parts`: as `known_parts`
        gives them.
        """
        self._lexicon = lexicon
        self._head = over
        self._measures: dict[int, Metric] = {}
        for section in dict.fromkeys(section for section, _ in rows.values()):
            within = {row: path for row, (of, path) in rows.items() if of == section and path}
            over = self._measure(section) if section else self._head
            measure = self._of_total(list(within.values())) or over
            if measure is not None:
                divided = self._divided(within)
                if _are_mostly_parts([path[-1] for path in divided.values()], parts):
                    self._measures |= dict.fromkeys(divided, measure)

    def __bool__(self) -> bool:
        return bool(self._measures)

    def line(self, row: int, path: Path) -> Line | None:
        """What a row states as a part, or as the whole, of the measure over it; None where it is neither."""
        measure = self._measures.get(row)
        if measure is None:
            return None
        part = () if is_whole(path[-1]) else (path[-1].strip(" :"),)
        return Line(measure.key, " > ".join(path), (measure,), part, measure.is_instant, rule=DIVIDED)

    def _measure(self, heading: str) -> Metric | None:
        return measure_over(heading, self._lexicon)

    def _of_total(self, paths: Sequence[Path]) -> Metric | None:
        """The measure that the first row with a measure's name is the total of: "Total backlog" below the segments."""
        forms = (label_form(path[-1]) for path in paths)
        form = next((form for form in forms if self._lexicon.named(form) or self._measure(without_whole(form))), "")
        return self._measure(without_whole(form)) if form and without_whole(form) != form else None

    def _divided(self, rows: Mapping[int, Path]) -> dict[int, Path]:
        """The rows down to the total; none that names a measure, for what follows is worked out from the total."""
        found: dict[int, Path] = {}
        for row, path in rows.items():
            if self._lexicon.named(label_form(path[-1])) and not is_whole(path[-1]):
                break
            found[row] = path
            if is_whole(path[-1]):
                break
        return found


def _are_mostly_parts(labels: Sequence[str], parts: frozenset[str]) -> bool:
    """Whether most of the rows that name anything are known parts."""
    named = [label for label in labels if not (is_whole(label) or is_residual(label))]
    known = [label for label in named if label_form(label) in parts]
    return len(known) >= _FEWEST and 2 * len(known) > len(named)


def _only(measures: Iterable[Metric]) -> Metric | None:
    found = {measure.key: measure for measure in measures}
    return next(iter(found.values())) if len(found) == 1 else None

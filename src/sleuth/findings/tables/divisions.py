"""Rows that are parts of the measure named over them: "Adjusted EBITDA" over the segments of a company.

A measure such as adjusted EBITDA is worked out from others, so that rows below its name may be steps of that. They
are its parts where the document has shown elsewhere that they are parts: their revenue adds up to the revenue.
"""

from collections.abc import Iterable, Sequence

from sleuth.findings.tables.line import PART_OF, Line
from sleuth.findings.tables.reconcile import PART, TableRead
from sleuth.language.metrics import Lexicon, Metric, is_residual, is_whole, label_form

DIVIDED = "table: part of the measure over it"  # the rule of findings that are read so
_PARTS = (PART, PART_OF)  # the rules of findings that show what the parts of a measure are
_FEWEST = 2  # rows of known parts


def known_parts(tables: Iterable[TableRead]) -> frozenset[str]:
    """What a document divides a measure into, as `label_form` gives it: "Storage" of revenue."""
    parts = (found for table in tables for found in table.findings if found.rule in _PARTS and found.dimension)
    return frozenset(label_form(found.dimension[-1]) for found in parts)


class Divisions:
    """The rows of one table that divide the measure named over them: in a section's name, or over the labels."""

    def __init__(
        self, rows: Sequence[tuple[str, ...]], heads: Sequence[str], parts: frozenset[str], lexicon: Lexicon
    ) -> None:
        """`rows`: paths of labels, from the top. `heads`: what stands over them. `parts`: as `known_parts` gives."""
        self._lexicon = lexicon
        self._head = _only(filter(None, map(self._measure, heads)))
        self._measures: dict[tuple[str, ...], Metric] = {}
        for section in dict.fromkeys(path[:-1] for path in rows if path):
            measure = self._measure(section[-1]) if section else self._head
            if measure is not None:
                own = [path for path in rows if path and path[:-1] == section]
                divided = self._divided(own)
                if _are_parts([path[-1] for path in divided], parts):
                    self._measures |= dict.fromkeys(divided, measure)

    def __bool__(self) -> bool:
        return bool(self._measures)

    def line(self, path: tuple[str, ...]) -> Line | None:
        """What a row states as a part, or as the whole, of the measure over it; None where it is neither."""
        measure = self._measures.get(path)
        if measure is None:
            return None
        part = () if is_whole(path[-1]) else (path[-1].strip(" :"),)
        return Line(measure.key, " > ".join(path), (measure,), part, measure.is_instant, rule=DIVIDED)

    def _measure(self, heading: str) -> Metric | None:
        return _only(self._lexicon.named(label_form(heading).partition(" by ")[0]))

    def _divided(self, rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The rows down to the total; none that names a measure, for what follows is worked out from the total."""
        found: list[tuple[str, ...]] = []
        for path in rows:
            if self._lexicon.named(label_form(path[-1])) and not is_whole(path[-1]):
                break
            found.append(path)
            if is_whole(path[-1]):
                break
        return found


def _are_parts(labels: Sequence[str], parts: frozenset[str]) -> bool:
    """Whether most of the rows that name anything are known parts."""
    named = [label for label in labels if not (is_whole(label) or is_residual(label))]
    known = [label for label in named if label_form(label) in parts]
    return len(known) >= _FEWEST and 2 * len(known) > len(named)


def _only(measures: Iterable[Metric]) -> Metric | None:
    found = {measure.key: measure for measure in measures}
    return next(iter(found.values())) if len(found) == 1 else None

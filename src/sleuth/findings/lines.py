"""What a row of a table measures: a known metric, a part of one, or a line of a statement that goes by its own name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.findings.metrics import (
    Lexicon,
    Metric,
    default_lexicon,
    is_derived,
    is_neutral,
    is_whole,
    label_form,
    tells_changes,
)
from sleuth.findings.statements import Statement
from sleuth.findings.timing import read_timing

_BEGINNING = re.compile(
    r",? ?(?:at )?(?:the )?(?:beginning|start) of (?:the )?(?:period|year|quarter)|,? ?(?:beginning|opening) balances?|,? vid (?:periodens|årets) (?:början|ingång)",
    re.IGNORECASE,
)
_END = re.compile(
    r",? ?(?:at )?(?:the )?end of (?:the )?(?:period|year|quarter)|,? ?(?:ending|closing) balances?|,? vid (?:periodens|årets) (?:slut|utgång)",
    re.IGNORECASE,
)
_SEGMENTED = re.compile(r"\bsegments?\b|geograph|\bregions?\b|\bproducts?\b|categor|countr|end market|business (?:unit|area|line)|by (?:type|market|channel)|affärsområde|geschäftsfeld|land\b", re.IGNORECASE)  # fmt: skip
_LONGEST_PART = 60  # characters of the name of a segment or a product
_MOST_LABEL = 200


def is_segmented(context: str) -> bool:
    """Whether what stands above a table says that it divides its figures: by segment, region, product."""
    return _SEGMENTED.search(context) is not None


@dataclass(frozen=True, slots=True)
class Line:
    """What a row states. `metrics` are told apart by unit; none: the line goes by its own name."""

    key: str
    label: str
    metrics: tuple[Metric, ...] = ()
    dimension: tuple[str, ...] = ()
    is_instant: bool = False
    opens: bool = False  # it is the value at the beginning of the period
    rule: str = ""


def read_line(path: Sequence[str], statement: Statement | None, lexicon: Lexicon, context: str = "") -> Line | None:
    """The measure of a row by its path; None where it is not certain. `context` is what stands above the table."""
    if not path or len(path[-1]) > _MOST_LABEL or is_derived(path[-1]):
        return None
    parents = _parents(path[:-1], context, lexicon)
    label, shown = path[-1], " > ".join(path)
    for edge, opens in ((_BEGINNING, True), (_END, False)):
        stripped = edge.sub("", label)
        stocks = tuple(metric for metric in lexicon.named(label_form(stripped)) if metric.kind == "stock")
        if stripped != label and stocks:
            return Line(stocks[0].key, shown, stocks[:1], (), True, opens, "table: balance at the period's edge")
    metrics, used = _metrics(label, parents, lexicon)
    if metrics:
        return _named(metrics, shown, parents, used, statement, context)
    return _part(label, shown, parents, lexicon) or _own_name(label, shown, parents, statement)


def _parents(sections: Sequence[str], context: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The sections of a row; what is measured may stand in the caption alone ("Employees at year end")."""
    titles = [part for part in re.split(r"[\n,:;(]", context) if part.strip() and lexicon.named(label_form(part))]
    named = {metric.key for part in titles for metric in lexicon.named(label_form(part))}
    return (titles[0], *sections) if len(named) == 1 else tuple(sections)


def _metrics(label: str, parents: Sequence[str], lexicon: Lexicon) -> tuple[tuple[Metric, ...], int]:
    """The metrics that a label names, alone or with a section above it, and how many innermost sections that took."""
    form = label_form(label)
    if exact := lexicon.named(form):
        return exact, 0
    for depth, parent in enumerate(reversed(parents), 1):
        above = label_form(parent)
        if form in ("total", "totals", "summa", "totalt", "gesamt", "total net", "group total") and depth == 1:
            return lexicon.named(above), depth
        for joined in (f"{above} {form}", f"{form} {above}"):
            if len(form.split()) <= 3 and (found := lexicon.named(joined)):
                return found, depth
    return (), 0


def _named(
    metrics: tuple[Metric, ...],
    shown: str,
    parents: Sequence[str],
    used: int,
    statement: Statement | None,
    context: str,
) -> Line | None:
    outer = parents[: len(parents) - used]
    first = metrics[0]
    if statement is Statement.CASH and first.is_instant:
        return Line(f"change in {first.key}", shown, rule="table: change of a balance in a cash flow statement")
    if statement is None and any(tells_changes(parent) and not is_neutral(parent) for parent in parents):
        return None
    dimension: tuple[str, ...] = ()
    if statement not in (Statement.BALANCE, Statement.CASH):
        dimension = tuple(parent.strip(" :") for parent in outer if not _is_structure(parent))
    if statement is None and dimension and not is_segmented(context):
        return None
    rule = "table: named metric of a statement" if statement else "table: named metric"
    return Line(first.key, shown, metrics, dimension, first.is_instant, rule=rule)


def _is_structure(parent: str) -> bool:
    form = label_form(parent).partition(" by ")[0]  # "Net sales by category:"
    return is_neutral(parent) or is_whole(parent) or bool(default_lexicon().named(form))


def _part(label: str, shown: str, parents: Sequence[str], lexicon: Lexicon) -> Line | None:
    """ "Products" below "Net sales:": a part of the metric above."""
    if not parents or len(label) > _LONGEST_PART or label_form(label).startswith(("other ", "less ", "total ")):
        return None
    above = [metric for metric in lexicon.named(label_form(parents[-1])) if metric.splits]
    if not above or any(character.isdigit() for character in label[:1]):
        return None
    outer = tuple(parent.strip(" :") for parent in parents[:-1] if not _is_structure(parent))
    return Line(
        above[0].key,
        shown,
        tuple(above[:1]),
        (*outer, label.strip(" :")),
        above[0].is_instant,
        rule="table: part of a metric",
    )


def _own_name(label: str, shown: str, parents: Sequence[str], statement: Statement | None) -> Line | None:
    """Lines of statements are certain by where they stand, whatever they are called."""
    form = label_form(label)
    if statement is None or not re.search(r"[^\W\d_]{2}", form):
        return None
    timing = read_timing(label)
    if timing is not None and timing.is_time and not re.search(r"[^\W\d_]{3}", timing.rest):
        return None  # a row of dates
    sections = [label_form(parent) for parent in parents if not is_neutral(parent)]
    key = "line: " + " > ".join([*sections, form])
    return Line(key, shown, is_instant=statement is Statement.BALANCE, rule="table: line of a statement")

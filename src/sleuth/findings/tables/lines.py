"""What a row of a table measures: a known metric, a part of one, or a line of a statement that goes by its own name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.findings.tables.statements import Statement
from sleuth.language.canonical import without_aside
from sleuth.language.glyphs import plain
from sleuth.language.metrics import (
    Lexicon,
    Metric,
    default_lexicon,
    is_derived,
    is_neutral,
    is_whole,
    label_form,
    tells_changes,
)
from sleuth.language.scenario import read_scenarios
from sleuth.language.timing import read_timing
from sleuth.language.wordlist import wordlist

_BEGINNING = re.compile(wordlist("labels")["beginning"], re.IGNORECASE)
_END = re.compile(wordlist("labels")["end"], re.IGNORECASE)
_SEGMENTED = re.compile(wordlist("patterns", "findings")["segmented"], re.IGNORECASE)
_PER_SHARE = re.compile(wordlist("labels")["per_share"])
_LONGEST_PART = 60  # characters of the name of a segment or a product
_NUMBERED = re.compile(r"^\s*(?:note\s)?\d{1,2}(?:\.\d{1,2})*\.?\s", re.IGNORECASE)
_DASHED = re.compile(r"\s+[–—-]\s+|:\s+")
_MOST_LABEL = 200
_RESULTS = frozenset({"net income", "net income attributable to shareholders"})
_MOST_JOINED = 6  # words of a label that make a name together with their section: "due after more than one year"


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
    unit: str = ""  # where the place of the line tells it


def read_line(path: Sequence[str], statement: Statement | None, lexicon: Lexicon, context: str = "") -> Line | None:
    """The measure of a row by its path; None where it is not certain. `context` is what stands above the table."""
    if not path or len(path[-1]) > _MOST_LABEL:
        return None
    if is_derived(path[-1]) and not lexicon.named(label_form(path[-1])):
        return None
    parents = _parents(path[:-1], context, lexicon)
    label, shown = path[-1], " > ".join(path)
    for edge, opens in ((_BEGINNING, True), (_END, False)):
        stripped = edge.sub("", label).strip() or (label if statement is not Statement.EQUITY else "")
        if stripped != label and (
            balance := _balance(stripped or (parents[-1] if parents else ""), shown, statement, lexicon)
        ):
            return replace(balance, opens=opens)
    if statement is Statement.EQUITY and edges(label):
        return None
    if statement is Statement.EQUITY and parents:
        return read_component((label,), (parents[-1].strip(" :"),), lexicon)
    metrics, used = _metrics(label, parents, lexicon)
    if not metrics and (member := _member(label, lexicon)) is not None:
        metric, part = member
        return Line(metric.key, shown, (metric,), (part,), metric.is_instant, rule="table: part of a metric")
    if not metrics and statement is not None:
        metrics, used = _on_statement(label, parents, statement, lexicon), 0
    if metrics:
        return _named(metrics, shown, parents, used, statement, context)
    return _part(label, shown, parents, lexicon) or _own_name(label, shown, parents, statement)


def _balance(name: str, shown: str, statement: Statement | None, lexicon: Lexicon) -> Line | None:
    """What is at a period's beginning or end: a known stock, or in a statement of equity any component."""
    form = label_form(name)
    stocks = tuple(metric for metric in lexicon.named(form) if metric.kind == "stock")
    if stocks:
        return Line(stocks[0].key, shown, stocks[:1], is_instant=True, rule="table: balance at the period's edge")
    if statement is Statement.EQUITY and form:
        return Line(f"line: {form}", shown, is_instant=True, rule="table: balance of a component of equity")
    return None


def read_component(path: Sequence[str], names: Sequence[str], lexicon: Lexicon) -> Line | None:
    """A cell of a statement of equity whose columns are components: a balance where the row is a date, else a flow."""
    shown = " > ".join([*path, *names])
    if not path:
        named = _balance(names[-1], shown, Statement.EQUITY, lexicon)
        own = f"line: {' > '.join(map(label_form, names))}"
        return replace(named, key=own, unit=_component_unit(names)) if named and len(names) > 1 else named
    form = label_form(path[-1])
    if len(path) > 1 or not re.search(r"[^\W\d_]{3}", form) or edges(path[-1]):
        return None
    key = next((metric.key for metric in lexicon.named(form) if not metric.is_instant), f"line: {form}")
    unit = _component_unit(names)
    return Line(key, shown, dimension=tuple(names), rule="table: change of a component of equity", unit=unit)


def _component_unit(names: Sequence[str]) -> str:
    return "share" if label_form(names[-1]) in ("shares", "number of shares", "antal aktier") else "money"


def edges(label: str) -> bool:
    """Whether a label speaks of a beginning or an end."""
    return bool(_BEGINNING.search(label) or _END.search(label))


def _parents(sections: Sequence[str], context: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The sections of a row; what is measured may stand in the caption alone ("Employees at year end")."""
    titles = [part for part in title_parts(context) if _titled(part, lexicon)]
    named = {m.key: m for part in titles for m in _titled(part, lexicon)}
    if any(metric.is_bridge for metric in named.values()):
        return tuple(sections)
    return (titles[0], *sections) if len(named) == 1 else tuple(sections)


def _titled(part: str, lexicon: Lexicon) -> tuple[Metric, ...]:
    """The measures that a piece of a title names; "Net sales by segment" names that of the table's parts."""
    form = label_form(part)
    return lexicon.titled(form) if " by " in form else _whole(form, lexicon)


def title_parts(context: str) -> list[str]:
    """What stands above a table in pieces, each without the number of its note: "6. Borrowings (in euros)"."""
    parts = (_NUMBERED.sub("", part).strip() for part in re.split(r"[\n,:;()]", context))
    return [part for part in parts if part]


def _whole(form: str, lexicon: Lexicon) -> tuple[Metric, ...]:
    """The measures that go by a name, or by its total where rows name parts of it: "Borrowings" above "Total".

    Of assets only the balance sheet has them all: "Assets > Total" may be those that are held at fair value.
    """
    return lexicon.named(form) or tuple(metric for metric in lexicon.named(f"total {form}") if metric.splits)


def _metrics(label: str, parents: Sequence[str], lexicon: Lexicon) -> tuple[tuple[Metric, ...], int]:
    """The metrics that a label names, alone or with a section above it, and how many innermost sections that took."""
    form = label_form(label)
    named = lexicon.named(form)
    if exact := _in_place(named, parents):
        return exact, 0
    sectioned = lexicon.named(label_form(parents[-1])) if parents else ()
    per_share = tuple(metric for metric in sectioned if metric.unit == "money/share")
    if per_share and any(metric.key in _RESULTS for metric in named):
        return per_share, 1  # "Earnings per share, basic: > Net income attributable to shareholders"
    for depth, parent in enumerate(reversed(parents), 1):
        above = label_form(parent)
        if form in ("total", "totals", "summa", "totalt", "gesamt", "summe", "total net", "group total") and depth == 1:
            return _whole(above, lexicon), depth
        for joined in (f"{above} {form}", f"{form} {above}"):
            if len(form.split()) <= _MOST_JOINED and (found := lexicon.named(joined)):
                return found, depth
        chain = " ".join(map(label_form, (*parents[len(parents) - depth :], label)))
        if depth > 1 and (found := lexicon.named(chain)):
            return found, depth  # "Earnings per share: > Basic: > Net income"
    return (), 0


def _in_place(metrics: tuple[Metric, ...], parents: Sequence[str]) -> tuple[Metric, ...]:
    """The metrics that can stand in their sections: below "Earnings per share" no amount of money does."""
    if not any(_PER_SHARE.search(plain(parent).text) for parent in parents):
        return metrics
    return tuple(metric for metric in metrics if metric.unit != "money")


def _on_statement(label: str, parents: Sequence[str], statement: Statement, lexicon: Lexicon) -> tuple[Metric, ...]:
    """The metrics that a line names by where it stands: "Dividends" of a cash flow, and whatever it includes or not."""
    form = label_form(label)
    named = lexicon.named(form, statement.value) or lexicon.named(without_aside(form), statement.value)
    return _in_place(named, parents)


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
    own = shown.rpartition(" > ")[2]
    if not used and first.splits and outer and _is_part(own, outer[-1], first):
        return Line(first.key, shown, metrics, (own.strip(" :"),), first.is_instant, rule="table: part of a metric")
    if statement is Statement.CASH and first.is_instant:
        return Line(f"change in {first.key}", shown, rule="table: change of a balance in a cash flow statement")
    if statement in (Statement.INCOME, Statement.COMPREHENSIVE) and first.kind == "stock":
        return _own_name(own, shown, parents, statement)  # "Noncontrolling interests": their part of the income
    if statement is None and any(tells_changes(parent) and not is_neutral(parent) for parent in parents):
        return None
    dimension: tuple[str, ...] = ()
    if statement not in (Statement.BALANCE, Statement.CASH):
        dimension = tuple(parent.strip(" :") for parent in outer if not _is_structure(parent))
    if statement is None and first.is_instant:  # "Accrued liabilities: Deferred revenue" in a note is a part of both
        within = [
            p.strip(" :")
            for p in outer
            if not is_neutral(p) and any(m.key != first.key for m in default_lexicon().named(label_form(p)))
        ]
        if within:
            return Line(first.key, shown, metrics, (*within, *dimension), True, rule="table: part of a balance")
    if statement is None and dimension and not is_segmented(context):
        return None
    rule = "table: named metric of a statement" if statement else "table: named metric"
    return Line(first.key, shown, metrics, dimension, first.is_instant, rule=rule)


def _is_part(label: str, parent: str, metric: Metric) -> bool:
    """ "Sales" below "Revenues:" is a part of the revenue, not the whole; "Total net sales" is the whole."""
    form, above = label_form(label), label_form(parent)
    same = [word.rstrip("s") for word in form.split()] == [word.rstrip("s") for word in above.split()]
    return above in metric.names and not same and not re.match(r"total|net |summa|group|consolidated", form)


_REVENUE = re.compile(r"(?:[\w]+ ){0,6}(?:revenues?|sales|intäkter|omsättning|umsatzerlöse)(?: net)?")
_NO_REVENUE = re.compile(
    r"\b(?:cost|costs|deferred|marketing|expenses?|tax|proceeds|unearned|general|administrative)\b"
)


def only_revenue(rows: Sequence[Sequence[str]]) -> str:
    """The first line of an income statement, where it is of some revenue, and no line of revenue follows; else ""."""
    labels = [label_form(path[-1]) for path in rows if path]
    revenues = [n for n, label in enumerate(labels) if _REVENUE.fullmatch(label) and not _NO_REVENUE.search(label)]
    others = [label for label in labels[1:2] if "revenue" in label and not _NO_REVENUE.search(label)]
    return rows[0][-1] if revenues == [0] and len(labels) > 2 and not others else ""


def sole_revenue(path: Sequence[str]) -> Line:
    """ "Product revenues, net", where a company has no other."""
    (metric,) = default_lexicon().named("revenue")
    return Line(metric.key, " > ".join(path), (metric,), rule="table: the only revenue of an income statement")


def _is_structure(parent: str) -> bool:
    form = label_form(parent).partition(" by ")[0]  # "Net sales by category:"
    lexicon = default_lexicon()
    return is_neutral(parent) or is_whole(parent) or bool(lexicon.named(form) or lexicon.named(f"total {form}"))


def _part(label: str, shown: str, parents: Sequence[str], lexicon: Lexicon) -> Line | None:
    """ "Products" below "Net sales:": a part of the metric above."""
    if not parents or len(label) > _LONGEST_PART or label_form(label).startswith(("other ", "less ", "total ")):
        return None
    form = label_form(parents[-1])
    divides = " by " in form  # "Adjusted EBITDA by segment": its rows are parts of it, whatever adds up
    above = [
        metric for metric in (lexicon.titled(form) if divides else lexicon.named(form)) if metric.splits or divides
    ]
    if not above or any(character.isdigit() for character in label[:1]):
        return None
    outer = tuple(parent.strip(" :") for parent in parents[:-1] if not _is_structure(parent))
    own = () if is_whole(label) else (label.strip(" :"),)
    return Line(
        above[0].key,
        shown,
        tuple(above[:1]),
        (*outer, *own),
        above[0].is_instant,
        rule="table: part of a metric",
    )


def _member(label: str, lexicon: Lexicon) -> tuple[Metric, str] | None:
    """The measure and the part of it that a label names one behind the other: "Net sales – Storage"."""
    name, _, part = _DASHED.sub("\t", label.strip(" :"), count=1).partition("\t")
    known = [metric for metric in lexicon.named(label_form(name)) if metric.splits]
    if not known or not part[:1].isupper() or is_derived(part) or is_whole(part) or is_neutral(part):
        return None
    timing = read_timing(part)
    is_name = timing is not None and not timing.is_time and not read_scenarios(part)
    return (known[0], part) if is_name and not lexicon.named(label_form(part)) else None


def bare_part(label: str, metric: Metric, lexicon: Lexicon) -> str:
    """A part's name without that of the measure before or behind it: "Storage revenue" is Storage."""
    member = _member(label, lexicon)
    if member is not None and member[0] == metric:
        return member[1]
    words = label.strip(" :").split()
    for count in range(len(words) - 1, 0, -1):
        if metric in lexicon.named(label_form(" ".join(words[count:]))):
            return " ".join(words[:count]).rstrip(" ,–-")
    return label.strip(" :")


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

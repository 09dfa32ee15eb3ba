"""What a row of a table measures: a known metric, a part of one, or a line of a statement that goes by its own name."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.findings.tables.components import BEGINNING, END, balance_at_edge, edges, read_component
from sleuth.findings.tables.line import NAMED, OF_STATEMENT, PART_OF, SERIES, Line
from sleuth.findings.tables.members import company_of, is_structure, member_of, part_of
from sleuth.findings.tables.statements import Statement
from sleuth.language.canonical import without_aside
from sleuth.language.glyphs import plain
from sleuth.language.metrics import (
    RESULTS,
    Lexicon,
    Metric,
    default_lexicon,
    is_derived,
    is_neutral,
    label_form,
    tells_changes,
    without_formula,
    without_whole,
)
from sleuth.language.timing import names_time
from sleuth.language.wordlist import wordlist

_PAID = re.compile(r"(?:cash|amounts?) paid\b")
_SEGMENTED = re.compile(wordlist("patterns", "findings")["segmented"], re.IGNORECASE)
_PER_SHARE = re.compile(wordlist("labels")["per_share"])
_GENERIC = re.compile(wordlist("labels")["generic"])
_NUMBERED = re.compile(r"^\s*(?:note\s)?\d{1,2}(?:\.\d{1,2})*\.?\s", re.IGNORECASE)
_MOST_LABEL = 200
_QUALIFIED = re.compile(r"\s(?:excl(?:uding)?|incl(?:uding)?|before|after|ex|net of|exkl(?:usive)?|inkl(?:usive)?)\b.*")
_OF_KIND = re.compile(wordlist("labels")["of_kind"])
_TOTALS = ("total", "totals", "summa", "totalt", "gesamt", "summe", "total net", "group total", "group", "koncernen")
_MOST_JOINED = 6  # words of a label that make a name together with their section: "due after more than one year"


def is_segmented(context: str) -> bool:
    """Whether what stands above a table says that it divides its figures: by segment, region, product."""
    return _SEGMENTED.search(context) is not None


def read_line(
    path: Sequence[str], statement: Statement | None, lexicon: Lexicon, context: str = "", *, is_series: bool = False
) -> Line | None:
    """The measure of a row by its path; None where it is not certain. `context` is what stands above the table.

    `is_series`: all columns are times, so that a row is what it is called, as in a statement.
    """
    if not path or len(path[-1]) > _MOST_LABEL:
        return None
    if is_derived(path[-1]) and not lexicon.named(label_form(path[-1])):
        return None
    parents = _parents(path[:-1], context, lexicon)
    label, shown = path[-1] if statement is not None else without_formula(path[-1]), " > ".join(path)
    balance = _balance(label, parents, shown, statement, lexicon)
    if balance is not None:
        return balance
    if statement is Statement.EQUITY and edges(label):
        return None
    if statement is Statement.EQUITY and parents:
        return read_component((label,), (parents[-1].strip(" :"),), lexicon)
    metrics, used = _metrics(label, parents, lexicon)
    member = member_of(label, lexicon) if not metrics else None
    if statement is None and not metrics and member is None:
        metrics, member = lexicon.named(without_whole(label_form(label))), company_of(label, lexicon)
    if member is not None:
        metrics, part = member
        first = metrics[0]
        return Line(first.key, shown, metrics, (part,), first.is_instant, rule=PART_OF)
    if not metrics and statement is not None:
        metrics, used = _on_statement(label, parents, statement, lexicon), 0
    if metrics:
        return _named(metrics, shown, parents, used, statement, context)
    line = part_of(label, shown, parents, lexicon) or _own_name(label, shown, parents, statement)
    is_named = not names_time(label) and _GENERIC.fullmatch(label_form(label)) is None
    if line is None and statement is None and is_series and is_named:
        line = _own_name(label, shown, parents, statement, SERIES)
    return line


def _balance(
    label: str, parents: Sequence[str], shown: str, statement: Statement | None, lexicon: Lexicon
) -> Line | None:
    """What a row is at the beginning or the end of a period: "Cash at end of year", or of equity "Balance, 1 May"."""
    for edge, opens in ((BEGINNING, True), (END, False)):
        stripped = edge.sub("", label).strip()
        if not stripped and statement is not Statement.EQUITY:
            continue  # "At end of year" alone: of what, is not said
        if stripped == label:
            continue
        name = stripped or (parents[-1] if parents else "")
        line = balance_at_edge(name, shown, statement, lexicon)
        if line is None and statement is Statement.CASH:  # "Net debt including leases, year end" below the flows
            line = replace(_own_name(name, shown, parents, statement) or Line("", shown), is_instant=True)
        if line is not None and line.key:
            return replace(line, opens=opens)
    return None


def _parents(sections: Sequence[str], context: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The sections of a row; what is measured may stand in the caption alone ("Employees at year end")."""
    titles = [part for part in title_parts(context) if _titled(part, lexicon)]
    named = titled_measures(context, lexicon)
    if any(metric.is_bridge for metric in named):
        return tuple(sections)
    return (titles[0], *sections) if len(named) == 1 else tuple(sections)


def titled_measures(context: str, lexicon: Lexicon) -> tuple[Metric, ...]:
    """The measures that the pieces of what stands above a table name."""
    named = {metric.key: metric for part in title_parts(context) for metric in _titled(part, lexicon)}
    return tuple(named.values())


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
    exact = _in_place(named, parents)
    if exact:
        return exact, 0
    sectioned = lexicon.named(label_form(parents[-1])) if parents else ()
    per_share = tuple(metric for metric in sectioned if metric.unit == "money/share")
    if per_share and any(metric.key in RESULTS for metric in named):
        return per_share, 1  # "Earnings per share, basic: > Net income attributable to shareholders"
    for depth, parent in enumerate(reversed(parents), 1):
        above = label_form(parent)
        if depth == 1 and form in _TOTALS:
            return _whole(above, lexicon), depth
        joined: list[str] = []
        if len(form.split()) <= _MOST_JOINED:
            joined += [f"{above} {form}", f"{form} {above}"]
        if depth > 1:  # "Earnings per share: > Basic: > Net income"
            joined.append(" ".join(map(label_form, (*parents[len(parents) - depth :], label))))
        found = next(filter(None, map(lexicon.named, joined)), ())
        if found:
            return found, depth
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
    """A row that names metrics, `used` of its innermost sections among their names; None where it is not certain."""
    outer = parents[: len(parents) - used]
    first = metrics[0]
    own = shown.rpartition(" > ")[2]
    if statement is Statement.CASH and first.is_instant and first.unit == "money":
        return Line(f"change in {first.key}", shown, rule="table: change of a balance in a cash flow statement")
    if any(_PAID.match(label_form(parent)) for parent in parents):
        return _own_name(own, shown, parents, statement)  # "Cash paid for: Income taxes" are not those of the year
    if statement in (Statement.INCOME, Statement.COMPREHENSIVE) and first.kind == "stock":
        return _own_name(own, shown, parents, statement)  # "Noncontrolling interests": their part of the income
    if statement is None and any(tells_changes(parent) and not is_neutral(parent) for parent in parents):
        return None
    dimension: tuple[str, ...] = ()
    if statement not in (Statement.BALANCE, Statement.CASH):
        dimension = tuple(parent.strip(" :") for parent in outer if not is_structure(parent))
    if statement is None and first.is_instant:  # "Accrued liabilities: Deferred revenue" in a note is a part of both
        within = [parent.strip(" :") for parent in outer if _names_another(parent, first)]
        if within:
            return Line(first.key, shown, metrics, (*within, *dimension), True, rule="table: part of a balance")
    if statement is None and dimension and not is_segmented(context):
        return None
    rule = OF_STATEMENT if statement else NAMED
    return Line(first.key, shown, metrics, dimension, first.is_instant, rule=rule)


def _names_another(section: str, metric: Metric) -> bool:
    """Whether a section names a measure other than that of its row."""
    others = default_lexicon().named(label_form(section))
    return not is_neutral(section) and any(other.key != metric.key for other in others)


def _own_name(
    label: str, shown: str, parents: Sequence[str], statement: Statement | None, rule: str = ""
) -> Line | None:
    """Lines of statements, and of series, are certain by where they stand, whatever they are called."""
    form = label_form(label)
    if not (statement or rule) or not re.search(r"[^\W\d_]{2}", form):
        return None
    sections = [label_form(parent) for parent in parents if not is_neutral(parent)]
    key = "line: " + " > ".join([*sections, form])
    is_instant = statement is Statement.BALANCE or (statement is not Statement.CASH and _is_balance(form))
    return Line(key, shown, is_instant=is_instant, rule=rule or "table: line of a statement")


def _is_balance(form: str) -> bool:
    """Whether a line is called by a balance and what it leaves out or has, or of which kind it is: "net debt excluding
    leases", "net bank debt".
    """
    name = _OF_KIND.sub("", _QUALIFIED.sub("", form))
    named = default_lexicon().named(name) if name != form else ()
    return bool(named) and all(metric.is_instant for metric in named)

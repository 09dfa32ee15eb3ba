"""Finds the cell that states a measure: its row by the measure's names, its column by the time asked for."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from sleuth.evidence.source import Page
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.reason.cells import Row, Value
from sleuth.reason.columns import Wish, column_for
from sleuth.reason.lexicon import word_sets
from sleuth.reason.matching import Surroundings, fit, strength
from sleuth.reason.metrics import find_metrics
from sleuth.reason.parts import Metric, Question, Term
from sleuth.reason.phrases import says
from sleuth.reason.protocol import Evidence
from sleuth.reason.ranking import Candidate, places
from sleuth.reason.reading import Merit, Names, Reading, Unit
from sleuth.reason.wording import is_bare_total
from sleuth.reason.words import is_light, is_stop, related, stem, stems, tokens

_FOUND_EARLY = 0.08  # for a page that the search found first
_TO_DATE = 0.4  # less for the year to date in place of a quarter
_ON_STATEMENT = 0.1  # for a row on the face of its statement
_OPENING = 300  # characters of a page that may title a statement
_LEAST_PRECISION = 0.6  # of a row's label that must be what was asked for
_OF_REVENUE = re.compile(
    r"\bas a percentage of (?:total |net )*(?:revenue|sales)|i procent av (?:netto)?omsättning", re.I
)
_MOVEMENT = re.compile(
    r"^(?:net )?(?:changes?|(?:increase|decrease)s?(?: ?[(/]\w+\)?)?) in\b|\bförändring(?:ar)? (?:i|av)\b", re.I
)
_PER_SHARE = re.compile(r"\bper[- ](?:\w+ )?share\b|\bper aktie\b|\beps\b", re.I)
_PART_OF_GROUP = re.compile(
    r"\b(obligor group|guarantor subsidiaries|(?:deed of )?cross guarantee|parent company(?= only)"
    r"|parent(?=['’]s (?:separate )?(?:balance|income|financial)))\b",
    re.I,
)
_POSSESSIVE = re.compile(r"\b([A-ZÅÄÖ]\w+)['’]s\b")
_LEAST_COVERAGE = 0.85
_LEAST_OWN = 0.5  # of what narrows the measure must stand in the row's or the column's headers


def rank_measures(
    question: Question, metric: Metric | None, evidence: Sequence[Evidence], reading: Reading
) -> list[Candidate]:
    """The cells that state the measure, best first. Without a known measure the question's own words are the row's."""
    found = []
    by = question, metric
    for item, prior in places(evidence):
        names = reading.names(item.document)
        judge = partial(_judge, question, metric, narrowing(question, metric, names), item.page, names)
        for merit in reading.judged(by, item.document, item.page, judge):
            score = merit.score + _FOUND_EARLY * prior
            found.append(Candidate(item, merit.unit, score, merit.lacks, merit.value))
    return sorted(found, key=lambda c: (not c.answers, -c.score))


def narrowing(question: Question, metric: Metric | None, names: Names) -> tuple[Term, ...]:
    """What narrows the measure: words that are neither its name, nor the document's, nor of little weight."""
    known = {word for name in (metric.asked, *metric.names) for word in name} if metric else set()
    others = {word for other in question.metrics if other is not metric for word in other.asked}
    changed = says("changed", question.text)  # its levels are looked for, and "increase" is in neither
    return tuple(
        term
        for term in question.terms
        if term.stem not in known | others
        and term.weight >= 1
        and not (term.is_name and term.stem in names.stems)
        and not (metric and term.text.lower() in word_sets("metrics", "generic"))
        and not (changed and says("trend", term.text))
    )


def _beside_scenarios(qualifiers: Sequence[Term], row: Row) -> list[Term]:
    """The qualifiers that no column answers by its scenario: "FY24B" is budgeted."""
    told = frozenset().union(*(read_scenarios(header) for value in row.values for header in value.headers))
    return [term for term in qualifiers if not read_scenarios(term.text) & told]


def _judge(
    question: Question, metric: Metric | None, qualifiers: tuple[Term, ...], page: Page, names: Names, unit: Unit
) -> Iterator[Merit]:
    """What a row is worth as a statement of the measure; nothing where it states something else."""
    row = unit.row
    if row is None:
        return
    language = question.language
    label = _label_stems(row.label, language)
    path = frozenset().union(*(stems(part, language) for part in row.path))
    named = _naming(metric, qualifiers, row, label, path, unit, language) if metric else 1.0
    if named == 0 or (metric and _is_another(row.label, metric, language)):
        return
    precision = 1.0 if metric and is_bare_total(row) else _precision(metric, question.terms, label, language)
    if precision < _LEAST_PRECISION or _is_share(row, question, metric):
        return
    if metric and _is_movement(row) and not says("change", question.text):
        return
    if metric and _is_per_share(row) and not _PER_SHARE.search(f"{question.text} {' '.join(metric.texts)}"):
        return
    matched = fit(_beside_scenarios(qualifiers, row), _heard(unit, row, path, language), language)
    if matched.own < _LEAST_OWN:
        return
    value = column_for(row, _wish(question, metric, names))
    timed = value is not None and value.period.is_named
    score = 0.5 * named + 0.3 * precision + 0.3 * matched.coverage + 0.05 * _is_total(row) + 0.1 * timed
    score += _ON_STATEMENT * on_statement(metric, page, unit, language) if metric else 0.0
    score -= _TO_DATE * (value is not None and _is_longer(value, question))
    lacks = _lacks(question, metric, matched.coverage, value is not None, unit, names)
    lacks = lacks or _of_a_part(question, page, unit)
    yield Merit(unit, score, lacks, value)


def _is_longer(value: Value, question: Question) -> bool:
    """Whether a column runs from the start of the year where only a quarter of it was asked for."""
    return bool(question.period.months and value.period.months and value.period.months > question.period.months)


def on_statement(metric: Metric, page: Page, unit: Unit, language: str) -> float:
    """How much of what the measure's statement is called stands over a row, or opens its page."""
    wanted = stems(metric.statement, language)
    above = unit.around.above | stems(page.text[:_OPENING], language)
    return len(wanted & above) / len(wanted) if wanted else 0.0


def _is_another(label: str, metric: Metric, language: str) -> bool:
    """Whether a label is, as a whole, the name of another measure: "Sales and marketing" is no revenue."""
    words, is_name = _as_name(label, language)
    return is_name and words not in metric.names


@lru_cache(maxsize=4096)
def _as_name(label: str, language: str) -> tuple[tuple[str, ...], bool]:
    """A label's words, and whether they are, all together, what a measure is called."""
    words = tuple(t.stem for t in tokens(label, language) if not is_stop(t.text, language))
    return words, any(metric.asked == words for metric in find_metrics(label, language))


def _is_movement(row: Row) -> bool:
    """Whether a row tells what a balance changed by, as cash flow statements do: no level stands there."""
    return any(_MOVEMENT.search(part) for part in row.path)


def _is_per_share(row: Row) -> bool:
    """Whether a row tells what one share has of a measure, by its own headers or those it stands under."""
    return any(_PER_SHARE.search(part) for part in row.path)


def _of_a_part(question: Question, page: Page, unit: Unit) -> str:
    """Which part of a group the statements are of, where the question does not name it; empty: of all of it."""
    found = _PART_OF_GROUP.search("\n".join((page.text[:_OPENING], *unit.headings)))
    return f"it is only of the {found[1].lower()}" if found and not _PART_OF_GROUP.search(question.text) else ""


def _heard(unit: Unit, row: Row, path: frozenset[str], language: str) -> Surroundings:
    """The words of a row as a measure is read: its own and its columns' headers, then what stands above the table."""
    headers = frozenset().union(*(stems(header, language) for value in row.values for header in value.headers))
    owners = frozenset(stem(owner, language) for owner in _owners(unit))
    return Surroundings(path | headers | owners, frozenset(), unit.around.above, unit.around.names)


def _is_share(row: Row, question: Question, metric: Metric | None) -> bool:
    """Whether a row gives a share of the measure ("% of net revenue"), where the measure itself was asked for."""
    shares = "%" in row.label or _OF_REVENUE.search(" ".join(row.table.caption.split()))
    return bool(shares) and not says("percent", question.text) and metric is not None and not metric.is_rate


def _wish(question: Question, metric: Metric | None, names: Names) -> Wish:
    percent = says("percent", question.text) or (metric is not None and metric.is_rate)
    growth = says("growth", question.text)
    scenarios = read_scenarios(question.text) - {Scenario.ACTUAL}
    to_date = metric is not None and metric.is_cash_flow
    return Wish(question.period, names.period, says("change", question.text), growth, percent, scenarios, to_date)


def _lacks(
    question: Question, metric: Metric | None, coverage: float, has_value: bool, unit: Unit, names: Names
) -> str:
    if coverage < _LEAST_COVERAGE:
        return "the row is of something else"
    if not has_value:
        return "no value of the time asked for"
    if owner := _owner(question, unit):
        return f"it is of {owner}"
    explained = unit.around.own | unit.around.above | names.stems | (set(metric.asked) if metric else set())
    entities = [t for t in question.terms if t.is_name and t.stem not in explained]
    return f"nothing about “{entities[0].text}”" if entities else ""


def _owner(question: Question, unit: Unit) -> str:
    """Whose figures a heading says they are, where the question names another: "Halden’s trading"."""
    measured = {word for metric in question.metrics for word in metric.asked}
    if not any(term.is_name and term.stem not in measured for term in question.terms):
        return ""
    return next((o for o in _owners(unit) if stem(o, question.language) not in question.stems), "")


def _owners(unit: Unit) -> list[str]:
    return [found[1] for heading in unit.headings for found in _POSSESSIVE.finditer(heading)]


@lru_cache(maxsize=16384)
def _label_stems(label: str, language: str) -> frozenset[str]:
    return frozenset(t.stem for t in tokens(label, language) if not is_stop(t.text, language) and not t.is_number)


def _naming(
    metric: Metric,
    qualifiers: Sequence[Term],
    row: Row,
    label: frozenset[str],
    path: frozenset[str],
    unit: Unit,
    language: str,
) -> float:
    """How well a row goes by one of the measure's names: 1 the very name asked for, 0 by none."""
    best = 0.0
    about = any(strength(term, label, language) >= 0.8 for term in qualifiers)
    titled = stems(row.table.caption, language) if is_bare_total(row) and not qualifiers else frozenset()
    for name in metric.names:
        words = set(name)
        exact = 1.0 if name == metric.asked else 0.95
        if words <= label:
            best = max(best, exact - 0.1 * len(label - words))
        elif words <= path:
            best = max(best, exact - 0.15)
        elif about and words <= unit.around.above:
            best = max(best, exact - 0.2)
        elif words <= titled:
            best = max(best, exact - 0.25)
    return max(best, 0.0)


def _precision(metric: Metric | None, terms: Sequence[Term], label: frozenset[str], language: str) -> float:
    """The share of a row's label that was asked for."""
    named = {word for name in metric.names for word in name if set(name) & label} if metric else set()
    hits = [word for word in label if word in named or any(_same(term, word, language) for term in terms)]
    heavy = [word for word in label if word in hits or not is_light(word, language)]
    return len(hits) / len(heavy) if heavy else 0.0


def _same(term: Term, word: str, language: str) -> bool:
    return term.stem == word or word in term.alternatives or related(term.stem, word, language) >= 0.8


def _is_total(row: Row) -> bool:
    return "total" in row.label.lower() or "summa" in row.label.lower()

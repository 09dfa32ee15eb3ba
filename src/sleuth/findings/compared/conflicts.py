"""Where documents disagree about the same fact, where they agree, and where one restates another.

Compared are statements of one metric, dimension, unit, scenario, subject and period, of different documents, of which
none is superseded by another: a forecast is never held against an actual, a part never against the whole, and a
currency never against another. A missing date hides nothing: dates only explain, they never decide.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations, product

from sleuth.findings.compared.authority import Authority, Witness, weigh
from sleuth.findings.compared.comparison import Comparison, Conflict, Pair
from sleuth.findings.finding import Finding
from sleuth.language.glyphs import plain
from sleuth.language.period import Period, same_period
from sleuth.language.quantity import Quantity
from sleuth.language.wordlist import wordlist

_COUNTED = frozenset({"employee", "count", "share", "day"})  # printed in single units they are exact
_ODD_ONES, _ODD_SHARE = 4, 0.6  # figures of a column that are far off: then the column is misunderstood
_MOST_HIDDEN = Decimal("0.05")  # of an amount in a sentence
_MAIN_SHARE = 0.5  # of the documents that name a subject: then it is whose room this is


@dataclass(frozen=True, slots=True)
class Statement:
    """A finding as one side of a comparison."""

    id: int
    document: int
    metric: str
    quantity: Quantity
    period: Period
    scenario: str = "actual"
    subject: str = ""  # folded, without legal form; "" where the document does not say
    dimension: str = ""  # folded; "" is the whole
    is_cost: bool = False  # 5 and (5) may state the same
    restated: bool = False  # its heading says so
    spoken: bool = False  # in a sentence, where a round number is a claim of its own: "€5M" is not €5.2M


def statement(finding: Finding, number: int, document: int) -> Statement | None:
    """A finding as a statement; None where it is no figure of a period."""
    if finding.quantity is None or finding.period is None:
        return None
    key = finding.key
    subject, _, dimension = key.subject.partition(" | ")
    return Statement(
        number, document, finding.metric, finding.quantity, finding.period, key.scenario, subject, dimension,
        finding.is_cost, is_restated(finding.column_path), is_spoken(finding.rule),
    )  # fmt: skip


def is_restated(column_path: Sequence[str]) -> bool:
    """Whether a column's heading says that its figures are restated."""
    return (
        re.search(wordlist("versions", "findings")["restated"]["says"], plain(" ".join(column_path)).text) is not None
    )


def is_spoken(rule: str) -> bool:
    """Whether a rule reads sentences: what stands in a table is rounded as its column is, however coarsely."""
    return not rule.startswith("table")


def compare(
    statements: Iterable[Statement],
    witnesses: Mapping[int, Witness],
    superseded: Collection[int] = (),
    subjects: Mapping[str, str | None] | None = None,
) -> Comparison[Statement]:
    """Hold statements against each other.

    `superseded` are the documents that others replace: they are history. `subjects` says what each subject counts as
    (see `known_subjects`); by default it is worked out from the statements.
    """
    conflicts: list[Conflict[Statement]] = []
    supports: list[Pair] = []
    restatements: list[Pair] = []
    standing = [s for s in statements if s.document not in superseded]
    known = subjects if subjects is not None else known_subjects((s.subject, s.document) for s in standing)
    for group in same_facts(standing, known):
        found = _Group(group, witnesses)
        restatements += found.restatements
        supports += found.supports()
        conflicts += found.conflicts()
    return Comparison(tuple(_explained(conflicts)), tuple(supports), tuple(restatements))


def same_facts(statements: Iterable[Statement], subjects: Mapping[str, str | None]) -> Iterator[list[Statement]]:
    """Statements of one fact by more than one document, in the order given."""
    groups: dict[object, list[Statement]] = defaultdict(list)
    for s in statements:
        subject = subjects.get(s.subject, s.subject)
        if subject is not None:
            key = (s.metric, s.dimension, s.quantity.unit, s.scenario, subject, s.period.months)
            groups[key].append(s)
    for group in groups.values():
        for dated in _by_period(group):
            if len({s.document for s in dated}) > 1:
                yield dated


def known_subjects(named_by: Iterable[tuple[str, int]]) -> dict[str, str | None]:
    """What each subject counts as, from subjects and the documents that name them.

    "of amberlin" is amberlin. A fact of nobody ("") is that of whose room this is, if one subject prevails; else it is
    held against nothing (None).
    """
    naming: dict[str, set[int]] = defaultdict(set)
    for subject, document in named_by:
        if subject:
            naming[subject].add(document)
    by_length = sorted(naming, key=lambda subject: (len(subject), subject))
    counted: dict[str, str | None] = {
        subject: next((short for short in by_length if subject.endswith(f" {short}")), subject) for subject in naming
    }
    documents: Counter[str] = Counter()
    for subject, found in naming.items():
        documents[counted[subject] or ""] += len(found)
    best = documents.most_common(1)
    if not best:
        return {"": ""}
    return counted | {"": best[0][0] if best[0][1] >= _MAIN_SHARE * documents.total() else None}


def _by_period(group: Sequence[Statement]) -> list[list[Statement]]:
    """Statements by period; a period less precise than others joins the one that it may be, if there is but one."""
    periods: dict[str, list[Statement]] = defaultdict(list)
    for s in group:
        periods[f"{s.period.key} {s.period.assumed}"].append(s)
    exact = {key: found for key, found in periods.items() if not _is_loose(found[0].period)}
    for key, found in periods.items():
        if key in exact:
            continue
        homes = [home for home in exact.values() if home is not found and same_period(home[0].period, found[0].period)]
        if len(homes) == 1:
            homes[0].extend(found)
        else:
            exact[key] = found
    return list(exact.values())


def _is_loose(period: Period) -> bool:
    """Whether its end is not known to the day or the month, or rests on an assumed calendar."""
    return period.assumed or period.end.month is None or (period.is_instant and period.end.day is None)


def agree(one: Statement, other: Statement) -> bool:
    """Whether both may be one figure, each rounded as it is printed, after conversion to single units."""
    first, second = one.quantity.amount, other.quantity.amount
    if one.is_cost or other.is_cost or one.metric.startswith("line: "):
        first, second = abs(first), abs(second)
    return abs(first - second) <= (_hidden(one) + _hidden(other)) / 2


def _hidden(s: Statement) -> Decimal:
    """What rounding may hide: one step of the last printed digit; of what is counted one by one, nothing."""
    quantity = s.quantity
    if quantity.unit in _COUNTED and quantity.scale == 0 and quantity.step == 1:
        return Decimal(0)
    most = _MOST_HIDDEN * abs(quantity.amount)
    return min(quantity.precision, most) if s.spoken else quantity.precision


class _Group:
    """Statements of one fact, being compared."""

    def __init__(self, statements: Sequence[Statement], witnesses: Mapping[int, Witness]) -> None:
        self.witnesses = witnesses
        chosen = list(_one_a_document(statements))
        self.clusters = self._clusters(chosen)
        self.restatements = list(self._restatements())
        if withdrawn := {pair.other for pair in self.restatements}:
            self.clusters = self._clusters([s for s in chosen if s.id not in withdrawn])

    def _weight(self, s: Statement) -> tuple[object, ...]:
        """Sorts the weightiest first, then the most precise."""
        witness = self.witnesses[s.document]
        return witness.rank, s.quantity.precision, witness.filename, s.id

    def _clusters(self, standing: Sequence[Statement]) -> list[list[Statement]]:
        """Statements that agree, the most precise deciding; the cluster of the weightiest statement comes first."""
        clusters: list[list[Statement]] = []
        for s in sorted(standing, key=lambda s: (s.quantity.precision, self._weight(s))):
            home = next((cluster for cluster in clusters if agree(cluster[0], s)), None)
            if home is None:
                clusters.append([s])
            else:
                home.append(s)
        weighed = [sorted(cluster, key=self._weight) for cluster in clusters]
        return sorted(weighed, key=lambda cluster: self._weight(cluster[0]))

    def _restatements(self) -> Iterator[Pair]:
        """Older statements, each with the latest report of the same series that shows another comparative."""
        latest: dict[int, tuple[str, Statement]] = {}
        for mine, others in permutations(self.clusters, 2):
            for newer, older in product(mine, others):
                closes = self.witnesses[newer.document].closes
                if self._restates(newer, older) and closes > latest.get(older.id, ("", newer))[0]:
                    latest[older.id] = closes, newer
        for older_id, (_, newer) in latest.items():
            name = self.witnesses[newer.document].filename
            yield Pair(newer.id, older_id, f"restated as a comparative in {name}")

    def _restates(self, newer: Statement, older: Statement) -> bool:
        late, early = self.witnesses[newer.document], self.witnesses[older.document]
        if not late.closes or late.closes <= early.closes or older.restated or str(newer.period.end) >= late.closes:
            return False
        if newer.restated:  # it knows of the older figure, whoever vouched for that one
            return late.is_record
        return late.rank == early.rank and bool(late.series) and late.series == early.series

    def supports(self) -> Iterator[Pair]:
        """Each statement that another document bears out, with the weightiest of its cluster."""
        for best, *others in self.clusters:
            for s in others:
                if best.quantity.value != 0 and not self._is_one_edition(best, s):
                    yield Pair(best.id, s.id, "different documents state the same")

    def conflicts(self) -> Iterator[Conflict[Statement]]:
        """The conflict of the group, if its clusters are more than one."""
        if len(self.clusters) < 2:
            return
        first, second = self.clusters[0][0], self.clusters[1][0]
        pairs = [self._pair(s, second) for s in self.clusters[0]]
        pairs += [self._pair(first, s) for cluster in self.clusters[1:] for s in cluster if s is not second]
        sides = [s for cluster in self.clusters for s in cluster]
        yield Conflict(tuple(sides), tuple(pairs), self._authority())

    def _pair(self, one: Statement, other: Statement) -> Pair:
        return Pair(one.id, other.id, weigh([self.witnesses[one.document], self.witnesses[other.document]]).why)

    def _authority(self) -> Authority:
        """Weighs the best witness of each value."""
        return weigh([self.witnesses[cluster[0].document] for cluster in self.clusters])

    def _is_one_edition(self, one: Statement, other: Statement) -> bool:
        edition = self.witnesses[one.document].edition
        return bool(edition) and edition == self.witnesses[other.document].edition


def _explained(conflicts: Sequence[Conflict[Statement]]) -> Iterator[Conflict[Statement]]:
    """Conflicts, with an explanation where most figures of one column of a document are far from everyone else's."""
    odd: Counter[_Column] = Counter()
    held: Counter[_Column] = Counter()
    for conflict in conflicts:
        for side in conflict.sides:
            held[_column(side)] += 1
            odd[_column(side)] += all(_far(side, other) for other in conflict.sides if other is not side)
    suspects = {column for column, count in odd.items() if count >= _ODD_ONES and count >= _ODD_SHARE * held[column]}
    for conflict in conflicts:
        found = [side for side in conflict.sides if _column(side) in suspects]
        if not found:
            yield conflict
            continue
        why = "most figures of this column are far from every other document’s: probably another period or perimeter"
        yield replace(conflict, pairs=tuple(replace(pair, explanation=why) for pair in conflict.pairs))


_Column = tuple[int, str, str]


def _column(s: Statement) -> _Column:
    return s.document, s.period.key, s.scenario


def _far(one: Statement, other: Statement) -> bool:
    """Whether one amount is more than one and a half times the other, or of another sign."""
    small, large = sorted((abs(one.quantity.amount), abs(other.quantity.amount)))
    return large > Decimal("1.5") * small


def _one_a_document(statements: Sequence[Statement]) -> Iterator[Statement]:
    """The most precise statement of each document: a deck may round in words what its table gives in full."""
    best: dict[int, Statement] = {}
    for s in statements:
        if s.document not in best or s.quantity.precision < best[s.document].quantity.precision:
            best[s.document] = s
    yield from best.values()

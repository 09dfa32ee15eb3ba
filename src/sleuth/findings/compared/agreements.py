"""Where documents disagree about the terms of one agreement: its notice, term, law, date, or change of control.

Compared are an agreement and what others say of it: summaries, other copies. An amendment changes a term, so what it
says may hold as well as what the agreement says. A term that is not understood is held against nothing.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from sleuth.findings.compared.authority import Witness, weigh
from sleuth.findings.compared.comparison import Comparison, Conflict, Pair
from sleuth.findings.finding import Finding
from sleuth.findings.text.contracts import Contract, read_contract
from sleuth.findings.text.terms import COMPARED, normal_term, same_term
from sleuth.language.wordlist import wordlist


@dataclass(frozen=True, slots=True)
class Saying:
    """A fact in words as one side of a comparison."""

    id: int
    document: int
    metric: str
    contract: Contract
    term: str  # what it comes to: see `normal_term`


def saying(finding: Finding, number: int, document: int) -> Saying | None:
    """A finding as a statement of a term; None where it is none, or not understood."""
    return read_saying(number, document, finding.metric, finding.subject, finding.text)


def read_saying(number: int, document: int, metric: str, subject: str, text: str) -> Saying | None:
    """A statement of a term from its parts, as a finding or the store holds them."""
    contract = read_contract(subject) if metric in COMPARED and text else None
    term = normal_term(metric, text) if contract else ""
    return Saying(number, document, metric, contract, term) if contract and term else None


def compare_terms(
    sayings: Iterable[Saying], witnesses: Mapping[int, Witness], superseded: Collection[int] = ()
) -> Comparison[Saying]:
    """Hold what documents say of the terms of agreements against each other; `superseded` documents are history."""
    standing = [s for s in sayings if s.document not in superseded]
    conflicts: list[Conflict[Saying]] = []
    supports: list[Pair] = []
    for group in _agreements(standing):
        by_metric: dict[str, list[Saying]] = defaultdict(list)
        for s in group.said:
            by_metric[s.metric].append(s)
        for metric, said in by_metric.items():
            changed = [s.term for s in group.changes if s.metric == metric]
            contested, agreed = _weighed(said, changed, witnesses)
            conflicts += contested
            supports += agreed
    return Comparison(tuple(conflicts), tuple(supports))


@dataclass(frozen=True, slots=True)
class _Agreement:
    said: Sequence[Saying]
    changes: Sequence[Saying]  # by amendments


def _agreements(sayings: Sequence[Saying]) -> Iterator[_Agreement]:
    """Statements by the agreement they are of; what may be of several agreements is of none."""
    full = {s.contract for s in sayings if len(s.contract.parties) > 1}
    named: dict[Contract, list[Saying]] = defaultdict(list)
    for s in sayings:
        homes = [c for c in full if c.may_be(s.contract)] or [s.contract]
        if len(homes) == 1:
            named[homes[0]].append(s)
    for contract, said in named.items():
        changes = [s for c, others in named.items() if _amends(c, contract) for s in others]
        for part in _by_date(said):
            yield _Agreement(part, changes)


def _amends(one: Contract, other: Contract) -> bool:
    """Whether an agreement of the same parties is called by what it changes: "amendment no. 1 facility agreement"."""
    amends = re.search(wordlist("contracts", "findings")["agreement"]["changes"], one.kind) is not None
    return amends and one.kind != other.kind and one.kind.endswith(other.kind) and other.parties <= one.parties


def _by_date(said: Sequence[Saying]) -> Iterator[list[Saying]]:
    """Statements of one agreement. Two agreements of the same kind and parties are told apart by their own dates."""
    signed = {s.document: s.term for s in said if s.metric == "contract date" and len(s.contract.parties) > 1}
    dates = {*signed.values()}
    if len(dates) < 2:
        yield list(said)
        return
    told = {s.document: s.term for s in said if s.metric == "contract date"}
    for date in sorted(dates):
        yield [s for s in said if told.get(s.document) == date]


def _weighed(
    said: Sequence[Saying], changed: Sequence[str], witnesses: Mapping[int, Witness]
) -> tuple[list[Conflict[Saying]], list[Pair]]:
    """The conflict about one term, if there is one, and who bears whom out."""
    by_document: dict[int, list[Saying]] = defaultdict(list)
    for s in sorted(said, key=lambda s: (witnesses[s.document].rank, witnesses[s.document].filename, s.id)):
        by_document[s.document].append(s)
    supports, at_odds = [], []
    for one, other in combinations(by_document.values(), 2):
        first, second = one[0], other[0]
        agreed = next(((a, b) for a in one for b in other if same_term(a.metric, a.term, b.term)), None)
        if agreed:
            supports.append(Pair(agreed[0].id, agreed[1].id, "different documents state the same"))
        elif not any(same_term(first.metric, s.term, term) for s in (*one, *other) for term in changed):
            at_odds.append((first, second))
    if not at_odds:
        return [], supports
    sides = tuple(dict.fromkeys(s for pair in at_odds for s in pair))
    pairs = tuple(Pair(a.id, b.id, weigh([witnesses[a.document], witnesses[b.document]]).why) for a, b in at_odds)
    voices = [witnesses[d] for d in dict.fromkeys(s.document for s in sides)]
    return [Conflict(sides, pairs, weigh(voices))], supports

"""Where one document denies a matter that another states: "not involved in any litigation" against a summons.

Only what stands is compared: a document that another replaces is history, and so is a matter that is said to be closed.
A denial with a limit ("no customer above 10% of ARR") is held against shares of the same whole alone.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.evidence.values import read_values
from sleuth.findings.compared.authority import Witness, weigh
from sleuth.findings.compared.comparison import Comparison, Conflict, Pair
from sleuth.findings.text.matters import DENIED, MATTER, matters
from sleuth.language.glyphs import plain_line

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_REPORTS = ("audited", "filed", "management")  # qualities of what a company reports of itself
_LONG_BEFORE = 730  # days that a matter may lie before its denial


@dataclass(frozen=True, slots=True)
class Position:
    """What a document says of a matter, as one side of a comparison."""

    id: int
    document: int
    matter: str
    is_denial: bool
    text: str
    subject: str = ""  # folded: the company that its document is of; "" where it does not say


def position(number: int, document: int, metric: str, rule: str, text: str, subject: str = "") -> Position:
    """A stored finding of a matter as a position."""
    words = plain_line(text)
    return Position(number, document, metric.removeprefix(MATTER), rule == DENIED, words, subject)


def compare_positions(
    positions: Iterable[Position],
    witnesses: Mapping[int, Witness],
    superseded: Collection[int] = (),
    subjects: Mapping[str, str | None] | None = None,
) -> Comparison[Position]:
    """Each denial with what other documents state of its matter, one statement a document.

    `subjects` says what each subject counts as: companies of one group are one. What one company reports of itself
    denies nothing that another reports of itself.
    """
    groups = subjects or {}
    by_matter: dict[str, list[Position]] = defaultdict(list)
    for one in positions:
        if one.document not in superseded:
            owner = groups.get(one.subject) or one.subject
            by_matter[one.matter].append(replace(one, subject=owner))
    found = (_opposed(said, witnesses) for said in by_matter.values() if any(one.is_denial for one in said))
    return Comparison(tuple(conflict for conflicts in found for conflict in conflicts), ())


def _opposed(said: Sequence[Position], witnesses: Mapping[int, Witness]) -> list[Conflict[Position]]:
    denial = min((one for one in said if one.is_denial), key=lambda one: (witnesses[one.document].rank, one.id))
    stating: dict[int, Position] = {}
    for one in said:
        if not one.is_denial and _excludes(denial, one, witnesses):
            stating.setdefault(one.document, one)
    if not stating:
        return []
    sides = sorted((denial, *stating.values()), key=lambda one: (witnesses[one.document].rank, one.id))
    voices = [witnesses[one.document] for one in sides]
    pairs = [
        Pair(one.id, denial.id, weigh([witnesses[one.document], witnesses[denial.document]]).why)
        for one in stating.values()
    ]
    return [Conflict(tuple(sides), tuple(pairs), weigh(voices))]


def _excludes(denial: Position, stated: Position, witnesses: Mapping[int, Witness]) -> bool:
    """Whether a denial says of what another document states that it is not so."""
    if denial.document == stated.document or _is_closed(stated) or _is_old(denial, stated, witnesses):
        return False
    if _are_of_other_years(denial, stated) or _are_of_other_companies(denial, stated, witnesses):
        return False
    limits, shares = _shares(denial.text), _shares(stated.text)
    if not limits:
        return True
    return bool(shares) and max(shares) >= max(limits) and _wholes(denial.text) == _wholes(stated.text)


def _are_of_other_companies(denial: Position, stated: Position, witnesses: Mapping[int, Witness]) -> bool:
    """Whether each stands in a company's own report, and these are two companies; a letter may be of its sender."""
    are_reports = all(witnesses[one.document].quality in _REPORTS for one in (denial, stated))
    return are_reports and bool(denial.subject) and bool(stated.subject) and denial.subject != stated.subject


def _are_of_other_years(denial: Position, stated: Position) -> bool:
    """Whether what is denied of some years is not stated of any of them: "none in 2022" says nothing of 2024."""
    denied, told = (set(_YEAR.findall(one.text)) for one in (denial, stated))
    return bool(denied) and not denied & told


def _is_closed(stated: Position) -> bool:
    closed = next((matter.closed for matter in matters() if matter.key == stated.matter), None)
    return closed is not None and closed.search(stated.text) is not None


def _is_old(denial: Position, stated: Position, witnesses: Mapping[int, Witness]) -> bool:
    denied, told = witnesses[denial.document].dated, witnesses[stated.document].dated
    return denied is not None and told is not None and (denied - told).days > _LONG_BEFORE


def _shares(text: str) -> list[Decimal]:
    return [quantity.value for quantity in read_values(text)[0] if quantity.unit == "percent"]


def _wholes(text: str) -> frozenset[str]:
    """What shares are of: recurring revenue is not all revenue."""
    recurring = re.search(r"\b(?:arr|mrr|recurring|återkommande)\b", text) is not None
    return frozenset({"recurring"} if recurring else {"revenue"})

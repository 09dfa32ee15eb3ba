"""Findings of one table under one key, which is measure, part, period and scenario: two values of it are uncertain."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.findings.finding import Finding
from sleuth.findings.tables.parts import sums_up
from sleuth.language.metrics import label_form


def unambiguous(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Findings whose key has one value. Sections tell apart what bears one name ("Term debt", current and not).

    Rows of several names that the lexicon knows for one measure ("Loans and notes payable", "Current maturities of
    long-term debt") are lines of their own names beside their total ("Net sales" above "Total revenues").
    """
    for group in _by_key(findings):
        if _agree(group):
            yield from group
            continue
        labelled = [finding for finding in group if finding.row_path]
        totals = [finding for finding in labelled if sums_up(finding.row_path[-1])]
        nets = [finding for finding in labelled if label_form(finding.row_path[-1]).endswith(" net")]
        if _agree(totals) or _agree(nets):
            chosen = totals if _agree(totals) else nets
            forms = {label_form(finding.row_path[-1]) for finding in chosen}
            yield from chosen
            yield from _by_names([one for one in labelled if label_form(one.row_path[-1]) not in forms])
        elif sectioned := _by_section(group):
            yield from sectioned
        else:
            yield from _by_names(group)


def _by_section(group: Sequence[Finding]) -> list[Finding]:
    """The findings of a key as parts by the section of each, where that tells them apart."""
    if not all(len(finding.row_path) > 1 for finding in group):
        return []
    sectioned = [replace(f, dimension=(*f.dimension, f.row_path[-2].strip(" :"))) for f in group]
    return [finding for within in _by_key(sectioned) if _agree(within) for finding in within]


def _by_names(group: Sequence[Finding]) -> list[Finding]:
    """The findings of a key as lines by the names of their rows; what bears one name has one value, or is left out."""
    named = [replace(f, metric=f"line: {label_form(f.row_path[-1])}") for f in group if f.row_path]
    return [finding for within in _by_key(named) if _agree(within) for finding in within]


def _by_key(findings: Sequence[Finding]) -> list[list[Finding]]:
    """The findings of each key and unit."""
    groups: dict[object, list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[finding.key, finding.quantity.unit if finding.quantity else ""].append(finding)
    return list(groups.values())


def _agree(group: Sequence[Finding]) -> bool:
    """Whether findings state one amount; of none there is none."""
    return len({finding.quantity.amount for finding in group if finding.quantity}) == 1

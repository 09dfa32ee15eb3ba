"""What to say where nothing fits: which wish leaves nothing, and what there is instead."""

from collections.abc import Callable
from dataclasses import replace

import psycopg

from sleuth.language.spoken import spoken
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings
from sleuth.store.names import near

_MOST_NAMED = 8


def what_there_is(connection: psycopg.Connection, project_id: int, wanted: Filter) -> str:
    """For a filter that no finding fits: what there is without its period, its scenario or its metric."""
    if wanted.period is not None:
        others = list_findings(connection, project_id, replace(wanted, period=None))
        if others:
            return f"Nothing of {wanted.period}. There are findings of {_named(others, _period)}."
    if wanted.scenario is not None:
        others = list_findings(connection, project_id, replace(wanted, scenario=None))
        if others:
            return f"Nothing {wanted.scenario}. There are findings that are {_named(others, _scenario)}."
    if wanted.metric is not None:
        others = list_findings(connection, project_id, replace(wanted, metric=None, period=None, scenario=None))
        if others:
            return f"Nothing of “{wanted.metric}”. {near(wanted.metric, _metrics(others))}"
    return "Nothing found: the documents state nothing that is read as a finding."


def _period(finding: StoredFinding) -> str:
    return finding.period_name


def _scenario(finding: StoredFinding) -> str:
    return finding.scenario


def _metrics(findings: list[StoredFinding]) -> set[str]:
    return {spoken(finding.metric) for finding in findings}


def _named(findings: list[StoredFinding], name: Callable[[StoredFinding], str]) -> str:
    """The names that most findings have, those of most first."""
    counts: dict[str, int] = {}
    for finding in findings:
        if name(finding):
            counts[name(finding)] = counts.get(name(finding), 0) + 1
    names = sorted(counts, key=lambda one: -counts[one])
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more if names else "what has none"

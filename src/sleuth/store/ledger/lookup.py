"""Looking a fact up: the finding that answers, what was assumed, and what else was said of the same."""

from dataclasses import dataclass
from decimal import Decimal

import psycopg

from sleuth.findings.asked.lookup import Lookup, look_up
from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.conflicts import known_subjects
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.period import Period
from sleuth.store.ledger.conflicts import StoredConflict, conflicts_of
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings, stored_period
from sleuth.store.ledger.statements import load_witnesses
from sleuth.store.ledger.subjects import subjects_by_document


@dataclass(frozen=True, slots=True)
class Fact:
    """A finding as a candidate for an answer."""

    finding: StoredFinding
    witness: Witness

    @property
    def stated_period(self) -> Period | None:
        return stored_period(self.finding)

    @property
    def scenario(self) -> str:
        return self.finding.scenario

    @property
    def whole(self) -> bool:
        return not self.finding.dimension

    @property
    def weight(self) -> tuple[int, int, Decimal, int]:
        """Weightier sources first, then newer ones, then the more precise statement."""
        step = self.finding.step.scaleb(self.finding.scale) if self.finding.step is not None else Decimal(0)
        newest = -(self.witness.dated.toordinal() if self.witness.dated else 0)
        return self.witness.rank, newest, step, self.finding.id


@dataclass(frozen=True, slots=True)
class Answered:
    """What is known of a fact."""

    lookup: Lookup[Fact]
    conflicts: tuple[StoredConflict, ...]  # open ones that the answer is a side of


def find_fact(
    connection: psycopg.Connection,
    project_id: int,
    metric: str,
    period: str = "",
    scenario: str = "",
    subject: str = "",
) -> Answered:
    """The findings of a metric that answer; by default the latest, actual, of the whole of whose room this is.

    What was superseded or rejected does not answer. `metric` is a key, one of its names ("turnover"), or words of the
    metric as printed.
    """
    names = {named.key for named in default_lexicon().named(label_form(metric))} or {metric.casefold()}
    exact = [
        f
        for name in sorted(names)
        for f in list_findings(connection, project_id, Filter(name, subject=subject or None))
    ]
    exact = [finding for finding in exact if finding.metric in names]
    found = exact or list_findings(connection, project_id, Filter(metric, subject=subject or None))
    witnesses = load_witnesses(connection, project_id, {finding.document_id for finding in found})
    facts = [Fact(finding, witnesses[finding.document_id]) for finding in found]
    lookup = look_up(facts if subject else _of_the_room(connection, project_id, facts), period, scenario)
    ids = {fact.finding.id for fact in lookup.found}
    return Answered(lookup, tuple(conflicts_of(connection, project_id, ids)))


def _of_the_room(connection: psycopg.Connection, project_id: int, facts: list[Fact]) -> list[Fact]:
    """The facts of the subject that prevails in a project, where one does."""
    counted = known_subjects(subjects_by_document(connection, project_id))
    main = counted[""]
    own = [f for f in facts if main and counted.get(f.finding.subject_key.partition(" | ")[0]) == main]
    return own or facts

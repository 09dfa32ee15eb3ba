"""A question finds what documents state: its vector is matched with those of findings, within bounds."""

from dataclasses import dataclass

import psycopg

from sleuth.errors import ModelError, StoreError, UserError
from sleuth.language.counted import counted
from sleuth.search.meaning import direction
from sleuth.search.services import LOCAL, Services
from sleuth.store.index.finding_vectors import Bounds, FindingVectors, match_findings
from sleuth.store.ledger.findings import StoredFinding, load_findings
from sleuth.store.projects import embedding_model

_ANYTHING = Bounds()


@dataclass(frozen=True, slots=True)
class Matched:
    """A finding that a question is about; the score ranks and is never shown to users."""

    finding: StoredFinding
    score: float


@dataclass(frozen=True, slots=True)
class Matches:
    """What was found, best first, and remarks for the user where the search was less than whole."""

    found: tuple[Matched, ...] = ()
    degraded: tuple[str, ...] = ()


def search_findings(
    connection: psycopg.Connection,
    project_id: int,
    question: str,
    bounds: Bounds = _ANYTHING,
    limit: int = 20,
    services: Services = LOCAL,
) -> Matches:
    """The findings of a project that are nearest in meaning to a question, newer and surer ones first among equals.

    Without vectors, or with the model out of reach, nothing but a remark: look findings up by metric and period then.
    """
    model = embedding_model(connection, project_id)
    if model is None:
        return Matches(degraded=("The findings have no vectors yet.",))
    try:
        vector = direction(services, model, question, "")
        matches = match_findings(connection, project_id, model, vector, bounds, limit)
    except (ModelError, StoreError, UserError) as error:
        return Matches(degraded=(f"{error} Findings are not searched by meaning.",))
    stored = {f.id: f for f in load_findings(connection, project_id, [match.finding_id for match in matches])}
    found = tuple(Matched(stored[match.finding_id], match.score) for match in matches if match.finding_id in stored)
    waiting = FindingVectors(connection).waiting_documents(project_id, model)
    remark = f"The findings of {counted(waiting, 'document')} have no vectors yet: they are not searched by meaning."
    return Matches(found, (remark,) if waiting else ())

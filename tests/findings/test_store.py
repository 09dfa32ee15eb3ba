"""Findings come with their document, go with it, and keep what people said of them."""

from pathlib import Path

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.ingest.extraction import catch_up
from sleuth.ingest.pipeline import content_hash, ingest
from sleuth.ingest.relating import renew
from sleuth.store.documents.documents import remove_document, save_file
from sleuth.store.ledger.conflicts import list_conflicts
from sleuth.store.ledger.findings import (
    Filter,
    StoredFinding,
    finding_history,
    list_findings,
    set_status,
    stored_period,
)

ACCOUNTS = b"""Halden AB; income statement; SEK thousands

;FY2023;FY2024E
Revenue;49100;53500
EBITDA;8375;10170
Net income;700;900
"""


def add(
    connection: psycopg.Connection, project: int, data: bytes = ACCOUNTS, name: str = "accounts.csv"
) -> list[StoredFinding]:
    digest = content_hash(data)
    save_file(connection, project, digest, data)
    ingest(connection, project, digest, name, Settings())
    return list_findings(connection, project)


def test_a_document_brings_its_findings(connection: psycopg.Connection, project: int) -> None:
    found = {(f.metric, f.period_name, f.scenario, str(f.amount)) for f in add(connection, project)}
    assert ("revenue", "FY2023", "actual", "4.9100E+7") in found
    assert ("ebitda", "FY2024", "estimate", "1.0170E+7") in found


def test_adding_again_changes_nothing(connection: psycopg.Connection, project: int) -> None:
    assert add(connection, project) == add(connection, project)


def test_findings_go_with_their_document(connection: psycopg.Connection, project: int) -> None:
    add(connection, project)
    remove_document(connection, project, "accounts.csv")
    assert not list_findings(connection, project, Filter(statuses=(), history=True))


def test_a_new_version_shows_its_own_findings_and_keeps_the_old_as_history(
    connection: psycopg.Connection, project: int
) -> None:
    add(connection, project)
    add(connection, project, ACCOUNTS.replace(b"49100", b"49900"))
    wanted = Filter(metric="revenue", period="FY2023")
    assert [str(f.value) for f in list_findings(connection, project, wanted)] == ["49900"]
    both = list_findings(connection, project, Filter(metric="revenue", period="FY2023", history=True))
    assert {str(f.value) for f in both} == {"49100", "49900"}


def test_filters(connection: psycopg.Connection, project: int) -> None:
    add(connection, project)
    wanted = Filter(metric="revenue", scenario="estimate")
    assert [(f.metric, f.period_name) for f in list_findings(connection, project, wanted)] == [("revenue", "FY2024")]
    assert not list_findings(connection, project, Filter(domains=("legal",)))


def test_a_rejected_finding_is_not_listed_and_its_history_is_kept(connection: psycopg.Connection, project: int) -> None:
    first = add(connection, project)[0]
    set_status(connection, project, first.id, "rejected", "Ann", "a draft")
    assert first.id not in {f.id for f in list_findings(connection, project)}
    (change,) = finding_history(connection, project, first.id)
    assert (change.before, change.after, change.by_whom, change.reason) == ("proposed", "rejected", "Ann", "a draft")


def test_what_people_judged_survives_new_rules(connection: psycopg.Connection, project: int, tmp_path: Path) -> None:
    first = add(connection, project)[0]
    set_status(connection, project, first.id, "rejected", "Ann")
    own = tmp_path / "metrics.yaml"
    own.write_text("metric:\n  - key: revenue\n    names: [Net fee income]\n")
    assert catch_up(connection, project, Settings(metrics_file=own)) == 1
    assert first.id not in {f.id for f in list_findings(connection, project)}
    keys = [(f.metric, f.period_key, f.scenario) for f in list_findings(connection, project, Filter(statuses=()))]
    assert len(keys) == len(set(keys))


def test_new_rules_read_documents_anew_and_find_their_conflicts_again(
    connection: psycopg.Connection, project: int, tmp_path: Path
) -> None:
    add(connection, project)
    add(connection, project, b"Halden AB; trading update; SEK thousands\n\n;FY2023\nRevenue;47300\n", "update.csv")
    own = tmp_path / "metrics.yaml"
    own.write_text("metric:\n  - key: revenue\n    names: [Net fee income]\n")
    for settings in (Settings(), Settings(metrics_file=own)):
        renew(connection, project, settings)
        (conflict,) = list_conflicts(connection, project)
        assert {str(side.value) for side in conflict.sides} == {"49100", "47300"}


def test_a_period_comes_back_as_it_was_read(connection: psycopg.Connection, project: int) -> None:
    period = stored_period(add(connection, project)[0])
    assert period is not None
    assert (period.name, period.months) == ("FY2023", 12)


def test_an_unknown_finding_is_an_error_of_the_user(connection: psycopg.Connection, project: int) -> None:
    with pytest.raises(UserError, match="no finding 0"):
        set_status(connection, project, 0, "validated", "Ann")

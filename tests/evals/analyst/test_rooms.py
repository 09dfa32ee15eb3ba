"""The rooms of the analyst's evaluation: filled anew for each run, and cases written from what is known of them."""

from pathlib import Path

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.analyst.rooms import FILINGS, KNOWN, REAL, fill, forget
from sleuth.evals.analyst.run import analyst_figures, room_names
from sleuth.evals.analyst.suite import Judged, Outcome, Verdict
from sleuth.evals.analyst.written import filing_cases, generated_cases, real_cases
from sleuth.store.deal.requests import list_lists
from sleuth.store.documents.documents import list_documents
from sleuth.store.projects import ensure_project, find_project
from sleuth.store.server.database import Database
from tests.documents import drafts_of, source_of, store

TRUTH = {
    "seed": 1,
    "company": {"name": "Lumen AB", "short": "Lumen"},
    "versions": [{"newer": "b.pdf", "older": "a.pdf"}],
    "gaps": [{"text": "Tax returns", "status": "missing"}],
    "conflicts": [],
    "facts": [
        {
            "kind": "figure", "subject": "Lumen AB", "dimension": "", "metric": metric, "scenario": "actual",
            "period": {"label": "FY2023", "end": "2023-12-31", "months": 12}, "value": value, "scale": "thousand",
            "file": file,
        }
        for metric, value, file in (("revenue", "500", "b.pdf"), ("ebitda", "90", "b.pdf"), ("revenue", "490", "a.pdf"))
    ],
}  # fmt: skip


def settings(database: Database, home: Path) -> Settings:
    return Settings(home=home, database_url=database.dsn, background=False)


def test_a_room_is_emptied_before_it_is_filled_and_removed_at_the_end(
    database: Database, connection: psycopg.Connection, tmp_path: Path
) -> None:
    left = ensure_project(connection, "evaluation of the analyst: known")
    source = source_of("left_by_an_earlier_run.pdf", "Revenue was 1.")
    store(connection, left, source, drafts_of(source))
    connection.commit()
    room = fill(database, settings(database, tmp_path), KNOWN, tmp_path, tmp_path, lambda *_: None)
    assert room is not None
    project = find_project(connection, room.project)
    assert {document.filename for document in list_documents(connection, project)} == room.files
    assert [one.name for one in list_lists(connection, project)] == ["IRL"]
    forget(database, room)
    with pytest.raises(UserError):
        find_project(connection, room.project)


@pytest.mark.parametrize("name", [REAL, f"{FILINGS} slice_1"])
def test_a_room_whose_data_is_not_there_is_left_out(database: Database, tmp_path: Path, name: str) -> None:
    assert fill(database, settings(database, tmp_path), name, tmp_path / "nowhere", tmp_path, lambda *_: None) is None


def test_a_full_run_has_more_rooms_than_a_quick_one() -> None:
    assert set(room_names(full=False)) < set(room_names(full=True))


def test_figures_are_asked_of_what_no_other_file_replaces() -> None:
    cases = generated_cases("generated 1", TRUTH)
    (asked,) = [case.turns[0] for case in cases if case.turns[0].query == "What was Lumen's revenue in FY2023?"][:1]
    gold = {one.check: one.value for one in asked.expected}
    assert gold["states_one_of"] == ["500000"]


def test_each_behaviour_is_asked_of_every_generated_room() -> None:
    intents = {turn.intent for case in generated_cases("generated 1", TRUTH) for turn in case.turns}
    assert {"deep_dive", "due_diligence", "comparison", "synthesis", "gap_identification", "exploration"} <= intents


def test_the_same_room_is_always_asked_the_same() -> None:
    assert generated_cases("generated 1", TRUTH) == generated_cases("generated 1", TRUTH)


def test_public_questions_become_cases_with_their_answers(shared_data: Path) -> None:
    part = "slice_1"
    files = [path.name for path in (shared_data / "redistributable/filings" / part / "pdf").glob("*.pdf")]
    cases = [*filing_cases(shared_data, part, files), *real_cases(shared_data)]
    assert len(cases) >= 40
    assert all(case.turns[0].expected for case in cases)


def test_a_report_tells_what_passed_by_room_and_by_check() -> None:
    passed, failed = Verdict(True), Verdict(False, "why")
    outcome = Outcome([Judged("EVAL-001", "known", 1, "states", passed), Judged("A", "real", 1, "states", failed)])
    told = {(figure.set, figure.measure): figure.value for figure in analyst_figures(outcome)}
    assert told["all", "checks passed"] == 0.5
    assert told["EVAL-001 to EVAL-010", "checks passed"] == 1.0
    assert told["known", "checks passed"] == 1.0
    assert told["by check", "states"] == 0.5

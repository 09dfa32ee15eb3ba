"""The head detective: a first run, a second, and when things go wrong; each scenario of its contract."""

import time
from typing import Any

import psycopg
import pytest
from pydantic import BaseModel, ConfigDict

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.store.documents.documents import remove_document
from sleuth.store.inquiries.processes import find_process
from sleuth.store.projects import ensure_project
from sleuth.store.server.database import Database
from tests.agents.detectives.desk import Desk
from tests.agents.detectives.papers import (
    BILL,
    CONSULTATION,
    COVER,
    DIRECTIVE,
    LETTER,
    REFERRAL,
    REPORT,
    STATUTE,
    SUPPLEMENT,
)


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Summary(Strict):
    processes_analyzed: int
    timeline_tasks_created: int
    timeline_tasks_reused: int
    metadata_tasks_created: int
    metadata_tasks_reused: int
    stages_updated: int
    published_stages_updated: int
    skipped_no_action: int
    entities_extracted: int


class Detail(Strict):
    process_id: str
    process_key: str
    action: str
    previous_stage: str | None
    new_stage: str | None
    timeline_task_id: str
    timeline_task_created: bool
    metadata_task_id: str
    metadata_task_created: bool
    timeline_event_id: str | None
    proof_page: int | None
    sou_published_event_found: bool
    entities_extracted: int
    reason: str


class Report(Strict):
    success: bool
    agent: str
    version: str
    mode: str
    execution_time_ms: int
    summary: Summary
    details: list[Detail]
    message: str | None = None


def checked(report: dict[str, Any]) -> Report:
    """The report, when it has exactly the fields that its contract lists."""
    read = Report.model_validate(report)
    assert set(report) - {"message"} == set(Report.model_fields) - {"message"}
    return read


def test_scenario_1_first_time_processing(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    report = checked(desk.investigate())
    (detail,) = report.details
    assert (report.agent, report.version, report.mode) == ("Head Detective v2", "2.0.0", "batch")
    assert report.summary.model_dump() == {
        "processes_analyzed": 1,
        "timeline_tasks_created": 1,
        "timeline_tasks_reused": 0,
        "metadata_tasks_created": 1,
        "metadata_tasks_reused": 0,
        "stages_updated": 1,
        "published_stages_updated": 1,
        "skipped_no_action": 0,
        "entities_extracted": detail.entities_extracted,
    }
    assert (detail.process_key, detail.action, detail.previous_stage, detail.new_stage) == (
        "i-2021-05", "stage_updated", None, "published",
    )  # fmt: skip
    assert (detail.sou_published_event_found, detail.proof_page) == (True, 2)
    assert detail.entities_extracted == len({one.entity_id for one in desk.related()}) > 7
    assert {task.status for task in desk.tasks()} == {"completed"}


def test_scenario_2_a_second_run_is_skipped_no_action(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.investigate()
    before = desk.tasks(), desk.events(), desk.related()
    report = checked(desk.investigate())
    (detail,) = report.details
    assert report.summary.skipped_no_action == 1
    assert report.summary.timeline_tasks_reused == report.summary.metadata_tasks_reused == 1
    assert (detail.action, detail.new_stage) == ("skipped", None)
    assert detail.reason == "Stage already at published, no update needed"
    assert (desk.tasks(), desk.events(), desk.related()) == before


def test_scenario_3_timeout_is_told_and_the_tasks_stay_pending(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.settings = Settings(model="none", agent_workers=0, agent_seconds=0.3)
    report = checked(desk.investigate())
    (detail,) = report.details
    assert report.success
    assert report.message == "Timeout waiting for agents (0.3s); their tasks go on"
    assert (detail.action, detail.reason) == ("timeout", "Timeout waiting for agents (0.3s)")
    assert {task.status for task in desk.tasks()} == {"pending"}

    desk.settings = Settings(model="none")
    again = checked(desk.investigate())
    assert again.summary.timeline_tasks_created == 0
    assert again.details[0].new_stage == "published"
    assert len(desk.tasks()) == 2


@pytest.mark.parametrize("paper", [None, "Annual report 2023\nNet sales were EUR 12 million."])
def test_error_1_no_candidate_processes_found(desk: Desk, paper: str | None) -> None:
    if paper:
        desk.put("report.pdf", paper)
    report = checked(desk.investigate())
    assert (report.success, report.message) == (True, "No candidate processes found")
    assert (report.summary.processes_analyzed, report.summary.skipped_no_action) == (0, 0)


def test_error_2_task_timeout_counts_the_process_as_analyzed(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.settings = Settings(model="none", agent_workers=0, agent_seconds=0.2)
    report = checked(desk.investigate())
    assert report.summary.processes_analyzed == 1
    assert report.summary.stages_updated == 0


def test_error_3_database_error(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.put("sou.pdf", *REPORT)

    def broken() -> None:
        raise psycopg.OperationalError("connection refused\nsecret detail")

    monkeypatch.setattr(desk.database, "connection", broken)
    assert desk.investigate() == {"error": "Database error: connection refused", "success": False}


def test_one_process_by_its_key_or_by_a_number(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.put("other.pdf", COVER.replace("2023:17", "2023:18"), LETTER.replace("I 2021:05", "Fi 2021:06")
             .replace("2021:14", "2021:15").replace("2022:61", "2022:62").replace("2023:17", "2023:18"))  # fmt: skip
    assert checked(desk.investigate()).summary.processes_analyzed == 2
    for asked in ("i-2021-05", "SOU 2023:17", "dir. 2022:61"):
        report = checked(desk.investigate(asked))
        assert (report.mode, [detail.process_key for detail in report.details]) == ("single", ["i-2021-05"])


def test_an_unknown_process_is_refused_with_the_near_keys(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.investigate()
    with pytest.raises(UserError, match="i-2021-05"):
        desk.investigate("i-2021-06")


def test_all_documents_of_an_inquiry_make_one_process_in_whatever_order_they_come(desk: Desk) -> None:
    stages = []
    for name, *pages in (
        ("bill.pdf", BILL),
        ("directive.pdf", DIRECTIVE),
        ("sou.pdf", *REPORT),
        ("supplement.pdf", SUPPLEMENT),
        ("referral.pdf", REFERRAL),
        ("consultation.pdf", CONSULTATION),
        ("law.pdf", STATUTE),
    ):
        desk.put(name, *pages)
        report = checked(desk.investigate())
        stages.append(desk.stage()[0] if report.summary.processes_analyzed == 1 else "two")
    assert stages == ["bill", "two", "bill", "bill", "bill", "bill", "in_force"]
    (detail,) = checked(desk.investigate()).details
    assert detail.process_key == "i-2021-05"
    with desk.database.connection() as connection:
        assert find_process(connection, desk.project, "dir-2021-14").key == "i-2021-05"


def test_several_reports_of_a_process_are_all_read(desk: Desk) -> None:
    interim = COVER.replace("Betänkande av", "Delbetänkande av").replace("2023", "2022").replace(":17", ":4")
    letter = LETTER.replace("betänkandet", "delbetänkandet").replace("SOU 2023:17", "SOU 2022:4")
    desk.put("interim.pdf", interim, letter.replace("i mars 2023", "i januari 2022"))
    desk.investigate()
    assert desk.stage()[0] == "interim"
    desk.put("final.pdf", *REPORT)
    report = checked(desk.investigate())
    assert report.details[0].new_stage == "published"
    assert len(desk.tasks()) == 4


def test_a_directive_alone_is_followed_too(desk: Desk) -> None:
    desk.put("directive.pdf", DIRECTIVE)
    report = checked(desk.investigate())
    assert report.details[0].new_stage == "directive"
    assert desk.stage()[1] == "Regeringen har beslutat direktiv (dir. 2021:14) 4 mars 2021; directive.pdf, s. 1."


def test_a_person_may_say_to_which_process_a_document_belongs(desk: Desk) -> None:
    note = desk.put("note.pdf", "Anna Svensson utsågs till särskild utredare för denna utredning om cyklar på landet.")
    report = checked(desk.investigate("mitt-spår", documents=(note,), by="ann"))
    assert [detail.process_key for detail in report.details] == ["mitt-spår"]
    assert [(one.name, one.relation) for one in desk.related()] == [("Anna Svensson", "led_by")]


def test_removing_the_report_leaves_no_trace_of_what_it_said(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.put("directive.pdf", DIRECTIVE)
    desk.investigate()
    with desk.database.connection() as connection:
        remove_document(connection, desk.project, "sou.pdf")
    desk.investigate()
    assert {event.filename for event in desk.events()} == {"directive.pdf"}
    assert {one.filename for one in desk.related()} == {"directive.pdf"}
    stage, why = desk.stage()
    assert stage == "published"
    assert "finns inte längre" in why


def test_a_new_version_of_a_file_replaces_what_the_old_one_said(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.investigate()
    desk.put("sou.pdf", COVER, LETTER.replace("Omar Haddad", "Olle Bok"))
    desk.investigate()
    names = {one.name for one in desk.related()}
    assert "Olle Bok" in names
    assert "Omar Haddad" not in names


def test_backfill_reads_anew_what_an_older_reading_left(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.investigate()
    with desk.database.connection() as connection:
        connection.execute("UPDATE agent_tasks SET reading = 'rules 0' WHERE project_id = %s", (desk.project,))
    assert checked(desk.investigate()).summary.timeline_tasks_created == 0
    events = desk.events()
    report = checked(desk.investigate(backfill=True))
    assert report.summary.timeline_tasks_created == report.summary.metadata_tasks_created == 1
    assert desk.events() == events


def test_a_failed_task_is_tried_again_up_to_the_limit_and_every_reason_is_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sleuth.agents.detectives import tasks

    def broken(*_: object) -> None:
        raise UserError("the reader is broken")

    desk.put("sou.pdf", *REPORT)
    monkeypatch.setattr(tasks, "read_timeline", broken)
    desk.settings = Settings(model="none", agent_attempts=2)
    for attempts in (1, 2, 2):
        (detail,) = checked(desk.investigate()).details
        task = desk.task("timeline_extraction")
        assert (task.status, task.attempts) == ("failed", attempts)
        assert detail.reason == "Agent task failed: the reader is broken"
    assert [failure["attempt"] for failure in task.failures] == [1, 2]
    assert task.output_data is not None
    assert task.output_data["error_class"] == "VALIDATION_ERROR"

    monkeypatch.undo()
    (detail,) = checked(desk.investigate(backfill=True)).details
    assert detail.new_stage == "published"
    assert len(desk.task("timeline_extraction").failures) == 2


def test_tasks_begun_a_minute_can_be_limited(fresh_database: Database) -> None:
    with fresh_database.connection() as connection:
        project = ensure_project(connection)
    desk = Desk(fresh_database, project, Settings(model="none", agents_per_minute=1, agent_seconds=2.0))
    desk.put("sou.pdf", *REPORT)
    checked(desk.investigate())
    assert sorted(task.status for task in desk.tasks()) == ["completed", "pending"]
    desk.settings = Settings(model="none")
    assert checked(desk.investigate()).details[0].new_stage == "published"


def test_a_task_that_was_made_and_never_queued_is_done_by_the_next_run(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.put("sou.pdf", *REPORT)
    monkeypatch.setattr("sleuth.work.tasks.enqueue_tasks", lambda _tasks: None)
    desk.settings = Settings(model="none", agent_seconds=0.2)
    checked(desk.investigate())
    monkeypatch.undo()
    desk.settings = Settings(model="none")
    report = checked(desk.investigate())
    assert (report.summary.timeline_tasks_created, report.details[0].new_stage) == (0, "published")
    assert [task.attempts for task in desk.tasks()] == [1, 1]


def test_nothing_of_a_task_is_stored_unless_it_ends(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.agents.detectives import tasks

    def breaks(*_: object) -> None:
        raise UserError("killed behind the last row")

    desk.put("sou.pdf", *REPORT)
    monkeypatch.setattr(tasks, "_published", breaks)
    monkeypatch.setattr(tasks, "describe_process", breaks)
    desk.settings = Settings(model="none", agent_attempts=1)
    desk.investigate()
    assert (desk.events(), desk.related()) == ([], [])
    assert {task.status for task in desk.tasks()} == {"failed"}


def test_a_task_that_is_being_done_is_not_begun_by_another_head(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.agents.detectives import tasks

    begun: list[str] = []

    def slow(text: Any, *rest: Any) -> Any:
        begun.append("timeline")
        time.sleep(1.5)
        return ()

    desk.put("sou.pdf", *REPORT)
    monkeypatch.setattr(tasks, "read_timeline", slow)
    desk.settings = Settings(model="none", agent_seconds=0.7)
    checked(desk.investigate())
    desk.settings = Settings(model="none", agent_seconds=20)
    checked(desk.investigate())
    assert len(begun) <= 2, "the first head's engine ended with it, and its work was taken up once"
    assert {task.status for task in desk.tasks()} == {"completed"}

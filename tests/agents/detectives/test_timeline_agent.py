"""The timeline agent: its scenarios and errors, as its contract words them."""

import pytest

from tests.agents.detectives.desk import Desk
from tests.agents.detectives.papers import REPORT

SCENARIO_1 = """Härmed överlämnas betänkandet Effektivare gränsöverskridande
inhämtning av elektroniska bevis (SOU 2024:85) till
Justitiedepartementet. Utredningen överlämnades den 1 december 2024."""


def output(desk: Desk, text: str) -> dict[str, object]:
    """What the task says of a document that somebody put into a process."""
    document = desk.put("sou.pdf", text)
    desk.investigate("ju-2023-04", documents=(document,), by="ann")
    task = desk.task("timeline_extraction")
    assert task.status == "completed"
    assert task.output_data is not None
    return dict(task.output_data)


def test_scenario_1_clear_publication_date(desk: Desk) -> None:
    said = output(desk, SCENARIO_1)
    event = said["event"]
    assert isinstance(event, dict)
    assert (event["event_type"], event["event_date"], event["precision"]) == ("sou_published", "2024-12-01", "day")
    assert event["source_page"] == 1
    assert event["source_excerpt"].endswith("Utredningen överlämnades den 1 december 2024.")
    assert said["agent"] == "Timeline Agent v1"
    assert said["success"] is True


def test_scenario_1_the_actor_is_the_ministry(desk: Desk) -> None:
    output(desk, SCENARIO_1.replace("departementet. Utredningen överlämnades", "departementet"))
    assert [event.actors for event in desk.events() if event.event_type == "sou_published"] == [
        ["Justitiedepartementet"]
    ]


def test_scenario_2_partial_date(desk: Desk) -> None:
    said = output(desk, "Betänkandet om elektroniska bevis överlämnades i december 2024 till regeringen.")
    (event,) = [event for event in desk.events() if event.event_type == "sou_published"]
    assert (str(event.event_date), event.precision, event.stated) == ("2024-12-01", "month", "december 2024")
    assert event.confidence == "medium"
    assert said["warnings"] == ["Normalized partial date: december 2024 → 2024-12-01"] * 2


def test_scenario_3_no_clear_date(desk: Desk) -> None:
    said = output(desk, "Detta betänkande presenterar resultaten av utredningen om elektroniska bevis.")
    assert said["event"] is None
    assert (said["success"], said["skipped"]) == (True, True)
    assert said["reason"] == "No clear publication date found in front matter"
    assert desk.events() == []


def test_error_1_missing_document_content(desk: Desk) -> None:
    document = desk.put("sou.pdf", *REPORT)
    desk.investigate()
    with desk.database.connection() as connection:
        connection.execute("UPDATE pages SET text = '' WHERE document_id = %s", (document,))
        connection.execute("UPDATE agent_tasks SET status = 'pending' WHERE document_id = %s", (document,))
    desk.investigate()
    task = desk.task("timeline_extraction")
    assert (task.status, task.error_message) == ("failed", "Document has no raw_content")
    assert task.output_data is not None
    assert task.output_data["success"] is False


@pytest.mark.parametrize("date", ["den 31 november 2024", "den 1 december 2099", "den 1 december 1624"])
def test_error_3_a_date_that_cannot_be_is_skipped(desk: Desk, date: str) -> None:
    said = output(desk, f"Betänkandet om elektroniska bevis överlämnades {date} till regeringen i Stockholm.")
    assert said["event"] is None


def test_the_record_of_a_task_says_what_it_took(desk: Desk) -> None:
    said = output(desk, SCENARIO_1)
    assert said["model_used"] == "rules"
    assert said["metrics"] == {
        "duration_ms": said["processing_time_ms"], "input_tokens": 0, "output_tokens": 0, "api_calls": 0, "errors": 0,
        "retries": 0, "success": True, "cost_usd": None, "ms_per_token": None, "rejected": 0,
    }  # fmt: skip

"""The metadata agent: its scenarios and errors, as its contract words them; merges can be undone."""

from typing import Any

from sleuth.store.inquiries.entities import aliases_of, list_merges, undo_merge
from tests.agents.detectives.desk import Desk
from tests.agents.detectives.papers import REPORT

APPOINTED = "Anna Svensson utsågs till särskild utredare för denna utredning om bevis i digital form."


def output(desk: Desk, text: str, filename: str = "sou.pdf", process: str = "ju-2023-04") -> dict[str, Any]:
    document = desk.put(filename, text)
    desk.investigate(process, documents=(document,), by="ann")
    (task,) = [t for t in desk.tasks() if t.document_id == document and t.kind == "metadata_extraction"]
    assert task.status == "completed"
    assert task.output_data is not None
    return dict(task.output_data)


def test_scenario_1_lead_investigator_extraction(desk: Desk) -> None:
    said = output(desk, APPOINTED)
    (related,) = desk.related()
    assert (related.name, related.role, related.relation) == ("Anna Svensson", "särskild utredare", "led_by")
    assert (related.source_page, related.source_excerpt) == (1, APPOINTED)
    assert (said["entities_created"], said["entities_reused"], said["relations_created"]) == (1, 0, 1)
    assert (said["agent"], said["version"]) == ("Metadata Agent v1", "1.0.0")
    assert said["entity_breakdown"] == {"person": 1}


def test_scenario_2_duplicate_entity_fuzzy_match(desk: Desk) -> None:
    output(desk, APPOINTED)
    said = output(desk, APPOINTED.replace("Svensson", "Svenson"), "typo.pdf", "ju-2023-05")
    assert (said["entities_created"], said["entities_reused"]) == (0, 1)
    assert {one.name for one in desk.related()} == {"Anna Svensson"}
    with desk.database.connection() as connection:
        ((alias,),) = aliases_of(connection, desk.project).values()
    assert (alias["name"], alias["filename"], alias["source_page"]) == ("Anna Svenson", "typo.pdf", 1)


def test_a_merge_can_be_undone_and_is_not_made_again(desk: Desk) -> None:
    output(desk, APPOINTED)
    output(desk, APPOINTED.replace("Svensson", "Svenson"), "typo.pdf", "ju-2023-05")
    with desk.database.connection() as connection:
        (merge,) = list_merges(connection, desk.project)
        undo_merge(connection, desk.project, merge.id, "ann")
    assert {one.name for one in desk.related()} == {"Anna Svensson", "Anna Svenson"}
    output(desk, APPOINTED.replace("Svensson", "Svenson") + " Mer.", "again.pdf", "ju-2023-06")
    assert {one.name for one in desk.related()} == {"Anna Svensson", "Anna Svenson"}


def test_a_further_name_in_the_text_is_an_alias(desk: Desk) -> None:
    output(desk, APPOINTED.replace("utsågs", "(senare Berg) utsågs"))
    with desk.database.connection() as connection:
        ((alias,),) = aliases_of(connection, desk.project).values()
    assert (alias["name"], [one.name for one in desk.related()]) == ("Anna Berg", ["Anna Svensson"])


def test_scenario_3_placeholder_rejection(desk: Desk) -> None:
    said = output(desk, "Utredaren presenterade betänkandet om elektroniska bevis till regeringen.")
    assert desk.related() == []
    assert {"name": "Utredaren", "reason": "placeholder"} in said["rejected"]


def test_scenario_4_ministry_misclassification_prevention(desk: Desk) -> None:
    said = output(desk, "Justitiedepartementet tillsatte utredningen om elektroniska bevis i brottmål.")
    assert {"name": "Justitiedepartementet", "reason": "ministry"} in said["rejected"]
    assert [one for one in desk.related() if one.type == "person"] == []


def test_the_ministry_is_an_entity_and_that_of_the_process(desk: Desk) -> None:
    desk.put("sou.pdf", *REPORT)
    desk.investigate()
    (ministry,) = [one for one in desk.related() if one.type == "ministry"]
    assert (ministry.name, ministry.relation) == ("Infrastrukturdepartementet", "commissioned_by")
    with desk.database.connection() as connection:
        row = connection.execute("SELECT ministry FROM processes WHERE project_id = %s", (desk.project,)).fetchone()
    assert row == ("Infrastrukturdepartementet",)


def test_error_1_no_entities_found(desk: Desk) -> None:
    said = output(desk, "Det här dokumentet nämner ingen som leder något, och inte heller någon annan alls.")
    assert (said["success"], said["entities_reported"], said["entities_created"]) == (True, 0, 0)
    assert said["message"] == "No entities found in document"


def test_error_2_all_entities_rejected(desk: Desk) -> None:
    said = output(desk, "Utredaren tackar. Kommittén tackar också alla som har bidragit till arbetet med detta.")
    assert (said["entities_created"], said["entities_rejected"]) == (0, 2)
    assert said["entities_reported"] == 2
    assert said["message"] == "All entities rejected as placeholders"

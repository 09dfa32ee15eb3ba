"""`sleuth gaps`, `irl` and `questions` as people run them."""

import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.commands import Run

ROOM = {
    "lease.txt": "LEASE AGREEMENT\n\nThis Lease Agreement is made on 1 May 2024 between Kestrin Digital plc and Castle "
    "Freight Ltd, and lets the premises at Dock Road for ten years.\n",
    "chart.txt": "Organisation chart\nKestrin Digital plc, 7 March 2024\n\nThe heads of sales report to the CEO.\n",
}
LIST = (
    "No.;Area;Request;Priority;Owner\n1;Legal;Lease agreements;High;GC\n2;Legal;Litigation history;High;GC\n"
    "3;People;Organisation chart as of 30 June 2025;Low;HR\n"
)


@pytest.fixture(scope="module")
def project(run: Run, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A project with two documents and a request list."""
    folder = tmp_path_factory.mktemp("room")
    for name, text in ROOM.items():
        (folder / name).write_text(text)
    assert run("add", str(folder), "-p", "deal").returncode == 0
    (folder / "Buyer list.csv").write_text(LIST)
    done = run("irl", "import", str(folder / "Buyer list.csv"), "-p", "deal")
    assert done.stdout == (
        "Buyer list: 3 requests in Legal, People.\n`sleuth gaps` tells what the documents have for them.\n"
    )
    return "deal"


def test_gaps_opens_with_a_summary_and_the_first_gaps(run: Run, project: str) -> None:
    done = run("gaps", "-p", project)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Buyer list: 3 requests against 2 documents: 1 provided, 0 partial, 1 outdated, 1 missing."
    assert lines[1:3] == ["  Legal    1 of  2   1 missing", "  People   0 of  1   1 outdated"]
    assert "  ❌ 2 Litigation history  [high]" in lines
    assert "Lease agreements" not in done.stdout
    assert "✅ 1 Lease agreements  [high]" in run("gaps", "--all", "-p", project).stdout


def test_gaps_as_json_holds_every_request_with_its_passage(run: Run, project: str) -> None:
    found = json.loads(run("gaps", "--json", "-p", project).stdout)
    assert found["counts"] == {"provided": 1, "partial": 0, "outdated": 1, "missing": 1}
    (legal, people) = found["domains"]
    lease = legal["items"][0]
    assert (lease["status"], lease["owner"], lease["evidence"][0]["filename"]) == ("provided", "GC", "lease.txt")
    assert lease["evidence"][0]["quote"].startswith("LEASE AGREEMENT")
    assert people["items"][0]["lacking"] == ["it is of 2024-03-07; asked for as of 2025-06-30"]


def test_one_area_can_be_asked_for_and_an_unknown_one_is_named(run: Run, project: str) -> None:
    assert "Legal" not in run("gaps", "--domain", "people", "--all", "-p", project).stdout
    wrong = run("gaps", "--domain", "tax", "-p", project)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "no request is of the area “tax”. There are: legal, people." in wrong.stderr


def test_a_list_is_written_as_a_workbook_and_read_back_as_it_was(run: Run, project: str, tmp_path: Path) -> None:
    path = tmp_path / "IRL.xlsx"
    assert run("irl", "export", str(path), "-p", project).returncode == 0
    book = load_workbook(path)
    assert book.sheetnames == ["Summary", "Requests"]
    sheet = book["Requests"]
    heads = {cell.value: cell.column for cell in sheet[3]}
    assert list(heads) == [
        "No.", "Area", "Request", "Priority", "Owner", "Status", "What is lacking", "Source", "Comment",
    ]  # fmt: skip
    assert sheet.freeze_panes == "D4"
    lists = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    assert lists["F4:F6"] == '"Provided,Partial,Outdated,Missing,Not applicable"'
    link = sheet.cell(4, heads["Source"]).hyperlink
    assert (tmp_path / link.target.replace("%20", " ")).read_text() == ROOM["lease.txt"]
    again = run("irl", "import", str(path), "--name", "again", "-p", project)
    assert again.returncode == 0
    first, second = (
        json.loads(run("irl", "list", "--name", name, "--json", "-p", project).stdout)
        for name in ("Buyer list", "again")
    )
    kept = ("number", "section", "text", "priority", "owner", "domain")
    assert [{key: one[key] for key in kept} for one in second] == [{key: one[key] for key in kept} for one in first]
    assert run("irl", "remove", "again", "-p", project).returncode == 0


def test_a_proposed_list_is_kept_only_with_a_yes(run: Run, project: str) -> None:
    proposed = json.loads(run("irl", "create", "--json", "-p", project).stdout)
    assert proposed["kept"] is None
    assert "Lease agreements" not in [one["text"] for one in proposed["requests"]]
    names = [one["name"] for one in json.loads(run("irl", "list", "--json", "-p", project).stdout)]
    assert names == ["Buyer list"]
    kept = json.loads(run("irl", "create", "--yes", "--name", "Phase two", "--json", "-p", project).stdout)
    assert kept["kept"] == "Phase two"
    assert run("irl", "remove", "phase two", "-p", project).stdout.startswith("Removed Phase two")


def test_questions_from_suggested_to_closed(run: Run, project: str, tmp_path: Path) -> None:
    assert run("questions", "-p", project).returncode == 1
    suggested = json.loads(run("questions", "suggest", "--json", "-p", project).stdout)
    assert [one["text"] for one in suggested][:1] == ["Please provide: Litigation history."]
    added = json.loads(run("questions", "suggest", "--add", "--json", "-p", project).stdout)
    assert [one["number"] for one in added] == [1, 2]
    assert run("questions", "suggest", "--json", "-p", project).returncode == 1
    again = json.loads(run("questions", "add", "Please provide Litigation history", "--json", "-p", project).stdout)
    assert (again["number"], again["is_new"]) == (1, False)
    assert json.loads(run("questions", "send", "1", "2", "--json", "-p", project).stdout)[0]["status"] == "sent"
    answered = run(
        "questions", "answer", "2", "The chart is of March 2024.", "--file", "chart.txt", "--quote",
        "Kestrin Digital plc, 7 March 2024", "-p", project,
    )  # fmt: skip
    assert answered.stdout == ("Question 2 is answered: The chart is of March 2024.  (source: chart.txt, line 2)\n")
    path = tmp_path / "questions.xlsx"
    assert run("questions", "export", str(path), "-p", project).returncode == 0
    assert load_workbook(path)["Questions"].freeze_panes == "D4"
    assert json.loads(run("questions", "close", "2", "--json", "-p", project).stdout)[0]["status"] == "closed"
    listed = run("questions", "-p", project).stdout
    assert listed.splitlines()[0] == "2 questions: 1 sent, 1 closed."


def test_a_quote_that_the_document_does_not_hold_answers_nothing(run: Run, project: str) -> None:
    number = json.loads(run("questions", "add", "Who leads sales?", "--json", "-p", project).stdout)["number"]
    wrong = run(
        "questions", "answer", str(number), "Bo.", "--file", "chart.txt", "--quote", "Bo leads sales.", "-p", project
    )
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "chart.txt does not say that" in wrong.stderr


def test_a_workbook_that_is_named_otherwise_is_refused(run: Run, project: str, tmp_path: Path) -> None:
    wrong = run("irl", "export", str(tmp_path / "list.pdf"), "-p", project)
    assert (wrong.returncode, "Name it list.xlsx" in wrong.stderr) == (2, True)

"""`sleuth changes` as a person runs it, from one week of a deal to the next."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest

from sleuth.store.deal.questions import add_question, answer_question
from sleuth.store.deal.requests import RequestDraft, add_list
from sleuth.store.projects import find_project
from sleuth.store.server.database import Database
from tests.commands import Run

ACCOUNTS = "Lumen AB,,\nIncome statement (EUR thousand),,\n,FY2022,FY2023\nRevenue,13500,{}\nNet income,{},1500\n"
DECK = "Lumen AB,,\nIncome statement (EUR thousand),,\n,FY2022,FY2023\nEBITDA,{},2600\n"

LEASE = """# Lease Agreement

between Fastighets AB Hamnen (the “Lessor”) and Lumen AB (the “Lessee”), dated 1 March 2022.

The lease runs from 1 April 2022 to 31 March 2027. The rent is EUR 120,000 a year.
"""


def changes(run: Run, project: str, *options: str) -> dict[str, Any]:
    done = run("changes", "-p", project, "--json", *options)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout) | {"code": done.returncode}


@pytest.fixture(scope="module")
def week(run: Run, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What changed between two Mondays: a new version, a contradiction, a correction, a removal."""
    room = tmp_path_factory.mktemp("room")
    (room / "accounts.csv").write_text(ACCOUNTS.format(15100, 1200))
    (room / "deck.csv").write_text(DECK.format(2400))
    (room / "old note.txt").write_text("The lease of the plant in Malmö ends on 30 June 2027.")
    assert run("add", str(room), "-p", "week").returncode == 0
    first = changes(run, "week")
    findings = json.loads(run("findings", "-p", "week", "--json").stdout)
    (ebitda,) = [f for f in findings if f["metric"] == "ebitda" and f["period"] == "FY2022"]
    (room / "accounts_v2.csv").write_text(ACCOUNTS.format(15350, 1200))
    (room / "bank paper.csv").write_text(DECK.format(2400).replace("2600", "2750"))
    assert run("add", str(room), "-p", "week").returncode == 0
    assert run("correct", str(ebitda["id"]), "--value", "2450", "--why", "a slip", "-p", "week").returncode == 0
    assert run("remove", "old note.txt", "-p", "week").returncode == 0
    return {"room": room, "first": first, "second": changes(run, "week")}


def test_the_first_run_tells_everything_that_was_added(week: dict[str, Any]) -> None:
    names = [document["filename"] for document in week["first"]["documents"]["added"]]
    assert names == ["accounts.csv", "deck.csv", "old note.txt"]
    assert week["first"]["figures"] == []


def test_documents_that_were_added_replaced_and_removed(week: dict[str, Any]) -> None:
    documents = week["second"]["documents"]
    assert [one["filename"] for one in documents["added"]] == ["bank paper.csv"]
    (replaced,) = documents["replaced"]
    assert (replaced["newer"], replaced["older"], replaced["status"]) == (
        "accounts_v2.csv",
        "accounts.csv",
        "confirmed",
    )
    assert [one["filename"] for one in documents["removed"]] == ["old note.txt"]


def test_a_figure_that_a_new_version_moved_names_both_places(week: dict[str, Any]) -> None:
    (moved,) = [move for move in week["second"]["figures"] if move["kind"] == "new version"]
    assert (moved["metric"], moved["period"], moved["change"]) == ("revenue", "FY2023", "+1.7%")
    assert [(moved[side]["value"], moved[side]["filename"]) for side in ("old", "new")] == [
        ("15100", "accounts.csv"),
        ("15350", "accounts_v2.csv"),
    ]
    assert all(moved[side]["quote"] and moved[side]["locator"] for side in ("old", "new"))
    assert moved["why"].startswith("accounts_v2.csv replaces accounts.csv: ")


def test_a_figure_that_a_person_corrected_says_who_and_why(week: dict[str, Any]) -> None:
    (moved,) = [move for move in week["second"]["figures"] if move["kind"] == "correction"]
    assert (moved["old"]["value"], moved["new"]["value"]) == ("2400", "2450")
    assert "a slip (value 2400 → 2450)" in moved["why"]


def test_a_conflict_that_a_new_document_opened(week: dict[str, Any]) -> None:
    opened = [c for c in week["second"]["conflicts"]["opened"] if c["period"] == "FY2023"]
    (conflict,) = opened
    assert conflict["came_with"] == ["bank paper.csv"]
    assert {side["value"] for side in conflict["sides"]} == {"2600", "2750"}


def test_nothing_since_the_last_run_is_exit_1(run: Run, week: dict[str, Any]) -> None:
    again = changes(run, "week")
    assert again["code"] == 1
    assert not any([*again["documents"].values(), again["figures"], *again["conflicts"].values()])


def test_a_run_goes_on_from_an_earlier_one_or_from_a_date(run: Run, week: dict[str, Any]) -> None:
    again = changes(run, "week", "--since", str(week["first"]["run"]))
    assert again["figures"] == week["second"]["figures"]
    all_of_it = changes(run, "week", "--since", "2020-01-01")
    added = [document["filename"] for document in all_of_it["documents"]["added"]]
    assert added == ["accounts.csv", "accounts_v2.csv", "bank paper.csv", "deck.csv"]


def test_a_conflict_that_was_dismissed_is_closed_with_the_reason(run: Run, week: dict[str, Any]) -> None:
    before = changes(run, "week")["run"]
    for conflict in json.loads(run("conflicts", "-p", "week", "--json").stdout):
        done = run(
            "conflicts", "--dismiss", str(conflict["id"]), "--why", "the bank adjusts", "--by", "Ann", "-p", "week"
        )
        assert done.returncode == 0, done.stderr
    closed = changes(run, "week", "--since", str(before))["conflicts"]["closed"]
    assert {one["why"] for one in closed} == {"dismissed by Ann: the bank adjusts"}
    assert all(len(one["sides"]) == 2 for one in closed)


@pytest.mark.parametrize(
    ("since", "said"),
    [
        ("999999", "there is no run 999999"),
        ("yesteryear", "“yesteryear” is no date"),
        ("2999-01-01", "is in the future"),
        ("30 February 2024", "is no date"),
    ],
)
def test_since_what_is_no_moment_is_refused_with_the_remedy(
    run: Run, week: dict[str, Any], since: str, said: str
) -> None:
    done = run("changes", "-p", "week", "--since", since)
    assert done.returncode == 2
    assert said in done.stderr


def test_people_read_it_as_lines(run: Run, week: dict[str, Any]) -> None:
    shown = run("changes", "-p", "week", "--since", str(week["first"]["run"])).stdout
    assert "Revenue, FY2023, Lumen AB: 15,100 thousand EUR → 15,350 thousand EUR (+1.7%)" in shown
    assert "Replaced: accounts_v2.csv replaces accounts.csv" in shown
    assert re.search(r"This is run \d+: `sleuth changes --since \d+` goes on from here\.", shown)


def test_as_a_word_page_each_figure_has_a_footnote_that_opens_its_source(
    run: Run, week: dict[str, Any], tmp_path: Path
) -> None:
    page = tmp_path / "monday.docx"
    done = run("changes", "-p", "week", "--since", str(week["first"]["run"]), "-o", str(page))
    assert done.returncode == 0, done.stderr
    table = docx.Document(str(page)).tables[0]
    row = next(row for row in table.rows if row.cells[0].text.startswith("Revenue"))
    assert [cell.text for cell in row.cells[1:4]] == ["15,100 thousand EUR", "15,350 thousand EUR", "+1.7%"]
    with zipfile.ZipFile(page) as archive:
        links = archive.read("word/_rels/footnotes.xml.rels").decode()
    assert 'Target="monday%20sources/accounts_v2.csv"' in links
    assert (tmp_path / "monday sources" / "accounts.csv").read_bytes() == (week["room"] / "accounts.csv").read_bytes()


def test_as_markdown(run: Run, week: dict[str, Any], tmp_path: Path) -> None:
    page = tmp_path / "monday.md"
    assert run("changes", "-p", "week", "--since", str(week["first"]["run"]), "-o", str(page)).returncode == 0
    text = page.read_text()
    row = r"\| Revenue, FY2023, Lumen AB \| 15,100 thousand EUR\[\S+\] \| 15,350 thousand EUR\[\^figures-(\d)\] \|"
    (number,) = re.findall(row, text)
    assert f"[^figures-{number}]: [accounts_v2.csv, " in text
    assert "](<monday%20sources/accounts_v2.csv>)" in text


def test_a_page_of_another_kind_is_refused(run: Run, week: dict[str, Any], tmp_path: Path) -> None:
    done = run("changes", "-p", "week", "-o", str(tmp_path / "monday.pdf"))
    assert (done.returncode, "Name it NAME.md or NAME.docx" in done.stderr) == (2, True)


def test_requests_that_documents_provide_now_and_questions_that_were_answered(
    run: Run, database: Database, tmp_path: Path
) -> None:
    (tmp_path / "note.txt").write_text("Lumen AB makes lamps in Malmö.")
    run("add", str(tmp_path / "note.txt"), "-p", "asked")
    with database.connection() as connection:
        project = find_project(connection, "asked")
        wanted = [RequestDraft("Audited annual accounts for 2023", "1.1"), RequestDraft("Lease agreements", "2.1")]
        add_list(connection, project, "IRL", "file", wanted)
        question = add_question(connection, project, "Who owns the patents?", source="person", by_whom="Ann")
    first = changes(run, "asked")
    assert first["answered"] == []
    (tmp_path / "Lease agreement.md").write_text(LEASE)
    run("add", str(tmp_path / "Lease agreement.md"), "-p", "asked")
    with database.connection() as connection:
        answer_question(connection, project, question.number, "Lumen AB itself.", by_whom="Bo")
    answered = {one["kind"]: one for one in changes(run, "asked")["answered"]}
    assert (answered["question"]["answer"], answered["question"]["by"]) == ("Lumen AB itself.", "Bo")
    assert answered["request"]["number"] == "2.1"
    assert [source["filename"] for source in answered["request"]["sources"]] == ["Lease agreement.md"]
    assert changes(run, "asked")["answered"] == []


def test_a_conflict_is_closed_when_one_side_replaces_the_other_and_its_figure_moves(run: Run, tmp_path: Path) -> None:
    for name, value in (("deck.csv", 2600), ("bank paper.csv", 2750)):
        (tmp_path / name).write_text(DECK.format(2400).replace("2600", str(value)))
    assert run("add", str(tmp_path), "-p", "settled").returncode == 0
    assert len(changes(run, "settled")["conflicts"]["opened"]) == 1
    ruling = ("--set", "bank paper.csv", "deck.csv", "--why", "it is later")
    assert run("versions", *ruling, "-p", "settled").returncode == 0
    found = changes(run, "settled")
    (closed,) = found["conflicts"]["closed"]
    assert closed["why"].startswith("deck.csv: superseded: ")
    (replaced,) = found["documents"]["replaced"]
    assert (replaced["newer"], replaced["older"]) == ("bank paper.csv", "deck.csv")
    (moved,) = found["figures"]
    assert (moved["old"]["value"], moved["new"]["value"], moved["kind"]) == ("2600", "2750", "new version")


def test_a_removed_side_closes_its_conflict(run: Run, tmp_path: Path) -> None:
    for name, value in (("deck.csv", 2600), ("bank paper.csv", 2750)):
        (tmp_path / name).write_text(DECK.format(2400).replace("2600", str(value)))
    run("add", str(tmp_path), "-p", "removed")
    changes(run, "removed")
    run("remove", "deck.csv", "-p", "removed")
    (closed,) = changes(run, "removed")["conflicts"]["closed"]
    assert closed["why"] == "deck.csv was removed"
    assert [side["filename"] for side in closed["sides"]] == ["bank paper.csv"]


def test_a_file_that_was_added_again_with_other_figures_moved_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(DECK.format(2400))
    run("add", str(tmp_path / "deck.csv"), "-p", "again")
    changes(run, "again")
    (tmp_path / "deck.csv").write_text(DECK.format(2400).replace("2600", "2750"))
    run("add", str(tmp_path / "deck.csv"), "-p", "again")
    found = changes(run, "again")
    assert found["documents"]["added"] == []
    (replaced,) = found["documents"]["replaced"]
    assert (replaced["newer"], replaced["reason"]) == ("deck.csv", "version 2 was added under its name")
    (moved,) = found["figures"]
    assert (moved["old"]["value"], moved["new"]["value"]) == ("2600", "2750")
    page = tmp_path / "page.md"
    run("changes", "-p", "again", "--since", "2020-01-01", "-o", str(page))
    done = run("changes", "-p", "again", "--since", str(found["run"] - 1), "-o", str(page))
    assert done.returncode == 0
    folder = tmp_path / "page sources"
    assert {path.name for path in folder.iterdir()} == {"deck (earlier).csv", "deck.csv"}
    assert b"2600" in (folder / "deck (earlier).csv").read_bytes()


def test_what_a_new_version_says_otherwise_is_told_sentence_by_sentence(run: Run, tmp_path: Path) -> None:
    text = "# Project Lumen\n\nExpected closing is {}.\n\nThe plant in Malmö is leased. It employs {} people.\n"
    (tmp_path / "memo.md").write_text(text.format("31 July 2025", 209))
    run("add", str(tmp_path / "memo.md"), "-p", "reworded")
    changes(run, "reworded")
    (tmp_path / "memo_v2.md").write_text(text.format("30 June 2025", 209))
    run("add", str(tmp_path / "memo_v2.md"), "-p", "reworded")
    found = changes(run, "reworded")
    (one,) = found["reworded"]
    assert (one["label"], one["old"]["text"], one["new"]["text"]) == (
        "Expected closing is …", "31 July 2025", "30 June 2025",
    )  # fmt: skip
    assert (one["old"]["filename"], one["new"]["filename"]) == ("memo.md", "memo_v2.md")

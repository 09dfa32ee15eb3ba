"""`sleuth investigate`, `timeline`, `entities` as a person runs them."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.agents.detectives.papers import BILL, COVER, DIRECTIVE, LETTER
from tests.commands import Run


@pytest.fixture(scope="module")
def room(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report as one text file, investigated."""
    folder = tmp_path_factory.mktemp("inquiries")
    (folder / "sou.txt").write_text(f"{COVER}\n\n{LETTER}\n", encoding="utf-8")
    added = run("add", str(folder), "-p", "inquiries")
    assert added.returncode == 0, added.stderr
    return folder


@pytest.fixture(scope="module")
def first(run: Run, room: Path) -> str:
    """What the first run says."""
    done = run("investigate", "-p", "inquiries")
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked(run: Run, *arguments: str) -> Any:
    done = run(*arguments, "-p", "inquiries", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_first_run_tells_the_stage_and_what_is_new_in_swedish(first: str) -> None:
    assert "i-2021-05  Trampa tryggt – cykelvägar i glesbygd" in first
    assert "Betänkande publicerat · Infrastrukturdepartementet" in first
    assert "Betänkandet SOU 2023:17 är publicerat, mars 2023; sou.txt, s. 1." in first
    assert "Nytt skede: okänt → Betänkande publicerat" in first
    assert "Sven-Åke von Ekenberg (särskild utredare)" in first
    assert "1 utredning, 1 i nytt skede." in first


def test_a_second_run_has_nothing_new(run: Run, first: str) -> None:
    done = run("investigate", "-p", "inquiries")
    assert "Inget nytt sedan förra gången." in done.stdout
    report = asked(run, "investigate")
    assert report["summary"]["skipped_no_action"] == 1
    assert "news" not in report


def test_the_timeline_gives_each_event_as_its_contract_says(run: Run, first: str) -> None:
    events = asked(run, "timeline")
    fields = ["process", "event_type", "event_date", "precision", "actors", "filename", "source_page", "source_excerpt"]
    assert set(fields) <= set(events[0])
    (published,) = [event for event in events if event["event_type"] == "sou_published"]
    assert (published["event_date"], published["precision"], published["stated"]) == (
        "2023-03-01",
        "month",
        "mars 2023",
    )
    shown = run("timeline", "-p", "inquiries").stdout
    assert "mars 2023  SOU publicerad SOU 2023:17" in shown
    assert " 1 mars 2023" not in shown, "a month is never shown as a day"


def test_entities_are_given_as_their_contract_says(run: Run, first: str) -> None:
    found = {entity["name"]: entity for entity in asked(run, "entities")}
    lead, former = found["Sven-Åke von Ekenberg"], found["Berit Holmgren"]
    fields = ["name", "type", "role", "relation", "process", "from", "to", "filename", "source_page", "source_excerpt"]
    assert set(fields) <= set(lead)
    assert (lead["relation"], lead["from"], lead["to"]) == ("led_by", "2022-05-01", None)
    assert (former["relation"], former["to"]) == ("formerly_led_by", "2022-04-30")
    shown = run("entities", "-p", "inquiries").stdout
    assert "Leds av\n    Sven-Åke von Ekenberg, särskild utredare  2022-05-01–  (sou.txt, s. 1)" in shown


def test_timeline_and_entities_go_into_workbooks_that_link_to_the_sources(run: Run, first: str, tmp_path: Path) -> None:
    for command in ("timeline", "entities"):
        path = tmp_path / f"{command}.xlsx"
        done = run(command, "-p", "inquiries", "--xlsx", str(path))
        assert done.returncode == 0, done.stderr
        with zipfile.ZipFile(path) as book:
            strings = book.read("xl/sharedStrings.xml").decode()
            links = book.read("xl/worksheets/_rels/sheet1.xml.rels").decode()
        assert "i-2021-05" in strings
        assert f"{command} sources/sou.txt" in links.replace("%20", " ").replace("\\", "/")
        assert (tmp_path / f"{command} sources" / "sou.txt").exists()


def test_deadlines_go_into_a_calendar_file_with_their_source(run: Run, first: str, tmp_path: Path) -> None:
    path = tmp_path / "deadlines.ics"
    done = run("timeline", "-p", "inquiries", "--ics", str(path))
    assert done.returncode == 0, done.stderr
    raw = path.read_bytes()
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    text = raw.decode().replace("\r\n ", "")
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert text.count("BEGIN:VEVENT") == 1
    assert "DTSTART;VALUE=DATE:20230331\r\nDTEND;VALUE=DATE:20230401" in text
    assert "SUMMARY:Ska redovisas senast" in text
    assert "sou.txt\\, s. 1" in text


def test_new_files_are_told_as_news_by_process(run: Run, first: str, room: Path, tmp_path: Path) -> None:
    (tmp_path / "dir.txt").write_text(DIRECTIVE, encoding="utf-8")
    (tmp_path / "prop.txt").write_text(BILL, encoding="utf-8")
    assert run("add", str(tmp_path), "-p", "inquiries").returncode == 0
    report = asked(run, "investigate", "--news")
    (news,) = report["news"]
    assert news["process"] == "i-2021-05"
    assert news["stage"] == {"previous": "published", "new": "bill"}
    assert {event["event_type"] for event in news["events"]} == {"bill", "in_force_proposed", "report_due"}
    assert asked(run, "investigate", "--news")["news"] == []
    (issued,) = [event for event in asked(run, "timeline") if event["event_type"] == "directive_issued"]
    assert len(issued["also"]) == 1, "what two documents state is one event with two sources"


def test_two_names_can_be_made_one_and_two_again(run: Run, first: str) -> None:
    assert asked(run, "entities", "--merge", "Per Grahn", "Omar Haddad", "--why", "prov")
    assert "Omar Haddad" not in {entity["name"] for entity in asked(run, "entities")}
    (merge,) = asked(run, "entities", "--merges")
    assert (merge["kept_name"], merge["merged_name"], merge["reason"]) == ("Per Grahn", "Omar Haddad", "prov")
    asked(run, "entities", "--unmerge", str(merge["id"]))
    assert "Omar Haddad" in {entity["name"] for entity in asked(run, "entities")}


def test_a_project_without_inquiries_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Net sales were EUR 12 million in 2023.", encoding="utf-8")
    assert run("add", str(tmp_path), "-p", "none").returncode == 0
    done = run("investigate", "-p", "none")
    assert (done.returncode, "Inga utredningar hittades" in done.stdout) == (0, True)
    report = json.loads(run("investigate", "-p", "none", "--json").stdout)
    assert report["message"] == "No candidate processes found"
    assert run("timeline", "-p", "none").returncode == 1


def test_an_unknown_process_is_bad_input(run: Run, first: str) -> None:
    done = run("investigate", "--process", "x-1", "-p", "inquiries")
    assert done.returncode == 2
    assert "There is no process" in done.stderr

"""`sleuth insights` and `sleuth graph` as a person runs them."""

import json
import socket
from pathlib import Path

import pytest

from tests.commands import Run

ACCOUNTS = """Lumen AB,,,
Income statement (EUR thousand),,,
,FY2021,FY2022,FY2023
Revenue,12000,13500,15100
Cost of goods sold,7000,7600,8300
Gross profit,5000,5900,6800
"""


@pytest.fixture(scope="module")
def room(run: Run, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("room") / "accounts.csv"
    path.write_text(ACCOUNTS, encoding="utf-8")
    added = run("add", str(path), "-p", "insights")
    assert added.returncode == 0, added.stderr
    return "insights"


def test_insights_are_printed_with_their_arithmetic_and_places(run: Run, room: str) -> None:
    done = run("insights", "-p", room)
    assert done.returncode == 0
    assert "Revenue of Lumen AB rose 2 times in a row, from 12,000 thousand EUR (FY2021)" in done.stdout
    assert "(15,100 thousand EUR - 12,000 thousand EUR) / 12,000 thousand EUR = +25.8%" in done.stdout
    assert "accounts.csv" in done.stdout


def test_their_json_holds_each_finding_with_its_place(run: Run, room: str) -> None:
    found = json.loads(run("insights", "-p", room, "--json").stdout)
    (revenue,) = [insight for insight in found if insight["metric"] == "revenue"]
    assert set(revenue) >= {"id", "kind", "subject", "metric", "scenario", "statement", "computation", "rests_on"}
    assert [(f["period"], f["value"], f["filename"]) for f in revenue["rests_on"]] == [
        ("FY2021", "12000", "accounts.csv"),
        ("FY2022", "13500", "accounts.csv"),
        ("FY2023", "15100", "accounts.csv"),
    ]


def test_where_nothing_can_be_derived_the_exit_code_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Nothing is counted here.")
    run("add", str(tmp_path / "note.txt"), "-p", "empty")
    done = run("insights", "-p", "empty", "--json")
    assert (json.loads(done.stdout), done.returncode) == ([], 1)


def test_the_graph_is_counted(run: Run, room: str) -> None:
    insights = len(json.loads(run("insights", "-p", room, "--json").stdout))
    counts = json.loads(run("graph", "-p", room, "--json").stdout)
    assert (counts["Deal"], counts["Document"], counts["Insight"]) == (1, 1, insights)
    assert counts["EXTRACTED_FROM"] == counts["Finding"] + 1


def test_a_graph_server_out_of_reach_hinders_no_adding_and_is_told(run: Run, room: str, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        down = {"SLEUTH_NEO4J_URI": f"bolt://127.0.0.1:{probe.getsockname()[1]}", "SLEUTH_NEO4J_PASSWORD": "x"}
    (tmp_path / "more.csv").write_text(ACCOUNTS.replace("Lumen", "Halden"))
    added = run("add", str(tmp_path / "more.csv"), "-p", room, **down)
    assert added.returncode == 0
    assert "`sleuth graph` projects what was added" in added.stderr
    graph = run("graph", "-p", room, **down)
    assert graph.returncode == 3
    assert "Check SLEUTH_NEO4J_URI and that the server runs" in graph.stderr
    removed = run("remove", "more.csv", "-p", room, **down)
    assert removed.returncode == 3
    assert "more.csv: removed, but still in the graph" in removed.stderr


def test_ten_are_shown_and_all_on_demand(run: Run, tmp_path: Path) -> None:
    rows = "".join(f"Cost line {n},{100 + n},{200 + n},{300 + n}\n" for n in range(12))
    (tmp_path / "costs.csv").write_text(
        f"Lumen AB,,,\nIncome statement (EUR thousand),,,\n,FY2021,FY2022,FY2023\n{rows}Revenue,12000,13500,15100\n"
    )
    assert run("add", str(tmp_path / "costs.csv"), "-p", "many").returncode == 0
    shown = run("insights", "-p", "many").stdout
    assert shown.lstrip().startswith("Revenue of Lumen AB rose 2 times in a row")
    assert shown.count("times in a row") == 10
    assert "3 more: --all shows them, by kind." in shown
    assert run("insights", "--all", "-p", "many").stdout.count("times in a row") == 13
    assert len(json.loads(run("insights", "-p", "many", "--json").stdout)) == 13


def test_a_trend_of_a_measure_that_documents_dispute_names_the_conflict(run: Run, tmp_path: Path) -> None:
    table = "Lumen AB,,,,\nIncome statement (EUR thousand),,,,\n,FY2020,FY2021,FY2022,FY2023\n"
    table += "Revenue,{},12000,13500,15100\n"
    (tmp_path / "accounts.csv").write_text(table.format(11000))
    (tmp_path / "deck.csv").write_text(table.format(11900))
    assert run("add", str(tmp_path), "-p", "disputed").returncode == 0
    (conflict,) = json.loads(run("conflicts", "-p", "disputed", "--json").stdout)
    (insight,) = json.loads(run("insights", "-p", "disputed", "--json").stdout)
    assert insight["conflicts"] == [conflict["id"]]
    shown = run("insights", "-p", "disputed").stdout
    assert f"documents contradict each other on this measure: `sleuth conflicts` {conflict['id']}" in shown

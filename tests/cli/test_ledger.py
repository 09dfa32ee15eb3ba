"""`sleuth versions`, `conflicts`, `show`, `validate`, `reject`, `correct` as a person runs them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Run

_TABLE = """# Acme Ltd {title}

{note}

Consolidated income statement

(in EUR million)

| | FY2023 | FY2024 |
|---|---|---|
| Revenue | 11.0 | {revenue} |
| Operating income | 1.0 | {income} |
"""


def page(title: str, revenue: str, income: str, note: str = "All amounts follow IFRS.") -> str:
    return _TABLE.format(title=title, revenue=revenue, income=income, note=note)


@pytest.fixture(scope="module")
def room(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ledger")
    for name, text in {
        "annual_report.md": page("Annual report", "12.4", "1.9", "Independent auditor's report\n\nWe have audited."),
        "annual_report_CORRECTED.md": page(
            "Annual report", "11.9", "1.9", "Independent auditor's report\n\nWe have audited."
        ),
        "Management presentation.md": page("Management presentation", "12.6", "1.9"),
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    added = run("add", str(folder), "-p", "ledger")
    assert added.returncode == 0, added.stderr
    return folder


def asked(run: Run, *arguments: str) -> Any:
    done = run(*arguments, "-p", "ledger", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_versions_tells_newer_older_reason_and_status(run: Run, room: Path) -> None:
    (version,) = asked(run, "versions")
    assert {key: version[key] for key in ("newer", "older", "status")} == {
        "newer": "annual_report_CORRECTED.md", "older": "annual_report.md", "status": "confirmed",
    }  # fmt: skip
    assert version["evidence"]["text"] == "annual_report.md → annual_report_CORRECTED.md"
    assert "annual_report_CORRECTED.md\n  replaces annual_report.md" in run("versions", "-p", "ledger").stdout


def test_conflicts_tells_both_sides_and_which_outranks(run: Run, room: Path) -> None:
    (conflict,) = asked(run, "conflicts")
    assert (conflict["metric"], conflict["period"], conflict["scenario"], conflict["status"]) == (
        "revenue", "FY2024", "actual", "open",
    )  # fmt: skip
    sides = [(side["value"], side["unit"], side["scale"], side["filename"]) for side in conflict["sides"]]
    assert sides == [
        ("11.9", "EUR", 6, "annual_report_CORRECTED.md"),
        ("12.6", "EUR", 6, "Management presentation.md"),
    ]
    assert all("Revenue" in side["quote"] for side in conflict["sides"])
    shown = run("conflicts", "-p", "ledger").stdout
    assert "11.9 million EUR" in shown
    assert "12.6 million EUR" in shown


def test_a_conflict_is_dismissed_with_a_reason_and_opened_again(run: Run, room: Path) -> None:
    (conflict,) = asked(run, "conflicts")
    number = str(conflict["id"])
    assert run("conflicts", "--dismiss", number, "-p", "ledger").returncode == 2
    assert asked(run, "conflicts", "--dismiss", number, "--why", "gross of rebates", "--by", "Ann") == []
    (dismissed,) = asked(run, "conflicts", "--all")
    assert (dismissed["status"], dismissed["by"], dismissed["why"]) == ("dismissed", "Ann", "gross of rebates")
    assert [c["status"] for c in asked(run, "conflicts", "--undo", number)] == ["open"]


def test_show_of_a_metric_answers_and_says_what_it_assumed(run: Run, room: Path) -> None:
    shown = asked(run, "show", "revenue")
    assert (shown["value"], shown["filename"]) == ("11.9", "annual_report_CORRECTED.md")
    assert shown["assumptions"] == ["FY2024, the latest"]
    assert shown["context"]["stated"] == "11.9"
    assert [step["value"] for step in shown["history"]] == ["12.4 million EUR", "11.9 million EUR"]
    assert {relation["kind"] for relation in shown["relations"]} == {"SUPERSEDES", "CONTRADICTS"}


def test_show_for_people_has_the_page_the_history_and_the_relations(run: Run, room: Path) -> None:
    shown = run("show", "turnover", "-p", "ledger").stdout
    assert "History: 12.4 million EUR (annual_report.md) → 11.9 million EUR" in " ".join(shown.split())
    assert "contradicted by 12.6 million EUR" in " ".join(shown.split())


def test_show_of_what_nobody_states_is_no(run: Run, room: Path) -> None:
    assert run("show", "goodwill", "-p", "ledger").returncode == 1
    assert run("show", "999999999", "-p", "ledger").returncode == 2


def test_rejecting_a_version_gives_the_old_figures_back(run: Run, room: Path) -> None:
    (version,) = asked(run, "versions")
    (rejected,) = asked(run, "versions", "--reject", str(version["id"]), "--why", "two companies", "--by", "Ann")
    assert (rejected["status"], rejected["by"], rejected["why"]) == ("rejected", "Ann", "two companies")
    (conflict,) = asked(run, "conflicts")
    assert len(conflict["sides"]) == 3
    (undone,) = asked(run, "versions", "--undo", str(version["id"]))
    assert (undone["status"], undone["by"]) == ("confirmed", None)


def test_a_finding_is_validated_corrected_and_rejected_with_its_reason(run: Run, room: Path) -> None:
    number = str(asked(run, "show", "operating income", "--period", "FY2023")["id"])
    assert asked(run, "validate", number, "--by", "Ann")["status"] == "validated"
    assert run("reject", number, "-p", "ledger").returncode == 2
    corrected = asked(run, "correct", number, "--value", "(1.2)", "--why", "the sign was lost", "--by", "Ann")
    assert (corrected["value"], corrected["status"], corrected["locator"]) == (
        "-1.2", "validated", asked(run, "show", number)["locator"],
    )  # fmt: skip
    assert asked(run, "show", number)["status"] == "rejected"
    (change,) = asked(run, "show", str(corrected["id"]))["changes"]
    assert (change["by"], change["why"]) == ("Ann", "the sign was lost (value 1.0 → -1.2)")


def test_a_correction_that_changes_nothing_or_is_no_figure_is_bad_input(run: Run, room: Path) -> None:
    number = str(asked(run, "show", "revenue")["id"])
    assert run("correct", number, "--why", "x", "-p", "ledger").returncode == 2
    assert run("correct", number, "--value", "many", "--why", "x", "-p", "ledger").returncode == 2
    assert run("correct", number, "--period", "sometime", "--why", "x", "-p", "ledger").returncode == 2
    assert run("correct", number, "--scenario", "hoped", "--why", "x", "-p", "ledger").returncode == 2

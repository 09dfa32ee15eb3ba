"""A figure that a person corrected is shown corrected everywhere, marked as a person's, beside what the source says."""

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from sleuth.store.projects import find_project
from sleuth.store.server.database import Database
from tests.commands import Run

_REPORT = """# Acme Ltd Annual report

Consolidated income statement

(in EUR million)

| | FY2022 | FY2023 | FY2024 |
|---|---|---|---|
| Revenue | 10.0 | 11.0 | 11.1 |
| Cost of sales | 6.0 | 6.2 | 6.4 |
| Operating income | 1.0 | 1.1 | 1.9 |
| Net income | 0.5 | 0.6 | 0.4 |
"""
_DECK = "# Acme Ltd Management deck\n\n(in EUR million)\n\n| | FY2024 |\n|---|---|\n| Revenue | 12.6 |\n"
WHY = "the scan swapped digits"


@pytest.fixture(scope="module")
def corrected(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project `right` in which figures of FY2024 were corrected: revenue from 11.1 to 11.3, net income to 0.7."""
    folder = tmp_path_factory.mktemp("corrections")
    (folder / "report.md").write_text(_REPORT, encoding="utf-8")
    (folder / "deck.md").write_text(_DECK, encoding="utf-8")
    assert run("add", str(folder), "-p", "right").returncode == 0
    for metric, value in (("revenue", "11.3"), ("net income", "0.7")):
        found = read(run, "findings", "--metric", metric, "--period", "FY2024", "--file", "report.md")
        made = run("correct", str(found[0]["id"]), "--value", value, "--why", WHY, "--by", "Ann", "-p", "right")
        assert made.returncode == 0, made.stderr
    return folder


def read(run: Run, *arguments: str) -> Any:
    done = run(*arguments, "-p", "right", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def shown(run: Run, *arguments: str) -> str:
    done = run(*arguments, "-p", "right", COLUMNS="200")
    return " ".join(done.stdout.split())


def says_so(correction: Any) -> bool:
    return (correction["by"], correction["printed"]) == ("Ann", "11.1 million EUR") and WHY in correction["why"]


def test_findings_mark_the_corrected_figure(run: Run, corrected: Path) -> None:
    (finding,) = read(run, "findings", "--metric", "revenue", "--period", "FY2024", "--file", "report.md")
    assert (finding["value"], says_so(finding["corrected"])) == ("11.3", True)
    assert "11.1" in finding["quote"]
    page = shown(run, "findings", "--metric", "revenue")
    assert "11.3*" in page
    assert f"corrected by Ann: {WHY} (value 11.1 → 11.3); the source says 11.1 million EUR" in page


def test_what_nobody_corrected_bears_no_mark(run: Run, corrected: Path) -> None:
    (finding,) = read(run, "findings", "--metric", "revenue", "--period", "FY2023")
    assert finding["corrected"] is None


def test_research_leads_with_the_correction_and_says_what_the_source_prints(run: Run, corrected: Path) -> None:
    answer = read(run, "research", "What was revenue in FY2024?", "--file", "report.md")
    assert answer["answer"].startswith("Revenue, FY2024: €11.3 million (corrected by Ann")
    assert "the source says 11.1 million EUR" in answer["answer"]
    assert "11.1" in answer["citations"][0]["text"]


def test_a_figure_that_is_computed_from_a_corrected_cell_uses_the_correction(run: Run, corrected: Path) -> None:
    answer = read(run, "research", "What was the gross margin in FY2024?", "--file", "report.md")["answer"]
    assert "43.4%" in answer  # (11.3 - 6.4) / 11.3; the printed 11.1 gives 42.3%
    assert "corrected by Ann" in answer.splitlines()[0]


def test_an_answer_about_another_cell_is_as_it_was(run: Run, corrected: Path) -> None:
    answer = read(run, "research", "What was operating income in FY2024?", "--file", "report.md")["answer"]
    assert "corrected" not in answer


def test_conflicts_mark_the_side_that_a_person_corrected(run: Run, corrected: Path) -> None:
    (conflict,) = read(run, "conflicts")
    marked = {side["filename"]: side["corrected"] for side in conflict["sides"]}
    assert says_so(marked["report.md"])
    assert marked["deck.md"] is None
    assert "11.3 million EUR (corrected by Ann; the source says 11.1 million EUR)" in shown(run, "conflicts")


def test_show_says_who_corrected_and_what_the_source_says(run: Run, corrected: Path) -> None:
    (finding,) = read(run, "findings", "--metric", "revenue", "--period", "FY2024", "--file", "report.md")
    assert says_so(read(run, "show", str(finding["id"]))["corrected"])
    assert "Corrected by Ann" in shown(run, "show", str(finding["id"]))


def test_insights_that_rest_on_a_correction_say_so(run: Run, corrected: Path) -> None:
    resting = [i for i in read(run, "insights") for f in i["rests_on"] if f["corrected"]]
    assert resting
    assert "corrected by Ann; the source says 0.4 million EUR" in shown(run, "insights")


def test_search_puts_the_correction_under_the_passage_that_shows_the_figure(run: Run, corrected: Path) -> None:
    results = read(run, "search", "Revenue Cost of sales Operating income", "--file", "report.md")["results"]
    (marked,) = [hit["corrected"] for hit in results if "11.1" in hit["content"]]
    assert says_so(marked[0])
    assert "* Revenue, FY2024, actual: 11.3 million EUR" in shown(run, "search", "Revenue Cost of sales")


def test_the_workbook_marks_the_cell_and_says_what_the_source_says(run: Run, corrected: Path, tmp_path: Path) -> None:
    path = tmp_path / "room.xlsx"
    assert run("findings", "--xlsx", str(path), "-p", "right").returncode == 0
    book = openpyxl.load_workbook(path)
    notes = {cell.value: cell.comment.text for row in book.worksheets[1].iter_rows() for cell in row if cell.comment}
    assert sorted(notes) == [0.7, 11.3]
    assert "the source says 11.1 million EUR" in notes[11.3]
    rows = [[cell.value for cell in row] for row in book["Findings"].iter_rows()]
    value, printed = rows[0].index("Value"), rows[0].index("Source says")
    marked = {row[value]: row[printed] for row in rows[1:] if row[printed]}
    assert marked == {11.3: "11.1 million EUR", 0.7: "0.4 million EUR"}


def test_the_graph_holds_the_correction_with_the_finding(run: Run, corrected: Path, database: Database) -> None:
    with database.connection() as connection:
        rows = connection.execute(
            """
            SELECT properties FROM graph_nodes
            WHERE project_id = %s AND kind = 'Finding' AND properties ? 'corrected_by'
            AND properties ->> 'metric' = 'revenue'
            """,
            (find_project(connection, "right"),),
        ).fetchall()
    ((node,),) = rows
    assert (node["value"], node["corrected_by"], node["printed_value"]) == ("11.3", "Ann", "11.1")

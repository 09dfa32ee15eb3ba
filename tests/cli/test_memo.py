"""`sleuth memo` as a person runs it, over the example data room."""

import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
import pytest

from sleuth.store.server.database import Database
from tests.commands import Run

TRAILING = """# Halden Instruments AB

| EUR thousand | LTM Jun 2023 | LTM Sep 2023 |
|---|---:|---:|
| Revenue | 47,000 | 47,800 |

## People

- Ingrid Falk, CEO since October 2022
"""
ROOM = Path(__file__).parents[2] / "examples" / "dataroom"


@pytest.fixture(scope="module")
def room(run: Run, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The documents of Halden Instruments AB, and a page with one figure of another twelve months and a name."""
    trailing = tmp_path_factory.mktemp("files") / "Trailing.md"
    trailing.write_text(TRAILING, encoding="utf-8")
    files = [str(path) for path in (*sorted(ROOM.iterdir()), trailing) if "AAPL" not in path.name]
    added = run("add", *files, "-p", "halden")
    assert added.returncode == 0, added.stderr
    return "halden"


@pytest.fixture(scope="module")
def drafted(run: Run, room: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The memo over them, as JSON and as a Word file."""
    file = tmp_path_factory.mktemp("memo") / "memo.docx"
    done = run("memo", "-p", room, "-o", str(file), "--json")
    assert done.returncode == 0, done.stderr
    return {"file": file, **json.loads(done.stdout)}


def section(drafted: dict[str, Any], key: str) -> dict[str, Any]:
    (found,) = [one for one in drafted["sections"] if one["key"] == key]
    return found


def sentences(drafted: dict[str, Any], key: str) -> list[str]:
    blocks = section(drafted, key)["blocks"]
    return [sentence["text"] for block in blocks for sentence in block.get("sentences", ())]


def table(drafted: dict[str, Any], caption: str) -> dict[str, list[str]]:
    (found,) = [b for b in section(drafted, "financials")["blocks"] if b.get("caption", "").startswith(caption)]
    rows = {row[0]["text"]: [cell["text"] for cell in row[1:]] for row in found["rows"]}
    return {"caption": [found["caption"]], "header": found["header"], **rows}


def test_it_is_about_the_company_that_most_documents_state_figures_of(drafted: dict[str, Any]) -> None:
    assert drafted["company"] == "Halden Instruments AB"
    assert drafted["title"] == "Halden Instruments AB: company profile"


def test_the_statements_stand_under_the_topic_that_they_tell_of(drafted: dict[str, Any]) -> None:
    customer = "The largest customer, Orvik Marine AS, stands for 14% of revenue; its contract ends on 31 March 2026."
    assert sentences(drafted, "customers") == [customer]
    assert customer in sentences(drafted, "risks")
    founder = "The founder and chief technology officer, Maria Hallgren, has a notice period of six months."
    assert sentences(drafted, "management") == [
        "Chief executive officer: Ingrid Falk, CEO since October 2022.",
        founder,
    ]
    assert any("EUR 64,500,000" in text for text in sentences(drafted, "transaction"))


def test_a_table_has_one_length_of_time_a_unit_and_a_scale_and_the_weightier_figure(drafted: dict[str, Any]) -> None:
    income = table(drafted, "Income statement")
    assert income["caption"] == ["Income statement, EUR thousand"]
    assert income["header"] == ["", "FY2023", "FY2024 estimate"]  # no column for the one figure of the year to June
    assert income["Revenue"] == ["48,650*", "53,500"]
    assert income["EBITDA"] == ["8,135*", "10,170"]


def test_a_ratio_is_that_of_the_figures_shown_and_says_that_it_is_computed(drafted: dict[str, Any]) -> None:
    """The accounts do not state the margin; the deck states that of its own, higher figures: 17.1%."""
    assert table(drafted, "Income statement")["EBITDA margin"] == ["16.7%†", "19.0%"]
    (income,) = [b for b in section(drafted, "financials")["blocks"] if b.get("caption", "").startswith("Income")]
    (margin,) = [row for row in income["rows"] if row[0]["text"] == "EBITDA margin"]
    assert margin[1]["sources"][0]["remark"].startswith("computed: EBITDA margin, FY2023: 16.7% = ")
    assert {source["filename"] for source in margin[1]["sources"]} == {"Halden Annual Accounts 2023.pdf"}


def test_what_documents_disagree_on_is_told_below_the_table_and_among_the_risks(drafted: dict[str, Any]) -> None:
    (income,) = [b for b in section(drafted, "financials")["blocks"] if b.get("caption", "").startswith("Income")]
    assert "49,100 in " in income["note"]
    assert any("Documents disagree on Revenue, FY2023" in text for text in sentences(drafted, "risks"))


def test_of_a_document_that_another_replaces_nothing_is_said(drafted: dict[str, Any]) -> None:
    assert table(drafted, "Financial position")["Net debt"] == ["10,800"]
    cited = {source["filename"] for source in _sources(drafted)}
    assert "Halden Net Debt_FINAL_v3.xlsx" in cited
    assert not cited & {"Halden Net Debt.xlsx", "Halden Net Debt_v2.xlsx"}


def test_every_statement_and_figure_has_its_source(drafted: dict[str, Any]) -> None:
    for one in drafted["sections"]:
        for block in one["blocks"] if one["key"] != "gaps" else ():
            if "rows" in block:
                cells = [cell for row in block["rows"] for cell in row[1:]]
                assert all(cell["sources"] or cell["text"] == "–" for cell in cells)
            elif block["form"] != "note":
                assert any(sentence["sources"] for sentence in block["sentences"])
    assert all(source["text"] and source["locator"] for source in _sources(drafted))


def _sources(drafted: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for one in drafted["sections"]:
        for block in one["blocks"]:
            parts = [cell for row in block["rows"] for cell in row] if "rows" in block else block["sentences"]
            for part in parts:
                yield from part["sources"]


def test_what_could_not_be_found_is_listed_at_the_end(drafted: dict[str, Any]) -> None:
    assert drafted["sections"][-1]["title"] == "What could not be found"
    assert "Management: Who is the chief financial officer?" in sentences(drafted, "gaps")
    assert any("no figure of adjusted EBITDA, net income" in text for text in drafted["missing"])


def test_the_word_file_cites_with_footnotes_and_has_its_sources_beside_it(drafted: dict[str, Any]) -> None:
    document = docx.Document(str(drafted["file"]))
    assert next(p.text for p in document.paragraphs if p.style.name == "Heading 1") == "Business"
    with zipfile.ZipFile(drafted["file"]) as archive:
        links = archive.read("word/_rels/footnotes.xml.rels").decode()
    assert 'Target="memo%20sources/Halden%20Annual%20Accounts%202023.pdf#page=2"' in links
    copy = drafted["file"].parent / "memo sources" / "Halden Annual Accounts 2023.pdf"
    assert copy.read_bytes() == (ROOM / "Halden Annual Accounts 2023.pdf").read_bytes()


def test_an_edited_section_is_kept_on_the_next_run(run: Run, room: str, tmp_path: Path) -> None:
    file = tmp_path / "memo.md"
    assert run("memo", "-p", room, "-o", str(file)).returncode == 0
    file.write_text(
        file.read_text().replace("Orvik Marine AS, stands for 14%", "Orvik, a friend of the house, stands for 14%")
    )
    again = run("memo", "-p", room, "-o", str(file))
    assert again.returncode == 0
    assert "kept as you edited them: Customers, Risks" in again.stderr
    assert "a friend of the house" in file.read_text()


def test_killed_in_the_middle_it_goes_on_with_the_section_under_way(
    run: Run, room: str, database: Database, tmp_path: Path
) -> None:
    outline = tmp_path / "outline.md"
    outline.write_text("".join(f"## Part {n}\n- Who is the largest customer?\n" for n in range(1, 31)))
    environment = {
        **os.environ, "SLEUTH_HOME": str(tmp_path), "SLEUTH_DATABASE_URL": database.dsn, "SLEUTH_BACKGROUND": "false",
    }  # fmt: skip
    command = [sys.executable, "-m", "sleuth", "memo", "-p", room, "--outline", str(outline)]
    with subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as first:
        assert first.stderr is not None
        told = [first.stderr.readline() for _ in range(3)]
        first.send_signal(signal.SIGKILL)
        told += first.stderr.readlines()
    done = [line for line in told if line.startswith(tuple("123456789"))]
    assert 3 <= len(done) < 30
    assert not any("as drafted before" in line for line in done)
    again = run("memo", "-p", room, "--outline", str(outline), "--json")
    assert again.returncode == 0, again.stderr
    resumed = json.loads(again.stdout)["resumed"]
    assert len(done) <= resumed <= len(done) + 1
    assert again.stderr.count("as drafted before") == resumed


def test_a_changed_project_is_drafted_anew_and_a_removed_document_leaves_no_draft(
    run: Run, database: Database, tmp_path: Path
) -> None:
    (tmp_path / "accounts.csv").write_text(
        "Lumen AB,,\nIncome statement (EUR thousand),,\n,FY2022,FY2023\nRevenue,10,12\n"
    )
    outline = tmp_path / "outline.md"
    outline.write_text("## Figures\n- table Income: revenue\n")
    run("add", str(tmp_path / "accounts.csv"), "-p", "lumen")
    first = json.loads(run("memo", "-p", "lumen", "--outline", str(outline), "--json").stdout)
    assert table({"sections": [{**first["sections"][0], "key": "financials"}]}, "Income")["Revenue"] == ["10", "12"]
    (tmp_path / "more.csv").write_text("Lumen AB,\nIncome statement (EUR thousand),\n,FY2024\nRevenue,15\n")
    run("add", str(tmp_path / "more.csv"), "-p", "lumen")
    second = json.loads(run("memo", "-p", "lumen", "--outline", str(outline), "--json").stdout)
    assert (second["resumed"], second["sections"][0]["blocks"][0]["header"]) == (0, ["", "FY2022", "FY2023", "FY2024"])
    run("remove", "accounts.csv", "-p", "lumen")
    with database.connection() as connection:
        rows = connection.execute(
            "SELECT draft::text FROM memo_drafts JOIN projects ON projects.id = project_id WHERE name = 'lumen'"
        ).fetchall()
    assert not [row for (row,) in rows if "accounts.csv" in row]


def test_the_outline_can_be_printed_edited_and_given(run: Run, room: str, tmp_path: Path) -> None:
    printed = run("memo", "--show-outline")
    assert printed.returncode == 0
    outline = tmp_path / "mine.md"
    outline.write_text(printed.stdout.split("## Market")[0])
    done = run("memo", "-p", room, "--outline", str(outline))
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if line.startswith("## ")] == [
        "## Business", "## What could not be found",
    ]  # fmt: skip


def test_where_nothing_is_found_the_exit_code_says_so(run: Run, room: str, tmp_path: Path) -> None:
    outline = tmp_path / "outline.md"
    outline.write_text("## Space\n- Who commands the space station of the company?\n")
    done = run("memo", "-p", room, "--outline", str(outline), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["missing"] == ["Space: Who commands the space station of the company?"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--outline", "nowhere.md"), "nowhere.md: the outline cannot be read"),
        (("-o", "memo.pdf"), "Name it NAME.md or NAME.docx"),
        (("--company", "Zyxwvut Holding"), "no document names “Zyxwvut Holding”"),
    ],
)
def test_bad_input_is_exit_2_with_the_remedy(run: Run, room: str, options: tuple[str, ...], said: str) -> None:
    done = run("memo", "-p", room, *options)
    assert done.returncode == 2
    assert said in done.stderr

"""Real front matter of reports and a real directive: what is asked for is right, cited, and nobody is invented."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.evals.detectives import Reading, detective_figures, read_document
from sleuth.evals.rows import rows
from sleuth.ingest.sandbox import read_file
from tests.agents.detectives.papers import TODAY


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    found = shared_data / "redistributable" / "sou"
    if not found.is_dir():
        pytest.skip(f"no reports at {found}")
    return found


@cache
def reading(path: Path) -> Reading:
    return read_document(read_file(path, Settings()).pages, TODAY)


def gold(folder: Path) -> dict[str, dict[str, Any]]:
    return {row["filename"]: row for row in rows(folder / "gold.jsonl")}


def test_all_figures_are_right(shared_data: Path, folder: Path) -> None:
    figures = {f.measure: f.value for f in detective_figures(shared_data, Settings()) if f.set == "sou"}
    assert figures.pop("invented leads") == 0
    assert set(figures.values()) == {1.0}


def test_trap_a_replaced_investigator_is_history(folder: Path) -> None:
    found = reading(folder / "pdf" / "SOU_2018-22.pdf")
    assert found.leads() == {"martin olauzon"}
    assert found.leads("formerly_led_by") == {"lars bäckström"}
    (former,) = [c for c in found.metadata.connections if c.relation == "formerly_led_by"]
    (truth,) = [lead for lead in gold(folder)["SOU_2018-22.pdf"]["lead"] if "tidigare" in lead["role"]]
    assert former.since is not None
    assert former.until is not None
    assert (str(former.since.day), str(former.until.day)) == (truth["from"], truth["to"])


def test_trap_a_hyphenated_name_is_whole(folder: Path) -> None:
    assert reading(folder / "pdf" / "SOU_2011-30.pdf").leads() == {"ann marie begler"}


@pytest.mark.parametrize("filename", ["SOU_2020-14.pdf", "SOU_2013-52.pdf", "SOU_2020-7.pdf", "SOU_2018-1.pdf"])
def test_trap_a_month_is_never_shown_as_a_day(folder: Path, filename: str) -> None:
    (event,) = [e for e in reading(folder / "pdf" / filename).events if e.type == "sou_published"]
    assert event.moment.precision == "month"
    assert str(event.moment.day) == gold(folder)[filename]["handover_month_in_text"] + "-01"


def test_trap_a_report_that_states_no_month_gets_none(folder: Path) -> None:
    (event,) = [e for e in reading(folder / "pdf" / "SOU_2014-67.pdf").events if e.type == "sou_published"]
    assert (event.moment.precision, event.moment.stated) == ("year", "2014")


def test_trap_the_minister_who_is_addressed_is_nobodys_lead(folder: Path) -> None:
    people = {c.name for c in reading(folder / "pdf" / "SOU_2020-14.pdf").metadata.connections if c.type == "person"}
    assert "Lena Hallengren" not in people


def test_trap_where_nobody_is_named_nobody_leads(folder: Path) -> None:
    found = reading(folder / "pdf" / "Dir_2016_15.pdf")
    assert [c for c in found.metadata.connections if c.type == "person"] == []


@pytest.mark.parametrize("filename", ["SOU_2018-22.pdf", "SOU_2014-67.pdf", "SOU_2020-5.pdf", "Dir_2016_15.pdf"])
def test_every_quote_is_verbatim_on_its_page(folder: Path, filename: str) -> None:
    verbatim, cited = reading(folder / "pdf" / filename).quotes
    assert verbatim == cited > 5


def test_press_releases_that_name_nobody_get_nobody(shared_data: Path) -> None:
    if not (shared_data / "internal_only" / "press_sv").is_dir():
        pytest.skip("no press releases there")
    figures = {(f.set, f.measure): f.value or 0 for f in detective_figures(shared_data, Settings())}
    assert figures["press_sv", "names another"] == 0
    # One of the fifteen that the data says name nobody reads "Som särskild utredare tillsätts …".
    assert figures["press_sv", "abstains where nobody is named"] >= 14 / 15
    assert figures["press_sv", "names the investigator"] >= 0.95

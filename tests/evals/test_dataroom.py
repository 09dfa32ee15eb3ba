"""Generated data rooms: the truth beside them really stands in the files, and nothing else contradicts itself."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dataroom import generate
from dataroom.books import COSTS, months_of
from dataroom.company import found_company
from dataroom.compare import agree, compare
from dataroom.fiscal import instant
from dataroom.truth import SCALES, Fact, Meaning, Period, Truth
from dataroom.versions import PATTERNS
from sleuth.errors import UserError
from sleuth.evidence.source import Page, Source
from sleuth.ingest.readers import read
from sleuth.ingest.readers.limits import Limits

SEEDS = (11, 12, 13)
READ = 12  # the room that is read back whole
BOOKED = range(40)


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[Path, Truth]]:
    folder = tmp_path_factory.mktemp("rooms")
    return {seed: (folder / str(seed), generate(seed, folder / str(seed))) for seed in SEEDS}


@pytest.fixture(scope="module")
def sources(rooms: dict[int, tuple[Path, Truth]]) -> dict[str, Source]:
    """The files of one room as our readers see them."""
    folder, truth = rooms[READ]
    limits = Limits(pages=1_000, seconds=60, memory_bytes=1 << 31)
    return {
        file.name: read((folder / "room" / file.folder / file.name).read_bytes(), file.name, limits)
        for file in truth.files
    }


def words(text: str) -> str:
    return " ".join(text.split())


def texts_at(source: Source, place: dict[str, Any]) -> Iterator[str]:
    """What our reader finds at a place of the truth."""
    for page in source.pages:
        numbers = {place.get("page", page.number), place.get("slide", page.number), page.number}
        if len(numbers) == 1 and place.get("sheet", page.label) == page.label:
            yield from addressed(page, place)


def addressed(page: Page, place: dict[str, Any]) -> list[str]:
    if "cell" in place:
        return [page.text[one.start : one.end] for one in page.anchors if one.address == place["cell"]]
    if "section" in place:
        within = [one for one in page.anchors if one.address.split(" > ")[0] == place["section"]]
        return [page.text[one.start : one.end] for one in within] or [page.text]
    return [page.text]


def read_truth(folder: Path) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return truth


def test_the_same_seed_gives_the_same_bytes(rooms: dict[int, tuple[Path, Truth]], tmp_path: Path) -> None:
    folder, truth = rooms[SEEDS[0]]
    generate(SEEDS[0], tmp_path)
    assert (tmp_path / "truth.json").read_bytes() == (folder / "truth.json").read_bytes()
    for file in truth.files:
        inside = Path("room", file.folder, file.name)
        assert (tmp_path / inside).read_bytes() == (folder / inside).read_bytes(), file.name


def test_a_room_is_never_written_over_files(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "mine.txt").write_text("mine")
    with pytest.raises(UserError, match="not empty"):
        generate(1, tmp_path)


def test_other_seeds_give_other_companies_and_wordings(rooms: dict[int, tuple[Path, Truth]]) -> None:
    assert len({truth.company["name"] for _, truth in rooms.values()}) == len(SEEDS)
    labels = {tuple(found_company(seed).labels("audited").names.values()) for seed in SEEDS}
    assert len(labels) == len(SEEDS)
    chains = [{(link.pattern, link.newer.rpartition(".")[2]) for link in truth.versions} for _, truth in rooms.values()]
    assert chains[0] != chains[1] != chains[2]


def test_the_truth_lists_the_files_of_the_room(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for folder, truth in rooms.values():
        on_disk = {path.relative_to(folder / "room").as_posix() for path in (folder / "room").rglob("*.*")}
        assert on_disk == {f"{file.folder}/{file.name}" for file in truth.files}
        assert len({file.name for file in truth.files}) == len(truth.files)


def test_every_file_is_read_without_a_problem(sources: dict[str, Source]) -> None:
    assert {name: source.problems for name, source in sources.items() if source.problems} == {}


def test_every_fact_stands_at_its_place(rooms: dict[int, tuple[Path, Truth]], sources: dict[str, Source]) -> None:
    missing = [
        fact
        for fact in read_truth(rooms[READ][0])["facts"]
        if not any(words(fact["printed"]) in words(text) for text in texts_at(sources[fact["file"]], fact["place"]))
    ]
    assert missing == []


def test_a_cell_holds_its_fact_and_nothing_else(
    rooms: dict[int, tuple[Path, Truth]], sources: dict[str, Source]
) -> None:
    cells = [fact for fact in read_truth(rooms[READ][0])["facts"] if "cell" in fact["place"]]
    assert len(cells) > 500
    for fact in cells:
        assert [words(text) for text in texts_at(sources[fact["file"]], fact["place"])] == [words(fact["printed"])]


def test_a_fact_in_a_pdf_table_stands_in_a_row_with_the_same_figures(
    rooms: dict[int, tuple[Path, Truth]], sources: dict[str, Source]
) -> None:
    """All figures of one metric on one page of an audited report are in one line of its text, in the order printed."""
    rows: dict[tuple[str, int, str], list[str]] = defaultdict(list)
    for fact in read_truth(rooms[READ][0])["facts"]:
        if fact["kind"] == "figure" and fact["period"]["months"] == 0 and re.search(r"(?i)annual.*pdf", fact["file"]):
            rows[fact["file"], fact["place"]["page"], fact["metric"]].append(words(fact["printed"]))
    balances = {key: printed for key, printed in rows.items() if len(printed) == 2}
    assert len(balances) > 20
    for (name, page, metric), printed in balances.items():
        lines = [words(line.replace("\t", " ")) for line in sources[name].pages[page - 1].text.splitlines()]
        assert any(all(one in line for one in printed) for line in lines), (name, page, metric, printed)


def test_printed_text_and_value_say_the_same(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for _, truth in rooms.values():
        for fact in truth.facts:
            if isinstance(fact.stated, Meaning) and fact.printed not in "–—-0":
                assert re.sub(r"\D", "", fact.printed) == re.sub(r"\D", "", fact.value), fact
                assert fact.value.startswith("-") == bool(re.search(r"\(|^-", fact.printed)), fact


def test_printed_figures_are_the_books_figures_rounded(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for _, truth in rooms.values():
        for fact in truth.facts:
            if isinstance(fact.stated, Meaning):
                scale = SCALES[fact.scale]
                step = Decimal(1).scaleb(int(Decimal(fact.value).as_tuple().exponent)) * scale
                assert abs(Decimal(fact.value) * scale - fact.stated.amount) <= step / 2, fact


@pytest.mark.parametrize("seed", BOOKED)
def test_the_books_add_up(seed: int) -> None:
    company = found_company(seed)
    calendar = company.calendar
    for books in (company.books, company.local_books):
        for number in range(calendar.last - 3, calendar.last + 1):
            year = calendar.year(number)
            end = instant(year.end)
            assert books.amount("total_assets", end) == books.amount("total_equity_and_liabilities", end)
            assert books.amount("net_change_in_cash", year) == books.amount("Δcash", year)
            assert books.amount("cash", end) > 0
            for metric in ("revenue", "ebitda", "net_income"):
                quarters = sum(books.amount(metric, calendar.quarter(number, n)) for n in (1, 2, 3, 4))
                months = sum(books.amount(metric, Period(day, 1)) for day in months_of(year))
                assert books.amount(metric, year) == quarters == months


SUMS = (
    ("net_income", ("profit_before_tax", "-income_tax")),
    ("total_assets", ("non_current_assets", "current_assets")),
    ("total_equity_and_liabilities", ("equity", "total_liabilities")),
    ("total_debt", ("current_borrowings", "non_current_borrowings")),
)


@pytest.mark.parametrize(("total", "parts"), SUMS)
def test_printed_statements_foot(total: str, parts: tuple[str, ...], rooms: dict[int, tuple[Path, Truth]]) -> None:
    """In every edition of every file the lines add to the totals: exactly, or to a digit where the file rounds."""
    footed = 0
    for seed, (_, truth) in rooms.items():
        company = found_company(seed)
        bases = {books.subject: books.base for books in (company.books, company.local_books)}
        for key, column in columns_of(truth).items():
            if {total, *(part.removeprefix("-") for part in parts)} <= column.keys():
                added = sum(-abs(column[part[1:]]) if part[0] == "-" else column[part] for part in parts)
                rounds = SCALES[key[-1]] != bases[key[2]]
                step = Decimal(1).scaleb(int(column[total].as_tuple().exponent))
                assert abs(added - column[total]) <= step * rounds, (key, column)
                footed += 1
    assert footed > 20


def columns_of(truth: Truth) -> dict[Any, dict[str, Decimal]]:
    """The figures that one table prints for one period."""
    found: dict[Any, dict[str, Decimal]] = defaultdict(dict)
    for fact in truth.facts:
        if isinstance(fact.stated, Meaning) and not fact.stated.dimension and re.fullmatch(r"[\d\W]+", fact.printed):
            place = tuple((key, value) for key, value in fact.place.items() if key != "cell")
            key = (fact.file, place, fact.stated.subject, fact.stated.period, fact.stated.scenario, fact.scale)
            found[key].setdefault(fact.stated.metric, Decimal(fact.value))
    return found


def test_every_pattern_of_versions_occurs(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for _, truth in rooms.values():
        assert {link.pattern for link in truth.versions} == set(PATTERNS)


def test_versions_form_chains_in_which_each_file_is_replaced_once(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for _, truth in rooms.values():
        dates = {file.name: file.dated for file in truth.files}
        assert len({link.older for link in truth.versions}) == len(truth.versions)
        assert len({link.newer for link in truth.versions}) == len(truth.versions)
        assert all(dates[link.older] < dates[link.newer] for link in truth.versions)


def test_a_newer_edition_differs_from_the_older_in_figures_or_terms(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for _, truth in rooms.values():
        printed: dict[str, set[str]] = defaultdict(set)
        for fact in truth.facts:
            printed[fact.file].add(f"{fact.stated} {fact.value}")
        for link in truth.versions:
            assert printed[link.older] != printed[link.newer], link


def test_files_that_look_like_versions_are_not_listed_as_versions(rooms: dict[int, tuple[Path, Truth]]) -> None:
    wanted = {"contract_1", "Q1_report", "Section_v", "Final_dividend", "Datasheet_HX2", "Appendix_1"}
    for _, truth in rooms.values():
        linked = {frozenset((link.newer, link.older)) for link in truth.versions}
        apart = [frozenset(pair.files) for pair in truth.non_versions]
        assert not linked & set(apart)
        assert wanted <= {name.rpartition(".")[0] for pair in apart for name in pair}
        assert any("fiscal year" in pair.why for pair in truth.non_versions)


def test_phrases_of_content_patterns_stand_in_the_newer_file(
    rooms: dict[int, tuple[Path, Truth]], sources: dict[str, Source]
) -> None:
    said = [link for link in rooms[READ][1].versions if link.pattern.startswith("says_")]
    assert {link.pattern for link in said} == {"says_corrects", "says_supersedes", "says_updated_from"}
    for link in said:
        phrase = words(link.evidence.removeprefix("content: "))
        assert any(phrase in words(page.text) for page in sources[link.newer].pages)
        assert not any(phrase in words(page.text) for page in sources[link.older].pages)


def test_metadata_patterns_show_in_the_metadata(
    rooms: dict[int, tuple[Path, Truth]], sources: dict[str, Source]
) -> None:
    links = {link.pattern: link for link in rooms[READ][1].versions}
    titled, authored = links["same_title_newer_date"], links["same_author_newer_date"]
    assert sources[titled.newer].title == sources[titled.older].title != ""
    assert sources[authored.newer].title != sources[authored.older].title
    for link in (titled, authored):
        newer, older = sources[link.newer].metadata, sources[link.older].metadata
        assert newer["author"] == older["author"] != ""
        assert newer["created"] > older["created"]


def test_every_disagreement_of_live_files_is_a_conflict_or_explained(rooms: dict[int, tuple[Path, Truth]]) -> None:
    """Worked out anew from the facts: whatever differs beyond rounding is planted, superseded or restated."""
    for _, truth in rooms.values():
        superseded = {link.older for link in truth.versions}
        known = {frozenset(side["fact"] for side in row["sides"]) for row in truth.conflicts}
        planted = set().union(*known)
        groups: dict[Any, list[Fact]] = defaultdict(list)
        for fact in truth.facts:
            if isinstance(fact.stated, Meaning) and fact.file not in superseded and fact.stated.variant != "restated":
                groups[fact.stated.key].append(fact)
        for facts in groups.values():
            for one in facts:
                odd = [fact for fact in facts if fact.file != one.file and not agree(one, fact)]
                assert not odd or any(fact.id in planted for fact in (one, *odd)), (one, odd[0])


def test_sides_of_a_conflict_disagree_after_conversion(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for _, truth in rooms.values():
        assert len(truth.conflicts) >= 3
        facts = {fact.id: fact for fact in truth.facts}
        for row in truth.conflicts:
            sides = [facts[side["fact"]] for side in row["sides"]]
            assert len({fact.file for fact in sides}) > 1
            assert all(any(not agree(one, other) for other in sides) for one in sides)
            assert {fact.file for fact in sides}.isdisjoint(link.older for link in truth.versions)


def test_an_unplanned_disagreement_stops_the_generator(rooms: dict[int, tuple[Path, Truth]]) -> None:
    truth = rooms[SEEDS[0]][1]
    fact = next(fact for fact in truth.facts if fact.value and isinstance(fact.stated, Meaning))
    wrong = Fact("F99999", truth.files[-1].name, {}, "1", fact.stated, str(Decimal(fact.value) * 7), fact.scale)
    altered = Truth(0, files=truth.files, facts=[*truth.facts, wrong], versions=truth.versions)
    with pytest.raises(ValueError, match="unplanned disagreement"):
        compare(altered)


def test_every_kind_of_seeming_conflict_is_there_with_its_reason(rooms: dict[int, tuple[Path, Truth]]) -> None:
    seen = {row["why"] for _, truth in rooms.values() for row in truth.non_conflicts}
    assert seen == {
        "correction chain", "restated comparative", "rounding", "unit or scale", "other period", "other currency",
        "other subject", "segment against whole", "share against amount", "forecast or budget against actual",
    }  # fmt: skip


def test_requests_are_answered_by_files_of_the_room(
    rooms: dict[int, tuple[Path, Truth]], sources: dict[str, Source]
) -> None:
    for _, truth in rooms.values():
        live = {file.name for file in truth.files} - {link.older for link in truth.versions}
        assert {request.status for request in truth.gaps} == {"provided", "partial", "missing", "outdated"}
        for request in truth.gaps:
            assert bool(request.files) == (request.status != "missing")
            assert live.issuperset(request.files)
            assert bool(request.lacking) == (request.status != "provided")
    listed = "\n".join(page.text for name, source in sources.items() if name.startswith("IRL") for page in source.pages)
    assert all(words(request.text) in words(listed) for request in rooms[READ][1].gaps)


def test_costs_may_be_printed_with_either_sign_but_mean_the_same(rooms: dict[int, tuple[Path, Truth]]) -> None:
    signs = {
        fact.value.startswith("-")
        for _, truth in rooms.values()
        for fact in truth.facts
        if isinstance(fact.stated, Meaning) and fact.stated.metric in COSTS
    }
    assert signs == {True, False}


def test_chains_of_numbers_are_counted_as_numbers(rooms: dict[int, tuple[Path, Truth]]) -> None:
    for _, truth in rooms.values():
        high = [link for link in truth.versions if link.pattern == "version_number_high"]
        numbers = [int(re.findall(r"\d+", link.newer)[-1]) for link in high]
        assert numbers == sorted(numbers) == [9, 10, 11, 12]
        assert all(one.newer == two.older for one, two in pairwise(high))

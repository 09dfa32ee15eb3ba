"""Fills the rooms, asks the analyst every case, and sets out what passed."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sleuth.config import Settings
from sleuth.evals.analyst.asking import Asking
from sleuth.evals.analyst.cases import Case, bundled_cases
from sleuth.evals.analyst.rooms import FILINGS, GENERATED, KNOWN, REAL, Room, fill, forget, working_folder
from sleuth.evals.analyst.suite import Outcome, run_cases
from sleuth.evals.analyst.written import filing_cases, generated_cases, real_cases
from sleuth.evals.citations import Check, find
from sleuth.evals.corpora import OnProgress
from sleuth.evals.figures import ANALYST, Figure
from sleuth.evals.poppler import poppler_pages
from sleuth.models.chat import chosen_model
from sleuth.store.server.database import Database

SEEDS = range(301, 304)  # of generated rooms that nobody looked at while the analyst was made
_SLICE = "slice_1"
_SPECIFIED = "EVAL-"


def room_names(*, full: bool) -> list[str]:
    """The rooms of a run: the known one and one that is generated; in a full run also real filings and a real room."""
    seeds = list(SEEDS) if full else list(SEEDS)[:1]
    generated = [f"{GENERATED} {seed}" for seed in seeds]
    return [KNOWN, *generated, *([f"{FILINGS} {_SLICE}", REAL] if full else [])]


def evaluate_analyst(
    database: Database, settings: Settings, data: Path, *, full: bool, show: OnProgress
) -> tuple[Outcome, list[Check]]:
    """Ask all cases of the rooms that are there; with a model only EVAL-001 to EVAL-010, for tokens cost money.

    The second part are the citations into PDFs, each looked up by poppler. The rooms' projects are removed at the end.
    """
    with_model = chosen_model(settings) is not None
    wanted = [KNOWN] if with_model else room_names(full=full)
    rooms: dict[str, Room] = {}
    with working_folder() as folder:
        for name in wanted:
            room = fill(database, settings, name, data, Path(folder), show)
            if room is not None:
                rooms[name] = room
        cases = cases_of(rooms, data)
        if with_model:
            cases = [case for case in cases if case.id.startswith(_SPECIFIED)]
        asking = Asking(database, settings)
        try:
            outcome = asyncio.run(
                run_cases(cases, rooms, asking, on_case=lambda done, total: show("analyst: asking", done, total))
            )
            return outcome, list(_looked_up(outcome, rooms))
        finally:
            for room in rooms.values():
                forget(database, room)


def cases_of(rooms: dict[str, Room], data: Path) -> list[Case]:
    """Every case of these rooms."""
    cases = [case for case in bundled_cases() if case.room in rooms]
    for name, room in rooms.items():
        if room.truth is not None:
            cases += generated_cases(name, room.truth)
        elif name.startswith(FILINGS):
            cases += filing_cases(data, name.partition(" ")[2], room.files)
        elif name == REAL:
            cases += real_cases(data)
    return cases


def _looked_up(outcome: Outcome, rooms: Mapping[str, Room]) -> Iterator[Check]:
    """Every citation of the answers that points into a PDF, looked up in poppler's text of its page."""
    rooms_of = {one.case: one.room for one in outcome.judged}
    for answer in outcome.answers:
        paths = rooms[rooms_of[answer["case"]]].paths
        for citation in answer.get("citations", []):
            path = paths.get(citation["filename"])
            if path is None or path.suffix.lower() != ".pdf":
                continue
            page = citation["page"]
            orders = poppler_pages(path)
            found = min(
                (find("\n".join(pages[page - 1 : page + 1]), citation["text"]) for pages in orders),
                key=lambda found: found.rank,
            )
            yield Check(ANALYST, answer["case"], path.name, page, citation["text"], found)


def analyst_figures(outcome: Outcome) -> list[Figure]:
    """The share of checks that passed: all of them, by room, and by check."""
    return [
        _figure("all", "checks passed", [one.verdict.passed for one in outcome.judged]),
        _figure("all", "cases without a failure", list(_whole_cases(outcome).values())),
        *_specified(outcome),
        *(_figure(room, "checks passed", passed) for room, passed in _grouped(outcome, "room")),
        *(_figure("by check", check, passed) for check, passed in _grouped(outcome, "check")),
    ]


def _specified(outcome: Outcome) -> list[Figure]:
    passed = [one.verdict.passed for one in outcome.judged if one.case.startswith(_SPECIFIED)]
    return [_figure("EVAL-001 to EVAL-010", "checks passed", passed)] if passed else []


def _whole_cases(outcome: Outcome) -> dict[str, bool]:
    whole: dict[str, bool] = {}
    for one in outcome.judged:
        whole[one.case] = whole.get(one.case, True) and one.verdict.passed
    return whole


def _grouped(outcome: Outcome, field: str) -> list[tuple[str, list[bool]]]:
    groups: dict[str, list[bool]] = defaultdict(list)
    for one in outcome.judged:
        groups[getattr(one, field)].append(one.verdict.passed)
    return sorted(groups.items())


def _figure(name: str, measure: str, passed: Sequence[bool]) -> Figure:
    share = sum(passed) / len(passed) if passed else None
    return Figure(ANALYST, name, measure, share, None, None, len(passed))

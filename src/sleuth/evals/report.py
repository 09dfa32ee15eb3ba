"""Runs the evaluation sets and sets their figures out: a table to read, JSON to keep."""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean, median
from typing import Any

from sleuth.agents.researcher.run import Research
from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.cases import SETS, Answerable, AnswerSet, sample
from sleuth.evals.retrieval import half
from sleuth.evals.scoring import SCORERS, share_on_page
from sleuth.evals.solving import solve_files, solve_texts
from sleuth.store.database import open_database

CITATIONS = "citations"  # not a set of its own: every citation of the other sets' answers
_ENOUGH = 0.9  # of a citation's words must stand on its page


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of one set: over all its cases, and over each half. None where a half has no case for it."""

    set: str
    measure: str
    value: float | None
    tuned: float | None  # the half that rules were tuned on
    untouched: float | None  # the half that was not looked at
    cases: int


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of a run."""

    figures: tuple[Figure, ...]
    misplaced: tuple[str, ...]  # citations that another program does not find on their page

    def to_json(self) -> dict[str, Any]:
        """The figures as plain data."""
        return {"figures": [asdict(figure) for figure in self.figures], "misplaced": list(self.misplaced)}

    def to_markdown(self) -> str:
        """A table for people."""
        head = ["| set | measure | all | tuned half | untouched half | cases |", "|---|---|---|---|---|---|"]
        body = [
            f"| {f.set} | {f.measure} | {_show(f.value)} | {_show(f.tuned)} | {_show(f.untouched)} | {f.cases} |"
            for f in self.figures
        ]
        return "\n".join([*head, *body, *(f"- misplaced: {one}" for one in self.misplaced)])


def run(settings: Settings, data: Path, names: Sequence[str], limit: int = 60) -> Report:
    """Measure the sets of these names (default: all whose data is there) on at most `limit` questions each."""
    chosen = _choose(data, names)
    figures: list[Figure] = []
    misplaced: list[str] = []
    checked: list[tuple[Answerable, float]] = []
    with ExitStack() as stack:
        database = stack.enter_context(open_database(settings)) if any(s.folder for s in chosen) else None
        for one in chosen:
            cases = sample(one.cases(data), limit, one.files_at_most)
            sys.stderr.write(f"{one.name}: {len(cases)} questions\n")
            if one.folder and database is not None:
                results = list(solve_files(database, settings, one, data, cases))
                checked += _check_citations(results, data / one.folder, misplaced)
            else:
                results = list(solve_texts(cases))
            figures += _figures(one.name, results)
    if checked:
        figures.insert(0, _figure(CITATIONS, "words on the page, by pdftotext", checked))
    return Report(tuple(figures), tuple(misplaced))


def _choose(data: Path, names: Sequence[str]) -> list[AnswerSet]:
    known = [one.name for one in SETS]
    if unknown := [name for name in names if name not in (*known, CITATIONS)]:
        raise UserError(f"no set is called {', '.join(unknown)}. Choose from {', '.join((*known, CITATIONS))}.")
    if not data.is_dir():
        raise UserError(f"{data}: no evaluation data there. Name its folder with --data.")
    wanted = [one for one in SETS if not names or one.name in names or (CITATIONS in names and one.folder)]
    return [one for one in wanted if names or not one.folder or (data / one.folder).is_dir()]


def _figures(name: str, results: Sequence[tuple[Answerable, Research]]) -> Iterator[Figure]:
    for scorer in SCORERS[name]:
        judged = [(case, scorer.judge(case, research)) for case, research in results]
        yield _figure(name, scorer.name, [(case, value) for case, value in judged if value is not None])
    times = [research.trace.timings for _, research in results]
    rounds = [float(research.trace.iterations) for _, research in results]
    thinking = [t["total"] - t.get("retrieve", 0.0) for t in times]
    yield Figure(name, "retrievals a question, mean", fmean(rounds), None, None, len(results))
    yield Figure(name, "milliseconds beside retrieval, median", median(thinking), None, None, len(results))
    dropped = sum(len(research.trace.dropped) for _, research in results)
    yield Figure(name, "claims dropped by verification", float(dropped), None, None, len(results))


def _figure(name: str, measure: str, judged: Sequence[tuple[Answerable, float]]) -> Figure:
    tuned = [value for case, value in judged if half(case.group) == 0]
    untouched = [value for case, value in judged if half(case.group) == 1]
    return Figure(name, measure, _mean([*tuned, *untouched]), _mean(tuned), _mean(untouched), len(judged))


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _show(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}" if value <= 1 else f"{value:,.1f}"


def _check_citations(
    results: Iterable[tuple[Answerable, Research]], folder: Path, misplaced: list[str]
) -> Iterator[tuple[Answerable, float]]:
    """Each citation, looked up on its page with a reader that shares no code with ours."""
    for case, research in results:
        for citation in research.citations:
            share = share_on_page(citation.text, citation.page, poppler_pages(folder / citation.filename))
            if share < _ENOUGH or citation.filename not in case.filenames:
                misplaced.append(f"{citation.filename} p.{citation.page} ({share:.2f}): {citation.text[:80]!r}")
            yield case, float(share >= _ENOUGH and citation.filename in case.filenames)


@lru_cache(maxsize=64)
def poppler_pages(path: Path) -> tuple[str, ...]:
    """The text of each page of a PDF, by poppler."""
    if shutil.which("pdftotext") is None:
        raise UserError("pdftotext is missing: it checks citations independently. Install poppler-utils.")
    done = subprocess.run(
        ["pdftotext", "-enc", "UTF-8", str(path), "-"], capture_output=True, text=True, errors="replace", check=True
    )
    return tuple(done.stdout.split("\f"))

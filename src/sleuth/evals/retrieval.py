"""Does the search find the page that holds the answer? Measured on real questions over real documents.

    python -m sleuth.evals.retrieval DATA [SET…] [--ladder]

Documents are added to the store of SLEUTH_HOME once, so later runs only search. Each set is split in two halves by a
hash of its company, contract or document: what was tuned was tuned on half A, and both are reported.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import psycopg

from sleuth.config import Settings
from sleuth.search.hit import Hit
from sleuth.search.hybrid import search
from sleuth.search.recipe import WHOLE, Recipe
from sleuth.store.database import Database, open_database
from sleuth.store.projects import ensure_project

_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Case:
    """A question, where to look, and what would be found by a good search."""

    question: str
    filenames: tuple[str, ...]  # () searches the whole project
    gold: Mapping[str, frozenset[int]]  # filename → pages; no pages: any page of the file
    group: str  # what decides the half


@dataclass(frozen=True, slots=True)
class EvaluationSet:
    """Cases over one project's documents."""

    name: str
    documents: str  # the project's name: sets over the same documents share it
    paths: Callable[[Path, Path], Iterable[Path]]  # (data, a folder to write in) → the files to add
    cases: Callable[[Path], Iterable[Case]]
    measure: Callable[[Case, Sequence[Hit], int], float]
    depths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of one set."""

    name: str  # "cuad @5"
    value: float
    half_a: float
    half_b: float
    cases: int


LADDER: Mapping[str, Recipe] = {
    "words": Recipe(meaning=False, lexicon=False, files=False, places=False),
    "meaning": Recipe(words=False, lexicon=False, files=False, places=False),
    "mix": Recipe(lexicon=False, files=False, places=False),
    "+ lexicon": Recipe(files=False, places=False),
    "+ places": Recipe(files=False),
    "+ files": WHOLE,
}


def any_page(case: Case, hits: Sequence[Hit], depth: int) -> float:
    """1 when one of the first `depth` hits stands on a page that holds the answer."""
    return float(any(_is_gold(case, hit) for hit in hits[:depth]))


def share_of_files(case: Case, hits: Sequence[Hit], depth: int) -> float:
    """The share of the files to be cited that the first `depth` hits come from."""
    return len({hit.filename for hit in hits[:depth]} & case.gold.keys()) / len(case.gold)


def evaluate(
    connection: psycopg.Connection, project_id: int, chosen: EvaluationSet, data: Path, recipe: Recipe
) -> list[Figure]:
    """The figures of one set, searched in one way."""
    rows = []
    for case in chosen.cases(data):
        hits = search(connection, project_id, case.question, filenames=case.filenames, limit=_DEPTH, recipe=recipe).hits
        rows.append((half(case.group), [chosen.measure(case, hits, depth) for depth in chosen.depths]))
    return [
        Figure(
            f"{chosen.name} @{depth}",
            fmean(values[i] for _, values in rows),
            fmean(values[i] for side, values in rows if side == 0),
            fmean(values[i] for side, values in rows if side == 1),
            len(rows),
        )
        for i, depth in enumerate(chosen.depths)
    ]


def half(group: str) -> int:
    """0 for half A, 1 for half B; stable for ever."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % 2


def prepare(database: Database, settings: Settings, chosen: EvaluationSet, data: Path) -> int:
    """The id of the set's project, all its documents in it and all their vectors made."""
    from sleuth.work.adding import add_paths
    from sleuth.work.embedding import embed_project

    with database.connection() as connection:
        project_id = ensure_project(connection, f"evaluation: {chosen.documents}")
        connection.commit()
    with tempfile.TemporaryDirectory() as folder:
        paths = list(chosen.paths(data, Path(folder)))
        add_paths(database, settings, project_id, paths, lambda progress: None)
    embed_project(database, settings, project_id, lambda done, total: None)
    return project_id


def _is_gold(case: Case, hit: Hit) -> bool:
    pages = case.gold.get(hit.filename)
    return pages is not None and (not pages or hit.page in pages)


def _jsonl(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _folder(name: str) -> Callable[[Path, Path], Iterable[Path]]:
    return lambda data, _: [data / name / "pdf"]


def _financebench(data: Path, within: bool) -> Iterator[Case]:
    for row in _jsonl(data / "internal_only/financebench/questions.jsonl"):
        pages = frozenset(evidence["page"] for evidence in row["evidence"])
        yield Case(
            row["question"], (row["filename"],) * within, {row["filename"]: pages}, row["filename"].partition("_")[0]
        )


def _cuad(data: Path) -> Iterator[Case]:
    for row in _jsonl(data / "redistributable/cuad/labels.jsonl"):
        for found in row["labels"]:
            if found["present"] and found["spans"]:
                pages = frozenset(p for span in found["spans"] for p in range(span["page"], span["page_end"] + 1))
                yield Case(found["category"], (row["filename"],), {row["filename"]: pages}, row["filename"])


def _filings(data: Path) -> Iterator[Case]:
    for row in _jsonl(data / "redistributable/kgrag_sec10q/questions.jsonl"):
        yield Case(row["question"], (), dict.fromkeys(row["cited_files"], frozenset()), row["id"])


def _swequad_files(data: Path, folder: Path) -> Iterable[Path]:
    root = data / "redistributable/swequad"
    texts = {_name(row["context"]): row["context"] for row in _jsonl(root / "items.jsonl")}
    texts |= {_name(row["text"]): row["text"] for row in _jsonl(root / "distractor_corpus.jsonl")}
    return _written(texts, folder)


def _swequad(data: Path) -> Iterator[Case]:
    for row in _jsonl(data / "redistributable/swequad/items.jsonl"):
        name = _name(row["context"])
        yield Case(row["question"], (), {name: frozenset()}, name)


def _faq_files(data: Path, folder: Path) -> Iterable[Path]:
    rows = _jsonl(data / "redistributable/superlim_swefaq/items.jsonl")
    return _written({_name(answer): answer for row in rows for answer in row["candidate_answers"]}, folder)


def _faq(data: Path) -> Iterator[Case]:
    for row in _jsonl(data / "redistributable/superlim_swefaq/items.jsonl"):
        names = [_name(answer) for answer in row["candidate_answers"]]
        yield Case(row["question"], tuple(names), {names[row["label"]]: frozenset()}, str(row["category_id"]))


def _name(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16] + ".txt"


def _written(texts: Mapping[str, str], folder: Path) -> Iterable[Path]:
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder]


SETS: tuple[EvaluationSet, ...] = (
    EvaluationSet("filings", "filings", _folder("redistributable/kgrag_sec10q"), _filings, share_of_files, (1, 10)),
    EvaluationSet("contracts", "contracts", _folder("redistributable/cuad"), _cuad, any_page, (1, 5, 10)),
    EvaluationSet(
        "financebench within",
        "financebench",
        _folder("internal_only/financebench"),
        lambda data: _financebench(data, True),
        any_page,
        (1, 5, 10),
    ),
    EvaluationSet(
        "financebench over all",
        "financebench",
        _folder("internal_only/financebench"),
        lambda data: _financebench(data, False),
        any_page,
        (1, 5, 10),
    ),
    EvaluationSet("swequad", "swequad", _swequad_files, _swequad, any_page, (1, 5)),
    EvaluationSet("swedish faq", "swedish faq", _faq_files, _faq, any_page, (1, 5)),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print each set's figures; with --ladder, also what each part of the search is worth."""
    parser = argparse.ArgumentParser(prog="python -m sleuth.evals.retrieval", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*", metavar="SET", help=", ".join(chosen.name for chosen in SETS))
    parser.add_argument("--ladder", action="store_true")
    options = parser.parse_args(arguments)
    settings = Settings()
    with open_database(settings) as database:
        for chosen in SETS:
            if options.sets and chosen.name not in options.sets:
                continue
            project_id = prepare(database, settings, chosen, options.data)
            for step, recipe in LADDER.items() if options.ladder else [("", WHOLE)]:
                with database.connection() as connection:
                    report(step, evaluate(connection, project_id, chosen, options.data, recipe))


def report(step: str, figures: Sequence[Figure]) -> None:
    """A line a figure: all, half A, half B."""
    for figure in figures:
        sys.stdout.write(
            f"{step:12} {figure.name:28} {figure.value:.3f}   A {figure.half_a:.3f}  B {figure.half_b:.3f}"
            f"  ({figure.cases} cases)\n"
        )
    sys.stdout.flush()


if __name__ == "__main__":
    main()

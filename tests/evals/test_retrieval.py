"""What counts as found, and whom the sets ask."""

from pathlib import Path

import pytest

from sleuth.evals.retrieval import RETRIEVAL_SETS, Case, RetrievalSet, any_page, share_of_files, within
from sleuth.search.hit import Hit

CASE = Case("?", (), {"a.pdf": frozenset({4, 5})}, "a")
FILES = Case("?", (), {"a.pdf": frozenset(), "b.pdf": frozenset()}, "ab")


def hit(filename: str, page: int) -> Hit:
    return Hit(1, 1, filename, page, 0, 1, "x", 1.0, f"p.{page}")


@pytest.mark.parametrize(
    ("hits", "depth", "found"),
    [
        ([hit("a.pdf", 5)], 1, 1.0),
        ([hit("a.pdf", 3), hit("a.pdf", 4)], 1, 0.0),
        ([hit("a.pdf", 3), hit("a.pdf", 4)], 2, 1.0),
        ([hit("b.pdf", 4)], 5, 0.0),
        ([], 5, 0.0),
    ],
)
def test_a_page_is_found_in_its_own_file_within_the_depth(hits: list[Hit], depth: int, found: float) -> None:
    assert any_page(CASE, hits, depth) == found


def test_a_case_without_pages_asks_for_the_file() -> None:
    assert any_page(FILES, [hit("b.pdf", 77)], 1) == 1.0


def test_files_are_counted_once_and_strangers_not() -> None:
    assert share_of_files(FILES, [hit("a.pdf", 1), hit("a.pdf", 2), hit("c.pdf", 1)], 10) == 0.5
    assert share_of_files(FILES, [hit("a.pdf", 1), hit("b.pdf", 1)], 10) == 1.0


def test_a_quick_run_asks_only_what_its_documents_can_serve() -> None:
    assert within([CASE, FILES], ["a.pdf"]) == [CASE]


@pytest.mark.parametrize("chosen", RETRIEVAL_SETS, ids=lambda chosen: chosen.name)
def test_every_case_asks_for_documents_of_the_corpus(chosen: RetrievalSet, shared_data: Path) -> None:
    cases = list(chosen.cases(shared_data))
    assert len(cases) >= 10
    assert all(case.question.strip() and case.gold for case in cases)
    assert len(within(cases, chosen.corpus.filenames(shared_data, full=True))) == len(cases)

"""The two halves of a set: the same for ever, and no document in both."""

from collections import defaultdict
from pathlib import Path

import pytest

from sleuth.evals.cases import ANSWER_SETS, AnswerSet, sample
from sleuth.evals.figures import ANSWERS, figure
from sleuth.evals.halves import half


def test_halves_are_for_ever() -> None:
    assert [half(group) for group in ("3M", "AMAZON", "AMCOR", "BESTBUY", "NETFLIX")] == [1, 1, 0, 0, 0]


@pytest.mark.parametrize("name", ["cuad", "financebench", "squad2_en", "squad2_sv"])
def test_all_questions_on_a_document_stand_in_one_half(name: str, shared_data: Path) -> None:
    [chosen] = [one for one in ANSWER_SETS if one.key == name]
    halves: dict[str, set[int]] = defaultdict(set)
    for case in chosen.cases(shared_data):
        halves[case.filenames[0]].add(half(case.group))
    assert all(len(found) == 1 for found in halves.values())
    assert {next(iter(found)) for found in halves.values()} == {0, 1}


@pytest.mark.parametrize("chosen", ANSWER_SETS, ids=lambda chosen: chosen.key)
def test_a_sample_is_the_same_however_the_cases_are_ordered(chosen: AnswerSet, shared_data: Path) -> None:
    cases = list(chosen.cases(shared_data))
    names = {name for case in cases for name in case.filenames}
    taken = sample(cases, 10, names)
    assert len(taken) == 10
    assert taken == sample(reversed(cases), 10, names)


def test_a_figure_is_the_mean_of_all_cases_and_of_each_half() -> None:
    found = figure(ANSWERS, "set", "measure", [("3M", 1.0), ("AMCOR", 0.0), ("BESTBUY", 0.0), ("NETFLIX", 1.0)])
    assert (found.value, found.dev, found.held_out, found.cases) == (0.5, 1 / 3, 1.0, 4)


def test_a_half_without_cases_has_no_value() -> None:
    found = figure(ANSWERS, "set", "measure", [("3M", 1.0)])
    assert (found.value, found.dev, found.held_out) == (1.0, None, 1.0)

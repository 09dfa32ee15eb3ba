"""How two rankings become one."""

import pytest

from sleuth.search.fusion import DENSE_DEPTH, mix, relative, spread


def test_similarities_are_spread_between_the_least_and_the_greatest() -> None:
    assert spread({1: 0.90, 2: 0.80, 3: 0.70}) == pytest.approx({1: 1.0, 2: 0.5, 3: 0.0})


def test_no_similarity_has_a_meaning_of_its_own() -> None:
    high, low = spread({1: 0.92, 2: 0.84, 3: 0.76}), spread({1: 0.32, 2: 0.24, 3: 0.16})
    assert high == pytest.approx(low)


def test_what_lies_below_the_nearest_fifty_is_nothing_rather_than_negative() -> None:
    scores = spread({i: 1 - i / 1000 for i in range(DENSE_DEPTH + 10)})
    assert scores[DENSE_DEPTH - 1] == 0 == scores[DENSE_DEPTH + 5]


def test_equal_similarities_are_all_best() -> None:
    assert spread({1: 0.8, 2: 0.8}) == {1: 1.0, 2: 1.0}


def test_word_scores_are_divided_by_the_best_and_zeros_are_dropped() -> None:
    assert relative({1: 4.0, 2: 1.0, 3: 0.0}) == {1: 1.0, 2: 0.25}


def test_a_word_score_of_zero_makes_no_candidate() -> None:
    assert 9 not in mix({1: 0.9, 2: 0.5}, {1: 2.0, 9: 0.0}, 0.5)


def test_each_side_counts_by_its_share() -> None:
    assert mix({1: 0.9, 2: 0.5}, {1: 1.0, 2: 4.0}, 0.7) == pytest.approx({1: 0.7 + 0.3 * 0.25, 2: 0.3})


def test_a_passage_without_a_vector_is_judged_by_its_words_alone() -> None:
    fused = mix({1: 0.9, 2: 0.5}, {3: 5.0, 1: 5.0}, 0.5)
    assert fused[3] == fused[1] == 1.0


def test_without_vectors_the_words_serve() -> None:
    assert mix({}, {1: 3.0, 2: 1.5}, 0.5) == {1: 1.0, 2: 0.5}


def test_without_words_the_vectors_serve() -> None:
    assert mix({1: 0.9, 2: 0.5}, {}, 0.5) == {1: 1.0, 2: 0.0}


def test_nothing_on_both_sides_is_nothing() -> None:
    assert mix({}, {}, 0.5) == {}

"""Passages are exact slices that together hold every word."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.ingest.chunking import cut

PROSE = st.text(alphabet="abc .,\n\t1å", max_size=3000)


def words(text: str) -> list[str]:
    return text.split()


@given(PROSE)
def test_no_passage_is_longer_than_asked(text: str) -> None:
    assert all(0 < end - start <= 60 for start, end in cut(text, 60, 20))


@given(PROSE)
def test_every_character_but_blanks_is_in_some_passage(text: str) -> None:
    held = {i for start, end in cut(text, 60, 20) for i in range(start, end)}
    assert all(text[i].isspace() for i in range(len(text)) if i not in held)


@given(PROSE)
def test_passages_hold_no_blanks_at_their_ends(text: str) -> None:
    assert all(text[start:end] == text[start:end].strip() for start, end in cut(text, 60, 20))


@given(PROSE)
def test_passages_advance(text: str) -> None:
    starts = [start for start, _ in cut(text, 60, 20)]
    assert starts == sorted(set(starts))


def test_neighbours_share_about_the_overlap() -> None:
    text = " ".join(f"word{i}" for i in range(500))
    passages = list(cut(text, 600, 200))
    shared = [before[1] - after[0] for before, after in pairwise(passages)]
    assert all(190 <= n <= 200 for n in shared)


def test_a_passage_ends_with_its_sentence_where_one_ends_in_reach() -> None:
    text = "One two three four five six. Seven eight nine ten eleven twelve thirteen fourteen"
    start, end = next(cut(text, 50, 10))
    assert text[start:end] == "One two three four five six."


def test_a_word_longer_than_a_passage_is_cut() -> None:
    assert list(cut("x" * 150, 60, 20)) == [(0, 60), (60, 120), (120, 150)]


def test_text_without_words_has_no_passages() -> None:
    assert list(cut(" \n\t ", 60, 20)) == []


def test_a_part_of_the_text_can_be_cut_alone() -> None:
    text = "first page\nsecond page"
    assert [text[a:b] for a, b in cut(text, 60, 20, 11, len(text))] == ["second page"]


def test_an_overlap_as_long_as_the_passage_is_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        list(cut("text", 60, 60))

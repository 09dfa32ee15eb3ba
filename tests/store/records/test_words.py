"""Passages ranked by their words, and phrases found as they are written."""

from collections.abc import Mapping
from typing import Any

import psycopg
import pytest

from sleuth.store.index import words as module
from sleuth.store.index.phrases import find_phrase
from sleuth.store.index.words import rank_words
from sleuth.store.projects import ensure_project, remove_project


def contents(connection: psycopg.Connection, hits: list[tuple[int, Any]]) -> list[str]:
    texts = dict(
        connection.execute("SELECT id, content FROM passages WHERE id = ANY(%s)", ([i for i, _ in hits],)).fetchall()
    )
    return [texts[passage_id] for passage_id, _ in hits]


def ranked(
    connection: psycopg.Connection,
    project: int,
    words: str | Mapping[str, float],
    only: list[int] | None = None,
    limit: int = 10,
) -> list[str]:
    weights = dict.fromkeys(words.split(), 1.0) if isinstance(words, str) else words
    return contents(connection, rank_words(connection, project, weights, limit, only))


def test_a_rare_word_weighs_more_than_a_common_one(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "sales and goodwill", "sales and margin", "sales and sales", "sales and tax")
    assert ranked(connection, project, "sales goodwill")[0] == "sales and goodwill"


def test_a_weight_of_the_query_counts(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "goodwill", "margin", "tax")
    assert ranked(connection, project, {"goodwill": 0.2, "margin": 1.0}) == ["margin", "goodwill"]


def test_words_are_stemmed_in_the_language_of_the_passage(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    add("en.pdf", "The acquisitions were completed")
    add("sv.pdf", "Vinsten ökade", stemmer="swedish")
    assert ranked(connection, project, "acquisition") == ["The acquisitions were completed"]
    assert ranked(connection, project, "vinst") == ["Vinsten ökade"]


def test_a_passage_without_any_of_the_words_is_no_hit(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "goodwill", "margin")
    assert ranked(connection, project, "goodwill", limit=100) == ["goodwill"]


@pytest.mark.parametrize("words", ["", "the of and", "unheard", "' \\ & | ! ( ) : * <->", "%s %(x)s 100%", "nul\x00"])
def test_odd_or_empty_words_find_nothing_and_break_nothing(
    connection: psycopg.Connection, project: int, add: Any, words: str
) -> None:
    add("a.pdf", "goodwill")
    assert ranked(connection, project, words) == []


@pytest.mark.parametrize("word", ["o'brien", "c:\\path\\file.txt", "http://a.example/100%25?x=%s", "10-k/a"])
def test_words_of_odd_characters_are_found(connection: psycopg.Connection, project: int, add: Any, word: str) -> None:
    add("a.pdf", f"it says {word} here", "another passage")
    assert ranked(connection, project, word) == [f"it says {word} here"]


def test_only_the_documents_asked_for_are_searched(connection: psycopg.Connection, project: int, add: Any) -> None:
    first = add("a.pdf", "goodwill of a").document
    add("b.pdf", "goodwill of b")
    assert ranked(connection, project, "goodwill", [first.id]) == ["goodwill of a"]
    assert ranked(connection, project, "goodwill", []) == []


def test_a_long_document_among_several_is_searched_to_its_end(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    long = add("10-K.pdf", *[f"segment {number}" for number in range(1_200)], "goodwill of the segment").document
    add("other.pdf", "something else")
    assert ranked(connection, project, "segment goodwill", [long.id])[0] == "goodwill of the segment"


def test_another_project_is_not_searched(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "goodwill")
    other = ensure_project(connection, "other words")
    assert ranked(connection, other, "goodwill") == []
    remove_project(connection, "other words")


def test_context_counts_less_than_content(connection: psycopg.Connection, project: int, add: Any) -> None:
    document = add("a.pdf", "goodwill here", "nothing here").document
    connection.execute(
        "UPDATE passages SET context = 'goodwill' WHERE document_id = %s AND position = 1", (document.id,)
    )
    assert ranked(connection, project, "goodwill") == ["goodwill here", "nothing here"]


def test_order_does_not_depend_on_how_many_are_asked_for(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    add("a.pdf", *(f"goodwill {'tax ' * (n % 7)} margin {n}" for n in range(60)))
    assert (
        ranked(connection, project, "goodwill tax margin", limit=5)
        == ranked(connection, project, "goodwill tax margin", limit=50)[:5]
    )


class TestLargeProjects:
    """The shortcuts of a project that has more passages than candidates, with smaller borders."""

    @pytest.fixture(autouse=True)
    def _few_candidates(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "_CANDIDATES", 10)
        monkeypatch.setattr(module, "_FEW_PASSAGES", 5)
        monkeypatch.setattr(module, "_MOST_SCORED", 15)

    def test_rare_words_bring_the_candidates_and_common_ones_order_them(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", *(f"sales {n}" for n in range(40)), "goodwill alone", "goodwill sales")
        assert ranked(connection, project, "goodwill sales")[0] == "goodwill sales"

    def test_where_every_word_is_common_the_passages_that_hold_them_together_come(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", *(f"sales {n}" for n in range(20)), *(f"margin {n}" for n in range(20)), "sales margin")
        assert ranked(connection, project, "sales margin")[0] == "sales margin"

    def test_common_words_that_never_meet_are_still_found(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", *(f"sales {n}" for n in range(20)), *(f"margin {n}" for n in range(20)))
        assert len(ranked(connection, project, "sales margin")) == 10

    def test_a_single_common_word_is_found(self, connection: psycopg.Connection, project: int, add: Any) -> None:
        document = add("a.pdf", *(f"sales {n}" for n in range(20))).document
        assert len(ranked(connection, project, "sales")) == 10
        assert len(ranked(connection, project, "sales", [document.id])) == 10


class TestPhrases:
    @pytest.mark.parametrize(
        ("text", "phrase"),
        [
            ("as filed on form 10-K/A in May", "10-K/A"),
            ("see § 4.2(b) of it", "§ 4.2(b)"),
            ("net cash\nprovided by  operations", "Net cash provided by operations"),
            ("part ACME-1234-B fits", "ACME-1234"),
            ("call pg_stat_activity()", "pg_stat_activity"),
            ("this and that", "and that"),
            ("a+b*c [x] {y} ^$ \\d", "a+b*c [x] {y} ^$ \\d"),
        ],
    )
    def test_a_phrase_is_found_as_it_is_written(
        self, connection: psycopg.Connection, project: int, add: Any, text: str, phrase: str
    ) -> None:
        add("a.pdf", text, "something else entirely")
        assert contents(connection, find_phrase(connection, project, phrase, 10)) == [text]

    def test_the_same_words_in_another_order_are_another_phrase(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", "operations provided cash")
        assert find_phrase(connection, project, "cash provided", 10) == []

    def test_an_empty_phrase_is_nowhere(self, connection: psycopg.Connection, project: int, add: Any) -> None:
        add("a.pdf", "text")
        assert find_phrase(connection, project, " \n ", 10) == []

    def test_only_the_documents_asked_for_are_searched(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        first = add("a.pdf", "net cash of a").document
        add("b.pdf", "net cash of b")
        assert contents(connection, find_phrase(connection, project, "net cash", 10, [first.id])) == ["net cash of a"]

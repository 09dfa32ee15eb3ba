"""Documents: added once, named, superseded, read back and removed without a trace."""

from typing import Any

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.evidence.source import Problem
from sleuth.store.documents.documents import (
    add_alias,
    discard_file,
    document_history,
    document_text,
    find_documents,
    list_documents,
    load_document,
    load_file,
    load_pages,
    load_source,
    remove_document,
    save_file,
)
from sleuth.store.documents.pages import Stretch, on_pages
from sleuth.store.index.vectors import pending_passages, save_vectors

TABLES = ("files", "documents", "pages", "passages", "lexemes", "vectors")


def names(connection: psycopg.Connection, project: int) -> list[str]:
    return [document.filename for document in list_documents(connection, project)]


def lexemes(connection: psycopg.Connection, project: int) -> dict[str, int]:
    return dict(connection.execute("SELECT lexeme, passages FROM lexemes WHERE project_id = %s", (project,)).fetchall())


def counted_anew(connection: psycopg.Connection, project: int) -> dict[str, int]:
    return dict(
        connection.execute(
            "SELECT lexeme, count(*) FROM passages, unnest(words) WHERE project_id = %s GROUP BY lexeme", (project,)
        ).fetchall()
    )


def rows(connection: psycopg.Connection, project: int) -> dict[str, list[Any]]:
    return {
        table: sorted(
            connection.execute(f"SELECT t::text FROM {table} AS t WHERE project_id = %s", (project,)).fetchall()
        )
        for table in TABLES
    }


def embed_all(connection: psycopg.Connection, project: int) -> None:
    import numpy as np

    passages = [(p.id, p.document_id) for p in pending_passages(connection, project, "m", 1000)]
    save_vectors(connection, project, "m", passages, np.ones((len(passages), 4), np.float32))


def test_the_same_bytes_are_one_document(add: Any) -> None:
    first, second = add("a.pdf", "one"), add("a.pdf", "one")
    assert (first.created, second.created) == (True, False)
    assert first.document == second.document


def test_the_same_bytes_under_another_name_are_an_alias(add: Any) -> None:
    add("a.pdf", "one")
    assert add("copy.pdf", "one").document.aliases == ["copy.pdf"]


def test_a_source_comes_back_as_it_was_read(connection: psycopg.Connection, add: Any) -> None:
    document = add("a.pdf", "page one", "page two", problems=(Problem("no text", 2), Problem("odd"))).document
    source = load_source(connection, document.id)
    assert [page.text for page in source.pages] == ["page one", "page two"]
    assert source.problems == (Problem("no text", 2), Problem("odd"))
    assert (source.filename, source.kind, source.metadata) == ("a.pdf", "pdf", {"author": "Ann"})
    assert document.status == "partial"


def test_pages_can_be_had_by_number(connection: psycopg.Connection, add: Any) -> None:
    document = add("a.pdf", "one", "two", "three").document
    assert [page.text for page in load_pages(connection, document.id, [3, 1, 99])] == ["one", "three"]


def test_a_documents_text_joins_its_pages_by_a_line_break(connection: psycopg.Connection, add: Any) -> None:
    assert document_text(connection, add("a.pdf", "one", "", "three").document.id) == "one\n\nthree"


@pytest.mark.parametrize(
    ("page", "start", "end", "spans"),
    [
        (1, 0, 3, [(1, 0, 3)]),
        (1, 1, 4, [(1, 1, 3)]),
        (1, 1, 7, [(1, 1, 3), (3, 0, 2)]),
        (3, 6, 10, [(3, 1, 5)]),
    ],
)
def test_a_stretch_of_the_text_has_its_pages(
    connection: psycopg.Connection, add: Any, page: int, start: int, end: int, spans: list[tuple[int, int, int]]
) -> None:
    document = add("a.pdf", "one", "", "three").document
    assert on_pages(connection, [Stretch(document.id, page, start, end)]) == [spans]


@pytest.mark.parametrize("odd", ["nul\x00byte", "half a pair \ud83d", "ﬁn\u00ad\u200b 😀 naïve"])
def test_characters_that_the_database_cannot_hold_do_not_move_the_others(
    connection: psycopg.Connection, add: Any, odd: str
) -> None:
    document = add("a.pdf", odd, "after").document
    text = document_text(connection, document.id)
    (content,) = connection.execute(
        'SELECT substr(%s, start + 1, "end" - start) = content FROM passages WHERE document_id = %s AND page = 2',
        (text, document.id),
    ).fetchone() or (None,)
    assert len(text) == len(odd) + 6
    assert content is True


def test_a_name_that_is_not_utf8_can_be_stored_and_found(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    document = add("caf\udce9.pdf", "one").document
    assert find_documents(connection, project, ["caf\udce9.pdf"]) == [document]


def test_bytes_are_kept_as_they_were(connection: psycopg.Connection, project: int) -> None:
    save_file(connection, project, "h", bytes(range(256)))
    save_file(connection, project, "h", b"other")
    assert load_file(connection, project, "h") == bytes(range(256))


def test_bytes_of_a_failed_file_can_be_discarded_but_not_those_of_a_document(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    document = add("a.pdf", "one").document
    save_file(connection, project, "failed", b"x")
    discard_file(connection, project, "failed")
    discard_file(connection, project, document.content_hash)
    hashes = connection.execute("SELECT content_hash FROM files WHERE project_id = %s", (project,)).fetchall()
    assert hashes == [(document.content_hash,)]


class TestVersions:
    def test_a_changed_file_of_the_same_name_is_a_new_version(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        old, new = add("a.pdf", "old words").document, add("a.pdf", "new words").document
        assert (new.version, new.replaces) == (2, old.id)
        assert list_documents(connection, project) == [new]
        assert [d.id for d in document_history(connection, new.id)] == [new.id, old.id]

    def test_a_superseded_version_is_read_but_not_found(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        old = add("a.pdf", "obsolete").document
        embed_all(connection, project)
        add("a.pdf", "current")
        assert document_text(connection, old.id) == "obsolete"
        assert not load_document(connection, old.id).live
        assert lexemes(connection, project) == {"current": 1}
        assert rows(connection, project)["vectors"] == []

    def test_going_back_to_old_content_is_a_third_version(self, add: Any) -> None:
        for text in ("first", "second"):
            add("a.pdf", text)
        assert add("a.pdf", "first").document.version == 3

    def test_a_copy_keeps_its_content_when_the_other_name_changes(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", "shared")
        add("copy.pdf", "shared")
        changed = add("a.pdf", "changed").document
        assert names(connection, project) == ["a.pdf", "copy.pdf"]
        assert (changed.version, changed.replaces) == (1, None)
        assert lexemes(connection, project) == {"share": 1, "chang": 1}

    def test_a_changed_copy_leaves_the_document_it_was_a_copy_of(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", "shared")
        add("copy.pdf", "shared")
        add("copy.pdf", "changed")
        assert [(d.filename, list(d.aliases)) for d in list_documents(connection, project)] == [
            ("a.pdf", []),
            ("copy.pdf", []),
        ]

    def test_a_file_that_became_a_copy_of_another_is_no_document_of_its_own(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", "alpha")
        beta = add("b.pdf", "beta").document
        assert add_alias(connection, project, beta.content_hash, "a.pdf").aliases == ["a.pdf"]
        assert names(connection, project) == ["b.pdf"]
        assert lexemes(connection, project) == {"beta": 1}

    def test_an_alias_of_unknown_content_is_refused(self, connection: psycopg.Connection, project: int) -> None:
        with pytest.raises(UserError, match=r"x\.pdf: .* Add the file again"):
            add_alias(connection, project, "unknown", "x.pdf")


class TestNames:
    @pytest.mark.parametrize(
        "asked",
        ["deals/Årsredovisning.pdf", "Årsredovisning.pdf", "./deals/Årsredovisning.pdf",
         "/home/me/deals/årsredovisning.PDF", "A\u030arsredovisning.pdf", "copy.pdf"],
    )  # fmt: skip
    def test_a_document_is_found_by(self, connection: psycopg.Connection, project: int, add: Any, asked: str) -> None:
        add("deals/Årsredovisning.pdf", "one")
        add("other/report.pdf", "two")
        document = add("copy.pdf", "one").document
        assert find_documents(connection, project, [asked]) == [document]

    def test_a_base_name_of_two_documents_is_refused_with_both(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a/report.pdf", "one")
        add("b/report.pdf", "two")
        with pytest.raises(UserError, match=r"“a/report\.pdf” or “b/report\.pdf”"):
            find_documents(connection, project, ["report.pdf"])

    def test_another_folder_is_another_file(self, connection: psycopg.Connection, project: int, add: Any) -> None:
        add("a/report.pdf", "one")
        with pytest.raises(UserError, match="no document"):
            find_documents(connection, project, ["b/report.pdf"])

    def test_an_unknown_name_is_refused_with_near_names(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("3M_2022_10K.pdf", "one")
        add("lunch menu.docx", "two")
        with pytest.raises(UserError, match=r"Did you mean “3M_2022_10K\.pdf”\?"):
            find_documents(connection, project, ["3M_2022_10-K.pdf"])

    def test_each_document_is_named_once_in_the_order_asked(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", "one")
        add("b.pdf", "two")
        found = find_documents(connection, project, ["b.pdf", "a.pdf", "b.pdf"])
        assert [document.filename for document in found] == ["b.pdf", "a.pdf"]


class TestRemoval:
    def test_removing_leaves_everything_as_before_it_was_added(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("kept.pdf", "shared words kept", "page two")
        embed_all(connection, project)
        before = rows(connection, project)
        add("gone.pdf", "shared words gone", "words again")
        add("copy.pdf", "shared words gone", "words again")
        embed_all(connection, project)
        add("gone.pdf", "second version")
        add("copy.pdf", "third version")
        embed_all(connection, project)
        remove_document(connection, project, "gone.pdf")
        remove_document(connection, project, "copy.pdf")
        assert rows(connection, project) == before

    def test_every_version_goes(self, connection: psycopg.Connection, project: int, add: Any) -> None:
        for text in ("one", "two", "three"):
            add("a.pdf", text)
        remove_document(connection, project, "a.pdf")
        assert not any(rows(connection, project).values())

    def test_what_a_name_stood_for_before_it_was_a_copy_goes_too(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add("a.pdf", "alpha")
        add("b.pdf", "beta")
        add("a.pdf", "beta")
        remove_document(connection, project, "b.pdf")
        assert not any(rows(connection, project).values())

    def test_bytes_that_another_version_needs_stay(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        shared = add("a.pdf", "shared").document
        add("a.pdf", "changed")
        add("b.pdf", "shared")
        remove_document(connection, project, "b.pdf")
        assert load_file(connection, project, shared.content_hash)

    def test_an_unknown_name_removes_nothing(self, connection: psycopg.Connection, project: int, add: Any) -> None:
        add("a.pdf", "one")
        with pytest.raises(UserError, match=r"Did you mean “a\.pdf”"):
            remove_document(connection, project, "aa.pdf")
        assert names(connection, project) == ["a.pdf"]


def test_words_are_counted_by_passages_that_hold_them(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "profits profits", "profit and loss")
    add("b.pdf", "vinsten och förlusten", stemmer="swedish")
    assert lexemes(connection, project) == {"profit": 2, "loss": 1, "vinst": 1, "förlust": 1}
    assert lexemes(connection, project) == counted_anew(connection, project)

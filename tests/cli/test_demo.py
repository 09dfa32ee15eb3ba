"""The demo answers as soon as the words of its files are searchable, and not only once their vectors are made."""

from sleuth.store.server.database import Database
from tests.commands import Run


def test_the_demo_answers_before_any_vector_is_made(run: Run, database: Database) -> None:
    walk = run("demo")  # with a home where nothing is embedded in the background
    assert walk.returncode == 0, walk.stderr
    with database.connection() as connection:
        vectors = connection.execute(
            "SELECT count(*) FROM vectors JOIN projects ON projects.id = project_id WHERE name = 'demo'"
        ).fetchone()
    assert vectors == (0,)
    assert "note: The passages have no vectors yet: found by words only." in walk.stdout
    for answer in (
        "$81,797 million",
        "2,515",
        "0.98 = $122,659 million ÷ $124,963 million",
        "28 February 2025",
        "Information not found in provided documents",
        "refused: the source says “81,797”, the quote says “81,979”",
    ):
        assert answer in walk.stdout

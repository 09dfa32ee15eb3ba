"""What a project's documents are and hold, as information requests are compared with them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

import psycopg

from sleuth.findings.asked.books import rank_of
from sleuth.language.period import Period
from sleuth.store.ledger.findings import period_of
from sleuth.store.ledger.versions import replaced
from sleuth.store.rows import column, records


@dataclass(frozen=True, slots=True)
class PagePeriod:
    """A period that figures on a page are of."""

    page: int  # 1-based
    period: Period
    scenario: str
    rank: int  # 0 on the face of a statement, 1 in another table, 2 in a sentence
    count: int


@dataclass(frozen=True, slots=True)
class ShelfDocument:
    """A live document."""

    id: int
    filename: str
    kind: str
    language: str
    title: str
    quality: str
    dated: date | None  # as its front says
    made: date | None  # as the file says
    days: tuple[date, ...]  # printed on its front
    replaced_by: int | None  # the document that replaces it, where that is certain or confirmed
    subject: str  # whose figures most of it states
    subject_key: str
    periods: tuple[PagePeriod, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a whole, not of a part, that a live document states and nothing replaces."""

    document_id: int
    metric: str
    subject_key: str
    period: Period
    scenario: str
    rank: int  # as in PagePeriod
    page: int
    start: int  # inclusive, in the page's text
    end: int  # exclusive
    locator: str
    quote: str


def load_shelf(connection: psycopg.Connection, project_id: int) -> list[ShelfDocument]:
    """The live documents of a project, by name."""
    rows = records(
        connection,
        dict,
        """
        SELECT documents.id, filename, kind, language, title, quality, dated, made,
               coalesce(front_days, '{}') AS days, coalesce(whose.subject, '') AS subject,
               coalesce(whose.subject_key, '') AS subject_key
        FROM documents LEFT JOIN portraits ON portraits.document_id = documents.id
        LEFT JOIN LATERAL (
            SELECT max(subject) AS subject, split_part(findings.subject_key, ' | ', 1) AS subject_key
            FROM findings WHERE findings.document_id = documents.id AND value IS NOT NULL AND subject <> ''
            GROUP BY split_part(findings.subject_key, ' | ', 1) ORDER BY count(*) DESC, 2 LIMIT 1
        ) AS whose ON true
        WHERE documents.project_id = %s AND live ORDER BY filename
        """,
        (project_id,),
    )
    ids = [row["id"] for row in rows]
    newer, periods = replaced(connection, project_id, ids), _periods(connection, ids)
    return [
        ShelfDocument(
            row["id"], row["filename"], row["kind"], row["language"], row["title"], row["quality"], row["dated"],
            row["made"], tuple(row["days"]), newer.get(row["id"]), row["subject"], row["subject_key"],
            tuple(periods.get(row["id"], ())),
        )
        for row in rows
    ]  # fmt: skip


def _periods(connection: psycopg.Connection, ids: Sequence[int]) -> dict[int, list[PagePeriod]]:
    rows = connection.execute(
        """
        SELECT document_id, page, period, scenario, rule, count(*) FROM findings
        WHERE document_id = ANY(%s) AND value IS NOT NULL AND period IS NOT NULL AND status <> 'rejected'
        GROUP BY document_id, page, period, scenario, rule ORDER BY document_id, page
        """,
        (list(ids),),
    )
    found: dict[int, list[PagePeriod]] = defaultdict(list)
    for document_id, page, period, scenario, rule, count in rows:
        found[document_id].append(PagePeriod(page, period_of(period), scenario, rank_of(rule), count))
    return found


def load_figures(connection: psycopg.Connection, project_id: int, metrics: Collection[str]) -> list[Figure]:
    """The figures of some measures: of each document, measure, period and scenario the one that stands best."""
    rows = records(
        connection,
        dict,
        """
        SELECT DISTINCT ON (f.document_id, metric, subject_key, period_key, scenario)
               f.document_id, metric, subject_key, period, scenario, rule, page, start, "end", locator, quote
        FROM findings AS f JOIN documents ON documents.id = f.document_id
        WHERE f.project_id = %s AND live AND metric = ANY(%s) AND dimension = '{}' AND value IS NOT NULL
          AND period IS NOT NULL AND f.status IN ('proposed', 'validated')
        ORDER BY f.document_id, metric, subject_key, period_key, scenario,
                 rule NOT LIKE '%%statement%%', rule LIKE 'prose%%', position
        """,
        (project_id, sorted(metrics)),
    )
    return [
        Figure(
            row["document_id"], row["metric"], row["subject_key"], period_of(row["period"]), row["scenario"],
            rank_of(row["rule"]), row["page"], row["start"], row["end"], row["locator"], row["quote"],
        )
        for row in rows
    ]  # fmt: skip


def load_stretches(
    connection: psycopg.Connection, places: Collection[tuple[int, int, int, int]]
) -> dict[tuple[int, int, int, int], str]:
    """The documents' own characters at places: document, page, start (inclusive) and end (exclusive) in its text."""
    rows = connection.execute(
        """
        SELECT document, page, place.start, stop, substr(text, place.start + 1, stop - place.start)
        FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[]) AS place(document, page, start, stop)
        JOIN pages ON document_id = document AND number = page
        """,
        tuple(map(list, zip(*places, strict=True))) if places else ([], [], [], []),
    )
    return {(document, page, start, stop): text for document, page, start, stop, text in rows}


def documents_that_say(connection: psycopg.Connection, document_ids: Collection[int], beginning: str) -> set[int]:
    """Which of these documents have a word that begins so, whatever its case."""
    return set(
        column(
            connection,
            r"SELECT DISTINCT document_id FROM pages WHERE document_id = ANY(%s) AND text ~* ('\m' || %s)",
            (list(document_ids), "".join(c if c.isalnum() else r"\W" for c in beginning)),
        )
    )

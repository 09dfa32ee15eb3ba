"""What documents state, as the books that a typed question is resolved from."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any

import psycopg

from sleuth.findings.asked.books import Book, Fact, make_book, rank_of, share_calendar
from sleuth.findings.compared.conflicts import is_restated
from sleuth.language.measures import adjusted_for, formulas, measures_of
from sleuth.language.metrics import BETWEEN_PARTS, default_lexicon, label_form
from sleuth.language.period import Period
from sleuth.language.query import Query
from sleuth.language.tokens import tokens
from sleuth.language.weight import is_linking
from sleuth.store.ledger.findings import period_of
from sleuth.store.rows import column, records

_LEAST_LETTERS = 3  # of a word that lines are looked up by


def load_books(
    connection: psycopg.Connection, project_id: int, document_ids: Sequence[int], query: Query
) -> list[Book]:
    """One book for each document: its calendar, whose figures it states, and the facts that the question may mean.

    Rejected and superseded findings take no part.
    """
    about = _documents(connection, document_ids)
    periods = _periods(connection, document_ids)
    facts = _facts(connection, project_id, document_ids, query)
    known = [i for i in document_ids if i in about]
    return share_calendar([_book(i, about[i], query.language, periods.get(i, []), facts.get(i, [])) for i in known])


def planning_documents(connection: psycopg.Connection, project_id: int) -> frozenset[int]:
    """The documents that state as many planned figures as actual ones, or more."""
    return frozenset(
        column(
            connection,
            """
        SELECT document_id FROM findings WHERE project_id = %s AND value IS NOT NULL GROUP BY document_id
        HAVING count(*) FILTER (WHERE scenario NOT IN ('', 'actual')) > 0
           AND count(*) FILTER (WHERE scenario NOT IN ('', 'actual')) >= count(*) FILTER (WHERE scenario = 'actual')
        """,
            (project_id,),
        )
    )


def _book(
    document_id: int, about: Mapping[str, Any], language: str, periods: Sequence[Period], facts: Sequence[Fact]
) -> Book:
    subject = about["subject"] or ""
    return make_book(document_id, about["filename"], about["title"] or "", language, subject, periods, facts)


def _documents(connection: psycopg.Connection, document_ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Each document's names, its language, and the subject of most of its figures."""
    rows = records(
        connection,
        dict,
        """
        SELECT id, filename, title,
               (SELECT subject FROM findings
                WHERE document_id = documents.id AND value IS NOT NULL AND subject <> ''
                GROUP BY subject ORDER BY count(*) DESC, subject LIMIT 1) AS subject
        FROM documents WHERE id = ANY(%s)
        """,
        (list(document_ids),),
    )
    return {row["id"]: row for row in rows}


def _periods(connection: psycopg.Connection, document_ids: Sequence[int]) -> dict[int, list[Period]]:
    """The periods of each document's figures of the past, each as often as it is stated.

    A few figures of a year that a document otherwise plans are no report of it: its capex list may not say "budget".
    """
    rows = connection.execute(
        """
        SELECT document_id, period, count(*) FILTER (WHERE scenario = 'actual') FROM findings
        WHERE document_id = ANY(%s) AND value IS NOT NULL AND period IS NOT NULL
        GROUP BY document_id, period
        HAVING count(*) FILTER (WHERE scenario = 'actual') > 0
           AND 2 * count(*) FILTER (WHERE scenario = 'actual') >= count(*) FILTER (WHERE scenario NOT IN ('', 'actual'))
        """,
        (list(document_ids),),
    )
    found: dict[int, list[Period]] = defaultdict(list)
    for document_id, stored, count in rows:
        found[document_id] += [period_of(stored)] * count
    return found


def _facts(
    connection: psycopg.Connection, project_id: int, document_ids: Sequence[int], query: Query
) -> dict[int, list[Fact]]:
    """The figures of the measures asked for, and the lines whose printed names hold the question's words."""
    rows = records(
        connection,
        dict,
        """
        SELECT id, document_id, metric, label, row_path, dimension, subject, period, scenario, value, unit, scale,
               step, rule, page, start, "end", quote, is_cost, column_path
        FROM findings
        WHERE project_id = %(project)s AND document_id = ANY(%(documents)s) AND value IS NOT NULL AND period IS NOT NULL
          AND status IN ('proposed', 'validated')
          AND (metric = ANY(%(metrics)s)
               OR EXISTS (SELECT FROM unnest(%(words)s::text[]) AS word WHERE strpos(lower(label), word) > 0))
        ORDER BY document_id, position, id
        """,
        {
            "project": project_id,
            "documents": list(document_ids),
            "metrics": sorted(_metrics(query)),
            "words": _line_words(query),
        },
    )
    found: dict[int, list[Fact]] = defaultdict(list)
    for row in rows:
        found[row["document_id"]].append(_fact(row))
    return found


def _metrics(query: Query) -> Collection[str]:
    """The measures that may be needed: those asked for, the parts of their formulas, and lines of a formula's name."""
    beside = [one for measure in query.measures if (one := adjusted_for(measure, default_lexicon())) is not None]
    keys = {key for measure in (*query.measures, *beside) for key in measure.keys}
    asked = [formulas()[measure.formula] for measure in (*query.measures, *beside) if measure.formula]
    lines = {f"line: {label_form(name)}" for formula in asked for name in (formula.name, *formula.asks)}
    inside = {BETWEEN_PARTS} if asked else set()  # it tells whether a segment's revenue is all that it sells
    return keys.union(lines, inside, *map(measures_of, asked))


def _line_words(query: Query) -> list[str]:
    """Beginnings of the words that a line known by its printed name may bear."""
    names = " ".join([*(measure.name for measure in query.measures), *(word.text for word in query.words)])
    telling = {w.stem.rstrip("i") for w in tokens(names, query.language) if not is_linking(w.text, query.language)}
    return sorted(stem for stem in telling if len(stem) >= _LEAST_LETTERS)


def _fact(row: Mapping[str, Any]) -> Fact:
    return Fact(
        row["id"], row["metric"], row["label"], tuple(row["row_path"]), tuple(row["dimension"]), row["subject"],
        period_of(row["period"]), row["scenario"], row["value"], row["unit"], row["scale"],
        row["step"] if row["step"] is not None else Decimal(1), rank_of(row["rule"]), row["page"], row["start"],
        row["end"], row["quote"], row["is_cost"], is_restated(row["column_path"]),
    )  # fmt: skip

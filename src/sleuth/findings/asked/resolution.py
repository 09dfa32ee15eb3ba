"""Answers a typed question from the findings of documents: each by itself, then the one answer of all."""

from collections.abc import Sequence

from sleuth.findings.asked.answers import Figure, NotStatedError, Resolution
from sleuth.findings.asked.books import Book, agree
from sleuth.findings.asked.choosing import Chooser
from sleuth.findings.asked.computing import compute
from sleuth.language.query import Operation, Query


def resolve(query: Query, books: Sequence[Book]) -> Resolution:
    """The figures that answer, from the documents that the question is about."""
    figures: list[Figure] = []
    assumptions: dict[str, None] = {}
    missing: list[Resolution] = []
    answers = resolve_each(query, books)
    for _, found in answers:
        figures += found.figures[:1] if query.each else found.figures
        assumptions |= dict.fromkeys(found.assumptions)
        if not found.figures:
            missing.append(found)
    if not figures:
        best = next((one for one in missing if one.known), missing[0] if missing else None)
        return best or Resolution(missing="no document states it")
    if len(answers) > 1 and not query.each and query.operation in (Operation.LARGEST, Operation.SMALLEST):
        figures.sort(key=lambda figure: figure.facts[0][1].amount, reverse=query.operation is Operation.LARGEST)
    lacking = answers[0][1].missing if len(answers) == 1 else ""  # of several documents one may have what another lacks
    return Resolution(tuple(_once(figures, query)), tuple(assumptions), lacking, known=True)


def resolve_each(query: Query, books: Sequence[Book]) -> list[tuple[Book, Resolution]]:
    """What each document that the question is about answers by itself.

    Where those that it seems to name know nothing of the measure, its words name no document: the others answer, whose
    figures must account for every word.
    """
    asked = _asked_of(query, books)
    named = query.stems & frozenset().union(*(book.names for book in asked))
    answers = _answers(query, asked, named)
    if len(asked) == len(books) or any(answer.known for _, answer in answers):
        return answers
    others = _answers(query, [book for book in books if book not in asked], frozenset())
    return others if any(answer.figures for _, answer in others) else answers


def _answers(query: Query, asked: Sequence[Book], named: frozenset[str]) -> list[tuple[Book, Resolution]]:
    compares = len(asked) > 1
    return [(book, _resolve_one(Chooser(query, book, named), compares=compares)) for book in asked]


def _resolve_one(chooser: Chooser, *, compares: bool) -> Resolution:
    try:
        figures = compute(chooser, compares=compares)
    except NotStatedError as error:
        return Resolution(missing=str(error), known=error.known, instead=error.instead)
    return Resolution(tuple(figures), tuple(chooser.assumptions), "; ".join(chooser.lacking), known=True)


def _asked_of(query: Query, books: Sequence[Book]) -> list[Book]:
    """The documents whose names the question says; all of them where it says none.

    A name or a number tells more than a word: of "Brightwater across all accounts" no "Management Accounts" is meant.
    """
    named = {word.stem for word in query.words if word.text[:1].isupper() or word.text[:1].isdigit()}
    scores = [len(query.stems & book.names) + len(named & book.names) for book in books]
    best = max(scores, default=0)
    return [book for book, score in zip(books, scores, strict=True) if score == best]


def _once(figures: Sequence[Figure], query: Query) -> list[Figure]:
    """Without figures that another document states alike, where the question names the time."""
    if not query.times:
        return list(figures)
    kept: list[Figure] = []
    for figure in figures:
        if not any(_same(figure, other) for other in kept):
            kept.append(figure)
    return kept


def _same(a: Figure, b: Figure) -> bool:
    if len(a.facts) != len(b.facts) or a.title != b.title:
        return False
    pairs = zip(a.facts, b.facts, strict=True)
    return all(x.metric == y.metric and x.dimension == y.dimension and agree(x, y) for (_, x), (_, y) in pairs)

"""Finds a cell by both its headers: the question names the row and the column, whatever the table is of."""

from collections.abc import Sequence

from sleuth.reason.cells import Row, Value
from sleuth.reason.matching import Surroundings, fit, strength
from sleuth.reason.parts import Question, Term
from sleuth.reason.periods import covers
from sleuth.reason.phrases import says
from sleuth.reason.protocol import Evidence
from sleuth.reason.ranking import Candidate, places
from sleuth.reason.reading import Reading, Unit
from sleuth.reason.words import is_light, is_stop, stems, tokens

_LEAST_PRECISION = 0.6  # of a header's words that the question says
_LEAST_COVERAGE = 0.9


def rank_cells(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """The cells whose headers are what the question says, best first; only such as answer."""
    found = []
    for item, prior in places(evidence):
        for unit in reading.units(item.document, item.page):
            for value in unit.row.values if unit.row is not None else ():
                score = _score(question, unit, unit.row, value) if unit.row is not None else 0.0
                if score > 0:
                    found.append(Candidate(item, unit, score + 0.05 * prior, "", value))
    return sorted(found, key=lambda c: -c.score)


def _score(question: Question, unit: Unit, row: Row, value: Value) -> float:
    """How well a cell's headers answer to the question; 0 where either has no word of it."""
    language = question.language
    header = " ".join(value.headers)
    row_words, column_words = stems(" ".join(row.path), language), stems(header, language)
    terms = [term for term in question.terms if term.weight >= 1]
    in_row, in_column = _named(terms, row_words, language), _named(terms, column_words, language)
    is_share = says("percent", question.text) and _is_only_share(row, value)
    if not in_row or not (in_column or is_share) or in_row == in_column or _is_other_time(question, value):
        return 0.0
    precision = _precision(row.label, terms, language), 1.0 if is_share else _precision(header, terms, language)
    around = Surroundings(row_words | column_words, frozenset(), unit.around.above, unit.around.names)
    matched = fit(terms, around, language)
    if min(precision) < _LEAST_PRECISION or matched.coverage < _LEAST_COVERAGE or matched.lost:
        return 0.0
    return matched.own + 0.1 * sum(precision)


def _is_only_share(row: Row, value: Value) -> bool:
    """Whether a value is the one share in its row: where one is asked for, no header need say so."""
    return "%" in value.text and sum("%" in other.text for other in row.values) == 1


def _named(terms: Sequence[Term], words: frozenset[str], language: str) -> set[str]:
    return {term.stem for term in terms if strength(term, words, language) >= 0.8}


def _is_other_time(question: Question, value: Value) -> bool:
    return question.period.is_named and not covers(value.period, question.period)


def _precision(header: str, terms: Sequence[Term], language: str) -> float:
    """The share of a header's words that the question says."""
    words = {t.stem: t for t in tokens(header, language) if not is_stop(t.text, language)}
    heavy = [w for w, t in words.items() if not is_light(t.text, language) and not t.is_number]
    said = [word for word in heavy if any(strength(term, frozenset({word}), language) >= 0.8 for term in terms)]
    return len(said) / len(heavy) if heavy else 0.0

"""Finds a cell by both its headers: the question names the row and the column, whatever the table is of."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from sleuth.language.times import stated_times
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_light, is_stop
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.candidate import Candidate, places
from sleuth.reason.rank.matching import Surroundings, fit, strength
from sleuth.reason.read.called import is_of_other_office
from sleuth.reason.read.cells import Row, Value
from sleuth.reason.read.reading import Merit, Reading, Unit
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.phrases import says

_LEAST_PRECISION = 0.6  # of a header's words that the question says
_LEAST_COVERAGE = 0.9
_LEAST_WEIGHT = 0.3  # of a word that a header may answer to
_ALIKE = 0.06  # scores this near tell no better cell


def rank_cells(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """The cells whose headers are what the question says, best first; only such as answer."""
    terms = [term for term in question.terms if term.weight >= _LEAST_WEIGHT]
    judge = partial(_judge, question, terms)
    found = [
        Candidate(item, merit.unit, merit.score + 0.05 * prior, "", merit.value)
        for item, prior in places(evidence)
        for merit in reading.judged(("cells", question), item.document, item.page, judge)
    ]
    ranked = sorted(found, key=lambda c: -c.score)
    return [] if _is_ambiguous(ranked) else ranked


def _is_ambiguous(ranked: Sequence[Candidate]) -> bool:
    """Whether the two best cells of one document answer alike well and say different things."""
    if len(ranked) < 2 or ranked[0].score - ranked[1].score > _ALIKE:
        return False
    first, second = ranked[0], ranked[1]
    same_document = first.evidence.document_id == second.evidence.document_id
    texts = [one.value.text if one.value else "" for one in (first, second)]
    return same_document and texts[0] != texts[1]


def _judge(question: Question, terms: Sequence[Term], unit: Unit) -> Iterator[Merit]:
    """The cells of a row both of whose headers answer to the question."""
    row = unit.row
    if row is None:
        return
    for value in row.values:
        labels, headers = ((value.beside,), ()) if value.beside else (row.path, value.headers)
        yield from _judge_cell(question, terms, unit, replace(value, headers=headers), labels)


def _judge_cell(
    question: Question, terms: Sequence[Term], unit: Unit, value: Value, labels: Sequence[str]
) -> Iterator[Merit]:
    """A cell that the question names by its row and its column; by its row alone where no column has a heading.

    Where the column is headed by a time alone ("2007"), that time must be asked for, and the row in all its words.
    """
    language = question.language
    words = stems(" ".join(labels), language)
    said = _named(terms, words, language)
    precision = max((_precision(label, terms, language) for label in labels), default=0.0) if said else 0.0
    if precision < _LEAST_PRECISION or _is_other_time(question, value):
        return
    if is_of_other_office(" ".join(labels), question.text):
        return
    is_alone = not value.headers and precision == 1.0 and value.is_number
    is_share = unit.row is not None and says("percent", question.text) and _is_only_share(unit.row, value)
    header = " ".join(value.headers)
    above = stems(header, language)
    also_said = _named(terms, above, language)
    is_whole = value.is_number and _precision(" ".join(labels), terms, language) == 1.0
    is_dated = is_whole and unit.row is not None and _is_only_a_time(question, unit.row, value, above)
    is_found = is_share or is_alone or is_dated
    if not (also_said or is_found) or (also_said == said and not (is_alone or is_dated)):
        return
    of_header = 1.0 if is_found else _precision(header, terms, language)
    around = Surroundings(words | above, frozenset(), unit.around.above | unit.around.names, unit.around.names)
    matched = fit([term for term in terms if term.weight >= 1] or terms, around, language)
    if of_header >= _LEAST_PRECISION and matched.coverage >= _LEAST_COVERAGE and not matched.lost:
        yield Merit(unit, matched.own + 0.1 * (precision + of_header), "", value)


def _is_only_a_time(question: Question, row: Row, value: Value, above: frozenset[str]) -> bool:
    """Whether the column is headed by the very time that is asked for and by no other word: "2007"."""
    is_same = value.times.cover(question.times) and question.times.cover(value.times)
    is_of_a_part = any(one.months or one.quarter or one.half for one in stated_times(row.table.caption).stated)
    return is_same and not is_of_a_part and not any(word.isalpha() for word in above)


def _is_only_share(row: Row, value: Value) -> bool:
    """Whether a value is the one share in its row: where one is asked for, no header need say so."""
    return "%" in value.text and sum("%" in other.text for other in row.values) == 1


def _named(terms: Sequence[Term], words: frozenset[str], language: str) -> set[str]:
    return {term.stem for term in terms if strength(term, words, language) >= 0.8}


def _is_other_time(question: Question, value: Value) -> bool:
    return question.times.is_named and not value.times.cover(question.times)


def _precision(header: str, terms: Sequence[Term], language: str) -> float:
    """The share of a header's words that the question says."""
    words = {t.stem: t for t in tokens(header, language) if not is_stop(t.text, language)}
    heavy = [w for w, t in words.items() if not is_light(t.text, language) and not t.is_number]
    said = [word for word in heavy if any(strength(term, frozenset({word}), language) >= 0.8 for term in terms)]
    return len(said) / len(heavy) if heavy else 0.0

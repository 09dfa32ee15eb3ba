"""Lists that a table gives: "who are the shareholders?" is answered by the rows of the table of shareholders."""

from collections.abc import Iterator, Sequence

from sleuth.language.metrics import is_whole
from sleuth.language.tokens import stems
from sleuth.language.weight import is_critical
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.matching import strength
from sleuth.reason.rank.ranking import Candidate, places
from sleuth.reason.read.cells import Row, Value
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.parts import Kind, Question, Term

_MOST = 12


def list_members(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """A cell of each row of the first table whose rows are what the question lists; empty if there is none.

    Nothing is listed of a question that narrows what it asks for: which rows it means is not known.
    """
    kind = _listed(question)
    if kind is None:
        return []
    for item, prior in places(evidence):
        members = [
            Candidate(item, unit, prior, "", _telling(unit.row))
            for unit in reading.units(item.document, item.page)
            if unit.row is not None and _is_member(unit.row, kind, question.language)
        ]
        if len(members) > 1:
            return members[:_MOST]
    return []


def _listed(question: Question) -> Term | None:
    """What is to be listed, if nothing else is said of it."""
    heavy = [term for term in question.terms if term.weight >= 1 or is_critical(term.text, question.language)]
    of_people = question.kind is Kind.PERSON or not question.metrics
    plain = question.wants_many and not question.times.is_named and of_people and not question.clauses
    return heavy[0] if plain and len(heavy) == 1 and not heavy[0].is_name else None


def _is_member(row: Row, kind: Term, language: str) -> bool:
    heads = frozenset().union(*(stems(head, language) for head in _heads(row)))
    return bool(row.values) and not all(map(is_whole, row.path)) and strength(kind, heads, language) >= 0.9


def _heads(row: Row) -> Iterator[str]:
    """The headers over the rows' labels."""
    valued = min(value.column for value in row.values)
    for column, path in row.table.column_paths.items():
        if column < valued:
            yield from path


def _telling(row: Row) -> Value:
    """The cell that says most of a member: its share, if it has one."""
    return next((value for value in row.values if "%" in value.text), row.values[0])

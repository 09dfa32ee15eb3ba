"""All that the telling words of a question may mean in one list."""

from collections.abc import Sequence

from sleuth.findings.records.reading import Records
from sleuth.language.concepts import asked_by
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.headings import headings_meant
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.records.senses.names import Names, names_meant
from sleuth.reason.records.senses.offices import office_words, offices_meant
from sleuth.reason.records.senses.periods import periods_meant
from sleuth.reason.records.senses.rows import rows_meant
from sleuth.reason.records.senses.states import flags_meant, states_meant, untold_states
from sleuth.reason.records.senses.values import countries_meant, lengths_meant, shortened_meant, values_meant


def meanings_of(asking: Asking, records: Records, names: Names) -> list[Meaning]:
    """What the telling words may mean in a list of some names."""
    found = [
        *rows_meant(asking, records, names),
        *values_meant(asking, records),
        *shortened_meant(asking, records),
        *countries_meant(asking, records),
        *lengths_meant(asking, records),
        *offices_meant(asking, records),
        *periods_meant(asking, records),
        *flags_meant(asking, records),
        *states_meant(asking, records),
        *headings_meant(asking, records),
        *names_meant(asking, names),
    ]
    terms = [meaning.words for meaning in found if meaning.sense is Sense.TERM]
    of_terms = frozenset[int]().union(*terms)
    of_offices = office_words(asking)
    untold = untold_states(asking, records)
    kept = [m for m in found if not (m.is_part and m.words & of_offices) and not _is_of_superior(m, asking)]
    return [m for m in kept if _may_be_meant(m, of_terms, found) and not m.words & untold]


def _may_be_meant(meaning: Meaning, of_terms: frozenset[int], found: Sequence[Meaning]) -> bool:
    """Whether a meaning is one of telling words, and no other meaning of them is certain."""
    is_of_term = meaning.sense is Sense.HEADING and bool(meaning.words & of_terms)
    return bool(meaning.words) and not (
        is_of_term
        or _is_of_the_rows(meaning, found)
        or _is_inside_a_value(meaning, found)
        or _takes_a_value(meaning, found)
    )


def _takes_a_value(meaning: Meaning, found: Sequence[Meaning]) -> bool:
    """Whether a word for the list takes in the one before it, which limits the rows: "Moss" of "the Moss census".

    Where other words limit the same column, it says whose the list is: "how many on the HR census are in service?".
    """
    if meaning.sense is not Sense.NAME or not meaning.is_list or len(meaning.words) == 1:
        return False
    before = frozenset([min(meaning.words)])
    values = [m for m in found if m.sense is Sense.VALUE]
    limited = {m.column for m in values if m.words.isdisjoint(before)}
    return not meaning.kinds and any(m.words == before and m.column not in limited for m in values)


def _is_inside_a_value(meaning: Meaning, found: Sequence[Meaning]) -> bool:
    """Whether words that are a part of a value stand inside the whole of one: "property" of "property leases", where
    a column says "Property lease"."""
    if meaning.sense is not Sense.VALUE or not meaning.is_part:
        return False
    return any(m.sense is Sense.VALUE and not m.is_part and meaning.words < m.words for m in found)


def _is_of_superior(meaning: Meaning, asking: Asking) -> bool:
    """Whether a value stands in a column of superiors, and the question does not ask who reports to whom: the salary
    of the CEO is not that of those who report to the CEO."""
    if meaning.sense is not Sense.VALUE or meaning.column is None or "superior" not in meaning.column.tells:
        return False
    return not any("superior" in asked_by(word.text) for word in asking.tokens)


def _is_of_the_rows(meaning: Meaning, found: Sequence[Meaning]) -> bool:
    """Whether words that stand in a part of a value only say what a row is: "Option (customer)" of customers."""
    if meaning.sense is not Sense.VALUE or not meaning.is_part:
        return False
    rows = [other for other in found if other.sense is Sense.ROWS and other.column is None]
    return any(other.words >= meaning.words for other in rows)

"""All that the telling words of a question may mean in one list."""

from collections.abc import Sequence

from sleuth.findings.records.reading import Records
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.headings import headings_meant
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.records.senses.names import Names, names_meant
from sleuth.reason.records.senses.periods import periods_meant
from sleuth.reason.records.senses.rows import rows_meant
from sleuth.reason.records.senses.states import flags_meant, states_meant
from sleuth.reason.records.senses.values import countries_meant, lengths_meant, shortened_meant, values_meant


def meanings_of(asking: Asking, records: Records, names: Names) -> list[Meaning]:
    """What the telling words may mean in a list of some names."""
    found = [
        *rows_meant(asking, records, names),
        *values_meant(asking, records),
        *shortened_meant(asking, records),
        *countries_meant(asking, records),
        *lengths_meant(asking, records),
        *periods_meant(asking, records),
        *flags_meant(asking, records),
        *states_meant(asking, records),
        *headings_meant(asking, records),
        *names_meant(asking, names),
    ]
    terms = [meaning.words for meaning in found if meaning.sense is Sense.TERM]
    of_terms = frozenset[int]().union(*terms)
    return [meaning for meaning in found if _may_be_meant(meaning, of_terms, found)]


def _may_be_meant(meaning: Meaning, of_terms: frozenset[int], found: Sequence[Meaning]) -> bool:
    """Whether a meaning is one of telling words, and no other meaning of them is certain."""
    is_of_term = meaning.sense is Sense.HEADING and bool(meaning.words & of_terms)
    return bool(meaning.words) and not is_of_term and not _is_of_the_rows(meaning, found)


def _is_of_the_rows(meaning: Meaning, found: Sequence[Meaning]) -> bool:
    """Whether words that stand in a part of a value only say what a row is: "Option (customer)" of customers."""
    if meaning.sense is not Sense.VALUE or not meaning.is_part:
        return False
    rows = [other for other in found if other.sense is Sense.ROWS and other.column is None]
    return any(other.words >= meaning.words for other in rows)

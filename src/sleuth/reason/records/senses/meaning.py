"""A meaning: some words of a question in the part that they play in a list."""

from dataclasses import dataclass
from enum import IntEnum

from sleuth.findings.records.columns import Column


class Sense(IntEnum):
    """The part that words play."""

    ROWS = 1  # what a row is
    VALUE = 2  # what a column says
    FLAG = 3  # that a column says yes, or no
    TERM = 6  # that a column's day has passed at the date of the list, or not yet
    HEADING = 4  # a column
    NAME = 5  # the list itself


@dataclass(frozen=True, slots=True)
class Meaning:
    """Some words of a question, by their numbers, in one sense. A higher weight is the likelier."""

    sense: Sense
    words: frozenset[int]
    weight: float
    column: Column | None = None  # None: the table as a whole
    values: tuple[str, ...] = ()
    is_not: bool = False
    is_part: bool = False  # the values say more
    is_office: bool = False  # the words are a name of the office that the values name
    is_list: bool = False  # a word for a list: "the customer list"
    kinds: frozenset[str] = frozenset()  # of rows or columns, as language/data/records.toml names them

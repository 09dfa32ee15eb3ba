"""What a claim says of the rows of a table, and what the page made of it."""

from dataclasses import dataclass
from decimal import Decimal

from sleuth.evidence.source import Span
from sleuth.language.table_query import TableQuery


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows that a question means, and what is computed of them."""

    query: TableQuery
    table: int  # its number on the page, from 0
    naming: str  # the heading over what the rows are called
    rows: tuple[int, ...]  # in the table's grid, in the order in which they are told
    unread: frozenset[int]  # of which a cell does not tell whether they meet the conditions, or their value
    counted: int  # rows in all, without totals
    result: Decimal | None = None  # a sum or an average as printed in the column's unit; a share in percent
    called: str = ""  # the list's name, where it says that it holds a part of the rows only: "Top customers"
    among: int = 0  # of a ranking, or a share of its first rows: the rows that meet the conditions and tell their value
    told: int | None = None  # where the claim tells one of its rows: that row


@dataclass(frozen=True, slots=True)
class Checked:
    """A selection that the page bears out: in words, with the places that show it."""

    text: str
    spans: tuple[Span, ...]
    whole: Span  # the table
    is_computed: bool

"""What all operations over the rows of a list share: the rows that are meant, the conditions, the columns asked for."""

from collections.abc import Iterable
from dataclasses import dataclass

from sleuth.findings.records.columns import Column
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import asked_by, kinds_of_rows, text_stems
from sleuth.language.table_query import Condition, OneOf, RowOperation, TableQuery
from sleuth.language.tokens import tokens
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning

Built = tuple[TableQuery, float] | str
_FEWEST_WORDS = 2  # of a name that alone tells a row
OF_OTHER_ROWS = 1.0  # of weight, against a list whose rows only name what is asked for: the customers of orders


_APART = frozenset(["permits"])  # rows of which two that bear one name are two: one at each site


@dataclass(frozen=True, slots=True)
class Draft:
    """What all operations share."""

    asking: Asking
    records: Records
    noun: Meaning | None
    conditions: tuple[Condition, ...]
    wanted: tuple[Column, ...]  # headed columns that no condition is of
    is_implied: bool  # a column is named that only some rows have: a salary is an employee's
    carried: bool = False  # its rows are those of a question before it
    by: Column | None = None  # by which the rows are to be parted: "by segment"
    is_titled: bool = False  # it calls what the list's own name says its cells count: "FTE at month-end"
    is_whole: bool = False  # the list itself is named, and no rows of it: "the total of the order book"

    @property
    def by_name(self) -> bool:
        """Whether rows are asked for by their names."""
        return not self.carried and any(
            condition.column == self.records.named_by.heading for condition in self.conditions
        )

    @property
    def is_placed(self) -> bool:
        """Whether it is said what rows are meant: by their kind, their names, or a column that only they have."""
        return self.noun is not None or self.by_name or self.is_implied or self.by is not None or self._names_one()

    def _names_one(self) -> bool:
        """Whether a name of several words is said in full, in a column that has another one in each row: the name of
        one person, over rows that are called by their numbers.
        """
        said = {word.text.casefold() for word in self.asking.tokens}
        named = [one for one in self.conditions if isinstance(one, OneOf) and one.is_one and one.is_said_by(said)]
        return any(len(tokens(one.values[0])) >= _FEWEST_WORDS and self._tells_rows(one.column) for one in named)

    def _tells_rows(self, heading: str) -> bool:
        """Whether a column has another value in each row that has one in it."""
        column = next((each for each in self.records.columns if each.heading == heading), None)
        values = [row.text(column.index) for row in self.records.rows] if column is not None else []
        told = [value for value in values if value]
        return 1 < len(told) == len(set(told))

    @property
    def is_grouped(self) -> bool:
        """Whether several rows may make one thing that is counted or summed up."""
        return self.by is not None or self.asking.of_groups

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of rows that the question names."""
        return self.noun.kinds if self.noun is not None else frozenset()

    @property
    def repeated(self) -> str:
        """The heading over the rows' names, where the question counts what it names and two rows bear one name."""
        column = self.records.named_by
        kinds = self.kinds - _APART
        is_named = bool(kinds & kinds_of_rows(text_stems(column.heading)))
        return column.heading if is_named and self.records.repeats_names else ""

    def query(
        self,
        operation: RowOperation,
        columns: Iterable[Column] = (),
        *,
        beside: Iterable[str] = (),
        **others: object,
    ) -> TableQuery:
        """The typed question."""
        rows = self._noun_text()
        headings = tuple(dict.fromkeys(column.heading for column in columns))
        keys = (column.heading for column in self.records.columns if column.index in self.records.keys)
        fields = {"count": 0, **others, "beside": tuple(dict.fromkeys((*beside, *keys)))}
        return TableQuery(
            self.asking.text,
            self.asking.language,
            rows,
            operation,
            self.conditions,
            headings,
            **fields,  # type: ignore[arg-type]
        )

    def _noun_text(self) -> str:
        if self.noun is None or not self.noun.words:
            return ""
        word = self.asking.tokens[min(self.noun.words)].text
        is_asking = bool(asked_by(word)) and not self.noun.kinds
        return "" if is_asking else word

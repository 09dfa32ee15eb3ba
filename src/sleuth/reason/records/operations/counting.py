"""How many: of the rows of a list, of the different things in a column, or of what a column counts."""

import re
from dataclasses import replace

from sleuth.findings.records.columns import Column, Kind
from sleuth.language.concepts import kinds_of_rows, shares_stem, text_stems
from sleuth.language.metrics import is_whole
from sleuth.language.quantity import read_cell
from sleuth.language.table_query import OneOf, RowOperation
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.drafting import OF_OTHER_ROWS, Built, Draft
from sleuth.reason.records.operations.adding import adds_up_over_time, prints_total
from sleuth.reason.records.operations.columns import counts, newest, single, total_column
from sleuth.reason.records.operations.listing import distinct
from sleuth.reason.records.operations.summing import NOT_OVER_TIME, summed
from sleuth.reason.records.senses.names import is_plural
from sleuth.reason.records.states import status_column

_GROUPS = frozenset(["department"])  # what a heading tells whose rows are groups of people, none of them a person
_SHARED = frozenset(["department", "country", "city"])  # what many rows have alike
_NOT_COUNTED = "no column counts what is asked for"


def counted(draft: Draft) -> Built:
    """How many rows are meant, or how many things they have where a column counts those."""
    if _counts_people(draft):
        draft = replace(draft, wanted=())
    if draft.carried and draft.wanted:
        return _things_of_rows(draft)
    if (total := total_column(draft)) is not None:
        return draft.query(RowOperation.VALUE, [total]), 0.0
    if draft.noun is not None:
        return _rows_counted(draft)
    if draft.wanted or draft.by_name:
        return _things_counted(draft)
    return draft.query(RowOperation.COUNT), 0.0  # things that a column names: "how many trucks"


def _counts_people(draft: Draft) -> bool:
    """Whether people are counted, each of whom has a row that tells what part of a full post the person fills.

    "How many auditors are employed?" over a column "FTE" that says 1 or less of each asks for the number of rows.
    """
    column = single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1 or "employees" not in column.tells:
        return False
    if any(shares_stem(word.text, column.heading, draft.asking.language) for word in draft.asking.tokens):
        return False
    cells = [read_cell(row.text(column.index), column.comma_is_decimal) for row in draft.records.rows]
    return all(cell is not None and 0 <= cell.value <= 1 for cell in cells)


def _rows_counted(draft: Draft) -> Built:
    """How many rows are meant, or how many different things a column names in them.

    Where one column tells the status of each row, those of each status are counted: "6 patents" of which one has
    lapsed would say too little.
    """
    if draft.wanted and draft.asking.wants_sum:
        return summed(draft)  # "how many, and how much together": a sum tells of how many rows it is
    if (column := _column_of_noun(draft)) is not None:
        return _added_up(draft, column)
    if _is_of_groups(draft):
        return _members_counted(draft)
    if draft.wanted:
        return "it asks for more than a number of rows"
    if draft.noun is not None and draft.noun.column is not None:
        return distinct(draft, RowOperation.COUNT)
    if (parting := _counted_apart(draft)) is not None:
        return draft.query(RowOperation.COUNT, group=parting), 0.0
    if draft.repeated:
        return draft.query(RowOperation.COUNT, distinct=draft.repeated), -OF_OTHER_ROWS
    status = None if draft.conditions else status_column(draft.records)
    if status is not None:
        return draft.query(RowOperation.COUNT, group=status.heading), 0.0
    return draft.query(RowOperation.COUNT), 0.0


def _column_of_noun(draft: Draft) -> Column | None:
    """The one column that counts just what the question counts: "Seats" of the halls that a list of seats has.

    Its rows are then no seats, whatever the list is called. A "Seat no." counts nothing.
    """
    words = draft.noun.words if draft.noun is not None else ()
    said = [draft.asking.tokens[number].text for number in words]
    amounts = [column for column in draft.records.columns if column.kind is Kind.AMOUNT and counts(column)]
    found = [column for column in amounts if any(_counts_just(column, word, draft) for word in said)]
    return found[0] if len(found) == 1 and draft.wanted in ((), (found[0],)) else None


def _counts_just(column: Column, word: str, draft: Draft) -> bool:
    """Whether a heading is the word for many things alone, or says that it is the number of them."""
    heading = column.heading.casefold()
    says_number = wordlist("records")["totals"]["counts"]
    left = [one.text for one in tokens(re.sub(says_number, " ", heading))]
    is_number = re.search(says_number, heading) is not None or any(map(is_plural, left))
    return len(left) == 1 and is_number and shares_stem(word, left[0], draft.asking.language)


def _added_up(draft: Draft, column: Column) -> Built:
    """How many things a column counts: of a row that is named, of those that meet the conditions, or of all where the
    list prints their sum.
    """
    if draft.by_name:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    if not adds_up_over_time(draft, column):
        return NOT_OVER_TIME
    if not (draft.conditions or prints_total(draft.records, column)):
        return "nothing says that the list has all of them"
    return draft.query(RowOperation.SUM, [column]), 0.0


def _things_counted(draft: Draft) -> Built:
    """How many of something there are, as a column counts it: of a row that is named, or of all rows together."""
    column = single(draft.wanted, (Kind.AMOUNT,))
    if column is None or not counts(column):
        return _NOT_COUNTED
    if draft.by_name and not draft.records.repeats_names:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    if not adds_up_over_time(draft, column):
        return NOT_OVER_TIME
    return draft.query(RowOperation.SUM, [column]), 0.0


def _things_of_rows(draft: Draft) -> Built:
    """How many of something the rows before have, as a column counts it: "How many options do they hold?"."""
    column = single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1 or not counts(column):
        return _NOT_COUNTED
    return draft.query(RowOperation.SUM, [column]), newest(column, draft)


def _counted_apart(draft: Draft) -> str | None:
    """The heading by whose values rows are counted one by one: "how many are granted, and how many have lapsed?"."""
    asks = re.findall(wordlist("records")["parted"]["counts"], draft.asking.text.casefold())
    several = [one.column for one in draft.conditions if isinstance(one, OneOf) and len(one.values) > 1]
    return several[0] if len(asks) > 1 and len(several) == 1 else None


def _is_of_groups(draft: Draft) -> bool:
    """Whether each row is of a group of what is counted: of a department, or in a table of numbers of a site."""
    heading = draft.records.named_by
    named = kinds_of_rows(text_stems(heading.heading))
    if not draft.kinds or draft.kinds & named:
        return False
    if heading.tells & _GROUPS:
        return True
    told = [column for column in draft.records.columns if column.index != heading.index]
    return bool(named) and all(column.kind is Kind.AMOUNT or column.tells & _SHARED for column in told)


def _members_counted(draft: Draft) -> Built:
    """How many of something groups have: by the column asked for, the only one, or the one headed as their total."""
    columns = draft.wanted or draft.records.columns
    counting = [column for column in columns if column.kind is Kind.AMOUNT and counts(column)]
    totals = [column for column in counting if is_whole(column.heading)]
    found = totals if len(counting) > 1 else counting
    if len(found) != 1 or not (draft.conditions or draft.wanted):
        return "each row is of a group of them"
    return draft.query(RowOperation.VALUE if draft.by_name else RowOperation.SUM, found), 0.0

"""The part that rows are of a whole: as the list states it, else computed over a column of amounts."""

import re

from sleuth.findings.records.columns import Column, Kind
from sleuth.language.table_query import RowOperation
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.drafting import Built, Draft
from sleuth.reason.records.operations.columns import newest, single

_HELD = frozenset(["ownership", "shares"])  # what a holder has of a company


def shared(draft: Draft) -> Built:
    """A share as the list states it, for a row by its name; else computed over a column of amounts."""
    if not draft.conditions:
        return "it does not say whose share is asked for"
    stated = _stated_shares(draft) if draft.by_name else []
    if len(stated) == 1 and len(draft.wanted) <= 1:
        return draft.query(RowOperation.VALUE, stated), 0.5
    if stated:
        return "several columns state shares"
    column = single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1:
        return "it does not say in which amounts the share is"
    return draft.query(RowOperation.SHARE, [column]), newest(column, draft)


def _stated_shares(draft: Draft) -> list[Column]:
    """The columns that state the share that is asked for: those that are named, else those of holdings."""
    named = [column for column in draft.wanted if column.kind is Kind.PERCENT]
    if named or any(not column.tells & _HELD for column in draft.wanted):
        return named
    stated = [column for column in draft.records.columns if column.kind is Kind.PERCENT]
    held = [column for column in stated if "ownership" in column.tells]
    return held if len(stated) > 1 and held else stated


def states_part(column: Column) -> bool:
    """Whether a column states parts of a whole: "Share of revenue"."""
    said = wordlist("records")["operations"]["part"]
    return column.kind is Kind.PERCENT and re.search(said, column.heading.casefold()) is not None

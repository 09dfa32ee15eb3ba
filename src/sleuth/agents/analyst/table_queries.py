"""Typed questions over rows as JSON, so that a conversation can go on from the rows that it told."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import Any

from sleuth.language.table_query import Condition, Dated, OneOf, Ranged, RowOperation, TableQuery
from sleuth.reason.records.following import RowsBefore

_CONDITIONS = {"one_of": OneOf, "dated": Dated, "ranged": Ranged}
_DAYS = ("first", "last")
_AMOUNTS = ("low", "high")


def rows_json(rows: RowsBefore) -> dict[str, Any]:
    """Rows that were told, as JSON; `rows_of` reads it."""
    query = rows.query
    conditions = list(map(_condition_json, query.conditions))
    typed = asdict(query) | {"operation": query.operation.value, "conditions": conditions}
    return asdict(rows) | {"query": typed}


def rows_of(stored: Mapping[str, Any]) -> RowsBefore:
    """The rows that `rows_json` wrote."""
    typed = stored["query"]
    query = TableQuery(
        **{
            **typed,
            "operation": RowOperation(typed["operation"]),
            "conditions": tuple(map(_condition_of, typed["conditions"])),
            "columns": tuple(typed["columns"]),
            "beside": tuple(typed["beside"]),
            "derived": (),  # what goes on from derived figures is asked anew
        }
    )
    return RowsBefore(**{**stored, "query": query, "names": tuple(stored["names"])})


def _condition_json(condition: Condition) -> dict[str, Any]:
    kind = next(name for name, made in _CONDITIONS.items() if isinstance(condition, made))
    fields = {name: _plain(value) for name, value in asdict(condition).items()}
    return {"kind": kind, **fields}


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else list(value) if isinstance(value, tuple) else value


def _condition_of(stored: Mapping[str, Any]) -> Condition:
    fields = {name: _read(name, value) for name, value in stored.items() if name != "kind"}
    made: Condition = _CONDITIONS[stored["kind"]](**fields)
    return made


def _read(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _DAYS:
        return date.fromisoformat(value)
    if name in _AMOUNTS:
        return Decimal(value)
    return tuple(value) if isinstance(value, list) else value

"""Frozen values as plain JSON, and back: what a conversation goes on from, and the drafted sections of a memo."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")
_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def as_json(value: Any) -> Any:
    """A frozen value as plain JSON; `from_json` reads it."""
    return _adapter(type(value)).dump_python(value, mode="json")


def from_json(kind: type[T], stored: Any) -> T:
    """The value that `as_json` wrote. Raises pydantic.ValidationError for anything else."""
    value: T = _adapter(kind).validate_python(stored)
    return value

"""Computing beside the store: what needs no database is done while the database works."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


def aside(compute: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
    """Begin a computation in another thread."""
    return _threads().submit(compute, *args, **kwargs)


@lru_cache(maxsize=1)
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=4, thread_name_prefix="sleuth-aside")

"""Where the checks are registered, and what each of them is given and says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sleuth.evals.analyst.answer import Answer


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a check passed; if not, `reason` says why."""

    passed: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a check may know beside the answer."""

    query: str
    files: frozenset[str] = frozenset()  # of the room


Check = Callable[[Answer, Any, Situation], Verdict]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    """Register a check under its function's name."""
    CHECKS[function.__name__] = function
    return function


def verdict(passed: bool, reason: str) -> Verdict:
    return Verdict(passed, "" if passed else reason)


def listed(value: Any) -> list[str]:
    """What a check was given, one or several, as texts."""
    return [str(one) for one in value] if isinstance(value, Sequence) and not isinstance(value, str) else [str(value)]

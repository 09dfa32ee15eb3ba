"""The tutor's own questions: those of its specification, questions that ask for advice, and invented features."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

ERROR_INDICATORS = ("error", "failed", "couldn't", "unable", "sorry")
_LEAST_LENGTH = 10
_LEAST_RELEVANCE = 0.2


@cache
def tutor_cases(name: str) -> Mapping[str, Any]:
    """The questions of a set, by kind: "seed", "advice" or "traps"."""
    import yaml

    path = resources.files("sleuth.evals") / "data" / f"tutor_{name}.yaml"
    cases: Mapping[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return cases


def validate_response(response: str, query: str) -> bool:
    """The specification's own check: not empty, no sign of an error, and a fifth of the question's words in it."""
    if not response or len(response.strip()) < _LEAST_LENGTH:
        return False
    lowered = response.lower()
    if any(indicator in lowered for indicator in ERROR_INDICATORS):
        return False
    words = query.lower().split()
    matching = sum(1 for word in words if word in lowered)
    return matching / len(words) > _LEAST_RELEVANCE

"""The published table of claims: right and wrong sentences over right quotes, and what the check says of each.

A case that is marked "known" is one that the rules do not get right yet; it counts against the shares below.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sleuth.evidence.claim import Support, check

CASES = Path(__file__).parent / "cases/claims.jsonl"
LEAST_RIGHT = 0.9  # of the true sentences; the wrong ones have their own test, without a share


@cache
def table() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines())


def told(case: dict[str, Any]) -> str:
    verdict = check(case["claim"], case["quotes"])
    return "unsupported" if verdict.kind is Support.UNSUPPORTED else "supported"


def settled() -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in table() if "known" not in case]


@pytest.mark.parametrize("case", settled())
def test_claim_is_judged_as_a_person_would(case: dict[str, Any]) -> None:
    verdict = check(case["claim"], case["quotes"])

    assert told(case) == case["expected"], verdict.reason
    assert len(verdict.reason.split()) >= 4


def test_the_table_is_large_and_covers_both_languages() -> None:
    assert len(table()) >= 400
    assert set(Counter(case["lang"] for case in table())) == {"en", "sv"}


def test_nearly_all_true_sentences_are_supported() -> None:
    true = [case for case in table() if case["expected"] == "supported"]

    assert sum(told(case) == "supported" for case in true) >= LEAST_RIGHT * len(true)

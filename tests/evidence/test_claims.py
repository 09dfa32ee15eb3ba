"""The published tables of claims: right and wrong sentences over right quotes, and how the check rules on each.

`expected` says whether a careful reader finds the sentence in its quotes. What is right may stay open: then it is shown
in the source's words, or judged by a model. What is wrong is never proven.
"""

import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sleuth.evidence.claim import Context, Ruling, Verdict, check
from sleuth.language.currency import AS_PRINTED, Signs

CASES = Path(__file__).parent / "cases/claims.jsonl"
FREE = Path(__file__).parent / "cases/paraphrases.jsonl"
LEAST_PROVEN = 0.8  # of the true sentences of the first table, most of them in the source's words
LEAST_FREE = 0.1  # of true sentences in words of their own; the rest is open
LEAST_RIGHT = 0.97  # of what is refuted, over both tables together; sentences that compute more than rules follow aside


@cache
def table(path: Path) -> tuple[tuple[dict[str, Any], Verdict], ...]:
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple((case, check(case["claim"], case["quotes"])) for case in cases)


def ruled(path: Path, expected: str, ruling: Ruling) -> list[str]:
    return [case["id"] for case, verdict in table(path) if case["expected"] == expected and verdict.verdict is ruling]


@pytest.mark.parametrize("path", [CASES, FREE], ids=["claims", "paraphrases"])
def test_no_wrong_sentence_is_proven(path: Path) -> None:
    assert ruled(path, "unsupported", Ruling.PROVEN) == []


@pytest.mark.parametrize(("path", "least"), [(CASES, LEAST_PROVEN), (FREE, LEAST_FREE)], ids=["claims", "paraphrases"])
def test_sentences_near_their_source_are_proven(path: Path, least: float, capsys: pytest.CaptureFixture[str]) -> None:
    true = sum(case["expected"] == "supported" for case, _ in table(path))
    proven = len(ruled(path, "supported", Ruling.PROVEN))
    with capsys.disabled():
        sys.stdout.write(f"\n{path.stem}: {proven} of {true} true sentences proven\n")

    assert proven >= least * true


def test_what_is_refuted_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = len(ruled(CASES, "unsupported", Ruling.REFUTED))
    true = ruled(CASES, "supported", Ruling.REFUTED)
    with capsys.disabled():
        sys.stdout.write(f"\nrefuted: {wrong} wrong sentences, {len(true)} true ones\n")

    assert wrong >= LEAST_RIGHT * (wrong + len(true)), true


def test_every_verdict_says_why() -> None:
    for _, verdict in (*table(CASES), *table(FREE)):
        assert len(verdict.reason.split()) >= 4
        assert bool(verdict.kind) == (verdict.verdict is Ruling.REFUTED)


def test_the_table_is_large_and_covers_both_languages() -> None:
    assert len(table(CASES)) >= 400
    assert set(Counter(case["lang"] for case, _ in table(CASES))) == {"en", "sv"}


def test_a_whole_list_proves_no_sentence() -> None:
    rows = "".join(f"E{number};Technician;{number % 7};Oslo\n" for number in range(2_000))
    verdict = check("The total of all rows is 5,998.", [rows])
    assert (verdict.verdict, verdict.is_judgeable) == (Ruling.OPEN, False)


@pytest.mark.parametrize(
    ("sentence", "ruling"),
    [
        ("If the Company gives notice, the Executive is entitled to six months’ salary.", Ruling.PROVEN),
        ("The Executive is entitled to six months’ salary.", Ruling.OPEN),  # the condition is left out
        ("If the Executive gives notice, the Executive is entitled to six months’ salary.", Ruling.REFUTED),
    ],
)
def test_a_sentence_of_a_clause_is_proven_without_the_clauses_number(sentence: str, ruling: Ruling) -> None:
    clause = "4.2 If the Company gives notice, the Executive is entitled to six months' salary. It is paid monthly."
    assert check(sentence, [clause]).verdict is ruling


@pytest.mark.parametrize("unit", ["£000", "£'000", "GBP 000s"])
def test_thousands_written_as_zeros_are_no_number(unit: str) -> None:
    rows = f"{unit} | Note | 2025 | 2024\nGross profit | 76,620 | 69,420"
    assert check(f"Gross profit was 76,620 in 2025 ({unit}).", [rows]).verdict is not Ruling.REFUTED
    other = check(f"Gross profit was 76,260 in 2025 ({unit}).", [rows])
    assert other.verdict is not Ruling.PROVEN
    assert not other.is_judgeable


CANADIAN = Context(signs=Signs((("$", "CAD"),)))


@pytest.mark.parametrize(
    ("sentence", "context", "ruling"),
    [
        ("The lender granted a loan of C$40.5 million to Tamarack Mills.", CANADIAN, Ruling.PROVEN),
        ("The lender granted a loan of 40.5 million Canadian dollars to Tamarack Mills.", CANADIAN, Ruling.PROVEN),
        ("The lender granted a loan of $40.5 million to Tamarack Mills.", CANADIAN, Ruling.PROVEN),
        ("The lender granted a loan of US$40.5 million to Tamarack Mills.", CANADIAN, Ruling.REFUTED),
        ("The lender granted a loan of A$40.5 million to Tamarack Mills.", CANADIAN, Ruling.REFUTED),
        ("The lender granted a loan of C$40.5 million to Tamarack Mills.", Context(), Ruling.REFUTED),
        ("The lender granted a loan of US$40.5 million to Tamarack Mills.", Context(), Ruling.PROVEN),
        ("The lender granted a loan of US$40.5 million to Tamarack Mills.", Context(signs=AS_PRINTED), Ruling.REFUTED),
    ],
)
def test_a_sign_of_several_currencies_is_bound_to_that_of_the_document(
    sentence: str, context: Context, ruling: Ruling
) -> None:
    quote = "The lender granted a loan of $40.5 million to Tamarack Mills."
    assert check(sentence, [quote], context).verdict is ruling

"""Cases in the specification's form, run against someone who answers."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from sleuth.errors import UserError
from sleuth.evals.analyst.cases import bundled_cases, read_cases
from sleuth.evals.analyst.rooms import Room
from sleuth.evals.analyst.suite import Outcome, Told, run_cases

ROOM = Room("known", "project", {})
CASE = """
- id: EVAL-001
  query: "What's the Q3 revenue?"
  intent: fact_lookup
  expected_behavior:
    - single_answer: true
    - source_cited: true
"""


class Parrot:
    """Says the same whatever it is asked, and counts how often."""

    def __init__(self, answer: str, tokens: int = 0) -> None:
        self.answer, self.tokens, self.asked = answer, tokens, list[str]()

    def __call__(self, room: Room) -> "Parrot":
        return self

    async def ask(self, message: str) -> Told:
        self.asked.append(message)
        if not self.answer:
            raise UserError("nothing to say")
        shown: Mapping[str, Any] = {
            "answer": self.answer, "intent": "fact_lookup", "assumption": "", "offers": [], "citations": [],
        }  # fmt: skip
        return Told(shown, self.tokens)


def run(parrot: Parrot, text: str = CASE, budget: int = 50_000) -> Outcome:
    return asyncio.run(run_cases(list(read_cases(text, "cases.yaml")), {"known": ROOM}, parrot, budget))


def test_the_specifications_ten_cases_come_with_sleuth() -> None:
    assert [case.id for case in bundled_cases() if case.id.startswith("EVAL")] == [f"EVAL-{n:03}" for n in range(1, 11)]


def test_each_check_is_judged_by_its_name() -> None:
    judged = {one.check: one.verdict.passed for one in run(Parrot("Hello there.")).judged}
    assert judged == {"intent": True, "single_answer": True, "source_cited": False, "every_answer": True}


def test_the_share_of_checks_decides_on_the_release() -> None:
    outcome = run(Parrot("Hello there."))
    assert outcome.share == pytest.approx(3 / 4)
    assert not outcome.releases()


def test_an_error_fails_the_case_and_the_others_go_on() -> None:
    outcome = run(Parrot(""), CASE + CASE.replace("001", "002"))
    assert [one.case for one in outcome.failed] == ["EVAL-001", "EVAL-002"]
    assert "nothing to say" in outcome.failed[0].verdict.reason


def test_more_tokens_than_the_budget_stop_the_run_and_fail_it() -> None:
    parrot = Parrot("Hello there.", tokens=30_000)
    outcome = run(parrot, CASE + CASE.replace("001", "002") + CASE.replace("001", "003"))
    assert len(parrot.asked) == 2
    assert outcome.tokens == {"EVAL-001": 30_000, "EVAL-002": 30_000}
    assert "the budget is 50,000" in outcome.stopped
    assert not outcome.releases()


def test_turns_of_a_case_are_one_conversation() -> None:
    parrot = Parrot("Hello there.")
    run(parrot, "- {id: A, turns: [{query: one}, {query: two}]}")
    assert parrot.asked == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- {id: A, query: q, expected_behavior: [is_nice]}", "there is no check “is_nice”"),
        ("- {query: q}", "needs an id"),
        ("- {id: A}", "a query in each turn"),
        ("id: A", "a list of cases is expected"),
        ("- [", "it is no YAML"),
    ],
)
def test_a_case_that_cannot_be_read_is_named_with_the_remedy(text: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        list(read_cases(text, "cases.yaml"))

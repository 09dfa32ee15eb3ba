"""How well the tutor answers by its rules: its specification's questions, advice, invented features, and sums."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from sleuth.agents.tutor.agent import KnowledgeBaseAgent, Lesson
from sleuth.agents.tutor.language import data as words
from sleuth.agents.tutor.sums import Sum, read_sum
from sleuth.config import Settings
from sleuth.evals.figures import TUTOR, Figure, figure
from sleuth.evals.rows import rows
from sleuth.evals.tutor_cases import tutor_cases, validate_response

Judged = list[tuple[str, float]]
_SUMS = "internal_only/financemath/items.jsonl"
_TOLERANCE = Decimal("0.005")  # gold figures are rounded on their way
_PERCENT = Decimal(100)
_RULES = Settings(model="none")


def tutor_figures(data: Path) -> list[Figure]:
    """Every measure of the tutor. Sums need the data; the rest is its own."""
    return [*_specification(), *_advice(), *_features(), *(_sums(data / _SUMS) if (data / _SUMS).exists() else ())]


def _teach(question: str) -> Lesson:
    return KnowledgeBaseAgent(_RULES).teach(question)


def _specification() -> Iterator[Figure]:
    lessons = [(q, _teach(q)) for questions in tutor_cases("seed").values() for q in questions]
    name = "the specification's questions"
    yield figure(TUTOR, name, "pass its check", [(q, float(validate_response(one.answer, q))) for q, one in lessons])
    yield figure(TUTOR, name, "end with respond", [(q, float(one.ended_by == "respond")) for q, one in lessons])
    yield figure(TUTOR, name, "thoughts a question", [(q, float(one.iterations)) for q, one in lessons])


def _advice() -> Iterator[Figure]:
    asked = tutor_cases("advice")
    name = "questions for advice"
    yield figure(TUTOR, name, "get what bears on them", _marked(asked["advice"], "advice", "closing", present=True))
    yield figure(
        TUTOR, name, "knowledge not taken for advice", _marked(asked["knowledge"], "advice", "closing", present=False)
    )


def _features() -> Iterator[Figure]:
    asked = tutor_cases("traps")
    name = "features of the app"
    yield figure(
        TUTOR,
        name,
        "invented ones said to be undocumented",
        _marked(asked["traps"], "app", "undocumented", present=True),
    )
    yield figure(
        TUTOR, name, "documented ones explained", _marked(asked["documented"], "app", "undocumented", present=False)
    )


def _marked(asked: dict[str, Sequence[str]], section: str, key: str, *, present: bool) -> Judged:
    """For each question whether the answer has, or has not, one of the tutor's own sentences."""
    judged = []
    for language, questions in asked.items():
        sentence = str(words(language, "texts")[section][key]).partition("{")[0]
        judged += [(question, float((sentence in _teach(question).answer) == present)) for question in questions]
    return judged


def _sums(path: Path) -> Iterator[Figure]:
    """What the calculators compute of questions that nobody wrote for them."""
    items = list(rows(path))
    outcomes = [(str(item["question_id"]), *judge_sum(item)) for item in items]
    yield figure(TUTOR, "financemath", "computed", [(group, float(done)) for group, done, _ in outcomes])
    yield figure(
        TUTOR,
        "financemath",
        "right of those computed",
        [(group, float(right)) for group, done, right in outcomes if done],
    )
    yield figure(TUTOR, "financemath", "wrong", [(group, float(done and not right)) for group, done, right in outcomes])


def judge_sum(item: dict[str, Any]) -> tuple[bool, bool]:
    """Whether a question was computed, and whether to its gold answer (which may state percent as a fraction)."""
    asked = read_sum("\n".join([item["question"], *item["tables"]]), "en")
    if not isinstance(asked, Sum):
        return False, False
    found = asked.calculation.results[asked.calculation.main]
    gold = Decimal(str(item["ground_truth"]))
    return True, any(abs(value - gold) <= abs(gold) * _TOLERANCE for value in (found, found / _PERCENT))

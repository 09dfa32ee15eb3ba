"""How well the tutor answers by its rules: its specification's questions, advice, invented features."""

from collections.abc import Iterator, Sequence

from sleuth.agents.tutor.agent import KnowledgeBaseAgent, Lesson
from sleuth.agents.tutor.language import data as words
from sleuth.config import Settings
from sleuth.evals.figures import TUTOR, Figure, figure
from sleuth.evals.tutor_cases import tutor_cases, validate_response

Judged = list[tuple[str, float]]
_RULES = Settings(model="none")


def tutor_figures() -> list[Figure]:
    """Every measure of the tutor, on questions of its own."""
    return [*_specification(), *_advice(), *_features()]


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

"""The tutor as others use it: a question in, an answer out, with the steps that led to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sleuth.agents.tutor.documentation import open_documentation
from sleuth.agents.tutor.language import data, language_of
from sleuth.agents.tutor.loop import OnStep, plan_and_run
from sleuth.agents.tutor.question import read_question
from sleuth.agents.tutor.tools import RESPOND, Toolbox
from sleuth.agents.tutor.turns import Step, Turn
from sleuth.agents.tutor.websearch import SearchProvider, open_search
from sleuth.config import Settings
from sleuth.models.chat import Chat, open_chat
from sleuth.models.failures import ModelUnavailableError, UnusableAnswerError
from sleuth.search.query import ensure_askable


@dataclass(frozen=True, slots=True)
class Lesson:
    """An answer, and how it came about."""

    question: str
    answer: str
    type: str  # financial_concepts, app_features, mixed_queries or other
    language: str  # "en" or "vi"
    steps: tuple[Step, ...]
    iterations: int  # thoughts: of the rules, or answers of the model
    ended_by: str  # "respond", "direct" or "limit"
    offers: tuple[str, ...]  # titles of concepts to go on with
    degraded: tuple[str, ...]  # sentences for the user
    usage: dict[str, Any] | None = None  # what a language model took

    def to_json(self) -> dict[str, Any]:
        """The shape of `sleuth tutor --json`, without the conversation's number."""
        return {
            "answer": self.answer,
            "type": self.type,
            "language": self.language,
            "tools": [{"name": step.tool, "arguments": _plain(step.arguments)} for step in self.steps],
            "iterations": self.iterations,
            "ended_by": self.ended_by,
            "sources": sources(self.steps),
            "offers": list(self.offers),
            "degraded": list(self.degraded),
            "usage": self.usage,
        }

    def as_turn(self) -> Turn:
        """The lesson as the next question sees it."""
        return Turn(self.question, self.answer, self.steps)


class KnowledgeBaseAgent:
    """Explains finance and the application. Keeps its conversation in memory: `history`.

    Rules answer unless a language model is chosen (SLEUTH_MODEL). Raises UserError, ModelSetupError or SourceError
    where the settings cannot be used.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        history: Sequence[Turn] = (),
        provider: SearchProvider | None = None,
        chat: Chat | None = None,
    ) -> None:
        self._settings = settings or Settings()
        self._provider = provider or open_search(self._settings)
        self._chat = chat or open_chat(self._settings)
        self.history = list(history)

    def get_knowledge(self, user_query: str) -> str:
        """The answer to a question. Raises UserError for one that is empty or too long."""
        return self.teach(user_query).answer

    async def aget_knowledge(self, user_query: str) -> str:
        """`get_knowledge` in a thread."""
        import asyncio

        return await asyncio.to_thread(self.get_knowledge, user_query)

    def teach(self, question: str, on_step: OnStep | None = None) -> Lesson:
        """The answer with its steps; it becomes part of the conversation. `on_step` hears of each step."""
        ensure_askable(question)
        toolbox = self.toolbox(self._language(question))
        lesson = self._with_model(question, toolbox, on_step) if self._chat else None
        lesson = lesson or self._with_rules(question, toolbox, on_step, ())
        self.history.append(lesson.as_turn())
        return lesson

    def toolbox(self, language: str) -> Toolbox:
        """The tools in a language."""
        return Toolbox(language, open_documentation(language, self._settings.app_documentation), self._provider)

    def _language(self, question: str) -> str:
        """The language of a question; of the conversation where the question is too short to tell."""
        if self.history and len(question.split()) < 2:
            return language_of(self.history[-1].question)
        return language_of(question)

    def _with_rules(self, question: str, toolbox: Toolbox, on_step: OnStep | None, degraded: Sequence[str]) -> Lesson:
        most = self._settings.max_react_iterations
        answer, steps = plan_and_run(question, toolbox, self.history, most, on_step)
        iterations = max((step.iteration for step in steps), default=0)
        ended_by = "respond" if any(step.tool == RESPOND for step in steps) else "limit"
        return self._lesson(question, answer, toolbox, steps, iterations, ended_by, degraded)

    def _with_model(self, question: str, toolbox: Toolbox, on_step: OnStep | None) -> Lesson:
        """The model's answer, checked; that of the rules, with a remark, where the model is of no help."""
        from sleuth.agents.tutor.checking import check_answer
        from sleuth.agents.tutor.model import ModelRun, outside_loop

        assert self._chat is not None
        texts = data(toolbox.language, "texts")["conversation"]
        run = ModelRun(toolbox, self._chat, self._settings.max_react_iterations, on_step)
        shown = self._shown_history()
        try:
            said = outside_loop(lambda: run.answer(question, shown))
        except (ModelUnavailableError, UnusableAnswerError) as error:
            told = texts["model_down"].format(name=self._chat.name, reason=f"{error}.".replace("..", "."))
            return self._with_rules(question, toolbox, on_step, [told])
        ended_by = "respond" if run.is_complete else "direct" if run.last_words else "limit"
        if ended_by == "limit":
            return self._lesson(question, said, toolbox, run.steps, run.iterations, ended_by, ())
        checked = check_answer(said, question, run.steps, toolbox.library, toolbox.documentation)
        remarks = [texts["model_words"].format(name=self._chat.name)]
        if checked.reasons:
            key = "dropped_one" if len(checked.reasons) == 1 else "dropped"
            reasons = "; ".join(dict.fromkeys(checked.reasons))
            remarks.append(texts[key].format(count=len(checked.reasons), reasons=reasons))
        answer = checked.text
        if checked.about_app or not answer:
            from_rules = plan_and_run(question, toolbox, self.history, self._settings.max_react_iterations)[0]
            answer = f"{answer}\n\n{from_rules}".strip()
        return self._lesson(question, answer, toolbox, run.steps, run.iterations, ended_by, remarks)

    def _shown_history(self) -> list[Turn]:
        """The newest turns that together are at most as many messages as a model is shown."""
        turns = self._settings.conversation_messages // 2
        return self.history[-turns:] if turns else []

    def _lesson(
        self,
        question: str,
        answer: str,
        toolbox: Toolbox,
        steps: Sequence[Step],
        iterations: int,
        ended_by: str,
        degraded: Sequence[str],
    ) -> Lesson:
        reading = read_question(question, toolbox.library, toolbox.documentation, self.history)
        return Lesson(
            question=question,
            answer=answer,
            type=reading.type.value,
            language=toolbox.language,
            steps=tuple(steps),
            iterations=iterations,
            ended_by=ended_by,
            offers=_offers(steps),
            degraded=tuple(degraded),
            usage=self._chat.usage.to_json() if self._chat else None,
        )


def sources(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Where the answer has its knowledge from: entries of the library, areas of the documentation, sums, pages."""
    found: list[dict[str, Any]] = []
    for step in steps:
        match step.data.get("source"):
            case "concept_library":
                taught = [concept for concept in step.data["concepts"] if not concept["other"]]
                found += [
                    {"source": "concept_library", "concept": concept["id"], "title": concept["title"]}
                    for concept in taught
                ]
            case "app_documentation":
                found.append({"source": "app_documentation", "areas": list(step.data["complete_app_info"])})
            case "calculator":
                if "calculator" in step.data:
                    found.append(
                        {
                            "source": "calculator",
                            "calculator": step.data["calculator"],
                            "arithmetic": step.data["arithmetic"],
                        }
                    )
            case "online_search":
                found += [
                    {"source": "online_search", "verified": False, **item} for item in step.data.get("items") or ()
                ]
    return found


def _offers(steps: Sequence[Step]) -> tuple[str, ...]:
    """The concepts next to those that were looked up."""
    looked_up = [concept for step in steps for concept in step.data.get("concepts") or ()]
    known = {concept["id"] for concept in looked_up}
    titles = [one["title"] for concept in looked_up for one in concept["related"] if one["id"] not in known]
    return tuple(dict.fromkeys(titles))


def _plain(value: Any) -> Any:
    """Arguments as JSON can hold them: decimals as strings."""
    from decimal import Decimal

    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value

"""`sleuth tutor`: explains financial concepts and the app, does the sums, and asks questions back."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, say, settings, warn

if TYPE_CHECKING:
    from sleuth.agents.tutor.concepts import Concept
    from sleuth.agents.tutor.turns import Step, Turn
    from sleuth.config import Settings


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Explain a financial concept or the app, compute a sum, or ask questions back (--quiz).")(tutor)


def tutor(
    question: Annotated[str, typer.Argument(help="What to explain or compute; with --quiz, the concept.")],
    conversation: Annotated[
        int | None, typer.Option("--conversation", "-c", help="Go on with this conversation.", min=1)
    ] = None,
    quiz: Annotated[
        bool, typer.Option("--quiz", help="Ask three questions on the concept and mark the replies.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="With --quiz: the same number asks the same questions.")] = None,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
    stream: Annotated[bool, typer.Option("--stream", help="Tell each tool when it has been called.")] = False,
) -> None:
    """Exit 0 with an answer. The conversation is kept; a note says its number."""
    options = settings()
    if quiz:
        _ask_quiz(question, seed, json)
        return
    from sleuth.errors import StoreError
    from sleuth.store.server.database import open_database

    try:
        database = open_database(options)
    except StoreError as error:
        if conversation is not None:
            raise
        _answer(options, question, (), None, json, stream, kept_not=str(error))
        return
    from sleuth.agents.tutor.keeping import AGENT, turns_of
    from sleuth.store.projects import ensure_project
    from sleuth.store.talk.conversations import find_conversation, last_messages

    with database:
        history: list[Turn] = []
        with database.connection() as connection:
            project_id = ensure_project(connection, project)
            if conversation is not None:
                find_conversation(connection, project_id, conversation, AGENT)
                history = turns_of(last_messages(connection, project_id, conversation, options.conversation_messages))

        def keep(turn: "Turn") -> int:
            from sleuth.agents.tutor.keeping import messages_of
            from sleuth.store.talk.conversations import add_turn, start_conversation

            with database.connection() as connection:
                number = conversation or start_conversation(connection, project_id, AGENT)
                add_turn(connection, project_id, number, messages_of(turn))
            return number

        _answer(options, question, history, keep, json, stream)


def _answer(
    options: "Settings",
    question: str,
    history: "list[Turn] | tuple[()]",
    keep: object,
    json: bool,
    stream: bool,
    kept_not: str = "",
) -> None:
    from sleuth.agents.tutor.agent import KnowledgeBaseAgent
    from sleuth.agents.tutor.language import data

    lesson = KnowledgeBaseAgent(options, history).teach(question, _say_step if stream else None)
    number = keep(lesson.as_turn()) if callable(keep) else None
    degraded = list(lesson.degraded)
    if kept_not:
        degraded.append(data(lesson.language, "texts")["conversation"]["not_kept"].format(reason=kept_not))
    for remark in degraded:
        warn(f"note: {remark}")
    if json:
        print_json({**lesson.to_json(), "degraded": degraded, "conversation": number})
    else:
        say(lesson.answer)
        if number is not None:
            warn(f"conversation {number}; go on: sleuth tutor -c {number} “…”")


def _say_step(step: "Step") -> None:
    warn(f"· {step.tool}: {step.result.get('description', '')}")


def _ask_quiz(topic: str, seed: int | None, json: bool) -> None:
    """Ask three questions on standard output, or standard error with --json, and read a line for each."""
    import secrets

    from sleuth.agents.tutor.language import data
    from sleuth.agents.tutor.quiz import make_quiz, mark

    concept = _concept(topic)
    texts = data(concept.language, "texts")["quiz"]
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    tell = warn if json else say
    tell(texts["opening"].format(title_in_sentence=concept.title))
    marks = []
    for number, question in enumerate(make_quiz(concept, chosen), 1):
        tell()
        tell(texts["question"].format(number=number, text=question.text))
        reply = sys.stdin.readline()
        judged = mark(question, reply)
        tell(judged.comment)
        for line in question.arithmetic:
            tell(f"  {line}")
        marks.append(
            {
                "question": question.text,
                "reply": reply.strip(),
                "verdict": judged.verdict,
                "answer": question.shown,
                "arithmetic": list(question.arithmetic),
            }
        )
    right = sum(one["verdict"] == "right" for one in marks)
    tell()
    tell(texts["result"].format(right=right, total=len(marks)))
    if json:
        print_json({"concept": concept.id, "seed": chosen, "right": right, "questions": marks})


def _concept(topic: str) -> "Concept":
    """The concept that a topic names. Raises UserError with the nearest ones."""
    from sleuth.agents.tutor.language import language_of
    from sleuth.agents.tutor.library import library
    from sleuth.errors import UserError

    concepts = library(language_of(topic))
    mentions = concepts.mentions(topic)
    if mentions:
        return mentions[0].concept
    nearest = ", ".join(hit.concept.title for hit in concepts.search(topic))
    raise UserError(f"the library has no concept “{topic}”. {f'Near: {nearest}.' if nearest else 'Name another one.'}")

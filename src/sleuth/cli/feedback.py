"""`sleuth feedback`: what people say of an answer, kept with its evidence, listed, and exported as evaluation cases."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, say, settings, warn
from sleuth.language.counted import counted

if TYPE_CHECKING:
    from sleuth.config import Settings
    from sleuth.evals.judged import Again
    from sleuth.store.server.database import Database
    from sleuth.store.talk.answers import Answer


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Say that an answer is good or bad; without arguments, list what was said.")(feedback)


def feedback(
    answer: Annotated[int | None, typer.Argument(help="The answer's number, as research printed it.")] = None,
    verdict: Annotated[str, typer.Argument(help="good or bad")] = "",
    why: Annotated[str, typer.Option("--why", help="What is right or wrong with it.")] = "",
    export: Annotated[
        Path | None, typer.Option("--export", help="Write the judged answers as cases, a JSON line each.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Ask the judged questions again: good answers stay, bad ones change.")
    ] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Exit 0; 1 when a good answer changed or a bad one stayed; 2 for an answer or a verdict that does not exist."""
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database
    from sleuth.store.talk.answers import give_feedback, judged_answers

    options = settings()
    with open_database(options) as database:
        with database.connection() as connection:
            project_id = find_project(connection, project)
            if answer is not None:
                give_feedback(connection, project_id, answer, verdict, why)
                if json:
                    print_json({"id": answer, "verdict": verdict, "why": why})
                else:
                    warn(f"answer {answer} is {verdict}. Thank you.")
                return
            judged = judged_answers(connection, project_id)
        if again:
            raise typer.Exit(_ask_again(database, options, project, judged, json))
    if export is not None:
        _export(export, judged)
    elif json:
        print_json([_case(one) for one in judged])
    else:
        for one in judged:
            say(f"{one.id}  {one.verdict}  {one.question}" + (f"  ({one.why})" if one.why else ""))


def _ask_again(database: "Database", options: "Settings", project: str, judged: "list[Answer]", json: bool) -> int:
    """Tell of each judged question how it is answered now; the exit code."""
    from sleuth.agents.reasoner import open_reasoner
    from sleuth.evals.judged import ask_again
    from sleuth.search.services import services_of

    asked = []
    for one in ask_again(database, project, judged, open_reasoner(options), services_of(options)):
        asked.append(one)
        if not json:
            _tell_again(one)
    if json:
        print_json([{**_case(one.judged), "now": one.now, "is_well": one.is_well} for one in asked])
    return 0 if all(one.is_well for one in asked) else 1


def _tell_again(one: "Again") -> None:
    verdict, turn = one.judged.verdict, "stays" if one.stays else "changed"
    say(f"{one.judged.id}  {verdict}  {turn}  {one.judged.question}" + ("" if one.is_well else f"\n    now: {one.now}"))


def _export(path: Path, judged: "list[Answer]") -> None:
    import json

    from sleuth.errors import UserError

    lines = [json.dumps(_case(one), ensure_ascii=False) + "\n" for one in judged]
    try:
        with path.open("x", encoding="utf-8") as file:
            file.writelines(lines)
    except FileExistsError as error:
        raise UserError(f"{path} exists already. Name another file.") from error
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}). Name another file.") from error
    warn(f"{counted(len(judged), 'case')} in {path}")


def _case(one: "Answer") -> dict[str, Any]:
    """A judged answer as an evaluation case: what was asked, of which files, what was answered, and the verdict."""
    return {
        "id": one.id,
        "question": one.question,
        "filenames": one.filenames,
        "answer": one.detail["answer"],
        "citations": one.detail["citations"],
        "verdict": one.verdict,
        "why": one.why,
    }

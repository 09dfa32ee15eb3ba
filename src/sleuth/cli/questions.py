"""`sleuth questions`: what the target is asked, what became of it, and the passage that answers it."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.ledger import who
from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, on_project, print_json, say, settings
from sleuth.cli.question_output import print_changed, print_proposed, print_questions, print_suggestions, question_shape
from sleuth.cli.requests import check_workbook, opener, written
from sleuth.errors import UserError
from sleuth.language.counted import counted

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.answers import ProposedAnswer

By = Annotated[str, typer.Option("--by", help="Who says so; the user of this machine by default.")]
Domain = Annotated[str, typer.Option("--domain", help="Only this area: financial, legal, tax …")]
Priority = Annotated[str, typer.Option("--priority", help="high, medium or low.")]

questions = typer.Typer(rich_markup_mode=None, help="Keep the questions to the target, from open to closed.")


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.add_typer(questions, name="questions")


@questions.callback(invoke_without_command=True)
def list_(
    context: typer.Context,
    status: Annotated[str, typer.Option("--status", help="Only these: open, sent, answered or closed.")] = "",
    domain: Domain = "",
    everything: Annotated[bool, typer.Option("--all", help="Every question, with its answer.")] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Without a command: how many there are, and the first that wait. Exit 1 where there is none."""
    from sleuth.store.deal.questions import STATUSES, list_questions

    if context.invoked_subcommand is not None:
        return
    if status and status not in STATUSES:
        raise UserError(f"“{status}” is no status of a question. Say one of: {', '.join(STATUSES)}.")
    with on_project(project) as (connection, project_id):
        found = list_questions(connection, project_id, [status] if status else [], domain)
    if json:
        print_json([question_shape(question) for question in found])
    else:
        print_questions(found, everything or bool(status))
    raise typer.Exit(0 if found else 1)


@questions.command(help="Ask a question. The same question is kept once.")
def add(
    text: str,
    domain: Annotated[str, typer.Option("--domain", help="The area it belongs to; by its words if not given.")] = "",
    priority: Priority = "medium",
    note: Annotated[str, typer.Option("--note", help="Why it is asked.")] = "",
    by: By = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Exit 0 also where it was asked before."""
    from sleuth.agents.analyst.requests.asked import read_request
    from sleuth.agents.analyst.requests.coverage import domain_of
    from sleuth.store.deal.questions import add_question

    with on_project(project) as (connection, project_id):
        area = domain or domain_of(read_request(text)) if text.strip() else domain
        question = add_question(
            connection, project_id, text, domain=area, priority=priority, note=note, by_whom=who(by)
        )
    if json:
        print_json(question_shape(question) | {"is_new": question.is_new})
    elif question.is_new:
        say(f"Question {question.number}: {question.text}")
    else:
        say(f"Question {question.number} asks that already: {question.text}")


@questions.command(help="Write down an answer; without a text, show what new documents may answer.")
def answer(
    number: Annotated[int | None, typer.Argument(help="The question's number.")] = None,
    text: Annotated[str, typer.Argument(help="The answer in words.")] = "",
    file: Annotated[str, typer.Option("--file", help="The document of the project that answers it.")] = "",
    quote: Annotated[str, typer.Option("--quote", help="The words in it that do.")] = "",
    accept: Annotated[bool, typer.Option("--accept", help="Take what a new document says as the answer.")] = False,
    by: By = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Documents that came after a question may answer it; a person confirms that with --accept.

    Exit 1 where nothing is proposed.
    """
    from sleuth.store.deal.questions import answer_question

    if text and number is not None:
        with on_project(project) as (connection, project_id):
            passage = _passage(connection, project_id, file, quote)
            answered = answer_question(connection, project_id, number, text, passage, who(by))
        print_changed(answered, json)
        return
    proposed = _proposed(project, number)
    if accept:
        _accept(project, proposed, number, by, json)
        return
    if json:
        print_json([one.to_json() for one in proposed])
    else:
        print_proposed(proposed)
    raise typer.Exit(0 if proposed else 1)


def _passage(connection: Any, project_id: int, file: str, quote: str) -> Any:
    """The passage that a person names; its quote must stand in the document."""
    from sleuth.evidence.cite import locator
    from sleuth.evidence.quote import Match, locate
    from sleuth.store.deal.questions import AnswerPassage
    from sleuth.store.documents.documents import find_documents, load_source

    if not file:
        if quote:
            raise UserError("--quote needs the document that it stands in: --file NAME.")
        return None
    document = find_documents(connection, project_id, [file])[0]
    source = load_source(connection, document.id)
    if not quote:
        page = source.pages[0]
        return AnswerPassage(document.id, document.filename, page.label, page.number, "")
    found = locate(quote, source)
    if not isinstance(found, Match):
        raise UserError(f"{document.filename} does not say that: {found.reason}")
    span = found.spans[0]
    words = source.page_of(span).text[span.start : span.end]
    return AnswerPassage(document.id, document.filename, locator(source, span), span.page, words)


def _proposed(project: str, number: int | None) -> "list[ProposedAnswer]":
    from sleuth.agents.analyst.requests.answers import propose_answers
    from sleuth.store.deal.questions import find_question
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    with open_database(settings()) as database:
        with database.connection() as connection:
            project_id = find_project(connection, project)
            if number is not None:
                find_question(connection, project_id, number)
        return asyncio.run(propose_answers(database, project_id, number=number))


def _accept(project: str, proposed: "list[ProposedAnswer]", number: int | None, by: str, json: bool) -> None:
    from sleuth.store.deal.questions import answer_question

    if number is None:
        raise UserError("--accept takes one answer at a time. Name the question: sleuth questions answer N --accept.")
    if not proposed:
        raise UserError(f"no document that came after question {number} answers it. Write the answer: answer N TEXT.")
    one = proposed[0]
    with on_project(project) as (connection, project_id):
        answered = answer_question(connection, project_id, number, one.answer, one.passage, who(by))
    print_changed(answered, json)


@questions.command(help="Mark questions as sent to the target.")
def send(numbers: list[int], by: By = "", project: Project = DEFAULT_PROJECT, json: Json = False) -> None:
    """Only what is open can be sent."""
    _mark(numbers, "sent", by, project, json)


@questions.command(help="Close questions; their answers stay.")
def close(numbers: list[int], by: By = "", project: Project = DEFAULT_PROJECT, json: Json = False) -> None:
    """A closed question is asked no more, and not suggested again."""
    _mark(numbers, "closed", by, project, json)


def _mark(numbers: list[int], status: str, by: str, project: str, json: bool) -> None:
    from sleuth.store.deal.questions import set_status

    with on_project(project) as (connection, project_id):
        changed = [set_status(connection, project_id, number, status, who(by)) for number in numbers]
    if json:
        print_json([question_shape(question) for question in changed])
    else:
        for question in changed:
            print_changed(question, json)


@questions.command(name="import", help="Read questions, and answers that came back, from a workbook or a CSV file.")
def import_(
    file: Annotated[Path, typer.Argument(help="XLSX or CSV with a column “Question”.")],
    by: By = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """New questions are asked; a question that is known takes over the file's answer and status."""
    from sleuth.agents.analyst.requests.questions_file import import_questions, read_questions
    from sleuth.ingest.sandbox import read_file

    read = read_questions(read_file(file, settings()))
    with on_project(project) as (connection, project_id):
        done = import_questions(connection, project_id, read, who(by))
    if json:
        print_json(
            {
                "added": [question.number for question in done.added],
                "answered": [question.number for question in done.answered],
                "changed": [question.number for question in done.changed], "unchanged": done.unchanged,
            }
        )  # fmt: skip
        return
    say(
        f"{file.name}: {len(done.added)} added, {len(done.answered)} answered, {len(done.changed)} of another status, "
        f"{done.unchanged} unchanged."
    )


@questions.command(help="Write the questions as a workbook that can be sent, and imported again with the answers.")
def export(
    file: Annotated[Path, typer.Argument(help="NAME.xlsx; the documents that answer go into a folder beside it.")],
    status: Annotated[str, typer.Option("--status", help="Only these: open, sent, answered or closed.")] = "",
    domain: Domain = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Exit 1 where there is no question."""
    from sleuth.cli.workbook_requests import write_questions
    from sleuth.store.deal.questions import list_questions

    check_workbook(file)
    with on_project(project) as (connection, project_id):
        found = list_questions(connection, project_id, [status] if status else [], domain)
        if not found:
            say("There is no question to write.") if not json else print_json({"file": None, "questions": 0})
            raise typer.Exit(1)
        with written(file):
            folder = write_questions(file, f"Questions: {project}", found, opener(connection, project_id))
    if json:
        print_json({"file": str(file), "sources": str(folder), "questions": len(found)})
    else:
        say(f"{file}: {counted(len(found), 'question')}.")


@questions.command(help="Suggest questions from gaps, contradictions and unusual items; --add asks them.")
def suggest(
    keep: Annotated[bool, typer.Option("--add", help="Put them on the list.")] = False,
    domain: Domain = "",
    everything: Annotated[bool, typer.Option("--all", help="Every suggestion; else the first ten.")] = False,
    by: By = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """What is asked already is not suggested. Exit 1 where there is nothing to ask."""
    from sleuth.agents.analyst.requests.questions import keep_suggestions, suggest_in
    from sleuth.ingest.relating import renew

    with on_project(project) as (connection, project_id):
        renew(connection, project_id, settings())
        found = suggest_in(connection, project_id, domain)
        kept = keep_suggestions(connection, project_id, found, who(by)) if keep else []
    if json:
        print_json([one.to_json() for one in found] if not keep else [question_shape(question) for question in kept])
    elif keep:
        say(f"{counted(len(kept), 'question')} added: sleuth questions lists them.")
    else:
        print_suggestions(found, everything)
    raise typer.Exit(0 if found else 1)

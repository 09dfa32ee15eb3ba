"""`sleuth memo`: a company profile drafted from a project, each statement with its source as a footnote."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, say, settings, warn

if TYPE_CHECKING:
    from sleuth.agents.analyst.memo.outline import Outline
    from sleuth.agents.analyst.memo.run import Memo
    from sleuth.agents.analyst.memo.writing import Written


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Draft a company profile section by section, each sentence and figure with its source.")(memo)


def memo(
    outline: Annotated[
        str, typer.Option("--outline", help="A Markdown file that says what each section tells; or default.")
    ] = "default",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="NAME.docx or NAME.md; one that exists is updated."),
    ] = None,
    company: Annotated[
        str, typer.Option("--company", help="Whose profile; else the company that most documents state figures of.")
    ] = "",
    file: Annotated[
        list[str] | None, typer.Option("--file", help="Only this document or pattern; repeat for several.")
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Draft all sections anew, also those that are stored.")] = False,
    show_outline: Annotated[
        bool, typer.Option("--show-outline", help="Print the outline, to be edited and given with --outline.")
    ] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Interrupted, it goes on with the section under way; what you edit in the file stays. Exit 1: nothing found."""
    import asyncio

    from sleuth.agents.analyst.memo.run import GAPS, Order, draft_memo
    from sleuth.agents.reasoner import open_reasoner
    from sleuth.search.services import services_of
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    asked = _outline(outline)
    if show_outline:
        say(asked.text.rstrip())
        return
    if output is not None:
        from sleuth.cli.pages import check_page_name

        check_page_name(output)
    options = settings()
    order = Order(asked, company, file or [], anew)
    with open_database(options) as database:
        with database.connection() as connection:
            project_id = find_project(connection, project)
        reasoner, services = open_reasoner(options), services_of(options)
        drafted = asyncio.run(draft_memo(database, project_id, options, order, reasoner, services, _tell))
        written = None
        if output is not None:
            with database.connection() as connection:
                written = _write(connection, project_id, drafted, output)
    for remark in drafted.remarks:
        warn(f"note: {remark}")
    if drafted.is_chosen:
        warn("      --company names another company; --file says which documents are read.")
    if json:
        print_json(_shape(drafted, written))
    elif output is None:
        from sleuth.agents.analyst.page.markdown import write_markdown

        say(write_markdown(drafted.page, "sources").rstrip())
    if output is not None and written is not None:
        _say_written(output, written)
    found = any(True for section in drafted.page.sections if section.key != GAPS for _ in section.sources())
    raise typer.Exit(0 if found else 1)


def _outline(name: str) -> "Outline":
    from sleuth.agents.analyst.memo.outline import default_outline, read_outline
    from sleuth.errors import UserError

    if name == "default":
        return read_outline(default_outline(), "the default outline")
    try:
        text = Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"{name}: the outline cannot be read ({error}). `sleuth memo --show-outline` prints one."
        ) from error
    return read_outline(text, name)


def _tell(title: str, done: int, count: int, stored: bool) -> None:
    warn(f"{done} of {count}: {title}" + (", as drafted before" if stored else ""))


def _write(connection: Any, project_id: int, drafted: "Memo", output: Path) -> "Written":
    from sleuth.agents.analyst.memo.writing import write_memo
    from sleuth.cli.pages import read_file, write_cited, write_file

    folder = f"{output.stem} sources"
    written = write_memo(drafted.page, output.name, read_file(output), folder)
    write_cited(connection, project_id, drafted.page.documents, output)
    write_file(output, written.data)
    return written


def _say_written(output: Path, written: "Written") -> None:
    warn(f"{output} is written, with what it cites in “{output.stem} sources” beside it.")
    if written.kept:
        warn(f"kept as you edited them: {', '.join(written.kept)}")
    if written.offered:
        warn(f"a fresh draft stands in a comment beside: {', '.join(written.offered)}")
    if written.left_out:
        warn(f"left out, as you removed them: {', '.join(written.left_out)}")


def _shape(drafted: "Memo", written: "Written | None") -> dict[str, Any]:
    """The public shape, as `sleuth memo --json` prints it."""
    from sleuth.agents.analyst.page.packing import pack_section

    return {
        "company": drafted.company, "title": drafted.page.title,
        "sections": [pack_section(section) for section in drafted.page.sections],
        "missing": list(drafted.missing), "remarks": list(drafted.remarks), "resumed": drafted.resumed,
        "kept": list(written.kept) if written else [], "offered": list(written.offered) if written else [],
        "left_out": list(written.left_out) if written else [],
    }  # fmt: skip

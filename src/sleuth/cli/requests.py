"""`sleuth gaps` and `sleuth irl`: what the room has for what a buyer asks for, and the lists of requests themselves."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, on_project, print_json, say, settings
from sleuth.errors import UserError
from sleuth.language.counted import counted

if TYPE_CHECKING:
    from psycopg import Connection

    from sleuth.agents.analyst.requests.coverage import Coverage, Item
    from sleuth.store.deal.requests import RequestList

_FIRST = 10  # gaps that are shown without being asked for all
_LONGEST = 100  # characters of a request on one line

Name = Annotated[str, typer.Option("--name", help="The name of the list; by default that of the file.")]
Language = Annotated[str, typer.Option("--language", help="Of the built-in checklist: en or sv.")]

irl = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Keep lists of information requests: import, propose, export."
)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="Tell which requested information is provided, partial, outdated or missing, with its place.")(
        gaps
    )
    app.add_typer(irl, name="irl")


def gaps(
    domain: Annotated[str, typer.Option("--domain", help="Only this area: financial, legal, tax …")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Every request; else the first gaps.")] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Against the project's request lists, else one that lies among its documents, else the built-in checklist."""
    covered = _covered(project, domain)
    if json:
        print_json(covered.to_json())
    elif everything:
        _print_all(covered)
    else:
        _print_summary(covered)


def _covered(project: str, domain: str = "") -> "Coverage":
    from sleuth.agents.analyst.requests.coverage import coverage_in
    from sleuth.ingest.relating import renew

    with on_project(project) as (connection, project_id):
        renew(connection, project_id, settings())
        covered = coverage_in(connection, project_id)
    chosen = covered.of(domain) if domain else covered
    if not chosen.domains:
        names = ", ".join(one.name for one in covered.domains)
        raise UserError(f"no request is of the area “{domain}”. There are: {names}.")
    return chosen


def _print_summary(covered: "Coverage") -> None:
    _print_counts(covered)
    width = max(len(domain.name) for domain in covered.domains)
    for domain in covered.domains:
        statuses = [item.status for item in domain.items]
        rest = [f"{statuses.count(s)} {s}" for s in ("partial", "outdated", "missing") if s in statuses]
        told = f"   {', '.join(rest)}" if rest else ""
        say(f"  {domain.name.capitalize():<{width}}  {domain.provided:>2} of {len(domain.items):>2}{told}")
    shown = covered.gaps[:_FIRST]
    if shown:
        say()
        say("The most important gaps:")
        for item in shown:
            _print_item(item)
        if left := len(covered.gaps) - len(shown):
            say(f"  and {counted(left, 'further gap')}: --all shows every request, --domain those of one area.")
        say("`sleuth questions suggest` makes questions of them.")


def _print_counts(covered: "Coverage") -> None:
    counts = covered.counts()
    told = ", ".join(f"{number} {status}" for status, number in counts.items())
    against = " and ".join(covered.lists)
    say(
        f"{against}: {counted(len(covered.items), 'request')} against {counted(covered.documents, 'document')}: {told}."
    )


def _print_all(covered: "Coverage") -> None:
    _print_counts(covered)
    for domain in covered.domains:
        say()
        say(f"{domain.name.capitalize()} ({domain.provided} of {len(domain.items)})")
        for item in domain.items:
            _print_item(item)


def _print_item(item: "Item") -> None:
    from sleuth.agents.analyst.requests.rendering import MARKS, sources_of, told

    number = f"{item.number} " if item.number else ""
    text = item.text if len(item.text) <= _LONGEST else f"{item.text[: _LONGEST - 1]}…"
    priority = f"  [{item.priority}]" if item.priority else ""
    say(f"  {MARKS[item.status]} {number}{text}{priority}")
    if item.status in ("partial", "outdated"):
        say(f"       {told(item)}")
    if item.is_gap and item.list_says and not any(item.list_says in lacking for lacking in item.lacking):
        say(f"       the list says: {item.list_says}")
    if sources := sources_of(item):
        say(f"       {sources}")


@irl.command(name="import", help="Read a list from a workbook, a CSV file or a Word document.")
def import_list(
    file: Annotated[Path, typer.Argument(help="XLSX, CSV or DOCX.")],
    name: Name = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Sections, numbers, priorities and owners are kept. A list of the same name is replaced."""
    from sleuth.agents.analyst.requests.reading import read_list_file
    from sleuth.store.deal.requests import add_list

    drafts = read_list_file(file, settings())
    with on_project(project) as (connection, project_id):
        kept = add_list(connection, project_id, name or file.stem, "file", drafts)
    sections = list(dict.fromkeys(draft.section[0] for draft in drafts if draft.section))
    if json:
        print_json(_list_shape(kept) | {"sections": sections})
        return
    say(f"{kept.name}: {counted(kept.requests, 'request')}" + (f" in {', '.join(sections)}." if sections else "."))
    say("`sleuth gaps` tells what the documents have for them.")


@irl.command(name="list", help="List the request lists, or with --name the requests of one.")
def list_(
    name: Annotated[str, typer.Option("--name", help="Show the requests of this list.")] = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Exit 1 where there is none."""
    from sleuth.store.deal.requests import find_list, list_lists, list_requests

    with on_project(project) as (connection, project_id):
        lists = [find_list(connection, project_id, name)] if name else list_lists(connection, project_id)
        requests = list_requests(connection, project_id, lists[0].id) if name else []
    if json:
        print_json([_request_shape(request) for request in requests] if name else [_list_shape(one) for one in lists])
    elif name:
        section: Sequence[str] = ()
        for request in requests:
            if request.section != section:
                section = request.section
                say(" > ".join(section))
            say(f"  {request.number} {request.text}" + (f"  [{request.priority}]" if request.priority else ""))
    else:
        for one in lists:
            say(f"{one.name}: {counted(one.requests, 'request')}, from a {one.origin}, {one.created_at:%Y-%m-%d}")
        if not lists:
            say("There is no request list: sleuth irl create proposes one, sleuth irl import FILE reads one.")
    raise typer.Exit(0 if lists else 1)


@irl.command(help="Write a list with what the room has for it as a workbook that can be sent.")
def export(
    file: Annotated[Path, typer.Argument(help="NAME.xlsx; the documents it links to go into a folder beside it.")],
    name: Annotated[str, typer.Option("--name", help="Only this list; else all, or the built-in checklist.")] = "",
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Status and priority can be chosen from lists; the file can be imported again."""
    from sleuth.cli.workbook_requests import write_request_list

    check_workbook(file)
    covered = _covered(project)
    with on_project(project) as (connection, project_id):
        items = _of_list(connection, project_id, covered, name)
        title = f"Information request list: {name or ' and '.join(covered.lists)}"
        with written(file):
            folder = write_request_list(file, title, items, opener(connection, project_id))
    if json:
        print_json({"file": str(file), "sources": str(folder), "requests": len(items)})
    else:
        say(f"{file}: {counted(len(items), 'request')}, with the documents they link to in “{folder.name}” beside it.")


@contextmanager
def written(file: Path) -> Iterator[None]:
    """Whatever keeps a file from being written is told with its remedy."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{file}: cannot be written ({error.strerror}). Name a file in a folder of yours.") from error


def check_workbook(file: Path) -> None:
    """Raises UserError for a name that is not that of a workbook."""
    if file.suffix.lower() != ".xlsx":
        raise UserError(f"{file}: a workbook is written as .xlsx. Name it {file.stem}.xlsx.")


def _of_list(connection: "Connection", project_id: int, covered: "Coverage", name: str) -> "list[Item]":
    from sleuth.store.deal.requests import find_list

    if not name:
        return list(covered.items)
    wanted = find_list(connection, project_id, name).name
    return [item for item in covered.items if item.list_name == wanted]


def opener(connection: "Connection", project_id: int) -> Any:
    """A function that gives the bytes of a document of the project."""
    from sleuth.store.documents.documents import load_document, load_file

    def contents(document_id: int) -> bytes:
        return load_file(connection, project_id, load_document(connection, document_id).content_hash)

    return contents


@irl.command(help="Propose a list for the deal: the checklist, less what is there, and what the documents point to.")
def create(
    name: Annotated[str, typer.Option("--name", help="The name of the new list.")] = "Proposed requests",
    language: Language = "en",
    provided: Annotated[bool, typer.Option("--with-provided", help="Keep what the room answers already.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Keep the list without asking.")] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Nothing is kept before you say so. Exit 1 where there is nothing to ask for."""
    from sleuth.agents.analyst.requests.proposing import propose_in
    from sleuth.store.deal.requests import add_list

    with on_project(project) as (connection, project_id):
        proposal = propose_in(connection, project_id, language, with_provided=provided)
        if not json:
            _print_proposal(proposal)
        if not proposal.requests:
            raise typer.Exit(1)
        keeps = yes or (not json and typer.confirm(f"Keep it as “{name}”?", default=False, err=True))
        if keeps:
            add_list(connection, project_id, name, "proposal", proposal.requests)
    if json:
        print_json(proposal.to_json() | {"kept": name if keeps else None})
    elif keeps:
        say(f'Kept as “{name}”. `sleuth irl export {name.replace(" ", "-")}.xlsx --name "{name}"` writes it.')


def _print_proposal(proposal: Any) -> None:
    told = f" for a company in {proposal.industry}" if proposal.industry else ""
    say(f"{counted(len(proposal.requests), 'request')}{told}; {proposal.left_out} left out, as the room answers them.")
    section = None
    for request, why in zip(proposal.requests, proposal.reasons, strict=True):
        if request.section != section:
            section = request.section
            say(" > ".join(section))
        say(
            f"  {request.number} {request.text}  [{request.priority}]"
            + ("" if why == "not in the room" else f"  ({why})")
        )


@irl.command(help="Remove a list. Questions that came of it stay.")
def remove(name: str, project: Project = DEFAULT_PROJECT, json: Json = False) -> None:
    """The name is that of `sleuth irl list`."""
    from sleuth.store.deal.requests import remove_list

    with on_project(project) as (connection, project_id):
        removed = remove_list(connection, project_id, name)
    if json:
        print_json(_list_shape(removed))
    else:
        say(f"Removed {removed.name}, {counted(removed.requests, 'request')}.")


def _list_shape(one: "RequestList") -> dict[str, Any]:
    return {"name": one.name, "origin": one.origin, "requests": one.requests, "created_at": one.created_at.isoformat()}


def _request_shape(request: Any) -> dict[str, Any]:
    return {
        "id": request.id, "list": request.list_name, "number": request.number, "section": list(request.section),
        "text": request.text, "domain": request.domain, "priority": request.priority, "owner": request.owner,
        "note": request.note, "status": request.status, "reference": request.reference,
    }  # fmt: skip

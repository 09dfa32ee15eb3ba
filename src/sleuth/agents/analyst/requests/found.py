"""A request list that lies in the room itself, where nobody has imported one."""

import re
from typing import TYPE_CHECKING

from sleuth.errors import UserError
from sleuth.language.tokens import words_of_filename

if TYPE_CHECKING:
    import psycopg

    from sleuth.agents.analyst.requests.stated import StatedList
    from sleuth.store.deal.requests import RequestDraft
    from sleuth.store.deal.shelf import ShelfDocument

_NAMES = re.compile(
    r"\b(?:irl|(?:information|document|due diligence|dd) ?requests?(?: list)?|requests? list|due diligence checklist"
    r"|due diligence list|informationslista|frågelista|anforderungsliste)\b",
    re.IGNORECASE,
)


def list_in_the_room(
    connection: "psycopg.Connection", project_id: int
) -> "tuple[ShelfDocument | None, list[RequestDraft]]":
    """The newest document that calls itself a request list, and its requests; (None, []) where none holds any."""
    from sleuth.agents.analyst.requests.reading import read_list
    from sleuth.store.documents.documents import load_source

    for document in _lists(connection, project_id):
        try:
            return document, read_list(load_source(connection, document.id))
        except UserError:
            continue  # a letter about requests: it has the name of a list, and holds none
    return None, []


def statuses_in_the_room(connection: "psycopg.Connection", project_id: int) -> "tuple[int, StatedList] | None":
    """The newest list in the room that says itself where its requests stand, with its document; None for none."""
    from sleuth.agents.analyst.requests.stated import stated_list
    from sleuth.store.documents.documents import load_source

    for document in _lists(connection, project_id):
        found = stated_list(load_source(connection, document.id))
        if found is not None:
            return document.id, found
    return None


def _lists(connection: "psycopg.Connection", project_id: int) -> "list[ShelfDocument]":
    """The documents that call themselves a request list, the newest first."""
    from sleuth.store.deal.shelf import load_shelf

    named = [one for one in load_shelf(connection, project_id) if is_request_list(one.filename, one.title)]
    return sorted(named, key=lambda one: one.id, reverse=True)


def is_request_list(filename: str, title: str) -> bool:
    """Whether a document calls itself a request list: what it says is asked for, and tells nothing."""
    return _NAMES.search(f"{words_of_filename(filename)} {title}") is not None

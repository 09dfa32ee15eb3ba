"""A request list that lies in the room itself, where nobody has imported one."""

import re
from typing import TYPE_CHECKING

from sleuth.errors import UserError
from sleuth.language.tokens import words_of_filename

if TYPE_CHECKING:
    import psycopg

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
    from sleuth.store.deal.shelf import load_shelf
    from sleuth.store.documents.documents import load_source

    named = [one for one in load_shelf(connection, project_id) if _NAMES.search(_names(one))]
    for document in sorted(named, key=lambda one: one.id, reverse=True):
        try:
            return document, read_list(load_source(connection, document.id))
        except UserError:
            continue  # a letter about requests: it has the name of a list, and holds none
    return None, []


def _names(document: "ShelfDocument") -> str:
    return f"{words_of_filename(document.filename)} {document.title}"

"""A question after another: what it means, and which files it is asked of."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sleuth.store.server.database import Database


def follow_up(
    database: "Database", project: str, question: str, filenames: Sequence[str] = ()
) -> tuple[str, list[str]]:
    """The question as the project's last answer completes it, and the files that were asked, unless others are named.

    Raises UserError for an unknown project, and where there is no answer to follow.
    """
    from sleuth.reason.understand.followup import complete
    from sleuth.store.projects import find_project
    from sleuth.store.talk.answers import last_answer

    with database.connection() as connection:
        before = last_answer(connection, find_project(connection, project))
    return complete(question, before.question), list(filenames) or before.filenames

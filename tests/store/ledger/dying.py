"""Adds ROOM to a project and dies of SIGKILL right after a write of relations: `dying.py DSN PROJECT WRITE`.

Without a number it lives, and prints how many such writes there are.
"""

import os
import re
import signal
import sys
from typing import Any

import psycopg

from sleuth.config import Settings
from sleuth.store.server.database import open_database
from tests.store.ledger.room import ROOM, add_all

_WRITES = re.compile(
    r"\s*(WITH due|(INSERT INTO|UPDATE|DELETE FROM) (relations|supersessions|subjects|unsettled|portraits))\b"
)


class Dying(psycopg.Cursor[Any]):
    """A cursor whose process ends with a certain write."""

    last = 0
    done = 0

    def execute(self, query: Any, *arguments: Any, **options: Any) -> Any:
        super().execute(query, *arguments, **options)
        self._count(query)
        return self

    def executemany(self, query: Any, *arguments: Any, **options: Any) -> None:
        super().executemany(query, *arguments, **options)
        self._count(query)

    def _count(self, query: Any) -> None:
        if isinstance(query, str) and _WRITES.match(query):
            Dying.done += 1
            if Dying.done == Dying.last:
                os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    dsn, project, *number = sys.argv[1:]
    Dying.last = int(number[0]) if number else 0
    with open_database(Settings(database_url=dsn)) as database, database.connection() as connection:
        connection.cursor_factory = Dying
        add_all(connection, int(project), ROOM)
    sys.stdout.write(str(Dying.done))

"""Since when: a date, an earlier run, or the last one."""

from datetime import date, datetime, time

import psycopg

from sleuth.errors import UserError
from sleuth.language.dates import read_dates
from sleuth.store.ledger.happenings import beginning, last_run, load_run
from sleuth.store.ledger.happenings import moment as now


def moment_of(connection: psycopg.Connection, project_id: int, since: str) -> datetime:
    """The moment that a person means, exclusive. Raises UserError for what is no date, run or "last".

    Without one it is the last run, or the beginning of the project where there was none.
    """
    wanted = since.strip()
    if not wanted or wanted == "last":
        run = last_run(connection, project_id)
        return run.until if run else beginning(connection, project_id)
    if wanted.isdigit():
        return load_run(connection, project_id, int(wanted)).until
    moment = _moment(wanted)
    if moment > now(connection):
        raise UserError(f"{wanted} is in the future. Give a day that has begun, or the number of an earlier run.")
    return moment


def _moment(text: str) -> datetime:
    """The moment, or the first of the day or the month, by this machine's clock."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        pass
    dates = [read for read in read_dates(text) if read.year is not None and read.month is not None]
    if len(dates) != 1:
        raise UserError(f"“{text}” is no date. Give one like 2026-11-16, the number of an earlier run, or last.")
    (found,) = dates
    try:
        day = date(found.year or 1, found.month or 1, found.day or 1)
    except ValueError as error:
        raise UserError(f"“{text}” is no date: {error}.") from error
    return datetime.combine(day, time.min).astimezone()

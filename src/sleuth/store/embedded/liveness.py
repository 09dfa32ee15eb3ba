"""Whether the server answers, judged by knocking on its socket and never by a process number."""

from enum import Enum

from sleuth.store.embedded.place import Place
from sleuth.store.embedded.sockets import PORT


class State(Enum):
    """What a knock brings."""

    ANSWERS = "answers"
    BUSY = "busy"  # starting, replaying its log, or stopping
    SILENT = "silent"


def state(place: Place) -> State:
    """Knock on the socket of the place. Every client that may enter gets the same answer; no password is sent."""
    from psycopg.pq import PGconn, Ping

    folder = place.socket_folder()
    if folder is None:
        return State.SILENT
    knock = f"host={folder} port={PORT} dbname=sleuth user=sleuth connect_timeout=5"
    answer = PGconn.ping(knock.encode())
    if answer == Ping.OK:
        return State.ANSWERS
    return State.BUSY if answer == Ping.REJECT else State.SILENT

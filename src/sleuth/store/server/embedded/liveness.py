"""Whether the server answers, judged by knocking on its socket and never by a process number."""

import socket
from enum import Enum
from pathlib import Path

from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.sockets import PORT, SOCKET


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
    return State.BUSY if answer == Ping.REJECT or _is_open(folder) else State.SILENT


def _is_open(folder: Path) -> bool:
    """Whether a process listens, though it may be too slow to say so: the kernel answers for it at once."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        knock.setblocking(False)
        try:
            knock.connect(str(folder / SOCKET))
        except BlockingIOError:  # its queue is full
            return True
        except OSError:
            return False
    return True

"""The child process that reads one file: standard input is the file, standard output the packed Source.

Run as `python -m sleuth.ingest.readers.child FILENAME PAGES SECONDS MEMORY_BYTES`. The first byte of the output says
what follows: `S` a Source, `E` the message of a SourceError.
"""

import os
import signal
import sys

from sleuth.errors import SourceError
from sleuth.ingest.readers.limits import Limits

SOURCE, REFUSAL = b"S", b"E"


def main(arguments: list[str]) -> None:
    filename, pages, seconds, memory = arguments
    limits = Limits(int(pages), float(seconds), int(memory))
    _confine(limits)
    output = os.dup(1)
    os.dup2(2, 1)  # what a library prints must not end up in the answer
    with os.fdopen(output, "wb") as stream:
        stream.write(_answer(filename, limits))


def _answer(filename: str, limits: Limits) -> bytes:
    from sleuth.ingest.readers import read
    from sleuth.store.documents.layout import pack_source

    try:
        return SOURCE + pack_source(read(sys.stdin.buffer.read(), filename, limits))
    except SourceError as error:
        reason = str(error)
    except MemoryError:
        reason = too_large(filename, limits)
    except RecursionError:
        reason = f"{filename}: its parts are nested too deep. Save it again from the program that made it."
    except Exception as error:  # noqa: BLE001  whatever a damaged file makes a parser raise
        reason = f"{filename}: it is damaged or not to the standard ({type(error).__name__}: {error}). {REPAIR}"
    return REFUSAL + reason.encode("utf-8", "surrogatepass")


REPAIR = "Open it in the program that made it and save it again."


def too_large(filename: str, limits: Limits) -> str:
    """What to say where a file needs more memory than it may have."""
    megabytes = limits.memory_bytes // 1024**2
    return f"{filename}: reading it takes more than {megabytes:,} MB. Split it, or raise SLEUTH_FILE_MEMORY_BYTES."


def _confine(limits: Limits) -> None:
    """No more memory, time or core dumps than allowed; a child whose parent was killed ends too."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's clock still holds there
        return
    signal.alarm(int(limits.seconds) + 5)
    seconds = int(limits.seconds) + 1
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_CPU, seconds)
    _lower(resource.RLIMIT_FSIZE, limits.memory_bytes)
    if sys.platform != "darwin":  # macOS refuses to limit the address space
        _lower(resource.RLIMIT_AS, limits.memory_bytes)


def _lower(which: int, value: int) -> None:
    import resource

    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, value))


if __name__ == "__main__":
    main(sys.argv[1:])

"""What Ctrl-C and a request to end leave behind: a word to the user, and the exit code that shells expect."""

import signal
import subprocess
import sys

import pytest

# Whoever started the tests in the background made them, and what they start, ignore Ctrl-C.
WAITING = """
import signal, threading, time
from sleuth.cli import app, main

signal.signal(signal.SIGINT, signal.default_int_handler)

@app.command()
def wait() -> None:
    print("waiting", flush=True)
    time.sleep(60)

@app.command()
def work() -> None:
    thread = threading.Thread(target=time.sleep, args=[60])  # as one that reads a large file
    thread.start()
    print("waiting", flush=True)
    thread.join()

main()
"""


@pytest.mark.parametrize("command", ["wait", "work"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_whoever_stops_a_command_is_told_at_once_that_what_was_done_is_kept(
    number: signal.Signals, code: int, command: str
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert process.returncode == code
    assert "What was done is kept" in said

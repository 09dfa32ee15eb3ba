"""What Ctrl-C leaves behind: a word to the user, and the exit code that shells expect."""

import signal
import subprocess
import sys

# Whoever started the tests in the background made them, and what they start, ignore Ctrl-C.
WAITING = """
import signal, time
from sleuth.cli import app, main

signal.signal(signal.SIGINT, signal.default_int_handler)

@app.command()
def wait() -> None:
    print("waiting", flush=True)
    time.sleep(60)

main()
"""


def test_ctrl_c_says_that_what_was_done_is_kept() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, "wait"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "What was done is kept" in said

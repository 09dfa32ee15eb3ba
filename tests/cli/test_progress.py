"""Long work says how far it has come, also where stderr is a file or a pipe."""

import time

import pytest

from sleuth.cli.progress import progress

_PATIENCE = 10.0  # seconds


def test_without_a_terminal_a_line_says_now_and_then_how_far_the_work_has_come(
    capsys: pytest.CaptureFixture[str],
) -> None:
    written = ""
    with progress(seconds=0.01) as show:
        show("reading files", 3, 8, "1,200 pages")
        deadline = time.monotonic() + _PATIENCE
        while "reading files: 3 of 8, 1,200 pages (" not in written and time.monotonic() < deadline:
            written += capsys.readouterr().err
        show("embedding passages", 64, 2_000, "")
        while "embedding passages: 64 of 2,000 (" not in written and time.monotonic() < deadline:
            written += capsys.readouterr().err
    assert "reading files: 3 of 8, 1,200 pages (0 s)\n" in written
    assert "embedding passages: 64 of 2,000 (0 s)\n" in written


def test_work_that_ends_soon_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as show:
        show("reading files", 1, 1, "")
    assert capsys.readouterr() == ("", "")

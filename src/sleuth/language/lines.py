"""The lines of a text, each with its place."""

from collections.abc import Iterator


def lines_of(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, str]]:
    """The lines of the characters `start` to `end` (exclusive; None: to the end), each with its offset in the text."""
    at = start
    for line in text[start:end].split("\n"):
        yield at, line
        at += len(line) + 1


def filled_lines(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, str]]:
    """The same without lines that hold nothing but blanks."""
    return ((at, line) for at, line in lines_of(text, start, end) if line.strip())

"""Cuts a document's text into overlapping passages that are exact slices of it."""

import re
from collections.abc import Iterator

# Where a passage may end, best first. Each pattern matches the break itself; the passage ends before the blank.
_BREAKS = tuple(re.compile(p) for p in (r"\n\s*\n", r"(?<=[.!?;:])\s", r"\n", r"\s"))
_WORD_START = re.compile(r"(?<=\s)\S")


def cut(text: str, size: int, overlap: int, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Passages of at most `size` characters of text[start:end], as [start, end) offsets into `text`.

    Neighbours share about `overlap` characters. A passage begins and ends at a word border wherever there is one
    within reach, and never holds blanks at its ends. Text without any word yields nothing.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"the overlap ({overlap}) must be smaller than the passage ({size})")
    end = len(text) if end is None else end
    while (start := _skip_blanks(text, start, end)) < end:
        stop = end if end - start <= size else _best_break(text, start, start + size)
        yield start, _trim(text, start, stop)
        if stop >= end:
            return
        start = _word_start(text, max(stop - overlap, start + 1), stop)


def _skip_blanks(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start


def _trim(text: str, start: int, stop: int) -> int:
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    return stop


def _best_break(text: str, start: int, limit: int) -> int:
    """The last break of the best kind in the second half of text[start:limit], or `limit` in one endless word."""
    half = start + (limit - start) // 2
    for pattern in _BREAKS:
        found = [m.start() for m in pattern.finditer(text, half, min(limit + 1, len(text)))]
        if found:
            return found[-1]
    return limit


def _word_start(text: str, at: int, stop: int) -> int:
    found = _WORD_START.search(text, at, stop)
    return found.start() if found else stop

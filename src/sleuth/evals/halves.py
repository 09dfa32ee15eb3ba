"""Splits every set in two, for ever: one half that rules may be tuned on, one that nobody looks at."""

import hashlib

DEV, HELD_OUT = 0, 1


def half(group: str) -> int:
    """The half of a document, company or contract: all its questions stand in the same one."""
    return int(digest(group), 16) % 2


def digest(text: str) -> str:
    """An order that has nothing to do with the content, stable for ever."""
    return hashlib.sha256(text.encode()).hexdigest()

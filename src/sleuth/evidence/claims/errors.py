"""How a check ends early: with the first thing that the quotes do not support."""


class NotSupportedError(Exception):
    """The sentence does not follow from its quotes; the message says why."""


def raise_if(reason: str) -> None:
    """Raise NotSupportedError with `reason`, unless it is empty."""
    if reason:
        raise NotSupportedError(reason)

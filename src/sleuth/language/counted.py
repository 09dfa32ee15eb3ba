"""How many of a thing, in words: "1 page", "1,204 pages"."""


def counted(number: int, noun: str) -> str:
    """The number with its noun, which takes an s where it is not one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

"""What a model is shown of a search before it answers: the best passages, each with its source, within a budget."""

import math
import re
from collections.abc import Iterable

from sleuth.evidence.source import Page
from sleuth.findings.text.instructions import without_instructions
from sleuth.search.hit import Hit

HEADING = "Relevant knowledge:"
_CHARACTERS_PER_TOKEN = 4  # on average; exact counts need the model's own vocabulary
_SHORTEST = 80  # characters of a passage below which its beginning is worth nothing
_CUT = " …"
_SOURCE = re.compile(r"\[(?=\s*source\s*:)", re.IGNORECASE)


def approximate_tokens(text: str) -> int:
    """How many tokens a text takes, by its length: an estimate, rounded up."""
    return math.ceil(len(text) / _CHARACTERS_PER_TOKEN)


def format_context(hits: Iterable[Hit], most_tokens: int) -> str:
    """The passages as lines `- text [Source: file (p12)]`, best first, of at most `most_tokens` with the heading.

    Passages that no longer fit are left out; only the first may be cut, if it alone is too long. Empty without hits.
    Text that is addressed to the machine is left out, and no passage can name a source of its own.
    """
    lines: list[str] = []
    left = most_tokens - approximate_tokens(f"{HEADING}\n")
    for hit in hits:
        line = _line(hit, _content(hit))
        if not lines and approximate_tokens(line) > left:
            line = _shortened(hit, left)
        if not line:
            continue
        left -= approximate_tokens(f"{line}\n")
        if left < 0:
            break
        lines.append(line)
    return "\n".join(lines)


def as_knowledge(context: str) -> str:
    """The context as the section of a system prompt."""
    return f"{HEADING}\n{context}"


def _line(hit: Hit, content: str) -> str:
    if not content:
        return ""
    return f"- {content} [Source: {_one_line(hit.filename)} ({_place(hit)})]"


def _shortened(hit: Hit, tokens: int) -> str:
    """The beginning of a passage that is too long, up to a word's end; empty where little of it would be left."""
    content = _content(hit)
    around = len(_line(hit, _CUT))
    room = tokens * _CHARACTERS_PER_TOKEN - around - 1
    if room < _SHORTEST:
        return ""
    return _line(hit, content[:room].rsplit(" ", 1)[0] + _CUT)


def _content(hit: Hit) -> str:
    """The passage in one line, without what is addressed to the machine that reads."""
    page = without_instructions(Page(hit.page, hit.content, hit.locator))
    return _one_line(page.text)


def _one_line(text: str) -> str:
    return _SOURCE.sub("(", " ".join(text.split()))


def _place(hit: Hit) -> str:
    """The page as "p12"; a sheet, a slide or a section by its name."""
    return f"p{hit.page}" if hit.locator == f"p.{hit.page}" else _one_line(hit.locator)

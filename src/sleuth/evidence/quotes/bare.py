"""Blanks what a quote may pass over, footnote marks and page furniture, and keeps every offset."""

import re
from dataclasses import replace
from functools import lru_cache

from sleuth.evidence.fold import FoldedSource, fold_source
from sleuth.evidence.quotes.furniture import furniture

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_MARKS = re.compile(
    # a raised number after a word that is no unit, after a stop, a year or a decimal; never after a power's base
    rf"(?<=[^\W\d_]{{3}})\s?[{_RAISED}]{{1,3}}(?:[,\s][{_RAISED}]{{1,3}})*"
    rf"|(?<=[^\W\d_][.,;:)”\"’])\s?[{_RAISED}]{{1,3}}"
    rf"|(?<=[a-zåäö]{{3}} )[{_RAISED}]{{1,3}}(?=\s)"
    rf"|(?<=\d[.,]\d)[{_RAISED}]{{1,2}}(?=\s)|(?<=(?<!\d)(?:19|20)\d\d)[{_RAISED}]{{1,2}}(?=[\s,.;])|(?<=\d[.,;])[{_RAISED}]{{1,2}}"
    # a number in square brackets after a word or a stop
    r"|(?<=[^\W\d_]|[.,;:)”\"’])\s?\[\d{1,3}\]"
    # a number in round brackets at the very end of a word or a stop, which no section's name is
    r"|(?<![\d§])(?<=[a-zåäö])(?<!section)(?<!clause)(?<!article)(?<!rule)(?<!kap)\(\d{1,2}\)(?=[\s,.;:]|\Z)"
    r"|(?<=[^\W\d_][.,;])\(\d{1,2}\)(?=\s|\Z)"
    # plain digits at the very end of a word in lower case, or of a sentence
    r"|(?<=[a-zåäö]{5})\d{1,2}(?=[\s,.;:]|\Z)"
    r"|(?<=[a-zåäö]{2}[.,;”])\d{1,2}(?=\s+[A-ZÅÄÖ]|\s*\Z)"
    r"|(?<=[^\W\d_]{2})\^\d{1,2}(?=[\s,.;:]|\Z)"
)


def without_marks(text: str) -> str:
    """The text with a space for each character of a footnote mark."""
    return _MARKS.sub(lambda mark: " " * len(mark[0]), text)


@lru_cache(maxsize=8)
def bare_source(where: FoldedSource) -> FoldedSource | None:
    """The source without its footnote marks and its page furniture, at the same offsets; None where it has none."""
    passed_over = furniture(where.source.pages)
    pages = []
    for page in where.source.pages:
        text = without_marks(page.text)
        for start, end in passed_over.get(page.number, ()):
            text = (
                text[:start] + _INK.sub("_", text[start:end]) + text[end:]
            )  # no space: "1" and "234" stay two numbers
        pages.append(page if text == page.text else replace(page, text=text))
    if all(page is old for page, old in zip(pages, where.source.pages, strict=True)):
        return None
    return fold_source(replace(where.source, pages=tuple(pages)))


_INK = re.compile(r"\S")

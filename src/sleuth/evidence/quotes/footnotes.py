"""Blanks footnote marks, keeping every offset, so that a quote may be compared with and without them."""

import re
from dataclasses import replace
from functools import lru_cache

from sleuth.evidence.fold import FoldedSource, fold_source

__all__ = ["without_marks", "without_marks_source"]

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
def without_marks_source(where: FoldedSource) -> FoldedSource | None:
    """The source without its footnote marks, at the same offsets; None where it has none."""
    texts = [without_marks(page.text) for page in where.source.pages]
    if all(text == page.text for text, page in zip(texts, where.source.pages, strict=True)):
        return None
    pages = tuple(
        page if text == page.text else replace(page, text=text)
        for text, page in zip(texts, where.source.pages, strict=True)
    )
    return fold_source(replace(where.source, pages=pages))

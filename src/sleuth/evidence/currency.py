"""What the signs that several currencies share stand for in a source, by the statements on the pages that are known."""

from collections.abc import Iterable
from functools import lru_cache

from sleuth.evidence.source import Source
from sleuth.language.currency import Signs, agreed, document_signs

_COVER = 1_500  # characters of a first page


def signs_of(source: Source, language: str = "") -> Signs:
    """What "$" and "kr" mean in a document, by its cover and by what its pages and tables say amounts are in."""
    return _signs(tuple(page.text for page in source.pages), language)


@lru_cache(maxsize=256)
def _signs(texts: tuple[str, ...], language: str) -> Signs:
    return document_signs(texts[0][:_COVER] if texts else "", texts, language)


def common_signs(sources: Iterable[Source]) -> Signs:
    """What the signs mean in several sources; where they differ, each sign stands for itself alone."""
    return agreed(signs_of(source) for source in sources)

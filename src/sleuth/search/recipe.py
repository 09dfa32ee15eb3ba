"""What a search is made of. All of it serves by default; evaluations leave parts out to see what each is worth."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """Each part on or off."""

    words: bool = True
    meaning: bool = True  # vectors
    lexicon: bool = True  # how the field says what is asked for
    files: bool = True  # the files that a question names lead
    places: bool = True  # a page rises with its further passages, which then stand behind other pages
    rerank: bool = True  # where a reranker is chosen


WHOLE = Recipe()

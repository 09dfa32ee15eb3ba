"""What a sentence says around its statement: "Under section 4.2, …", "The agreement provides that …"."""

import re
from functools import cache
from typing import NamedTuple

from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import read

_NUMBER = r"\d{1,3}(?:\.\d{1,3})*(?:\s?\([a-z]{1,4}\))*"


_ANSWER = re.compile(r"(yes|no|ja|nej)\s*[,.:]\s+(?=\S+\s)", re.IGNORECASE)


def unanswered(sentence: str) -> str:
    """A sentence without the "Yes" or the "No" before it that agrees with what it asserts or denies.

    What a "No" before an assertion answers the sentence does not tell: there it stays.
    """
    found = _ANSWER.match(sentence)
    if found is None:
        return sentence
    statement = sentence[found.end() :]
    denies = any(token.sort == "negation" for token in read(statement).tokens)
    return sentence if lexicon("words")["answer"][found[1].casefold()] is denies else statement


class Frame(NamedTuple):
    """A sentence without what only says where its statement stands."""

    statement: str
    section: str  # "4.2"; "" where it names none
    document: frozenset[str]  # the words that it calls the document by; none where it does not


def unframed(sentence: str) -> Frame:
    """The statement of a sentence, and where the sentence says that it stands."""
    for pattern in _patterns():
        if found := pattern.fullmatch(sentence.strip()):
            told = found.groupdict()
            words = (told.get("document") or "").casefold().split()
            return Frame(found["rest"], re.sub(r"\s", "", told.get("section") or ""), frozenset(words))
    return Frame(sentence, "", frozenset())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    words = lexicon("alignment")["frame"]
    opening, says = any_of(words["opening"]), any_of(words["says"])
    document = rf"(?:the\s+|this\s+)?(?P<document>(?:[^\W\d_]\S*\s+){{0,5}}{any_of(words['document'])})"
    place = rf"(?:the\s+)?{any_of(words['place'])}\s*(?P<section>{_NUMBER})(?:\s+(?:of|to|in)\s+{document})?"
    forms = (
        rf"{opening}\s+{place},\s*(?P<rest>.+)",
        rf"{opening}\s+{document},\s*(?P<rest>.+)",
        rf"{place}\s+{says}\s+that\s+(?P<rest>.+)",
        rf"{document}\s+{says}\s+that\s+(?P<rest>.+)",
        rf"(?:the|this)\s+{document}\s+{says}:?\s+(?P<rest>.+)",
        rf"(?P<rest>.+?),?\s+{opening}\s+{place}\.?",
        rf"(?P<rest>.+?),?\s+according\s+to\s+{document}\.?",
    )
    return tuple(re.compile(form, re.IGNORECASE | re.DOTALL) for form in forms)

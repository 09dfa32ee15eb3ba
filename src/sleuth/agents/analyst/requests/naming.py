"""What lines that might be names are not: addresses, places kept for what is to come, lists that only ask."""

import re
from functools import cache

from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.language.tokens import letter_words, stem_of
from sleuth.language.wordlist import wordlist

_ADDRESSED = re.compile(r"(?:to|from|dear|attn|att|cc|till|från|an|c/o)\b[ :]", re.IGNORECASE)


def is_addressed(line: str) -> bool:
    """Whether a line says to whom something is addressed: "To the shareholders of Acme plc"."""
    return _ADDRESSED.match(line.strip()) is not None


def is_placeholder(text: str) -> bool:
    """Whether a text only keeps the place of what is to come, or says that there is nothing."""
    forms = wordlist("wording", PACKAGE)["placeholder"]
    folded = " ".join(text.split())
    return re.search(forms["says"], folded, re.IGNORECASE) is not None or (
        re.search(forms["none"], folded, re.IGNORECASE) is not None
    )


def asks_only(title: str) -> bool:
    """Whether a title is that of a list of requests or questions, or of an index."""
    return re.search(wordlist("wording", PACKAGE)["asks"]["says"], title, re.IGNORECASE) is not None


def stands(status: str) -> str:
    """Where a request stands by a list's own word: "Provided (file 07)" is provided; "" for an unknown word.

    One of provided, partial, missing, declined, n/a. "Received: no" is the answer to a column's heading.
    """
    folded = " ".join(status.casefold().split())
    heading, _, answer = folded.rpartition(": ")
    if heading and is_yes_or_no(answer):
        return stands(heading) if answer in _answers()["yes"] else "missing"
    table = wordlist("wording", PACKAGE)["stands"]
    fitting = [(len(word), name) for name, words in table.items() for word in words if _begins(folded, word)]
    return max(fitting)[1] if fitting else ""


def is_yes_or_no(said: str) -> bool:
    """Whether a cell only answers its heading: "Yes", "nej", "✓"."""
    folded = said.strip(" .").casefold()
    return any(folded in words for words in _answers().values())


def _answers() -> dict[str, list[str]]:
    return dict(wordlist("wording", PACKAGE)["answers"])


def _begins(said: str, word: str) -> bool:
    return said.startswith(word) and not said[len(word) : len(word) + 1].isalnum()


@cache
def month_stems(language: str) -> frozenset[str]:
    """The stems of the months' names."""
    names = " ".join(wordlist("periods")["month"].values())
    return frozenset(stem_of(name, language) for name in letter_words(names))

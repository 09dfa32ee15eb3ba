"""Words of a question that name somebody, or a place in the document, and ask for nothing themselves."""

import re
from collections.abc import Sequence

from sleuth.language.countries import is_place
from sleuth.language.glyphs import plain
from sleuth.language.tokens import Token
from sleuth.language.wordlist import wordlist
from sleuth.reason.understand.implied import says


def _mark(name: str) -> re.Pattern[str]:
    return re.compile(wordlist("naming", "reason")[name])


def without_place(text: str) -> str:
    """The question without a phrase before or behind it that only says where to look: "In the segment note, what …",
    "…, per the cash flow statement?".
    """
    form = plain(text).text
    if len(form) != len(text):
        return text
    before, behind = _mark("place").match(form), _mark("place_behind").search(form)
    end = behind.start() if behind else len(text)
    return text[before.end() if before else 0 : end]


def with_segments(text: str) -> str:
    """The question with one word for what parts of a company are called: "the Snacks operating unit" is a segment."""
    return _mark("unit_of_company").sub("segment", text)


def without_parent(text: str) -> tuple[str, bool]:
    """The question without the words that ask for the parent company alone, and whether it had any: "the parent company
    of Acme itself", "standalone". Who owns the parent owns the group.
    """
    form = plain(text).text
    if len(form) != len(text) or not _mark("parent").search(form):
        return text, False
    for name in ("parent", "itself"):
        for found in reversed(list(_mark(name).finditer(plain(text).text))):
            text = f"{text[: found.start()]}{text[found.end() :]}"
    return text, True


def without_customers(text: str) -> str:
    """The question without those to whom is sold: "revenue from customers in China" is revenue in China."""
    form = plain(text).text
    found = _mark("customers").search(form) if len(form) == len(text) else None
    if found is None or not is_place(" ".join(text[found.end() :].split()[1:_PLACE_WORDS])):
        return text
    return f"{text[: found.start('customers')]}{text[found.end('customers') :]}"


_PLACE_WORDS = 4  # behind the preposition, in which a place is named


def names_in_capitals(words: Sequence[Token]) -> list[tuple[int, int]]:
    """Where a word that elsewhere asks for the highest or the lowest is a part of a name: "Best Buy", "First Solar"."""
    return [
        (word.start, word.end)
        for before, word, after in zip(words, words[1:], words[2:], strict=False)
        if word.is_capital
        and after.is_capital
        and not before.text.endswith((".", "?"))
        and any(says(extreme, word.text.lower()) for extreme in ("largest", "smallest"))
    ]


def without_unit(words: Sequence[Token], text: str) -> list[Token]:
    """The words without the cash in which a flow is asked for: "how much cash did it pay out in dividends?" asks for
    the dividends, and "how much cash does it hold?" for the cash.
    """
    flow = _mark("cash_flow").search(plain(text).text)
    return [word for word in words if flow is None or not flow.start("unit") <= word.start < flow.end("unit")]

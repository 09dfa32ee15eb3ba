"""Which defined term a sentence of an amendment gives another value: "the Minimum Quantity rises to 450 tonnes"."""

import re
from functools import cache

from sleuth.language.wordlist import wordlist

TERM = r"[A-ZÅÄÖ][\w’'&-]*(?:\s(?:(?:of|and|in|for|to)\s(?:the\s)?)?[A-ZÅÄÖ][\w’'&-]*)*"  # as agreements write one
_NAMED = re.compile(rf"\b[Tt]he\s(?P<term>{TERM})")


def term_set_anew(line: str, called: str) -> str:
    """The term that a sentence gives a value which it did not have, in small letters; "" where it does so of none.

    `called`: what its item is called, in small letters, which may be a term that it writes so too.
    """
    small = line.casefold()
    terms = [(found["term"].casefold(), found.end()) for found in _NAMED.finditer(line)]
    if called:
        terms += [(called, found.end()) for found in re.finditer(rf"\bthe {re.escape(called)}\b", small)]
    is_from_now = re.match(worded("from_when"), small) is not None
    for term, end in terms:
        behind = small[end:]
        if re.match(worded("set_anew"), behind) or (is_from_now and re.match(worded("is_now"), behind)):
            return term
    return ""


@cache
def worded(key: str) -> str:
    """A pattern of what sentences of amendments say."""
    return str(wordlist("contracts", "findings")["amending"][key])

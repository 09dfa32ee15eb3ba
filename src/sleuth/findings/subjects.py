"""Whose facts a document states: the company that it presents, or the one that it proposes to buy."""

import re
from collections import Counter
from collections.abc import Iterator

from sleuth.evidence.source import Source
from sleuth.language.wordlist import wordlist

_OPENING = 600  # characters in which a document presents whose it is
_PATTERNS = wordlist("patterns", "findings")
_COMPANY = re.compile(_PATTERNS["company"])
_LEAD = re.compile(_PATTERNS["company_lead"], re.IGNORECASE)
_TARGET = re.compile(_PATTERNS["target"].replace("{company}", f"(?P<named>{_PATTERNS['company']})"))
_DOTTED = re.compile(r"(?:Inc|INC|Corp|CORP|Ltd|LTD|L\.L\.C|L\.P|N\.V|S\.A)\.\Z")
_REGISTRANT = re.compile(r"([^\n]{2,80})\n+\s*\(Exact name of registrant", re.IGNORECASE)
_ENTITY = re.compile(r"Entity Registrant Name[\t ]+([^\n\t]{2,80})")


def subject_of(source: Source, front: str) -> str:
    """The company whose facts a document states, by its front; "" where none, or more than one, may be meant."""
    if found := _ENTITY.search(front) or _REGISTRANT.search(front):
        return " ".join(found[1].split())
    if targets := {name.casefold(): name for found in _TARGET.finditer(front) for name in companies(found["named"])}:
        return next(iter(targets.values())) if len(targets) == 1 else ""
    return _presented(source, front)


def companies(text: str) -> Iterator[str]:
    """The names of companies in a text, without what stands before them: "Meeting of Acme plc." is Acme plc."""
    for found in _COMPANY.finditer(text):
        name = _LEAD.sub("", " ".join(found[1].split()))
        yield name if _DOTTED.search(name) else name.rstrip(".")


def _presented(source: Source, front: str) -> str:
    """The company that the opening names, if the front names it much more often than any other."""
    captions = "\n".join(table.caption for page in source.pages for table in page.tables)
    opening = "\n".join((source.title, source.pages[0].text[:_OPENING] if source.pages else "", captions))
    presented = {name.casefold() for name in companies(opening)}
    names = [name for name in companies(f"{opening}\n{front}") if name.casefold() in presented]
    best = Counter(name.casefold() for name in names).most_common(2)
    if not best or (len(best) > 1 and best[0][1] < 2 * best[1][1]):
        return ""  # none, or several as often: a contract between two is not the report of one
    return next(name for name in names if name.casefold() == best[0][0])

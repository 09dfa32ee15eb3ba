"""The parties to an agreement, as its first page names them.

An agreement calls them by a defined name, "Acme plc (the “Company”)"; by the part that they take in it, "Acme plc
(Landlord)", "Acme plc as Borrower", "Tenant: Acme plc"; or only as its parties: "(1) Acme plc", "between A and B".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from sleuth.evidence.source import Source
from sleuth.language.companies import without_legal_form
from sleuth.language.wordlist import wordlist

_REACH = 2_500  # characters in which an agreement names its parties
_COVER = 600  # characters in which parties may stand by their numbers alone
_FULL = 60  # characters of a line that its margin ends, and no sentence
_DEFINED = re.compile(r"[^“”\"]{0,250}?\([^“”\"()]{0,40}[“\"](?:the )?([^“”\"]{2,30})[”\"]")  # behind a party's name
_FEWEST = 2
_FULL_LINE = re.compile(rf"(?<=[^\n]{{{_FULL}}})(?<![.:;)])\n(?=\S)")


@dataclass(frozen=True, slots=True)
class Party:
    """A party to an agreement, where its first page names it, and its part as the page words it; "" where unsaid."""

    name: str
    start: int
    end: int
    role: str = ""


def parties_of(source: Source) -> list[Party]:
    """The parties that the first page names, in order."""
    text = source.pages[0].text[:_REACH] if source.pages else ""
    found = list(_defined(text))
    for read in (_with_role, _numbered, _between):
        if len(found) < _FEWEST:
            found = _each_once([*found, *read(text)])
    return found if len(found) >= _FEWEST else []


def roles_of(source: Source) -> list[tuple[str, str]]:
    """The terms that the first page uses for its parties, each with the party: ("Adviser", "Potomac, Inc.")."""
    text = source.pages[0].text[:_REACH] if source.pages else ""
    parties = sorted(parties_of(source), key=lambda party: party.start)
    edges = [*(party.start for party in parties), len(text)]
    named = zip(parties, edges[1:], strict=True)
    told = [(party.role or _defined_name(text[party.end : end]), party.name) for party, end in named]
    return [(role, name) for role, name in told if role]


def _defined_name(behind: str) -> str:
    found = _DEFINED.match(behind)
    return found[1] if found else ""


def _defined(text: str) -> Iterable[Party]:
    """Parties with a defined name in quotation marks."""
    spans = [_without_title(text, *called.span("name")) for called in _form("called", r"\s+").finditer(text)]
    return _each_once(party for span in spans for party in _parties_at(text, *span))


def _with_role(text: str) -> Iterator[Party]:
    """Parties beside the part that they take: "(Landlord)", "as Borrower", "Tenant: ...". Several may share one.

    Behind a part without a colon only a company is one: "Supplier Obligations" is a heading.
    """
    for form in ("with_role", "behind_role"):
        for found in _form(form).finditer(_unwrapped(text)):
            said = found.groupdict()
            is_open = form == "behind_role" and said["colon"] is None
            for party in _parties_at(text, *found.span("name")):
                if not is_open or _is_company(party.name):
                    yield replace(party, role=said["role"] or said.get("as_role") or "")


def _numbered(text: str) -> list[Party]:
    """The parties of a list "(1) Acme plc (2) Polar AB", of which one at least is a company."""
    numbered = _form("numbered").finditer(_unwrapped(text[:_COVER]))
    named = [party for one in numbered for party in _parties_at(text, *one.span("name"))]
    return named if len(named) >= _FEWEST and any(_is_company(party.name) for party in named) else []


def _between(text: str) -> list[Party]:
    """Two parties that are only named: "between Acme plc and Polar AB"."""
    found = _form("between").search(text) or _form("between_companies").search(_unwrapped(text))
    return [party for name in ("one", "other") for party in _parties_at(text, *found.span(name))] if found else []


def _parties_at(text: str, start: int, end: int) -> Iterator[Party]:
    """The parties that a span names; none where it names something else."""
    for begin, stop in _pieces(text, start, end):
        party = Party(" ".join(text[begin:stop].split()), begin, stop)
        if not _no_party().search(party.name):
            yield party


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The spans of the names that one span holds: "Acme plc and Polar AB" are two, each with its legal form."""
    for joint in re.finditer(r"\s+(?:and|och|und)\s+", text[start:end]):
        one, other = text[start : start + joint.start()], text[start + joint.end() : end]
        if _is_company(one) and _is_company(other):
            yield start, start + joint.start()
            yield from _pieces(text, start + joint.end(), end)
            return
    yield start, end


def _is_company(name: str) -> bool:
    """Whether a name ends with the legal form of a company."""
    return without_legal_form(name) != name.strip(" ,.")


def _each_once(parties: Iterable[Party]) -> list[Party]:
    """Parties by where they stand first, each name once."""
    first: dict[str, Party] = {}
    for party in sorted(parties, key=lambda party: party.start):
        first.setdefault(party.name.casefold(), party)
    return list(first.values())


def _without_title(text: str, start: int, end: int) -> tuple[int, int]:
    """A name without the lines before its last that are the title of the agreement, right above it."""
    title, line, name = text[start:end].rpartition("\n")
    return (end - len(name), end) if line and _no_party().search(title) else (start, end)


def _unwrapped(text: str) -> str:
    """A text of the same length whose full lines run on."""
    return _FULL_LINE.sub(" ", text)


@cache
def _no_party() -> re.Pattern[str]:
    return re.compile(_forms()["no_party"].replace("{role}", _forms()["role"]))


@cache
def _form(key: str, blank: str = r"[^\S\n]") -> re.Pattern[str]:
    """An expression with names and parts filled in; `blank` says whether lines may break in it."""
    forms = _forms()
    whole = forms[key].replace("{name}", forms["name"]).replace("{role}", forms["role"])
    return re.compile(whole.replace(" ", blank), re.MULTILINE)


def _forms() -> dict[str, str]:
    forms: dict[str, str] = wordlist("contracts", "findings")["parties"]
    return forms

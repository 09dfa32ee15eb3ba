"""Which agreement a document is, and whose: "Lease Agreement (Acme plc; Rheinau Chemie)"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sleuth.evidence.source import Source
from sleuth.findings.finding import subject_key
from sleuth.findings.text.parties import parties_of
from sleuth.language.glyphs import plain_line
from sleuth.language.tokens import spaced
from sleuth.language.wordlist import wordlist

FRONT = 1_500  # characters in which an agreement calls itself one, and names its parties and its date
_KIND = 80  # characters of what an agreement is called, at most


@dataclass(frozen=True, slots=True)
class Contract:
    """What an agreement is called and who is party to it, folded; a summary may name only the other side."""

    kind: str
    parties: frozenset[str]

    def may_be(self, other: "Contract") -> bool:
        """Whether the two may be one agreement: of one kind, and one's parties are among the other's."""
        both = self.parties & other.parties
        return self.kind == other.kind and bool(both) and both in (self.parties, other.parties)


def is_agreement(source: Source) -> bool:
    """Whether a document is an agreement, or changes one, by its title, its name and its first words."""
    words = wordlist("contracts", "findings")["agreement"]
    name = spaced(source.filename)
    called = f"{source.title} {name}".lower()
    opening = _opening(source).lower()
    if re.search(words["not"], f"{called} {opening}"):
        return False
    return bool(re.search(words["says"], called) or re.search(words["this"], opening) or _kind(source))


def contract_name(source: Source) -> str:
    """What the facts of an agreement are of: its kind and its parties; "" where two of them are not certain."""
    kind, parties = _kind(source), parties_of(source)
    return f"{kind} ({'; '.join(party.name for party in parties)})" if kind and len(parties) > 1 else ""


def agreement_title(source: Source) -> str:
    """What an agreement calls itself: "Master Service Agreement"; "" for any other document."""
    return _kind(source) if is_agreement(source) else ""


def named_contract(label: str) -> str:
    """The same, from what a summary calls it: "Lease Agreement with Rheinau Chemie"; "" where it names no party."""
    found = _labelled().fullmatch(" ".join(label.split()))
    return f"{found['kind'].strip()} ({found['party'].strip()})" if found else ""


def read_contract(subject: str) -> Contract | None:
    """The agreement that a subject is; None where it is something else."""
    found = re.fullmatch(r"(?P<kind>[^()]+) \((?P<parties>[^()].*)\)", plain_line(subject))
    if found is None:
        return None
    return Contract(found["kind"], frozenset(subject_key(name) for name in found["parties"].split("; ")))


def _kind(source: Source) -> str:
    """The first line that calls the document an agreement or an amendment, without who it is with."""
    words = wordlist("contracts", "findings")["agreement"]
    for line in _lines(source):
        unpaged = re.sub(words["page"], "", line, flags=re.IGNORECASE)
        titled = _piece(re.sub(words["aside"], "", unpaged, flags=re.IGNORECASE), words["kind"])
        name = _short(titled).strip(" -–—:.,|")
        if len(name) <= _KIND and name[:1].isupper() and re.search(words["kind"], name.casefold()):
            return name
    return ""


def _short(line: str) -> str:
    """A line without what an agreement is for, where a number names it: "Contract A/2022/7 for the carriage of …"."""
    name = re.split(r"\s(?:for|regarding|concerning)\s", line, maxsplit=1)[0]
    return name if any(map(str.isdigit, name)) else line


def _piece(line: str, kind: str) -> str:
    """Of a line in pieces the one that calls a document an agreement: "Halden – Facility Agreement – final"."""
    pieces = re.split(r"\s+[–—|-]\s+", line)
    called = [piece for piece in pieces if re.search(kind, piece.casefold())]
    return called[0] if len(called) == 1 else line


def _lines(source: Source) -> Iterator[str]:
    lines = [_one_line(line) for line in _whole_lines(source) if line.strip()]
    lines = [line.title() if line.isupper() else line for line in lines]
    if len(lines) > 1 and re.search(wordlist("contracts", "findings")["agreement"]["changes"], lines[0].casefold()):
        yield " ".join(lines[:2])  # an amendment goes on with what it amends
    yield from lines
    yield source.title


def _whole_lines(source: Source) -> list[str]:
    """The lines of the opening, without one that its end cuts."""
    opening = _opening(source)
    is_cut = len(opening) == FRONT and "\n" in opening
    return (opening.rpartition("\n")[0] if is_cut else opening).splitlines()


def _opening(source: Source) -> str:
    return source.pages[0].text[:FRONT] if source.pages else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


@cache
def _labelled() -> re.Pattern[str]:
    return re.compile(wordlist("contracts", "findings")["agreement"]["labelled"], re.IGNORECASE)

"""The laws that a document refers to: "personuppgiftslagen (1998:204)", "lag (2007:459) om …", "direktiv 95/46/EG"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sleuth.agents.detectives.words import pattern

_KIND = (
    r"(?:lag|lagen|balk|balken|form|formen|ordning|ordningen|förordning|förordningen|kungörelse|kungörelsen|stadga"
    r"|stadgan|instruktion)"
)
_SWEDISH = re.compile(
    rf"(?P<front>\b[a-zåäö]+-\s+(?:och\s+)?)?(?P<name>\b(?:[A-ZÅÄÖa-zåäö][\wåäöé-]*{_KIND}|[Ll]ag|[Ll]agen|[Ff]örordning|[Ff]örordningen))\s+"
    r"\((?P<number>(?:1[6-9]|20)\d\d\s?:\s?\d{1,4})\)(?P<about>\s+(?:om|med|mot|för|angående)\s+[^().,;:\n]{3,90})?",
)
_EU = pattern("laws", "eu")
_GRUNDLAW = pattern("laws", "grundlaw")
_ABOUT_END = pattern("laws", "about_end")


@dataclass(frozen=True, slots=True)
class Law:
    """A law or an act of the EU as a document names it."""

    number: str  # "SFS 1998:204", "95/46/EG", "(EU) 2016/679"; "" for a fundamental law named without it
    name: str
    start: int
    end: int


def _about(text: str) -> str:
    """What a law is about, without the rest of the sentence; "försvarsunderrättelse- och …" keeps its second half."""
    cut = _ABOUT_END.sub("", text)
    rest = re.match(r"\s+och\s+[\wåäö]+", text[len(cut) :])
    return cut + rest[0] if cut.endswith("-") and rest else cut


def read_laws(text: str) -> Iterator[Law]:
    """Each reference with a number, and the fundamental laws by name, in the order of their kinds."""
    for found in _SWEDISH.finditer(text.replace("\n", " ")):
        about = _about(found["about"] or "")
        front = found["front"] or ""
        joined = front if "och" in front else re.sub(r"-\s+", "", front)  # a word that a line's end divides
        name = " ".join(f"{joined}{found['name']}{about}".split())
        number = re.sub(r"\s", "", found["number"])
        end = found.end() - len(found["about"] or "") + len(about)
        yield Law(f"SFS {number}", name, found.start(), end)
    for found in _EU.finditer(text.replace("\n", " ")):
        number = " ".join(found["number"].split())
        yield Law(number, f"{found['kind'].casefold()} {number}", *found.span())
    for found in _GRUNDLAW.finditer(text):
        yield Law("", found[0].casefold(), *found.span())

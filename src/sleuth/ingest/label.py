"""What a document is, in one line: whose, which form, which period. Taken from its name, title and first page."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import PurePosixPath

from sleuth.evidence.source import Source

_LIMIT = 200  # characters
_FRONT = 6_000  # characters of the first pages in which a document introduces itself

# Where a name's words meet: 3M_2018, HoldingsInc, 2023Q2.
_GLUE = re.compile(r"[_\s]+|(?<=[a-zåäö])(?=[A-ZÅÄÖ][a-zåäö])|(?<=\d)(?=Q[1-4](?![^\W_]))")
_CODE = re.compile(r"^[\d\W_]+$")  # an accession number is no title
_EDITOR = re.compile(r"^(Microsoft (Word|Excel|PowerPoint)\s*-\s*|untitled\b|document\d*\b|book\d*\b)", re.IGNORECASE)
_COMPANY = re.compile(
    r"^[ \t_]*((?:[A-Z0-9ÅÄÖ][\w.&'’-]*,?[ \t]+|of[ \t]+|and[ \t]+|&[ \t]+){1,6}"
    r"(?:Inc|INC|Corp|CORP|Corporation|CORPORATION|Company|COMPANY|Co|CO|Ltd|LTD|Limited|LIMITED|plc|PLC|LLC|L\.L\.C|"
    r"LP|L\.P|N\.V|S\.A|AG|GmbH|AB|ASA|A/S|Oyj)\b\.?(?: \(publ\))?)(?=[ \t]*(?:[\n,(]|$))",
    re.MULTILINE,
)
_PERIOD = re.compile(
    r"(?:(?:fiscal|calendar|quarterly|transition|half|three|six|nine|twelve)[ -])?"
    r"(?:years?|periods?|quarters?|months)\s+end(?:ed|ing):?\s+(?:\w+\.?\s+\d{1,2},?\s+(?P<us>\d{4})|\d{1,2}\s+\w+\s+(?P<eu>\d{4})|(?P<iso>\d{4})-\d\d-\d\d)"
    r"|räkenskapsåret\s+(?P<sv>\d{4})(?:[-–/]\d{2,4})?",
    re.IGNORECASE,
)


def label(source: Source) -> str:
    """The words of the filename, what its form is called, its title, company and period; each said once."""
    name = spoken_name(source.filename)
    front = "\n".join(page.text for page in source.pages[:2])[:_FRONT]
    parts = [name, *forms(name), _title(source), _company(front), _period(front)]
    said: list[str] = []
    for part in parts:
        if part and part.casefold() not in " ".join(said).casefold():
            said.append(part)
    return ", ".join(said)[:_LIMIT]


def spoken_name(filename: str) -> str:
    """A filename as words: no folder, no ending, no underscores, joined names apart."""
    return apart(PurePosixPath(filename).stem)


def apart(text: str) -> str:
    """The text with blanks where names and numbers were written as one."""
    return " ".join(_GLUE.sub(" ", text).split())


def forms(name: str) -> list[str]:
    """What the forms are called that a name mentions: 10K is a 10-K, an annual report."""
    return [spoken for pattern, spoken in _forms() if pattern.search(name)]


@lru_cache(maxsize=1)
def _forms() -> list[tuple[re.Pattern[str], str]]:
    table = tomllib.loads((files("sleuth.ingest") / "data" / "forms.toml").read_text("utf-8"))
    return [
        (re.compile(rf"(?<![^\W_])(?:{pattern})(?![^\W_])", re.IGNORECASE), said) for pattern, said in table.items()
    ]


def _company(front: str) -> str:
    found = _COMPANY.search(front)
    return " ".join(found[1].split()) if found else ""


def _period(front: str) -> str:
    """The latest period that the front names: results are set beside those of the year before."""
    found = max(_PERIOD.finditer(front), key=lambda m: next(filter(None, m.groups())), default=None)
    return " ".join(found[0].split()) if found else ""


def _title(source: Source) -> str:
    """The title that the file states, unless a program or an archive put it there."""
    title = " ".join(source.title.split())
    if not title or _CODE.match(title) or _EDITOR.match(title) or title == source.filename:
        return ""
    return title

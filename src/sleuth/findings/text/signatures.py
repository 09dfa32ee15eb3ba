"""Who signed a document, for whom and as what: blocks of "/s/ NAME" or "By: NAME", lists of "PARTY: NAME, title"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sleuth.evidence.source import Page
from sleuth.language.lines import filled_lines
from sleuth.language.weight import is_legal_form, is_role

_NAME = r"[A-ZÅÄÖ][\w.’'-]*(?:[^\S\n]+(?:[A-ZÅÄÖ][\w.’'-]*|de|von|van|af))*"
_SIGNED = re.compile(
    rf"(?:By|Per|Av|Signed|Undertecknat)\s*:\s*(?:/s/\s*)?[“\"]?(?P<by>{_NAME})[”\"]?(?=\s+By:|\s*$)|/s/\s*(?P<mark>{_NAME})",
    re.MULTILINE,
)
_PERSON = r"(?-i:[A-ZÅÄÖ][\w’'-]*(?:[^\S\n]+(?:[A-ZÅÄÖ]\.|[A-ZÅÄÖ][\w’'-]*|de|von|van|af))+)"
_MARK = r"(?:\((?:sgd|signed|gez)\.?\)\s*|/s/\s*)?(?:(?:Dr|Engr|Ing|Mr|Ms|Mrs)\.?\s+)?"  # before who signed
_PERSON_WRAPPED = _PERSON.replace(r"[^\S\n]+", r"\s+")  # a name may go on in the next line
_OTHERS = rf"(?:\s*(?:;|,?\s+(?:and|och|&))\s+{_MARK}{_PERSON_WRAPPED}(?:,\s*[^.;:\n]{{2,90}}?)?)*"
_FOR = re.compile(  # "Signed for Acme: Jane Doe, Managing Director"; "Oslo, 3 May. For the tenant: Ann Ek and Bo Lind."
    rf"(?:^\W*|(?<=\.)[^\S\n]+)"
    rf"(?:(?:(?:Counter)?signed |Accepted |Agreed )?(?:for|on behalf of)|(?:Undertecknat )?för)\s+(?:the\s+)?"
    rf"(?P<party>[^:\n.;]{{2,60}}?):\s*{_MARK}(?P<name>{_PERSON_WRAPPED})(?:,\s*(?P<title>[^.;:\n]{{2,90}}?))?"
    rf"{_OTHERS}(?=\s*$|\.(?:\s|$))",
    re.MULTILINE | re.IGNORECASE,
)
_IN_TURN = re.compile(  # "Signed: for the Borrower, Ann Ek and Bo Lind; accepted for Orvik Bank AB, Eva Dahl."
    r"^\W*(?:Signed|Undertecknat)\b[^:;\n]{0,40}:\s+(?P<parts>(?:for|on behalf of|för)\s.+?)(?=\.\s*$|\n\s*\n|\Z)",
    re.MULTILINE | re.IGNORECASE | re.DOTALL,
)
_TURN = re.compile(
    r"\s*(?P<own>(?:(?:and|accepted|agreed)\s+)*(?:for|on behalf of|för)\s+(?:the\s+)?(?P<told>[^;]+))(?:;|\Z)",
    re.IGNORECASE,
)
_NAMES_FIRST = re.compile(  # "Signed: Ann Ek, Director, for the Borrower; Bo Lind (Lender)."
    r"^\W*(?:Signed|Undertecknat)(?: (?:on|in|at|den) [^:;\n]{2,30})?:\s+(?P<parts>(?!for\b|on behalf\b|för\b).+?)"
    r"(?=\.\s*$|\n\s*\n|\Z)",
    re.MULTILINE | re.IGNORECASE | re.DOTALL,
)
_NAME_AND_PARTY = re.compile(
    rf"\s*(?P<own>{_MARK}(?P<name>{_PERSON})(?:,\s*(?P<title>[^;():]{{2,60}}?))?"
    r"(?:,?\s+(?:for|on behalf of|för)\s+(?:the\s+)?(?P<party>[^;():]{2,60}?)|\s*\((?P<role>[^;()]{2,60})\)))"
    r"\s*(?:;|\Z)",
    re.IGNORECASE,
)
_SIGNERS = re.compile(rf"\s*{_MARK}(?P<name>{_PERSON_WRAPPED})(?P<title>.*)", re.IGNORECASE | re.DOTALL)
_HEAD = re.compile(
    r"(?:(?:Signed )?(?:for|on behalf of|for and on behalf of)|(?:Undertecknat )?för) (?P<party>[^:;]{2,80}):?",
    re.IGNORECASE,
)
_SIGNER = re.compile(rf"(?P<name>{_PERSON})(?:,\s*(?P<title>[^;:\n]{{2,80}}))?", re.IGNORECASE)
_SECTION = re.compile(
    r"^\W*(?:signatures?|signator(?:y|ies)|underskrifter|undertecknande)\W*$", re.MULTILINE | re.IGNORECASE
)
_PART = r"(?:(?:[A-ZÅÄÖ]\.){1,4}(?:[A-Z]\b)?|[A-ZÅÄÖ&][\w&/’'-]*|\(publ\)|de|van|von|af|of|och|and)"
_LISTED = re.compile(  # "Acme B.V.: Ann Ek, managing director; Bo Lind. Orvik AB: Eva Dahl"
    rf"(?:^|\.[^\S\n]+)(?P<signed>(?:(?:For|För)[^\S\n]+)?(?P<party>[A-ZÅÄÖ][\w&/’'-]*(?:\s+{_PART})*):\s+"
    rf"(?P<name>[A-ZÅÄÖ][\w.’'-]*(?:[^\S\n]+{_PART})+)(?:[^\n]|\n(?=[a-zåäö]))*)",
    re.MULTILINE,
)
_TABLE_HEAD = re.compile(r"^(?:Party|Part)[^\S\n]+(?:Signed by|Undertecknat av)\b.*$", re.MULTILINE | re.IGNORECASE)
_FORM = re.compile(r"[\w.]+")
_ROW = re.compile(  # behind a legal form: "(publ) as Agent Ann Ek Director"
    r"(?:\s*\(publ\)|\))?(?:\s+(?:as|som)(?: the)? [A-ZÅÄÖ]\w+)?\s+(?P<name>[A-ZÅÄÖ][\w’'-]*\s+[A-ZÅÄÖ][\w’'-]*)"
    r"(?P<title>.*)$"
)
_TITLE = re.compile(r"(?:Title|Its|Befattning)\s*:\s*(?P<title>.*?)(?=\s+(?:Title|Its|Befattning)\s*:|$)", re.MULTILINE)
_OTHER = re.compile(r"^(?:Date|Dated|Datum|\d{1,4}$|[-–]?\s*\d+\s*[-–]?$)|\b(?:19|20)\d\d$")
_LABELLED = re.compile(r"^(?:By|Per|Name|Print name|Printed name|Title|Its|Date)\s*:", re.IGNORECASE)
_COLUMNS = re.compile(r":|\s{3,}")  # between what stands over two columns
_MOST_LINES = 4  # under a signature
_LINES_BEFORE = 4  # in which the party is looked for


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature: its own words are the characters `start` (inclusive) to `end` (exclusive) of the page."""

    start: int
    end: int
    name: str
    title: str  # "" where none is printed
    party: str  # what stands over its column; "" where nothing does


def read_signatures(page: Page) -> list[Signature]:
    """The signatures on a page, in reading order; two that share a line are those of two columns."""
    told = (*_signed_for(page.text), *_in_turn(page.text), *_names_first(page.text))
    stated = sorted(told, key=lambda one: one.start)
    own = stated or _signed_by(page)
    return own or _under_parties(page) or _listed(page) or _tabled(page.text)


def _under_parties(page: Page) -> list[Signature]:
    """The cells of a table below those that say for whom: "For Acme plc" over "Jane Doe, Managing Director"."""
    found: list[Signature] = []
    for table in page.tables:
        cells = {(cell.row, cell.column): cell for cell in table.cells()}
        for (row, column), head in cells.items():
            party = _HEAD.fullmatch(page.line_of(head))
            below = cells.get((row + 1, column))
            signed = _SIGNER.fullmatch(page.text[below.start : below.end].strip()) if below is not None else None
            if party and below and signed:
                title = (signed["title"] or "").strip()
                found.append(Signature(below.start, below.end, signed["name"], title, party["party"]))
    return found


def _tabled(text: str) -> list[Signature]:
    """The lines of a table under "Party, Signed by, Capacity": a party up to its legal form, a person, a title."""
    head = _TABLE_HEAD.search(text)
    found: list[Signature] = []
    at = head.end() + 1 if head else len(text)
    for line in text[at:].split("\n"):
        forms = [word for word in _FORM.finditer(line) if is_legal_form(word[0])]
        row = _ROW.match(line, forms[-1].end()) if forms else None
        if row is None:
            break
        found.append(
            Signature(at, at + len(line), row["name"], row["title"].strip(), line[: row.start("name")].strip())
        )
        at += len(line) + 1
    return found


def _listed(page: Page) -> list[Signature]:
    """Each party of the section "Signatures" with all who sign for it; what stands behind the first is their titles."""
    section = _SECTION.search(page.text)
    if section is None and not _SECTION.search(page.label):
        return []
    found: list[Signature] = []
    at = section.end() if section else 0
    while one := _LISTED.search(page.text, at):
        following = _LISTED.search(page.text, one.end("name"), one.end())
        end = following.start("signed") if following else one.end()
        end -= len(page.text[:end]) - len(page.text[:end].rstrip())
        title = page.text[one.end("name") : end].strip(" .,;")
        found.append(Signature(one.start("signed"), end, one["name"], title, " ".join(one["party"].split())))
        at = end - 1  # the full stop before the next
    return found


def _signed_for(text: str) -> list[Signature]:
    """The statements of for whom each person signs, in lines of their own or in one; one word is no person's name."""
    found = _FOR.finditer(text)
    return [Signature(*_own(one), one["name"], (one["title"] or "").strip(), one["party"].strip()) for one in found]


def _in_turn(text: str) -> list[Signature]:
    """The parts of one statement that tells for whom each person signs, one party after the other."""
    found: list[Signature] = []
    for statement in _IN_TURN.finditer(text):
        for part in _TURN.finditer(text, statement.start("parts"), statement.end("parts")):
            party, rest = _party_and_signers(part["told"])
            signed = _SIGNERS.fullmatch(rest)
            if signed is not None:
                start, end = part.start("own"), part.start("own") + len(part["own"].rstrip())
                name, title = " ".join(signed["name"].split()), " ".join(signed["title"].split()).strip(" ,")
                found.append(Signature(start, end, name, title, " ".join(party.split())))
    return found


def _names_first(text: str) -> list[Signature]:
    """The parts of one statement that names each person before the party: behind "for", or in brackets."""
    found: list[Signature] = []
    for statement in _NAMES_FIRST.finditer(text):
        for part in _NAME_AND_PARTY.finditer(text[: statement.end("parts")], statement.start("parts")):
            title, party = (part["title"] or "").strip(" ,"), part["party"] or part["role"]
            found.append(Signature(part.start("own"), part.end("own"), part["name"], title, party.strip()))
    return found


def _party_and_signers(told: str) -> tuple[str, str]:
    """A party apart from who signs for it: behind a comma that begins no legal form, a legal form, or a role.

    Where none of these parts them, all is taken as the party's name as well.
    """
    for mark in re.finditer(r"[,:]\s+", told):
        following = told[mark.end() :].split()
        if following and not is_legal_form(following[0].strip(".,;")):
            before = told[: mark.start()]
            if _ends_party(before.split()):
                return before, told[mark.end() :]
            break
    words = list(re.finditer(r"\S+", told))
    forms = [word for word in words if is_legal_form(word[0].strip(".,"))]
    if forms and forms[-1] is not words[-1]:
        return told[: forms[-1].end()].rstrip(" ,"), told[forms[-1].end() :]
    if words and is_role(words[0][0].casefold(), "en"):
        return words[0][0], told[words[0].end() :]
    return told, told


def _ends_party(words: Sequence[str]) -> bool:
    """Whether words before a comma are a party's name or role alone: not "Borrower Ann Ek" before another who signs."""
    return len(words) == 1 or not is_role(words[0].casefold(), "en")


def _own(found: re.Match[str]) -> tuple[int, int]:
    """Where a signature's own words stand, without the blanks around them."""
    whole = found[0]
    return found.start() + len(whole) - len(whole.lstrip()), found.end() - len(whole) + len(whole.rstrip())


def _signed_by(page: Page) -> list[Signature]:
    """The blocks of "By: NAME" or "/s/ NAME"."""
    lines = list(filled_lines(page.text))
    found: list[Signature] = []
    signed = [number for number, (_, line) in enumerate(lines) if _SIGNED.search(line)]
    for number, following in pairwise([*signed, len(lines)]):
        start, line = lines[number]
        columns = list(_SIGNED.finditer(line))
        under = lines[number + 1 : min(following, number + 1 + _MOST_LINES)]
        titles = [title["title"].strip() for _, text in under for title in _TITLE.finditer(text)]
        parties = _parties([text for _, text in lines[max(0, signed[0] - _LINES_BEFORE) : number]], len(columns))
        for at, column in enumerate(columns):
            name = column["by"] or column["mark"]
            if len(columns) > 1 or titles:
                title = titles[at] if len(titles) == len(columns) else ""
                first, last = start + column.start(), start + column.end()
            else:
                title, last = _printed_under(name, under, start + len(line))
                first = start + column.start()
            found.append(Signature(first, last, name, title, parties[at]))
    return found


def _printed_under(name: str, under: Sequence[tuple[int, str]], end: int) -> tuple[str, int]:
    """The title under a signature whose name is printed once more, and where the block ends."""
    title: list[str] = []
    for start, line in under:
        text = line.strip()
        if _OTHER.search(text) or _LABELLED.match(text):
            break
        end = start + len(line.rstrip())
        if text.casefold() != name.casefold():
            title.append(text)
    return " ".join(title), end


def _parties(above: Sequence[str], columns: int) -> list[str]:
    """What stands over each column: "DISTRIBUTOR: ACME INC.:" stands over two, "ACME INC.      ORVIK AB" as well."""
    for line in reversed(above):
        text = line.strip()
        if _SIGNED.search(text) or _LABELLED.match(text) or _OTHER.search(text):
            continue
        if columns == 1:
            return [text.rstrip(":")]
        heads = [head.strip() for head in _COLUMNS.split(text) if head.strip()]
        if len(heads) == columns:
            return heads
    return [""] * columns

"""Whose facts a document states: the company that it presents, or the one that it proposes to buy."""

import re
from collections import Counter
from collections.abc import Iterator

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.scaling import margins
from sleuth.language.companies import without_legal_form
from sleuth.language.metrics import is_whole
from sleuth.language.scale import without_units
from sleuth.language.scenario import read_scenarios
from sleuth.language.timing import names_month_alone
from sleuth.language.tokens import letter_words
from sleuth.language.weight import is_legal_form
from sleuth.language.wordlist import wordlist

_OPENING = 600  # characters in which a document presents whose it is
_PATTERNS = wordlist("patterns", "findings")
_COMPANY = re.compile(_PATTERNS["company"])
_LEAD = re.compile(_PATTERNS["company_lead"], re.IGNORECASE)
_TARGET = re.compile(_PATTERNS["target"].replace("{company}", f"(?P<named>{_PATTERNS['company']})"))
_WITHIN = re.compile(wordlist("labels")["within"], re.IGNORECASE)
_TITLE = re.compile("|".join(form for form in _PATTERNS["titles"].values()), re.IGNORECASE)
_GRANTED = re.compile(rf"{_PATTERNS['company']}[ \t]+{_PATTERNS['granted']}")
_AUTHOR = re.compile(rf"{_PATTERNS['company']}{_PATTERNS['author']}")
_RECIPIENT = re.compile(_PATTERNS["recipient"], re.IGNORECASE | re.MULTILINE)
_ADVISER = re.compile(_PATTERNS["adviser"], re.IGNORECASE)  # it writes of others
_UNTOLD = re.compile(_PATTERNS["untold"], re.IGNORECASE)
_DOTTED = re.compile(r"(?:Inc|INC|Corp|CORP|Ltd|LTD|L\.L\.C|L\.P|N\.V|B\.V|S\.A|S\.r\.l|S\.p\.A)\.\Z")
_TERM = re.compile(r'[“"]([^”"]{1,40})[”"]')
_TERMS = re.compile(r'(?:[“"][^”"]{1,40}[”"](?:[,\s]|and\b|or\b)*){2,}')
_OWN_TERMS = frozenset(
    {"we", "us", "our", "ours", "company", "the company", "group", "the group", "corporation", "registrant"}
)
_LOOSE_FORMS = _OWN_TERMS | {"co", "holding", "holdings", "koncernen"}  # legal forms that are words as well
_REGISTRANT = re.compile(r"([^\n]{2,80})\n+\s*\(Exact name of registrant", re.IGNORECASE)
_ENTITY = re.compile(
    r"(?:Entity Registrant Name|(?<![^\n])(?:Company name|Name of (?:the )?(?:entity|company|issuer)))[:\t ]+"
    r"(?=[^a-z])([^\n\t]{2,80})"
)
_DISCLAIMED = re.compile(r"[^.]{1,300}\btakes? no responsibility\b", re.IGNORECASE)  # an exchange, of what it publishes


def companies_in(text: str) -> frozenset[str]:
    """The companies that a text names with their legal form, as it writes them."""
    return frozenset(found[1] for found in _COMPANY.finditer(text))


def subject_of(source: Source, front: str) -> str:
    """The company whose facts a document states, by its front; "" where none, or more than one, may be meant."""
    if found := _ENTITY.search(front) or _REGISTRANT.search(front):
        return " ".join(found[1].replace("_", " ").split())
    if targets := {name.casefold(): name for found in _TARGET.finditer(front) for name in companies(found["named"])}:
        return next(iter(targets.values())) if len(targets) == 1 else ""
    return _presented(source, front) or _self_named(source) or _called_in_short(source)


def subject_of_sheet(page: Page, of_workbook: str, is_statement: bool) -> str | None:
    """Whose figures a sheet of a workbook holds: whom both its first line and its label name, else the workbook's.

    "Pepsi Income Statement" on the sheet "Pepsi" is another company's in a model, and so is a statement on the sheet
    "Diageo plc" (`is_statement`: it holds one). None where a first line names two.
    """
    first = page.text.strip().partition("\n")[0].split("\t")
    titled = [name for line in first if _TITLE.search(line) and (name := _TITLE.sub(" ", line)) and _told(name)]
    if len(titled) > 1:
        return None
    named = titled or (first[:1] if is_statement and not _TITLE.search(first[0]) else [])
    if not named or not _told(named[0]) & _told(page.label) or not _is_proper(named[0]):
        return of_workbook
    return " ".join(re.findall(r"[\w&.'’-]+", named[0]))


def part_of_sheet(page: Page) -> tuple[str, ...]:
    """The part of a company, or the case of a plan, of which all figures of a sheet are by its name or its first line:
    "Downside", "School segment"; empty for the whole, and for the base case.
    """
    names = [page.label, *page.text.strip().partition("\n")[0].split("\t")[:1]]
    told = (_WITHIN.fullmatch(name.partition(",")[0].strip()) for name in names)
    return next(((found["case"] or found["part"],) for found in told if found is not None), ())


def _is_proper(title: str) -> bool:
    """Whether a title may be a proper name: no word of it is in small letters, and none is of a scenario.

    "Outlook beyond budget, base case" tells what a sheet holds, not whose figures they are.
    """
    bare = without_legal_form(re.split(r"[,.;:(]|\s[–-]\s", title)[0].strip())
    words = letter_words(bare, 3)
    return not any(word.islower() and word not in ("and", "och") for word in words) and not read_scenarios(bare)


def _told(text: str) -> set[str]:
    """The words of a title that may name somebody: none for the whole, nor of a time ("Group – June 2025")."""
    words = letter_words(_UNTOLD.sub(" ", without_units(text)), 3)
    return {word for word in words if not (is_whole(word) or names_month_alone(word))}


def _outside_cells(page: Page) -> str:
    """A page's text without the bodies of its tables: whom a list names, its document is not about."""
    text = page.text
    spans = [(cell.start, cell.end) for table in page.tables for cell in table.cells() if cell.row in table.row_paths]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def companies(text: str) -> Iterator[str]:
    """The names of companies in a text, without what stands before them: "Meeting of Acme plc." is Acme plc."""
    for found in _COMPANY.finditer(_with_legal_forms(text)):
        name = _LEAD.sub("", " ".join(found[1].split()))
        if all(is_legal_form(word.strip(",")) for word in name.split()):
            continue  # what a line break left of a name: "SGPS, S.A."
        yield name if _DOTTED.search(name) else name.rstrip(".")


def _with_legal_forms(text: str) -> str:
    """A text of the same length, with a line that only holds a legal form behind the name that it belongs to."""
    first, *lines = text.split("\n")
    return first + "".join((" " if _is_form_alone(line) else "\n") + line for line in lines)


def _is_form_alone(line: str) -> bool:
    words = re.split(r"[\s,]+", line.strip(" .,"))
    return all(map(is_legal_form, words)) and any(word.casefold() not in _LOOSE_FORMS for word in words)


def _self_named(source: Source) -> str:
    """The name that a document gives to whom it also calls "we": "The terms “Company,” “Disney,” “we” … are used"."""
    for page in source.pages:
        for found in _TERMS.finditer(page.text):
            terms = [term.strip(" ,") for term in _TERM.findall(found[0])]
            own: list[str] = [term for term in terms if term[:1].isupper() and term.casefold() not in _OWN_TERMS]
            if len(own) == 1 and any(term.casefold() in _OWN_TERMS for term in terms):
                return own[0]
    return ""


def _presented(source: Source, front: str) -> str:
    """The company that the opening names, if the front names it much more often than any other.

    Whom the document's own title names alone need only be named as often: a table further on may be of an acquired one.
    """
    told = [page for page in source.pages if source.page_source is not PageSource.SHEET or page.number == 1]
    captions = "\n".join(table.caption for page in told for table in page.tables)
    cover = _outside_cells(source.pages[0])[:_OPENING] if source.pages else ""
    opening = "\n".join((source.title, cover, *margins(source), captions))
    opening = _DISCLAIMED.sub(" ", opening)
    opening = _RECIPIENT.sub(" ", _AUTHOR.sub(" ", _GRANTED.sub(" ", opening)))
    presented = {name.casefold() for name in companies(opening) if not _ADVISER.search(name)}
    front = _outside_cells(source.pages[0]) if source.page_source is PageSource.SHEET and source.pages else front
    names = [name for name in companies(f"{opening}\n{front}") if name.casefold() in presented]
    best = Counter(name.casefold() for name in names).most_common(2)
    titled = {name.casefold() for name in companies(source.title)}
    if best and titled == {best[0][0]}:
        best = best[:1]
    if not best or (len(best) > 1 and best[0][1] < 2 * best[1][1]):
        return ""  # none, or several as often: a contract between two is not the report of one
    return min((name for name in names if name.casefold() == best[0][0]), key=_is_in_capitals)


def _called_in_short(source: Source) -> str:
    """The one company that a document names anywhere with its legal form, and whose name without it stands alone in its
    opening or on all pages: "Delaunoy – Universal Registration Document 2024" is of Delaunoy SA.
    """
    cover = source.pages[0].text[:_OPENING] if source.pages else ""
    lines = [*cover.split("\n"), *margins(source)]
    alone = {part.strip().casefold() for line in lines for part in re.split(r"\s[-–—|·]\s", line)}
    text = "\n".join(page.text for page in source.pages)
    named = {name for name in companies(text) if without_legal_form(name).casefold() in alone - {""}}
    return named.pop() if len({name.casefold() for name in named}) == 1 else ""


def _is_in_capitals(name: str) -> bool:
    """Whether a name stands in capitals, as on a cover: "HALDEN HOLDINGS, Inc."."""
    return without_legal_form(name).isupper()

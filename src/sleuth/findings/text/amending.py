"""Which agreement an amendment amends: by what that is called, its parties and its date; or it is bound behind it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import PurePath

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.finding import subject_key
from sleuth.findings.subjects import companies
from sleuth.findings.text.changing import Change, changes
from sleuth.findings.text.contracts import FRONT, agreement_title
from sleuth.findings.text.parties import parties_of
from sleuth.language.currency import is_code
from sleuth.language.dates import read_dates
from sleuth.language.glyphs import plain
from sleuth.language.tokens import spaced, stems
from sleuth.language.wordlist import wordlist

_LEAST_PARTIES = 2
_LEAST_CHANGES = 2  # that a board's minutes, which tell of one, are no amendment
_LINES_OF_TITLE = 4
_LINES_OF_PAGE = 8
_WORDS_OF_TITLE = 6
_LEAST_NAME = 5  # letters
_CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[\w.]+(?:[/-][\w.]+)+")  # letters and a number, in pieces
_TO_DATE = 30  # characters from what an agreement is called to the end of its date


@dataclass(frozen=True, slots=True)
class Cover:
    """How a document opens: by this it is told what it is."""

    id: int
    filename: str
    title: str
    text: str  # of its first page, from the beginning

    @property
    def source(self) -> Source:
        """The same, as the readers of agreements take it."""
        return Source(self.filename, "", PageSource.WHOLE, (Page(1, self.text, ""),), self.title)

    @property
    def opening(self) -> str:
        """The words in which an agreement calls itself one, in one line."""
        return " ".join(self.text[:FRONT].split())


def amended(covers: Sequence[Cover]) -> Mapping[int, int]:
    """Each amendment with the one agreement that it amends: by what that is called, its parties and its date."""
    amending = [one for one in covers if is_amendment(one)]
    others = [one for one in covers if one not in amending] if amending else []
    found: dict[int, int] = {}
    for one in amending:
        fitting = [other.id for other in others if _is_of(one, other)]
        if len(fitting) == 1:
            found[one.id] = fitting[0]
    return found


def is_amendment(cover: Cover) -> bool:
    """Whether a document says of itself, in its name or where it begins, that it amends another; or begins to do so,
    whatever it is called.
    """
    named = says_amendment(f"{cover.filename} {cover.title}") or opens_amendment(cover.text)
    return named or _changes_another(cover)


def _changes_another(cover: Cover) -> bool:
    """Whether a paper that calls an agreement by its name changes clauses by their numbers, one after the other."""
    is_message = cover.filename.lower().endswith((".eml", ".msg"))
    called = re.search(wordlist("contracts", "findings")["agreement"]["says"], cover.opening.casefold())
    if is_message or called is None:
        return False
    return len({one.target for one in changes(cover.source.pages)}) >= _LEAST_CHANGES


def bound_behind(pages: Sequence[Page]) -> tuple[int, list[Change]]:
    """How many pages of a file are its agreement's own, and what the amendment changes that is bound behind them.

    A page opens one by its title, which is none that the first page has too, and changes clauses from there on; a line
    over several pages may be that of the file, and is a title where no other is. All pages are the agreement's where
    none opens one, and those of an amendment by itself.
    """
    front = Source("", "", PageSource.WHOLE, tuple(pages[:1]))
    if _is_title_of_amendment(agreement_title(front)):
        return len(pages), []
    tops = [dict.fromkeys(_top_lines(page)) for page in pages]
    counts = Counter(line for top in tops for line in top)
    first = tops[0] if tops else {}
    titled = [[one for one in top if one not in first and _has_title_of_amendment(one)] for top in tops]
    alone = [number for number, lines in enumerate(titled) if any(counts[one] == 1 for one in lines)]
    for number in alone or [number for number, lines in enumerate(titled) if lines]:
        if found := changes(pages[number:]):
            return number, found
    return len(pages), []


def amended_from(pages: Sequence[Page]) -> int:
    """From which page of a file on an amendment is bound, also where what it changes is not read; all where none is."""
    own, _ = bound_behind(pages)
    first = set(_top_lines(pages[0])) if pages else set()
    opens = (n for n, page in enumerate(pages) if n and any(map(_is_title_of_amendment, {*_top_lines(page)} - first)))
    return min(own, next(opens, own))


def opens_amendment(text: str) -> bool:
    """Whether a document begins with the title of an amendment."""
    lines = [line.strip() for line in text[:FRONT].splitlines() if line.strip()]
    return any(map(_is_title_of_amendment, lines[:_LINES_OF_TITLE]))


def _top_lines(page: Page) -> list[str]:
    """The lines that a page begins with, without the numbers that differ from page to page at their ends."""
    lines = [line.strip() for line in page.text.splitlines() if line.strip()]
    return [line.rstrip("0123456789/ ") for line in lines[:_LINES_OF_PAGE]]


def says_amendment(name: str) -> bool:
    """Whether a name, or what is asked, speaks of an amendment."""
    return re.search(wordlist("contracts", "findings")["amending"]["called"], spaced(name).casefold()) is not None


def _is_title_of_amendment(line: str) -> bool:
    return re.match(wordlist("contracts", "findings")["agreement"]["changes"], line.casefold()) is not None


def _has_title_of_amendment(line: str) -> bool:
    """Whether a line, or a piece of one, is the title of an amendment: "PART B - AMENDMENT NO. 2", "… DATED 14 JUNE
    2022: WAIVER AND AMENDMENT LETTER".
    """
    pieces = [piece.strip() for piece in re.split(r"\s[–—-]\s|:\s|\|", line)]
    behind = [piece for piece in pieces[1:] if len(piece.split()) <= _WORDS_OF_TITLE and piece[-1:] not in ".;,"]
    return any(map(_is_title_of_amendment, pieces)) or any(map(says_amendment, behind))


def _is_of(one: Cover, agreement: Cover) -> bool:
    """Whether an amendment names an agreement: what it is called, and its parties, and no other date than its own."""
    called = called_plainly(agreement)
    opening = one.opening
    if not called or not stems(called, "en") <= stems(opening, "en"):
        return False
    if any(code in opening.casefold() for code in _codes(called)):
        return True
    keys = {subject_key(party.name) for party in parties_of(agreement.source)}
    told = subject_key(opening)
    named = sum(key in told for key in keys or map(subject_key, companies(agreement.text[:FRONT])))
    own, said = _dates(agreement.opening), _dates(opening)
    has_date = bool(own & said)
    # The one date that it names may be its own; beside both parties others may be of its terms.
    is_of_another = (len(said) > 1 and named < _LEAST_PARTIES) or _is_dated(one.text[:FRONT], called)
    if own and said and not has_date and is_of_another:
        return False
    # Of parties in a form that is not known, or that the amendment does not name, the title and the date may decide.
    are_unread = not keys or not any(companies(opening))
    if are_unread and not own and _shares_name(agreement, called, told):
        return True
    return named >= _LEAST_PARTIES or (has_date and (named > 0 or are_unread))


def _codes(called: str) -> list[str]:
    """The numbers by which an agreement is filed, in small letters: "pt-04/2019" of "Contract PT-04/2019"."""
    return [word.casefold().strip(".,") for word in called.split() if _CODE.fullmatch(word.strip(".,"))]


def may_be_of(one: Cover, agreement: Cover) -> bool:
    """Whether a paper that calls itself an amendment says, in one run, what an agreement is called."""
    called = subject_key(called_plainly(agreement))
    return bool(called) and called in subject_key(one.opening)


def called_plainly(agreement: Cover) -> str:
    """What an agreement is called, without its size, who it is with, the number of the file and what is said of the
    copy: "Halden / Orvik GBP 25,000,000 Facility Agreement (conformed copy)" is a facility agreement.
    """
    title = _without_amount(agreement_title(agreement.source))
    names = {party.name for party in parties_of(agreement.source)} or companies(agreement.text[:FRONT])
    parties = {word for name in names for word in subject_key(name).split()}
    kind = re.compile(wordlist("contracts", "findings")["agreement"]["says"])
    copy = wordlist("contracts", "findings")["agreement"]["copy"].split()
    told = [word for word in title.split() if word.casefold() not in copy]
    left = [word for word in told if subject_key(word) not in parties or kind.search(word.casefold())]
    return " ".join(left).strip(" /&-–—") if len(left) > 1 else " ".join(told)


def _shares_name(agreement: Cover, called: str, told: str) -> bool:
    """Whether an opening, folded, has a word of an agreement's filename that is none of what it is called."""
    title = subject_key(called).split()
    words = [word for word in subject_key(spaced(PurePath(agreement.filename).stem)).split() if word.isalpha()]
    return any(len(word) >= _LEAST_NAME and word not in title and word in told.split() for word in words)


def _is_dated(text: str, called: str) -> bool:
    """Whether a line says of what day the agreement is that is amended: "to the Facility Agreement of 3 May 2022"."""
    behind = (line.casefold().partition(called.casefold()) for line in text.splitlines())
    return any(name and _dates(rest[:_TO_DATE]) for _, name, rest in behind)


def _without_amount(title: str) -> str:
    """What an agreement is called, without the size of it, the number of the file, and what is said of the copy in
    brackets: "GBP 25,000,000 Revolving Facility Agreement (conformed copy)"."""
    words = re.sub(r"\([^()]*\)|\A\S*/\S*\d\S*\s", " ", title).split()  # "PV/NCB/4471.12 Facilities Agreement"
    return " ".join(
        word
        for word, following in zip_longest(words, words[1:], fillvalue="")
        if not (_is_number(word) or (is_code(word) and _is_number(following)))
    )


def _is_number(word: str) -> bool:
    """Whether a word is an amount, or the number of a page."""
    return word[:1].isdigit()


def _dates(text: str) -> frozenset[tuple[int, int, int]]:
    """The days that a text names."""
    found = read_dates(plain(text).text)
    return frozenset((one.year, one.month, one.day) for one in found if one.year and one.month and one.day)


def latest_day(text: str) -> tuple[int, int, int]:
    """The latest day that the opening of a document names: that from which it holds; zeros where it names none."""
    return max(_dates(" ".join(text.split())), default=(0, 0, 0))

"""Matters on which a buyer acts: disputes, control, dependence, remarks; each as the sentence that states or denies it.

A denial ("not involved in any litigation") is a finding of its own kind, so that it can be held against what other
documents state.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Page, Source, Span
from sleuth.findings.finding import Finding
from sleuth.findings.profile import Profile
from sleuth.findings.text.contracts import is_agreement
from sleuth.findings.text.sentences import Sentence, statements
from sleuth.language.glyphs import plain_line
from sleuth.language.wordlist import wordlist

MATTER = "matter: "  # what the metric of such a finding begins with
STATED, DENIED = "words: states a matter", "words: denies a matter"

_LEAST_WORDS = 6  # of a sentence that the next goes on from, and of a cell of a table that is a sentence
_LONGEST = 700  # characters of what is quoted
_CLAUSE_END = re.compile(r"[.;,:]")
ITEM = re.compile(r"\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2})\)\s*")  # the mark of an item amid a sentence: "(b)"
_PERSON = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-ZÅÄÖÆØ][a-zåäöæøéü]+(?:-[A-ZÅÄÖ][a-zåäö]+)?\b")
_OFFICE = re.compile(
    r"\b(?:ceo|cfo|coo|cto|cco|chief \w+ officer|managing director|vd|\w*chef(?:en)?|direktör\w*|chair\w*)\b"
)


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter and how sentences state it."""

    key: str
    domain: str
    hints: tuple[str, ...]
    says: tuple[re.Pattern[str], ...]  # each must stand in the sentence, or in the two that are read together
    unless: re.Pattern[str] | None
    denies: re.Pattern[str] | None
    closed: re.Pattern[str] | None  # what says that it is over
    first: re.Pattern[str] | None  # wordings that weigh most
    is_foreseen: bool  # what a provision foresees may be worded with "may"
    is_news: bool  # letters and minutes tell it before accounts do
    within: int  # sentences that are read together
    needs_person: bool

    def is_stated(self, text: str, original: str) -> bool:
        """Whether a sentence, in plain form, states the matter."""
        if not all(form.search(text) for form in self.says) or (self.unless and self.unless.search(text)):
            return False
        if not self.is_foreseen and (_doubt().search(text) or _is_absent(self.says[0], text)):
            return False
        return not self.needs_person or bool(_PERSON.search(original) or _OFFICE.search(text))

    def is_denied(self, text: str) -> bool:
        """Whether a sentence, in plain form, denies the matter."""
        return self.denies is not None and self.denies.search(text) is not None


@cache
def matters() -> tuple[Matter, ...]:
    """The matters of `data/matters.toml`, in its order: the weightiest first."""
    return tuple(map(_matter, wordlist("matters", "findings")["matter"]))


def _matter(entry: Mapping[str, Any]) -> Matter:
    def form(name: str) -> re.Pattern[str] | None:
        return re.compile(entry[name]) if name in entry else None

    return Matter(
        key=entry["key"],
        domain=entry["domain"],
        hints=tuple(entry["hints"]),
        says=tuple(map(re.compile, entry["says"])),
        unless=form("unless"),
        denies=form("denies"),
        closed=form("closed"),
        first=form("first"),
        is_foreseen=bool(entry.get("foreseen")),
        is_news=bool(entry.get("news")),
        within=int(entry.get("within", 1)),
        needs_person=entry.get("needs") == "person",
    )


@cache
def _doubt() -> re.Pattern[str]:
    return re.compile(wordlist("matters", "findings")["doubt"])


def _is_absent(says: re.Pattern[str], text: str) -> bool:
    """Whether all that a sentence says of a matter is that there is none of it: "has received no notice of claims"."""
    clauses: dict[int, bool] = {}  # where each clause that speaks of it begins → whether it says that there is none
    for match in says.finditer(text):
        ends = [end.end() for end in _CLAUSE_END.finditer(text, 0, match.start())]
        start = max(ends, default=0)
        is_absent = _absent().search(text[start : match.start()]) is not None
        clauses[start] = clauses.get(start, False) or is_absent
    return bool(clauses) and all(clauses.values())


@cache
def _absent() -> re.Pattern[str]:
    return re.compile(wordlist("matters", "findings")["absent"])


@cache
def _provision() -> re.Pattern[str]:
    return re.compile(wordlist("matters", "findings")["provision"])


def matter_findings(source: Source, about: Profile) -> list[Finding]:
    """What the sentences of a source, and the cells of its tables that are sentences, state and deny of matters."""
    in_contract = is_agreement(source)
    return [
        finding
        for page in source.pages
        for finding in _of_page(source, page, [*_sentences(page), *_cells(page)], about, in_contract)
    ]


def _sentences(page: Page) -> Iterator[Sentence]:
    return (sentence for sentence in statements(page) if not sentence.is_heading)


def _cells(page: Page) -> Iterator[Sentence]:
    for table in page.tables:
        for cell in table.cells():
            text = page.text[cell.start : cell.end]
            if len(text.split()) >= _LEAST_WORDS:
                yield Sentence(cell.start, cell.end, text)


def _of_page(source: Source, page: Page, said: list[Sentence], about: Profile, in_contract: bool) -> Iterator[Finding]:
    told: set[tuple[str, int]] = set()  # a sentence that was quoted as the second of two is not quoted again
    for one, following in zip_longest(said, said[1:]):
        if one is None or _is_part(one.text) or one.text.rstrip().endswith("?"):
            continue
        lower = one.text.lower()
        for matter in matters():
            if not any(hint in lower for hint in matter.hints) or (matter.key, one.start) in told:
                continue
            stretch = _stated(matter, page, one, following, in_contract)
            if stretch is not None:
                if following is not None and stretch.end > one.end:
                    told.add((matter.key, following.start))
                yield _finding(source, page, stretch, matter, about, STATED)
            elif matter.is_denied(plain_line(one.text)):
                yield _finding(source, page, one, matter, about, DENIED)


def _is_part(text: str) -> bool:
    """Whether a text goes on with a sentence that began before it: "… of the shares", "(b) an Operator default; or"."""
    mark = ITEM.match(text)
    return text[mark.end() if mark else 0 :][:1].islower()


def _stated(
    matter: Matter, page: Page, one: Sentence, following: Sentence | None, in_contract: bool
) -> Sentence | None:
    """The sentence that states a matter, or it and the next; None where they do not.

    What is foreseen ("may terminate") counts in agreements, and where others tell of a provision; what an agreement
    lays down ("shall notify of any claim") states no other matter.
    """
    if matter.is_denied(plain_line(one.text)):
        return None
    if in_contract and not matter.is_foreseen and _provision().search(plain_line(one.text)):
        return None
    if matter.is_stated(plain_line(one.text), one.text):
        return one
    if matter.within < 2 or following is None or not in_contract or len(one.text.split()) < _LEAST_WORDS:
        return None
    if not matter.says[0].search(plain_line(one.text)):
        return None
    both = Sentence(one.start, following.end, page.text[one.start : following.end])
    joined = len(both.text) <= _LONGEST and "\n\n" not in both.text
    follows = following.start >= one.end
    return both if joined and follows and matter.is_stated(plain_line(both.text), both.text) else None


def _finding(source: Source, page: Page, said: Sentence, matter: Matter, about: Profile, rule: str) -> Finding:
    span = Span(page.number, said.start, said.end)
    return Finding(
        metric=f"{MATTER}{matter.key}", label=matter.key, span=span, locator=locator(source, span), quote=said.text,
        rule=rule, subject=about.subject, text=" ".join(said.text.split()), domain=matter.domain,
    )  # fmt: skip

"""Facts in words: people and roles, ownership, customers, litigation, and the terms of contracts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Page, Source, Span
from sleuth.findings.finding import Factor, Finding
from sleuth.findings.profile import Profile
from sleuth.findings.tables.registers import register_findings
from sleuth.findings.text.contracts import FRONT, contract_name, is_agreement
from sleuth.findings.text.parties import parties_of
from sleuth.findings.text.sentences import Sentence, statements
from sleuth.language.wordlist import wordlist

_NAME = r"[A-ZÅÄÖÜ][a-zåäöüéß'’-]+"
_BEGINS, _ENDS = (re.compile(form) for form in (rf"(?:{_NAME}\x20){{2}}{_NAME}", rf"(?:{_NAME}\x20){{2}}{_NAME}\Z"))
_BEFORE, _BEHIND = re.compile(rf"{_NAME}\x20\Z"), re.compile(rf"\x20{_NAME}")
_HOLDER = re.compile(rf"{_NAME}\x20{_NAME}\x20\Z")
_LONGEST_NAMES = 60  # characters


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of fact and the wordings that state it."""

    key: str
    domain: str
    hints: tuple[str, ...]  # a sentence without any of them, in small letters, is not looked at
    patterns: tuple[re.Pattern[str], ...]
    needs: re.Pattern[str]
    unless: re.Pattern[str] | None
    in_contracts: bool
    unnamed: bool  # only of agreements whose parties are not found one by one
    in_front: bool  # only where the document begins
    once: bool  # only its first statement counts
    many: bool  # a sentence may state it several times


def fact_findings(source: Source, about: Profile) -> list[Finding]:
    """What the sentences of a source state in words, in reading order; each with its sentence as quote.

    The facts of an agreement are of the agreement; all others are of whom the document is about.
    """
    contract = is_agreement(source)
    agreement = contract_name(source) if contract else ""
    found: list[Finding] = []
    said: set[str] = set()
    for page in source.pages:
        for sentence in statements(page):
            for fact in _facts():
                if (fact.in_contracts and not contract) or (fact.once and fact.key in said):
                    continue
                if fact.unnamed and agreement:
                    continue
                if _may_state(fact, sentence, page.number == 1 and sentence.start < FRONT):
                    subject = agreement if fact.in_contracts and agreement else about.subject
                    stated = list(_stated(source, page, sentence, fact, subject))
                    said |= {fact.key for _ in stated}
                    found += stated
    listed = register_findings(source, about.subject)
    return [*found, *listed, *_parties(source, agreement)] if agreement else [*found, *listed]


def _may_state(fact: Fact, sentence: Sentence, in_front: bool) -> bool:
    lower = sentence.text.lower()
    if not any(hint in lower for hint in fact.hints) or (fact.in_front and not in_front):
        return False
    if fact.unless is not None and fact.unless.search(sentence.text):
        return False
    return fact.needs.search(sentence.text) is not None


def _parties(source: Source, agreement: str) -> Iterator[Finding]:
    text = source.pages[0].text
    for party in parties_of(source):
        span = Span(source.pages[0].number, party.start, party.end)
        quote = text[text.rfind("\n", 0, party.start) + 1 : (text.find("\n", party.end) + 1 or len(text) + 1) - 1]
        yield Finding(
            metric="contract party", label="contract party", span=span, locator=locator(source, span),
            quote=quote.strip(), rule="words: a party with its defined name", subject=agreement, text=party.name,
            domain="legal",
        )  # fmt: skip


def _stated(source: Source, page: Page, sentence: Sentence, fact: Fact, subject: str) -> Iterator[Finding]:
    for match in _matches(fact, sentence.text):
        start, end = match.span("value")
        span = Span(page.number, sentence.start + start, sentence.start + end)
        yield Finding(
            metric=fact.key, label=fact.key, span=span, locator=locator(source, span), quote=sentence.text,
            rule="words: a wording of this fact", subject=subject, text=" ".join(match["value"].split()),
            domain=fact.domain, factors=(Factor("stated in prose", 0.1),),
        )  # fmt: skip


def _is_torn(text: str, start: int, end: int) -> bool:
    """Whether what is stated begins or ends amid names that run on: two signatures, or two columns, in one line."""
    value, before = text[start:end], text[max(start - _LONGEST_NAMES, 0) : start]
    if _role().match(value) is None:
        return bool(_BEGINS.match(value) and _BEFORE.search(before))
    runs_on = _ENDS.search(value[-_LONGEST_NAMES:]) and _BEHIND.match(text, end)
    return bool(runs_on or _HOLDER.search(before))  # "Ulrika Berg Managing Director, Sweden"


@cache
def _role() -> re.Pattern[str]:
    return re.compile(wordlist("facts", "findings")["parts"]["role"])


def _matches(fact: Fact, text: str) -> list[re.Match[str]]:
    """What the first wording that fits states; of a fact that may be stated many times, all that do not overlap."""
    found: list[re.Match[str]] = []
    for pattern in fact.patterns:
        for match in pattern.finditer(text):
            start, end = match.span("value")
            is_apart = all(end <= other.start("value") or start >= other.end("value") for other in found)
            if is_apart and not _is_torn(text, start, end):
                found.append(match)
            if not fact.many:
                return found
    return found


@cache
def _facts() -> tuple[Fact, ...]:
    lists = wordlist("facts", "findings")
    return tuple(
        Fact(
            entry["key"],
            entry["domain"],
            tuple(entry["hints"]),
            tuple(_compiled(form, lists["parts"]) for form in entry["patterns"]),
            re.compile(entry.get("needs", "")),
            re.compile(entry["unless"]) if "unless" in entry else None,
            entry.get("of") == "contract",
            bool(entry.get("unnamed")),
            bool(entry.get("front")),
            bool(entry.get("once")),
            bool(entry.get("many")),
        )
        for entry in lists["fact"]
    )


def _compiled(form: str, parts: dict[str, str]) -> re.Pattern[str]:
    """A pattern with its parts filled in; a blank stands for any white space, as lines may break anywhere."""
    for name, part in parts.items():
        form = form.replace(f"{{{name}}}", part)
    return re.compile(form.replace(" ", r"\s+").replace(r"\s+?", r"\s*"))

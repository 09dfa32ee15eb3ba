"""Facts in words: people and roles, ownership, customers, litigation, and the terms of contracts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Page, Source, Span
from sleuth.findings.contracts import is_agreement
from sleuth.findings.finding import Factor, Finding
from sleuth.findings.profile import Profile
from sleuth.findings.sentences import Sentence, sentences
from sleuth.findings.wordlist import wordlist


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of fact and the wordings that state it."""

    key: str
    domain: str
    hints: tuple[str, ...]  # a sentence without any of them, in small letters, is not looked at
    patterns: tuple[re.Pattern[str], ...]
    in_contracts: bool
    once: bool  # only its first statement counts


def fact_findings(source: Source, about: Profile) -> list[Finding]:
    """What the sentences of a source state in words, in reading order; each with its sentence as quote."""
    contract = is_agreement(source)
    said: set[str] = set()
    found = []
    for page in source.pages:
        for sentence in sentences(page, source.kind):
            lower = sentence.text.lower()
            for fact in _facts():
                if not any(hint in lower for hint in fact.hints):
                    continue
                if (fact.in_contracts and not contract) or (fact.once and fact.key in said):
                    continue
                for finding in _stated(source, page, sentence, fact, about):
                    said.add(fact.key)
                    found.append(finding)
    return found


def _stated(source: Source, page: Page, sentence: Sentence, fact: Fact, about: Profile) -> Iterator[Finding]:
    for pattern in fact.patterns:
        if match := pattern.search(sentence.text):
            start, end = match.span("value")
            span = Span(page.number, sentence.start + start, sentence.start + end)
            yield Finding(
                metric=fact.key, label=fact.key, span=span, locator=locator(source, span), quote=sentence.text,
                rule="words: a wording of this fact", subject=about.subject, text=" ".join(match["value"].split()),
                domain=fact.domain, factors=(Factor("stated in prose", 0.1),),
            )  # fmt: skip
            return


@cache
def _facts() -> tuple[Fact, ...]:
    lists = wordlist("facts")
    return tuple(
        Fact(
            entry["key"],
            entry["domain"],
            tuple(entry["hints"]),
            tuple(_compiled(form, lists["parts"]) for form in entry["patterns"]),
            entry.get("of") == "contract",
            bool(entry.get("once")),
        )
        for entry in lists["fact"]
    )


def _compiled(form: str, parts: dict[str, str]) -> re.Pattern[str]:
    """A pattern with its parts filled in; a blank stands for any white space, as lines may break anywhere."""
    for name, part in parts.items():
        form = form.replace(f"{{{name}}}", part)
    return re.compile(form.replace(" ", r"\s+").replace(r"\s+?", r"\s*"))

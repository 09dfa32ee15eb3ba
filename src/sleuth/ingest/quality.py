"""How much weight a document's statements carry, and the words in it that say so."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from sleuth.evidence.source import Source
from sleuth.findings.text.contracts import is_agreement
from sleuth.language.wordlist import wordlist


class Quality(StrEnum):
    """Kinds of source, from the most to the least authoritative."""

    AUDITED = "audited"
    FILED = "filed"
    MANAGEMENT = "management"
    DRAFT = "draft"
    CORRESPONDENCE = "correspondence"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A quality and the evidence for it: the words found, and where."""

    quality: Quality
    reason: str


_FRONT = 6_000  # characters; a document says what it is at its beginning
_OPENING = 300
_HEAD = 600
_AUDIT = 400  # characters at the top of a page


def judge(source: Source) -> Judgement:
    """The document's quality, by its kind, name, auditor's report, signatures and front, in that order of trust."""
    if source.kind == "eml":
        return Judgement(Quality.CORRESPONDENCE, "an e-mail message")
    front = "\n".join(page.text for page in source.pages[:5])[:_FRONT]
    return (
        _sign(source.filename, "name", Quality.DRAFT, "file name")
        or _sign(front[:_OPENING], "opening", Quality.DRAFT, "opening words")
        or _audit(source)
        or _sign(front, "front", Quality.FILED, "front matter")
        or _signed(source)
        or _sign(front, "front", Quality.MANAGEMENT, "front matter")
        or _sign(front[:_HEAD], "line", Quality.MANAGEMENT, "front matter")
        or _sign(source.filename, "name", Quality.MANAGEMENT, "file name")
        or Judgement(Quality.UNKNOWN, "nothing in the document says what kind of source it is")
    )


def _sign(text: str, place: str, quality: Quality, where: str) -> Judgement | None:
    found = _pattern(place, quality).search(text)
    return Judgement(quality, f"{where}: “{' '.join(found[0].split())}”") if found else None


@cache
def _pattern(place: str, quality: Quality) -> re.Pattern[str]:
    return re.compile(wordlist("quality", "findings")[place][quality.value], re.IGNORECASE | re.MULTILINE)


def _audit(source: Source) -> Judgement | None:
    for page in source.pages:  # as a heading: reports of others are merely mentioned
        found = _pattern("audit", Quality.AUDITED).search(page.text, 0, _AUDIT) or _headed(page.text)
        if found and not _is_review(page.text[found.end() :]):
            return Judgement(Quality.AUDITED, f"{page.label}: “{' '.join(found[0].split())}”")
        if endorsed := _endorsed().search(page.text):
            return Judgement(Quality.AUDITED, f"{page.label}: “{' '.join(endorsed[0].split())}”")
    return None


@cache
def _endorsed() -> re.Pattern[str]:
    return re.compile(wordlist("quality", "findings")["audit"]["endorsed"], re.IGNORECASE | re.MULTILINE)


def _headed(text: str) -> re.Match[str] | None:
    """A heading "Auditor's report" near the top of a page, or its full title anywhere, above what was audited."""
    patterns = wordlist("quality", "findings")["audit"]
    near_top = re.compile(patterns["headed"], re.IGNORECASE | re.MULTILINE).search(text, 0, _AUDIT)
    found = near_top or re.compile(patterns["titled"], re.IGNORECASE | re.MULTILINE).search(text)
    return found if found and re.search(patterns["audits"], text[found.end() :], re.IGNORECASE) else None


def _is_review(report: str) -> bool:
    """Whether an accountant's report tells of a review, as of interim accounts, before it tells of any audit."""
    patterns = wordlist("quality", "findings")["audit"]
    reviewed, audited = (re.search(patterns[word], report, re.IGNORECASE) for word in ("reviews", "audits"))
    return reviewed is not None and (audited is None or reviewed.start() < audited.start())


def _signed(source: Source) -> Judgement | None:
    """An agreement with its signatures; signatures under anything else make it nobody's better word."""
    if not is_agreement(source):
        return None
    return next(filter(None, (_sign(p.text, "signed", Quality.FILED, p.label) for p in source.pages)), None)

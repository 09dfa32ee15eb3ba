"""How much weight a document's statements carry, and the words in it that say so."""

import re
from dataclasses import dataclass
from enum import StrEnum

from sleuth.evidence.source import Source


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
_NAME_SIGNS = (
    (Quality.DRAFT, r"(?<![a-z])(draft|utkast|entwurf)(?![a-z])"),
    (Quality.MANAGEMENT, r"(?<![a-z])(management|board|mgmt|budget|forecast|styrelse)"),
)
_FRONT_SIGNS = (
    (Quality.DRAFT, r"^\W*(draft|utkast)\b|\b(draft of|preliminary draft|confidential draft|draft for discussion)\b"),
    (Quality.FILED, r"securities and exchange commission|statens offentliga utredningar|kommitt[ée]direktiv"),
    (Quality.MANAGEMENT, r"\b(management (accounts|report)|investor presentation|board (update|meeting))\b"),
)  # fmt: skip
_AUDIT_SIGN = re.compile(
    r"report of independent registered public accounting firm|independent auditor.?s.? report|revisionsberättelse"
    r"|bestätigungsvermerk",
    re.IGNORECASE,
)


def judge(source: Source) -> Judgement:
    """The document's quality, by its kind, name, front matter and auditor's report, in that order of trust."""
    if source.kind == "eml":
        return Judgement(Quality.CORRESPONDENCE, "an e-mail message")
    front = "\n".join(page.text for page in source.pages[:5])[:_FRONT]
    return (
        _first_sign(source.filename, _NAME_SIGNS[:1], "file name")
        or _first_sign(front[:300], _FRONT_SIGNS[:1], "opening words")
        or _audit(source)
        or _first_sign(front, _FRONT_SIGNS[1:], "front matter")
        or _first_sign(source.filename, _NAME_SIGNS[1:], "file name")
        or Judgement(Quality.UNKNOWN, "nothing in the document says what kind of source it is")
    )


def _first_sign(text: str, signs: tuple[tuple[Quality, str], ...], where: str) -> Judgement | None:
    for quality, pattern in signs:
        if found := re.search(pattern, text, re.IGNORECASE):
            return Judgement(quality, f"{where}: “{' '.join(found[0].split())}”")
    return None


def _audit(source: Source) -> Judgement | None:
    for page in source.pages:  # as a heading: reports of others are merely mentioned
        if found := _AUDIT_SIGN.search(page.text, 0, 400):
            return Judgement(Quality.AUDITED, f"{page.label}: “{' '.join(found[0].split())}”")
    return None

"""What a question looks for, understood without a model: its words and their weight, its names, years and phrases."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sleuth.errors import UserError
from sleuth.search.lexicon import Entry, entries_for, stopwords

_LONGEST = 10_000  # characters of a question
_FAINT = 0.2  # the weight of a word that tells how to answer
_SAID = 0.7  # the weight of a word that only the lexicon brought in

_WORD = re.compile(r"[^\W_]+(?:[.&-][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s\b", re.IGNORECASE)
_PART = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r'"([^"]{3,200})"|“([^”]{3,200})”|”([^”]{3,200})”|«([^»]{3,200})»')
_FISCAL = re.compile(r"\b(?:FY|CY)[ '’]?(\d{4}|\d{2})(?!\d)|\bfiscal(?: year)? '?(\d{4}|\d{2})(?!\d)", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_QUARTER = re.compile(r"\b(?:Q([1-4])|([1-4])Q)(?=\b|\d)", re.IGNORECASE)
_QUARTERS = {"1": "first quarter", "2": "second quarter", "3": "third quarter", "4": "fourth quarter"}


@dataclass(frozen=True, slots=True)
class Query:
    """A question, ready to be searched for."""

    text: str
    core: str  # the text without the words on how to answer
    language: str | None  # ISO 639-1; None where its small words do not tell
    words: dict[str, float] = field(hash=False)  # as asked or as documents say it → weight, at most 1
    phrases: tuple[str, ...]  # what stood in quotation marks
    years: tuple[int, ...]  # ascending
    said: tuple[str, ...]  # how documents put what is asked for
    front: bool  # it stands where a document opens


def ensure_askable(question: str) -> None:
    """Raises UserError for a question of nothing, or of more than 10,000 characters."""
    if not question.strip():
        raise UserError("the question is empty. Ask something.")
    if len(question) > _LONGEST:
        raise UserError(f"the question has {len(question):,} characters. Ask it in {_LONGEST:,} at most.")


def understand(text: str, *, lexicon: bool = True) -> Query:
    """The query in a question. Any text is a query, if only of no words."""
    entries = entries_for(text) if lexicon else []
    language = _language(text)
    words = _weigh(text, language, entries)
    return Query(
        text=text,
        core=_core(text, words) or text,
        language=language,
        words=words,
        phrases=tuple(next(filter(None, found)).strip() for found in _QUOTED.findall(text)),
        years=tuple(sorted(years(text))),
        said=tuple(dict.fromkeys(phrase for entry in entries for phrase in entry.phrases)),
        front=any(entry.front for entry in entries),
    )


def years(text: str) -> set[int]:
    """The years that a text names: 2018, FY2018, FY18, fiscal '18."""
    short = {int(year) for pair in _FISCAL.findall(text) for year in pair if year}
    return {year if year > 99 else 2000 + year for year in short} | {int(year) for year in _YEAR.findall(text)}


def tokens(text: str) -> list[str]:
    """The words of a text, folded, hyphens and points taken apart."""
    return [word.casefold() for word in _PART.findall(text)]


def _core(text: str, words: Mapping[str, float]) -> str:
    spoken = ((word, _PART.search(word)) for word in text.split())
    return " ".join(word for word, part in spoken if not part or words.get(part[0].casefold(), 1.0) > _FAINT)


def _weigh(text: str, language: str | None, entries: list[Entry]) -> dict[str, float]:
    stops = [stopwords()[language]] if language else list(stopwords().values())
    dropped, faint = frozenset().union(*(s.dropped for s in stops)), frozenset().union(*(s.faint for s in stops))
    weights: dict[str, float] = {}
    for word in [match[0].casefold() for match in _WORD.finditer(_POSSESSIVE.sub("", text))]:
        if word not in dropped:
            weights[word] = _FAINT if word in faint else 1.0
    for year in years(text):
        weights[str(year)] = 1.0
    said = [phrase for entry in entries for phrase in entry.phrases]
    said += [_QUARTERS[number] for pair in _QUARTER.findall(text) for number in pair if number]
    for word in tokens(" ".join(said)):
        if word not in dropped:
            weights.setdefault(word, _SAID)
    return weights


def _language(text: str) -> str | None:
    """The language whose small words the question uses most; None on a tie."""
    words = tokens(text)
    counts = sorted(((sum(word in stop.dropped for word in words), lang) for lang, stop in stopwords().items()))
    return counts[-1][1] if counts[-1][0] > counts[-2][0] else None

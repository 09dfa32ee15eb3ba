"""Measures that a question names, by all their names."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sleuth.reason.lexicon import table
from sleuth.reason.parts import Metric
from sleuth.reason.words import Token, is_stop, stem, tokens

_ARTICLE = re.compile(r"(?<=\w{5})(?:et|en|n|t)$")
_COUNTED = re.compile(
    r"\b(?:how many|hur många) ((?:[\w-]+ ){1,3}?)"
    r"(?:do|does|did|is|are|was|were|has|have|had|can|may|must|will|får|har|hade|är|var|kan|ska)\b",
    re.IGNORECASE,
)


def find_metrics(text: str, language: str) -> tuple[Metric, ...]:
    """The measures that a text names, the longest name first; a name inside a longer one found does not count."""
    found = _named(text, language)
    return () if len(found) == 1 and _is_yardstick(found[0], text, language) else found


def find_whole(text: str, language: str) -> Metric | None:
    """The measure that a share is asked of: "what proportion of the company's revenue …"."""
    return next((metric for metric in _named(text, language) if _follows(metric, "share_of", text, language)), None)


def _is_yardstick(metric: Metric, text: str, language: str) -> bool:
    """Whether something else is asked for, which is measured by the one measure named, or is counted for it."""
    counted = _COUNTED.search(text)
    if counted and not any(token.stem in metric.asked for token in tokens(counted[1], language)):
        return True
    return _follows(metric, "derived", text, language)


def _follows(metric: Metric, opening: str, text: str, language: str) -> bool:
    """Whether the measure's name stands behind one of the openings in `metrics.toml`."""
    first = next((t for t in tokens(text, language) if t.stem == metric.asked[0]), None)
    return first is not None and re.search(table("metrics")[opening], text[: first.start].lower()) is not None


def _named(text: str, language: str) -> tuple[Metric, ...]:
    words = [t for t in tokens(text, language) if not is_stop(t.text, language)]
    forms = {form for word in words for form in _forms(word, language)}
    taken: set[int] = set()
    chosen: dict[int, Metric] = {}
    for name, number in _by_length(language):
        at = _find(name, words, taken, language) if name[0] in forms else None
        if at is not None:
            taken.update(range(at, at + len(name)))
            names, row = _metrics(language)[number]
            asked = tuple(word.stem for word in words[at : at + len(name)])
            chosen.setdefault(number, _metric(asked, names, row))
    return tuple(chosen.values())


def _find(name: tuple[str, ...], words: Sequence[Token], taken: set[int], language: str) -> int | None:
    """Where the words of a name follow one another, none of them taken by another name."""
    for at in range(len(words) - len(name) + 1):
        here = range(at, at + len(name))
        if taken.isdisjoint(here) and all(
            part in _forms(words[i], language) for part, i in zip(name, here, strict=True)
        ):
            return at
    return None


def _forms(word: Token, language: str) -> tuple[str, ...]:
    """A word's stem; in Swedish also that of the word without its article, for the stem keeps what looks like one."""
    bare = _ARTICLE.sub("", word.text) if language == "sv" else word.text
    return (word.stem,) if bare == word.text else (word.stem, stem(bare, language))


@cache
def _by_length(language: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Every name with its metric's number, the longest first."""
    named = [(name, number) for number, (names, _) in enumerate(_metrics(language)) for name in names]
    return tuple(sorted(named, key=lambda pair: (-len(pair[0]), -len(" ".join(pair[0])))))


def _metric(asked: tuple[str, ...], names: tuple[tuple[str, ...], ...], row: Mapping[str, Any]) -> Metric:
    kind = row.get("statement")
    return Metric(
        asked,
        names,
        tuple(row["names"]),
        is_rate=bool(row.get("rate")),
        is_count=bool(row.get("count")),
        statement=table("metrics")["statements"].get(kind, ""),
        is_cash_flow=kind == "cash",
    )


@cache
def _metrics(language: str) -> tuple[tuple[tuple[tuple[str, ...], ...], Mapping[str, Any]], ...]:
    """The names of each metric as stems, and its entry in the table."""
    return tuple(
        (tuple(filter(None, (_name_stems(name, language) for name in row["names"]))), row)
        for row in table("metrics")["metric"]
    )


def _name_stems(name: str, language: str) -> tuple[str, ...]:
    return tuple(t.stem for t in tokens(name, language) if not is_stop(t.text, language))

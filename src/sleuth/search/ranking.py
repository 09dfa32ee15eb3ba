"""Orders candidates: the fused scores, the files and places that the question points to, pages kept apart."""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from sleuth.search.query import Query, tokens

_FILE = 1.2  # added for the file that the question is most about
_FRONT = 1.0  # added where a document opens, for what stands there
FRONT_CHARACTERS = 2_500
_TITLE = 6  # words of the longest phrase that may be a heading
_HEADED = 0.2  # added where page, section or table headings say what is asked for as documents put it
_PHRASE = 1.5  # added where all phrases that stood in quotation marks are found: more than their words can bring
_SUPPORT = (0.15, 0.08)  # of the second and third best passage of a page, added to the best
_OPENING_WORDS = 6  # that tell most passages apart
_NEAR = 3_000  # characters; passages of one page within this reach stand for the same place
_CROWDED = 0.6  # what is left of a passage's score for each better one beside it


class Candidate(NamedTuple):
    """A passage that may become a hit."""

    passage_id: int
    document_id: int
    filename: str
    page: int
    start: int
    end: int
    content: str
    context: str  # its first line is the document's label; headings follow


def rank(
    candidates: Iterable[Candidate],
    fused: Mapping[int, float],
    file_scores: Mapping[int, float],
    query: Query,
    *,
    apart: bool = True,
) -> list[tuple[Candidate, float]]:
    """Candidates best first, each with its score. Ties fall by filename, then place: the order is always the same.

    Passages of one place are set apart unless `apart` is false.
    """
    phrases = [_plain(phrase) for phrase in query.phrases]
    titles = [words for phrase in query.said if 2 <= len(words := _stems(phrase)) <= _TITLE]
    scored = [
        (c, _score(c, fused[c.passage_id], file_scores, query.front, phrases) + _HEADED * _is_headed(c, titles))
        for c in candidates
    ]
    scored.sort(key=_order)
    ranked = _spread(_fold(scored)) if apart else _fold(scored)
    most = _most(query, file_scores)
    return [(candidate, score / most) for candidate, score in ranked]


def _score(
    candidate: Candidate, score: float, file_scores: Mapping[int, float], front: bool, phrases: Sequence[str]
) -> float:
    score += _FILE * file_scores.get(candidate.document_id, 0.0)
    if front:
        score += _FRONT * max(0.0, 1 - candidate.start / FRONT_CHARACTERS)
    if phrases:
        content = _plain(candidate.content)
        score += _PHRASE * sum(phrase in content for phrase in phrases) / len(phrases)
    return score


def _most(query: Query, file_scores: Mapping[int, float]) -> float:
    """The highest score that the query allows, so that scores lie between 0 and 1."""
    most = 1.0 + _FILE * bool(file_scores) + _FRONT * query.front + _PHRASE * bool(query.phrases) + _HEADED
    return most * (1 + sum(_SUPPORT))


def _is_headed(candidate: Candidate, titles: Sequence[Set[str]]) -> bool:
    """Whether all words of one of the titles stand in the passage's headings."""
    headings = candidate.context.partition("\n")[2]
    return bool(titles and headings) and any(title <= _stems(headings) for title in titles)


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    """The words without the s of a plural: balance sheets, Balance Sheet."""
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in tokens(text))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _fold(scored: list[tuple[Candidate, float]]) -> list[tuple[Candidate, float]]:
    """Of passages of one document with the same words only the best stays: running texts, repeated notices."""
    alike: dict[tuple[int, str], list[str]] = {}
    kept = []
    for candidate, score in scored:
        opening = candidate.content.split(maxsplit=_OPENING_WORDS)[:_OPENING_WORDS]
        others = alike.setdefault((candidate.document_id, " ".join(opening).casefold()), [])
        if not others or _plain(candidate.content) not in map(_plain, others):
            others.append(candidate.content)
            kept.append((candidate, score))
    return kept


def _spread(scored: list[tuple[Candidate, float]]) -> list[tuple[Candidate, float]]:
    """A place rises with its further good passages; those themselves fall behind the best of other places."""
    places: dict[tuple[int, int], list[Candidate]] = {}
    scores: dict[int, float] = {}
    for candidate, score in scored:
        page = places.setdefault((candidate.document_id, candidate.page), [])
        better = [other for other in page if abs(other.start - candidate.start) < _NEAR]
        page.append(candidate)
        if 1 <= len(better) <= len(_SUPPORT):
            scores[better[0].passage_id] += _SUPPORT[len(better) - 1] * score
        scores[candidate.passage_id] = score * _CROWDED ** len(better)
    return sorted(((candidate, scores[candidate.passage_id]) for candidate, _ in scored), key=_order)


def _order(pair: tuple[Candidate, float]) -> tuple[float, str, int]:
    return -pair[1], pair[0].filename, pair[0].start

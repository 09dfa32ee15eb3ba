"""What other documents say against an answer: contradictions that the store knows at the places cited, and sentences of
the answer itself that give different values. Both are told beside the answer, and decide nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from sleuth.answering.library import Library, Opposed
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.evidence.disagreement import disagree, unasked_scopes
from sleuth.language.asked import Asked
from sleuth.language.tokens import stems


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Sources that give different answers to one question: each file's name, and its value where it is one."""

    sides: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        if not all(said for _, said in self.sides):
            return "the documents disagree: " + " against ".join(name for name, _ in self.sides)
        return "the documents disagree: " + "; ".join(f"{name}: {said}" for name, said in self.sides)


async def opposing(
    library: Library, asked: Asked, proven: Sequence[Proven]
) -> tuple[list[Proven], tuple[Disagreement, ...]]:
    """The proven sentences with those that the store holds against them, and where any of them disagree.

    A sentence about a mean, a part or a plan that was not asked for gives way to one about the whole.
    """
    kept = _of_asked_scope(asked, proven)
    sentences = [claim for claim in kept if claim.proof in ("verbatim", "judged") and claim.citations]
    if not sentences:
        return kept, ()
    further = await _contradicting(library, asked, sentences)
    said = {claim.text: [claim] for claim in sentences}
    for other, one in further:
        said[one.text].append(other)
    groups = [tuple(claims) for claims in said.values() if len(claims) > 1]
    differing = _differing(asked, [*sentences, *(claim for claim, _ in further)])
    found = [Disagreement(differing)] if differing else []
    valued = {name for name, _ in differing}
    found += [
        Disagreement(tuple(dict.fromkeys((_name(claim), "") for claim in group)))
        for group in groups
        if not {_name(claim) for claim in group} <= valued
    ]
    return [*kept, *(claim for claim, _ in further)], tuple(found)


def _of_asked_scope(asked: Asked, proven: Sequence[Proven]) -> list[Proven]:
    """Without sentences of a scope that was not asked for, where others say as much of what was asked."""
    narrowed = [claim for claim in proven if claim.proof == "verbatim" and unasked_scopes(asked, claim.text)]
    others = [claim for claim in proven if claim not in narrowed]
    most = max((_said(asked, claim) for claim in others), default=0)
    return [claim for claim in proven if claim not in narrowed or _said(asked, claim) > most]


def _said(asked: Asked, claim: Proven) -> int:
    """How many of the question's words a sentence says."""
    return len(asked.stems & stems(claim.text, asked.language))


def _differing(asked: Asked, claims: Sequence[Proven]) -> tuple[tuple[str, str], ...]:
    """What each source answers, where any two give different values."""
    sides: dict[str, str] = {}
    for one, other in combinations(claims, 2):
        values = disagree(asked, one.text, other.text) if _document(one) != _document(other) else None
        if values is not None:
            sides.setdefault(_name(one), values[0].written)
            sides.setdefault(_name(other), values[1].written)
    return tuple(sides.items())


def _document(claim: Proven) -> int:
    return claim.citations[0].document_id


async def _contradicting(library: Library, asked: Asked, sentences: Sequence[Proven]) -> list[tuple[Proven, Proven]]:
    """Sentences that contradict some of these by what the store has compared, each with the one that it contradicts."""
    places = [
        (citation.document_id, span, number)
        for number, claim in enumerate(sentences)
        for citation in claim.citations
        for span in citation.spans
    ]
    opposed = await library.opposed([(document, span) for document, span, _ in places])
    wanted = [(one, sentences[places[one.place][2]]) for one in opposed if _is_of(one, asked)]
    verdicts = await prove_quotes(library, [one.spot for one, _ in wanted])
    shown = {claim.text for claim in sentences}
    found: dict[str, tuple[Proven, Proven]] = {}
    for verdict, (_, claim) in zip(verdicts, wanted, strict=True):
        if isinstance(verdict, Proven) and verdict.text not in shown:
            found.setdefault(verdict.text, (verdict, claim))
    return list(found.values())


def _is_of(one: Opposed, asked: Asked) -> bool:
    """Whether the question is about what is contradicted: a matter that the sentence is all of, or a thing it names."""
    return one.is_whole or bool(stems(one.label, asked.language) & asked.stems)


def _name(claim: Proven) -> str:
    return claim.citations[0].filename

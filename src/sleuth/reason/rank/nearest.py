"""What comes nearest to a question that nothing answers: to be shown as passages, never as an answer."""

from collections.abc import Sequence

from sleuth.evidence.source import Span
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.matching import fit
from sleuth.reason.rank.ranking import places
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question

_LEAST_COVERED = 0.5  # of the weight of the question's words, by the passage with its headings and its document
_LEAST_OWN = 0.25  # of it, by the passage itself


def nearest(question: Question, evidence: Sequence[Evidence], reading: Reading, most: int) -> list[tuple[int, Span]]:
    """The (document, span) of at most `most` sentences and rows that say most of what is asked about, best first.

    Empty where none says half of it: then the documents do not speak of the matter.
    """
    found: list[tuple[float, int, Span]] = []
    for item, prior in places(evidence):
        for unit in reading.units(item.document, item.page):
            worth = _worth(question, unit)
            if worth:
                found.append((worth + prior / 10, item.document_id, Span(item.page.number, unit.start, unit.end)))
    best = sorted(found, key=lambda one: -one[0])[:most]
    return [(document, span) for _, document, span in best]


def _worth(question: Question, unit: Unit) -> float:
    """How much of the question a unit speaks of; 0 for a heading, and for what hardly does."""
    matched = fit(question.terms, unit.around, question.language)
    speaks = matched.coverage >= _LEAST_COVERED and matched.own >= _LEAST_OWN
    return matched.coverage + matched.own if speaks and not unit.is_heading else 0.0

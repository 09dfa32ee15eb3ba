"""The figures of a set's answers, and the answers themselves for a person to read."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any

from sleuth.answering.run import Research
from sleuth.evals.cases import Answerable
from sleuth.evals.figures import ANSWERS, Figure, figure
from sleuth.evals.halves import HELD_OUT, half
from sleuth.evals.scoring import SCORERS

Results = Sequence[tuple[Answerable, Research]]


def answer_figures(name: str, results: Results) -> Iterator[Figure]:
    """How good the answers of one set are, and what they cost."""
    if not results:
        return
    for scorer in SCORERS[name]:
        judged = [(case, scorer.judge(case, research)) for case, research in results]
        yield figure(ANSWERS, name, scorer.name, [(case.group, value) for case, value in judged if value is not None])
    for measure, value in _costs([research for _, research in results]).items():
        yield Figure(ANSWERS, name, measure, value, None, None, len(results))


def _costs(answers: Sequence[Research]) -> Mapping[str, float]:
    times = [answer.trace.timings for answer in answers]
    return {
        "retrievals a question, mean": fmean(answer.trace.iterations for answer in answers),
        "milliseconds, median": median(t["total"] for t in times),
        "milliseconds beside retrieval, median": median(t["total"] - t.get("retrieve", 0.0) for t in times),
        "claims dropped by verification": float(sum(len(answer.trace.dropped) for answer in answers)),
    }


def to_read(name: str, results: Results) -> Iterator[dict[str, Any]]:
    """Each question with what was said, what is right and how it was judged."""
    for case, research in results:
        yield {
            "set": name,
            "half": "held-out" if half(case.group) == HELD_OUT else "dev",
            "question": case.question,
            "files": list(case.filenames),
            "right": list(case.answers),
            "pages": {file: sorted(pages) for file, pages in (case.pages or {}).items()},
            **research.to_json(),
            "judged": {scorer.name: scorer.judge(case, research) for scorer in SCORERS[name]},
            "reason": research.trace.reason,
            "dropped": [f"{dropped.text}: {dropped.reason}" for dropped in research.trace.dropped],
            "milliseconds": round(research.trace.timings["total"]),
        }

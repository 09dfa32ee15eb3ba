"""The named checks: each looks at one answer and says whether it passes, and if not, why.

They read the answer's text and its citations, as a person would, and share no code with whoever wrote it. `every.py`
holds what goes for every answer, `shape.py` its form, `doubt.py` contradictions, gaps and refusals, `content.py` what
it states; `registry.py` what a check is.
"""

from sleuth.evals.analyst.checks import content, doubt, every, shape
from sleuth.evals.analyst.checks.every import EVERY_ANSWER
from sleuth.evals.analyst.checks.registry import CHECKS, Situation, Verdict

__all__ = ["CHECKS", "EVERY_ANSWER", "Situation", "Verdict", "content", "doubt", "every", "shape"]

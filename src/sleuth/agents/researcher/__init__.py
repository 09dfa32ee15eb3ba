"""The researcher: named files in, a cited answer or a refusal out.

`run.py` answers and keeps the answer, `turns.py` reads a question after another. The way from a question to proven
claims is in `sleuth/answering`, which the analyst uses too.
"""

from sleuth.agents.researcher.run import research
from sleuth.agents.researcher.turns import follow_up
from sleuth.answering.run import Research
from sleuth.answering.steps import OnStep, Step

__all__ = ["OnStep", "Research", "Step", "follow_up", "research"]

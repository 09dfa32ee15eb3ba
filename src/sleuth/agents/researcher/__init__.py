"""The research loop: named files in, a cited answer or a refusal out.

`run.py` is the way in, `graph.py` the loop, `library.py` what it may read, `verification.py` what lets a claim pass,
`turns.py` what a question means after another.
"""

from sleuth.agents.researcher.run import OnStep, Research, Step, research
from sleuth.agents.researcher.turns import follow_up

__all__ = ["OnStep", "Research", "Step", "follow_up", "research"]

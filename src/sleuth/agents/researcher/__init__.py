"""The research loop: named files in, a cited answer or a refusal out.

`run.py` is the way in, `graph.py` the loop, `library.py` what it may read, `verification.py` what lets a claim pass.
"""

from sleuth.agents.researcher.run import OnStep, Research, Step, research

__all__ = ["OnStep", "Research", "Step", "research"]

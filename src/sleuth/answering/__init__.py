"""The one way from a question to proven claims: understand, resolve, retrieve, draft, verify, render.

`run.py` is the way in, `graph.py` the order of the steps in `nodes/`, `library.py` what may be read, `verification.py`
and `responding.py` what lets a claim pass, `settling.py` what becomes of claims that are not proven. The researcher and
the analyst both come this way.
"""

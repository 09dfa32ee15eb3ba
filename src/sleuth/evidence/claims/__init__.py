"""Whether a sentence follows from its quotes by the words alone.

`alignment.py` lays it over its source; `phrases.py`, `orders.py`, `drops.py` and `conjuncts.py` are what may differ.
What contradicts the source is in `evidence/bindings/`, numbers that have to be computed in `evidence/figures/`.
"""

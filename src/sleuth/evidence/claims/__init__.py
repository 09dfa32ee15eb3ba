"""Whether a sentence follows from its quotes.

`alignment.py` lays it over its source; `licences.py` and `drops.py` are what may differ between them; `refutations.py`
names what contradicts the source. Numbers that have to be computed are in `evidence/figures/`.
"""

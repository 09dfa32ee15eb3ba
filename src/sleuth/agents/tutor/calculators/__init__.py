"""Calculators of personal finance: exact decimal arithmetic, each line of it computed as it is shown.

`registry.py` has them all, out of `data/formulas.toml`; `formulas.py` computes lines; `working.py` says what a
calculator is; `style.py` prints amounts as a language writes them.
"""

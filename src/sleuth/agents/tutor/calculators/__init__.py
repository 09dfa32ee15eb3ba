"""Calculators of personal finance: exact decimal arithmetic, each line of it shown.

`registry.py` lists them all; `working.py` says what one is; `style.py` prints amounts as a language writes them.
"""

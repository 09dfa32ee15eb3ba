"""Tables whose rows are things of one kind, customers or loans.

`reading.py` reads a table as a list, `columns.py` tells what kind of values each column holds.
"""

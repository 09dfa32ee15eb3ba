"""What each word of a question may mean in a list. `reading.py` collects the meanings of all kinds, one module a kind:
`rows.py`, `values.py`, `periods.py`, `states.py` (also of columns of yes and no), `headings.py` and `names.py`."""

"""Information requests and questions to the target: what was asked for, what the room has for it, what is lacking.

Where to go: `asked.py` reads a request, `outline.py` reads what a document says it is, `room.py` holds the outlines and
the ledger, `judging.py` decides, `coverage.py` is the entrance. `questions.py` suggests questions, `proposing.py` a
list for the deal; `reading.py` reads lists from files, `listed.py` and `remarks.py` what a list says itself.
"""

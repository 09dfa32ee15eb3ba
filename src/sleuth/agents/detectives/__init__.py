"""The detectives: what Swedish government inquiries (SOU) are about, who leads them, and how far they have come.

`head.py` finds what there is to do and hands it out; `tasks.py` does it; `stages.py` decides the stage. The rules are
pure and read in this order: `running.py` (a document as one text) → `identity.py` (what it is, which numbers it
bears) → `timeline.py` and `metadata.py` (what it says) → `citing.py` (its excerpts). Words are data, in `data/`.
"""

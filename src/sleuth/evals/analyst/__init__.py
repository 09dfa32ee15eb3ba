"""How the analyst behaves: cases with named checks, each passed or failed, over rooms whose truth is known.

`cases.py` reads the cases (`data/*.yaml`), `written.py` makes more from generated rooms and public questions,
`rooms.py` fills the projects, `answer.py` reads what the analyst wrote and `checks/` judges it, `suite.py` runs it all.
Nothing here uses code of the analyst or of the proofs: only its public JSON is read.
"""

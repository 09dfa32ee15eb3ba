"""The analyst's eleven tools: typed functions, one implementation each for the commands, the planner and a model.

`reading.py` looks and never writes; `writing.py` writes, once a person has confirmed; `toolbox.py` calls them by name
and records each call.
"""

"""The analyst: a conversation about a deal with its data room that searches before it speaks, and cites every claim.

`run.py` is the way in: one turn of a conversation. `dialogue/` tells what a message means after the ones before,
`intents.py` what the person wants, `behaviours/` how each want is answered, `ledger.py` which figure to rely on,
`tools/` what can be looked up and written, `graph.py` the order of it all. `middleware.py` gives a language model what
was found, for one call; `changes` tells what changed in a deal since a date; `memo` drafts a company profile.
"""

"""What a conversation is about: who and what was named or shown, what words stand for, and figures to reckon with.

`context` is what it is about after a turn, and `completing` completes a message by that; `referents` are what may be
referred to, `mentions` reads them from a turn, `anaphors` finds the words that refer, `binding` decides what they stand
for; `operations` reads what is to be done with earlier figures, `given` keeps these.
"""

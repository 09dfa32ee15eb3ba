"""The analyst: a conversation about a data room that searches before it speaks.

`middleware.py` gives a language model what was found, for one call.
"""

"""The analyst: a conversation about a data room that searches before it speaks.

`middleware.py` gives a language model what was found, for one call; `changes` tells what changed in a deal since a
date; `memo` drafts a company profile, section by section.
"""

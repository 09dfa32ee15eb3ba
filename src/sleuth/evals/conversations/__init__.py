"""Conversations nobody here wrote, put to the analyst: ConvFinQA, MTRAG and RAMDocs.

`talks` reads the sets, `verdicts` judges a turn, `asking` fills projects and asks, `run` sets out the figures.
"""

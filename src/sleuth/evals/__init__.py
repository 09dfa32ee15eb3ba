"""Evaluation sets, scorers and the report."""

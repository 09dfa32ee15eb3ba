"""Findings held against each other: conflicts, agreements, authority, and what a newer statement supersedes."""

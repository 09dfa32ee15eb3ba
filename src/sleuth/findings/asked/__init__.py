"""Findings as questions are resolved from them: books of facts, resolution, and a finding in plain words."""

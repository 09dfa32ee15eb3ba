"""Sentences become findings: figures, terms, facts, signatures; and what is only addressed to a machine."""

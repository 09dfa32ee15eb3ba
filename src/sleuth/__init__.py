"""Sleuth reads your documents and proves every word: the model proposes, the evidence disposes."""

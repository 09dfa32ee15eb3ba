"""Hybrid retrieval: words and vectors, fused."""

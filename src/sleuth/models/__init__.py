"""Embedding models, local or hosted."""
